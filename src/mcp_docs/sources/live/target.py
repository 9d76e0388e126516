"""What to connect to, and what must never be shown of it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from mcp_docs.errors import UsageError
from mcp_docs.sources.address import shown_address
from mcp_docs.texts import hide

#: Shorter values are not taken for secrets: hiding every "1" would leave nothing to read.
_SHORTEST_HIDDEN: Final = 3
#: Shorter values are not searched for in an interface, where "true" or "debug" is a word like others.
_SHORTEST_SEARCHED: Final = 8
#: Names of inherited variables whose values are secrets.
_TELLING = re.compile(r"TOKEN|SECRET|PASSW|API_?KEY|PRIVATE|CREDENTIAL|AUTH(?!OR)", re.IGNORECASE)
_SCHEMES: Final = ("http", "https")


@dataclass(frozen=True, slots=True)
class StdioTarget:
    """A server that is started as a process and spoken to over its standard streams.

    Attributes:
        command: program and arguments; no shell reads it.
        env: variables beside the inherited ones. Their values are secrets.
        public: names of those in ``env`` whose values are no secrets, since they stand in a file
            that is committed.
        cwd: folder to run in, or ``None`` for the current one.
    """

    command: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict, repr=False)
    public: frozenset[str] = frozenset()
    cwd: str | None = None

    def __post_init__(self) -> None:
        """Refuse what no process can be started with."""
        if not self.command or not self.command[0]:
            raise UsageError("there is no command to start the server with", hint="Give it after `--`.")
        if any("\0" in text for text in (*self.command, *self.env, *self.env.values())):
            raise UsageError(
                "a command or variable of the server has a NUL character in it", hint="Take it out."
            )

    @property
    def label(self) -> str:
        """The server as messages call it. Arguments are left out: some are secrets."""
        return f"the server `{os.path.basename(self.command[0])}`"  # noqa: PTH119 - also of a Windows path as typed

    @property
    def secrets(self) -> Secrets:
        """All values that must not be shown."""
        inherited = {name: value for name, value in os.environ.items() if _TELLING.search(name)}
        private = {name: value for name, value in self.env.items() if name not in self.public}
        return Secrets({**inherited, **private})


@dataclass(frozen=True, slots=True)
class HttpTarget:
    """A server at an address, spoken to over Streamable HTTP.

    Attributes:
        url: absolute, ``http`` or ``https``.
        headers: sent with every request. Their values are secrets.
    """

    url: str = field(repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        """Refuse what is no address, and headers that HTTP cannot carry."""
        try:
            parts = urlsplit(self.url)
            sound = parts.scheme in _SCHEMES and bool(parts.hostname) and parts.port != 0
        except ValueError:
            sound = False
        if not sound or not self.url.isprintable() or " " in self.url:
            raise UsageError(
                "the server's address is no http or https URL",
                hint="Give one such as https://example.org/mcp.",
            )
        for name, value in self.headers.items():
            if not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name):
                raise UsageError(
                    f"{name!r} is no name of a header",
                    hint="Write letters, digits and hyphens, such as X-Region.",
                )
            if not value.isascii() or not value.isprintable():
                raise UsageError(
                    f"the value of header {name} holds characters that HTTP cannot carry",
                    hint="Write it in one line of ASCII.",
                )
            if value != value.strip() or not value:
                # What a shell leaves of "Bearer $TOKEN" where TOKEN is not set.
                fault = "begins or ends with a space" if value.strip() else "is empty"
                raise UsageError(
                    f"the value of header {name} {fault}",
                    hint="Is the variable set that it is made from? See with: env.",
                )

    @property
    def label(self) -> str:
        """The server as messages call it, without password or query."""
        return f"the server at {shown_address(self.url)}"

    @property
    def secrets(self) -> Secrets:
        """All values that must not be shown."""
        parts = urlsplit(self.url)
        values = {"password": parts.password or "", "query": parts.query}
        return Secrets({**values, **self.headers})


Target: TypeAlias = StdioTarget | HttpTarget


class Secrets:
    """Values that must reach no file and no message.

    Args:
        values: by the name of variable or header; the name may be shown.
    """

    def __init__(self, values: Mapping[str, str]) -> None:
        found = {text: name for name, value in values.items() for text in _parts(value)}
        self._names = dict(sorted(found.items(), key=lambda item: (-len(item[0]), item[0])))

    @property
    def names(self) -> Mapping[str, str]:
        """Names by value, the longest value first: for those who look for them on their own."""
        return self._names

    def scrub(self, text: str) -> str:
        """Return ``text`` with every secret in it replaced by its name."""
        return hide(text, self._names)

    def found_in(self, texts: Iterable[str]) -> str | None:
        """Return the name of a secret that one of ``texts`` holds, or ``None``."""
        searched = [(v, n) for v, n in self._names.items() if len(v) >= _SHORTEST_SEARCHED]
        return next((name for text in texts for value, name in searched if value in text), None)


def _parts(value: str) -> Iterator[str]:
    """Yield a value, and what stands behind the scheme of an Authorization header."""
    whole = value.strip()
    for text in (whole, whole.partition(" ")[2].strip()):
        if len(text) >= _SHORTEST_HIDDEN:
            yield text

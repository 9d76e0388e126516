"""A published feed, wherever it is: paths to bytes. Pure; who reads folders and addresses is the shell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from mcp_docs import jsontext
from mcp_docs.errors import FeedError, LockfileError, Where
from mcp_docs.jsonvalue import JsonObject, digest

#: Where everything is, below the site's root.
INDEX: Final = "api/v1/index.json"

#: Returns the bytes of a file by its path below the feed's root, or ``None`` when there is none.
Getter: TypeAlias = Callable[[str], bytes | None]


@dataclass(frozen=True, slots=True)
class FeedSource:
    """A feed that can be read.

    Attributes:
        name: the folder or address, as the user knows it.
        get: reads a file.
    """

    name: str
    get: Getter

    def bytes(self, path: str) -> bytes:
        """Return a file's bytes; raises ``FeedError`` when there is none."""
        data = self.get(path)
        if data is None:
            raise FeedError(
                f"there is no {path}",
                where=Where(self.name),
                hint="Name the folder or the address of a site that mcp-docs build made.",
            )
        return data

    def object(self, path: str) -> JsonObject:
        """Return a file that holds a JSON object.

        Raises:
            FeedError: there is none, or it is no JSON object.
        """
        try:
            value = jsontext.parse(self.bytes(path))
        except LockfileError as error:
            raise FeedError(f"{path} cannot be read: {error.what}", where=Where(self.name)) from None
        if not isinstance(value, Mapping):
            raise FeedError(f"{path} is no JSON object", where=Where(self.name))
        return value


def digest_of(value: JsonObject) -> str:
    """Return the digest of an object, as the feed writes it."""
    return f"sha256:{digest(value)}"

"""The beginning of a connection: which era, which version, who the server is.

A server of 2026-07-28 is asked ``server/discover``, an older one is greeted with ``initialize``. A
version that is given is insisted on, since one server can show another interface in each; without
one the newest that both sides know is taken, by asking for the newer era first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from mcp_docs.errors import ServerError
from mcp_docs.interface import Problem
from mcp_docs.jsonvalue import JsonObject, JsonValue
from mcp_docs.sources.live.wire import (
    HANDSHAKE_VERSIONS,
    META,
    MODERN_VERSIONS,
    UNSUPPORTED_VERSION,
    Channel,
    Message,
    Requests,
    client_info,
)

#: Seconds for the first question of the newer era, which an older server may never answer.
_PROBE: Final = 10.0
#: Failures of that question after which the server may still be one of the older era.
_MAYBE_OLDER: Final = frozenset({"died", "timeout", "status", "no-answer"})


@dataclass(frozen=True, slots=True)
class Greeting:
    """What a server said of itself.

    Attributes:
        server: as ``Server.data`` has it.
        problems: what the text had wrong, pointers into ``server``.
    """

    server: JsonObject
    problems: tuple[Problem, ...]

    @property
    def capabilities(self) -> JsonObject:
        """The declared capabilities."""
        found = self.server.get("capabilities")
        return found if isinstance(found, Mapping) else {}


def greet(channel: Channel, requests: Requests, version: str | None, timeout: float) -> Greeting:
    """Agree on a version, which ``requests`` and ``channel`` then hold.

    Raises:
        ServerError: no agreement.
    """
    if version is None:
        return _newest(channel, requests, timeout)
    if version not in MODERN_VERSIONS:
        return _initialize(channel, requests, timeout, version)
    answer = _discover(channel, requests, timeout, version)
    if version not in _supported(answer):
        raise _refused(channel, answer, version)
    return _modern(channel, requests, answer)


def _newest(channel: Channel, requests: Requests, timeout: float) -> Greeting:
    first = None
    try:
        answer = _discover(channel, requests, min(timeout, _PROBE), MODERN_VERSIONS[-1])
    except ServerError as error:
        if error.code not in _MAYBE_OLDER:
            raise
        if error.code == "died":
            channel.restart()
        first = 1 if error.code == "timeout" else None
    else:
        if any(version in MODERN_VERSIONS for version in _supported(answer)):
            return _modern(channel, requests, answer)
    return _initialize(channel, requests, timeout, None, late=first)


def _discover(channel: Channel, requests: Requests, seconds: float, version: str) -> Message:
    requests.modern, requests.version = True, version
    request = requests.make("server/discover")
    return channel.ask(request, seconds, headers=requests.headers("server/discover"))


def _initialize(
    channel: Channel, requests: Requests, timeout: float, version: str | None, *, late: int | None = None
) -> Greeting:
    """Greet a server of the older era; an answer to a discovery that came ``late`` is taken too."""
    requests.modern = False
    offered = version or HANDSHAKE_VERSIONS[-1]
    params: JsonObject = {"protocolVersion": offered, "capabilities": {}, "clientInfo": client_info()}
    request = requests.make("initialize", params)
    answer = channel.ask(request, timeout, also=() if late is None else (late,))
    if late is not None and answer.value.get("id") == late:
        if any(known in MODERN_VERSIONS for known in _supported(answer)):
            return _modern(channel, requests, answer)
        answer = channel.ask(requests.make("initialize", params), timeout)
    result = answer.result
    agreed = result.get("protocolVersion") if isinstance(result, Mapping) else None
    if not isinstance(result, Mapping) or not isinstance(agreed, str):
        raise _refused(channel, answer, offered)
    if version is not None and agreed != version:
        raise channel.failure(
            "version",
            f"the server does not speak protocol {version} any more; it offers {agreed}",
            f"One server can show another interface in each version; `--protocol {agreed}` moves over.",
        )
    requests.version = agreed
    channel.settle(agreed)
    channel.tell({"jsonrpc": "2.0", "method": "notifications/initialized"})
    return _greeting(answer, result, result.get("serverInfo"), "/result/serverInfo", agreed)


def _modern(channel: Channel, requests: Requests, answer: Message) -> Greeting:
    requests.modern = True
    requests.version = [known for known in MODERN_VERSIONS if known in _supported(answer)][-1]
    channel.settle(requests.version)
    result = answer.result
    assert isinstance(result, Mapping)  # noqa: S101  # it lists versions
    meta = result.get("_meta")
    key = f"{META}serverInfo"
    info = meta.get(key) if isinstance(meta, Mapping) else None
    return _greeting(answer, result, info, f"/result/_meta/{key.replace('/', '~1')}", requests.version)


def _greeting(answer: Message, result: JsonObject, info: JsonValue, at: str, version: str) -> Greeting:
    server: dict[str, JsonValue] = dict(info) if isinstance(info, Mapping) else {}
    server["protocolVersion"] = version
    for member in ("capabilities", "instructions"):
        server.pop(member, None)
        if result.get(member) is not None:
            server[member] = result[member]
    moved = {at: "", "/result/capabilities": "/capabilities", "/result/instructions": "/instructions"}
    problems = tuple(
        Problem(fault.code, fault.message, there + fault.pointer.removeprefix(here))
        for fault in answer.document.faults
        for here, there in moved.items()
        if f"{fault.pointer}/".startswith(f"{here}/")
    )
    return Greeting(server, problems)


def _supported(answer: Message) -> tuple[str, ...]:
    """Return the versions that an answer to ``server/discover`` names."""
    result = answer.result
    found = result.get("supportedVersions") if isinstance(result, Mapping) else None
    return tuple(item for item in found if isinstance(item, str)) if isinstance(found, list) else ()


def _refused(channel: Channel, answer: Message, version: str) -> ServerError:
    error = answer.error or {}
    said = f": {str(error['message'])[:200]}" if error.get("message") else ""
    data = error.get("data")
    listed = data.get("supported") if isinstance(data, Mapping) else None
    named = [item for item in listed if isinstance(item, str)] if isinstance(listed, list) else []
    named = named or list(_supported(answer))
    known = [item for item in named if item in (*HANDSHAKE_VERSIONS, *MODERN_VERSIONS)]
    unknown = answer.error_code == UNSUPPORTED_VERSION and named and not known
    if unknown:
        hint = f"It speaks {', '.join(named)[:200]}, which this version does not know. Upgrade mcp-docs."
    elif known:
        hint = f"It speaks {', '.join(known)}; choose with `--protocol`."
    else:
        other = HANDSHAKE_VERSIONS[-1] if version in MODERN_VERSIONS else MODERN_VERSIONS[-1]
        hint = f"Try `--protocol {other}`, in case it speaks the other era of the protocol only."
    return channel.failure("version", f"the server does not speak protocol {version}{said}", hint)

"""When something announced may go: reading a sunset, which is a date or a version, and comparing two."""

from __future__ import annotations

from datetime import UTC, datetime

from mcp_docs.interface import Element
from mcp_docs.jsonvalue import ABSENT, Absent, JsonObject, JsonValue, pointer_join
from mcp_docs.semver import parse_version

_NOTICES = ("deprecated", "deprecation")
_ENDS = ("sunset", "removal", "removedIn")


def sunset_time(sunset: str) -> int | None:
    """Return the start of the day, UTC, of an ISO date or time, or ``None`` when it is none."""
    try:
        moment = datetime.fromisoformat(sunset)
        return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())
    except (ValueError, OverflowError):
        return None


def is_earlier(sunset: str | None, than: str | None) -> bool:
    """Tell whether a sunset is before another; a date and a version cannot be compared."""
    if sunset is None or than is None:
        return False
    versions = parse_version(sunset), parse_version(than)
    if versions[0] and versions[1]:
        return versions[0].version < versions[1].version
    times = sunset_time(sunset), sunset_time(than)
    return times[0] is not None and times[1] is not None and times[0] < times[1]


def declared_sunset(element: Element) -> tuple[str, str] | None:
    """Return pointer and text of the sunset that an element's ``_meta`` declares, or ``None``."""
    for name, value in element.meta.items():
        if name.rpartition("/")[2] in _NOTICES and isinstance(value, dict):
            found = _end(value, pointer_join("/_meta", name))
            if found:
                return found
    return _end(element.meta, "/_meta", ("sunset",))


def _end(fields: JsonObject, pointer: str, names: tuple[str, ...] = _ENDS) -> tuple[str, str] | None:
    for name, value in fields.items():
        if name.rpartition("/")[2] in names and isinstance(value, str):
            return pointer_join(pointer, name), value
    return None


def without_sunset(value: JsonValue | Absent) -> JsonValue | Absent:
    """Return a notice without the sunset in it; a notice that is nothing but a sunset is nothing."""
    if isinstance(value, dict):
        return {name: inner for name, inner in value.items() if name.rpartition("/")[2] not in _ENDS}
    return ABSENT if isinstance(value, str) else value

"""A published feed, wherever it is: paths to bytes. Pure; who reads folders and addresses is the shell."""

from __future__ import annotations

import builtins
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from mcp_docs import jsontext
from mcp_docs.errors import FeedError, LockfileError, Where
from mcp_docs.jsonvalue import JsonObject, JsonValue, digest

#: Where everything is, below the site's root.
INDEX: Final = "api/v1/index.json"

#: A file of a feed wraps a part of an element in so many levels at most.
_AROUND: Final = 10

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
        return self.parsed(self.bytes(path), path)

    def parsed(self, data: builtins.bytes, path: str) -> JsonObject:
        """Return the JSON object that ``data`` is: the whole of the file at ``path``, or a line of it.

        Half of a surrogate pair is let pass, since a feed repeats what a lockfile held.

        Raises:
            FeedError: it is no JSON object.
        """
        try:
            value = _load(data)
        except LockfileError as error:
            raise FeedError(f"{path} cannot be read: {error.what}", where=Where(self.name)) from None
        if not isinstance(value, Mapping):
            raise FeedError(f"{path} is no JSON object", where=Where(self.name))
        return value


def _load(data: bytes) -> JsonValue:
    document = jsontext.load(data)
    for fault in document.faults:
        if fault.code != "json.lone_surrogate":
            raise LockfileError(fault.message)
    if jsontext.too_deep(document.value, jsontext.DEPTH_LIMIT + _AROUND):
        raise LockfileError("the text is nested too deeply")
    return document.value


def verified(source: FeedSource) -> FeedSource:
    """Return a feed in which every file is held to the digest that the index has of it.

    So one that was downloaded in part, or while it was being published, is never taken for whole.

    Raises:
        FeedError: there is no feed, or one that this program does not know.
    """
    data, index = source.bytes(INDEX), source.object(INDEX)
    where, listed = Where(source.name), index.get("files")
    schema = str(index.get("schema_version"))
    if schema.partition(".")[0] != "1" and isinstance(listed, list):
        raise FeedError(
            f"is a feed of version {schema}, and this program reads 1",
            where=where,
            hint="Install the version of mcp-docs that wrote it, or a later one.",
        )
    if not isinstance(listed, list) or not all(isinstance(file, Mapping) for file in listed):
        raise FeedError("is no feed of mcp-docs, or an older one", where=where)
    digests = {str(file.get("path")): file.get("digest") for file in listed}

    def get(path: str) -> bytes | None:
        if path == INDEX:
            return data
        found = source.get(path) if path in digests else None
        if path in digests and found is None:
            raise FeedError(f"{path} is missing, and the index lists it", where=where, hint=_AGAIN)
        if found is not None and f"sha256:{hashlib.sha256(found).hexdigest()}" != digests[path]:
            raise FeedError(f"{path} is not the file that the index lists", where=where, hint=_AGAIN)
        return found

    return FeedSource(source.name, get)


_AGAIN: Final = "Get the whole feed again; while it is being published, its files do not fit together."


def digest_of(value: JsonObject) -> str:
    """Return the digest of an object, as the feed writes it."""
    return f"sha256:{digest(value)}"

"""Permanent ids of changes.

``MCPC-`` and 26 characters of lower-case base32 (RFC 4648, 130 bits) of the SHA-256 over the
canonical JSON of ``[server, fingerprint, occurrence, ordinal]``, where

- ``server`` is the name that the server has in the interface that shipped the change, or
  ``mcp-server`` where no name is recorded, as in a folder of tools;
- ``fingerprint`` is ``Change.fingerprint``: element, rule, pointer, canonical values before and after;
- ``occurrence`` is the version of the release that shipped it, or, while it is unreleased, ``commit:``
  and the id of the commit that made it (of HEAD where that cannot be told);
- ``ordinal`` tells apart equal fingerprints in one release, and is 0 otherwise.

So indentation, the order of keys, wording, names of pages, the lockfile's path, levels of a policy and
the program's version change no id, nor does a server that takes a new name change the ids of what it
shipped before. A break that returns in a later release gets a new id with the same fingerprint. What
does change ids: another rule for the same difference, a tag that names another version, and the
release of what was unreleased.
"""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Iterable

from mcp_docs.change import Change
from mcp_docs.jsonvalue import canonical_text

#: The server's name in ids when no interface says it.
NAMELESS = "mcp-server"
_LENGTH = 26


def change_ids(server: str, occurrences: Iterable[tuple[Change, str]]) -> tuple[str, ...]:
    """Return the ids of one release's changes, in their order.

    Args:
        server: the server's name.
        occurrences: each change with its place in history.
    """
    seen: Counter[tuple[str, str]] = Counter()
    ids = []
    for change, occurrence in occurrences:
        name = (change.fingerprint, occurrence)
        ids.append(_change_id(server, change.fingerprint, occurrence, seen[name]))
        seen[name] += 1
    return tuple(ids)


def _change_id(server: str, fingerprint: str, occurrence: str, ordinal: int) -> str:
    text = canonical_text([server, fingerprint, occurrence, ordinal])
    hashed = hashlib.sha256(text.encode("utf-8")).digest()
    return "MCPC-" + base64.b32encode(hashed).decode("ascii").lower()[:_LENGTH]

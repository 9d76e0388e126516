"""Permanent ids of changes.

``MCPC-`` and 26 characters of lower-case base32 (RFC 4648, 130 bits) of the SHA-256 over the
canonical JSON of ``[server name, fingerprint, release, ordinal]``. The fingerprint hashes element,
rule, pointer and the canonical values before and after; the ordinal tells apart equal fingerprints
in one release and is 0 otherwise. So indentation, key order, wording, page names, the lockfile's
path and the program's version change no id, and a break that returns in a later release gets a new
one with the same fingerprint.
"""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Sequence

from mcp_docs.change import Change
from mcp_docs.jsonvalue import canonical_text

_LENGTH = 26


def change_ids(server: str, release: str, changes: Sequence[Change]) -> tuple[str, ...]:
    """Return the ids of one release's changes, in their order."""
    seen: Counter[str] = Counter()
    ids = []
    for change in changes:
        ids.append(_change_id(server, release, change.fingerprint, seen[change.fingerprint]))
        seen[change.fingerprint] += 1
    return tuple(ids)


def _change_id(server: str, release: str, fingerprint: str, ordinal: int) -> str:
    text = canonical_text([server, fingerprint, release, ordinal])
    hashed = hashlib.sha256(text.encode("utf-8")).digest()
    return "MCPC-" + base64.b32encode(hashed).decode("ascii").lower()[:_LENGTH]

"""What a pure function may ask before it works something out, and tell when it has: a memory of bytes."""

from __future__ import annotations

import hashlib
from typing import Protocol


class Memory(Protocol):
    """Keeps answers between runs. An answer may be gone at any time; it is never another question's.

    Keys must hold all that an answer depends on but the program itself, whose version is the memory's part.
    """

    def __hash__(self) -> int:
        """Return what tells it from other memories."""

    def recall(self, key: bytes) -> bytes | None:
        """Return what was kept under ``key``, or ``None``."""

    def keep(self, key: bytes, data: bytes) -> None:
        """Keep ``data`` under ``key``."""


def key_of(kind: str, *parts: bytes) -> bytes:
    """Return the key of a question: 20 bytes that differ whenever the kind or a part does."""
    hashed = hashlib.blake2b(digest_size=20, person=kind.encode())
    for part in parts:
        hashed.update(len(part).to_bytes(8, "big"))
        hashed.update(part)
    return hashed.digest()

"""The schema core: containment of JSON Schemas, validity, validation and examples.

``decide`` answers whether every value that one schema accepts is accepted by another, with a
proof, a witness, or the reason why neither was found.
"""

from __future__ import annotations

from mcp_docs.schema.containment import decide
from mcp_docs.schema.verdict import Breaking, Compatible, Direction, Profile, Unproven, Verdict

__all__ = ["Breaking", "Compatible", "Direction", "Profile", "Unproven", "Verdict", "decide"]

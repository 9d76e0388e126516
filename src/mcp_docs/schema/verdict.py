"""What the containment prover answers.

A verdict is about a pair of schemas and a direction. For ``input`` the question is whether every
value that the old schema accepts is accepted by the new one; for ``output``, whether every value
that the new schema allows was allowed by the old one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from mcp_docs.jsonvalue import JsonValue

Direction = Literal["input", "output"]
Profile = Literal["callers", "strict"]
Outcome = Literal["compatible", "breaking", "unproven"]


@dataclass(frozen=True, slots=True)
class Compatible:
    """Proven: no value breaks. ``reason`` names the argument in a short sentence."""

    reason: str
    outcome: Literal["compatible"] = "compatible"
    witness: None = None


@dataclass(frozen=True, slots=True)
class Breaking:
    """Proven by ``witness``, which a validator has confirmed on both whole schemas.

    For ``input`` the old schema accepts the witness and the new one rejects it; for ``output``
    the new one allows it and the old one did not.
    """

    witness: JsonValue
    reason: str
    outcome: Literal["breaking"] = "breaking"


@dataclass(frozen=True, slots=True)
class Unproven:
    """Neither proven nor refuted. ``reason`` says what stood in the way, for a person to act on."""

    reason: str
    outcome: Literal["unproven"] = "unproven"
    witness: None = None


Verdict: TypeAlias = Compatible | Breaking | Unproven

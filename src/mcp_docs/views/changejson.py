"""One change as JSON: what ``check`` prints and what the feed publishes alike.

Every key is always present; what is not there is ``null``.
"""

from __future__ import annotations

from mcp_docs.acceptances import Acceptance
from mcp_docs.advice import for_callers
from mcp_docs.change import ByContract, Change, Proof, Undecided, Witnessed
from mcp_docs.jsonvalue import ABSENT, JsonObject, JsonValue
from mcp_docs.wording import remedy, sentence, who, why


def proof_json(proof: Proof) -> JsonObject:
    """Return what stands behind a level: a witness, a contract's words, or why there is neither."""
    shape: dict[str, JsonValue] = {
        "kind": "none",
        "side": None,
        "has_value": False,
        "value": None,
        "text": None,
    }
    match proof:
        case Witnessed(side, value):
            shape |= {"kind": "witness", "side": side, "has_value": True, "value": value}
        case ByContract(promise):
            shape |= {"kind": "contract", "text": promise}
        case Undecided(reason):
            shape |= {"kind": "unproven", "text": reason}
        case None:
            pass
    return shape


def change_json(change: Change) -> JsonObject:
    """Return a change without its place in history."""
    return {
        "fingerprint": change.fingerprint,
        "element": {"kind": change.kind, "name": change.key},
        "pointer": change.pointer,
        "path": change.path,
        "side": change.side,
        "rule": change.rule,
        "level": change.level.label,
        "raw_level": change.raw_level.label,
        "bump": change.bump.label,
        "operation": change.operation,
        "has_before": change.before is not ABSENT,
        "before": None if change.before is ABSENT else change.before,
        "has_after": change.after is not ABSENT,
        "after": None if change.after is ABSENT else change.after,
        "text": sentence(change),
        "who": who(change) or None,
        "why": why(change),
        "advice": for_callers(change) or None,
        "remedy": remedy(change),
        "proof": proof_json(change.proof),
        "via": change.via or None,
        "link": change.link or None,
        "detail": dict(change.detail),
    }


def acceptance_json(acceptance: Acceptance | None) -> JsonObject | None:
    """Return why a change is intended, or ``None`` when it is not."""
    if acceptance is None:
        return None
    expires = acceptance.expires.isoformat() if acceptance.expires else None
    return {"code": acceptance.code, "reason": acceptance.reason, "expires": expires}

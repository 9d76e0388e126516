"""Real tools, edited at random: no answer contradicts a search that knows the validator only.

``MCP_DOCS_MUTATIONS`` sets how many edits of each tool's schemas are tried; the default is one round.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend
from mutate import Values, mutated

from gitrepo import GitRepo
from mcp_docs.change import ByContract, Change, Level, Witnessed
from mcp_docs.classifier.interfaces import classify
from mcp_docs.interface import Interface
from mcp_docs.schema.containment import decide
from surfaces import interface

ROUNDS = int(os.environ.get("MCP_DOCS_MUTATIONS", "1"))
FIRST = int(os.environ.get("MCP_DOCS_MUTATIONS_FIRST", "0"))
NAMES = ("commander-bench", "github-mcp-server", "kubernetes-mcp-server")
DIRECTIONS = ("input", "output")


@pytest.fixture(scope="module")
def schemas(history: Callable[[str], Path]) -> list[tuple[str, Any]]:
    """The arguments' schemas of all tools at the end of the real histories, by name."""
    found = []
    for name in NAMES:
        text = _git(history(name), "show", "HEAD:mcp-covenant.lock")
        for tool in json.loads(text)["surface"]["tools"]:
            schema = tool.get("inputSchema", tool.get("input_schema"))
            found.append((f"{name}/{tool['name']}", schema))
    return found


def _git(folder: Path, *arguments: str) -> str:
    host = GitRepo.__new__(GitRepo)
    host.path, host._time = folder, 0
    return host.git(*arguments)


def surface(schema: Any, direction: str) -> Interface:
    member = f"{direction}Schema"
    return interface({"tools": [{"name": "t", "inputSchema": {"type": "object"}, member: schema}]})


def _pattern(_: Any, pattern: str, value: Any, __: Any) -> Iterator[ValidationError]:
    # To Python ``$`` also stands before a line break at the end, to JSON Schema it does not.
    if isinstance(value, str) and not re.search(pattern.replace("$", r"\Z"), value):
        yield ValidationError("does not match")


VALIDATOR = extend(Draft202012Validator, {"pattern": _pattern})


def accepts(schema: Any, value: Any) -> bool:
    return VALIDATOR(schema).is_valid(value)


def opened(schema: Any) -> Any:
    """The schema as a reader takes it who ignores fields that he does not know."""
    if isinstance(schema, list):
        return [opened(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: opened(part)
        for key, part in schema.items()
        if not (key == "additionalProperties" and part is False)
    }


def breaks(small: Any, large: Any, value: Any, direction: str) -> bool:
    """Tell whether ``value`` breaks somebody, as the ``callers`` profile means it.

    It holds names that the small side declares and one that nobody does, so that no caller is
    taken to have guessed a name.
    """
    if not accepts(small, value) or accepts(large, value):
        return False
    return direction == "input" or not accepts(opened(large), value)


def searched(rng: random.Random, small: Any, large: Any, direction: str) -> Iterator[Any]:
    values = Values(rng, small, large)
    yield from (
        value for value in (values.draw() for _ in range(40)) if breaks(small, large, value, direction)
    )


def differences(old: Any, new: Any, pointer: str = "") -> Iterator[str]:
    """Yield the places where two JSON values differ as they are written."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in old.keys() | new.keys():
            place = f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}"
            if key in old and key in new:
                yield from differences(old[key], new[key], place)
            else:
                yield place
    elif (
        isinstance(old, list)
        and isinstance(new, list)
        and pointer.rpartition("/")[2] in ("anyOf", "oneOf", "allOf")
    ):
        for number in range(max(len(old), len(new))):
            if number < min(len(old), len(new)):
                yield from differences(old[number], new[number], f"{pointer}/{number}")
            else:
                yield f"{pointer}/{number}"
    elif json.dumps(old, sort_keys=True) != json.dumps(new, sort_keys=True):
        yield pointer


def touched(change: Change, places: set[str]) -> bool:
    """Tell whether a change stands at, above or below a place that differs."""
    at = change.pointer
    if change.rule.startswith("schema.property.required."):
        at = at.rpartition("/properties/")[0]
    if change.via:  # the part itself may be as it was, and be used here only now
        name = change.path.removeprefix("output: ").split("[")[0].split(" (")[0].split(".")[0]
        member = change.pointer.split("/")[1]
        users = (f"/{member}/properties/{name}", f"/{member}/$defs", f"/{member}/additionalProperties")
        return any(touched(replace(change, via="", pointer=at), places) for at in (*users, change.pointer))
    return any(f"{place}/".startswith(f"{at}/") or f"{at}/".startswith(f"{place}/") for place in places)


def contradictions(rng: random.Random, old: Any, new: Any, direction: str) -> Iterator[str]:
    small, large = (old, new) if direction == "input" else (new, old)
    changes = classify(surface(old, direction), surface(new, direction))
    worst = max((change.level for change in changes), default=Level.PATCH)
    verdict = decide(old, new, direction=direction)  # type: ignore[arg-type]
    found = next(searched(rng, small, large, direction), None)
    if found is not None and worst < Level.REVIEW:
        yield f"level {worst.label}, and yet {json.dumps(found)} breaks"
    if found is not None and verdict.outcome == "compatible":
        yield f"proven compatible, and yet {json.dumps(found)} breaks"
    if verdict.outcome == "breaking" and worst is not Level.BREAKING:
        yield f"{verdict} but level {worst.label}"
    if not changes and next(searched(rng, large, small, direction), None) is not None:
        yield "nothing is said of a schema that means something else"
    places = {f"/{direction}Schema{place}" for place in differences(old, new)}
    for change in changes:
        yield from _faults(change, old, new, places)


def _faults(change: Change, old: Any, new: Any, places: set[str]) -> Iterator[str]:
    shown = f"{change.level.label} {change.rule} at {change.pointer} ({change.path})"
    if isinstance(change.proof, Witnessed):
        small, large = (old, new) if change.proof.side == "input" else (new, old)
        if not accepts(small, change.proof.value) or accepts(large, change.proof.value):
            yield f"{shown}: the witness {json.dumps(change.proof.value)} does not hold"
    if change.level is Level.BREAKING and not isinstance(change.proof, (Witnessed, ByContract)):
        yield f"{shown}: no proof"
    if not touched(change, places):
        yield f"{shown}: nothing changed there"


@pytest.mark.shared
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_no_edit_of_a_real_tool_is_misjudged(schemas: list[tuple[str, Any]], direction: str) -> None:
    wrong = []
    for number in range(FIRST, FIRST + ROUNDS):
        for name, schema in schemas:
            rng = random.Random(f"{name} {direction} {number}")
            old = mutated(rng, schema, rng.choice([0, 0, 1, 2]))
            new = mutated(rng, old, rng.choice([1, 1, 1, 2, 3]))
            wrong += [
                f"{name} {number}: {fault}\n  old {json.dumps(old)}\n  new {json.dumps(new)}"
                for fault in contradictions(rng, old, new, direction)
            ]
    assert not wrong, f"{len(wrong)} contradictions\n" + "\n".join(wrong[:20])

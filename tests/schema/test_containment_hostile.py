"""Schemas that mean harm end in an answer, soon and in little memory."""

from __future__ import annotations

import resource
import signal
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest

from mcp_docs.schema.containment import decide
from mcp_docs.schema.validate import errors, is_valid
from mcp_docs.schema.validity import problem

#: Generous: what it guards against takes hours or all memory.
SECONDS = 60
MEMORY = 2 << 30


@pytest.fixture(autouse=True)
def _bounded() -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TimeoutError("no answer within the bound")

    before = resource.getrlimit(resource.RLIMIT_AS)
    handler = signal.signal(signal.SIGALRM, stop)
    with open("/proc/self/statm", encoding="ascii") as sizes:  # noqa: PTH123 - a pseudo-file
        used = int(sizes.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, before[1]))
    signal.alarm(SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, handler)
    resource.setrlimit(resource.RLIMIT_AS, before)


def nested(depth: int, leaf: Any, word: str = "properties") -> Any:
    for _ in range(depth):
        if word == "properties":
            leaf = {"type": "object", "properties": {"a": leaf}}
        elif word in ("allOf", "anyOf"):
            leaf = {word: [leaf]}
        else:
            leaf = {word: leaf}
    return leaf


TEXT, NUMBER = {"type": "string"}, {"type": "number"}
MANY = [f"v{i}" for i in range(100_000)]
UNPROVEN = {
    "a reference to itself": ({"$ref": "#"}, TEXT),
    "references in a circle": (
        {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"},
        TEXT,
    ),
    "a choice that comes back": ({"anyOf": [TEXT, {"$ref": "#"}]}, TEXT),
    "a reference out of the document": ({"$ref": "https://schemas.example/a"}, TEXT),
    "a reference to nowhere": ({"$ref": "#/$defs/none"}, TEXT),
    "10,000 levels": (nested(10_000, TEXT), nested(10_000, NUMBER)),
    "10,000 negations": (nested(10_000, TEXT, "not"), nested(10_000, NUMBER, "not")),
    "1,000 levels": (nested(1_000, TEXT), nested(1_000, NUMBER)),
    "1,000 conjunctions": (nested(900, TEXT, "allOf"), nested(901, NUMBER, "allOf")),
    "repetitions of repetitions": (
        {"type": "string", "pattern": "^(a{1,1000}){1,1000}$"},
        {"type": "string", "pattern": "^(a{1,1001}){1,1000}$"},
    ),
    "an exponential automaton": (
        {"type": "string", "pattern": "(a|b)*a(a|b){24}$"},
        {"type": "string", "pattern": "(a|b)*a(a|b){25}$"},
    ),
    "long arrays of different items": (
        {"type": "array", "minItems": 100_000, "uniqueItems": True},
        {"type": "array", "maxItems": 10_000},
    ),
    "objects of a million members": ({"type": "object", "minProperties": 1_000_000}, TEXT),
    "strings of a billion characters": ({"type": "string", "minLength": 1_000_000_000}, NUMBER),
    "evaluation in 2^20 cases": (
        {"anyOf": [{"properties": {f"p{i}": True}} for i in range(20)], "unevaluatedProperties": False},
        {"anyOf": [{"properties": {f"p{i}": True}} for i in range(21)], "unevaluatedProperties": False},
    ),
    "a look-behind": ({"type": "string", "pattern": "(?<=a)b"}, {"type": "string", "pattern": "ab"}),
    "a back-reference": ({"type": "string", "pattern": r"^(a|b)\1$"}, {"type": "string", "pattern": "^(aa|bb)$"}),
    "no schema": (None, TEXT),
    "no JSON number": ({"minimum": float("inf")}, TEXT),
    "a number of 5,000 digits": ({"const": 10**5_000}, {"maximum": 10**4_999}),
    "a type that is none": ({"type": "strng"}, TEXT),
    "an unknown dialect": ({"$schema": "https://schemas.example/own", "type": "string"}, NUMBER),
}  # fmt: skip


@pytest.mark.parametrize("pair", UNPROVEN.values(), ids=UNPROVEN.keys())
def test_what_cannot_be_known_is_unproven(pair: tuple[Any, Any]) -> None:
    verdict = decide(*pair, profile="strict")
    assert verdict.outcome == "unproven"
    assert verdict.reason
    # Whatever they are, the other profiles and directions answer as well.
    decide(*pair)
    decide(*pair, direction="output")


DECIDED = {
    "100,000 values, one more": ({"enum": MANY}, {"enum": [*MANY, "w"]}, "compatible"),
    "100,000 values, one fewer": ({"enum": MANY}, {"enum": MANY[:-1]}, "breaking"),
    "100,000 values as a property": (
        {"properties": {"a": {"enum": MANY}}},
        {"properties": {"a": {"enum": MANY[:-1]}}},
        "breaking",
    ),
    "2^20 combinations": (
        {"allOf": [{"anyOf": [{"required": [f"a{i}"]}, {"required": [f"b{i}"]}]} for i in range(20)]},
        {"anyOf": [{"required": ["a0"]}, {"required": ["b0"]}]},
        "compatible",
    ),
    "one of 20 and one of 21": (
        {"oneOf": [{"required": [f"p{i}"]} for i in range(20)]},
        {"oneOf": [{"required": [f"p{i}"]} for i in range(21)]},
        "breaking",
    ),
    "a pattern that explodes when it backtracks": (
        {"type": "string", "pattern": "^(a+)+$"},
        {"type": "string", "pattern": "^(a|aa)+$"},
        "compatible",
    ),
    "an object that would have to be endless": (
        {"$ref": "#/$defs/a", "$defs": {"a": {"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#/$defs/a"}}}}},
        TEXT,
        "compatible",
    ),
    "10,000 levels, the same": (nested(10_000, TEXT), nested(10_000, TEXT), "compatible"),
    "a reference out of the document, the same": (
        {"$ref": "https://schemas.example/a"},
        {"$ref": "https://schemas.example/a"},
        "compatible",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("one", "two", "outcome"), DECIDED.values(), ids=DECIDED.keys())
def test_what_only_looks_hard_is_decided(one: Any, two: Any, outcome: str) -> None:
    assert decide(one, two, profile="strict").outcome == outcome


LOOP = {"a": {"allOf": [{"$ref": "#/$defs/b"}]}, "b": {"anyOf": [{"$ref": "#/$defs/a"}]}}
LOOPS = {
    "references": {"$ref": "#/$defs/a", "$defs": LOOP},
    "references of draft 7": {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "allOf": [{"$ref": "#/$defs/a"}],
        "$defs": LOOP,
    },
    "the only keyword in draft 7": {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$ref": "#/$defs/a",
        "$defs": LOOP,
    },
    "dynamic references": {"$dynamicAnchor": "n", "anyOf": [{"$dynamicRef": "#n"}]},
}


@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS.keys())
@pytest.mark.parametrize("below", range(16))
def test_a_loop_ends_in_words_wherever_the_stack_does(loop: Any, below: int) -> None:
    def called_from(frames: int) -> Any:
        return called_from(frames - 1) if frames else errors(loop, 1)

    assert called_from(below) == (
        (
            "it cannot be checked: the schema or the value is nested too deeply, or a $ref leads back to itself",
            "",
        ),
    )


def test_references_that_double_do_not_stop_validation() -> None:
    steps = {f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n - 1}"}] * 2} for n in range(1, 41)}
    schema = {"$ref": "#/$defs/d40", "$defs": {"d0": TEXT, **steps}}
    assert not is_valid(schema, "a")  # what cannot be checked is not taken for valid
    assert errors(schema, "a")[0][0].startswith("it cannot be checked: ")
    assert not is_valid({**schema, "unevaluatedProperties": False}, {"a": 1})


def test_an_exploding_pattern_does_not_stop_validation() -> None:
    assert not is_valid({"pattern": "^(a+)+$"}, "a" * 5_000 + "!")
    assert not is_valid({"patternProperties": {"^(a|a)*$": False}}, {"a" * 5_000: 1})
    assert is_valid({"pattern": "^(a|a)*b$"}, "a" * 5_000 + "b")


@pytest.mark.parametrize(
    "schema", [{"pattern": "(?<=a)b"}, {"$ref": "https://schemas.example/a"}, {"$ref": "#"}]
)
def test_what_cannot_be_checked_says_so(schema: Any) -> None:
    assert not is_valid(schema, "ab")
    ((message, pointer),) = errors(schema, "ab")
    assert message.startswith("it cannot be checked: ")
    assert pointer == ""


def test_a_schema_that_is_too_deep_is_at_fault() -> None:
    assert problem(nested(10_000, TEXT)) == ("it is nested too deeply to be checked", "")


def ladder(step: Any, leaf: Any) -> Any:
    """A schema of 90 steps, each of which refers to the next more than once: 2^90 ways down, and no circle."""
    definitions = {f"a{i}": step({"$ref": f"#/$defs/a{i + 1}"}) for i in range(90)}
    return {"$ref": "#/$defs/a0", "$defs": {**definitions, "a90": leaf}}


LADDERS: dict[str, Any] = {
    "negations": lambda r: {"not": {"allOf": [{"not": r}, {"not": {"allOf": [r]}}]}},
    "conjunctions": lambda r: {"allOf": [r, {"allOf": [r]}]},
    "alternatives": lambda r: {"oneOf": [r, {"not": r}]},
    "conditions": lambda r: {"if": r, "then": r, "else": {"not": r}},
    "dependencies": lambda r: {"dependentSchemas": {"a": r, "b": {"not": r}}},
}


@pytest.mark.parametrize("step", LADDERS.values(), ids=LADDERS.keys())
def test_many_ways_to_one_definition_take_little_memory(step: Any) -> None:
    tracemalloc.start()
    try:
        verdict = decide(ladder(step, {"type": "string"}), ladder(step, {"type": "number"}), profile="strict")
        assert verdict.reason
        assert tracemalloc.get_traced_memory()[1] < 100_000_000
    finally:
        tracemalloc.stop()

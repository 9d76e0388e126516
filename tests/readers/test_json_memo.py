"""Texts read one after the other give what each gives by itself."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from mcp_docs.jsontext import Document, JsonTextError, load, new_memo
from mcp_docs.readers import ElementCache, read
from mcp_docs.schema.source import packed


def outcome(document: Document | JsonTextError) -> Any:
    if isinstance(document, JsonTextError):
        return document.code, document.where
    return packed(document.value), document.faults


def attempt(data: bytes, memo: Any = None) -> Any:
    try:
        return outcome(load(data, memo))
    except JsonTextError as error:
        return outcome(error)


def tool(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "inputSchema": {"type": "object"}, **more}


def edited(rng: random.Random, tools: list[Any]) -> list[Any]:
    """Change, add, remove, double or move entries, several at once now and then."""
    tools = list(tools)
    for _ in range(rng.choice([0, 1, 1, 2, 5])):
        at = rng.randrange(len(tools) + 1)
        kind = rng.randrange(6)
        if kind == 0:
            tools.insert(at, tool(f"new{rng.random()}"))
        elif kind == 1 and at < len(tools):
            del tools[at : at + rng.choice([1, 1, 3])]
        elif kind == 2 and at < len(tools):
            tools[at] = tool("changed", n=rng.choice([1, 1.0, True, None, "1", 10**30]))
        elif kind == 3 and at < len(tools):
            tools.append(tools[at])
        elif kind == 4:
            tools.insert(at, rng.choice([1, 12, "{", "[]", None, [tool("in a list")], {}]))
        else:
            rng.shuffle(tools)
    return tools


def broken(rng: random.Random, text: str) -> str:
    """Return the text, often with a part of it cut out, doubled or replaced."""
    if rng.random() < 0.4:
        return text
    start = rng.randrange(len(text))
    end = min(len(text), start + rng.choice([1, 1, 2, 30]))
    put = rng.choice(
        ["", text[start:end] * 2, ",", "}", "]", '"', "{", "NaN", '"\\ud800"', ' "a": 1, "a": 2,', " "]
    )
    return text[:start] + put + text[end:]


@pytest.mark.parametrize("seed", range(4))
def test_law_a_memo_changes_no_answer(seed: int) -> None:
    rng = random.Random(seed)
    memo = new_memo()
    tools: list[Any] = [tool(f"t{number}", description="x" * number) for number in range(12)]
    sound = 0
    for _ in range(400):
        tools = edited(rng, tools)
        surface = {"tools": tools, "resources": [], "prompts": [tool("p")]}
        document = rng.choice(
            [{"covenant_version": "0", "surface": surface}, tools, {"result": {"tools": tools}}]
        )
        text = broken(rng, json.dumps(document, indent=rng.choice([None, 2, 2, 2]), ensure_ascii=False))
        expected = attempt(text.encode("utf-8", "surrogatepass"))
        assert attempt(text.encode("utf-8", "surrogatepass"), memo) == expected, text
        sound += expected[1] == ()
    assert sound > 100


def test_entries_that_stayed_are_handed_out_again() -> None:
    memo = new_memo()
    texts = [
        json.dumps({"tools": [tool(name) for name in names]}, indent=1)
        for names in ("abcde", "axcyde", "xyabe")
    ]
    values: list[Any] = [load(text.encode(), memo).value for text in texts]
    first, second, third = (value["tools"] for value in values)
    assert [second[at] is first[number] for at, number in ((0, 0), (2, 2), (4, 3), (5, 4))] == [True] * 4
    assert third[4] is second[5]


def test_many_entries_that_came_or_went_do_not_cost_the_rest() -> None:
    memo = new_memo()
    names = [f"t{number}" for number in range(100)]
    changed = [names[5:], [f"n{number}" for number in range(30)] + names[5:], names[20:]]
    before: list[Any] = load(json.dumps([tool(name) for name in names]).encode(), memo).value  # type: ignore[assignment]
    for now in changed:
        after: list[Any] = load(json.dumps([tool(name) for name in now]).encode(), memo).value  # type: ignore[assignment]
        known = {id(entry) for entry in before}
        stayed = [entry["name"] for entry in after if id(entry) in known]
        gone = {entry["name"] for entry in before} - set(now)
        # No more is parsed anew than what went, and what is new.
        assert len(stayed) >= len(set(now) & {entry["name"] for entry in before}) - len(gone)
        before = after


def test_a_history_reads_the_same_with_and_without_what_was_read_before() -> None:
    cache = ElementCache()
    for names in ("abc", "ab", "abxc", "cba", "abc", "aac"):
        data = json.dumps([tool(name, description=name) for name in names], indent=2).encode()
        shared, alone = read(data, cache), read(data)
        assert (shared, shared.problems, shared.digest) == (alone, alone.problems, alone.digest)

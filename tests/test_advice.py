"""What a caller is told to do, from changes that the classifier makes of two small interfaces."""

from __future__ import annotations

import pytest

from mcp_docs.advice import for_callers
from mcp_docs.change import Level
from mcp_docs.classifier.interfaces import classify
from walks import interface, with_input

TEXT = {"type": "string"}


def need(*names: str) -> dict[str, object]:
    tool = with_input("find", ship=TEXT, flag=TEXT)
    tool["inputSchema"]["required"] = list(names)
    return tool


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (need("ship"), need("ship", "flag"), "Send flag in every call."),
        (
            need("ship"),
            with_input("other", colour={"type": "integer"}),
            "Stop calling find before you upgrade.",
        ),
        (
            with_input("find", ship=TEXT),
            with_input("find", ship={"type": "integer"}),
            "Check what you send for ship: some values that worked are refused.",
        ),
    ],
)
def test_a_break_says_what_a_caller_does(
    before: dict[str, object], after: dict[str, object], told: str
) -> None:
    changes = classify(interface(before), interface(after))
    assert told in {for_callers(c) for c in changes if c.level is Level.BREAKING}


def test_what_breaks_nobody_asks_for_nothing() -> None:
    changes = classify(interface(need("ship")), interface(need("ship"), with_input("new")))
    assert [for_callers(change) for change in changes] == [""]

"""A fixed number of the fuzzer's inputs; benchmarks/fuzz.py goes on for as long as it is told to."""

from __future__ import annotations

import pytest

import fuzz
from mcp_docs.errors import McpDocsError


@pytest.mark.parametrize("first", [1, 201, 401, 601])
def test_nothing_but_values_and_named_errors(first: int, capsys: pytest.CaptureFixture[str]) -> None:
    counts, failures = fuzz.run([fuzz.SEEDS], range(first, first + 200), seconds=600)
    assert failures == 0, capsys.readouterr().out
    assert counts["lockfile"] > 20
    assert counts["differences"] > 20


def test_whole_builds_are_among_the_inputs(capsys: pytest.CaptureFixture[str]) -> None:
    counts, failures = fuzz.run([fuzz.SEEDS], [n * fuzz.BUILD_EVERY for n in range(1, 4)], seconds=600)
    assert failures == 0, capsys.readouterr().out
    assert counts["build"] == 3


@pytest.mark.parametrize(
    "page", ['<b mcpdocsfuzz="">x</b>', '<a href=" javascript:alert(1)">x</a>', "<svg mcpdocsfuzz>"]
)
def test_a_trace_of_a_payload_is_seen(page: str) -> None:
    with pytest.raises(ValueError, match="became"):
        fuzz.Traces(page)


def test_an_error_without_words_and_any_other_error_are_failures() -> None:
    def silent(_: bytes) -> None:
        raise McpDocsError("")

    def other(_: bytes) -> None:
        raise KeyError("x")

    with pytest.raises(ValueError, match="without words"):
        fuzz.named(silent, b"")
    with pytest.raises(KeyError):
        fuzz.named(other, b"")

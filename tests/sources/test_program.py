"""What a cache and a finished site take for the program that made them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from mcp_docs.sources.program import folder_digest, program


def test_the_same_source_is_the_same_program_from_every_python(monkeypatch: pytest.MonkeyPatch) -> None:
    found = program()
    program.cache_clear()
    monkeypatch.setattr(sys, "version_info", (3, 99, 0, "final", 0))
    assert program() == found
    program.cache_clear()


def test_a_changed_added_or_renamed_file_is_another_program(tmp_path: Path) -> None:
    def digest(**files: str) -> str:
        for file in tmp_path.iterdir():
            file.unlink()
        for name, text in files.items():
            (tmp_path / name).write_text(text)
        return folder_digest(tmp_path)

    states = [{"a": "x"}, {"a": "y"}, {"a": "x", "b": ""}, {"b": "x"}, {"ax": ""}]
    assert len({digest(**state) for state in states}) == len(states)
    assert digest(a="x") == digest(**{"a": "x", "a.pyc": "compiled"})

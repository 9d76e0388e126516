"""What can be imported from ``mcp_docs`` itself is a promise: each name loads, and is told to users."""

from __future__ import annotations

from pathlib import Path

import pytest

import mcp_docs

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGE = (ROOT / "site-example" / "docs" / "python.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", mcp_docs.__all__)
def test_each_public_name_loads(name: str) -> None:
    assert getattr(mcp_docs, name) is not None


@pytest.mark.parametrize("name", sorted(set(mcp_docs.__all__) - {"__version__"}))
def test_each_public_name_is_told_and_documented(name: str) -> None:
    told = README.partition("## From Python")[2].partition("\n## ")[0]
    assert f"`{name}`" in PAGE or name in told
    assert getattr(mcp_docs, name).__doc__


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = mcp_docs.nothing

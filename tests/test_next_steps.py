"""Every error says what to do next: read from the source, so that no new one is without."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from mcp_docs import errors
from mcp_docs.config import KEYS, config_from_mapping

PACKAGE = Path(errors.__file__).parent
TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.rglob("*.py"))}

#: Where an error is made that says nothing of what to do, and why that is right.
EXCUSED = {
    "feed/source.py:_load": "read only by FeedSource.parsed, which makes a FeedError of it",
}


def usual_hints() -> dict[str, bool]:
    """Return the names of our errors, and whether all of a class have a hint."""
    known = {
        name: bool(kind.usual_hint)
        for name, kind in vars(errors).items()
        if inspect.isclass(kind) and issubclass(kind, errors.McpDocsError)
    }
    for tree in TREES.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                bases = [base.id for base in node.bases if isinstance(base, ast.Name) and base.id in known]
                if bases:
                    own = any("usual_hint" in ast.unparse(line) for line in node.body)
                    known[node.name] = own or any(known[base] for base in bases)
    return known


def without_hint() -> Iterator[tuple[str, int, str]]:
    """Yield file and function, line and text of each error that is made without a hint."""
    usual = usual_hints()
    for path, tree in TREES.items():
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            for call in ast.walk(function):
                if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                    continue
                given = {argument.arg for argument in call.keywords}
                # The key of a configuration brings the example of that key with it, see below; an unknown
                # one is answered with the nearest, or with all that are known.
                if usual.get(call.func.id) is False and not given & {"hint", "key"}:
                    place = f"{path.relative_to(PACKAGE).as_posix()}:{function.name}"
                    yield place, call.lineno, ast.unparse(call)


def test_no_error_leaves_its_reader_without_a_next_step() -> None:
    found = list(without_hint())
    assert [item for item in found if item[0] not in EXCUSED] == []
    assert {item[0] for item in found} == set(EXCUSED), "what needs no excuse any more must not keep one"


def test_the_reader_of_the_source_sees_an_error_without_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = ast.parse("def read():\n    raise ConfigError('is wrong', where=None)\n")
    monkeypatch.setitem(TREES, PACKAGE / "made.py", bare)
    assert ("made.py:read", 2, "ConfigError('is wrong', where=None)") in list(without_hint())


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.dotted)
def test_a_wrong_value_is_answered_with_the_example_of_its_key(key: object) -> None:
    table, name, example = (getattr(key, field) for field in ("table", "name", "example"))
    document = {table: {name: object()}} if table else {name: object()}
    with pytest.raises(errors.ConfigError) as caught:
        config_from_mapping(document, "mcp-docs.toml")
    below = f" below [{table}]" if table else ""
    assert caught.value.hint == f"For example{below}: {name} = {example}"

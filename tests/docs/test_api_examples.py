"""What the page on Python shows, and what can be imported, is typed as strictly as the package, for two checkers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from docpages import ROOT, blocks

import mcp_docs
from run import SOURCE


@pytest.fixture
def examples(tmp_path: Path) -> list[Path]:
    """The page's examples, each in a file, in one folder."""
    texts = [
        block.text for block in blocks(ROOT / "site-example" / "docs" / "python.md") if block.kind == "python"
    ]
    assert len(texts) == 4
    files = [tmp_path / f"example_{number}.py" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text, encoding="utf-8")
    return files


def test_the_examples_pass_mypy(examples: list[Path], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", str(ROOT / "pyproject.toml")]
    environment = {"MYPYPATH": str(SOURCE), "PATH": "", "MYPY_CACHE_DIR": str(tmp_path / "cache")}
    done = subprocess.run(
        [*command, *map(str, examples)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def pyright(folder: Path, *arguments: str) -> dict[str, Any]:
    """Run pyright and return its report."""
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("{"), done.stdout + done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def test_the_examples_pass_pyright(examples: list[Path], tmp_path: Path) -> None:
    settings = {"include": ["."], "typeCheckingMode": "strict", "extraPaths": [str(SOURCE)]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    report = pyright(tmp_path)
    assert report["summary"]["filesAnalyzed"] == len(examples)
    assert [found["message"] for found in report["generalDiagnostics"]] == []


def test_every_public_name_and_its_members_have_types_that_no_checker_has_to_guess(tmp_path: Path) -> None:
    report = pyright(tmp_path, "--verifytypes", "mcp_docs", "--ignoreexternal")
    public = [getattr(mcp_docs, name) for name in mcp_docs.__all__ if name != "__version__"]
    names = {f"{value.__module__}.{value.__qualname__}" for value in public if hasattr(value, "__qualname__")}
    symbols = {symbol["name"]: symbol for symbol in report["typeCompleteness"]["symbols"]}
    assert names <= symbols.keys()
    judged = [
        symbol
        for name, symbol in symbols.items()
        if any(name == public or name.startswith(f"{public}.") for public in names)
    ]
    assert [s["name"] for s in judged if not s["isTypeKnown"] or s["isTypeAmbiguous"]] == []

"""What the page on Python shows is typed as strictly as the package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from docpages import ROOT, blocks

from run import SOURCE


def test_the_examples_pass_the_strict_type_checker(tmp_path: Path) -> None:
    examples = [
        block.text for block in blocks(ROOT / "site-example" / "docs" / "python.md") if block.kind == "python"
    ]
    assert len(examples) == 4
    files = [tmp_path / f"example_{number}.py" for number in range(len(examples))]
    for file, text in zip(files, examples, strict=True):
        file.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", str(ROOT / "pyproject.toml")]
    environment = {"MYPYPATH": str(SOURCE), "PATH": "", "MYPY_CACHE_DIR": str(tmp_path / "cache")}
    done = subprocess.run(
        [*command, *map(str, files)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr

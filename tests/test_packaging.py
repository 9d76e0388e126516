"""The wheel carries all it needs: installed into an empty environment it builds a site."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

from gitrepo import GitRepo
from lockfiles import lockfile, tool


def test_the_wheel_builds_a_site_in_an_empty_environment(
    project: Path, tmp_path: Path, git_repo: Callable[[], GitRepo]
) -> None:
    def run(*command: str | Path) -> str:
        done = subprocess.run([*map(str, command)], capture_output=True, check=False, cwd=tmp_path)
        assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()
        return done.stdout.decode()

    run(sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path / "dist", project)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "mcp_docs/py.typed" in names
    assert {Path(n).name for n in names if n.startswith("mcp_docs/templates/")} >= {
        "element.html.j2",
        "home.html.j2",
    }
    assert not [n for n in names if n.startswith(("tests", "site-example"))]

    run(sys.executable, "-m", "venv", tmp_path / "env")
    python = tmp_path / "env" / "bin" / "python"
    lock = project / "requirements.lock"
    run(python, "-m", "pip", "install", "--quiet", "--constraint", lock, wheel)
    repo = git_repo()
    repo.commit({"mcp-docs.lock": lockfile(tool("berths"))}, "first")
    repo.tag("v1.0.0")
    run(tmp_path / "env" / "bin" / "mcp-docs", "build", repo.path, "--output", tmp_path / "site")
    page = (tmp_path / "site" / "tools" / "berths" / "index.html").read_text(encoding="utf-8")
    assert "The tool berths." in page

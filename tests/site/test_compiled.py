"""Templates that are compiled once: where Python keeps its modules, of no consequence, never another program's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from run import mcp_docs


@pytest.fixture
def repo(git_repo: Callable[[], GitRepo]) -> GitRepo:
    made = git_repo()
    made.commit({"mcp-docs.lock": lockfile(tool("find"))})
    made.tag("v1.0.0")
    return made


def site(repo: GitRepo, output: Path, **environment: str) -> dict[str, bytes]:
    done = mcp_docs("build", repo.path, "--output", output, "--no-cache", **environment)
    assert done.code == 0, done.err
    return {str(path.relative_to(output)): path.read_bytes() for path in output.rglob("*") if path.is_file()}


def compiled(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.template.*.pyc"))


def test_they_are_kept_beside_compiled_modules_and_used(repo: GitRepo, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    first = site(repo, tmp_path / "first", PYTHONPYCACHEPREFIX=str(kept))
    found = compiled(kept)
    assert len(found) > 10
    assert {path.parent for path in found} == {
        path.parent for path in kept.rglob("compiled.*.pyc") if "mcp_docs" in path.parts
    }
    stamps = [path.stat().st_mtime_ns for path in found]
    assert site(repo, tmp_path / "second", PYTHONPYCACHEPREFIX=str(kept)) == first
    assert [path.stat().st_mtime_ns for path in compiled(kept)] == stamps


def test_damaged_ones_are_made_anew(repo: GitRepo, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    first = site(repo, tmp_path / "first", PYTHONPYCACHEPREFIX=str(kept))
    damaged = {}
    for number, path in enumerate(compiled(kept)):
        damaged[path] = (b"", b"nonsense", path.read_bytes()[:-20])[number % 3]
        path.write_bytes(damaged[path])
    assert site(repo, tmp_path / "second", PYTHONPYCACHEPREFIX=str(kept)) == first
    assert all(path.read_bytes() != damaged[path] for path in damaged)


def test_none_are_written_where_python_shall_write_none(repo: GitRepo, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    site(repo, tmp_path / "first", PYTHONPYCACHEPREFIX=str(kept), PYTHONDONTWRITEBYTECODE="1")
    assert not compiled(kept)


def test_a_users_templates_leave_nothing_there(repo: GitRepo, tmp_path: Path) -> None:
    kept, templates = tmp_path / "kept", repo.path / "looks"
    site(repo, tmp_path / "first", PYTHONPYCACHEPREFIX=str(kept))
    before = compiled(kept)
    templates.mkdir()
    (templates / "foot.html.j2").write_text("<p>Ours</p>", encoding="utf-8")
    (repo.path / "mcp-docs.toml").write_text('templates = "looks"\n', encoding="utf-8")
    made = site(repo, tmp_path / "second", PYTHONPYCACHEPREFIX=str(kept))
    assert b"<p>Ours</p>" in made["index.html"]
    assert compiled(kept) == before

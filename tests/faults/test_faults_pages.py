"""Odd elements still have a page, and a user's site is told what is wrong as MkDocs tells it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from run import SOURCE, mcp_docs

Make = Callable[[], GitRepo]


def test_arguments_of_a_prompt_that_have_no_name(git_repo: Make, tmp_path: Path) -> None:
    repo = git_repo()
    arguments = [None, 3, {}, {"name": 3}, {"name": "berth"}, {"description": "nameless"}]
    prompts = ({"name": "plan", "arguments": arguments}, {"name": "other", "arguments": 3})
    repo.commit({"mcp-docs.lock": lockfile(tool("berths"), prompts=prompts)}, "one")
    done = mcp_docs("build", repo.path, "-o", tmp_path / "site")
    assert done.code == 0, done.err
    page = (tmp_path / "site/prompts/plan/index.html").read_text()
    assert page.count("<em>no name</em>") == 3
    assert '<code class="mcp-row__name">berth</code>' in page
    assert (tmp_path / "site/prompts/other/index.html").is_file()


def mkdocs(folder: Path, options: str) -> subprocess.CompletedProcess[str]:
    (folder / "docs").mkdir(parents=True)
    (folder / "docs/index.md").write_text("# Mine\n")
    (folder / "mkdocs.yml").write_text(
        f"site_name: Mine\ntheme: mkdocs\nplugins: [{{mcp-docs: {{{options}}}}}]\n"
    )
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build"],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("section", ["../../outside", "a/../b", "a//b", "./a", "a\\b"])
def test_a_section_that_leaves_the_site(git_repo: Make, tmp_path: Path, section: str) -> None:
    repo = git_repo()
    repo.commit({"mcp-docs.lock": lockfile(tool("berths"))}, "one")
    done = mkdocs(tmp_path / "deep/mine", f"repo: {repo.path}, section: '{section}'")
    assert done.returncode == 1
    assert "mcp-docs: section: " in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "deep/outside").exists()


def test_a_wrong_template_in_a_users_site(git_repo: Make, tmp_path: Path) -> None:
    repo = git_repo()
    repo.commit(
        {
            "mcp-docs.lock": lockfile(tool("berths")),
            "mcp-docs.toml": 'templates = "mine"\n',
            "mine/home.html.j2": "{{ 1 // 0 }}",
        },
        "one",
    )
    done = mkdocs(tmp_path / "mine", f"repo: {repo.path}")
    assert done.returncode == 1
    assert "mcp-docs: home.html.j2:1: template: ZeroDivisionError" in done.stderr
    assert "Traceback" not in done.stderr

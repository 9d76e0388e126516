"""How a release is made: the script that builds it twice, and the workflow that publishes what was built."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest
import yaml

import mcp_docs
from gitrepo import GitRepo

PARTS = (".ci", "src", "templates", "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE")
TAG = f"v{mcp_docs.__version__}"


@pytest.fixture
def checkout(project: Path, tmp_path: Path) -> GitRepo:
    """The project, committed, with a section for its version in the changelog."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    for name in PARTS:
        if (project / name).is_dir():
            shutil.copytree(project / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(project / name, folder)
    changelog = folder / "CHANGELOG.md"
    text = changelog.read_text(encoding="utf-8")
    changelog.write_text(text.replace("## [Unreleased]", f"## [{mcp_docs.__version__}] - 2024-01-01"))
    repo = GitRepo(folder)
    repo.commit()
    return repo


def dist(repo: GitRepo, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, ".ci/dist.py", *options]
    return subprocess.run(command, cwd=repo.path, check=False, capture_output=True, text=True)


def test_a_release_is_what_is_committed_and_its_digests_are_printed(checkout: GitRepo) -> None:
    (checkout.path / "src" / "mcp_docs" / "half.py").write_text("not committed")
    done = dist(checkout, "--tag", TAG)
    assert (done.returncode, done.stderr) == (0, "")
    files = sorted((checkout.path / "dist").iterdir())
    assert [file.suffix for file in files] == [".whl", ".gz"]
    assert done.stdout.splitlines() == [
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  dist/{file.name}" for file in files
    ]
    with tarfile.open(files[1]) as sdist:
        assert not [name for name in sdist.getnames() if name.endswith("half.py")]
    again = dist(checkout)
    assert again.stdout == done.stdout


@pytest.mark.parametrize("tag", ["v999.0.0", mcp_docs.__version__, f"{TAG}-rc.1"])
def test_a_tag_that_does_not_name_the_version_is_refused(checkout: GitRepo, tag: str) -> None:
    done = dist(checkout, "--tag", tag)
    assert (done.returncode, done.stdout) == (1, "")
    assert "does not name the package's version" in done.stderr
    assert not (checkout.path / "dist").exists()


def test_a_version_without_a_section_in_the_changelog_is_refused(checkout: GitRepo) -> None:
    (checkout.path / "CHANGELOG.md").write_text("## [Unreleased]\n")
    done = dist(checkout, "--tag", TAG)
    assert (done.returncode, done.stdout) == (1, "")
    assert "CHANGELOG.md has no section" in done.stderr


# --- the workflow --------------------------------------------------------------------------------


@pytest.fixture
def workflow(project: Path) -> dict[str, Any]:
    text = (project / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    read: dict[str, Any] = yaml.safe_load(text)
    return read


def test_only_the_job_that_publishes_may_ask_for_an_identity_and_it_runs_nothing(
    workflow: dict[str, Any],
) -> None:
    assert workflow["permissions"] == {"contents": "read"}
    jobs = workflow["jobs"]
    assert {name: job["permissions"] for name, job in jobs.items() if "permissions" in job} == {
        "publish": {"id-token": "write"}
    }
    assert sorted(jobs["publish"]["needs"]) == ["build", "test"]
    assert [step["uses"].partition("@")[0] for step in jobs["publish"]["steps"]] == [
        "actions/download-artifact",
        "pypa/gh-action-pypi-publish",
    ]
    # No value of an event is pasted into a command, where it would be code.
    runs = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    assert [run for run in runs if "${{" in run] == []


def test_what_the_workflow_runs_is_there(workflow: dict[str, Any], project: Path) -> None:
    runs = [step["run"] for job in workflow["jobs"].values() for step in job["steps"] if "run" in step]
    assert ".ci/run" in runs
    assert (project / ".ci" / "run").stat().st_mode & 0o100
    [target] = [run.split()[1] for run in runs if run.startswith("make ")]
    assert re.search(rf"^{target}:", (project / "Makefile").read_text(), re.MULTILINE)

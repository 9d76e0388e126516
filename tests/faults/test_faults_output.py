"""The place of a site: odd ones work or are refused by name, and what stands there stays whole."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from mcp_docs.site.build import MARKER
from run import mcp_docs, surroundings

Make = Callable[[], GitRepo]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def repo(git_repo: Make) -> GitRepo:
    repo = git_repo()
    repo.commit({"mcp-docs.lock": lockfile(tool("berths"))}, "one")
    repo.tag("v1.0.0")
    return repo


@pytest.mark.parametrize("harm", ["same size", "deleted", "further", "link", "pipe"])
def test_a_harmed_site_is_mended(repo: GitRepo, tmp_path: Path, harm: str) -> None:
    site = tmp_path / "site"
    assert mcp_docs("build", repo.path, "-o", site).code == 0
    whole = contents(site)
    page = site / "index.html"
    match harm:
        case "same size":
            page.write_bytes(page.read_bytes().replace(b"harbour", b"HARBOUR"))
        case "deleted":
            page.unlink()
        case "further":
            (site / "further").write_text("")
        case "link":
            page.unlink()
            page.symlink_to("changelog/index.html")
        case "pipe":
            page.unlink()
            os.mkfifo(page)
    assert contents(site) != whole
    assert mcp_docs("build", repo.path, "-o", site).out.startswith("Wrote ")
    assert contents(site) == whole
    assert "is up to date" in mcp_docs("build", repo.path, "-o", site).out


def test_a_link_stays_one_and_its_target_is_written_beside_itself(repo: GitRepo, tmp_path: Path) -> None:
    target = tmp_path / "disk" / "public"
    target.mkdir(parents=True)
    (tmp_path / "site").symlink_to(target)
    # Were it written beside the link, this could be another disk, to which nothing can be renamed.
    program = (
        "import sys; sys.addaudithook(lambda event, a: event == 'os.mkdir' and print('made', a[0]))\n"
        "from mcp_docs.cli import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "build", str(repo.path), "-o", str(tmp_path / "site")],
        env=surroundings(),
        capture_output=True,
        text=True,
        check=True,
    )
    made = [line.removeprefix("made ") for line in done.stdout.splitlines() if line.startswith("made ")]
    assert any(path.startswith(f"{target.parent}/.public-") for path in made)
    assert not any(path.startswith(f"{tmp_path}/.site-") for path in made)
    assert (tmp_path / "site").is_symlink()
    assert (target / MARKER).is_file()


def test_the_folder_that_one_stands_in(repo: GitRepo, tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    for message in ("two", "three"):
        repo.commit({"mcp-docs.lock": lockfile(tool("berths"), tool(message))}, message)
        done = mcp_docs("build", repo.path, "-o", ".", cwd=site)
        assert done.code == 0, done.err
    assert (site / "tools/three/index.html").is_file()


@pytest.mark.parametrize("name", ["n" * 300, "loop", "dangling", "file", "file/below"])
def test_a_place_that_cannot_be(repo: GitRepo, tmp_path: Path, name: str) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "file").write_text("x")
    before = sorted(tmp_path.rglob("*"))
    done = mcp_docs("build", repo.path, "-o", tmp_path / name)
    assert done.code == 3
    assert "internal error" not in done.err
    assert len(done.err) < 400
    assert sorted(tmp_path.rglob("*")) == before


def test_the_repository_itself_is_no_place_for_its_site(repo: GitRepo) -> None:
    before = contents(repo.path)
    for place in (repo.path, repo.path / ".git"):
        assert "holds files that mcp-docs has not made" in mcp_docs("build", repo.path, "-o", place).err
    assert contents(repo.path) == before


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP])
def test_a_build_that_is_told_to_end_leaves_the_old_site_and_nothing_else(
    repo: GitRepo, tmp_path: Path, ending: signal.Signals
) -> None:
    site, temporary = tmp_path / "out" / "site", tmp_path / "temporary"
    temporary.mkdir()
    assert mcp_docs("build", repo.path, "-o", site).code == 0
    whole = contents(site)
    repo.commit({"mcp-docs.lock": lockfile(tool("berths"), tool("tides"))}, "two")
    build = subprocess.Popen(
        [sys.executable, "-m", "mcp_docs", "build", str(repo.path), "-o", str(site)],
        env=surroundings(TMPDIR=str(temporary)),
        stderr=subprocess.PIPE,
    )
    while len(list(site.parent.iterdir())) < 2 and build.poll() is None:
        time.sleep(0.001)
    build.send_signal(ending)
    _, error = build.communicate()
    assert (build.returncode, error) == (128 + ending, b"")
    assert contents(site) == whole
    assert list(site.parent.iterdir()) == [site]
    assert list(temporary.iterdir()) == []


def test_a_problem_of_the_whole_file_is_told_by_its_name(repo: GitRepo, tmp_path: Path) -> None:
    repo.commit({"mcp-docs.lock": lockfile(tool("berths"), tool("berths"))}, "two")
    repo.tag("v1.1.0")
    done = mcp_docs("build", repo.path, "-o", tmp_path / "site", "--strict")
    assert done.code == 1
    assert done.err.startswith('  mcp-docs.lock: the tool "berths" is listed twice')


#: Runs the command with a few megabytes more than it has when it begins.
SHORT_OF_MEMORY = """
import resource
from pathlib import Path
from mcp_docs.cli import main
pages = int(Path("/proc/self/statm").read_text().split()[0])
resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + (12 << 20),) * 2)
main()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="a limit of memory holds on Linux alone")
def test_a_build_without_memory_says_so_and_leaves_the_old_site(repo: GitRepo, tmp_path: Path) -> None:
    site = tmp_path / "out" / "site"
    assert mcp_docs("build", repo.path, "-o", site).code == 0
    whole = contents(site)
    repo.commit(
        {"mcp-docs.lock": lockfile(tool("berths"), tool("tides", description="high " * 1_000_000))}, "two"
    )
    done = subprocess.run(
        [sys.executable, "-c", SHORT_OF_MEMORY, "build", str(repo.path), "-o", str(site)],
        env=surroundings(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3
    assert done.stderr.splitlines()[-1] == "mcp-docs: could not finish: out of memory"
    assert contents(site) == whole
    assert list(site.parent.iterdir()) == [site]

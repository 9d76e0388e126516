"""A site built after a change is the site built from nothing, whatever was there to start from."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from mcp_docs.site.publish import Report
from mcp_docs.site.workplace import workplace
from mcp_docs.sources.cachefile import NAME, SPARE
from run import mcp_docs, surroundings

Build = Callable[..., Report]
TEXT = {"type": "string"}

#: Runs the command and is killed at the given one of all events that change a file system.
KILLED_AT = """
import os, signal, sys
watched = {"os.mkdir", "os.rename", "os.link", "os.remove", "os.rmdir", "os.chmod", "open", "ctypes.dlsym"}
count, last = 0, int(sys.argv.pop(1))
def hook(event, arguments):
    global count
    if event == "open" and not (isinstance(arguments[2], int) and arguments[2] & os.O_CREAT):
        return
    if event in watched:
        count += 1
        if count == last:
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(hook)
from mcp_docs.cli import main
try:
    main()
finally:
    print(count)
"""


def contents(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Mode and bytes of every file, mode alone of every folder."""
    return {
        path.relative_to(folder).as_posix(): (
            path.stat().st_mode,
            path.read_bytes() if path.is_file() else b"",
        )
        for path in sorted(folder.rglob("*"))
    }


@pytest.fixture
def grown(git_repo: Callable[[], GitRepo], build: Build, tmp_path: Path) -> tuple[GitRepo, Path]:
    """A repository of two releases with a newer third, and the site that was built before that came."""
    repo = git_repo()
    for version, tools in (
        ("1.0.0", (tool("berths"), tool("ships"), tool("tides"))),
        ("1.1.0", (tool("berths", {"port": TEXT}), tool("ships"), tool("tides"))),
    ):
        repo.commit({"mcp-docs.lock": lockfile(*tools, version=version)}, f"Release {version}")
        repo.tag(f"v{version}")
    output = tmp_path / "out" / "site"
    build(repo.path, output)
    repo.commit({"mcp-docs.lock": lockfile(tool("berths", {"port": TEXT}), tool("ships", {"flag": TEXT}))})
    repo.tag("v2.0.0")
    return repo, output


def test_after_a_release_the_site_is_the_one_built_from_nothing(
    grown: tuple[GitRepo, Path], build: Build, tmp_path: Path
) -> None:
    repo, output = grown
    build(repo.path, output)
    build(repo.path, tmp_path / "cold")
    assert contents(output) == contents(tmp_path / "cold")


def test_a_file_that_stays_the_same_is_not_written_again(grown: tuple[GitRepo, Path], build: Build) -> None:
    repo, output = grown
    same, other = output / "1.1.0/tools/tides/index.html", output / "tools/ships/index.html"
    before, text = (same.stat().st_ino, other.stat().st_ino), same.read_bytes()
    build(repo.path, output)
    assert same.read_bytes() == text
    assert same.stat().st_ino == before[0]
    assert other.stat().st_ino != before[1]


@pytest.mark.parametrize("harm", ["cut", "linked", "mode"])
def test_what_was_harmed_is_not_taken_over(
    grown: tuple[GitRepo, Path], build: Build, tmp_path: Path, harm: str
) -> None:
    repo, output = grown
    same, mine = output / "1.1.0/tools/tides/index.html", tmp_path / "mine"
    if harm == "cut":
        same.write_bytes(same.read_bytes()[:-1])
    elif harm == "linked":
        same.rename(mine)
        same.symlink_to(mine)
    else:
        same.chmod(0o600)
    build(repo.path, output)
    build(repo.path, tmp_path / "cold")
    assert contents(output) == contents(tmp_path / "cold")
    assert not same.is_symlink()


def _killed(repo: Path, output: Path, event: int) -> subprocess.CompletedProcess[str]:
    cache = output.parent.parent / "cache"
    for folder in (cache / SPARE, *leftovers(output)):  # the same number of events each time
        shutil.rmtree(folder, ignore_errors=True)
    return subprocess.run(
        [sys.executable, "-c", KILLED_AT, str(event), "build", str(repo), "-o", str(output), "--quiet"],
        env=surroundings(MCP_DOCS_CACHE=str(cache)),
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_killed_build_leaves_a_whole_site(
    grown: tuple[GitRepo, Path], build: Build, tmp_path: Path
) -> None:
    repo, output = grown
    build(repo.path, tmp_path / "cold")
    old, new = contents(output), contents(tmp_path / "cold")
    shutil.copytree(output, tmp_path / "spare")
    left, events = set(), 0
    for part in (0, 0, 1, 20, 50, 80, 95, 99, 100):
        shutil.rmtree(output)
        shutil.copytree(tmp_path / "spare", output)
        if not part:  # the second of these finds the cache that the killed ones find
            events = int(_killed(repo.path, output, 0).stdout)
            assert contents(output) == new
            continue
        assert _killed(repo.path, output, max(1, events * part // 100)).returncode < 0
        found = contents(output)
        assert found in (old, new)
        left.add(found == new)
    assert left == {False, True}
    build(repo.path, output)
    assert contents(output) == new


def leftovers(output: Path) -> list[Path]:
    return list(output.parent.glob(f".{output.name}-*"))


def test_what_a_killed_build_left_goes_with_the_next(
    grown: tuple[GitRepo, Path], build: Build, tmp_path: Path
) -> None:
    repo, output = grown
    shutil.copytree(output, tmp_path / "spare")
    events = int(_killed(repo.path, output, 0).stdout)
    assert leftovers(output) == []
    shutil.rmtree(output)
    assert _killed(repo.path, output, events // 2).returncode < 0
    [left] = leftovers(output)
    with workplace(output):
        assert left.is_dir(), "where there is no site, it may hold the only one"
    shutil.copytree(tmp_path / "spare", output)
    foreign = output.parent / f".{output.name}-0123abcd"
    foreign.mkdir()
    with workplace(output) as at_work:
        assert not left.exists()
        build(repo.path, output)
        assert set(leftovers(output)) == {at_work, foreign}
    assert leftovers(output) == [foreign]


def test_what_a_killed_first_build_left_goes_with_the_one_that_makes_the_site(
    grown: tuple[GitRepo, Path], build: Build
) -> None:
    repo, output = grown
    events = int(_killed(repo.path, output, 0).stdout)
    shutil.rmtree(output)
    assert _killed(repo.path, output, events // 2).returncode < 0
    assert len(leftovers(output)) == 1
    build(repo.path, output)
    assert leftovers(output) == []


#: Makes a site of an earlier one that another build replaces just before it is linked or looked at.
EXCHANGED = """
import os, sys
from pathlib import Path
from mcp_docs.site.exchange import exchange
from mcp_docs.site.staging import Staging
here = Path(sys.argv[1])
for name in ("earlier", "other", "made"):
    (here / name).mkdir()
(here / "earlier/page").write_bytes(b"same")
(here / "other/page").write_bytes(b"else")
for name in ("earlier", "other"):
    (here / name / "page").chmod(0o644)
watched = sys.argv[2:]
def hook(event, arguments):
    if event in watched:
        watched.remove(event)
        exchange(here / "earlier", here / "other")
sys.addaudithook(hook)
Staging(here / "made", here / "earlier").put("page", b"same")
print((here / "made/page").read_text())
"""


@pytest.mark.parametrize("event", ["os.link", "open"])
def test_what_another_build_replaces_meanwhile_is_not_taken_over(tmp_path: Path, event: str) -> None:
    command = [sys.executable, "-c", EXCHANGED, str(tmp_path), event]
    done = subprocess.run(command, env=surroundings(), capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("same\n", "")


def _built(repo: Path, output: Path, cache: Path | None) -> str:
    """Build with a cache, or without any; return what was said on stderr."""
    how = ("--no-cache",) if cache is None else ("--cache", cache)
    done = mcp_docs("build", repo, "-o", output, "--quiet", *how)
    assert done.code == 0, done.err
    return done.err


def _all(cache: Path) -> list[tuple[bytes, bytes]]:
    connection = sqlite3.connect(cache / NAME)
    rows: list[tuple[bytes, bytes]] = connection.execute(
        "SELECT key, data FROM answer ORDER BY key"
    ).fetchall()
    connection.close()
    return rows


HARMS = {
    "none": "SELECT 1",
    "half": "DELETE FROM answer WHERE rowid % 2",
    "spoiled": "UPDATE answer SET data = substr(data, 2) WHERE rowid % 3",
    "exchanged": "UPDATE answer SET data = (SELECT a.data FROM answer a WHERE a.rowid <> answer.rowid)",
}


@pytest.mark.parametrize("harm", HARMS)
@pytest.mark.parametrize("output", ["kept", "gone"])
def test_a_site_made_from_a_cache_is_the_one_built_without(
    grown: tuple[GitRepo, Path], tmp_path: Path, harm: str, output: str
) -> None:
    repo, site = grown
    repo.git("checkout", "--quiet", "v1.1.0")
    _built(repo.path, tmp_path / "first", tmp_path / "cache")
    repo.git("checkout", "--quiet", "main")
    shared = tmp_path / "restored somewhere else"
    shutil.copytree(tmp_path / "cache", shared)
    connection = sqlite3.connect(shared / NAME)
    connection.execute(HARMS[harm])
    connection.commit()
    connection.close()
    if output == "gone":
        shutil.rmtree(site)
    said = _built(repo.path, site, shared)
    assert len(said.splitlines()) == (harm in {"spoiled", "exchanged"})
    _built(repo.path, tmp_path / "cold", None)
    assert contents(site) == contents(tmp_path / "cold")


def test_a_file_that_is_no_cache_is_told_in_one_line_and_left_alone(
    grown: tuple[GitRepo, Path], tmp_path: Path
) -> None:
    repo, site = grown
    (tmp_path / NAME).write_text("mine")
    said = _built(repo.path, site, tmp_path)
    assert said.startswith("Note: the cache ")
    assert said.count("\n") == 1
    assert (tmp_path / NAME).read_text() == "mine"


def test_two_builds_at_once_share_a_cache(grown: tuple[GitRepo, Path], tmp_path: Path) -> None:
    repo, _ = grown
    command = [sys.executable, "-m", "mcp_docs", "build", str(repo.path), "--quiet"]
    cache = ("--cache", str(tmp_path / "cache"))
    both = [
        subprocess.Popen(
            [*command, "-o", str(tmp_path / name), *cache], env=surroundings(), stderr=subprocess.PIPE
        )
        for name in ("one", "other")
    ]
    assert [(process.communicate()[1], process.returncode) for process in both] == [(b"", 0)] * 2
    assert contents(tmp_path / "one") == contents(tmp_path / "other")
    assert _built(repo.path, tmp_path / "third", tmp_path / "cache") == ""
    assert contents(tmp_path / "third") == contents(tmp_path / "one")


def test_a_build_that_changes_nothing_finds_every_page_in_the_cache(
    grown: tuple[GitRepo, Path], tmp_path: Path
) -> None:
    repo, _ = grown
    _built(repo.path, tmp_path / "one", tmp_path / "cache")
    before = _all(tmp_path / "cache")
    assert any(data != b"" for _, data in before)
    _built(repo.path, tmp_path / "other", tmp_path / "cache")
    # The one answer more is what the other folder looks like.
    assert len(_all(tmp_path / "cache")) == len(before) + 1


def test_after_a_release_few_pages_are_rendered(grown: tuple[GitRepo, Path], tmp_path: Path) -> None:
    repo, _ = grown
    repo.git("checkout", "--quiet", "v1.1.0")
    _built(repo.path, tmp_path / "one", tmp_path / "cache")
    before = len(_all(tmp_path / "cache"))
    repo.git("checkout", "--quiet", "main")
    _built(repo.path, tmp_path / "one", tmp_path / "cache")
    assert len(_all(tmp_path / "cache")) < 2 * before


@pytest.mark.parametrize("harm", ["same size", "deleted", "added", "renamed", "folder"])
def test_a_site_that_was_touched_is_read_and_mended(
    grown: tuple[GitRepo, Path], tmp_path: Path, harm: str
) -> None:
    repo, _ = grown
    site, cache = tmp_path / "site", tmp_path / "cache"
    _built(repo.path, site, cache)
    whole, page = contents(site), site / "tools" / "ships" / "index.html"
    assert "is up to date" in mcp_docs("build", repo.path, "-o", site, "--cache", cache).out
    if harm == "same size":
        page.write_bytes(page.read_bytes().replace(b"ships", b"shops"))
    elif harm == "deleted":
        page.unlink()
    elif harm == "added":
        (page.parent / "stray.html").write_text("x")
    elif harm == "renamed":
        page.rename(page.with_name("other.html"))
    else:
        shutil.rmtree(page.parent)
        page.parent.mkdir()
    assert mcp_docs("build", repo.path, "-o", site, "--cache", cache).out.startswith("Wrote ")
    assert contents(site) == whole


def test_a_site_that_was_copied_is_current_where_it_is_now(
    grown: tuple[GitRepo, Path], tmp_path: Path
) -> None:
    repo, _ = grown
    _built(repo.path, tmp_path / "site", tmp_path / "cache")
    shutil.copytree(tmp_path / "site", tmp_path / "copy")
    for _ in range(2):
        done = mcp_docs("build", repo.path, "-o", tmp_path / "copy", "--cache", tmp_path / "cache")
        assert "is up to date" in done.out


@pytest.mark.parametrize(
    "harm", ["none", "linked folder", "linked file", "file for folder", "folder for file", "mode"]
)
def test_a_site_made_of_one_that_was_replaced_is_the_one_built_from_nothing(
    grown: tuple[GitRepo, Path], tmp_path: Path, harm: str
) -> None:
    repo, _ = grown
    site, cache, mine = tmp_path / "site", tmp_path / "cache", tmp_path / "mine"
    mine.mkdir()
    (mine / "index.html").write_text("mine")
    for version in ("v1.0.0", "v1.1.0"):
        repo.git("checkout", "--quiet", version)
        _built(repo.path, site, cache)
    spare = cache / SPARE
    page = spare / "tools" / "ships" / "index.html"
    assert page.is_file()
    if harm == "linked folder":
        shutil.rmtree(page.parent)
        page.parent.symlink_to(mine)
    elif harm == "linked file":
        page.unlink()
        page.symlink_to(mine / "index.html")
    elif harm == "file for folder":
        shutil.rmtree(page.parent)
        page.parent.write_text("x")
    elif harm == "folder for file":
        page.unlink()
        (page / "below").mkdir(parents=True)
        (page / "below" / "x").write_text("x")
    elif harm == "mode":
        page.chmod(0o600)
        page.parent.chmod(0o700)
    repo.git("checkout", "--quiet", "main")
    _built(repo.path, site, cache)
    _built(repo.path, tmp_path / "cold", None)
    assert contents(site) == contents(tmp_path / "cold")
    assert [(path.name, path.read_text()) for path in mine.iterdir()] == [("index.html", "mine")]


def test_a_link_in_the_place_of_the_replaced_site_is_left_alone(
    grown: tuple[GitRepo, Path], tmp_path: Path
) -> None:
    repo, site = grown
    (tmp_path / "mine").mkdir()
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / SPARE).symlink_to(tmp_path / "mine")
    _built(repo.path, site, tmp_path / "cache")
    _built(repo.path, tmp_path / "cold", None)
    assert contents(site) == contents(tmp_path / "cold")
    assert list((tmp_path / "mine").iterdir()) == []

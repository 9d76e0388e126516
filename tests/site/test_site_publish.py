"""A site is written whole or not at all, not at all when nothing changed, and always the same."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from mcp_docs.cli.cache import Caching
from mcp_docs.errors import ConfigError, OutputError
from mcp_docs.pipeline import open_repository
from mcp_docs.site.build import MARKER
from mcp_docs.site.publish import Report
from mcp_docs.site.serve import serve
from mcp_docs.sources.cachefile import NAME
from run import mcp_docs, surroundings

Build = Callable[..., Report]


def contents(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Mode and bytes of every file, mode alone of every folder."""
    return {
        path.relative_to(folder).as_posix(): (
            path.stat().st_mode,
            path.read_bytes() if path.is_file() else b"",
        )
        for path in sorted(folder.rglob("*"))
    }


def small(git_repo: Callable[[], GitRepo]) -> GitRepo:
    repo = git_repo()
    repo.commit({"mcp-docs.lock": lockfile(tool("berths"))})
    repo.tag("v1.0.0")
    return repo


def test_the_same_bytes_whatever_clock_locale_umask_and_folder(harbour: Path, tmp_path: Path) -> None:
    worlds = (
        ("0o022", {"TZ": "UTC", "LANG": "C", "LC_ALL": "C", "PYTHONHASHSEED": "1"}),
        ("0o077", {"TZ": "Asia/Kathmandu", "LANG": "tr_TR.UTF-8", "PYTHONHASHSEED": "2"}),
    )
    results = []
    for number, (umask, environment) in enumerate(worlds):
        place = tmp_path / f"place {number}"
        place.mkdir()
        program = f"import os; os.umask({umask}); from mcp_docs.cli import main; main()"
        subprocess.run(
            [sys.executable, "-c", program, "build", str(harbour), "--output", "made", "--quiet"],
            cwd=place,
            env=surroundings(**environment, MCP_DOCS_CACHE=str(place / "cache")),
            check=True,
            capture_output=True,
        )
        results.append(contents(place / "made"))
    assert list(results[0]) == list(results[1])
    assert [name for name in results[0] if results[0][name] != results[1][name]] == []


def test_nothing_is_done_when_nothing_changed(
    harbour: Path, site: Path, build: Build, tmp_path: Path
) -> None:
    output = tmp_path / "site"
    shutil.copytree(site, output)
    stamp = (output / "index.html").stat().st_ino
    assert "up to date" in build(harbour, output).summary
    assert (output / "index.html").stat().st_ino == stamp


def test_a_build_that_has_nothing_to_do_loads_neither_mkdocs_nor_jinja(harbour: Path, site: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from mcp_docs.pipeline import open_repository as o;"
        "from mcp_docs.site.publish import publish as p;"
        f"r = p(o(Path({str(harbour)!r})), Path({str(site)!r}), base_url=None, strict=False, stage=print);"
        "print(r.summary); print(sorted({'mkdocs', 'jinja2', 'markdown_it'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout.splitlines() == [f"{site} is up to date.", "[]"]


@pytest.mark.parametrize("harm", ["missing", "shortened", "added"])
def test_a_harmed_site_is_built_again(
    harbour: Path, site: Path, build: Build, tmp_path: Path, harm: str
) -> None:
    output = tmp_path / "site"
    shutil.copytree(site, output)
    page = output / "tools/ships/index.html"
    if harm == "missing":
        page.unlink()
    elif harm == "shortened":
        page.write_bytes(page.read_bytes()[:100])
    else:
        (output / "stray.html").write_text("x")
    assert "Wrote" in build(harbour, output).summary
    assert contents(output) == contents(site)


def test_a_new_commit_is_built(git_repo: Callable[[], GitRepo], build: Build, tmp_path: Path) -> None:
    repo = small(git_repo)
    build(repo.path, tmp_path / "site")
    repo.commit({"mcp-docs.lock": lockfile(tool("berths"), tool("ships"))})
    assert "Wrote" in build(repo.path, tmp_path / "site").summary
    assert (tmp_path / "site/tools/ships/index.html").is_file()


def test_a_foreign_folder_is_left_alone(harbour: Path, build: Build, tmp_path: Path) -> None:
    (tmp_path / "precious.txt").write_text("mine")
    with pytest.raises(OutputError, match="has not made"):
        build(harbour, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["precious.txt"]


def test_a_file_is_no_folder(harbour: Path, build: Build, tmp_path: Path) -> None:
    (tmp_path / "site").write_text("mine")
    with pytest.raises(OutputError):
        build(harbour, tmp_path / "site")
    assert (tmp_path / "site").read_text() == "mine"


def test_a_failed_build_leaves_the_old_site_and_nothing_beside_it(
    git_repo: Callable[[], GitRepo], build: Build, tmp_path: Path
) -> None:
    repo, output = small(git_repo), tmp_path / "out" / "site"
    build(repo.path, output)
    before = contents(output)
    (repo.path / "mine").mkdir()
    (repo.path / "mine" / "home.html.j2").write_text("{{ nothing_of_that_name }}")
    (repo.path / "mcp-docs.toml").write_text('templates = "mine"\n')
    with pytest.raises(OutputError, match=r"home\.html\.j2"):
        build(repo.path, output)
    assert contents(output) == before
    assert [path.name for path in output.parent.iterdir()] == ["site"]


def test_a_users_template_goes_first(git_repo: Callable[[], GitRepo], build: Build, tmp_path: Path) -> None:
    repo = small(git_repo)
    (repo.path / "mine").mkdir()
    (repo.path / "mine" / "home.html.j2").write_text("<h1>Ours: {{ server_title }}</h1>")
    (repo.path / "mcp-docs.toml").write_text('templates = "mine"\n')
    build(repo.path, tmp_path / "site")
    assert "<h1>Ours: harbour</h1>" in (tmp_path / "site/index.html").read_text()
    (repo.path / "mine" / "home.html.j2").write_text("<h1>Changed</h1>")
    assert "Wrote" in build(repo.path, tmp_path / "site").summary


def test_templates_that_do_not_exist_are_named(
    git_repo: Callable[[], GitRepo], build: Build, tmp_path: Path
) -> None:
    repo = small(git_repo)
    (repo.path / "mcp-docs.toml").write_text('templates = "mnie"\n')
    with pytest.raises(ConfigError, match="mnie"):
        build(repo.path, tmp_path / "site")


def test_names_that_differ_in_case_or_hold_dots_have_pages_of_their_own(
    git_repo: Callable[[], GitRepo], build: Build, tmp_path: Path
) -> None:
    repo = git_repo()
    names = ("Ship", "ship", "../../etc", ".hidden", "index", "README", "q?x", "h#x", "%2e%2e", "con", "a/b")
    repo.commit({"mcp-docs.lock": lockfile(*(tool(name) for name in names))})
    repo.tag("v1.0.0")
    repo.commit({"mcp-docs.lock": lockfile(*(tool(name, {"x": {}}) for name in names))})
    repo.tag("v1.0.0-Rc")
    repo.commit({"mcp-docs.lock": lockfile(*(tool(name, {"y": {}}) for name in names))})
    repo.tag("v1.0.0-rc")
    assert build(repo.path, tmp_path / "out" / "site", strict=True).problems == ()
    folders = [path.parent.name for path in (tmp_path / "out/site/tools").glob("*/index.html")]
    assert len({name.casefold() for name in folders}) == len(names)
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["site"]


def test_no_release_and_no_tool_still_make_a_site(
    git_repo: Callable[[], GitRepo], build: Build, tmp_path: Path
) -> None:
    repo = git_repo()
    repo.commit({"mcp-docs.lock": lockfile()})
    assert build(repo.path, tmp_path / "site", strict=True).problems == ()
    assert (tmp_path / "site/index.html").is_file()


def test_the_command_builds_and_says_so(git_repo: Callable[[], GitRepo], tmp_path: Path) -> None:
    repo = small(git_repo)
    address = "https://example.org/mcp/"
    done = mcp_docs("build", repo.path, "--output", tmp_path / "site", "--strict", "--base-url", address)
    assert (done.code, done.err.strip()) == (0, "")
    assert "1 release," in done.out
    assert (tmp_path / "site" / MARKER).is_file()


def test_a_site_without_an_address_is_built_and_told_what_its_feeds_lack(
    git_repo: Callable[[], GitRepo], tmp_path: Path
) -> None:
    repo = small(git_repo)
    done = mcp_docs("build", repo.path, "--output", tmp_path / "site", "--strict")
    assert done.code == 0
    assert "Note: links in the feeds are relative" in done.err
    asked = f"{tmp_path / 'site/feeds/index.md'}"
    assert (
        "`mcp-docs affected --feed ADDRESS --contract my.contract.json --from VERSION`"
        in Path(asked).read_text()
    )
    repo.commit({"mcp-docs.lock": lockfile(tool("berths"), tool("ships"))})
    repo.tag("v1.1.0")
    named = mcp_docs(
        "build", repo.path, "--output", tmp_path / "site", "--base-url", "https://example.org/mcp"
    )
    assert (named.code, named.err) == (0, "")
    command = "mcp-docs affected --feed https://example.org/mcp --contract my.contract.json --from 1.0.0"
    for page in ("index.md", "index.html"):
        assert command in (tmp_path / "site/feeds" / page).read_text(encoding="utf-8")


def test_serve_shows_a_commit_made_meanwhile(git_repo: Callable[[], GitRepo], tmp_path: Path) -> None:
    repo, said, stop = small(git_repo), [], threading.Event()
    told = threading.Condition()

    def say(line: str) -> None:
        with told:
            said.append(line)
            told.notify_all()

    def wait_for(count: int) -> None:
        with told:
            assert told.wait_for(lambda: len(said) >= count, timeout=60)

    thread = threading.Thread(
        target=serve,
        args=(lambda: open_repository(repo.path), tmp_path / "site"),
        kwargs={
            "remembering": Caching(tmp_path / "cache").memory,
            "host": "127.0.0.1",
            "port": 0,
            "say": say,
            "stop": stop,
        },
    )
    thread.start()
    try:
        wait_for(1)
        address = said[0].split()[2]
        with urllib.request.urlopen(address + "tools/berths/") as answer:  # noqa: S310  # our own server
            assert b"berths" in answer.read()
        repo.commit({"mcp-docs.lock": lockfile(tool("berths"), tool("ships"))})
        wait_for(2)
        assert said[1] == "Built again."
        with urllib.request.urlopen(address + "tools/ships/") as answer:  # noqa: S310  # our own server
            assert b"ships" in answer.read()
        assert (tmp_path / "cache" / NAME).is_file()
    finally:
        stop.set()
        thread.join(timeout=60)
    assert not thread.is_alive()


def test_a_relative_output_is_below_where_the_command_runs(
    git_repo: Callable[[], GitRepo], tmp_path: Path
) -> None:
    repo = git_repo()
    repo.commit({"mcp-docs.lock": lockfile(tool("berths"))}, "first")
    repo.tag("v1.0.0")
    done = mcp_docs("build", repo.path, "--quiet", cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert (tmp_path / "site" / "tools" / "berths" / "index.html").is_file()

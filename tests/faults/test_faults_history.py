"""Odd repositories and what stands in them: nothing is lost, nothing fails without a name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import etree

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from mcp_docs.history.slugs import RESERVED_VERSIONS, assign_slugs
from run import mcp_docs

Make = Callable[[], GitRepo]


@pytest.mark.parametrize("mode", ["off", "combined", "dense-combined", "separate", "remerge"])
def test_how_the_user_likes_to_see_merges_changes_nothing(git_repo: Make, mode: str) -> None:
    repo = git_repo()
    repo.commit({"mcp-docs.lock": lockfile(tool("berths"))}, "one")
    repo.branch("side")
    repo.commit({"mcp-docs.lock": lockfile(tool("berths"), tool("tides"))}, "aside")
    repo.checkout("main")
    repo.merge("side", "merged")
    repo.git("config", "log.diffMerges", mode)
    done = mcp_docs("log", repo.path)
    assert done.code == 0, done.err
    assert done.out.count("tool:tides: ") == 0
    assert done.out.count("    merged\n") == 1
    assert "tides" in done.out.partition("    merged\n")[2].partition("commit ")[0]


@pytest.mark.parametrize("time", [-5000, 0, 2**32, 2**40])
def test_a_commit_at_any_time(git_repo: Make, tmp_path: Path, time: int) -> None:
    repo = git_repo()
    repo.commit({"mcp-docs.lock": lockfile(tool("berths"))}, "one")
    commit = repo.git("cat-file", "commit", "HEAD").replace("1704067200 +0000", f"{time} +0000")
    (repo.path / "raw").write_text(commit + "\n")
    repo.git(
        "reset", "--quiet", "--soft", repo.git("hash-object", "-t", "commit", "-w", "--literally", "raw")
    )
    done = mcp_docs("build", repo.path, "-o", tmp_path / "site")
    assert done.code == 0, done.err


def test_a_version_cannot_take_the_place_of_a_file_of_the_site(git_repo: Make, tmp_path: Path) -> None:
    names = ("sitemap.xml", "changelog.md", "search.1", "Sitemap.xml.gz", "1.0.0")
    slugs = assign_slugs(names, RESERVED_VERSIONS)
    assert [slugs[name] == name for name in names] == [False, False, False, False, True]
    repo = git_repo()
    for version in names:
        repo.commit({"mcp-docs.lock": lockfile(tool("berths"), tool(version[:3]), version=version)}, version)
    done = mcp_docs("build", repo.path, "-o", tmp_path / "site")
    assert done.code == 0, done.err
    assert (tmp_path / "site/sitemap.xml").is_file()


@pytest.mark.parametrize("version", [r"\ud800x", r"\u0001x", r"\uffffx"])
def test_a_version_that_xml_cannot_hold(git_repo: Make, tmp_path: Path, version: str) -> None:
    repo = git_repo()
    repo.commit({"mcp-docs.lock": lockfile(tool("berths"), version="1")}, "one")
    repo.commit({"mcp-docs.lock": lockfile(tool("tides"), version="@@").replace("@@", version)}, "two")
    done = mcp_docs("build", repo.path, "-o", tmp_path / "site")
    assert done.code == 0, done.err
    feed = etree.fromstring((tmp_path / "site/feeds/all.atom").read_bytes())
    terms = {item.get("term") for item in feed.iter("{http://www.w3.org/2005/Atom}category")}
    assert f"⟨U+{version[2:6].upper()}⟩x" in terms

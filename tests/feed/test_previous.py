"""``build --previous``: a site continues the feed of the one that was published before it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from feedchecks import check_feed
from gitrepo import GitRepo
from mcp_docs.writer import write
from run import mcp_docs
from walks import interface, with_input

STRICTER = '[policy.rules]\n"schema.property.removed" = "breaking"\n'


@pytest.fixture
def repo(git_repo: Callable[[], GitRepo]) -> GitRepo:
    """1.1.0 drops an optional argument, which is to be reviewed unless the policy says more."""
    made = git_repo()
    made.commit({"mcp-docs.lock": write(interface(with_input("find", page={"type": "integer"})))})
    made.tag("v1.0.0")
    made.commit({"mcp-docs.lock": write(interface(with_input("find")))})
    made.tag("v1.1.0")
    return made


def published(site: Path) -> dict[str, bytes]:
    return {
        path.relative_to(site).as_posix(): path.read_bytes()
        for folder in ("api", "feeds", ".well-known")
        for path in (site / folder).rglob("*")
        if path.is_file() and path.suffix not in {".html", ".md"}
    }


def test_what_was_published_stays_and_what_is_judged_anew_is_amended(repo: GitRepo, tmp_path: Path) -> None:
    site = tmp_path / "site"
    assert mcp_docs("build", repo.path, "-o", site, "-q").code == 0
    before = published(site)
    check_feed(before)
    repo.commit({"mcp-docs.toml": STRICTER})
    done = mcp_docs("build", repo.path, "-o", site, "--previous", site, "-q")
    assert done.code == 0, done.err
    after = published(site)
    check_feed(after)
    assert after["api/v1/changes/1.json"] == before["api/v1/changes/1.json"]
    (amendment,) = json.loads(after["api/v1/amendments.json"])["amendments"]
    assert (amendment["kind"], amendment["cause"]) == ("amended", "record")
    assert {"name": "level", "before": "review", "after": "breaking"} in amendment["fields"]
    # What a policy raised joins the feed of breaks, with the note why.
    (entry,) = json.loads(after["feeds/breaking.json"])["items"]
    assert entry["title"].startswith("BREAKING: find")
    assert "level review became breaking" in entry["content_html"]


def test_a_previous_site_that_is_none_ends_the_build_and_harms_nothing(repo: GitRepo, tmp_path: Path) -> None:
    site = tmp_path / "site"
    done = mcp_docs("build", repo.path, "-o", site, "--previous", tmp_path / "nowhere")
    assert (done.code, site.exists()) == (3, False)
    assert "there is no api/v1/index.json" in done.err

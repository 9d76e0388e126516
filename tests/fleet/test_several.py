"""Several lockfiles in one repository: a site for each, and a page and feeds over all."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gitrepo import GitRepo
from mcp_docs.cli import run
from mcp_docs.config import config_from_mapping, documented_targets
from mcp_docs.errors import ConfigError
from run import mcp_docs

CONFIG = """
base_url = "https://port.example/docs"

[targets.full]
command = ["./server"]
title = "Port"
tags = ["port-v*"]

[targets.readonly]
command = ["./server", "--read-only"]

[targets.weather]
lockfile = "others/weather.lock"
releases = "server-version"
title = "Weather, recorded"

[targets.later]
command = ["./later"]
"""


def lockfile(server: str, version: str, *tools: str) -> str:
    listed = [{"name": name, "inputSchema": {"type": "object"}} for name in tools]
    about = {"name": server, "version": version, "title": server.title()}
    return json.dumps({"covenant_version": "0.1.0", "server": about, "surface": {"tools": listed}})


@pytest.fixture
def project(git_repo: Callable[[], GitRepo]) -> GitRepo:
    repo = git_repo()
    repo.commit(
        {
            "mcp-docs.toml": CONFIG,
            "full.lock": lockfile("port", "1", "read", "write"),
            "readonly.lock": lockfile("port", "1", "read"),
            "others/weather.lock": lockfile("weather", "0.1.0", "now"),
            "notes/full/1.0.0.md": "For those who write.",
        }
    )
    repo.tag("port-v1.0.0")
    repo.commit(
        {
            "full.lock": lockfile("port", "1", "read"),
            "others/weather.lock": lockfile("weather", "0.2.0", "soon"),
        }
    )
    repo.tag("port-v2.0.0")
    repo.tag("other-v7.0.0")
    return repo


def build(project: GitRepo, *options: str) -> tuple[int, str, Path]:
    output = project.path.parent / "out"
    done = mcp_docs("build", project.path, "-o", output, *options)
    assert "Traceback" not in done.err
    return done.code, done.out + done.err, output


def contents(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_each_server_has_its_site_and_its_own_releases_and_one_page_compares_them(project: GitRepo) -> None:
    code, said, output = build(project)
    assert code == 0
    assert "Note: later is left out: no commit has a lockfile at later.lock." in said
    servers = {item["home"]: item for item in json.loads((output / "servers.json").read_bytes())["servers"]}
    shown = {
        home: (item["title"], item["newest_release"], item["last_break"] and item["last_break"]["release"])
        for home, item in servers.items()
    }
    assert shown == {
        "full/": ("Port", "2.0.0", "2.0.0"),
        "readonly/": ("Port (readonly)", "7.0.0", None),
        "weather/": ("Weather, recorded", "0.2.0", "0.2.0"),
    }
    assert [e["name"] for e in servers["weather/"]["elements"]] == ["soon"]
    for home in servers:
        assert (output / home / "index.html").is_file()
        assert (output / home / "feeds" / "all.atom").is_file()
        assert f'<a href="{home}index.html">' in (output / "index.html").read_text("utf-8")
    release = json.loads((output / "full" / "api" / "v1" / "releases" / "1.0.0.json").read_bytes())["release"]
    assert release["notes"] == "For those who write."
    feed = json.loads((output / "feeds" / "all.json").read_bytes())
    assert [item["title"] for item in feed["items"]] == [
        "Port: BREAKING: write: tool removed (in 2.0.0)",
        "Weather, recorded: BREAKING: now: tool removed (in 0.2.0)",
        "Weather, recorded: MINOR: soon: new tool (in 0.2.0)",
    ]
    assert feed["items"][0]["url"].startswith("https://port.example/docs/full/2.0.0/#")
    assert feed["feed_url"] == "https://port.example/docs/feeds/all.json"


def test_only_what_changed_is_built_again(project: GitRepo) -> None:
    build(project)
    code, said, output = build(project)
    assert (code, said) == (0, f"{output} is up to date.\n")
    before = {path: path.read_bytes() for path in output.rglob("*") if path.is_file()}
    (output / "index.html").write_text("spoilt")
    assert "Wrote" in build(project)[1]
    assert {path: path.read_bytes() for path in output.rglob("*") if path.is_file()} == before


def test_one_of_them_can_be_built_alone(project: GitRepo) -> None:
    code, _, output = build(project, "--lockfile", "others/weather.lock")
    assert code == 0
    assert json.loads((output / "api" / "v1" / "index.json").read_bytes())["server"] == "weather"
    assert not (output / "servers.json").exists()


def test_a_lockfile_that_cannot_be_walked_leaves_the_old_sites_whole(project: GitRepo) -> None:
    _, _, output = build(project)
    before = {path: path.read_bytes() for path in output.rglob("*") if path.is_file()}
    project.commit({"readonly.lock": lockfile("port", "2", "read", "list")})
    (project.path / ".git" / "shallow").write_text(project.head + "\n")
    assert build(project)[0] == 3
    assert {path: path.read_bytes() for path in output.rglob("*") if path.is_file()} == before


def targets(lockfile: str | None, *named: str) -> Any:
    table = {
        name: {"command": ["x"], "lockfile": file} for name, _, file in (n.partition("=") for n in named)
    }
    more = {"lockfile": lockfile} if lockfile else {}
    return config_from_mapping({"targets": table, **more}, "mcp-docs.toml")


@pytest.mark.parametrize(
    ("config", "there", "documented"),
    [
        (targets(None, "a=a.lock", "b=b.lock"), [], ["a", "b"]),
        # One lockfile for two ways to the server is one site.
        (targets(None, "a=a.lock", "b=b.lock", "c=a.lock"), [], ["a", "b"]),
        (targets(None, "a=mcp-docs.lock", "b=b.lock"), ["mcp-docs.lock"], ["a", "b"]),
        # The project has a record of its own; targets are snapshots beside it.
        (targets(None, "a=a.lock", "b=b.lock"), ["mcp-docs.lock"], []),
        (targets("x.lock", "a=a.lock", "b=b.lock"), [], []),
        (targets(None, "a=a.lock"), [], []),
        (targets(None), [], []),
    ],
)
def test_when_a_project_has_several_sites(config: Any, there: list[str], documented: list[str]) -> None:
    assert [spec.name for spec in documented_targets(config, there)] == documented


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ({}, "needs a command, a url, or a lockfile"),
        ({"command": ["x"], "url": "https://x.example"}, "needs either a command or a url"),
        ({"lockfile": "x.lock", "releases": "weekly"}, "releases must be one of tags, server-version, date"),
        ({"lockfile": "x.lock", "tags": "v*"}, "tags must be a list of strings"),
    ],
)
def test_what_is_wrong_with_a_target_is_said(target: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        config_from_mapping({"targets": {"a": target}}, "mcp-docs.toml")


def test_a_recorded_server_is_not_snapshot(project: GitRepo, capsys: pytest.CaptureFixture[str]) -> None:
    recorded = '[targets.weather]\nlockfile = "others/weather.lock"\n'
    (project.path / "mcp-docs.toml").write_text(recorded)
    assert run(["snapshot", "--all", "--repo", str(project.path)]) == 2
    assert "describes no target" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("source", "versions"), [("tags", ["7.0.0", "1.0.0", "2.0.0"]), ("date", ["2024-01-01", "2024-01-02"])]
)
def test_what_a_release_is_told_by_can_be_chosen(project: GitRepo, source: str, versions: list[str]) -> None:
    config = f'[releases]\nsource = "{source}"\n'
    (project.path / "mcp-docs.toml").write_text(config)
    done = mcp_docs("build", project.path, "-o", project.path.parent / "one", "--lockfile", "full.lock")
    assert done.code == 0
    found = json.loads((project.path.parent / "one" / "api" / "v1" / "releases.json").read_bytes())
    assert sorted(r["version"] for r in found["releases"]) == sorted(versions)


def test_what_was_published_before_counts_for_each_server(project: GitRepo, tmp_path: Path) -> None:
    build(project)
    before = project.path.parent / "out"
    published = before.rename(tmp_path / "published")
    project.commit({"later.lock": lockfile("later", "1", "a")})
    code, said, output = build(project, "--previous", str(published))
    assert code == 0, said
    first = json.loads((published / "full/api/v1/changes/1.json").read_bytes())["changes"]
    again = json.loads((output / "full/api/v1/changes/1.json").read_bytes())["changes"]
    assert again == first
    assert (output / "later" / "index.html").is_file()


def test_law_servers_that_change_in_turn_are_built_as_from_nothing(project: GitRepo, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    for step, changed in enumerate(
        ("full.lock", "others/weather.lock", "full.lock", "readonly.lock", "full.lock")
    ):
        code, said, output = build(project, "--cache", str(cache))
        assert code == 0, said
        cold = tmp_path / f"cold{step}"
        assert mcp_docs("build", project.path, "-o", cold, "--no-cache").code == 0
        assert contents(output) == contents(cold)
        assert "up to date" in build(project, "--cache", str(cache))[1]
        project.commit({changed: lockfile("port", "1", "read", f"tool{step}")})


def test_what_each_site_could_be_better_for_is_said_with_its_server(git_repo: Callable[[], GitRepo]) -> None:
    repo = git_repo()
    repo.commit({"README": "before there was a lockfile"})
    repo.tag("a-v0.1.0")
    config = (
        '[targets.a]\ncommand = ["./a"]\ntags = ["a-v*"]\n[targets.b]\ncommand = ["./b"]\ntags = ["b-v*"]\n'
    )
    tools = {"surface": {"tools": [{"name": "t", "inputSchema": {"type": "object"}}]}}
    nameless = json.dumps({"covenant_version": "0.1.0", "server": {}, **tools})
    repo.commit({"mcp-docs.toml": config, "a.lock": lockfile("port", "1", "read"), "b.lock": nameless})
    repo.tag("a-v1.0.0")
    said = build(repo)[1]
    assert "Note: a: 1 tag without a lockfile (a-v0.1.0): mcp-docs backfill records them" in said
    assert "Note: b: no lockfile records the server's name" in said
    each_day = "each day on which the interface changed is a release"
    assert f'Note: b: no tag matches "b-v*", so {each_day}.' in said
    assert said.count("links in the feeds are relative") == 1

"""``mcp-docs log A..B``: the revisions that git log would show, and their declarations as text."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from mcp_docs.interface import Interface, Tool
from mcp_docs.views.textdiff import LONGEST, interface_diff
from run import Done, mcp_docs
from terminals import on_terminal

LOCK = "mcp-docs.lock"
TEXT = {"type": "string"}
BERTHS, SHIPS = tool("berths", {"day": {"type": "integer"}}), tool("ships")


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """Two tags that are releases, a commit without a change, HEAD ahead, and a branch that no tag has."""
    made = GitRepo(tmp_path_factory.mktemp("ranges") / "repository")
    made.commit({LOCK: lockfile(tool("berths", {"day": TEXT}), SHIPS)}, "first")
    made.tag("v1.0.0")
    made.commit({LOCK: lockfile(BERTHS, SHIPS)}, "days are numbers")
    made.branch("feature")
    made.commit({LOCK: lockfile(BERTHS, SHIPS, tool("tides"))}, "tides")
    made.checkout("main")
    made.commit({"README": "hello"}, "say hello")
    made.commit({LOCK: lockfile(SHIPS)}, "drop berths")
    made.tag("v2.0.0")
    made.commit({LOCK: lockfile(SHIPS, tool("cranes"))}, "cranes")
    return made


def subjects(done: Done) -> list[str]:
    assert (done.code, done.err) == (0, "")
    return [revision["commit"]["subject"] for revision in json.loads(done.out)["revisions"]]


@pytest.mark.parametrize(
    ("span", "found"),
    [
        ("1.0.0..2.0.0", ["drop berths", "days are numbers"]),
        ("v1.0.0..latest", ["drop berths", "days are numbers"]),
        ("..1.0.0", ["first"]),
        ("2.0.0..", ["cranes"]),
        ("2.0.0..unreleased", ["cranes"]),
        ("HEAD~2..HEAD", ["cranes", "drop berths"]),
        ("main..feature", ["tides"]),
        ("feature..main", ["cranes", "drop berths"]),
    ],
)
def test_a_range_has_what_git_log_has(span: str, found: list[str], repo: GitRepo) -> None:
    done = mcp_docs("log", span, "--format", "json", cwd=repo.path)
    assert subjects(done) == found
    first, last = span.split("..")
    ends = {"": "HEAD", "latest": "v2.0.0", "unreleased": "HEAD", "1.0.0": "v1.0.0", "2.0.0": "v2.0.0"}
    within = [ends.get(last, last), *([f"^{ends.get(first, first)}"] if first else [])]
    assert repo.git("log", "--format=%s", *within, "--", LOCK).split("\n") == found
    assert mcp_docs("log", repo.path, "--range", span, "--format", "json").out == done.out


def test_the_json_says_which_range_it_is(repo: GitRepo) -> None:
    told = json.loads(mcp_docs("log", "1.0.0..", "--format", "json", cwd=repo.path).out)["range"]
    assert told == {
        "from": {"name": "1.0.0", "commit": repo.git("rev-parse", "v1.0.0")},
        "to": {"name": "HEAD", "commit": repo.head},
    }
    assert json.loads(mcp_docs("log", "--format", "json", cwd=repo.path).out)["range"] is None


def test_a_branch_of_the_name_of_a_release_does_not_hide_it(git_repo: Callable[[], GitRepo]) -> None:
    # Without tags the server's version tells the releases; the branch leads to the first commit.
    made = git_repo()
    made.commit({LOCK: lockfile(SHIPS, version="1.0")}, "one")
    made.git("branch", "2.0")
    made.commit({LOCK: lockfile(SHIPS, BERTHS, version="2.0")}, "two")
    made.commit({LOCK: lockfile(SHIPS, BERTHS, tool("tides"), version="3.0")}, "three")
    assert subjects(mcp_docs("log", "2.0..3.0", "--format", "json", cwd=made.path)) == ["three"]


def test_a_range_that_goes_back_has_nothing(repo: GitRepo) -> None:
    done = mcp_docs("log", "2.0.0..1.0.0", cwd=repo.path)
    assert (done.code, done.out) == (0, "")
    assert f"no revision of {LOCK} is in 2.0.0..1.0.0" in done.err
    assert mcp_docs("log", "2.0.0..1.0.0", "--quiet", cwd=repo.path).err == ""


@pytest.mark.parametrize("command", ["log", "changelog"])
@pytest.mark.parametrize(
    ("span", "told"),
    [
        ("1.5.0..2.0.0", "The nearest are 1.0.0, 2.0.0."),
        ("1.0.0..9.0", "The nearest are 1.0.0, 2.0.0."),
        ("1.0.0..latset", "Did you mean 'latest'? The newest are 1.0.0, 2.0.0, unreleased."),
        ("1.0.0...2.0.0", "Write A..B, with two dots"),
        ("1.0.0..2.0.0..", "Write A..B, with two dots"),
        ("1.0.0", "Write 1.0.0.. for what came after it, ..1.0.0 for what led to it, or A..B."),
        ("v1.0.0", "Write v1.0.0.. for what came after it"),
    ],
)
def test_what_is_no_range_is_told_with_what_is(command: str, span: str, told: str, repo: GitRepo) -> None:
    done = mcp_docs(command, span, cwd=repo.path)
    assert (done.code, done.out) == (2, "")
    assert told in done.err


def test_a_mistyped_branch_is_told_the_nearest(repo: GitRepo) -> None:
    done = mcp_docs("log", "main..featrue", cwd=repo.path)
    assert (done.code, "Did you mean 'feature'?" in done.err) == (2, True)
    # Nothing that begins with a dash is an option of git's.
    assert mcp_docs("log", "--range", "1.0.0..--all", cwd=repo.path).code == 2


def test_a_folder_goes_before_a_range(repo: GitRepo) -> None:
    assert mcp_docs("log", "../repository", cwd=repo.path).out == mcp_docs("log", cwd=repo.path).out
    missing = mcp_docs("log", "../elsewhere", cwd=repo.path)
    assert (missing.code, "there is no such folder" in missing.err) == (3, True)


PATCH = """\
commit {commit} (2.0.0)
Date:   2024-01-05T00:00:00Z

    drop berths

    breaking  berths: tool removed  [tool.removed]

--- a/tool/berths
+++ /dev/null
@@ -1,12 +0,0 @@
-{
-  "description": "The tool berths.",
-  "inputSchema": {
-    "properties": {
-      "day": {
-        "type": "integer"
-      }
-    },
-    "type": "object"
-  },
-  "name": "berths"
-}
"""


def test_a_patch_shows_the_declarations_as_a_unified_difference(repo: GitRepo) -> None:
    found = mcp_docs("log", "HEAD~2..2.0.0", "-p", cwd=repo.path)
    expected = PATCH.replace("{commit}", repo.git("rev-parse", "v2.0.0"))
    assert (found.code, found.out) == (0, expected)


def test_a_terminal_sees_the_patch_in_colour(repo: GitRepo) -> None:
    seen = on_terminal("stdout", "log", "1.0.0..2.0.0", "-p", cwd=repo.path).out
    assert '\x1b[31m-        "type": "string"\x1b[0m' in seen
    assert '\x1b[32m+        "type": "integer"\x1b[0m' in seen
    assert "\x1b" not in mcp_docs("log", "1.0.0..2.0.0", "-p", cwd=repo.path).out


def test_an_upgrade_has_the_text_below_its_list(repo: GitRepo) -> None:
    shown = mcp_docs("changelog", "1.0.0..2.0.0", "--patch", cwd=repo.path).out
    assert "## As text (1)\n\n```diff\n--- a/tool/berths\n+++ /dev/null\n" in shown
    assert shown.endswith("-}\n```\n")
    found = json.loads(mcp_docs("changelog", "1.0.0..", "--patch", "--format", "json", cwd=repo.path).out)
    assert [item["element"] for item in found["patch"]] == [{"kind": "tool", "name": "berths"}]
    alone = mcp_docs("changelog", "--patch", cwd=repo.path)
    assert (alone.code, "A..B" in alone.err) == (2, True)


def declared(name: str, lines: Mapping[str, Any]) -> Interface:
    return Interface(tools=(Tool({"name": name, "inputSchema": {"properties": lines}}),))


LONG = {f"p{number:05}": number for number in range(LONGEST)}
OTHER = {**{f"p{number:05}": -number for number in range(10, LONGEST - 10)}, "p00000": 0, "p00001": 1}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (declared("find", {"a": 1, "b": 2, "c": 3}), declared("find", {"a": 1, "b": 3, "d": "ä\u2028"})),
        (Interface(), declared("find", {"a": 1})),
        (declared("find", {"a": 1}), Interface()),
        (declared("find", LONG), declared("find", {**LONG, "p02000": "x"})),
        (declared("find", LONG), declared("find", OTHER)),
        (Interface(), declared("find", {**LONG, **{f"q{number}": 0 for number in range(100)}})),
    ],
    ids=["changed", "added", "removed", "long", "long and all different", "long and added"],
)
def test_git_takes_the_patch_and_gives_the_other_side(old: Interface, new: Interface, tmp_path: Path) -> None:
    def text(side: Interface) -> str:
        return "".join(json.dumps(t.data, indent=2, sort_keys=True, ensure_ascii=False) + "\n" for t in side)

    (diff,) = interface_diff(old, new)
    (tmp_path / "tool").mkdir()
    file = tmp_path / "tool" / "find"
    if text(old):
        file.write_text(text(old), encoding="utf-8")
    patch = "\n".join((*diff.lines, "")).encode()
    subprocess.run(["git", "apply", "-"], input=patch, cwd=tmp_path, check=True)
    assert (file.read_text(encoding="utf-8") if file.exists() else "") == text(new)


def test_keys_in_another_order_are_no_difference(git_repo: Callable[[], GitRepo]) -> None:
    made = git_repo()
    made.commit({LOCK: lockfile(SHIPS)}, "first")
    made.commit({LOCK: lockfile(dict(reversed(SHIPS.items())), BERTHS)}, "sorted anew")
    told = json.loads(mcp_docs("log", "HEAD~1..", "-p", "--format", "json", cwd=made.path).out)
    assert [item["element"]["name"] for item in told["revisions"][0]["patch"]] == ["berths"]


def test_hostile_text_stays_text(git_repo: Callable[[], GitRepo]) -> None:
    made = git_repo()
    plain = "a b  c ##[group]x"
    made.commit({LOCK: lockfile(tool("ships", description=plain))}, "::error::first")
    made.commit(
        {LOCK: lockfile(tool("ships", description=plain.replace("a b", "a\u00a0b\u202e\x9b")))}, "two"
    )
    shown = mcp_docs("log", "-p", cwd=made.path).out
    assert {"\u202e", "\x9b", "\u00a0"} & {*shown} == set()
    assert '+  "description": "a⟨U+00A0⟩b⟨U+202E⟩⟨U+009B⟩  c # #[group]x",' in shown  # two spaces stay two
    assert not [line for line in shown.splitlines() if line.lstrip().startswith("::")]

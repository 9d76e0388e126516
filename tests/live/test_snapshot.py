"""``mcp-docs snapshot``: what is written, what is refused, and what stays as it was."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from liveservers import SERVERS

from mcp_docs.sources.files import load_interface, save_interface
from run import SOURCE, Done, mcp_docs

SECRET = "s3cret-of-a-kind"  # noqa: S105  # made up
HAND = (sys.executable, str(SERVERS / "hand.py"))
CLOSED = {"type": "object", "properties": {"q": {"type": "string"}}, "additionalProperties": False}


def tools(file: Path, *named: dict[str, Any]) -> None:
    """Let ``hand.py legacy changed FILE`` answer with these tools."""
    file.write_text(json.dumps({"tools": list(named)}), encoding="utf-8")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with the lockfile of a server that has one tool, ``search(q)``."""
    tools(tmp_path / "answer.json", {"name": "search", "inputSchema": CLOSED})
    assert changed(tmp_path).code == 0
    return tmp_path


def changed(folder: Path, *options: str, **environment: str) -> Done:
    server = (*HAND, "legacy", "changed", str(folder / "answer.json"))
    return mcp_docs("snapshot", *options, "--", *server, cwd=folder, **environment)


def test_the_first_snapshot_says_what_is_in_it(project: Path) -> None:
    found = load_interface(project / "mcp-docs.lock")
    assert [tool.data for tool in found.tools] == [{"name": "search", "inputSchema": CLOSED}]
    assert found.server.text("protocolVersion") == "2025-11-25"


def test_an_unchanged_server_leaves_the_file_untouched(project: Path) -> None:
    before = (project / "mcp-docs.lock").stat()
    done = changed(project)
    assert (done.code, done.out) == (0, "mcp-docs.lock: no change of the interface\n")
    after = (project / "mcp-docs.lock").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_an_addition_is_shown_and_recorded(project: Path) -> None:
    tools(
        project / "answer.json",
        {"name": "search", "inputSchema": CLOSED},
        {"name": "add", "inputSchema": CLOSED},
    )
    done = changed(project)
    assert done.code == 0
    assert "minor  tool:add: new tool" in done.out
    assert [tool.key for tool in load_interface(project / "mcp-docs.lock").tools] == ["add", "search"]


BROKEN = {**CLOSED, "required": ["q"]}


def test_a_break_is_refused_with_its_proof_and_the_file_stays(project: Path) -> None:
    before = (project / "mcp-docs.lock").read_bytes()
    tools(project / "answer.json", {"name": "search", "description": "Now told.", "inputSchema": BROKEN})
    done = changed(project)
    assert done.code == 1
    assert done.out.index("breaking  tool:search: q: is now required") < done.out.index("\npatch ")
    assert "worked before, fails now: {}" in done.out
    assert "mcp-docs.lock is left as it was" in done.err
    assert (project / "mcp-docs.lock").read_bytes() == before


def test_a_break_with_a_reason_is_recorded_and_accepted(project: Path) -> None:
    tools(project / "answer.json", {"name": "search", "inputSchema": BROKEN})
    assert changed(project, "--accept-breaking").code == 2
    assert changed(project, "--reason", "Nobody sent none.").code == 2
    done = changed(project, "--accept-breaking", "--reason", "Nobody sent none.")
    assert done.code == 0
    accepted = (project / "acceptances.toml").read_text(encoding="utf-8")
    assert 'reason = "Nobody sent none."' in accepted
    assert 'element = "tool:search"' in accepted
    assert load_interface(project / "mcp-docs.lock").tools[0].input_schema == BROKEN


def test_a_version_that_takes_the_step_is_named_where_a_break_is_refused(project: Path) -> None:
    tools(project / "answer.json", {"name": "search", "inputSchema": BROKEN})
    assert "Make the changes gently" in changed(project).err
    lockfile = project / "mcp-docs.lock"
    version = json.loads(lockfile.read_text(encoding="utf-8"))["server"]["version"]
    assert version.startswith("1.")
    lockfile.write_text(
        lockfile.read_text(encoding="utf-8").replace(f'"{version}"', '"0.9.0"'), encoding="utf-8"
    )
    done = changed(project)
    assert (done.code, "The server's version takes the step for it" in done.err) == (1, True)


def test_check_tells_whether_the_lockfile_is_what_would_be_written(project: Path) -> None:
    lockfile = project / "mcp-docs.lock"
    done = changed(project, "--check")
    assert (done.code, done.out) == (0, "mcp-docs.lock: is what the server answers\n")
    before = lockfile.read_bytes()
    tools(project / "answer.json", {"name": "search", "description": "Now told.", "inputSchema": CLOSED})
    done = changed(project, "--check")
    assert (done.code, "patch  tool:search" in done.out) == (1, True)
    assert "mcp-docs.lock is not what the server answers\n  Record it with" in done.err
    assert lockfile.read_bytes() == before
    changed(project)
    assert changed(project, "--check").code == 0
    lockfile.write_bytes(lockfile.read_bytes().replace(b'"version": "1.', b'"version": "0.'))
    done = changed(project, "--check")
    assert (done.code, "in what is no change of the interface" in done.err) == (1, True)


def test_check_says_of_a_break_what_records_it_and_no_id_that_nothing_takes(project: Path) -> None:
    tools(project / "answer.json", {"name": "search", "inputSchema": BROKEN})
    checked = changed(project, "--check")
    assert (checked.code, "breaking  tool:search: q: is now required" in checked.out) == (1, True)
    assert "is not what the server answers, and what it answers breaks" in checked.err
    assert '--accept-breaking --reason "…" in the place of --check' in checked.err
    assert "  id: " not in checked.out
    early = mcp_docs("accept", "0123456789ab", "--reason", "r", "mcp-docs.lock", "mcp-docs.lock", cwd=project)
    assert (early.code, "comes after its snapshot; mcp-docs snapshot --accept-breaking" in early.err) == (
        2,
        True,
    )
    assert changed(project, "--accept-breaking", "--reason", "Nobody sent none.").code == 0
    assert changed(project, "--check").code == 0


def test_check_needs_a_lockfile_and_accepts_nothing(tmp_path: Path) -> None:
    tools(tmp_path / "answer.json", {"name": "search", "inputSchema": CLOSED})
    done = changed(tmp_path, "--check", "-o", "made/mcp-docs.lock")
    assert (done.code, "there is no lockfile to check" in done.err) == (2, True)
    assert not (tmp_path / "made").exists()
    done = changed(tmp_path, "--check", "--accept-breaking", "--reason", "r")
    assert (done.code, "--check writes nothing" in done.err) == (2, True)


def test_a_folder_of_tools_is_refused_with_what_to_do_before_the_server_is_asked(tmp_path: Path) -> None:
    (tmp_path / "snaps").mkdir()
    (tmp_path / "snaps/search.json").write_text('{"name": "search", "inputSchema": {"type": "object"}}')
    (tmp_path / "mcp-docs.toml").write_text('lockfile = "snaps"\n')
    done = mcp_docs("snapshot", "--", "no-such-command", cwd=tmp_path)
    assert done.code == 2
    assert done.err.startswith("mcp-docs: snaps: is a folder with one tool per file")
    assert "mcp-docs snapshot -o mcp-docs.lock -- COMMAND" in done.err
    done = mcp_docs("snapshot", "--check", "--", "no-such-command", cwd=tmp_path)
    assert (done.code, "mcp-docs check --baseline lockfile -- COMMAND" in done.err) == (2, True)


@pytest.mark.parametrize(
    ("recorded", "found"),
    [({}, []), ({"description": "Find what was said."}, ["tool.description.changed"])],
    ids=["as the server has it", "otherwise"],
)
def test_what_a_folder_of_tools_cannot_record_of_the_server_is_no_change(
    project: Path, recorded: dict[str, str], found: list[str]
) -> None:
    """The server has a name, and a resource that is not in the lockfile; a folder of tools has no place for them."""
    (project / "snaps").mkdir()
    tool = {"name": "search", "inputSchema": CLOSED, **recorded}
    (project / "snaps/search.json").write_text(json.dumps(tool))
    server = (*HAND, "legacy", "changed", str(project / "answer.json"))
    options = ("--lockfile", "snaps", "--baseline", "lockfile", "--format", "json")
    done = mcp_docs("check", *options, "--", *server, cwd=project)
    assert [finding["rule"] for finding in json.loads(done.out)["findings"]] == found


def test_another_servers_lockfile_is_refused(project: Path) -> None:
    lockfile = project / "mcp-docs.lock"
    lockfile.write_text(lockfile.read_text(encoding="utf-8").replace('"hand"', '"foot"'), encoding="utf-8")
    before = lockfile.read_bytes()
    done = changed(project)
    assert done.code == 2
    assert "is the lockfile of the server 'foot', and 'hand' answered" in done.err
    assert lockfile.read_bytes() == before


def test_the_lockfile_pins_the_protocol_version(project: Path) -> None:
    done = mcp_docs("snapshot", "--", *HAND, "modern", cwd=project)
    assert done.code == 3
    assert "does not speak protocol 2025-11-25" in done.err
    done = mcp_docs(
        "snapshot", "--protocol", "2026-07-28", "-o", "new.lock", "--", *HAND, "modern", cwd=project
    )
    assert done.code == 0
    assert mcp_docs("snapshot", "-o", "new.lock", "--", *HAND, "modern", cwd=project).out.startswith(
        "new.lock: no change"
    )


@pytest.mark.parametrize(
    "mode", ["die-before", "die-during", "die-after", "circle", "huge", "fails", "no-list", "leak"]
)
def test_a_failure_leaves_the_lockfile_and_no_secret(project: Path, mode: str) -> None:
    before = (project / "mcp-docs.lock").read_bytes()
    done = mcp_docs("snapshot", "--env", f"TOKEN={SECRET}", "--", *HAND, "legacy", mode, cwd=project)
    assert done.code == 3
    assert done.err.startswith("mcp-docs: the server `python")
    assert SECRET not in done.out + done.err
    assert (project / "mcp-docs.lock").read_bytes() == before
    assert {path.name for path in project.iterdir()} == {"answer.json", "mcp-docs.lock"}


def test_what_was_found_wrong_is_told_and_recorded(tmp_path: Path) -> None:
    done = mcp_docs("snapshot", "--", *HAND, "legacy", "malformed", "null", cwd=tmp_path)
    assert done.code == 0
    assert "warning: tool bad:" in done.err
    assert [tool.key for tool in load_interface(tmp_path / "mcp-docs.lock").tools] == ["add", "bad"]


TARGETS = """
[targets.plain]
command = ["{python}", "{hand}", "legacy"]

[targets.changed]
command = ["{python}", "{hand}", "legacy", "changed", "$ANSWER"]
lockfile = "locks/changed.lock"
protocol = "2025-06-18"

[targets.leaking]
command = ["{python}", "{hand}", "modern", "leak"]
env = {{ TOKEN = "{value}" }}
"""


def targets(folder: Path, value: str) -> None:
    text = TARGETS.format(python=HAND[0], hand=HAND[1], value=value)
    (folder / "mcp-docs.toml").write_text(text, encoding="utf-8")
    tools(folder / "answer.json", {"name": "search", "inputSchema": CLOSED})


def test_a_target_by_its_name(tmp_path: Path) -> None:
    targets(tmp_path, "$SOME_TOKEN")
    done = mcp_docs("snapshot", "changed", cwd=tmp_path)
    assert done.code == 2
    assert "the target changed needs the variable ANSWER, which is not set" in done.err
    assert mcp_docs("snapshot", "changed", cwd=tmp_path, ANSWER="answer.json").code == 0
    assert load_interface(tmp_path / "locks/changed.lock").server.text("protocolVersion") == "2025-06-18"
    done = mcp_docs("snapshot", "other", cwd=tmp_path)
    assert done.code == 2
    assert "Known are plain, changed, leaking." in done.err


def test_all_targets_are_taken_though_one_fails(tmp_path: Path) -> None:
    targets(tmp_path, "$SOME_TOKEN")
    done = mcp_docs("snapshot", "--all", cwd=tmp_path, ANSWER="answer.json", SOME_TOKEN=SECRET)
    assert done.code == 3
    assert "mcp-docs: leaking: the server" in done.err
    assert "failed: leaking" in done.err
    assert SECRET not in done.out + done.err
    assert {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.lock")} == {
        "plain.lock",
        "locks/changed.lock",
    }


def test_a_value_in_a_committed_file_is_no_secret(tmp_path: Path) -> None:
    targets(tmp_path, "a value for everybody")
    assert mcp_docs("snapshot", "leaking", cwd=tmp_path).code == 0
    assert load_interface(tmp_path / "leaking.lock").tools[0].description == "Uses a value for everybody."


def client_file(folder: Path, web: str) -> None:
    servers = {
        "Good": {"command": HAND[0], "args": [HAND[1], "legacy"], "env": {"TOKEN": SECRET}},
        "good": {"command": HAND[0], "args": [HAND[1], "legacy", "changed", "${ANSWER}"]},
        "../web": {"type": "http", "url": web, "headers": {"Authorization": f"Bearer {SECRET}"}},
        "dead": {"command": HAND[0], "args": [HAND[1], "legacy", "die-after"], "env": {"TOKEN": SECRET}},
        "off": {"command": "no-such-program", "disabled": True},
    }
    (folder / "client.json").write_text(json.dumps({"mcpServers": servers}), encoding="utf-8")
    tools(folder / "answer.json", {"name": "search", "inputSchema": CLOSED})


def test_every_server_of_a_client_into_a_folder(tmp_path: Path, web: Callable[[str], str]) -> None:
    client_file(tmp_path, web("plain"))
    command = ("snapshot", "--all", "--servers-file", "client.json", "--into", "locks")
    done = mcp_docs(*command, cwd=tmp_path, ANSWER="answer.json")
    assert done.code == 3
    assert "4 servers: 0 broke, 1 failed\n  failed: dead" in done.err
    assert SECRET not in done.out + done.err
    files = {
        path.relative_to(tmp_path).as_posix(): path.read_text(encoding="utf-8")
        for path in tmp_path.rglob("*.lock")
    }
    assert set(files) == {"locks/Good.lock", "locks/good-2.lock", "locks/web.lock"}
    assert not any(SECRET in text for text in files.values())


def test_a_break_of_somebody_elses_server_is_recorded_and_rings(tmp_path: Path) -> None:
    entry = {"command": HAND[0], "args": [HAND[1], "legacy", "changed", "answer.json"]}
    (tmp_path / "client.json").write_text(json.dumps({"mcpServers": {"it": entry}}), encoding="utf-8")
    command = ("snapshot", "--all", "--servers-file", "client.json", "--into", "locks")
    tools(tmp_path / "answer.json", {"name": "search", "inputSchema": CLOSED})
    assert mcp_docs(*command, cwd=tmp_path).code == 0
    tools(tmp_path / "answer.json", {"name": "search", "inputSchema": BROKEN})
    done = mcp_docs(*command, cwd=tmp_path)
    assert done.code == 1
    assert "1 server: 1 broke, 0 failed\n  broke: it" in done.out
    assert mcp_docs(*command, cwd=tmp_path).code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("name", "--", "x"),
        ("--all", "-o", "a"),
        ("name", "--into", "a"),
        ("--env", "A=b", "name"),
        ("--http", "http://a/", "--", "x"),
        ("--http", "ftp://a"),
        ("--env", SECRET, "--", "x"),
    ],
)
def test_command_lines_that_name_no_one_server(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = mcp_docs("snapshot", *arguments, cwd=tmp_path)
    assert done.code == 2
    assert SECRET not in done.err


_WRITE = """
import sys
from mcp_docs.sources.files import load_interface, save_interface
one, two, goal = sys.argv[1:]
both = [load_interface(one), load_interface(two)]
print("ready", flush=True)
while True:
    for interface in both:
        save_interface(interface, goal)
"""


def test_killed_in_the_middle_of_writing_it_is_one_state_or_the_other(tmp_path: Path) -> None:
    done = mcp_docs("snapshot", "-o", "one", "--", *HAND, "legacy", "pages", cwd=tmp_path)
    assert done.code == 0
    assert mcp_docs("snapshot", "-o", "two", "--", *HAND, "legacy", cwd=tmp_path).code == 0
    states = {(tmp_path / name).read_bytes() for name in ("one", "two")}
    goal = tmp_path / "goal" / "mcp-docs.lock"
    goal.parent.mkdir()
    save_interface(load_interface(tmp_path / "one"), goal)
    chance = random.Random(7)
    arguments = [sys.executable, "-c", _WRITE, str(tmp_path / "one"), str(tmp_path / "two"), str(goal)]
    for _ in range(10):
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, env={"PYTHONPATH": str(SOURCE)}) as writing:
            assert writing.stdout is not None
            writing.stdout.readline()
            time.sleep(chance.random() / 20)
            writing.kill()
        assert goal.read_bytes() in states

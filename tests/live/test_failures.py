"""Servers that fail: what is said, that no secret is in it, and that nobody is left behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from liveservers import hand

from mcp_docs.errors import McpDocsError, ServerError, UsageError
from mcp_docs.sources.live import HttpTarget, StdioTarget, connect
from run import SOURCE

SECRET = "s3cret-of-a-kind"  # noqa: S105  # made up


def failure(
    target: StdioTarget | HttpTarget, *, protocol: str | None = None, timeout: float = 20
) -> ServerError:
    with pytest.raises(ServerError) as caught, connect(target, protocol=protocol, timeout=timeout) as session:
        _ = session.interface
    assert caught.value.exit_code == 3
    return caught.value


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (
            ("legacy", "die-before"),
            "died",
            [
                "ended with exit code 3 before it answered `initialize`",
                "ImportError: no module named wanted",
                "by hand",
            ],
        ),
        (("legacy", "die-during"), "died", ["before it answered `initialize`", "KeyError: 'TOKEN'", "--env"]),
        (
            ("legacy", "die-after"),
            "died",
            ["before it answered `tools/list`", "Traceback: token [value of TOKEN] is wrong"],
        ),
        (("modern", "circle"), "cursor", ["`tools/list` comes back to a cursor that it gave before"]),
        (("modern", "huge"), "too-large", ["`tools/list` with more than 20 MB", "in pages"]),
        (("legacy", "fails"), "list-failed", ["error -32603: database is down", "nothing was recorded"]),
        (("legacy", "no-list"), "not-mcp", ["`tools/list` without a list `tools`"]),
        (("legacy", "leak"), "secret", ["repeats the value of TOKEN", "published"]),
    ],
)
def test_a_process_that_fails_is_named_with_its_last_words(
    arguments: tuple[str, ...], code: str, words: list[str]
) -> None:
    error = failure(hand(*arguments, env={"TOKEN": SECRET}))
    assert error.code == code
    for word in words:
        assert word in str(error)
    assert SECRET not in str(error)


def test_silence_ends_at_the_timeout_and_the_process_with_all_its_children(tmp_path: Path) -> None:
    error = failure(hand("legacy", "silent", str(tmp_path / "pids")), timeout=1)
    assert error.code == "timeout"
    for word in ("did not answer `initialize` within 1 s", "waiting for the database", "--timeout"):
        assert word in str(error)
    for pid in map(int, (tmp_path / "pids").read_text(encoding="utf-8").split()):
        assert not _runs(pid)


def _runs(pid: int) -> bool:
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        if (
            Path(f"/proc/{pid}/stat").exists()
            and Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
        ):
            return False  # ended; whoever adopted it has not looked yet
        time.sleep(0.05)
    return True


def test_a_call_that_takes_too_long_spoils_no_later_one() -> None:
    with connect(hand("modern"), timeout=20) as session:
        with pytest.raises(ServerError, match="did not answer `tools/call`"):
            session.call_tool("slow", {}, timeout=0.2)
        assert session.call_tool("add", {}).payload == {"sum": 3}


def test_a_program_that_does_not_exist() -> None:
    assert "`no-such-program` cannot be started: No such file" in str(
        failure(StdioTarget(("no-such-program", "--key", SECRET)))
    )


@pytest.mark.parametrize(
    ("mode", "code", "words"),
    [
        ("unauthorized", "unauthorized", ["status 401: No entry for [value of Authorization]", "--header"]),
        ("missing", "status", ["status 404: not here", "/mcp"]),
        ("redirect", "redirect", ["redirects to https://elsewhere.example/mcp\n", "not followed"]),
        ("nowhere", "redirect", ["redirects to (no address)\n"]),
        ("html", "not-mcp", ["HTML instead of JSON-RPC: Welcome"]),
        ("huge", "too-large", ["more than 20 MB"]),
    ],
)
def test_an_address_that_is_no_server(
    web: Callable[[str], str], mode: str, code: str, words: list[str]
) -> None:
    error = failure(HttpTarget(web(mode), {"Authorization": f"Bearer {SECRET}"}))
    assert error.code == code
    for word in words:
        assert word in str(error)
    assert SECRET not in str(error)
    assert "key=abc" not in str(error)


def test_nobody_listens() -> None:
    error = failure(HttpTarget(f"http://user:{SECRET}@127.0.0.1:9/mcp?key={SECRET}"))
    assert error.code == "unreachable"
    assert str(error).startswith("the server at http://127.0.0.1:9/mcp cannot be reached")
    assert SECRET not in str(error)


@pytest.mark.parametrize(
    ("arguments", "protocol", "words"),
    [
        (
            ("legacy", "version", "2024-11-05"),
            "2025-11-25",
            ["does not speak protocol 2025-11-25 any more; it offers 2024-11-05"],
        ),
        (
            ("modern",),
            "2025-11-25",
            ["does not speak protocol 2025-11-25", "It speaks 2026-07-28; choose with `--protocol`"],
        ),
        (("legacy",), "2026-07-28", ["does not speak protocol 2026-07-28", "Try `--protocol 2025-11-25`"]),
    ],
)
def test_a_version_that_is_insisted_on(arguments: tuple[str, ...], protocol: str, words: list[str]) -> None:
    error = failure(hand(*arguments), protocol=protocol)
    assert error.code == "version"
    for word in words:
        assert word in str(error)


@pytest.mark.parametrize(
    "url", ["ftp://a/b", "http://", "http:///mcp", "a b", "http://a b/", "http://[::1/mcp", "http://a:99999/"]
)
def test_what_is_no_address(url: str) -> None:
    with pytest.raises(UsageError, match="no http or https URL"):
        HttpTarget(url)


def test_headers_that_would_smuggle_another_are_refused_unseen() -> None:
    with pytest.raises(McpDocsError) as caught:
        HttpTarget("http://a/", {"X": f"{SECRET}\r\nY: 1"})
    assert SECRET not in str(caught.value)


#: A child in a session of its own, which no signal to the server's group reaches; it holds the server's
#: standard error until the file named on its command line is there.
DAEMON = """
import subprocess, sys
code = "import pathlib, sys, time\\nwhile not pathlib.Path(sys.argv[1]).exists(): time.sleep(0.05)"
null = subprocess.DEVNULL
subprocess.Popen([sys.executable, "-c", code, sys.argv[1]], stdin=null, stdout=null, start_new_session=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="sessions are a thing of POSIX")
def test_a_child_that_left_the_server_keeps_nobody_waiting(tmp_path: Path) -> None:
    end = tmp_path / "end"
    try:
        with pytest.raises(ServerError) as caught, connect(daemon(end), timeout=20):
            pass
        assert caught.value.code == "died"
        assert not end.exists()
    finally:
        end.touch()


def daemon(end: Path) -> StdioTarget:
    return StdioTarget((sys.executable, "-c", DAEMON, str(end)))


SIGNALS = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@pytest.mark.skipif(sys.platform == "win32", reason="signals are a thing of POSIX")
@pytest.mark.parametrize("name", SIGNALS)
def test_a_command_that_is_told_to_end_leaves_no_server_and_no_lockfile(name: str, tmp_path: Path) -> None:
    pid_file = tmp_path / "pid"
    code = (
        "import os, pathlib, sys, time; "
        "pathlib.Path(sys.argv[1] + '.new').write_text(str(os.getpid())); "
        "os.replace(sys.argv[1] + '.new', sys.argv[1]); time.sleep(100)"
    )
    command = [sys.executable, "-m", "mcp_docs", "snapshot", "-o", str(tmp_path / "mcp-docs.lock")]
    run = subprocess.Popen(
        [*command, "--", sys.executable, "-c", code, str(pid_file)],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        stderr=subprocess.PIPE,
        # Tests that run in the background are started with some signals ignored.
        preexec_fn=partial(signal.signal, getattr(signal, name), signal.SIG_DFL),  # noqa: PLW1509  # no thread
    )
    while not pid_file.exists():
        assert run.poll() is None
        time.sleep(0.05)
    run.send_signal(getattr(signal, name))
    _, said = run.communicate(timeout=60)
    assert run.returncode == {"SIGINT": 130, "SIGTERM": 143, "SIGHUP": 129}[name]
    assert b"Traceback" not in said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pid"]
    assert not _runs(int(pid_file.read_text()))


#: Ignores that its input is closed and that it is told to end, as its child does; both hold a connection.
_DEAF = """
import signal, socket, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
held = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
held.set_inheritable(True)
child = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(300)"
subprocess.Popen([sys.executable, "-c", child], close_fds=False)
held.sendall(b"up")
time.sleep(300)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a group of processes is POSIX's")
def test_a_server_does_not_outlive_a_program_that_is_killed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(60)
        port = str(listener.getsockname()[1])
        program = subprocess.Popen(
            [sys.executable, "-m", "mcp_docs", "snapshot", "--", sys.executable, "-c", _DEAF, port],
            env={**os.environ, "PYTHONPATH": str(SOURCE)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        connection, _ = listener.accept()
        with connection:
            connection.settimeout(60)
            assert connection.recv(2) == b"up"
            program.kill()
            program.wait()
            # The connection ends when the last process that holds it does.
            assert connection.recv(1) == b""


def test_a_script_that_may_not_be_run_or_names_no_interpreter(tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text("print()\n", encoding="utf-8")
    told = str(failure(StdioTarget((str(script),))))
    assert "Permission denied" in told
    assert f"chmod +x {script}" in told
    script.chmod(0o755)
    assert "begins with the line that names its interpreter" in str(failure(StdioTarget((str(script),))))


@pytest.mark.parametrize(
    ("value", "words"), [("Bearer ", "ends with a space"), ("", "is empty"), (" ", "is empty")]
)
def test_a_header_that_an_unset_variable_left_short_is_named(value: str, words: str) -> None:
    with pytest.raises(UsageError, match=f"header Authorization .*{words}") as told:
        HttpTarget("https://example.org/mcp", {"Authorization": value})
    assert "variable" in str(told.value)

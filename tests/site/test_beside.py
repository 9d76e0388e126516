"""Work in a process beside: its result, or what it would raise; never a process left, never another site."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mcp_docs.site.ahead import Task, later_half
from run import surroundings

#: Names that each program below knows.
PREPARED = """
import os, signal, sys, threading, time
from mcp_docs.errors import ConfigError
from mcp_docs.site.beside import beside
here = os.getpid()
def told(work):
    with beside(work) as result:
        return result()
"""
two_processors = pytest.mark.skipif(
    sys.platform != "linux" or len(os.sched_getaffinity(0)) == 1,
    reason="work is done beside only on Linux, on two processors",
)


def run(program: str) -> str:
    """Run a program in a process of its own: this one may have threads."""
    done = subprocess.run(
        [sys.executable, "-c", PREPARED + program],
        env=surroundings(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


@two_processors
def test_the_result_comes_from_another_process_once() -> None:
    program = """
with beside(lambda: (os.getpid(), time.monotonic_ns())) as result:
    first = result()
    print(first[0] != here, first == result())
"""
    assert run(program) == "True True\n"


@two_processors
def test_a_large_result_arrives_whole() -> None:
    assert run("print(told(lambda: bytes(range(256)) * 100_000) == bytes(range(256)) * 100_000)") == "True\n"


@two_processors
@pytest.mark.parametrize(
    "threads_or_processors",
    [
        "threading.Thread(target=time.sleep, args=(1,), daemon=True).start()",
        "os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})",
    ],
)
def test_it_is_done_here_where_a_copy_is_unsafe_or_of_no_use(threads_or_processors: str) -> None:
    assert run(f"{threads_or_processors}\nprint(told(os.getpid) == here)") == "True\n"


@pytest.mark.parametrize(
    "only_beside",
    [
        "raise ConfigError('beside')",
        "sys.exit(3)",
        "raise KeyboardInterrupt",
        "os.kill(os.getpid(), signal.SIGKILL)",
        "return lambda: 'cannot be pickled'",
    ],
)
def test_what_fails_beside_is_done_here(only_beside: str) -> None:
    program = f"""
def work():
    if os.getpid() != here:
        {only_beside}
    return "done here"
print(told(work))
"""
    assert run(program) == "done here\n"


def test_what_fails_here_too_is_raised() -> None:
    program = """
def work():
    raise ConfigError("a wrong template")
try:
    told(work)
except ConfigError as error:
    print(error)
"""
    assert run(program) == "a wrong template\n"


@two_processors
def test_nobody_is_left_when_the_result_is_not_wanted() -> None:
    program = """
began = time.monotonic()
try:
    with beside(lambda: time.sleep(300)):
        raise ConfigError("the build failed")
except ConfigError:
    pass
try:
    os.waitpid(-1, os.WNOHANG)
except ChildProcessError:
    print("no child", time.monotonic() - began < 60)
"""
    assert run(program) == "no child True\n"


@two_processors
def test_nobody_is_left_when_the_one_who_waits_is_killed() -> None:
    program = """
with beside(lambda: bytes(10_000_000)), beside(lambda: bytes(10_000_000)):
    os.kill(os.getpid(), signal.SIGKILL)
"""
    # Returns when nobody has its output open any more.
    command = [sys.executable, "-c", PREPARED + program]
    done = subprocess.run(command, env=surroundings(), capture_output=True, check=False, timeout=60)
    assert done.returncode == -signal.SIGKILL


@two_processors
def test_whoever_works_beside_ends_with_the_one_who_waits() -> None:
    program = """
with beside(lambda: time.sleep(300)), beside(lambda: time.sleep(300)):
    os.kill(here, signal.SIGKILL)
"""
    # Returns when nobody has its output open any more: long before the work would be done.
    command = [sys.executable, "-c", PREPARED + program]
    subprocess.run(command, env=surroundings(), capture_output=True, check=False, timeout=60)


@two_processors
@pytest.mark.parametrize("number", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_what_reaches_both_is_answered_by_one(number: str) -> None:
    program = f"""
def leave(number, frame):
    print(os.getpid() == here, flush=True)
    sys.exit(0)
signal.signal(signal.{number}, leave)
os.setpgid(0, 0)
with beside(lambda: time.sleep(300)):
    os.killpg(0, signal.{number})
    time.sleep(300)
"""
    assert run(program) == "True\n"


@two_processors
@pytest.mark.parametrize(
    "scarce",
    [
        # One number is left for a file, and a pipe has two ends.
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (os.dup(0) + 2, 64))",
        # As in a worker of a pool.
        "import multiprocessing; multiprocessing.current_process()._config['daemon'] = True",
    ],
)
def test_it_is_done_here_where_no_further_process_can_be_had(scarce: str) -> None:
    program = f"""
import multiprocessing.connection, multiprocessing.popen_fork, multiprocessing.context
{scarce}
print(told(os.getpid) == here)
"""
    assert run(program) == "True\n"


@pytest.mark.parametrize(
    ("tasks", "later"),
    [
        ([], []),
        ([("body", "a")], []),
        ([("twin", "a"), ("twin", "b")], [("twin", "b")]),
        # HTML costs 5, Markdown 2: of 14, never more than half is later.
        ([("body", "a"), ("body", "b"), ("twin", "a"), ("twin", "b")], [("twin", "a"), ("twin", "b")]),
    ],
)
def test_the_later_half_is_that_of_the_costs(tasks: list[Task], later: list[Task]) -> None:
    assert list(later_half(tasks)) == later


@two_processors
def test_one_processor_builds_the_same_site_as_two(harbour: Path, tmp_path: Path) -> None:
    program = """
processors, *arguments = sys.argv[1:]
os.sched_setaffinity(0, set(map(int, processors.split(","))))
from mcp_docs.cli import main
main(arguments)
"""
    available = sorted(os.sched_getaffinity(0))[:2]
    command = sys.executable, "-c", PREPARED + program
    sites = []
    for processors in (available[:1], available):
        for memory in (["--no-cache"], ["--cache", str(tmp_path / f"cache{len(processors)}")]):
            output = tmp_path / f"{len(processors)}{memory[0]}"
            subprocess.run(
                [
                    *command,
                    ",".join(map(str, processors)),
                    "build",
                    str(harbour),
                    "--output",
                    str(output),
                    *memory,
                ],
                env=surroundings(),
                capture_output=True,
                check=True,
            )
            sites.append(
                {str(p.relative_to(output)): p.read_bytes() for p in output.rglob("*") if p.is_file()}
            )
    assert len(sites[0]) > 100
    assert sites[1:] == sites[:1] * 3

"""A server as a process of ours: one JSON-RPC message a line on its standard streams."""

from __future__ import annotations

import contextlib
import errno
import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Collection, Mapping
from typing import IO, Final

from mcp_docs.errors import ServerError
from mcp_docs.jsonvalue import JsonObject, document
from mcp_docs.sources.live.target import StdioTarget
from mcp_docs.sources.live.watchdog import Watchdog
from mcp_docs.sources.live.wire import MESSAGE_LIMIT, Message, parse, reply_to
from mcp_docs.texts import both_ends, shorten
from mcp_docs.views.markdown import visible

#: Lines that the server wrote to standard error, of which the first and the last are shown.
_KEPT: Final = 60
_FIRST: Final = 6
_SHOWN: Final = 12
_LONGEST_LINE: Final = 200
#: Lines on standard output that are no messages, of which the first ones are told.
_NOISE_KEPT: Final = 5
#: Seconds in which a server may end by itself once its input is closed, and again once it is told to.
_GRACE: Final = 2.0
#: Seconds for the threads that read a process which is gone.
_JOIN: Final = 1.0

_TOO_LARGE: Final = object()


class StdioChannel:
    """Starts the server, and ends it with all its children when it is closed."""

    def __init__(self, target: StdioTarget) -> None:
        self._target = target
        self._secrets = target.secrets
        self._run = _Process(target)
        #: Lines on standard output that are no messages.
        self.noise: list[str] = []

    def ask(
        self,
        request: JsonObject,
        seconds: float,
        *,
        also: Collection[int] = (),
        headers: Mapping[str, str] | None = None,  # noqa: ARG002 - lines have none
    ) -> Message:
        """Send a request and wait for its answer; see ``Channel.ask``."""
        deadline = time.monotonic() + seconds
        method = str(request["method"])
        self._run.send(request)
        while True:
            message = self._next(deadline, method, seconds)
            if message.is_answer and message.value.get("id") in (request["id"], *also):
                return message
            if (reply := reply_to(message)) is not None:
                self._run.send(reply)

    def tell(self, notification: JsonObject) -> None:
        """Send a notification."""
        self._run.send(notification)

    def restart(self) -> None:
        """Start the server again."""
        self._run.stop()
        self._run = _Process(self._target)

    def settle(self, version: str) -> None:
        """Nothing depends on the version here."""

    def failure(self, code: str, what: str, hint: str) -> ServerError:
        """Return an error that ends with the server's own last words."""
        said = "\n    ".join(visible(shorten(line, _LONGEST_LINE)) for line in self._run.last_words())
        words = f"\n  Its last words on standard error:\n    {said}" if said else ""
        if self.noise:
            words += f"\n  It wrote to standard output what is no message, first: {self.noise[0]}"
        # Secrets go last, so that no cut leaves half of one.
        return ServerError(code, self._secrets.scrub(what), hint=self._secrets.scrub(hint + words))

    def close(self) -> None:
        """End the server."""
        self._run.stop()

    def _next(self, deadline: float, method: str, seconds: float) -> Message:
        while True:
            try:
                line = self._run.lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise self._silence(method, seconds) from None
            if line is _TOO_LARGE:
                raise self.failure(
                    "too-large",
                    f"{self._target.label} answers `{method}` with more than {MESSAGE_LIMIT // 1_000_000} MB",
                    "No client could use that; let the server give its lists in pages.",
                )
            if not isinstance(line, bytes):
                raise self._death(method)
            if message := parse(line):
                return message
            self._note_noise(line)

    def _note_noise(self, line: bytes) -> None:
        text = visible(shorten(line.decode("utf-8", "replace").strip(), _LONGEST_LINE))
        if text and len(self.noise) < _NOISE_KEPT:
            self.noise.append(self._secrets.scrub(text))

    def _silence(self, method: str, seconds: float) -> ServerError:
        return self.failure(
            "timeout",
            f"{self._target.label} did not answer `{method}` within {seconds:g} s",
            "Give a slow server more time with `--timeout`, and check that the command starts a server "
            "that speaks over stdio.",
        )

    def _death(self, method: str) -> ServerError:
        return self.failure(
            "died",
            f"{self._target.label} {self._run.how_it_ended()} before it answered `{method}`",
            "Run its command by hand to see what it lacks; variables are given with `--env NAME=VALUE`.",
        )


class _Process:
    """One run of the server. Threads move bytes, so that no full pipe stops us or it.

    Each closes its pipe. Nobody else does: a child that left the server's group can hold the other end
    for as long as it likes, and who closes what a thread reads from waits for that thread.
    """

    def __init__(self, target: StdioTarget) -> None:
        self.lines: queue.Queue[object] = queue.Queue(maxsize=64)
        self._stderr: deque[str] = deque(maxlen=_KEPT)
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._stopping = False
        self._process = _spawn(target)
        self._watchdog = Watchdog(self._process.pid)
        assert self._process.stdin is not None  # noqa: S101  # all three are pipes
        assert self._process.stdout is not None  # noqa: S101
        assert self._process.stderr is not None  # noqa: S101
        self._threads = [
            threading.Thread(target=self._write, args=(self._process.stdin,), daemon=True),
            threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._listen, args=(self._process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def send(self, message: JsonObject) -> None:
        """Queue a message; a server that has gone is noticed when nothing comes back."""
        self._outbox.put(document(message))

    def last_words(self) -> list[str]:
        """Return the last lines on standard error, once a server that has gone has been heard out."""
        if self._process.poll() is not None:
            self._threads[2].join(_JOIN)
        return list(both_ends(list(self._stderr), _FIRST, _SHOWN))

    def how_it_ended(self) -> str:
        """Return what became of the process, as the rest of a sentence."""
        try:
            code = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return "closed its standard output"
        if code >= 0:
            return f"ended with exit code {code}"
        with contextlib.suppress(ValueError):
            return f"was ended by {signal.Signals(-code).name}"
        return f"was ended by signal {-code}"

    def stop(self) -> None:
        """Close its input and wait; then end it and all its children."""
        self._stopping = True
        self._outbox.put(None)
        try:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._wait_draining(_GRACE)
            if self._process.poll() is None:
                _signal(self._process, hard=False)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._wait_draining(_GRACE)
        finally:
            _signal(self._process, hard=True)
            self._process.wait()
            self._watchdog.dismiss()
            self._drain()
            for thread in self._threads:
                thread.join(_JOIN)

    def _wait_draining(self, seconds: float) -> None:
        """Wait for its end while taking what it still writes, which it may be blocked on."""
        deadline = time.monotonic() + seconds
        while self._process.poll() is None:
            self._drain()
            if time.monotonic() > deadline:
                raise subprocess.TimeoutExpired("server", seconds)
            time.sleep(0.01)

    def _drain(self) -> None:
        with contextlib.suppress(queue.Empty):
            while True:
                self.lines.get_nowait()

    def _write(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while (data := self._outbox.get()) is not None:
                stream.write(data)
                stream.flush()
        with contextlib.suppress(OSError, ValueError):
            stream.close()

    def _read(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), stream:
            while line := stream.readline(MESSAGE_LIMIT + 1):
                if len(line) > MESSAGE_LIMIT:
                    self._put(_TOO_LARGE)
                    break
                self._put(line)
            while self._stopping and stream.read1(65536):  # type: ignore[attr-defined]  # a buffered reader
                pass
        self._put(None)

    def _put(self, item: object) -> None:
        while not self._stopping:
            with contextlib.suppress(queue.Full):
                self.lines.put(item, timeout=0.1)
                return

    def _listen(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), stream:
            while line := stream.readline(65536):
                if text := line.decode("utf-8", "replace").strip():
                    self._stderr.append(text)


def _spawn(target: StdioTarget) -> subprocess.Popen[bytes]:
    """Start the process in a group of its own, so that its children can be ended with it."""
    try:
        return subprocess.Popen(  # noqa: S603 - running the user's command is the task
            target.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **target.env},
            cwd=target.cwd,
            start_new_session=sys.platform != "win32",
        )
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or "the operating system refuses"
        raise ServerError(
            "not-started",
            f"{target.label} cannot be started: {reason}",
            hint=_way_to_start(target, error),
        ) from None


def _way_to_start(target: StdioTarget, error: OSError | ValueError) -> str:
    program = target.command[0]
    place = os.path.join(target.cwd or "", program)  # noqa: PTH118 - of what the system is given
    if isinstance(error, PermissionError) and os.path.isfile(place):  # noqa: PTH113 - as above
        return (
            f"Allow it to be run: chmod +x {shlex.quote(program)}. Or start it by its interpreter, "
            "as in: -- python server.py."
        )
    if isinstance(error, OSError) and error.errno == errno.ENOEXEC:
        return (
            "A script begins with the line that names its interpreter (#!/usr/bin/env python3). Or start "
            "it by that, as in: -- python server.py."
        )
    return "Check the spelling, and that the program is installed and on PATH."


def _signal(process: subprocess.Popen[bytes], *, hard: bool) -> None:
    """End the process and its group, which may outlive it."""
    with contextlib.suppress(OSError):
        if sys.platform != "win32":
            os.killpg(process.pid, signal.SIGKILL if hard else signal.SIGTERM)
        elif process.poll() is None:
            process.kill()

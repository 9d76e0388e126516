"""Work in a process beside this one: the parts of a build that do not need each other share two processors.

The process is a copy of this one (``fork``), so that a record, which is large, need not be handed over;
only what the work returns is. Where that is not safe or of no use, the work is done here.
"""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkProcess

Result = TypeVar("Result")
#: Ask a process to end. What this one has arranged for them is not for its copy, which has made nothing.
_ENDING: Final = (signal.SIGINT, signal.SIGTERM, *filter(None, [getattr(signal, "SIGHUP", None)]))
#: Of ``prctl`` in Linux (``<linux/prctl.h>``).
_DIE_WITH_PARENT: Final = 1


@contextmanager
def beside(work: Callable[[], Result]) -> Iterator[Callable[[], Result]]:
    """Start work; what is yielded waits for it and returns its result, each time the same.

    Args:
        work: needs nothing that two processes cannot share, such as a database, and changes nothing; its
            result can be pickled. Where the process beside does not return one, because the work failed or
            the process was killed, it is done here, and what it raises is raised here.
    """
    started = _started(work) if _is_of_use() else None
    if started is None:
        yield _once(work)
        return
    process, receiving = started

    def result() -> Result:
        with suppress(EOFError, OSError):
            received: Result = receiving.recv()
            return received
        return work()

    try:
        yield _once(result)
    finally:
        receiving.close()
        process.terminate()
        process.join()
        process.close()


def _started(work: Callable[[], object]) -> tuple[ForkProcess, Connection] | None:
    """Start a process; ``None`` where no further one, or no pipe to it, can be had."""
    import multiprocessing  # noqa: PLC0415  # not for what is done in one process

    if multiprocessing.current_process().daemon:  # of a pool's, which may have none of their own
        return None
    context = multiprocessing.get_context("fork")
    # A copy that is asked to end before it is at work would do what this one does then: tidy up.
    held = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        receiving, sending = context.Pipe(duplex=False)
        with sending:
            given = work, receiving, sending, held, os.getpid()
            process = context.Process(target=_work, args=given, daemon=True)
            process.start()
    except OSError:
        return None
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
    return process, receiving


def _is_of_use() -> bool:
    """Tell whether this process can be copied, and whether a copy would have a processor of its own.

    A copy has one thread: what another one had locked would stay locked. On macOS, and so for Python, no
    system library can be trusted in a copy; Windows has none.
    """
    if sys.platform != "linux" or len(os.sched_getaffinity(0)) == 1:
        return False
    with suppress(OSError):  # proc(5): a folder for each thread, Python's or not
        return len(os.listdir("/proc/self/task")) == 1  # noqa: PTH208  # a name is no path of the user's
    return False


def _once(work: Callable[[], Result]) -> Callable[[], Result]:
    found: list[Result] = []

    def result() -> Result:
        if not found:
            found.append(work())
        return found[0]

    return result


def _work(
    work: Callable[[], object],
    receiving: Connection,
    sending: Connection,
    held: set[signal.Signals | int],
    parent: int,
) -> None:
    receiving.close()  # with its own end open, it would wait for ever for a process that was killed to read
    _end_with(parent, held)
    gc.disable()  # to look for garbage is to write to, and so to copy, all that is shared
    # What fails here is done again by whoever waits, and fails there; nobody reads this process' words.
    with suppress(BaseException):
        sending.send(work())


def _end_with(parent: int, held: set[signal.Signals | int]) -> None:
    """Let this process end at once when it is asked to, and when the one that waits for it is gone.

    A terminal's interrupt reaches both; the other one says so, and ends this one.
    """
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)
    for number in _ENDING:
        signal.signal(number, signal.SIG_IGN if number == signal.SIGINT else signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, held)

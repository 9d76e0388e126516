"""Work in a process beside this one: the parts of a build that do not need each other share two processors.

The process is a copy of this one (``fork``), so that a record, which is large, need not be handed over;
only what the work returns is. Where that is not safe or of no use, the work is done here.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Result = TypeVar("Result")


@contextmanager
def beside(work: Callable[[], Result]) -> Iterator[Callable[[], Result]]:
    """Start work; what is yielded waits for it and returns its result, each time the same.

    Args:
        work: needs nothing that two processes cannot share, such as a database, and changes nothing; its
            result can be pickled. Where the process beside does not return one, because the work failed or
            the process was killed, it is done here, and what it raises is raised here.
    """
    if not _is_of_use():
        yield _once(work)
        return
    import multiprocessing  # noqa: PLC0415  # not for what is done in one process

    context = multiprocessing.get_context("fork")
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(work, receiving, sending), daemon=True)
    process.start()
    sending.close()

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


def _work(work: Callable[[], object], receiving: Connection, sending: Connection) -> None:
    receiving.close()  # with its own end open, it would wait for ever for a process that was killed to read
    gc.disable()  # to look for garbage is to write to, and so to copy, all that is shared
    # What fails here is done again by whoever waits, and fails there; nobody reads this process' words.
    with suppress(BaseException):
        sending.send(work())

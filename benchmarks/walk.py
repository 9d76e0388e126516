"""Walking a history against the bare minimum.

    python benchmarks/walk.py HISTORY.bundle …

The walk finds every revision of the lockfile and reads each into an interface. The bare minimum lists
the same blobs by one ``git log``, reads them through one ``git cat-file --batch`` and gives each to ``json.loads``.
Both are measured in one process, in turns; the figure is the ratio of the best of each.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from mcp_docs.history.options import HistoryOptions  # the path above comes first
from mcp_docs.sources.git import walk

TURNS = 9


def listed(folder: Path, lockfile: str) -> tuple[str, ...]:
    """Return the distinct blobs of the lockfile on the first-parent lines of HEAD and all tags."""
    command = [
        "git",
        "-C",
        str(folder),
        "log",
        "HEAD",
        "--tags",
        "--first-parent",
        "--format=",
        "--raw",
        "--no-abbrev",
    ]
    done = subprocess.run([*command, "--", lockfile], check=True, capture_output=True, text=True)
    blobs = (line.split()[3] for line in done.stdout.splitlines() if line)
    return tuple(blob for blob in dict.fromkeys(blobs) if blob.strip("0"))


def bare(folder: Path, lockfile: str) -> tuple[int, int]:
    """Return how many blobs were listed, read and parsed, and their bytes together."""
    blobs, size = listed(folder, lockfile), 0
    command = ["git", "-C", str(folder), "cat-file", "--batch"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("no pipes")
        for blob in blobs:
            process.stdin.write(f"{blob}\n".encode())
            process.stdin.flush()
            length = int(process.stdout.readline().split()[2])
            json.loads(process.stdout.read(length + 1))
            size += length
        process.stdin.close()
    return len(blobs), size


def seconds(call: Callable[[], object]) -> float:
    """Return the seconds of one call."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def line(bundle: Path) -> str:
    """Measure one history."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run(["git", "clone", "--quiet", str(bundle), name], check=True)
        lockfile = walk(folder, None, HistoryOptions()).lockfile
        turns = [
            (seconds(lambda: bare(folder, lockfile)), seconds(lambda: walk(folder, None, HistoryOptions())))
            for _ in range(TURNS)
        ]
        count, size = bare(folder, lockfile)
    least, ours = (min(column) for column in zip(*turns, strict=True))
    return (
        f"{bundle.stem}: {count} blobs, {size / 1e6:.1f} MB: "
        f"bare {least:.3f} s, walk {ours:.3f} s, {ours / least:.2f} times"
    )


def main() -> None:
    """Print a line for each history."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bundles", nargs="+", type=Path)
    for bundle in parser.parse_args().bundles:
        print(line(bundle), flush=True)


if __name__ == "__main__":
    main()

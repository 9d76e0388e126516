"""How long the feed and the matrix take, and what the feed grows with.

    python benchmarks/feed.py

Made-up histories as in ``growth.py``. *record*: reading and classifying, without the matrix. *matrix*: each release
against each later one. *feed*: every file of the feed, made and written to a folder. Seconds of the processor, so that
what else the machine does counts for little.
"""

from __future__ import annotations

import tempfile
import time
from functools import partial
from pathlib import Path

from building import LOCKFILE
from growth import Shape, repository

from mcp_docs.classifier.interfaces import classify
from mcp_docs.feed.files import feed_files
from mcp_docs.history.build import BuildOptions, build_record
from mcp_docs.history.compare import Comparer
from mcp_docs.history.matrix import build_matrix
from mcp_docs.history.options import HistoryOptions
from mcp_docs.policy import DEFAULT
from mcp_docs.sources.git import walk

SHAPES = (
    Shape(500, 60, 20),
    Shape(1_000, 60, 20),
    Shape(500, 240, 20),
    Shape(500, 60, 200),
    Shape(1_000, 60, 200),
)


def line(shape: Shape) -> str:
    """Measure one shape and return its line of the table."""
    with tempfile.TemporaryDirectory() as name:
        folder, site = Path(name) / "repository", Path(name) / "site"
        repository(folder, shape)
        judge = partial(classify, policy=DEFAULT)
        start = time.process_time()
        walked = walk(folder, LOCKFILE, HistoryOptions())
        record = build_record(walked, judge, BuildOptions(matrix=False))
        read = time.process_time()
        build_matrix(record.releases, Comparer(judge), ("*",))
        compared = time.process_time()
        files = feed_files(record, base_url="https://example.org/")
        for path, data in files.items():
            target = site / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        done = time.process_time()
    changes = sum(len(release.changes) for release in record.releases)
    size = sum(map(len, files.values())) / 1e6
    given = f"{shape.revisions:>9} {shape.tools:>6} {shape.releases:>8} {changes:>8}"
    times = f"{read - start:>9.2f} {compared - read:>9.2f} {done - compared:>7.2f}"
    return f"{given} {times} {len(files):>6} {size:>6.1f} {1000 * size / max(changes, 1):>10.1f}"


def main() -> None:
    """Print a line for each shape."""
    print("revisions  tools releases  changes  record s  matrix s  feed s  files     MB  kB/change")
    for shape in SHAPES:
        print(line(shape), flush=True)


if __name__ == "__main__":
    main()

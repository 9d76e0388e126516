"""Figures of the containment prover over a corpus with known answers.

    python benchmarks/containment.py CORPUS.jsonl [--list KIND]

Each line of the corpus is an object with ``old``, ``new``, ``input_breaking``, ``output_breaking`` and
``evidence``. Weak labels (found by agreement of tools only, unverified, unknown) are left out.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter
from pathlib import Path
from typing import Any

from mcp_docs.schema.containment import decide
from mcp_docs.schema.validate import is_valid
from mcp_docs.schema.verdict import Direction

WEAK = {"2-tools+sampled", "unverified", "unknown", None}
DIRECTIONS: tuple[Direction, ...] = ("input", "output")


def judged(record: dict[str, Any], direction: Direction) -> tuple[str, float, str]:
    """Return how an answer compares with the label, its milliseconds, and the answer as text."""
    start = time.perf_counter()
    verdict = decide(record["old"], record["new"], direction=direction, profile="strict")
    spent = (time.perf_counter() - start) * 1000
    breaking = record[f"{direction}_breaking"]
    expected = "breaking" if breaking else "compatible"
    if verdict.outcome == "unproven":
        return f"unproven ({expected})", spent, str(verdict)
    if verdict.outcome != expected:
        return f"FALSE {verdict.outcome}", spent, str(verdict)
    return f"right ({expected})", spent, str(verdict)


def main() -> None:
    """Print the figures, and the pairs of one kind if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--list", default="", help="print the pairs whose result contains this text")
    options = parser.parse_args()
    is_valid({}, 0)  # loads the validator, which is not what is measured
    counts: Counter[str] = Counter()
    times = []
    for line in options.corpus.read_text(encoding="utf-8").strip().split("\n"):
        record = json.loads(line)
        for direction in DIRECTIONS:
            if (record["evidence"].get(direction) or {}).get("kind") in WEAK:
                continue
            result, spent, text = judged(record, direction)
            counts[result] += 1
            times.append(spent)
            if options.list and options.list in result:
                print(record["id"], direction, result, text, f"{spent:.1f} ms")
                print("   old", json.dumps(record["old"])[:600])
                print("   new", json.dumps(record["new"])[:600])
    total = sum(counts.values())
    for result, number in sorted(counts.items()):
        print(f"{result:28} {number:6}  {100 * number / total:6.2f} %")
    times.sort()
    cuts = statistics.quantiles(times, n=100)
    print(f"median {cuts[49]:.2f} ms, p95 {cuts[94]:.2f} ms, p99 {cuts[98]:.2f} ms, max {times[-1]:.1f} ms")


if __name__ == "__main__":
    main()

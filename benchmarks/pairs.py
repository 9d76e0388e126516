"""What a consecutive pair of a history costs in one walk, and by a process for each pair.

    python benchmarks/pairs.py [--griffe PYTHON]

The history is made up: 500 revisions of 60 tools, each changes one argument. ``mcp-docs changelog`` reads and
classifies all of it in one process; ``mcp-docs check`` takes two revisions. With ``--griffe``, an interpreter that
has griffe, a module of 60 functions is changed in the same way and ``griffe check`` asked for each of 20 pairs.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from building import MCP_DOCS, seconds, surroundings
from growth import Shape, repository

SHAPE = Shape(500, 60, 20)
PAIRS = 20


def walked(folder: Path) -> float:
    """Return the seconds a pair takes when one process reads the history and classifies each."""
    times = [seconds(*MCP_DOCS, "changelog", folder, "--format", "json") for _ in range(3)]
    return statistics.median(times) / (SHAPE.revisions - 1)


def per_process(command: list[str], pairs: list[list[str]], folder: Path) -> float:
    """Return the median of the seconds of a process for each pair; what it finds it may exit with."""
    times = []
    environment = surroundings()
    for pair in pairs:
        start = time.perf_counter()
        done = subprocess.run(
            [*command, *pair], cwd=folder, capture_output=True, env=environment, check=False
        )
        times.append(time.perf_counter() - start)
        if done.returncode > 1:
            raise SystemExit(done.stderr.decode())
    return statistics.median(times)


def module(rng: random.Random, names: list[str]) -> str:
    """Change one argument of one of 60 functions; return the module."""
    index = rng.randrange(len(names))
    names[index] = f"a{rng.randrange(1000)}"
    others = "".join(f", b{number}=None" for number in range(5))
    return "".join(f"def function_{n}({name}{others}):\n    pass\n\n\n" for n, name in enumerate(names))


def modules(folder: Path) -> None:
    """Write the module's history."""
    rng = random.Random(7)
    names = ["a"] * SHAPE.tools
    git = ["git", "-C", str(folder), "-c", "user.name=A. Author", "-c", "user.email=author@example.com"]
    subprocess.run(["git", "init", "--quiet", "--initial-branch=main", str(folder)], check=True)
    for number in range(PAIRS + 1):
        (folder / "made_up.py").write_text(module(rng, names), encoding="utf-8")
        subprocess.run([*git, "add", "."], check=True)
        subprocess.run([*git, "commit", "--quiet", "-m", "next"], check=True)
        subprocess.run([*git, "tag", f"r{number}"], check=True)


def main() -> None:
    """Print what a pair costs, and how many times as much the others take."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--griffe", help="an interpreter that has griffe")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        ours, theirs = Path(name) / "ours", Path(name) / "theirs"
        repository(ours, SHAPE)
        pair = walked(ours)
        print(f"one walk of {SHAPE.revisions} revisions of {SHAPE.tools} tools: {1000 * pair:.2f} ms a pair")
        pairs = [[f"HEAD~{n}:", f"HEAD~{n - 1}:"] for n in range(PAIRS, 0, -1)]
        found = {"mcp-docs check": per_process([*MCP_DOCS, "check"], pairs, ours)}
        if options.griffe:
            modules(theirs)
            griffe = [options.griffe, "-m", "griffe", "check", "made_up"]
            pairs = [["--against", f"r{n}", "--base-ref", f"r{n + 1}"] for n in range(PAIRS)]
            found["griffe check"] = per_process(griffe, pairs, theirs)
    for command, taken in found.items():
        print(f"{command}, a process for each pair: {taken:.2f} s, {taken / pair:.0f} times as long")


if __name__ == "__main__":
    main()

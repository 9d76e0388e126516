"""Counts and times of classification.

    python benchmarks/classification.py [HISTORY.bundle …]

For each history: how many compared schema pairs stay unproven, and whether every breaking change has a
proof. Then a synthetic history of 500 revisions of 60 tools, and two files of 200 tools with 30 properties.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from mcp_docs.change import ByContract, Level, Witnessed  # the path above comes first
from mcp_docs.classifier.interfaces import classify
from mcp_docs.history.options import HistoryOptions
from mcp_docs.interface import Interface, Tool
from mcp_docs.readers import ElementCache, read
from mcp_docs.schema.containment import decide
from mcp_docs.sources.git import walk


def proofs(bundle: Path) -> None:
    """Print what stands behind the changes of one history."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["git", "clone", "--quiet", str(bundle), folder], check=True)
        walked = walk(Path(folder), None, HistoryOptions())
    states = [r.content for r in walked.revisions.values() if isinstance(r.content, Interface)]
    pairs: dict[tuple[str, str], str] = {}
    breaking = proven = 0
    for old, new in itertools.pairwise(states):
        for change in classify(old, new):
            breaking += change.level is Level.BREAKING
            proven += change.level is Level.BREAKING and isinstance(change.proof, (Witnessed, ByContract))
        for tool in new.tools:
            before = old.index.get(("tool", tool.key))
            if isinstance(before, Tool) and before.digest != tool.digest:
                pairs |= outcomes(before, tool)
    unproven = sum(outcome == "unproven" for outcome in pairs.values())
    share = 100 * unproven / max(len(pairs), 1)
    print(f"{bundle.stem}: {breaking} breaking changes, {proven} with a proof; "
          f"{len(pairs)} schema pairs, {unproven} unproven ({share:.1f} %)")  # fmt: skip


def outcomes(old: Tool, new: Tool) -> dict[tuple[str, str], str]:
    """Return the verdict's outcome for each schema that differs."""
    found: dict[tuple[str, str], str] = {}
    for member, before, after in (
        ("inputSchema", old.input_schema, new.input_schema),
        ("outputSchema", old.output_schema, new.output_schema),
    ):
        if before is not None and after is not None and before != after:
            direction: Any = member.removesuffix("Schema")
            found[old.digest + member, new.digest] = decide(before, after, direction=direction).outcome
    return found


def tools(rng: random.Random, count: int, properties: int) -> list[dict[str, Any]]:
    """Make up tools."""
    return [
        {
            "name": f"tool_{n}",
            "description": f"Does the thing number {n}.",
            "inputSchema": {
                "type": "object",
                "properties": {f"p{i}": prop(rng, i) for i in range(properties)},
                "required": ["p0"],
                "$defs": {"Filter": {"type": "object", "properties": {"field": {"type": "string"}}}},
            },
        }
        for n in range(count)
    ]


def prop(rng: random.Random, number: int) -> dict[str, Any]:
    """Make up a property."""
    kinds: list[dict[str, Any]] = [
        {"type": "string", "minLength": 1, "maxLength": rng.randint(20, 200)},
        {"type": "integer", "minimum": 0, "maximum": rng.randint(10, 1000)},
        {"enum": ["alpha", "beta", f"v{rng.randint(0, 9)}"], "type": "string"},
        {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
        {"type": "array", "items": {"type": "string"}, "maxItems": rng.randint(5, 50)},
        {"$ref": "#/$defs/Filter"},
    ]
    return {**kinds[number % len(kinds)], "description": f"Parameter {number}."}


def changed(rng: random.Random, listed: list[dict[str, Any]], share: float) -> list[dict[str, Any]]:
    """Return a copy in which about ``share`` of the properties differ."""
    copy: list[dict[str, Any]] = json.loads(json.dumps(listed))
    for tool in copy:
        schema = tool["inputSchema"]
        for number, name in enumerate(list(schema["properties"])):
            if rng.random() < share:
                schema["properties"][name] = prop(rng, number)
    return copy


def lock(listed: list[dict[str, Any]]) -> bytes:
    """Return a lockfile's bytes."""
    server = {"name": "made-up", "version": "1.0.0"}
    return json.dumps({"covenant_version": "0", "server": server, "surface": {"tools": listed}}).encode()


def median(run: Callable[[], object], times: int) -> float:
    """Return the median seconds of a call."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def history() -> None:
    """Time 500 revisions of 60 tools, one property changed in each."""
    rng = random.Random(1)
    states = [tools(rng, 60, 10)]
    for _ in range(499):
        states.append(json.loads(json.dumps(states[-1])))
        schema = rng.choice(states[-1])["inputSchema"]
        number = rng.randrange(10)
        schema["properties"][f"p{number}"] = prop(rng, number)
    cache = ElementCache()
    read_states = [read(lock(state), cache) for state in states]
    start = time.perf_counter()
    count = sum(len(classify(old, new)) for old, new in itertools.pairwise(read_states))
    print(f"500 revisions of 60 tools: {time.perf_counter() - start:.2f} s for {count} changes")


def two_files() -> None:
    """Time a whole process that reads and compares two files of 200 tools with 30 properties."""
    rng = random.Random(7)
    old = tools(rng, 200, 30)
    new = changed(rng, old, 1 / 40)
    script = (
        "import sys; from mcp_docs import classify, load_interface; "
        "changes = classify(load_interface(sys.argv[1]), load_interface(sys.argv[2])); print(len(changes))"
    )
    with tempfile.TemporaryDirectory() as folder:
        for name, listed in (("old", old), ("new", new)):
            (Path(folder) / name).write_bytes(lock(listed))
        command = [sys.executable, "-c", script, f"{folder}/old", f"{folder}/new"]
        environment = {"PYTHONPATH": str(Path(__file__).resolve().parent.parent / "src")}

        def run() -> None:
            subprocess.run(command, env=environment, check=True, capture_output=True)

        def gate() -> None:
            check = [sys.executable, "-m", "mcp_docs", "check", f"{folder}/old", f"{folder}/new"]
            subprocess.run(check, env=environment, check=False, capture_output=True)  # it finds breaks

        bare = median(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True), 9)
        for what, call in (("classify", run), ("mcp-docs check", gate)):
            taken = median(call, 9)
            print(
                f"{what}, two files of 200 tools with 30 properties: {taken:.3f} s, "
                f"{taken / bare:.0f} times an empty process"
            )


def main() -> None:
    """Run all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bundles", nargs="*", type=Path)
    for bundle in parser.parse_args().bundles:
        proofs(bundle)
    history()
    two_files()


if __name__ == "__main__":
    main()

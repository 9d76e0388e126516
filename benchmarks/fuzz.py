"""Feed broken and hostile input to every reader, the classifier, the judge of contracts and whole builds.

    python benchmarks/fuzz.py [--minutes 1] [--seed 1] [--lock FILE …]

Whatever it is given, a reader returns a value or a named error, nothing takes longer than the budget, a
thing compared with itself is silent, and no page has a node that a server brought. A failure is printed
with its seed, which alone makes the same input again, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import copy
import itertools
import json
import random
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from types import FrameType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

import mutate

from mcp_docs import readers, writer
from mcp_docs.acceptances import parse_acceptances
from mcp_docs.change import Level, Witnessed
from mcp_docs.classifier.interfaces import classify
from mcp_docs.config import parse_config
from mcp_docs.contracts.cases import read_cases
from mcp_docs.contracts.judge import judge
from mcp_docs.contracts.read import read_contracts
from mcp_docs.errors import McpDocsError
from mcp_docs.history.build import BuildOptions, build_record
from mcp_docs.history.model import Commit, Revision, Tag, Walk
from mcp_docs.interface import Interface
from mcp_docs.site.build import build_site

#: Seconds that one input may take; a whole build may take ten times as long.
BUDGET = 20
#: One build for so many other inputs.
BUILD_EVERY = 400
MARK = "mcpdocsfuzz"
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1e308, 10**40, 0.1, "", "\x00", "\u202e", "\ud83d\ude00", "a" * 5000, [], {}, [[[[]]]],
    {"$ref": "#"}, {"$ref": "#/properties/x"}, {"$ref": "https://example.org/schema"}, {"type": "nothing"},
    {"type": ["object", "null"]}, {"pattern": "(a+)+$"}, {"pattern": "("}, {"enum": []}, {"const": None}, {"not": {}},
    {"anyOf": [{}] * 9}, {"oneOf": [{"type": "string"}, {"minLength": 3}]}, {"if": {}, "then": False},
    {"$dynamicRef": "#x", "$dynamicAnchor": "x"}, {"unevaluatedProperties": False}, {"multipleOf": 1e-9},
    {"minimum": 3, "maximum": 2}, {"items": [{}, False], "additionalItems": False},
    f"<script {MARK}>alert(1)</script>", f"<img src=x {MARK} onerror=alert(1)>", f"[x](javascript:{MARK})", "{{ 7*7 }}",
    f'"><svg {MARK}>', f"```\n</code><b {MARK}>", "../../../etc/passwd", "%2e%2e/", "constructor", "__proto__", "CON",
)  # fmt: skip
TOKENS = (
    b"{", b"}", b"[", b"]", b'"', b",", b":", b"null", b"NaN", b"-0", b"1e999", b"\\ud800", b"\\u0000", b"\xff",
    b"\xef\xbb\xbf", b"<<<<<<< HEAD\n", b"'", b"\n- ", b"&a ", b"*a", b"!!python/object:os.system ", b"[[", b"]]", b"= ",
)  # fmt: skip
CONTRACT = {
    "consumerName": "desk",
    "providerName": "harbour",
    "tools": [
        {"toolName": "find", "exampleInput": {"q": "x"}, "requiredOutputFields": ["id", "items[].name"]},
        {"toolName": "gone", "exampleInputs": [{}, {"a": [1, None]}], "requiredOutputFields": ["/a/-/b"]},
    ],
}
CONFIG = b"""lockfile = "mcp-docs.lock"
[releases]
tags = ["v*"]
[[deprecations]]
element = "tool:find"
sunset = 2026-10-01
[policy]
profile = "strict"
[policy.rules]
"tool.removed" = "review"
"""
ACCEPTANCES = b"""[[acceptances]]
rule = "tool.removed"
element = "tool:find"
reason = "Nobody called it."
expires = 2027-01-01
"""
SEEDS: dict[str, Any] = {
    "covenant_version": 1,
    "server": {"name": "harbour", "version": "1.0.0", "instructions": "Ask first."},
    "surface": {
        "tools": [
            {
                "name": "find",
                "description": "Find *things*.",
                "inputSchema": {
                    "type": "object",
                    "properties": {
                        "q": {"type": "string", "pattern": "^[a-z]+$"},
                        "n": {"type": "integer", "minimum": 1, "maximum": 50},
                        "f": {"$ref": "#/$defs/Filter"},
                    },
                    "required": ["q"],
                    "$defs": {"Filter": {"type": "object", "properties": {"kind": {"enum": ["a", "b"]}}}},
                },
                "outputSchema": {
                    "type": "object",
                    "properties": {
                        "id": {"type": "string"},
                        "items": {"type": "array", "items": {"type": "object"}},
                    },
                    "required": ["id"],
                },
                "annotations": {"readOnlyHint": True},
            }
        ],
        "resources": [{"uri": "harbour://tides", "name": "tides", "mimeType": "text/plain"}],
        "resourceTemplates": [{"uriTemplate": "harbour://tides/{day}", "name": "day"}],
        "prompts": [{"name": "plan", "arguments": [{"name": "day", "required": True}]}],
    },
}


class OverBudgetError(Exception):
    """An input took too long."""


def edited(rng: random.Random, value: Any, times: int) -> Any:
    """Return a copy of a JSON value in which some nodes are replaced, dropped, doubled or renamed."""
    root = [copy.deepcopy(value)]
    for _ in range(times):
        places = list(_places(root))
        holder, key = rng.choice(places[1:] or places)
        deed = rng.choice(("drop", "rename", "double", "odd", "copy"))
        if deed == "drop" and len(holder) > 1:
            del holder[key]
        elif deed == "rename" and isinstance(holder, dict):
            holder[str(rng.choice(ODD))[:60]] = holder.pop(key)
        elif deed == "double" and isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        else:
            other, at = rng.choice(places)
            holder[key] = copy.deepcopy(rng.choice(ODD) if deed == "odd" else other[at])
    return root[0]


def _places(value: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    waiting = [value]
    while waiting and len(found) < 5000:  # noqa: PLR2004 - enough to choose from
        node = waiting.pop()
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        found += [(node, key) for key in keys]
        waiting += [node[key] for key in keys if isinstance(node[key], (dict, list)) and node[key]]
    return found


def broken(rng: random.Random, data: bytes) -> bytes:
    """Return bytes in which a few things are cut, doubled or put in."""
    for _ in range(rng.randrange(4)):
        at, length = rng.randrange(len(data) + 1), rng.randrange(1, 40)
        data = rng.choice((
            data[:at] + data[at + length :],
            data[:at] + rng.choice(TOKENS) + data[at:],
            data[:at] + data[at : at + length] * rng.randrange(2, 50) + data[at:],
            data[:at],
        ))  # fmt: skip
    return data


def named(read: Callable[[bytes], Any], data: bytes) -> Any:
    """Return what a reader makes of bytes, or ``None`` for an error that has a name and words."""
    try:
        return read(data)
    except McpDocsError as error:
        if not str(error).strip():
            raise ValueError("an error without words") from error
        return None


class Fuzzer:
    """One input after another, each made from its own number.

    Args:
        locks: JSON documents to start from.
    """

    def __init__(self, locks: Sequence[Any]) -> None:
        self._locks = locks
        self.counts: Counter[str] = Counter()

    def interface(self, rng: random.Random, start: Any, times: int) -> Interface | None:
        """Read an edited lockfile; what is read is written and read again to the same."""
        data = json.dumps(edited(rng, start, times)).encode()
        found: Interface | None = named(readers.read, broken(rng, data) if rng.randrange(3) == 0 else data)
        if found is not None:
            again = writer.write(readers.read(writer.write(found)))
            if again != writer.write(found):
                raise ValueError("written, read and written again it is another")
        return found

    def lockfile(self, rng: random.Random) -> None:
        """Read a broken lockfile."""
        self.interface(rng, rng.choice(self._locks), rng.randrange(1, 6))

    def changes(self, rng: random.Random) -> None:
        """Classify two edited lockfiles, and each against itself."""
        start = rng.choice(self._locks)
        old, new = (self.interface(rng, start, rng.randrange(3)) for _ in range(2))
        if old is None or new is None:
            return
        if classify(old, old):
            raise ValueError("a thing compared with itself is not silent")
        found = classify(old, new)
        for change in found:
            if change.level is Level.BREAKING and change.proof is None:
                raise ValueError(f"{change.rule} at {change.pointer} is breaking without a proof")
        self.counts["differences"] += len(found)
        self.counts["witnesses"] += sum(isinstance(change.proof, Witnessed) for change in found)

    def schemas(self, rng: random.Random) -> None:
        """Edit a tool's schema as people do, and classify."""
        lock = copy.deepcopy(rng.choice(self._locks))
        old = named(readers.read, json.dumps(lock).encode())
        for tool in lock.get("surface", {}).get("tools", [])[:40]:
            if isinstance(tool.get("inputSchema"), dict) and rng.randrange(4) == 0:
                tool["inputSchema"] = mutate.mutated(rng, tool["inputSchema"], rng.randrange(1, 4))
        new = named(readers.read, json.dumps(lock).encode())
        if old is not None and new is not None:
            self.counts["differences"] += len(classify(old, new))

    def contracts(self, rng: random.Random) -> None:
        """Read broken contracts and cases, and judge what can be read by an edited interface."""
        data = broken(rng, json.dumps(edited(rng, CONTRACT, rng.randrange(3))).encode())
        named(partial(read_cases, file="cases.json"), data)
        found = named(partial(read_contracts, file="contract.yml"), data) or ()
        interface = self.interface(rng, self._locks[0], rng.randrange(3))
        if interface is None:
            return
        for contract in found:
            self.counts["clauses"] += len(judge(contract, interface))

    def settings(self, rng: random.Random) -> None:
        """Read broken configuration and acceptances."""
        named(partial(parse_config, file="mcp-docs.toml"), broken(rng, CONFIG))
        named(partial(parse_acceptances, file="acceptances.toml"), broken(rng, ACCEPTANCES))

    def build(self, rng: random.Random) -> None:
        """Build the site of a few edited lockfiles, and look for nodes that a server brought."""
        states = [self.interface(rng, self._locks[0], rng.randrange(8)) for _ in range(rng.randrange(2, 6))]
        commits = [
            Commit(f"{number:040x}", (f"{number - 1:040x}",) if number else (), 1_700_000_000 + 86_400 * number,
                   f"step <b {MARK}>{number}")
            for number in range(len(states))
        ]  # fmt: skip
        revisions = {
            commit.id: Revision(commit, state) for commit, state in zip(commits, states, strict=True) if state
        }
        if not revisions:
            return
        tags = tuple(Tag(f"v1.{number}.0", commit.id, commit.time) for number, commit in enumerate(commits))
        graph = {commit.id: commit for commit in commits}
        walk = Walk(graph, commits[-1].id, revisions, tags, "mcp-docs.lock", ())
        record = build_record(walk, classify, BuildOptions(ruleset="fuzz"))
        with tempfile.TemporaryDirectory() as folder:
            build_site(record, Path(folder) / "site")
            for page in Path(folder).rglob("*.html"):
                Traces(page.read_text(encoding="utf-8"))


class Traces(HTMLParser):
    """Refuses a page with a node, an attribute or an address that a payload brought."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at one node."""
        for name, value in attrs:
            if MARK in name or (name in {"href", "src"} and (value or "").strip().startswith("javascript:")):
                raise ValueError(f"a payload became {tag} {name}={value!r}")


def over(_: int, __: FrameType | None) -> None:
    """End what takes too long."""
    raise OverBudgetError


def attempt(fuzzer: Fuzzer, number: int) -> str:
    """Make and try the input with a number; return what it was."""
    rng = random.Random(number)
    kinds: tuple[tuple[str, int], ...] = (
        ("lockfile", 3),
        ("changes", 3),
        ("schemas", 2),
        ("contracts", 2),
        ("settings", 1),
    )
    name = rng.choices([name for name, _ in kinds], [weight for _, weight in kinds])[0]
    if number % BUILD_EVERY == 0:
        name = "build"
    signal.alarm(BUDGET * (10 if name == "build" else 1))
    try:
        getattr(fuzzer, name)(rng)
    finally:
        signal.alarm(0)
    return name


def run(
    locks: Sequence[Any], numbers: Sequence[int] | itertools.count[int], seconds: float
) -> tuple[Counter[str], int]:
    """Try inputs until the numbers or the seconds are over; return how many of each kind, and failures."""
    signal.signal(signal.SIGALRM, over)
    fuzzer = Fuzzer(locks)
    failures, end = 0, time.monotonic() + seconds
    for number in numbers:
        if time.monotonic() > end:
            break
        try:
            fuzzer.counts[attempt(fuzzer, number)] += 1
        except Exception:  # noqa: BLE001 - whatever it is, it is what we look for
            failures += 1
            print(f"--- seed {number}\n{traceback.format_exc(limit=-6)}", flush=True)
    return fuzzer.counts, failures


def main() -> None:
    """Fuzz for some minutes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--seed", type=int, default=1, help="number of the first input")
    parser.add_argument("--lock", type=Path, action="append", default=[], help="a lockfile to start from")
    options = parser.parse_args()
    locks = [SEEDS, *(json.loads(path.read_bytes()) for path in options.lock)]
    counts, failures = run(locks, itertools.count(options.seed), 60 * options.minutes)
    print(", ".join(f"{count} {name}" for name, count in sorted(counts.items())), f"— {failures} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

"""Compare the prover with two others: over a corpus with known answers, and over edited real tools.

    make oracles                                     # or, with both of them and jsonschema installed:
    PYTHONPATH=src python benchmarks/oracles.py [--corpus FILE.jsonl] [--lock LOCKFILE …] [--edits N]

The others are ``jsoncompat`` and ``subschema``, which need Python 3.12 or later, and are never used by the
program itself. Each disagreement is listed with what the validator says of a witness, if there is one:
whoever has a witness that holds is right. The exit code is 1 if that is ever somebody else.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mutate import Values, mutated

from mcp_docs.schema.containment import decide

#: One question: a name, a schema, and the one that it should be contained in.
Question = tuple[str, Any, Any]
#: What somebody says: ``compatible``, ``breaking`` or ``unproven``, and a witness if there is one.
Answer = tuple[str, list[Any]]
Ask = Callable[[Any, Any], Answer]
SEARCHED = 300


def ours(small: Any, large: Any) -> Answer:
    """Ask the prover for pure inclusion."""
    verdict = decide(small, large, direction="input", profile="strict")
    return verdict.outcome, [verdict.witness] if verdict.outcome == "breaking" else []


def jsoncompat(small: Any, large: Any) -> Answer:
    """Ask jsoncompat; its role ``deserializer`` is to read with the new schema what the old one allows."""
    library = importlib.import_module("jsoncompat")
    result: Any = library.analyze_compat(json.dumps(small), json.dumps(large), "deserializer")
    if isinstance(result, dict):
        status, witness = str(result.get("status")), result.get("counterexample_json")
    else:
        status = str(getattr(result, "status", type(result).__name__)).lower()
        witness = getattr(result, "counterexample_json", None)
    outcome = {"compatible": "compatible", "incompatible": "breaking"}.get(status, "unproven")
    return outcome, [json.loads(witness)] if outcome == "breaking" and witness else []


def subschema(small: Any, large: Any) -> Answer:
    """Ask subschema, which proves or refuses, and gives no witness."""
    library = importlib.import_module("subschema")
    contained = library.is_subschema(_dialect(small), _dialect(large), endeavor=True, timeout_ms=2_000)
    return ("compatible" if contained else "breaking"), []


def _dialect(schema: Any) -> Any:
    named = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return {**named, **schema} if isinstance(schema, dict) else schema


def holds(small: Any, large: Any, witness: Any) -> bool:
    """Tell whether the validator confirms a witness, as the library has it and without our own keywords."""
    judge = importlib.import_module("jsonschema").Draft202012Validator
    try:
        return judge(small).is_valid(witness) and not judge(large).is_valid(witness)
    except Exception:  # noqa: BLE001 - what the library cannot read it does not confirm
        return False


@dataclass
class Tally:
    """What came of all questions."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: int = 0

    def ask(self, question: Question, others: Mapping[str, Callable[[Any, Any], Answer]]) -> None:
        """Ask everybody one question; print and count the disagreements."""
        _, small, large = question
        said, witnesses = ours(small, large)
        self.counts[f"mcp-docs: {said}"] += 1
        for name, ask in others.items():
            try:
                answer, theirs = ask(small, large)
            except Exception as fault:  # noqa: BLE001 - others refuse in many ways
                self.counts[f"{name}: refused ({type(fault).__name__})"] += 1
                continue
            self.counts[f"{name}: {answer}"] += 1
            if "unproven" not in (said, answer) and answer != said:
                self._explain(question, said, witnesses, name, theirs)

    def _explain(self, question: Question, said: str, mine: list[Any], name: str, theirs: list[Any]) -> None:
        title, small, large = question
        candidates = mine if said == "breaking" else [*theirs, *_searched(title, small, large)]
        proofs = [json.dumps(value)[:200] for value in candidates if holds(small, large, value)]
        kind = "unexplained"
        if proofs:
            kind = f"{name} is wrong" if said == "breaking" else "MCP-DOCS IS WRONG"
        elif said == "compatible" and nothing(small):
            kind, proofs = f"{name} is wrong", ["the small side accepts nothing at all"]
        elif said == "compatible" and isinstance(small, dict) and small.keys() == {"const"}:
            kind, proofs = f"{name} is wrong", ["the only value of the small side fits the large one"]
        self.wrong += kind == "MCP-DOCS IS WRONG"
        self.counts[f"disagreement with {name}: {kind}"] += 1
        print(f"{kind}: {title}: mcp-docs says {said}, {name} does not; {(proofs or ['no witness'])[0]}")
        if not kind.endswith("is wrong"):
            print(f"   small {json.dumps(small)[:1000]}\n   large {json.dumps(large)[:1000]}")


def nothing(schema: Any) -> bool:
    """Tell whether a schema plainly accepts no value: none of those that it, or what it requires, lists."""
    if schema is False:
        return True
    if not isinstance(schema, dict):
        return False
    judge = importlib.import_module("jsonschema").Draft202012Validator(schema)
    listed = [schema["const"]] if "const" in schema else schema.get("enum")
    if isinstance(listed, list) and "$ref" not in json.dumps(schema):
        return not any(judge.is_valid(value) for value in listed)
    named = schema.get("properties", {})
    required = schema.get("required", ()) if schema.get("type") == "object" else ()
    return any(nothing(named.get(name)) for name in required)


def _searched(title: str, small: Any, large: Any) -> Iterator[Any]:
    values = Values(random.Random(title), small, large)
    yield from (values.draw() for _ in range(SEARCHED))


def corpus(file: Path) -> Iterator[Question]:
    """Yield both directions of each pair of a corpus."""
    for line in file.read_text(encoding="utf-8").strip().split("\n"):
        record = json.loads(line)
        yield f"{record['id']} input", record["old"], record["new"]
        yield f"{record['id']} output", record["new"], record["old"]


def edited(file: Path, edits: int) -> Iterator[Question]:
    """Yield both directions of random edits of each tool of a lockfile."""
    surface = json.loads(file.read_text(encoding="utf-8"))["surface"]
    for tool in surface["tools"]:
        for number in range(edits):
            rng = random.Random(f"{tool['name']} {number}")
            old = mutated(rng, tool["inputSchema"], rng.choice([0, 1, 2]))
            new = mutated(rng, old, rng.choice([1, 1, 2]))
            yield f"{tool['name']} {number} input", old, new
            yield f"{tool['name']} {number} output", new, old


def main() -> int:
    """Ask everything, print the counts, and return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--corpus", type=Path, help="pairs with known answers, a line each")
    parser.add_argument(
        "--lock", type=Path, action="append", default=[], help="lockfiles whose tools are edited"
    )
    parser.add_argument("--edits", type=int, default=2, help="edits of each tool")
    parser.add_argument("--only", choices=["jsoncompat", "subschema"], help="ask one of the two")
    options = parser.parse_args()
    others: dict[str, Ask] = {"jsoncompat": jsoncompat, "subschema": subschema}
    if options.only:
        others = {options.only: others[options.only]}
    tally = Tally()
    for question in corpus(options.corpus) if options.corpus else ():
        tally.ask(question, others)
    for lock in options.lock:
        for question in edited(lock, options.edits):
            tally.ask(question, others)
    print()
    for line, count in sorted(tally.counts.items()):
        print(f"{line:60} {count:6}")
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())

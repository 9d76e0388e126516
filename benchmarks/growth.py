"""How time and memory grow with revisions, tools, releases and the size of a schema.

    python benchmarks/growth.py [--large]

Each line is one made-up repository: reading and classifying it (``mcp-docs changelog``) and building its
site, each a whole process. The bare reading is one ``git cat-file --batch`` of the same blobs and
``json.loads`` of each. ``again`` is a build with nothing changed, ``next`` one with a release more. ``--large``
adds the largest: 10,000 revisions, 2,000 tools, 700 tags, a 5 MB lockfile.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from building import LOCKFILE, MCP_DOCS, release, surroundings
from walk import bare, seconds

START = 1_700_000_000


@dataclass(frozen=True, slots=True)
class Shape:
    """A made-up history.

    Attributes:
        revisions: commits, each of which changes one argument of one tool.
        tools: of every revision.
        releases: tags, spread evenly over the commits.
        properties: arguments of each tool.
    """

    revisions: int
    tools: int
    releases: int
    properties: int = 6


SMALL = (
    Shape(100, 60, 20), Shape(500, 60, 20), Shape(2_000, 60, 20),
    Shape(200, 10, 20), Shape(200, 200, 20),
    Shape(700, 60, 10), Shape(700, 60, 200), Shape(700, 60, 700),
    Shape(100, 20, 20, 10), Shape(100, 20, 20, 200),
)  # fmt: skip
LARGE = (Shape(10_000, 60, 20), Shape(100, 2_000, 20), Shape(700, 200, 700), Shape(50, 200, 20, 150))


def argument(number: int) -> dict[str, Any]:
    """Return the schema of one argument."""
    kinds: tuple[dict[str, Any], ...] = (
        {"type": "string", "maxLength": 80},
        {"type": "integer", "minimum": 0, "maximum": 100},
        {"type": "string", "enum": ["a", "b", "c"]},
        {"type": "array", "items": {"type": "string"}},
    )
    return {**kinds[number % len(kinds)], "description": f"Argument number {number} of this tool."}


def surfaces(shape: Shape) -> Iterator[bytes]:
    """Yield the lockfile of each revision: one argument is added, dropped or changed at a time."""
    rng = random.Random(7)
    tools = [
        {
            "name": f"tool_{n}",
            "description": f"Does the thing number {n}.",
            "inputSchema": {
                "type": "object",
                "properties": {f"p{i}": argument(i) for i in range(shape.properties)},
            },
        }
        for n in range(shape.tools)
    ]
    texts = [json.dumps(tool) for tool in tools]
    for number in range(shape.revisions):
        index = rng.randrange(shape.tools)
        arguments = tools[index]["inputSchema"]["properties"]  # type: ignore[index]  # built above
        name = f"p{rng.randrange(shape.properties)}"
        if name not in arguments:
            arguments[name] = argument(rng.randrange(4))
        elif rng.randrange(5) == 0:
            del arguments[name]
        else:
            arguments[name] = {**arguments[name], "description": f"Said anew in revision {number}."}
        texts[index] = json.dumps(tools[index])
        server = '"covenant_version": 1, "server": {"name": "made-up", "version": "1.0.0"}'
        yield (
            f'{{{server}, "surface": {{"tools": [{", ".join(texts)}], "resources": [], "prompts": []}}}}'
        ).encode()


def pipe(stream: IO[bytes] | None) -> IO[bytes]:
    """Return a stream that was asked for."""
    if stream is None:
        raise ValueError("no pipe")
    return stream


def repository(folder: Path, shape: Shape) -> None:
    """Write the history by ``git fast-import``."""
    subprocess.run(["git", "init", "--quiet", "--initial-branch=main", str(folder)], check=True)
    every = max(shape.revisions // shape.releases, 1)
    with subprocess.Popen(
        ["git", "-C", str(folder), "fast-import", "--quiet"], stdin=subprocess.PIPE
    ) as importer:
        stdin = pipe(importer.stdin)
        for number, data in enumerate(surfaces(shape), start=1):
            who = f"A. Author <author@example.com> {START + 3600 * number} +0000"
            head = f"commit refs/heads/main\nmark :{number}\ncommitter {who}\ndata 4\nnext\n"
            stdin.write(f"{head}M 644 inline {LOCKFILE}\ndata {len(data)}\n".encode() + data + b"\n")
            if number % every == 0 and number // every <= shape.releases:
                stdin.write(f"reset refs/tags/v1.{number // every}.0\nfrom :{number}\n\n".encode())
    subprocess.run(["git", "-C", str(folder), "reset", "--quiet", "--hard", "main"], check=True)
    subprocess.run(["git", "-C", str(folder), "gc", "--quiet"], check=True)


def measured(*command: str) -> tuple[float, float]:
    """Run a command in a process of its own; return its seconds and the most memory it held, in MB."""
    start = time.perf_counter()
    script = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, capture_output=True); "
    )
    script += "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    done = subprocess.run(
        [sys.executable, "-c", script, *command],
        check=True,
        capture_output=True,
        text=True,
        env=surroundings(),
    )
    return time.perf_counter() - start, int(done.stdout) / 1000


def line(shape: Shape) -> str:
    """Measure one shape and return its line of the table."""
    with tempfile.TemporaryDirectory() as name:
        folder, site = Path(name) / "repository", Path(name) / "site"
        repository(folder, shape)
        git = seconds(lambda: bare(folder, LOCKFILE))
        read, memory = measured(*MCP_DOCS, "changelog", str(folder))
        cache = str(Path(name) / "cache")
        built = (*MCP_DOCS, "build", str(folder), "--output", str(site), "--quiet", "--cache", cache)
        build, most = measured(*built)
        again, _ = measured(*built)
        release(folder, 1)
        later, _ = measured(*built)
        size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file()) / 1e6
    given = f"{shape.revisions:>9} {shape.tools:>6} {shape.releases:>8} {shape.properties:>10}"
    return (
        f"{given} {git:>7.2f} {read:>8.2f} {read / git:>6.1f} {memory:>6.0f}"
        f" {build:>8.2f} {most:>6.0f} {again:>7.2f} {later:>6.2f} {size:>7.1f}"
    )


def main() -> None:
    """Print a line for each shape."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--only", type=int, help="the number of one shape, counted from 0")
    options = parser.parse_args()
    shapes = (*SMALL, *LARGE) if options.large else SMALL
    print(
        "revisions  tools releases properties  bare s   read s  ratio     MB  build s     MB again s next s site MB"
    )
    for shape in shapes if options.only is None else shapes[options.only : options.only + 1]:
        print(line(shape), flush=True)


if __name__ == "__main__":
    main()

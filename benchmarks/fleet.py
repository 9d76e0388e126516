"""Many servers on one machine: builds by ``make -j``, a catalogue of all, and what one failing server does.

    python benchmarks/fleet.py [--servers 200] [--jobs 2]

Each server is a made-up repository of its own with a few tools and releases; one of them has
no lockfile. The recipe is ``site-example/fleet/Makefile``, as the documentation shows it. Every build is
a whole process.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RECIPE = ROOT / "site-example" / "fleet" / "Makefile"
START = 1_700_000_000
TOOLS, RELEASES = 5, 4
BROKEN = "server-007"


def lockfile(server: str, release: int) -> bytes:
    """Return the lockfile of one release: each adds a tool, each third one demands an argument more."""
    tools = [
        {
            "name": f"tool_{number}",
            "description": f"Tool {number} of {server}.",
            "inputSchema": {
                "type": "object",
                "properties": {f"p{n}": {"type": "string"} for n in range(4)},
                "required": [f"p{n}" for n in range(release // 3 if number == 0 else 0)],
            },
        }
        for number in range(TOOLS + release)
    ]
    about = {"name": server, "version": f"1.{release}.0"}
    return json.dumps({"covenant_version": "0.1.0", "server": about, "surface": {"tools": tools}}).encode()


def history(server: str, *, broken: bool = False) -> Iterator[bytes]:
    """Yield the repository as input of ``git fast-import``."""
    for release in range(RELEASES):
        data = lockfile(server, release)
        name = b"other.json" if broken else b"mcp-docs.lock"
        yield b"commit refs/heads/main\nmark :%d\n" % (release + 1)
        yield b"committer A <a@example.invalid> %d +0000\ndata 0\n" % (START + release * 86_400)
        yield b"M 100644 inline %b\ndata %d\n%b\n" % (name, len(data), data)
        yield b"reset refs/tags/v1.%d.0\nfrom :%d\n\n" % (release, release + 1)


def generate(folder: Path, count: int) -> None:
    """Make the repositories below ``servers/``."""
    for number in range(count):
        name = f"server-{number:03}"
        repo = folder / "servers" / name
        subprocess.run(["git", "init", "-q", "-b", "main", str(repo)], check=True)
        data = b"".join(history(name, broken=name == BROKEN))
        subprocess.run(["git", "-C", str(repo), "fast-import", "--quiet"], input=data, check=True)


def make(folder: Path, *arguments: str) -> tuple[float, int, str]:
    """Run the recipe; return seconds, exit code and what it said on standard error."""
    environment: Mapping[str, str] = {**os.environ, "MCP_DOCS": f"{sys.executable} -m mcp_docs"}
    begun = time.perf_counter()
    done = subprocess.run(
        ["make", "-f", str(RECIPE), *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return time.perf_counter() - begun, done.returncode, done.stderr


def main() -> None:
    """Read the command line and print one line a measurement."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--servers", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    jobs = f"-j{arguments.jobs}"
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        generate(place, arguments.servers)
        for what in ("cold", "nothing changed"):
            seconds, code, said = make(place, "-k", jobs)
            built = len(list((place / "public").iterdir()))
            each = seconds / arguments.servers
            print(
                f"{what}: {seconds:.0f} s, {each:.2f} s a server, {built} sites; exit code {code}", flush=True
            )
            print("  " + "\n  ".join(line for line in said.splitlines() if "mcp-docs:" in line))
        seconds, code, said = make(place, "catalogue")
        listed = json.loads((place / "public" / "catalogue" / "servers.json").read_bytes())
        page = (place / "public" / "catalogue" / "index.html").stat().st_size
        print(f"catalogue: {seconds:.1f} s, {len(listed['servers'])} servers, {len(listed['failed'])} failed")
        print(f"  page {page // 1000} kB; exit code {code}; {said.strip().splitlines()[:1]}")
        shutil.rmtree(place / "public")


if __name__ == "__main__":
    main()

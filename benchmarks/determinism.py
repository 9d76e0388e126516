"""Whether the same history gives the same site, byte for byte, wherever it is built.

    python benchmarks/determinism.py REPOSITORY --python PYTHON [--python PYTHON …]

Builds the site once with each interpreter, each of which has the dependencies installed, and each time in
another folder, time zone, locale and with another hash seed and umask. The exit code is 1 if files differ.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src"
PLACES = (
    ("UTC", "C.UTF-8", "0", 0o022),
    ("Pacific/Auckland", "C", "7", 0o077),
    ("America/Lima", "POSIX", "99", 0o002),
)


def digests(folder: Path) -> dict[str, str]:
    """Return the digest of each file by its path."""
    return {
        file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def built(python: str, repository: Path, place: tuple[str, str, str, int]) -> dict[str, str]:
    """Build the site with one interpreter; return its files."""
    zone, locale, seed, umask = place
    settings = {"TZ": zone, "LC_ALL": locale, "PYTHONHASHSEED": seed, "PYTHONPATH": str(SOURCE)}
    with tempfile.TemporaryDirectory() as name:
        output = Path(name) / f"site-{seed}"
        command = [
            python,
            "-m",
            "mcp_docs",
            "build",
            str(repository),
            "--output",
            str(output),
            "--quiet",
            "--no-cache",
        ]
        subprocess.run(command, check=True, env={**os.environ, **settings}, umask=umask, cwd=name)
        return digests(output)


def main() -> int:
    """Build with all, compare each with the first, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("repository", type=Path)
    parser.add_argument("--python", action="append", required=True, dest="pythons")
    options = parser.parse_args()
    first: dict[str, str] | None = None
    differ = 0
    for python, place in zip(options.pythons, itertools.cycle(PLACES), strict=False):
        version = subprocess.run([python, "-V"], check=True, capture_output=True, text=True).stdout.strip()
        files = built(python, options.repository.resolve(), place)
        first = files if first is None else first
        names = sorted(name for name in {*first, *files} if first.get(name) != files.get(name))
        differ += len(names)
        print(
            f"{version}: {len(files)} files, {len(names)} differ {' '.join(names[:5])}".rstrip(), flush=True
        )
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())

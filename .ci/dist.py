"""Build what a release consists of, twice, and compare: an sdist and the wheel that comes out of it.

usage: python .ci/dist.py [--tag vX.Y.Z]

Both are built from what HEAD holds, at the time of its commit, in two folders of different names. The
files are left in dist/, and their SHA-256 is printed as `sha256sum --check` reads it. With `--tag` the tag
must name the package's version, and the changelog must have a section for it.

Exit codes: 0 built and equal, 1 the tag does not fit or the builds differ, 3 git or the build failed.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"


def run(*command: str, **environment: str) -> bytes:
    """Run a command in the project's folder and return what it prints."""
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, check=False
    )
    if done.returncode:
        sys.stderr.write((done.stdout + done.stderr).decode(errors="replace"))
        sys.exit(3)
    return done.stdout


def build(source: Path, into: Path, seconds: str) -> dict[str, bytes]:
    """Unpack HEAD into a folder, build from there, and return the files by name."""
    archive = source.with_suffix(".tar")
    run("git", "archive", "--format=tar", f"--output={archive}", "HEAD")
    with tarfile.open(archive) as packed:
        packed.extractall(source, filter="data")
    command = ("-m", "build", "--no-isolation", "--outdir", str(into), str(source))
    run(sys.executable, *command, SOURCE_DATE_EPOCH=seconds)
    return {file.name: file.read_bytes() for file in sorted(into.iterdir())}


def refusals(tag: str) -> Iterator[str]:
    """Yield what speaks against a release under ``tag``."""
    version = re.search(r'__version__ = "([^"]+)"', (ROOT / "src/mcp_docs/version.py").read_text())
    if version is None or tag != f"v{version[1]}":
        yield f"{tag} does not name the package's version, which is {version and version[1]}"
    elif f"\n## [{version[1]}]" not in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"):
        yield f"CHANGELOG.md has no section for {version[1]}"


def main() -> int:
    """Build, compare, tell, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tag", default="", metavar="TAG", help="the tag that the release has")
    tag = parser.parse_args().tag
    against = [*refusals(tag)] if tag else []
    for reason in against:
        print(f"dist: {reason}", file=sys.stderr)
    if against:
        return 1
    seconds = run("git", "show", "--no-patch", "--format=%ct", "HEAD").decode().strip()
    with tempfile.TemporaryDirectory() as beside:
        first = build(Path(beside) / "one", Path(beside) / "a", seconds)
        second = build(Path(beside) / "another", Path(beside) / "b", seconds)
    differing = [name for name in first | second if first.get(name) != second.get(name)]
    if differing:
        print(f"dist: two builds differ in {', '.join(differing)}", file=sys.stderr)
        return 1
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    for name, content in first.items():
        (DIST / name).write_bytes(content)
        print(f"{hashlib.sha256(content).hexdigest()}  dist/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Times of whole builds of a history's site, as ratios to reading the same history.

    python benchmarks/site.py HISTORY.bundle

Cold: everything, into an empty folder. Again: nothing changed. After a release: the same with one
more tag and one changed tool.
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
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src"


def seconds(*command: str | Path, cwd: Path | None = None) -> float:
    """Run a command to its end and return the seconds it took."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    start = time.perf_counter()
    subprocess.run([*map(str, command)], check=True, capture_output=True, env=environment, cwd=cwd)
    return time.perf_counter() - start


def build(repo: Path, site: Path, cache: Path) -> float:
    """Build a site and return the seconds it took."""
    return seconds(sys.executable, "-m", "mcp_docs", "build", repo, "--output", site, "--cache", cache)


def release(repo: Path) -> None:
    """Change one tool, commit and tag."""
    lockfile = repo / "mcp-covenant.lock"
    lock = json.loads(lockfile.read_text(encoding="utf-8"))
    lock["surface"]["tools"][0]["description"] = "A new description."
    lockfile.write_text(json.dumps(lock), encoding="utf-8")
    author = ["-c", "user.name=A. Author", "-c", "user.email=author@example.com"]
    for command in (["add", "--all"], [*author, "commit", "--quiet", "-m", "next"], ["tag", "v99.0.0"]):
        seconds("git", *command, cwd=repo)


def main() -> None:
    """Print a line for each kind of build."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bundle", type=Path)
    bundle = parser.parse_args().bundle.resolve()
    with tempfile.TemporaryDirectory() as folder:
        repo, site, cache = (Path(folder) / name for name in ("repo", "site", "cache"))
        seconds("git", "clone", "--quiet", bundle, repo)
        reading = seconds(sys.executable, "-m", "mcp_docs", "log", repo)
        shutil.rmtree(site, ignore_errors=True)
        lines = [
            ("reading and classifying", reading),
            ("cold", build(repo, site, cache)),
            ("again", build(repo, site, cache)),
        ]
        release(repo)
        lines.append(("after a release", build(repo, site, cache)))
        pages = [path.stat().st_size for path in site.rglob("*.html")]
        largest = max(path.stat().st_size for path in (site / "tools").rglob("*.html"))
        total = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    for name, taken in lines:
        print(f"{name:<24} {taken:6.2f} s  {taken / reading:5.2f} times reading")
    print(f"{len(pages)} HTML files, largest tool page {largest / 1000:.0f} kB, site {total / 1e6:.1f} MB")


if __name__ == "__main__":
    main()

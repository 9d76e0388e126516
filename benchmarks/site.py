"""Times of whole builds of a history's site, as ratios to reading the same history.

    python benchmarks/site.py HISTORY.bundle

Cold: everything, into an empty folder. Again: nothing changed. After a release: the same with one
more tag and one changed tool; after another, the folders of the site before are there to be used again.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

from building import MCP_DOCS, release, seconds


def build(repo: Path, site: Path, cache: Path) -> float:
    """Build a site and return the seconds it took."""
    return seconds(*MCP_DOCS, "build", repo, "--output", site, "--cache", cache)


def main() -> None:
    """Print a line for each kind of build."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bundle", type=Path)
    bundle = parser.parse_args().bundle.resolve()
    with tempfile.TemporaryDirectory() as folder:
        repo, site, cache = (Path(folder) / name for name in ("repo", "site", "cache"))
        seconds("git", "clone", "--quiet", bundle, repo)
        reading = seconds(*MCP_DOCS, "log", repo)
        shutil.rmtree(site, ignore_errors=True)
        lines = [
            ("reading and classifying", reading),
            ("cold", build(repo, site, cache)),
            ("again", build(repo, site, cache)),
        ]
        for number, name in enumerate(("after a release", "after another release"), start=1):
            release(repo, number)
            lines.append((name, build(repo, site, cache)))
        pages = [path.stat().st_size for path in site.rglob("*.html")]
        largest = max(path.stat().st_size for path in (site / "tools").rglob("*.html"))
        total = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    for name, taken in lines:
        print(f"{name:<24} {taken:6.2f} s  {taken / reading:5.2f} times reading")
    print(f"{len(pages)} HTML files, largest tool page {largest / 1000:.0f} kB, site {total / 1e6:.1f} MB")


if __name__ == "__main__":
    main()

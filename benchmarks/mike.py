"""One site of a whole history beside what one MkDocs build for each version takes, with the same pages.

    python benchmarks/mike.py HISTORY.bundle [--versions N] [--python PYTHON]

The pages are ours: each version gets the Markdown twins of its release and of every element that it had,
and is built and committed by ``mike deploy`` (which runs ``mkdocs build`` with Material) as its users do.
``PYTHON`` is an interpreter with mike and mkdocs-material; mike is no dependency of this project. With
``--versions`` only so many, spread evenly, are built, and the sum is said to be extrapolated.
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
AUTHOR = {"GIT_AUTHOR_NAME": "A. Author", "GIT_AUTHOR_EMAIL": "author@example.com"}
COMMITTER = {"GIT_COMMITTER_NAME": "A. Author", "GIT_COMMITTER_EMAIL": "author@example.com"}
CONFIGURATION = """\
site_name: The same pages
docs_dir: docs
theme: {name: material, font: false}
plugins: [search]
"""


def seconds(*command: str | Path, cwd: Path | None = None) -> float:
    """Run a command to its end, with what stands beside it on the path; return the seconds it took."""
    beside = f"{Path(command[0]).parent}{os.pathsep}{os.environ['PATH']}"
    named = {"PYTHONPATH": str(SOURCE), "PATH": beside, "NO_MKDOCS_2_WARNING": "1"}
    environment = {**os.environ, **AUTHOR, **COMMITTER, **named}
    start = time.perf_counter()
    subprocess.run([*map(str, command)], check=True, capture_output=True, env=environment, cwd=cwd)
    return time.perf_counter() - start


def pages(site: Path, release: str, docs: Path) -> int:
    """Write the Markdown of one release and of all that it had into ``docs``; return the number of pages."""
    shutil.rmtree(docs, ignore_errors=True)
    docs.mkdir(parents=True)
    shutil.copy(site / release / "index.md", docs / "index.md")
    count = 1
    for kind in ("tools", "prompts", "resources", "templates"):
        for here in sorted((site / release / kind).glob("*/index.html")):
            twin = here.with_name("index.md")
            if not twin.is_file():  # a redirect to the page of the state
                target = here.read_text(encoding="utf-8").partition("url=")[2].partition('"')[0]
                twin = (here.parent / target).resolve().with_name("index.md")
            (docs / kind).mkdir(exist_ok=True)
            shutil.copy(twin, docs / kind / f"{here.parent.name}.md")
            count += 1
    return count


def releases(site: Path) -> list[str]:
    """Return the slug of every release."""
    listed = json.loads((site / "api/v1/releases.json").read_bytes())["releases"]
    return [release["slug"] for release in listed]


def deployed(python: str, project: Path, site: Path, slugs: list[str]) -> tuple[float, int]:
    """Deploy each version with mike; return the seconds that took, and the number of pages."""
    (project / "mkdocs.yml").write_text(CONFIGURATION, encoding="utf-8")
    seconds("git", "init", "--quiet", cwd=project)
    seconds("git", "commit", "--quiet", "--allow-empty", "-m", "first", cwd=project)
    taken, count = 0.0, 0
    mike = Path(python).parent / "mike"
    for slug in slugs:
        count += pages(site, slug, project / "docs")
        taken += seconds(mike, "deploy", slug, cwd=project)
    return taken, count


def main() -> None:
    """Print both times and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--versions", type=int, default=0)
    parser.add_argument("--python", default=sys.executable)
    options = parser.parse_args()
    bundle = options.bundle.resolve()
    with tempfile.TemporaryDirectory() as folder:
        repo, site, project = (Path(folder) / name for name in ("repo", "site", "project"))
        project.mkdir()
        seconds("git", "clone", "--quiet", bundle, repo)
        ours = seconds(sys.executable, "-m", "mcp_docs", "build", repo, "--output", site, "--no-cache")
        slugs = releases(site)
        chosen = slugs[:: max(len(slugs) // options.versions, 1)] if options.versions else slugs
        taken, count = deployed(options.python, project, site, chosen)
    whole = taken / len(chosen) * len(slugs)
    said = "" if len(chosen) == len(slugs) else f", extrapolated from {len(chosen)} versions"
    print(f"mcp-docs build   {ours:8.1f} s  {len(slugs)} versions, with feed, comparison and audit")
    print(f"mike deploy      {whole:8.1f} s  {len(slugs)} versions{said}; {count} pages in those built")
    print(f"ratio            {whole / ours:8.1f}")


if __name__ == "__main__":
    main()

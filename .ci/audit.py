"""Ask whether weaknesses are known of the packages that requirements.lock pins.

usage: python .ci/audit.py [--if-reachable]

Exit codes: 0 nothing is known of any package, 1 something is, 3 it could not be asked about all. What was
not asked about is no clean bill, which pip-audit alone would give; with ``--if-reachable`` only what is
known fails, so that CI without a network goes on.
"""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv-audit"
TOOL = "pip-audit>=2.9,<3"


def judge(answer: dict[str, Any] | None) -> tuple[int, list[str]]:
    """Return the exit code and what to say of pip-audit's JSON; ``None`` is no answer at all."""
    if answer is None:
        return 3, ["nothing could be asked: the index or its advisories cannot be reached"]
    packages = answer["dependencies"]
    known = [
        f"{package['name']} {package['version']}: {weakness['id']}, mended in "
        f"{', '.join(weakness['fix_versions']) or 'no version yet'}"
        for package in packages
        for weakness in package.get("vulns", ())
    ]
    unasked = [package["name"] for package in packages if "skip_reason" in package]
    if known:
        return 1, known
    if unasked or not packages:
        return 3, [f"{len(unasked)} of {len(packages)} packages are unknown to the advisories: no verdict"]
    return 0, [f"{len(packages)} packages, of none of which a weakness is known"]


def ask() -> dict[str, Any] | None:
    """Install pip-audit beside the project and run it; return its answer, or ``None`` without one."""
    python = HOME / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if not python.exists():
        venv.create(HOME, with_pip=True)
    install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", TOOL]
    if subprocess.run([str(python), *install], check=False).returncode:
        return None
    found = HOME / "found.json"
    found.unlink(missing_ok=True)
    what = ["--requirement", str(ROOT / "requirements.lock"), "--no-deps", "--disable-pip"]
    how = ["--format", "json", "--output", str(found), "--progress-spinner", "off"]
    subprocess.run([str(python), "-m", "pip_audit", *what, *how], check=False, capture_output=True)
    answer: dict[str, Any] | None = json.loads(found.read_bytes()) if found.exists() else None
    return answer


def main(arguments: list[str]) -> int:
    """Ask, tell, and return the exit code."""
    code, lines = judge(ask())
    for line in lines:
        print(f"audit: {line}", file=sys.stderr if code else sys.stdout)
    return 0 if code == 3 and "--if-reachable" in arguments else code  # noqa: PLR2004  # as said above


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

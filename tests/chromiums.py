"""The browser that tests drive."""

from __future__ import annotations

import os
import shutil

import pytest


def chromium() -> str:
    """Return the path of a Chromium; a test without one is skipped, and in CI fails."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if found is None:
        line = "needs an installed Chromium"
        if os.environ.get("CI", "").lower() not in ("", "0", "false"):
            pytest.fail(f"{line}: in CI it must be there", pytrace=False)
        pytest.skip(line)
    return found

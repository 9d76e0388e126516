"""The repository that the gate's tests begin with."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from brokenlock import BROKEN, LOCK, OLD

from gitrepo import GitRepo


@pytest.fixture
def repo(git_repo: Callable[[], GitRepo]) -> GitRepo:
    """A release, and a break after it that no release has."""
    made = git_repo()
    made.commit({LOCK: OLD}, "first")
    made.tag("v1.0.0")
    made.commit({LOCK: BROKEN}, "days are numbers")
    return made

"""Fixtures for every test: the data folder beside the project, and temporary git repositories."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from gitrepo import GitRepo

PROJECT = Path(__file__).resolve().parent.parent
SHARED = PROJECT.parent / "shared"

# How fast a machine is says nothing about a law; in CI every run draws the same examples.
settings.register_profile("local", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("local"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


@pytest.fixture(scope="session", autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what commands remember out of the user's own folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MCP_DOCS_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def project() -> Path:
    """The root of the project."""
    return PROJECT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The data folder beside the project; tests that use it are marked ``shared``."""
    if not (SHARED / "histories").is_dir():
        line = "needs the data folder ../shared beside the project, which is absent"
        if os.environ.get("CI", "").lower() not in ("", "0", "false"):
            pytest.fail(f"{line}: in CI it must be there", pytrace=False)
        pytest.skip(line)
    return SHARED


@pytest.fixture
def git_repo(tmp_path: Path) -> Callable[[], GitRepo]:
    """Return a factory of empty repositories: ``repo = git_repo()``."""
    numbers = itertools.count()
    return lambda: GitRepo(tmp_path / f"repository-{next(numbers)}")


@pytest.fixture(scope="session")
def history(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return a function from the name of a real history to a clone of it, made once and not to be changed."""
    clones: dict[str, Path] = {}

    def clone(name: str) -> Path:
        if name not in clones:
            host = GitRepo(tmp_path_factory.mktemp("histories"))
            host.git("clone", "--quiet", str(shared / "histories" / f"{name}.bundle"), name)
            clones[name] = host.path / name
        return clones[name]

    return clone

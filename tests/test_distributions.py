"""What a release consists of: an sdist and the wheel that comes out of it, whole, lean and reproducible."""

from __future__ import annotations

import email
import os
import subprocess
import sys
import tarfile
import zipfile
from email.message import Message
from pathlib import Path

import pytest

import mcp_docs

TIME = "1704067200"  # 2024-01-01 00:00:00 UTC


def build(project: Path, folder: Path) -> tuple[Path, Path]:
    """Build the sdist, and the wheel from the sdist, as a release does."""
    done = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(project)],
        env={**os.environ, "SOURCE_DATE_EPOCH": TIME},
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return sdist, wheel


@pytest.fixture(scope="module")
def built(project: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return build(project, tmp_path_factory.mktemp("dist"))


def test_two_builds_are_equal(built: tuple[Path, Path], project: Path, tmp_path: Path) -> None:
    again = build(project, tmp_path)
    assert [file.name for file in again] == [file.name for file in built]
    assert [file.read_bytes() for file in again] == [file.read_bytes() for file in built]


def test_the_wheel_holds_the_package_with_its_data_and_nothing_else(
    built: tuple[Path, Path], project: Path
) -> None:
    names = {name for name in zipfile.ZipFile(built[1]).namelist() if not name.endswith("/")}
    source, templates = project / "src", project / "templates"
    expected = {
        file.relative_to(source).as_posix()
        for file in (source / "mcp_docs").rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    } | {
        f"mcp_docs/templates/{file.relative_to(templates).as_posix()}"
        for file in templates.rglob("*")
        if file.is_file()
    }
    info = {name for name in names if name.startswith(f"mcp_docs-{mcp_docs.__version__}.dist-info/")}
    assert names - info == expected
    assert "mcp_docs/py.typed" in expected
    assert any(name.endswith("licenses/LICENSE") for name in info)


def test_the_sdist_has_what_a_release_is_made_and_checked_from(
    built: tuple[Path, Path], project: Path
) -> None:
    with tarfile.open(built[0]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {"pyproject.toml", "requirements.lock", "Makefile", "LICENSE", "SECURITY.md", "CHANGELOG.md"}
    assert wanted <= names
    tests = {
        file.relative_to(project).as_posix()
        for file in (project / "tests").rglob("*.py")
        if "__pycache__" not in file.parts
    }
    assert tests <= names
    junk = ("__pycache__", ".pyc", ".pytest_cache", ".hypothesis", ".venv", ".git/", "demo/", "dist/")
    assert [name for name in sorted(names) if any(part in name for part in junk)] == []


def metadata(built: tuple[Path, Path]) -> list[Message]:
    with zipfile.ZipFile(built[1]) as wheel, tarfile.open(built[0]) as sdist:
        (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
        info = sdist.extractfile(f"mcp_docs-{mcp_docs.__version__}/PKG-INFO")
        assert info is not None
        return [email.message_from_bytes(wheel.read(name)), email.message_from_bytes(info.read())]


def test_an_index_takes_the_metadata(built: tuple[Path, Path], project: Path) -> None:
    wheel, sdist = metadata(built)
    assert wheel.items() == sdist.items()
    assert (wheel["Name"], wheel["Version"]) == ("mcp-docs", mcp_docs.__version__)
    assert (wheel["Requires-Python"], wheel["License-Expression"]) == (">=3.11", "MIT")
    assert wheel["Description-Content-Type"] == "text/markdown"
    assert wheel.get_payload() == (project / "README.md").read_text(encoding="utf-8")
    assert "\n" not in wheel["Summary"]
    assert len(wheel["Summary"]) <= 512

"""Every block of README.md and the documentation that a reader could run, run as it is written.

A block that cannot be run says in a note why, or which other test runs it; ``docpages.py`` knows the notes.
"""

from __future__ import annotations

import functools
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from docpages import PAGES, ROOT, Block, blocks
from stages import STAGES

from mcp_docs.cli import COMMANDS
from mcp_docs.config import parse_config
from run import SOURCE, mcp_docs

IDENTITY = {
    f"GIT_{who}_{what}": "author@example.com" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
}
#: Seconds for one block; what never ends by itself has to say so in a note.
PATIENCE = 120
#: Tells the line and the code of each command that fails; like a shell that somebody types into, it goes on.
TRAP = """trap 'code=$?; echo "$LINENO:$code" >> "$FAILURES"' ERR\n"""


def name(page: Path) -> str:
    return page.name


def local(text: str, published: str, running: str) -> str:
    """Put a served copy in the place of the addresses that a command reads."""
    text = re.sub(r"(--feed|--previous|=)( ?)https://example\.org/mcp/", rf"\1\2{published}", text)
    return text.replace("--http https://example.org/mcp", f"--http {running}")


class Place:
    """The folder in which a page's blocks run, and what the last one printed."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder = folder
        self.printed = ""
        self.failures = folder.with_name(f"{folder.name}-failures")
        self.environment = {
            **{variable: os.environ[variable] for variable in ("TMPDIR",) if variable in os.environ},
            **IDENTITY,
            "PATH": f"{programs}:{os.environ['PATH']}",
            "HOME": str(folder.parent),
            "PYTHONPATH": str(SOURCE),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            "NO_MKDOCS_2_WARNING": "1",
            "FAILURES": str(self.failures),
            "Authorization": "made up",
            "API_TOKEN": "made up too",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
        }

    def run(self, kind: str, text: str) -> tuple[str, str]:
        """Return which lines failed with which codes, and everything that was printed."""
        self.failures.write_text("", encoding="utf-8")
        command = [sys.executable, "-c", text] if kind == "python" else ["bash", "-c", TRAP + text]
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        self.printed = done.stdout
        lines = [line.split(":") for line in self.failures.read_text().splitlines()]
        failed = [f"{int(line) - 1}:{code}" for line, code in lines]
        if kind == "python" and done.returncode:
            failed = [f"1:{done.returncode}"]
        return " ".join(failed), done.stdout + done.stderr


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_the_page_runs_as_it_is_written(
    page: Path, tmp_path: Path, programs: Path, request: pytest.FixtureRequest
) -> None:
    place: Place | None = None
    for number, block in enumerate(blocks(page)):
        where = f"{page.name}:{block.line}"
        if "in" in block.notes:
            folder = tmp_path / str(number) / "work"
            folder.parent.mkdir()
            STAGES[block.notes["in"]](folder)
            place = Place(folder, programs)
        if block.exempt or (block.file and place is None):
            continue
        if block.file and place is not None:
            (place.folder / block.file).parent.mkdir(parents=True, exist_ok=True)
            (place.folder / block.file).write_text(block.text, encoding="utf-8")
        elif block.runs:
            assert place is not None, f"{where}: no note says in which stage it runs, or why it does not"
            text = block.text
            if "https://example.org/mcp" in text:
                text = local(text, request.getfixturevalue("published"), request.getfixturevalue("running"))
            failed, printed = place.run(block.kind, text)
            assert failed == block.notes.get("exits", ""), f"{where}\n{text}\n{printed}"
        elif "shown" in block.notes or (block.kind == "text" and block.follows):
            assert place is not None, where
            assert block.text in place.printed, f"{where}\n{place.printed}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_test_that_is_named_exists(page: Path) -> None:
    for block in blocks(page):
        if "by" in block.notes:
            file, _, test = block.notes["by"].partition("::")
            assert f"def {test}(" in (ROOT / file).read_text(encoding="utf-8"), f"{page.name}:{block.line}"
        if "not run," in block.notes:
            assert len(block.notes["not run,"].split()) > 2, f"{page.name}:{block.line}: say why"


def settings(block: Block) -> bool:
    return block.kind == "toml" and block.file in ("", "mcp-docs.toml", "pyproject.toml")


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_each_configuration_and_data_file_can_be_read(page: Path) -> None:
    for block in blocks(page):
        if settings(block):
            table = ("tool", "mcp-docs") if block.file == "pyproject.toml" else ()
            parse_config(block.text.encode(), page.name, table=table)
        elif block.kind == "toml":
            tomllib.loads(block.text)
        elif block.kind == "json":
            json.loads(block.text)
        elif block.kind == "yaml":
            yaml.safe_load(block.text)


def command_lines(page: Path) -> set[str]:
    """Every ``mcp-docs`` line of a page, wherever it stands: blocks, tables, sentences, pipelines."""
    text = page.read_text(encoding="utf-8")
    spans = [
        *re.findall(r"`(mcp-docs [^`\n]+)`", text),
        *re.findall(r"(?:^|[:&]) *(mcp-docs [a-z].*)$", text, re.MULTILINE),
    ]
    return {span for span in spans if span.split()[1] in COMMANDS or span.split()[1].startswith("-")}


@functools.cache
def help_of(command: str) -> str:
    return mcp_docs(*([command] if command else []), "--help").out


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_each_command_and_option_that_is_named_exists(page: Path) -> None:
    for line in sorted(command_lines(page)):
        words = shlex.split(line.partition(" -- ")[0], comments=True)
        command = words[1] if words[1] in COMMANDS else ""
        known = help_of(command)
        unknown = [
            word for word in words[2:] if re.match(r"--[a-z]", word) and word.partition("=")[0] not in known
        ]
        assert unknown == [], f"{page.name}: {line}"

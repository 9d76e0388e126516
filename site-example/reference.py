"""What of the documentation is made from the code, so that it cannot be wrong; and MkDocs' hook for it.

Between ``<!-- made from: NAME … -->`` and ``<!-- end of NAME -->`` stands what the function of that name
returns. It is committed, because pages are read in the repository too; ``make reference`` (this file, run)
renews it, and ``tests/docs/test_reference.py`` fails where that was forgotten.
"""

from __future__ import annotations

import inspect
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

import mcp_docs
from mcp_docs.cli import COMMANDS, LazyGroup, app
from mcp_docs.config import KEYS
from mcp_docs.report.jsonreport import SCHEMA_FILE
from mcp_docs.rules.differences import DIFFERENCES
from mcp_docs.views import lintbook

DOCS = Path(__file__).resolve().parent / "docs"
_MADE = re.compile(
    r"(^<!-- made from: (\w+)\b[^\n]* -->\n).*?(^<!-- end of \2 -->$)", re.MULTILINE | re.DOTALL
)
_MARK = re.compile(r"^<!-- (?:made from: |end of )[^\n]+ -->\n?", re.MULTILINE)
#: Columns of a command's help; without it the terminal's.
_WIDTH = 78
#: What tests/docs reads of a block; readers have no use for it.
_NOTE = re.compile(r"^<!-- test: [^\n]+ -->\n", re.MULTILINE)


def commands() -> str:
    """Return every command's help."""
    assert isinstance(app, LazyGroup)  # noqa: S101  # it is declared so
    parts = []
    context = click.Context(app, info_name="mcp-docs")
    for name in sorted(COMMANDS):
        command = app.get_command(context, name)
        assert command is not None  # noqa: S101  # COMMANDS names modules that have one
        text = command.get_help(click.Context(command, info_name=f"mcp-docs {name}", terminal_width=_WIDTH))
        parts.append(f"## {name}\n\n```text\n{text}\n```")
    return "\n\n".join(parts)


def configuration() -> str:
    """Return a table of all configuration keys."""
    rows = [f"| `{key.dotted}` | {key.kind} | {key.text} | `{key.example}` |" for key in KEYS]
    return "\n".join(["| key | value | what it does | example |", "|---|---|---|---|", *rows])


def differences() -> str:
    """Return a table of the cases that mcp-covenant judges otherwise."""
    rows = [f"| {d.what} | {d.there} | {d.here} | {d.why} |" for d in DIFFERENCES]
    return "\n".join(["| change | mcp-covenant 0.1.0 | mcp-docs | why |", "|---|---|---|---|", *rows])


def lint_rules() -> str:
    """Return tables of the rules of ``lint``."""
    return lintbook.to_markdown()


def report_schema() -> str:
    """Return the schema of a report as JSON."""
    schema = files("mcp_docs.report").joinpath(SCHEMA_FILE).read_text("utf-8")
    return f"```json\n{schema.rstrip()}\n```"


def python_api() -> str:
    """Return every public name with its signature and docstring."""
    parts = []
    for name in sorted(set(mcp_docs.__all__) - {"__version__"}, key=str.lower):
        value = getattr(mcp_docs, name)
        # Signatures of classes repeat the attributes that the docstring explains.
        head = name if inspect.isclass(value) else f"{name}{inspect.signature(value)}"
        parts.append(f"### {name}\n\n```text\n{head}\n\n{inspect.getdoc(value)}\n```")
    return "\n\n".join(parts)


def architecture() -> str:
    """Return what CONTRIBUTING.md says of how the program is built."""
    text = (Path(__file__).resolve().parent.parent / "CONTRIBUTING.md").read_text("utf-8")
    return "## How it is built" + text.partition("## How it is built")[2]


_MAKERS = {
    "architecture": architecture,
    "commands": commands,
    "configuration": configuration,
    "differences": differences,
    "lint_rules": lint_rules,
    "python_api": python_api,
    "report_schema": report_schema,
}


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Leave out what is for tests and for :func:`renewed`."""
    return _NOTE.sub("", _MARK.sub("", markdown))


def renewed(markdown: str) -> str:
    """Return a page with what is made from the code as the code now has it."""
    return _MADE.sub(lambda found: f"{found[1]}\n{_MAKERS[found[2]]().strip()}\n\n{found[3]}", markdown)


def main() -> None:
    """Renew all pages, and name those that change."""
    for page in sorted(DOCS.glob("*.md")):
        before = page.read_text("utf-8")
        after = renewed(before)
        if after != before:
            page.write_text(after, "utf-8")
            click.echo(page.relative_to(DOCS.parent.parent))


if __name__ == "__main__":
    main()

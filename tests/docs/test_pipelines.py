"""The pipelines in the documentation: each is valid by its host's schema, and each of its commands runs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from docpages import PAGES, ROOT, blocks
from stages import STAGES

#: What a host fills in, and what it is in the test.
EXPRESSIONS = {"matrix.server": "harbour", "runner.temp": "public", "github.sha": "0" * 40}
VARIABLES = {"CI_PAGES_URL": "https://example.gitlab.io/server", "CI_COMMIT_BRANCH": "main"}
#: YAML that is no pipeline: a site's settings, hooks of pre-commit, cases of verify.
OTHERS = {"plugins", "nav", "repos", "get_berth"}


@dataclass(frozen=True)
class Pipeline:
    """One pipeline of a page, whole: a part of a workflow stands in a workflow."""

    name: str
    schema: str
    document: dict[str, Any]

    @property
    def commands(self) -> list[str]:
        """Its shell commands in order, with what the host fills in."""
        if self.schema == "vendor.gitlab-ci":
            return [line for job in self.document.values() for line in job["script"]]
        steps = [step for job in self.document["jobs"].values() for step in job["steps"]]
        return [_filled(step["run"]) for step in steps if "run" in step]


def _filled(command: str) -> str:
    return re.sub(r"\$\{\{ ([\w.]+) \}\}", lambda found: EXPRESSIONS[found[1]], command)


def _pipelines() -> Iterator[Pipeline]:
    for page in PAGES:
        for block in blocks(page):
            if block.kind != "yaml":
                continue
            document: Any = yaml.safe_load(block.text)
            name = f"{page.name}:{block.line}"
            if isinstance(document, list):
                document = {"jobs": {"job": {"runs-on": "ubuntu-latest", "steps": document}}}
            if "jobs" in document:
                # YAML 1.1 reads the key `on` as true.
                events = document.pop(True, "push")
                whole = {"on": events, **document}
                yield Pipeline(name, "vendor.github-workflows", whole)
            elif any(isinstance(job, dict) and "script" in job for job in document.values()):
                yield Pipeline(name, "vendor.gitlab-ci", document)
            else:
                assert document.keys() <= OTHERS, f"{name} is of no kind that this test knows"


PIPELINES = [*_pipelines()]


def test_there_are_pipelines_of_both_hosts() -> None:
    schemas = [pipeline.schema for pipeline in PIPELINES]
    assert (schemas.count("vendor.github-workflows"), schemas.count("vendor.gitlab-ci")) == (4, 2)


def check_schema(schema: str, *files: Path) -> tuple[int, str]:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("schema", ["vendor.github-workflows", "vendor.gitlab-ci"])
def test_every_pipeline_is_valid_by_its_hosts_schema(schema: str, tmp_path: Path) -> None:
    files = []
    for number, pipeline in enumerate(found for found in PIPELINES if found.schema == schema):
        files.append(tmp_path / f"{number}.json")
        # An action of this project's has no owner yet.
        text = json.dumps(pipeline.document).replace("OWNER/mcp-docs@REF", "example/mcp-docs@v1")
        files[-1].write_text(text, encoding="utf-8")
    assert check_schema(schema, *files) == (0, "ok -- validation done\n")
    broken = tmp_path / "broken.json"
    broken.write_text('{"jobs": {"site": {"steps": 1}}}' if "github" in schema else '{"job": {"script": {}}}')
    assert check_schema(schema, broken)[0] == 1


def test_the_projects_own_workflow_and_action_are_valid() -> None:
    workflow = ROOT / ".github" / "workflows" / "release.yml"
    assert check_schema("vendor.github-workflows", workflow)[0] == 0
    assert check_schema("vendor.github-actions", ROOT / "action.yml")[0] == 0


@pytest.mark.parametrize("pipeline", [p for p in PIPELINES if p.commands], ids=lambda pipeline: pipeline.name)
def test_the_commands_of_a_pipeline_run(pipeline: Pipeline, programs: Path, tmp_path: Path) -> None:
    repo = tmp_path / "repository"
    STAGES["harbour"](repo)
    environment = {**os.environ, **VARIABLES, "PATH": f"{programs}:{os.environ['PATH']}"}
    for command in pipeline.commands:
        # The hosts' own shells: a failing part of a line fails the line.
        done = subprocess.run(
            ["bash", "-eo", "pipefail", "-c", command],
            cwd=repo,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, command) == (0, command), done.stderr
    written = {"--output site": "site/index.html", "-o site": "site/index.html"}
    written |= {"--output public": "public/index.html", "report.xml": "report.xml"}
    written |= {"-o public/catalogue": "public/catalogue/index.html"}
    expected = {file for words, file in written.items() for command in pipeline.commands if words in command}
    assert expected
    assert [file for file in expected if not (repo / file).is_file()] == []

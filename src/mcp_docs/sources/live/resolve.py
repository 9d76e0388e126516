"""From a server as a file names it to a target: references filled in from the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from mcp_docs.errors import UsageError
from mcp_docs.sources.live.target import HttpTarget, StdioTarget, Target
from mcp_docs.targets import TargetSpec, filled, has_reference


def resolve_target(spec: TargetSpec, folder: Path) -> Target:
    """Return what to connect to.

    Args:
        spec: from a configuration.
        folder: of the file that the specification came from; the command runs there.

    Raises:
        UsageError: a variable is not set, or the specification makes no target.
    """
    where = f"the target {spec.name}"
    if spec.url:
        return HttpTarget(_fill(spec.url, where), _filled(spec.headers, where))
    if not spec.command:
        raise UsageError(f"{where} has neither a command nor a url", hint="Give it one of them.")
    public = {name for name, text in spec.env.items() if spec.literal_is_public and not has_reference(text)}
    cwd = folder / _fill(spec.cwd, where) if spec.cwd else folder
    return StdioTarget(
        tuple(_fill(word, where) for word in spec.command),
        env=_filled(spec.env, where),
        public=frozenset(public),
        cwd=os.fspath(cwd),
    )


def _fill(text: str, where: str) -> str:
    return filled(text, os.environ.get, where)


def _filled(values: Mapping[str, str], where: str) -> dict[str, str]:
    return {name: _fill(text, where) for name, text in values.items()}

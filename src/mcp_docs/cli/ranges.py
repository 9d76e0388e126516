"""``A..B`` on the command line: where it may stand, and which commits its ends are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mcp_docs.cli.options import read_record
from mcp_docs.errors import UsageError
from mcp_docs.semver import version_of_tag
from mcp_docs.versions import Span, find_version, near_versions, parse_span

if TYPE_CHECKING:  # what reads git is loaded when a command runs
    from mcp_docs.cli.cache import Caching
    from mcp_docs.pipeline import Source
    from mcp_docs.record import Record
    from mcp_docs.views.log import End, Range

F = TypeVar("F", bound=Callable[..., Any])
_ENDS = 2


class RangeCommand(click.Command):
    """Says how a range is written to somebody who gives its two ends as two arguments."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse as ever; of one argument too many say what it may have been meant for."""
        words = [word for word in args if not word.startswith("-")]
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            if type(error) is not click.UsageError or len(words) < _ENDS:
                raise
            hint = f"A range is one argument: {ctx.command_path} {words[-2]}..{words[-1]}"
            raise click.UsageError(f"{error.format_message().rstrip('.')}. {hint}", ctx) from None


def range_option(text: str) -> Callable[[F], F]:
    """Return a decorator that adds ``--range``, which the command takes as ``span``; ``text`` is its help."""
    return click.option("--range", "span", metavar="A..B", help=text)


def repo_and_range(repo: Path, span: str | None) -> tuple[Path, str | None]:
    """Return the repository and the range, which may stand in the place of REPO.

    Raises:
        UsageError: REPO is neither, and looks like one end of a range.
    """
    text = str(repo)
    if span is not None or repo.exists():
        return repo, span
    if ".." in text and not {".", ".."} & {*text.replace("\\", "/").split("/")}:
        return Path(), text
    if version_of_tag(text) or text in ("latest", "unreleased", "HEAD"):
        parse_span(text)  # says how one is written
    return repo, None


def read_range(source: Source, span: str, caching: Caching) -> tuple[Record, Range]:
    """Return the record and the range of it that ``span`` names.

    An end is a release, as ``versions.find_version`` understands it, or its tag; else anything that git takes
    for a commit, whose line is read too. An open first end is the beginning, an open last one HEAD.

    Args:
        source: of the record.
        span: ``A..B``.
        caching: as for ``read_record``.

    Raises:
        UsageError: there is no such release and no such commit.
    """
    from mcp_docs.sources.revision import commits_between, find_commit  # noqa: PLC0415  # imports git
    from mcp_docs.views.log import Range  # noqa: PLC0415  # with it

    ends = parse_span(span)
    named = Span(ends.first, ends.last or "HEAD")
    known = {name: find_commit(source.repo, name) for name in (named.first, named.last) if name}
    record = read_record(source, caching, further=tuple(commit for commit in known.values() if commit))
    first = _end(source.repo, record, named.first, known[named.first]) if named.first else None
    last = _end(source.repo, record, named.last, known[named.last])
    commits = commits_between(source.repo, first.commit if first else None, last.commit)
    return record, Range(first, last, commits)


def _end(repo: Path, record: Record, name: str, commit: str | None) -> End:
    from mcp_docs.sources.revision import names_of_commits  # noqa: PLC0415  # imports git
    from mcp_docs.views.log import End  # noqa: PLC0415  # with it

    versions = tuple(record.by_version)
    version = find_version(name, versions, record.newest.version if record.newest else None)
    found = record.by_version[version].commit.id if version else commit
    if found is None:
        hint = near_versions(name, versions, names_of_commits(repo))
        raise UsageError(f"there is no release and no commit {name!r}", hint=hint)
    return End(name, found)

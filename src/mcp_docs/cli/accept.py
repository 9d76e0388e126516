"""``mcp-docs accept``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import TypeAlias, cast

import click

from mcp_docs.acceptances import CODES, EXCUSING, Acceptance, Code, acceptance_for, acceptance_of
from mcp_docs.change import Change
from mcp_docs.cli.asides import confirm, quiet_option
from mcp_docs.cli.options import project_options
from mcp_docs.cli.sides import Project, Sides, resolve
from mcp_docs.cli.terminal import shown
from mcp_docs.errors import UsageError
from mcp_docs.sources.settings import (
    add_acceptances,
    folder_reader,
    read_acceptances,
    read_config,
)
from mcp_docs.wording import sentence

#: How the permanent id of a released change begins; all else is a fingerprint.
_ID = "MCPC-"
#: Characters of an id that are enough to be taken for one.
_SHORTEST = 8


def _reason(_: click.Context, __: click.Parameter, value: str) -> str:
    if not value.strip():
        raise click.BadParameter("a reason must say something")
    return value.strip()


def _day(_: click.Context, __: click.Parameter, value: str | None) -> date | None:
    if value is None:
        return None
    try:
        return datetime.strptime(value, "%Y-%m-%d").date()  # noqa: DTZ007  # a day has no zone
    except ValueError:
        raise click.BadParameter(f"{value} is no date; write YYYY-MM-DD, such as 2027-03-31") from None


@click.command("accept")
@click.argument("change_id", metavar="ID")
@click.argument("old", required=False)
@click.argument("new", required=False)
@click.option(
    "--reason", required=True, callback=_reason, help="Why the break is intended, for those whom it breaks."
)
@click.option(
    "--code",
    type=click.Choice(CODES),
    default="approved",
    show_default=True,
    help="The kind of reason; all but approved also excuse the version from the step that the break demands.",
)
@click.option(
    "--expires",
    callback=_day,
    metavar="DATE",
    help="The last day on which it counts, for what is not released yet; without it, it counts for good.",
)
@project_options
@quiet_option
def command(
    change_id: str,
    old: str | None,
    new: str | None,
    reason: str,
    code: str,
    expires: date | None,
    repo: Path,
    lockfile: str | None,
    config_file: Path | None,
) -> None:
    """Write down that a break is intended, and why, in a file to be committed.

    ID is what `mcp-docs check` prints of the change (the beginning is enough), or the permanent id
    (MCPC-…) that the changelog and the feed have of it. OLD and NEW are as for check. The change
    stays a break everywhere, shown as accepted with the reason; check does not fail for it. One that
    is accepted already gets the new reason, code and day.

    \b
    Examples:
      mcp-docs accept 3f0c94d1a2b7 --reason "Ships with 2.0.0, announced in March."
      mcp-docs accept 3f0c94d1a2b7 old.lock new.lock --reason "Leaked a token." --code security
    """  # noqa: D301 - click reads the character, not its name
    reader = folder_reader(repo)
    config, _ = read_config(reader, config_file)
    project = Project(repo, lockfile, config)
    if change_id.upper().startswith(_ID):
        change, compared = _by_id(project, config_file, change_id), None
    else:
        change, compared = _by_fingerprint(project, change_id, old, new)
    made = acceptance_for(change, reason, cast("Code", code), expires)
    if compared is not None:
        there, _ = read_acceptances(reader, config.acceptances)
        for warning in _warnings(made, there, *compared):
            click.echo(f"warning: {shown(warning)}", err=True)
    _put(repo, config.acceptances, made, f"{change.level.label} {change.element}: {sentence(change)}")


#: What ``check`` would compare, and the changes.
_Compared: TypeAlias = tuple[Sides, Sequence[Change]]


def _warnings(
    made: Acceptance, there: Sequence[Acceptance], sides: Sides, changes: Sequence[Change]
) -> Iterator[str]:
    """Yield what an acceptance does not settle, so that nobody has to learn it from the next check."""
    from mcp_docs.gate.bumps import judge_bumps  # noqa: PLC0415  # with the classifier

    today = sides.today()
    if not made.counts_at(today):
        yield f"--expires {made.expires} is over, so check fails all the same"
    known = [made, *(one for one in there if one.about != made.about)]
    found = [(change, acceptance_of(known, change, today)) for change in changes]
    unexcused = [change for change, accepted in found if accepted is None or not accepted.excuses_step]
    bumps = judge_bumps(sides.old, sides.new, changes, unexcused, None)
    if bumps.underbumped and not bumps.waived:
        codes = ", ".join(code for code in CODES if code in EXCUSING)
        yield (
            f"the version declares {bumps.words}, which is too small: what is accepted as approved still "
            f"takes its step. Take a {bumps.unexcused.label} step, or accept with a code that excuses it "
            f"({codes})"
        )


def _put(repo: Path, file: str, made: Acceptance, place: str) -> None:
    """Write an acceptance, in the place of one about the same, and tell it."""
    there, _ = read_acceptances(folder_reader(repo), file)
    before = next((known for known in there if known.about == made.about), None)
    if before is not None and replace(before, line=None) == made:
        confirm(f"accepted already in {file}: {place}")
        return
    add_acceptances(repo, file, [made])
    confirm(f"accepted in {file}: {place}")
    if before is not None:
        confirm(f"  in the place of: {before.words}")
    confirm(f"  Commit {file}, so that check and the changelog honour it.")


def _by_fingerprint(
    project: Project, prefix: str, old: str | None, new: str | None
) -> tuple[Change, _Compared]:
    """Return the change, and what ``check`` would judge."""
    from mcp_docs.classifier.interfaces import classify  # noqa: PLC0415  # long to load

    sides = resolve(project, old, new, "release", None)
    changes = classify(sides.old.interface, sides.new.interface, project.config.policy)
    found = {c.fingerprint: c for c in changes if c.fingerprint.startswith(prefix.lower())}
    where = f"from {sides.old.label} to {sides.new.label}"
    hint = (
        "mcp-docs check prints the id of each change. One that only a live server has comes after its "
        'snapshot; mcp-docs snapshot --accept-breaking --reason "…" -- COMMAND takes and accepts it at once.'
    )
    return _only(list(found.values()), prefix, where, hint), (sides, changes)


def _by_id(project: Project, config_file: Path | None, prefix: str) -> Change:
    from mcp_docs.pipeline import load_record, open_repository  # noqa: PLC0415  # imports git

    source = open_repository(project.repo, lockfile=project.lockfile, config_file=config_file)
    record = load_record(source, matrix=False)
    wanted = _ID + prefix[len(_ID) :].lower()
    found = {
        released.id: released.change
        for release in record.by_version.values()
        for released in release.changes
        if released.id.startswith(wanted)
    }
    hint = "mcp-docs changelog --format json has the ids; that of an unreleased change ends with its release."
    return _only(list(found.values()), prefix, "in the history", hint)


def _only(found: list[Change], prefix: str, where: str, hint: str) -> Change:
    if len(prefix) < _SHORTEST:
        raise UsageError(f"{prefix!r} is too short for an id: {_SHORTEST} characters at least", hint=hint)
    if len(found) == 1:
        return found[0]
    how_many = f"{len(found)} changes {where} have" if found else f"no change {where} has"
    raise UsageError(f"{how_many} an id that begins with {prefix}", hint=hint)

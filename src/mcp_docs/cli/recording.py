"""One server into one lockfile: captured, compared with what was recorded, and written or refused."""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from mcp_docs.acceptances import Acceptance, acceptance_for, acceptance_of
from mcp_docs.change import Change, Level
from mcp_docs.cli.asides import confirm, next_step
from mcp_docs.cli.terminal import shown
from mcp_docs.config import Config
from mcp_docs.errors import LockfileError, UsageError, Where
from mcp_docs.gate.check import ID_LABEL, Comparison, check_report
from mcp_docs.history.options import LOCKFILE_NAMES
from mcp_docs.interface import Interface
from mcp_docs.jsontext import JsonTextError
from mcp_docs.report.model import Report
from mcp_docs.report.render import render
from mcp_docs.side import Side
from mcp_docs.sources.files import is_saved, load_interface, save_interface
from mcp_docs.sources.settings import add_acceptances, folder_reader, read_acceptances, source_date_epoch

if TYPE_CHECKING:  # loads an HTTP client
    from mcp_docs.sources.live import Target

#: Problems of a server that are told; the lockfile and `lint` have them all.
_TOLD: Final = 10
_BREAKING: Final = frozenset({Level.BREAKING.label})


@dataclass(frozen=True, slots=True)
class Recorder:
    """How snapshots are taken in one run.

    Attributes:
        repo: the project's folder.
        config: of the project.
        timeout: seconds for one answer.
        protocol: the version to insist on instead of the lockfile's, or ``None``.
        reason: why breaking changes are accepted, or empty to refuse them.
        others: whether the servers are somebody else's, whose breaks are recorded, since nobody here
            can refuse them.
        check: whether nothing is written, and a lockfile that would be is told.
    """

    repo: Path
    config: Config
    timeout: float
    protocol: str | None = None
    reason: str = ""
    others: bool = False
    check: bool = False

    def record(self, target: Target, lockfile: Path, label: str, protocol: str | None = None) -> bool:
        """Capture a server into ``lockfile``, telling on standard output what changed.

        Args:
            target: the server.
            lockfile: written whole or not at all.
            label: the lockfile's name for a reader.
            protocol: the version that the target's own configuration insists on.

        Returns:
            whether the interface broke without leave, or, with ``check``, whether the lockfile is out of
            date.

        Raises:
            McpDocsError: it could not be captured or written; the lockfile is as it was.
        """
        _refuse_folder(lockfile, label, check=self.check)
        old = self._recorded(lockfile, label)
        new = self._capture(target, old, protocol)
        if old is None:
            self._begin(new, lockfile, label)
            return False
        _refuse_other(old, new, label)
        changes, report = self._compare(old, new, label)
        if self.check:
            breaks = report.failed and not self.others
            return _tell_check(new, lockfile, label, report if changes else None, breaks=breaks)
        if not changes:
            rewritten = save_interface(new, lockfile)
            confirm(f"{label}: {'rewritten, ' if rewritten else ''}no change of the interface")
            return False
        click.echo(render(report, "text"), nl=False)
        if report.failed and not self.others:
            if not self.reason:
                _refused(label, report)
                return True
            self._accept(report, changes)
        _write(new, lockfile, label)
        return report.failed and self.others

    def _begin(self, new: Interface, lockfile: Path, label: str) -> None:
        _write(new, lockfile, label)
        if not self.others:
            commit = f"git add {shlex.quote(label)} && git commit"
            next_step(f"{commit}; tag releases as ever; mcp-docs build makes the site.")

    def _recorded(self, lockfile: Path, label: str) -> Interface | None:
        if os.path.lexists(lockfile):
            try:
                return load_interface(lockfile)
            except JsonTextError as error:
                name = shlex.quote(label)
                hint = (
                    f"It is left as it is. Take the committed one back (git restore {name}), or delete it "
                    "and record again."
                )
                raise LockfileError(error.what, where=error.where, hint=hint) from None
        if self.check:
            raise UsageError(
                "there is no lockfile to check",
                where=Where(label),
                hint="Write it with the same command without --check, and commit it.",
            )
        return None

    def _capture(self, target: Target, old: Interface | None, protocol: str | None) -> Interface:
        from mcp_docs.sources.live import connect  # noqa: PLC0415  # loads an HTTP client

        pinned = old.server.text("protocolVersion") if old is not None else None
        with connect(target, protocol=self.protocol or protocol or pinned, timeout=self.timeout) as session:
            found = session.interface
            _tell_problems(found, session.noise)
            return found

    def _compare(self, old: Interface, new: Interface, label: str) -> tuple[tuple[Change, ...], Report]:
        from mcp_docs.classifier.interfaces import classify  # noqa: PLC0415  # long to load

        changes = classify(old, new, self.config.policy)
        comparison = Comparison(
            old=Side(label, old, old.server.version),
            new=Side("the server", new, new.server.version),
            changes=changes,
            accept=self._accepting(),
            said=None,
            fatal=_BREAKING,
        )
        return changes, _without_ids(replace(check_report(comparison), command="snapshot"))

    def _accepting(self) -> Callable[[Change], Acceptance | None]:
        if self.others:
            return lambda _: None
        there, _ = read_acceptances(folder_reader(self.repo), self.config.acceptances)
        given = source_date_epoch()
        today = int(time.time()) if given is None else given
        return lambda change: acceptance_of(there, change, today)

    def _accept(self, report: Report, changes: tuple[Change, ...]) -> None:
        open_ones = {f.fingerprint for f in report.findings if not f.accepted}
        broken = [c for c in changes if c.level is Level.BREAKING and c.fingerprint in open_ones]
        made = [acceptance_for(change, self.reason, "approved") for change in broken]
        add_acceptances(self.repo, self.config.acceptances, made)
        names = ", ".join(dict.fromkeys(change.element for change in broken))
        confirm(f"accepted in {self.config.acceptances}: {len(made)} breaking, of {names}")


def _without_ids(report: Report) -> Report:
    """Leave out what `accept` would not find: no lockfile has these changes yet."""
    findings = (
        replace(f, detail=tuple((label, text) for label, text in f.detail if label != ID_LABEL))
        for f in report.findings
    )
    return replace(report, findings=tuple(findings))


def _refuse_folder(lockfile: Path, label: str, *, check: bool) -> None:
    """Refuse before the server is asked; what writes a folder of tools is the server's own tests."""
    if not lockfile.is_dir():
        return
    hint = "To compare the server with it: mcp-docs check --baseline lockfile -- COMMAND."
    if not check:
        hint += (
            f" To record resources and prompts too, go over to a lockfile in one commit, which keeps the "
            f"history: git rm -r {label}; mcp-docs snapshot -o {LOCKFILE_NAMES[0]} -- COMMAND; and in "
            f'mcp-docs.toml: lockfile = "{LOCKFILE_NAMES[0]}".'
        )
    raise UsageError(
        "is a folder with one tool per file, which its own tests write; a snapshot is one file",
        where=Where(label),
        hint=hint,
    )


def _refuse_other(old: Interface, new: Interface, label: str) -> None:
    if old.server.key and new.server.key and old.server.key != new.server.key:
        raise UsageError(
            f"is the lockfile of the server {old.server.key[:80]!r}, and {new.server.key[:80]!r} answered",
            where=Where(label),
            hint="Name another file with --output; if the server was renamed, take the old file away first.",
        )


def _tell_check(new: Interface, lockfile: Path, label: str, report: Report | None, *, breaks: bool) -> bool:
    """Say whether the lockfile is what a snapshot would write; return whether it is not."""
    if is_saved(new, lockfile):
        confirm(f"{label}: is what the server answers")
        return False
    if report is not None:
        click.echo(render(report, "text"), nl=False)
    what = "is not what the server answers"
    if report is None:
        what += ", in what is no change of the interface: the server's version, or the layout of the file"
    way = "Record it with the same command without --check."
    if breaks:
        what += ", and what it answers breaks"
        way = (
            "Make the changes gently, or record them as they are, with --accept-breaking "
            '--reason "…" in the place of --check.'
        )
    click.echo(shown(f"mcp-docs: {label} {what}\n  {way}"), err=True)
    return True


def _refused(label: str, report: Report) -> None:
    text = f"mcp-docs: {label} is left as it was, since the interface breaks\n"
    if report.data["declared_bump"] is not None and not report.data["underbumped"]:
        text += "  The server's version takes the step for it; say why it breaks, for those whom it does:\n"
        text += '  --accept-breaking --reason "…".'
    else:
        text += '  Make the changes gently, or take them with --accept-breaking --reason "…".'
    click.echo(shown(text), err=True)


def _write(new: Interface, lockfile: Path, label: str) -> None:
    save_interface(new, lockfile)
    confirm(f"{label}: recorded {_contents(new)}")


def _contents(interface: Interface) -> str:
    counts = (
        (len(interface.tools), "tool"),
        (len(interface.resources), "resource"),
        (len(interface.templates), "resource template"),
        (len(interface.prompts), "prompt"),
    )
    listed = ", ".join(f"{number} {noun}{'' if number == 1 else 's'}" for number, noun in counts if number)
    version = interface.server.text("protocolVersion")
    return f"{listed or 'nothing'} (protocol {version})"


def _tell_problems(interface: Interface, noise: tuple[str, ...]) -> None:
    """Say on standard error what could not be taken at its word; it is recorded all the same."""
    found = [
        f"{f'{element.kind} {element.key}'.strip()}: {problem.message}" if element else problem.message
        for element, problem in interface.all_problems
    ]
    if noise:
        found.append(f"the server writes to standard output what is no message: {noise[0]}")
    for text in found[:_TOLD]:
        click.echo(shown(f"warning: {text}"), err=True)
    if len(found) > _TOLD:
        click.echo(f"warning: and {len(found) - _TOLD} more", err=True)

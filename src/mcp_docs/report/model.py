"""One finding and one report, whatever command made them: values only, no format.

Every gate (``check``, ``lint``, ``verify``, ``affected``, ``snapshot``) fills these in, and every format is a
projection of them, so that a count and a list, or two formats, cannot disagree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum

from mcp_docs.errors import Where
from mcp_docs.jsonvalue import JsonObject


class Severity(IntEnum):
    """How a finding counts where the world knows three steps: SARIF's levels, GitHub's commands."""

    NOTE = 1
    WARNING = 2
    ERROR = 3

    @property
    def label(self) -> str:
        """The word used in text, JSON and configuration."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """What a report says of a rule that it names.

    Attributes:
        id: dotted and stable.
        title: names the kind of finding, a phrase.
        text: why it matters, Markdown.
        help: what to do, Markdown.
        severity: of a finding that nothing lowers.
    """

    id: str
    title: str
    text: str
    help: str
    severity: Severity


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found.

    Attributes:
        rule: id of the rule, a key of the report's ``rules``.
        level: the command's own word, which its ``--fail-on`` takes: ``breaking`` … ``patch`` of a
            change, ``broken`` and the like of a contract, else the severity.
        severity: the same on the common scale.
        message: what was found, one sentence of plain text.
        element: ``tool:search`` and the like, or empty for the file as a whole.
        pointer: RFC 6901, inside the element's data.
        path: the same for a reader.
        where: file, line and column, as far as known.
        advice: what to do, plain text, or empty.
        detail: what else a reader wants: a label and a text each, such as ``("worked before", "{…}")``.
        fingerprint: 64 hexadecimal digits that stay while the finding is the same: no wording, line
            or program version enters it.
        accepted: the reason why it does not count, or empty.
        data: the finding as the command's own JSON schema describes it.
    """

    rule: str
    level: str
    severity: Severity
    message: str
    element: str = ""
    pointer: str = ""
    path: str = ""
    where: Where | None = None
    advice: str = ""
    detail: tuple[tuple[str, str], ...] = ()
    fingerprint: str = ""
    accepted: str = ""
    data: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Report:
    """All that one run of a command found.

    Attributes:
        command: ``check``, ``lint``, ``verify``, ``affected`` or ``snapshot``.
        subject: what was judged, a phrase: ``mcp-docs.lock against v1.2.0``.
        verdict: the answer in one sentence, first in every format.
        findings: worst first.
        rules: what is known of each rule that a finding names, by id.
        facts: further answers, a label and a text each: ``("demanded bump", "major")``.
        checked: how many things were judged, for formats that count what passed.
        data: what the command's JSON adds beside ``findings``.
        fatal: the levels that reach the run's threshold.
    """

    command: str
    subject: str
    verdict: str
    findings: tuple[Finding, ...]
    rules: Mapping[str, RuleInfo]
    facts: tuple[tuple[str, str], ...] = ()
    checked: int = 0
    data: JsonObject = field(default_factory=dict)
    fatal: frozenset[str] = frozenset({"breaking", "error"})

    def fails(self, finding: Finding) -> bool:
        """Tell whether ``finding`` is one of those that make the run fail."""
        return finding.level in self.fatal and not finding.accepted

    @property
    def failed(self) -> bool:
        """Whether the run's threshold was reached: exit code 1."""
        return any(map(self.fails, self.findings))

    def levels(self) -> Mapping[str, int]:
        """Return how many findings of each level count, accepted ones left out, in the findings' order."""
        return Counter(finding.level for finding in self.findings if not finding.accepted)

    @property
    def accepted(self) -> int:
        """How many findings are accepted."""
        return sum(1 for finding in self.findings if finding.accepted)

    def count(self, severity: Severity) -> int:
        """Return how many findings of ``severity`` count, accepted ones left out."""
        return sum(1 for f in self.findings if f.severity is severity and not f.accepted)

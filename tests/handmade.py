"""A small record written by hand: two releases, a break with a witness, one by contract, a gap."""

from __future__ import annotations

from mcp_docs.change import Bump, ByContract, Change, Level, Witnessed
from mcp_docs.history.model import Commit, Gap
from mcp_docs.interface import Interface, Server, Tool
from mcp_docs.record import Record, Release, ReleasedChange

DAY = 86_400
#: 2026-01-01T00:00:00Z
NEW_YEAR = 1_767_225_600

FIRST = Commit("1" * 40, (), NEW_YEAR, "first")
SECOND = Commit("2" * 40, (FIRST.id,), NEW_YEAR + DAY, "second")

OLD = Interface(
    server=Server({"name": "harbour", "version": "1.0.0"}),
    tools=(
        Tool({"name": "berths", "inputSchema": {"type": "object"}}),
        Tool(
            {"name": "ships", "inputSchema": {"type": "object", "properties": {"flag": {"type": "string"}}}}
        ),
    ),
)
NEW = Interface(
    server=Server({"name": "harbour", "version": "1.1.0"}),
    tools=(
        Tool({
            "name": "ships",
            "inputSchema": {"type": "object", "properties": {"flag": {"type": "string"}}, "required": ["flag"]},
        }),
    ),
)  # fmt: skip

REQUIRED = Change(
    rule="schema.property.required.added",
    kind="tool",
    key="ships",
    pointer="/inputSchema/properties/flag",
    path="flag",
    side="input",
    operation="changed",
    level=Level.BREAKING,
    raw_level=Level.BREAKING,
    before=False,
    after=True,
    proof=Witnessed("input", {}),
)
REMOVED = Change(
    rule="tool.removed",
    kind="tool",
    key="berths",
    pointer="",
    path="",
    side="meta",
    operation="removed",
    level=Level.BREAKING,
    raw_level=Level.BREAKING,
    before=OLD.tools[0].data,
    proof=ByContract("A tool stays callable until a major release."),
)


def release(version: str, commit: Commit, interface: Interface, **fields: object) -> Release:
    """A release with the fields that a test does not care about filled in."""
    plain: dict[str, object] = {
        "version": version,
        "slug": version,
        "tag": f"v{version}",
        "commit": commit,
        "time": commit.time,
        "prerelease": False,
        "base": None,
        "declared": None,
        "demanded": Bump.NONE,
        "audit_base": None,
        "interface": interface,
        "changes": (),
    }
    return Release(**{**plain, **fields})  # type: ignore[arg-type]


def released(change: Change, number: int, version: str, commit: Commit) -> ReleasedChange:
    """A change at its place in history, with an id of the right shape."""
    return ReleasedChange(
        id="MCPC-" + "abcdefghijklmnop"[number] * 20, change=change, release=version, commit=commit
    )


RELEASES = (
    release("1.0.0", FIRST, OLD),
    release(
        "1.1.0",
        SECOND,
        NEW,
        base="1.0.0",
        audit_base="1.0.0",
        declared=Bump.MINOR,
        demanded=Bump.MAJOR,
        changes=(released(REMOVED, 0, "1.1.0", SECOND), released(REQUIRED, 1, "1.1.0", SECOND)),
    ),
)
RECORD = Record(
    server="harbour",
    title="Harbour",
    lockfile="mcp-docs.lock",
    source="tags",
    as_of=SECOND.time,
    releases=RELEASES,
    newest=RELEASES[1],
    unreleased=None,
    revisions=(),
    lifecycles=(),
    deprecations=(),
    gaps=(Gap(code="tag.moving", message="a moving tag is no release", tag="latest"),),
    ruleset="test",
)

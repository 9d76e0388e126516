"""What a subscriber reads: one entry a change, the same for Atom and JSON Feed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape

from mcp_docs.change import ByContract, Change, Level, Undecided, Witnessed
from mcp_docs.jsonvalue import JsonObject, canonical_text
from mcp_docs.record import Record, Release, ReleasedChange
from mcp_docs.views.markdown import visible
from mcp_docs.views.projection import released_json
from mcp_docs.wording import remedy, sentence, why

#: RFC 4151 tag URIs need an authority that the minter owns; ``.invalid`` (RFC 2606) can belong to
#: nobody else. The change id is unique by itself.
TAG_AUTHORITY = "mcp-docs.invalid,2026"


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a feed.

    Attributes:
        uri: permanent id, a tag URI made from the change's id and nothing else.
        title: one line, level first.
        path: page and anchor, relative to the site's root.
        published: seconds since 1970-01-01 UTC.
        html: the body, inert whatever the lockfile says.
        tags: scheme and term of each category.
        data: the whole change record.
    """

    uri: str
    title: str
    path: str
    published: int
    html: str
    tags: tuple[tuple[str, str], ...]
    data: JsonObject


def released_entries(record: Record, *, breaking_only: bool) -> Iterator[Entry]:
    """Yield an entry for each change of each release, newest release first, worst change first.

    HEAD is left out: what no release has shipped may still change, and entries never do.
    """
    for release in reversed(record.releases):
        for released in release.changes:
            if not breaking_only or released.change.level is Level.BREAKING:
                yield _entry(release, released)


def _entry(release: Release, released: ReleasedChange) -> Entry:
    change = released.change
    level = change.level.label.upper()
    return Entry(
        uri=f"tag:{TAG_AUTHORITY}:{released.id}",
        title=visible(f"{level}: {change.key}: {sentence(change)} (in {release.version})"),
        path=f"{release.slug}/#{released.id}",
        published=release.time,
        html="".join(f"<p>{line}</p>" for line in _paragraphs(change)),
        tags=(
            ("level", change.level.label),
            ("kind", change.kind),
            ("element", visible(change.key)),
            ("release", visible(release.version)),
        ),
        data=released_json(released, release.time),
    )


def _paragraphs(change: Change) -> Iterable[str]:
    yield f"<strong>{_html(change.key)}</strong>: {_html(sentence(change))}"
    yield _html(why(change))
    match change.proof:
        case Witnessed("input", value):
            yield f"Worked before, fails now: <code>{_html(canonical_text(value))}</code>"
        case Witnessed(_, value):
            yield f"Could not be returned before, can be now: <code>{_html(canonical_text(value))}</code>"
        case ByContract(promise):
            yield f"By contract: {_html(promise)}"
        case Undecided(reason):
            yield f"Not decided: {_html(reason)}"
    if change.level >= Level.REVIEW:
        yield f"What to do: {_html(remedy(change))}"


def _html(text: str) -> str:
    return escape(visible(text))

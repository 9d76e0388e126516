"""What a subscriber reads: entries, the same for Atom and JSON Feed.

An entry says only what was true when it was published, or was amended since. That a break was undone
later stands in the change's own file and on its page, so no entry changes behind a reader's back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from mcp_docs.dates import read_time
from mcp_docs.feed.ledger import Ledger
from mcp_docs.feed.uris import tag_uri
from mcp_docs.jsonvalue import JsonObject, canonical_text
from mcp_docs.views.markdown import visible

#: Longest witness in the text of an entry, in characters; the record has the whole.
_LONGEST = 2_000


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a feed.

    Attributes:
        uri: permanent id, a tag URI made from the change's id and nothing else.
        title: one line, level first.
        path: page and anchor, relative to the site's root.
        published: seconds since 1970-01-01 UTC.
        updated: the same; of the last amendment, where there is one.
        summary: one line of plain text.
        html: the body, inert whatever the lockfile says.
        tags: scheme and term of each category.
        data: the whole record.
    """

    uri: str
    title: str
    path: str
    published: int
    updated: int
    summary: str
    html: str
    tags: tuple[tuple[str, str], ...]
    data: JsonObject


@dataclass(frozen=True, slots=True)
class ChangeEntries:
    """Entries of the changes, oldest first as they were published, and those that were amended since."""

    published: tuple[Entry, ...]
    amended: tuple[Entry, ...]


def change_entries(ledger: Ledger) -> Sequence[tuple[JsonObject, Entry, Entry | None]]:
    """Return for each published change its entry as it was, and as it is now where it was amended."""
    known: Mapping[Any, JsonObject] = ledger.records
    return [(item, _entry(item, known[item["id"]]), _amended(known[item["id"]])) for item in ledger.published]


def chosen(
    entries: Sequence[tuple[JsonObject, Entry, Entry | None]],
    *,
    breaking: bool,
    element: tuple[str, str] = ("", ""),
) -> ChangeEntries:
    """Choose the entries of one feed.

    Args:
        entries: of all changes.
        breaking: only what was, or by an amendment is, breaking.
        element: kind and name of the only element that counts.
    """
    about = [item for item in entries if element == ("", "") or _element(item[0]) == element]
    published = [entry for item, entry, _ in about if not breaking or item["level"] == "breaking"]
    amended = [
        later
        for item, _, later in about
        if later and (not breaking or "breaking" in (item["level"], later.data["level"]))
    ]
    return ChangeEntries(tuple(published), tuple(sorted(amended, key=lambda entry: -entry.updated)))


def _element(item: Any) -> tuple[str, str]:
    return item["element"]["kind"], item["element"]["name"]


def _amended(record: Any) -> Entry | None:
    return _entry(record, record) if record["amendments"] else None


def published_entry(item: Any, page: str) -> Entry:
    """Return the entry of a change that a feed has published.

    Args:
        item: from ``api/v1/changes/``.
        page: page and anchor, relative to the site's root.

    Raises:
        KeyError, TypeError, ValueError: it is no such change.
    """
    return _entry(item, {"page": page})


def _entry(item: Any, record: Any) -> Entry:
    """Return the entry of a change.

    Args:
        item: the change as the entry tells it.
        record: the same as it is known now; its page is taken from there.
    """
    amendments = item.get("amendments", ())
    withdrawn = item.get("withdrawn")
    name = item["element"]["name"] or item["element"]["kind"]
    level = "WITHDRAWN" if withdrawn else item["level"].upper()
    data = {key: value for key, value in item.items() if key not in _LATER}
    return Entry(
        uri=tag_uri(item["id"]),
        title=visible(f"{level}: {name}: {item['text']} (in {item['release']})"),
        path=record["page"],
        published=read_time(item["published"]),
        updated=read_time(amendments[-1]["at"] if amendments else item["published"]),
        summary=visible(f"{name}: {item['text']}"),
        html="".join(f"<p>{line}</p>" for line in _paragraphs(item, name)),
        tags=(
            ("level", item["level"]),
            ("kind", item["element"]["kind"]),
            ("element", visible(item["element"]["name"])),
            ("release", visible(item["release"])),
        ),
        data=data,
    )


#: What becomes true of a change after it was published without anybody amending it.
_LATER = ("undone_in", "affected", "modified", "consumers", "promise", "page")


def _paragraphs(item: Any, name: str) -> Iterator[str]:
    yield f"<strong>{html_text(name)}</strong>: {html_text(item['text'])}"
    yield html_text(f"{item['who'] or ''} {item['why']}".strip())
    yield from _proof(item["proof"])
    if item["announced_in"]:
        yield f"Announced in {html_text(item['announced_in'])}."
    if item["earlier_id"]:
        yield f"The same break as {html_text(item['earlier_id'])}, which was undone."
    if item["advice"]:
        yield f"What to do: {html_text(item['advice'])}"
        yield f"How a server makes it gently: {html_text(item['remedy'])}"
    for amendment in item.get("amendments", ()):
        yield html_text(_amendment(amendment))


def _proof(proof: Any) -> Iterator[str]:
    if proof["kind"] == "witness":
        words = (
            "Worked before, fails now"
            if proof["side"] == "input"
            else "Could not be returned before, can be now"
        )
        text = canonical_text(proof["value"])
        shown = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
        yield f"{words}: <code>{html_text(shown)}</code>"
    elif proof["kind"] == "contract":
        yield f"By contract: {html_text(proof['text'])}"
    elif proof["kind"] == "unproven":
        yield f"Not decided: {html_text(proof['text'])}"


def _amendment(amendment: Mapping[str, Any]) -> str:
    because = (
        f"by the rules of version {amendment['ruleset']['after']}"
        if amendment["cause"] == "rules"
        else "since what the project says of it changed"
    )
    changed = "; ".join(
        f"{field['name'].replace('_', ' ')} {_short(field['before'])} became {_short(field['after'])}"
        for field in amendment["fields"]
    )
    when = f"{amendment['kind'].capitalize()} on {amendment['at'][:10]}"
    return f"{when} {because}{': ' if changed else ''}{changed}."


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else canonical_text(value)
    return text if len(text) <= 80 else text[:79] + "…"  # noqa: PLR2004  # a line


def html_text(text: str) -> str:
    """Return text as HTML that shows its hidden characters and does nothing."""
    return escape(visible(text))

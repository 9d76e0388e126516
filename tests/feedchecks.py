"""Is it a valid feed: published schemas, RFC 4287's musts, JSON Feed 1.1; each written from its own document."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping
from typing import Any

import feedparser
from icalendar import Calendar
from jsonschema import Draft202012Validator, FormatChecker
from lxml import etree
from referencing import Registry, Resource

ATOM = "{http://www.w3.org/2005/Atom}"
#: RFC 3987 and 4151, as far as our ids go.
IRI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:\S+")
#: RFC 3339 with a mandatory offset, as RFC 4287, 3.3 wants it.
DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)")

#: JSON Feed 1.1, its required members and the types of the others that we write.
JSON_FEED = {
    "type": "object",
    "required": ["version", "title", "items"],
    "properties": {
        "version": {"const": "https://jsonfeed.org/version/1.1"},
        "title": {"type": "string"},
        "home_page_url": {"type": "string", "format": "uri"},
        "feed_url": {"type": "string", "format": "uri"},
        "next_url": {"type": "string", "minLength": 1},
        "language": {"type": "string"},
        "authors": {
            "type": "array",
            "items": {"type": "object", "properties": {"name": {"type": "string"}}, "minProperties": 1},
        },
        "items": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["id"],
                "anyOf": [{"required": ["content_html"]}, {"required": ["content_text"]}],
                "properties": {
                    "id": {"type": "string", "minLength": 1},
                    "url": {"type": "string"},
                    "title": {"type": "string"},
                    "summary": {"type": "string"},
                    "content_html": {"type": "string"},
                    "date_published": {"type": "string", "pattern": f"^{DATE.pattern}$"},
                    "date_modified": {"type": "string", "pattern": f"^{DATE.pattern}$"},
                    "tags": {"type": "array", "items": {"type": "string"}},
                },
                "patternProperties": {"^_": {"type": "object"}},
                "additionalProperties": False,
            },
        },
    },
    "additionalProperties": False,
}


def check_feed(files: Mapping[str, bytes]) -> None:
    """Check every file of a feed by what its kind demands."""
    check_json(files)
    for path, data in files.items():
        if path.endswith(".atom"):
            check_atom(data, path)
        elif path.startswith("feeds/"):
            problems = [
                e.message
                for e in Draft202012Validator(JSON_FEED, format_checker=FormatChecker()).iter_errors(
                    json.loads(data)
                )
            ]
            assert problems == [], path
        elif path.endswith(".ics"):
            assert Calendar.from_ical(data).errors == []
        elif path.endswith(".csv"):
            rows = list(csv.reader(io.StringIO(data.decode("utf-8"), newline="")))
            assert {len(row) for row in rows} == {len(rows[0])}, path


def check_json(files: Mapping[str, bytes]) -> list[str]:
    """Hold every JSON file to the schema that it names, members that the schema does not know being an error."""
    schemas = {path: json.loads(data) for path, data in files.items() if path.startswith("api/v1/schemas/")}
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)
    registry: Registry[Any] = Registry().with_resources(
        (f"https://feed.invalid/{path}", Resource.from_contents(_closed(schema)))
        for path, schema in schemas.items()
    )
    validators: dict[str, Draft202012Validator] = {}

    def check(value: Any, name: str, path: str) -> None:
        if name not in validators:
            schema = {"$ref": f"https://feed.invalid/api/v1/schemas/{name}"}
            validators[name] = Draft202012Validator(schema, registry=registry, format_checker=FormatChecker())
        errors = [f"{e.json_path}: {e.message[:300]}" for e in validators[name].iter_errors(value)]
        assert errors == [], path

    checked = []
    for path, data in files.items():
        if path in schemas or not path.endswith(".json") or path.startswith("feeds/"):
            continue
        value = json.loads(data)
        check(value, value["$schema"].rpartition("/")[2], path)
        checked.append(path)
    for line in files["api/v1/all.ndjson"].splitlines():
        head = {"$schema": "", "schema_version": "1.0.0", "ruleset": ""}
        check({**head, **json.loads(line)}, "change.schema.json", "api/v1/all.ndjson")
    return checked


def _closed(schema: Any, *, part: bool = False) -> Any:
    """Return a schema in which an object has no member that it does not declare.

    A definition that is put together with another stays open, the whole that they make does not.
    """
    if isinstance(schema, list):
        return [_closed(item, part=part) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {
        key: {name: _closed(inner, part=name in ("change", "later")) for name, inner in value.items()}
        if key in ("properties", "$defs")
        else value
        if key in ("enum", "required")
        else _closed(value, part=key == "allOf")
        for key, value in schema.items()
    }
    if made.keys() & {"properties", "allOf", "$ref"} and not part:
        made["unevaluatedProperties"] = False
    return made


def check_atom(data: bytes, path: str) -> None:
    """Hold an Atom document to the musts of RFC 4287, and to feedparser."""
    parsed = feedparser.parse(data)
    assert not parsed.bozo, (path, parsed.get("bozo_exception"))
    assert parsed.version == "atom10", path
    feed = etree.fromstring(data)
    assert feed.tag == f"{ATOM}feed"
    _check_parts(feed, path)
    entries = feed.findall(f"{ATOM}entry")
    has_author = feed.find(f"{ATOM}author") is not None
    ids = []
    for entry in entries:
        _check_parts(entry, path)
        # 4.1.2: an author in the entry, its source, or the feed; an alternate link where there is no content.
        assert has_author or entry.find(f"{ATOM}author") is not None, path
        assert entry.find(f"{ATOM}content") is not None or _links(entry, "alternate"), path
        assert len(entry.findall(f"{ATOM}content")) <= 1, path
        assert len(entry.findall(f"{ATOM}summary")) <= 1, path
        assert len(entry.findall(f"{ATOM}published")) <= 1, path
        # 4.1.3.3: HTML content is text, not markup of the document.
        content = entry.find(f"{ATOM}content")
        assert content is None or (content.get("type") == "html" and len(content) == 0), path
        ids.append(entry.findtext(f"{ATOM}id"))
    # 4.1.1: entries with one id would have to differ in what they say they were updated at; we never have two.
    assert len(set(ids)) == len(ids), path
    # 4.1.1: should have a link to itself; 4.2.7.2: not two alternates of one type and language.
    assert len(_links(feed, "self")) == 1, path
    assert len(_links(feed, "alternate")) <= 1, path


def _check_parts(part: Any, path: str) -> None:
    for name in ("id", "title", "updated"):  # 4.1.1, 4.1.2: exactly one of each
        assert len(part.findall(f"{ATOM}{name}")) == 1, (path, name)
    assert IRI.fullmatch(part.findtext(f"{ATOM}id")), path  # 4.2.6: an absolute IRI
    assert (part.findtext(f"{ATOM}title") or "").strip(), path
    for name in ("updated", "published"):  # 3.3
        for found in part.findall(f"{ATOM}{name}"):
            assert DATE.fullmatch(found.text), (path, found.text)
    for author in part.findall(f"{ATOM}author"):  # 3.2.1
        assert len(author.findall(f"{ATOM}name")) == 1, path
    for link in part.findall(f"{ATOM}link"):  # 4.2.7.1
        assert link.get("href"), path
    for category in part.findall(f"{ATOM}category"):  # 4.2.2: a term, and a scheme that is an IRI
        assert category.get("term") is not None, path
        assert IRI.fullmatch(category.get("scheme")), path


def _links(part: Any, relation: str) -> list[Any]:
    return [link for link in part.findall(f"{ATOM}link") if link.get("rel", "alternate") == relation]

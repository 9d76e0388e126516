from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace

from mcp_docs.change import Level
from mcp_docs.history.build import BuildOptions, build_record
from mcp_docs.interface import Interface, Tool
from mcp_docs.record import Record
from walks import Past, interface, toy_classify


def history(**server: str) -> Past:
    past = Past()
    first = interface({"name": "a", "title": "One", "x-order": {"b": 1, "a": [1, 2]}}, **server)
    second = interface({"name": "a", "title": "Two", "x-order": {"b": 1, "a": [2, 1]}}, **server)
    past.line(first, second, interface(**server))
    past.tag("v1.0.0", "a")
    past.tag("v1.1.0", "b")
    past.tag("v2.0.0", "c")
    return past


def ids(record: Record) -> list[str]:
    return [change.id for release in record.by_version.values() for change in release.changes]


def test_ids_are_unique_and_of_one_shape() -> None:
    found = ids(history().record())
    assert len(found) == len(set(found)) == 3
    assert all(re.fullmatch(r"MCPC-[a-z2-7]{26}", one) for one in found)


def test_an_id_hashes_server_change_and_occurrence_and_nothing_else() -> None:
    # Written out, since ids are promises to those who keep them.
    change = '["tool","a","tool.title.changed","/title",["One"],["Two"]]'
    fingerprint = hashlib.sha256(change.encode()).hexdigest()
    occurrence = f'["harbour","{fingerprint}","1.1.0",0]'
    expected = base64.b32encode(hashlib.sha256(occurrence.encode()).digest())[:26].decode().lower()
    record = history().record()
    title = next(c for c in record.by_version["1.1.0"].changes if c.change.pointer == "/title")
    assert title.id == f"MCPC-{expected}"


def test_the_order_of_keys_changes_no_id() -> None:
    past = history()
    turned = {
        commit: replace(revision, content=backwards(revision.content))  # type: ignore[arg-type]
        for commit, revision in past.revisions.items()
    }
    expected = ids(past.record())
    past.revisions = turned
    assert ids(past.record()) == expected


def backwards(content: Interface) -> Interface:
    tools = tuple(Tool(dict(reversed(tool.data.items()))) for tool in content.tools)
    return replace(content, tools=tools)


def test_levels_wording_and_the_lockfiles_path_change_no_id() -> None:
    walk = replace(history().walk(), lockfile="elsewhere/other.lock")
    milder = build_record(
        walk,
        lambda old, new: tuple(replace(c, level=Level.PATCH, path="?") for c in toy_classify(old, new)),
        BuildOptions(title="Another title", ruleset="9"),
    )
    assert ids(milder) == ids(history().record())


def test_a_server_that_takes_a_new_name_keeps_the_ids_of_what_it_shipped() -> None:
    past = history()
    expected = ids(past.record())
    past.commit("d", "c", content=interface("new", name="port"))
    past.tag("v2.1.0", "d")
    record = past.record()
    assert record.server == "port"
    assert ids(record)[:3] == expected


def test_other_servers_have_other_ids() -> None:
    assert not set(ids(history().record())) & set(ids(history(name="port").record()))


def test_a_break_that_returns_has_a_new_id_and_the_same_fingerprint() -> None:
    past = Past()
    past.line(interface("a"), interface(), interface("a"), interface())
    for number, commit in enumerate("abcd"):
        past.tag(f"v{number + 1}.0.0", commit)
    record = past.record()
    (first,), (again,) = record.by_version["2.0.0"].changes, record.by_version["4.0.0"].changes
    assert first.id != again.id
    assert first.change.fingerprint == again.change.fingerprint


def test_an_unreleased_change_keeps_its_id_while_others_join_it() -> None:
    past = Past()
    past.line(interface("a"), interface("a", "b"))
    past.tag("v1.0.0", "a")
    (before,) = ids(past.record())
    past.commit("c", "b", content=interface("a", "b", "c"))
    head = past.record().unreleased
    assert head is not None
    assert {change.change.key: change.id == before for change in head.changes} == {"b": True, "c": False}


def test_equal_changes_in_one_release_are_told_apart() -> None:
    record = build_record(history().walk(), lambda old, new: toy_classify(old, new) * 2, BuildOptions())
    found = ids(record)
    assert len(found) == len(set(found)) == 6
    assert set(ids(history().record())) <= set(found)

"""Consumers against releases: where each first broke and where it works again, along the lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gitrepo import GitRepo
from mcp_docs import load_history
from mcp_docs.consumer import Consumer
from mcp_docs.contracts.model import Contract, ToolUse
from mcp_docs.history.build import BuildOptions, build_record
from mcp_docs.interface import Interface
from mcp_docs.record import Record
from mcp_docs.writer import write
from walks import Past, interface, toy_classify

ASKS_80 = Contract("ship", "harbour", (ToolUse("find", ({"limit": 80},), ()),), file="contracts/ship.json")


def most(limit: int) -> Interface:
    schema = {"type": "object", "properties": {"limit": {"type": "integer", "maximum": limit}}}
    return interface({"name": "find", "inputSchema": schema})


def judged(past: Past, head: str | None = None, **options: Any) -> Consumer:
    (consumer,) = record_of(past, head, **options).consumers
    return consumer


def record_of(past: Past, head: str | None = None, **options: Any) -> Record:
    return build_record(past.walk(head), toy_classify, BuildOptions(contracts=(ASKS_80,), **options))


def told(consumer: Consumer) -> list[tuple[str, str, list[str]]]:
    return [(event.version, event.what, [clause.id for clause in event.clauses]) for event in consumer.events]


def test_a_consumer_breaks_works_again_and_breaks_again() -> None:
    past = Past()
    past.line(interface(), most(100), most(50), most(100), most(50))
    for number, commit in enumerate("abcde"):
        past.tag(f"v1.{number}.0", commit)
    consumer = judged(past)
    assert told(consumer) == [
        ("1.1.0", "works", ["find"]),  # there was no such tool before
        ("1.2.0", "broke", ["find/input/0"]),
        ("1.3.0", "works again", ["find/input/0"]),
        ("1.4.0", "broke", ["find/input/0"]),
    ]
    assert (consumer.first_broke_in, consumer.works_again_in) == ("1.2.0", None)
    assert consumer.events[1].clauses[0].value == {"limit": 80}


def test_a_patch_of_an_old_line_mends_nothing() -> None:
    past = Past()
    past.commit("a", content=most(100))
    past.commit("b", "a", content=most(50))
    past.commit("fix", "a", content=most(200))
    for version, commit in (("1.0.0", "a"), ("2.0.0", "b"), ("1.0.1", "fix")):
        past.tag(f"v{version}", commit)
    consumer = judged(past, "b")
    assert told(consumer) == [("2.0.0", "broke", ["find/input/0"])]
    assert [(j.version, j.works) for j in consumer.judgements] == [
        ("1.0.0", True), ("2.0.0", False), ("1.0.1", True),
    ]  # fmt: skip
    assert consumer.works_again_in is None


def test_a_name_that_is_withheld_stands_nowhere() -> None:
    past = Past()
    past.line(most(100))
    past.tag("v1.0.0", "a")
    consumer = judged(past, named=False)
    assert (consumer.name, consumer.file) == ("consumer 1", "")
    assert "ship" not in repr(consumer)


CONTRACT = '{"consumerName": "ship", "tools": [{"toolName": "find", "exampleInput": {"limit": 80}}]}'


@pytest.fixture
def repo(git_repo: Callable[[], GitRepo]) -> GitRepo:
    repo = git_repo()
    repo.commit({
        "mcp-docs.lock": write(most(100)),
        "contracts/a.json": CONTRACT,
        "contracts/b.json": '{"consumerName": "ship", "tols": []}',
        "contracts/token.json": '{"address": "0x00"}',
    })  # fmt: skip
    repo.tag("v1.0.0")
    return repo


def test_a_faulty_contract_is_a_gap_and_another_file_of_a_folder_nobody_named_is_none(repo: GitRepo) -> None:
    record = load_history(repo.path)
    assert [c.name for c in record.consumers] == ["ship"]
    (gap,) = (gap for gap in record.gaps if gap.code == "contract.unreadable")
    assert gap.is_fault
    assert gap.where is not None
    assert (gap.where.file, gap.where.line) == ("contracts/b.json", 1)


def test_the_configuration_names_the_folder_and_withholds_the_names(repo: GitRepo) -> None:
    repo.commit({
        "users/x.json": CONTRACT,
        "mcp-docs.toml": 'contracts = "users"\nconsumer_names = false\n',
    })  # fmt: skip
    record = load_history(repo.path)
    assert [(c.name, c.file) for c in record.consumers] == [("consumer 1", "")]
    assert record.gaps == ()

"""Who depends on an element: the consumers whose contracts name it, and what each demands of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mcp_docs.consumer import Consumer, Judgement
from mcp_docs.contracts.model import Clause
from mcp_docs.record import UNRELEASED, Lifecycle, Record
from mcp_docs.site.paths import CONSUMERS, Addresses
from mcp_docs.site.words import shown_version


@dataclass(frozen=True, slots=True)
class Dependent:
    """A consumer of one element, ready for a template.

    Attributes:
        page: where the whole contract is judged.
        release: version that it is judged by: the newest, or HEAD where nothing is released.
        works: whether that keeps every demand on the element.
        calls: how many of its calls are known.
        reads: fields of the result that it reads.
        broken: why a demand is not met, and the JSON of the call that fails, or empty.
        unproven: why a schema promises nothing.
        coming: the same as ``broken`` for HEAD, where the newest release still keeps them.
        events: version and page of each release that broke the element for it.
    """

    name: str
    page: str
    release: str
    works: bool
    calls: int
    reads: tuple[str, ...]
    broken: tuple[tuple[str, str], ...]
    unproven: tuple[str, ...]
    coming: tuple[tuple[str, str], ...]
    events: tuple[tuple[str, str], ...]


def dependents(record: Record, addresses: Addresses, life: Lifecycle) -> tuple[Dependent, ...]:
    """Return the consumers whose contracts name an element, by file."""
    shown = record.newest or record.unreleased
    if shown is None:
        return ()
    found = (_dependent(item, shown.version, addresses, life) for item in record.consumers)
    return tuple(item for item in found if item is not None)


def _dependent(consumer: Consumer, version: str, addresses: Addresses, life: Lifecycle) -> Dependent | None:
    judged = {item.version: item for item in consumer.judgements}
    element = f"{life.kind}:{life.key}"
    now = _Demands.of(judged.get(version), element)
    head = _Demands.of(judged.get(UNRELEASED), element)
    if not now.all:
        return None
    broke = [
        event.version
        for event in consumer.events
        if event.what == "broke" and any(clause.element == element for clause in event.clauses)
    ]
    return Dependent(
        name=consumer.name,
        page=CONSUMERS,
        release=shown_version(version),
        works=not now.broken,
        calls=sum(clause.kind == "input" for clause in now.all),
        reads=tuple(
            clause.id.removeprefix(f"{life.key}/reads/") for clause in now.all if clause.kind == "reads"
        ),
        broken=tuple(_told(now.broken)),
        unproven=tuple(clause.message for clause in now.unproven),
        coming=tuple(_told(head.broken)) if not now.broken else (),
        events=tuple((shown_version(name), addresses.release(name)) for name in broke),
    )


@dataclass(frozen=True, slots=True)
class _Demands:
    """The demands on one element, by what became of them."""

    kept: tuple[Clause, ...] = ()
    broken: tuple[Clause, ...] = ()
    unproven: tuple[Clause, ...] = ()

    @property
    def all(self) -> tuple[Clause, ...]:
        return (*self.kept, *self.broken, *self.unproven)

    @classmethod
    def of(cls, judgement: Judgement | None, element: str) -> _Demands:
        def mine(clauses: Sequence[Clause]) -> tuple[Clause, ...]:
            return tuple(clause for clause in clauses if clause.element == element)

        if judgement is None:
            return cls()
        return cls(mine(judgement.kept), mine(judgement.broken), mine(judgement.unproven))


def _told(clauses: Sequence[Clause]) -> Iterator[tuple[str, str]]:
    for clause in clauses:
        value: Mapping[str, object] | None = clause.value
        yield clause.message, json.dumps(value, ensure_ascii=False) if value is not None else ""

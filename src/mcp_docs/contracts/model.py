"""A consumer's contract: what it calls, what it reads. Values only.

The layout that is read is the contract-testing guide's (``consumerName``, ``providerName``,
``tools[]``: ``toolName``, ``exampleInput``, ``requiredOutputFields``), with several inputs a tool,
RFC 6901 pointers into nested output, and an expected error as extensions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from mcp_docs.interface import ElementKind
from mcp_docs.jsonvalue import JsonObject, digest

#: Where a demand stands among those of its kind, in its id.
_NUMBER: Final = re.compile(r"^/([a-z]+)/\d+")


@dataclass(frozen=True, slots=True)
class ToolUse:
    """How a consumer uses one tool.

    Attributes:
        tool: its name.
        inputs: arguments of the calls that the consumer makes; each must validate.
        reads: RFC 6901 pointers into the result that must be promised; ``-`` stands for any item of
            an array. A plain field name in the file is the pointer of that field.
        error: the words (a part of the text) that an expected failure has, or ``None`` where calls succeed.
        line: 1-based line of the file where the use begins, or ``None``.
    """

    tool: str
    inputs: tuple[JsonObject, ...]
    reads: tuple[str, ...]
    error: str | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Contract:
    """One consumer's contract with one server.

    Attributes:
        consumer: its name.
        provider: the server's name as the consumer knows it, or empty.
        uses: in the file's order.
        elements: prompts, resources and templates that it needs, by kind and key.
        file: where it was read from, as the user knows it.
    """

    consumer: str
    provider: str
    uses: tuple[ToolUse, ...]
    elements: tuple[tuple[ElementKind, str], ...] = ()
    file: str = ""


ClauseState = Literal["kept", "broken", "unproven", "skipped"]
ClauseKind = Literal["exists", "input", "reads", "call", "result", "validation", "error", "leak"]


#: The keyword of a fault that no schema rejects: an argument is sent that none declares.
UNDECLARED: Final = "undeclared"
#: The same of an element that is there, and of which a part is malformed, so that clients refuse it.
MALFORMED: Final = "malformed"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is the matter with a demand.

    Attributes:
        state: ``broken`` or ``unproven``.
        message: one sentence.
        place: RFC 6901, inside the arguments or the result: the part that is judged, or the member of it
            that is missing, unexpected or not declared.
        keyword: of the schema that rejects it, ``UNDECLARED``, ``MALFORMED``, or empty.
        schema: RFC 6901, of that keyword inside the schema, or empty.
        inner: place and keyword of what each branch of an alternative has against it.
    """

    state: ClauseState
    message: str
    place: str = ""
    keyword: str = ""
    schema: str = ""
    inner: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Clause:
    """One demand of a contract or a case, judged against one interface or by one call.

    Attributes:
        id: stable within the contract: ``search/input/0``, ``search/reads/items/-/id``, ``search``.
        kind: ``exists``: the element is there and sound; ``input``: an input validates; ``reads``: a field is
            promised or was seen; and of calls: ``call``: it succeeds, or fails, as it is meant to;
            ``result``: its result has the shape demanded; ``validation``: the server accepts what its
            schema accepts; ``error``: an error says what it is meant to say; ``leak``: and no more.
        element: ``tool:search`` and the like.
        pointer: RFC 6901 inside the element's data, where the judgement was made.
        state: ``broken`` when the demand is not met; ``unproven`` when the schema promises nothing
            either way (no output schema, an optional field); ``skipped`` when no call was made.
        message: what is the matter, one sentence; empty when kept.
        value: the input that fails, for ``kind`` ``input``, and the arguments of a call.
        line: 1-based line of the demand in its file, where known.
        faults: all that is the matter with an input, by place, or with an element that is malformed;
            else empty.
    """

    id: str
    kind: ClauseKind
    element: str
    pointer: str
    state: ClauseState
    message: str = ""
    value: JsonObject | None = None
    line: int | None = None
    faults: tuple[Fault, ...] = ()

    def fingerprint(self, *scope: str) -> str:
        """Return what the demand is known by wherever it stands among others, within a scope."""
        key = self.element.partition(":")[2]
        place = self.id if self.value is None else _NUMBER.sub(r"/\1", self.id.removeprefix(key), count=1)
        return digest([*scope, self.element, place, self.kind, self.value])

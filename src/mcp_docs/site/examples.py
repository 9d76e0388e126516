"""An example request for an element: its arguments, the message, and a call in Python."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mcp_docs.interface import Element, Prompt, Tool
from mcp_docs.jsonvalue import ABSENT, JsonObject, JsonValue
from mcp_docs.schema.sample import example

_WIDTH = 88


@dataclass(frozen=True, slots=True)
class Form:
    """One way to write the example."""

    title: str
    text: str


def forms(element: Element) -> tuple[Form, ...]:
    """Return an example request in each form; none where no valid arguments were found.

    The arguments of a tool are made from its input schema and hold against the whole of it.
    """
    if isinstance(element, Tool):
        schema = element.input_schema
        arguments = example(schema, minimal=False) if schema is not None else ABSENT
        if arguments is ABSENT or not isinstance(arguments, Mapping):
            return ()
        call = _call("call_tool", element.key, arguments)
        return _forms("tools/call", {"name": element.key, "arguments": arguments}, arguments, call)
    if isinstance(element, Prompt):
        names = [argument.get("name") for argument in element.arguments]
        values: JsonObject = {name: "…" for name in names if isinstance(name, str)}
        call = _call("get_prompt", element.key, values)
        return _forms("prompts/get", {"name": element.key, "arguments": values}, values, call)
    if element.kind == "resource":
        call = _call("read_resource", element.key)
        return _forms("resources/read", {"uri": element.key}, None, call)
    return ()


def _forms(method: str, params: JsonObject, arguments: JsonObject | None, call: str) -> tuple[Form, ...]:
    message: JsonObject = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    first = () if arguments is None else (Form("Arguments", _json(arguments)),)
    return (*first, Form(f"{method} request", _json(message)), Form("Python", _client(call)))


def _client(call: str) -> str:
    body = call.replace("\n", "\n    ")
    return f'from mcp import Client\n\nasync with Client("https://example.org/mcp") as client:\n    {body}'


def _json(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _call(method: str, *values: JsonValue) -> str:
    """Return a call of the client in Python, its arguments below each other where they are long."""
    flat = f"result = await client.{method}({', '.join(_python(value, _WIDTH * 9) for value in values)})"
    if len(flat) <= _WIDTH:
        return flat
    lines = "".join(f"    {_python(value, _WIDTH - 8, '    ')},\n" for value in values)
    return f"result = await client.{method}(\n{lines})"


def _python(value: JsonValue, width: int, indent: str = "") -> str:
    """Return a value as a Python literal, on one line where ``width`` allows."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)  # every escape of JSON is one of Python
    if not isinstance(value, Mapping | Sequence):
        return repr(value)
    deeper = indent + "    "
    if isinstance(value, Mapping):
        parts = [f"{_python(n, width)}: {_python(v, width - len(deeper), deeper)}" for n, v in value.items()]
        opening, closing = "{", "}"
    else:
        parts = [_python(part, width - len(deeper), deeper) for part in value]
        opening, closing = "[", "]"
    flat = f"{opening}{', '.join(parts)}{closing}"
    if len(flat) <= width and "\n" not in flat:
        return flat
    return f"{opening}\n" + "".join(f"{deeper}{part},\n" for part in parts) + indent + closing

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_docs import readers, writer
from mcp_docs.interface import Element, Interface, Problem, Server, Tool

WHOLE = {
    "covenant_version": "0.1.0",
    "captured_at_unix": 1_750_000_000,
    "server": {
        "version": "1.2.0",
        "name": "demo",
        "protocolVersion": "2025-06-18",
        "capabilities": {"tools": {}},
        "instructions": "Ask first.",
    },
    "surface": {
        "tools": [
            {
                "name": "z",
                "inputSchema": {"type": "object", "required": ["b", "a"]},
                "icons": [{"src": "data:,"}],
            },
            {
                "name": "a",
                "title": "Ä",
                "inputSchema": {"enum": [2, 1.0, 1e30]},
                "annotations": {"readOnlyHint": True},
            },
        ],
        "prompts": [{"name": "p", "arguments": []}],
        "resources": [{"uri": "x:1", "size": 3}],
        "resourceTemplates": [{"uriTemplate": "x:{n}", "_meta": {"k": None}}],
    },
}

EXPECTED = """{
  "captured_at_unix": 0,
  "covenant_version": "0.1.0",
  "mcp_docs": {
    "format": 1
  },
  "server": {
    "capabilities": {
      "tools": {}
    },
    "instructions": "Ask first.",
    "name": "demo",
    "protocolVersion": "2025-06-18",
    "version": "1.2.0"
  },
  "surface": {
    "prompts": [
      {
        "arguments": [],
        "name": "p"
      }
    ],
    "resourceTemplates": [
      {
        "_meta": {
          "k": null
        },
        "uriTemplate": "x:{n}"
      }
    ],
    "resources": [
      {
        "size": 3,
        "uri": "x:1"
      }
    ],
    "tools": [
      {
        "annotations": {
          "readOnlyHint": true
        },
        "inputSchema": {
          "enum": [
            2,
            1.0,
            1e+30
          ]
        },
        "name": "a",
        "title": "Ä"
      },
      {
        "icons": [
          {
            "src": "data:,"
          }
        ],
        "inputSchema": {
          "required": [
            "b",
            "a"
          ],
          "type": "object"
        },
        "name": "z"
      }
    ]
  }
}
"""

BAD = """{"covenant_version": "0.1.0", "server": {"name": "s", "name": "t"}, "surface": {"tools": [
  {"name": "twice", "inputSchema": {"type": "string", "type": "integer"}},
  {"name": "nan", "inputSchema": {"maximum": NaN}},
  {"name": "half", "inputSchema": {"description": "\\ud800"}, "description": 1},
  {"name": "null", "inputSchema": null},
  {"name": "invalid", "inputSchema": {"type": 1}},
  {"name": "null", "inputSchema": {}},
  {"name": "deep", "inputSchema": {"default": DEEP}},
  3, {}
 ], "x": NaN}}""".replace("DEEP", "[" * 200 + "]" * 200)


def codes(interface: Interface) -> dict[str, list[tuple[str, str, str]]]:
    elements: tuple[Element, ...] = (interface.server, *interface)
    found = {f"{e.kind} {e.key}": [(p.code, p.message, p.pointer) for p in e.problems] for e in elements}
    return found | {"": sorted((p.code, p.message, "") for p in interface.problems)}


def test_the_lockfile_is_canonical() -> None:
    assert writer.write(readers.read(json.dumps(WHOLE).encode())).decode() == EXPECTED


def test_reading_back_gives_the_same_interface() -> None:
    interface = readers.read(json.dumps(WHOLE).encode())
    again = readers.read(writer.write(interface))
    assert (again.digest, again.server, list(again)) == (interface.digest, interface.server, list(interface))
    assert again.source_format == "mcp-docs"


def test_an_empty_interface_has_all_that_mcp_covenant_asks_for() -> None:
    value = json.loads(writer.write(Interface()))
    assert value["server"] == {}
    assert value["surface"] == {"tools": [], "resources": [], "resourceTemplates": [], "prompts": []}
    assert isinstance(value["covenant_version"], str)
    assert value["captured_at_unix"] == 0


def test_no_problem_is_lost_by_rewriting() -> None:
    interface = readers.read(BAD.encode())
    found = codes(interface)
    assert {key: [code for code, _, _ in marks] for key, marks in found.items()} == {
        "server t": ["json.duplicate_key"],
        "tool deep": ["json.too_deep"],
        "tool half": ["json.lone_surrogate", "member.not_string"],
        "tool invalid": ["schema.invalid"],
        "tool nan": ["json.not_finite"],
        "tool null": ["tool.duplicate_name", "schema.null"],
        "tool twice": ["json.duplicate_key"],
        "": ["json.not_finite", "tool.no_name", "tool.no_name"],
    }
    data = writer.write(interface)
    again = readers.read(data)
    assert codes(again) == found
    assert again.digest == interface.digest
    assert writer.write(again) == data


def test_what_the_data_shows_is_not_noted_twice() -> None:
    interface = readers.read(BAD.encode())
    noted = json.loads(writer.write(interface))["mcp_docs"]["problems"]
    assert sorted((note["code"], note.get("key", ""), note.get("pointer")) for note in noted) == [
        ("json.duplicate_key", "", "/name"),
        ("json.duplicate_key", "twice", "/inputSchema/type"),
        ("json.not_finite", "", None),
        ("json.not_finite", "nan", "/inputSchema/maximum"),
        ("json.too_deep", "deep", "/inputSchema/default" + "/0" * 98),
        ("tool.duplicate_name", "null", ""),
        ("tool.no_name", "", None),
        ("tool.no_name", "", None),
    ]


def test_problems_have_places_in_the_file_that_is_read() -> None:
    data = writer.write(readers.read(BAD.encode()))
    lines = data.decode().split("\n")
    again = readers.read(data)
    nan = next(tool for tool in again.tools if tool.key == "nan").problems[0]
    assert nan.line is not None
    assert lines[nan.line - 1].strip() == '"maximum": null'
    assert all(problem.line for problem in again.problems)


def test_a_note_about_nothing_that_is_there_is_kept() -> None:
    orphan = {"kind": "tool", "key": "gone", "code": "json.not_finite", "message": "m", "pointer": "/x"}
    value = {**WHOLE, "mcp_docs": {"format": 1, "problems": [orphan, "x", {"code": 1}]}}
    interface = readers.read(json.dumps(value).encode())
    assert [problem.code for problem in interface.problems] == [
        "lockfile.bad_note",
        "lockfile.bad_note",
        "json.not_finite",
    ]
    data = writer.write(interface)
    assert writer.write(readers.read(data)) == data


def test_half_a_surrogate_pair_stays_an_escape() -> None:
    data = writer.write(
        Interface(tools=(Tool({"name": "a\udc00", "inputSchema": {}, "description": "\ud83d x 😀"}),))
    )
    assert b'"name": "a\\udc00"' in data
    assert '"description": "\\ud83d x 😀"'.encode() in data
    assert readers.read(data).tools[0].data["description"] == "\ud83d x 😀"


def test_a_problem_that_only_the_capture_saw_is_noted() -> None:
    problem = Problem("capture.odd", "seen once", "/description")
    interface = Interface(Server({"name": "s"}), (Tool({"name": "a", "inputSchema": {}}, (problem,)),))
    again = readers.read(writer.write(interface))
    assert [(p.code, p.message, p.pointer) for p in again.tools[0].problems] == [
        ("capture.odd", "seen once", "/description")
    ]


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
fields = st.dictionaries(
    st.sampled_from(
        ["title", "description", "inputSchema", "outputSchema", "annotations", "icons", "arguments", "x"]
    ),
    json_values,
    max_size=4,
)


def entries(key: str) -> st.SearchStrategy[list[Any]]:
    keys = st.sampled_from(["a", "b", "", "é\n"]) | st.text(max_size=3)
    entry = st.builds(lambda rest, value: {**rest, key: value}, fields, keys)
    return st.lists(entry | json_values, max_size=4)


surfaces = st.fixed_dictionaries(
    {
        "tools": entries("name"),
        "resources": entries("uri"),
        "resourceTemplates": entries("uriTemplate"),
        "prompts": entries("name"),
    }
)


@given(surfaces, st.dictionaries(st.sampled_from(["name", "version", "capabilities"]), json_values))
def test_writing_what_was_written_gives_the_same_bytes(surface: Any, server: Any) -> None:
    value = {"covenant_version": "0.1.0", "server": server, "surface": surface}
    interface = readers.read(json.dumps(value).encode())
    data = writer.write(interface)
    again = readers.read(data)
    assert again.digest == interface.digest
    assert [element.digest for element in again] == [element.digest for element in interface]
    assert codes(again) == codes(interface)
    assert writer.write(again) == data


@given(surfaces, st.data())
def test_the_order_in_which_a_server_lists_sound_elements_changes_no_byte(
    surface: Any, data: st.DataObject
) -> None:
    once = json.loads(writer.write(readers.read(json.dumps(surface).encode())))["surface"]
    other = {name: data.draw(st.permutations(listed)) for name, listed in once.items()}
    written = [writer.write(readers.read(json.dumps(value).encode())) for value in (once, other)]
    assert written[0] == written[1]


@pytest.mark.parametrize("text", ["<script>", "\x00\x1f\x7f", "\u2028\u202e", "\U0001f600", '"\\/', "é"])
def test_text_comes_back_as_it_went(text: str) -> None:
    tool = {"name": text, "description": text, "inputSchema": {"properties": {text: {"const": text}}}}
    (again,) = readers.read(writer.write(Interface(tools=(Tool(tool),)))).tools
    assert again.data == tool

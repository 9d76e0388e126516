from __future__ import annotations

import json
from typing import Any

import pytest

from mcp_docs import readers
from mcp_docs.interface import Element, Interface, Problem

SOUND = {"name": "sound", "inputSchema": {"type": "object"}}


def read(text: str) -> Interface:
    return readers.read(text.encode())


def lockfile(**surface: Any) -> str:
    return json.dumps({"covenant_version": "0.1.0", "server": {}, "surface": surface})


def marks(element: Element) -> list[tuple[str, str]]:
    return [(problem.code, problem.pointer) for problem in element.problems]


def place(problem: Problem) -> tuple[str, str, int | None, int | None]:
    return problem.code, problem.pointer, problem.line, problem.column


@pytest.mark.parametrize(
    ("schemas", "expected"),
    [
        ({}, [("schema.missing", "/inputSchema")]),
        ({"inputSchema": None}, [("schema.null", "/inputSchema")]),
        ({"inputSchema": "object"}, [("schema.not_object", "/inputSchema")]),
        ({"inputSchema": []}, [("schema.not_object", "/inputSchema")]),
        ({"inputSchema": {"type": "strnig"}}, [("schema.invalid", "/inputSchema/type")]),
        ({"inputSchema": {"$id": 5}}, [("schema.invalid", "/inputSchema/$id")]),
        ({"inputSchema": {"type": "x" * 10_000}}, [("schema.invalid", "/inputSchema/type")]),
        ({"inputSchema": {"required": "q"}}, [("schema.invalid", "/inputSchema/required")]),
        (
            {"inputSchema": {"properties": {"a/b": {"minLength": -1}}}},
            [("schema.invalid", "/inputSchema/properties/a~1b/minLength")],
        ),
        ({"inputSchema": {}, "outputSchema": None}, [("schema.null", "/outputSchema")]),
        ({"inputSchema": {}, "outputSchema": 1}, [("schema.not_object", "/outputSchema")]),
        ({"inputSchema": {}, "outputSchema": {"items": 3}}, [("schema.invalid", "/outputSchema/items")]),
    ],
)
def test_a_tool_with_a_bad_schema_stays_marked_and_the_rest_works(
    schemas: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    interface = read(json.dumps([{"name": "bad", **schemas}, SOUND]))
    bad, sound = interface.tools
    assert bad.data == {"name": "bad", **schemas}
    assert marks(bad) == expected
    assert all(len(problem.message) < 300 for problem in bad.problems)
    assert (bad.input_schema is None) == expected[0][1].startswith("/inputSchema")
    assert bad.output_schema is None
    assert (sound.problems, interface.problems) == ((), ())


@pytest.mark.parametrize("schema", [{}, True, False, {"type": "object"}, {"x-own": 1}])
def test_a_schema_that_says_little_is_sound(schema: Any) -> None:
    (tool,) = read(json.dumps([{"name": "a", "inputSchema": schema, "outputSchema": schema}])).tools
    assert tool.problems == ()
    assert tool.input_schema == tool.output_schema == schema


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ({"description": 5}, [("member.not_string", "/description")]),
        ({"title": ["t"]}, [("member.not_string", "/title")]),
        ({"annotations": []}, [("member.not_object", "/annotations")]),
        ({"annotations": {"readOnlyHint": "yes"}}, [("hint.not_boolean", "/annotations/readOnlyHint")]),
        ({"annotations": {"destructiveHint": 0}}, [("hint.not_boolean", "/annotations/destructiveHint")]),
        ({"annotations": {"title": 1}}, [("member.not_string", "/annotations/title")]),
        ({"_meta": "m"}, [("member.not_object", "/_meta")]),
        ({"execution": True}, [("member.not_object", "/execution")]),
        ({"icons": {}}, [("member.not_list", "/icons")]),
        ({"icons": [{"src": "data:,"}, {}, 1]}, [("icon.no_src", "/icons/1"), ("icon.no_src", "/icons/2")]),
        ({"description": None, "annotations": None, "icons": None, "_meta": None, "title": None}, []),
        ({"annotations": {"readOnlyHint": None, "vendorHint": "yes"}}, []),
    ],
)
def test_a_malformed_member_of_a_tool_is_named_and_its_schemas_are_used(
    members: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    (tool,) = read(json.dumps([SOUND | members])).tools
    assert marks(tool) == expected
    assert tool.data == SOUND | members
    assert tool.input_schema == {"type": "object"}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([{"name": "a", "required": False}, {"name": "b", "description": "B"}], []),
        (None, []),
        ({}, [("member.not_list", "/arguments")]),
        ([1], [("argument.no_name", "/arguments/0")]),
        ([{"name": ""}], [("argument.no_name", "/arguments/0")]),
        ([{"name": "a"}, {"name": "a"}], [("argument.duplicate_name", "/arguments/1")]),
        ([{"name": "a", "required": "true"}], [("argument.required_not_boolean", "/arguments/0/required")]),
        ([{"name": "a", "description": 1}], [("member.not_string", "/arguments/0/description")]),
    ],
)
def test_malformed_arguments_of_a_prompt_are_named(arguments: Any, expected: list[tuple[str, str]]) -> None:
    (prompt,) = read(lockfile(prompts=[{"name": "p", "arguments": arguments}])).prompts
    assert marks(prompt) == expected


def test_malformed_members_of_resources_and_of_the_server_are_named() -> None:
    value = {
        "covenant_version": "0.1.0",
        "server": {"name": 1, "version": 2.0, "capabilities": []},
        "surface": {
            "resources": [{"uri": "a:b", "mimeType": 1}],
            "resourceTemplates": [{"uriTemplate": "{x}", "name": {}}],
        },
    }
    interface = read(json.dumps(value))
    assert marks(interface.server) == [
        ("member.not_string", "/name"),
        ("member.not_string", "/version"),
        ("member.not_object", "/capabilities"),
    ]
    assert marks(interface.resources[0]) == [("member.not_string", "/mimeType")]
    assert marks(interface.templates[0]) == [("member.not_string", "/name")]


def test_a_server_that_is_no_object_is_a_problem_of_the_file() -> None:
    interface = read('{"covenant_version": "1",\n "server": "demo", "surface": {}}')
    assert interface.server.data == {}
    assert [place(problem) for problem in interface.problems] == [("server.not_object", "/server", 2, 2)]


ENTRIES = """{"tools": [
  {"name": "b", "inputSchema": {}},
  7,
  {"description": "nameless"},
  {"name": ""},
    {"name": "b", "inputSchema": {}},
  {"name": "a", "inputSchema": {}},
  {"name": "b", "inputSchema": true}
], "prompts": [{"name": null}], "resources": [{"name": "no uri"}, {"uri": "u"}, {"uri": "u"}],
"resourceTemplates": [{"uri": "u"}]}"""


def test_entries_without_a_key_and_repeated_ones_are_problems_of_the_file() -> None:
    interface = read(ENTRIES)
    assert [tool.key for tool in interface.tools] == ["a", "b"]
    assert interface.tools[1].data["inputSchema"] == {}
    assert sorted(map(place, interface.problems)) == sorted(
        [
            ("tool.no_name", "/tools/1", 3, 3),
            ("tool.no_name", "/tools/2", 4, 3),
            ("tool.no_name", "/tools/3", 5, 3),
            ("tool.duplicate_name", "/tools/4", 6, 5),
            ("prompt.no_name", "/prompts/0", 9, 16),
            ("resource.no_uri", "/resources/0", 9, 47),
            ("resource.duplicate_uri", "/resources/2", 9, 81),
            ("template.no_uri_template", "/resourceTemplates/0", 10, 23),
        ]
    )
    (second,) = (p.message for p in interface.problems if p.code == "tool.duplicate_name")
    assert second == 'the tool "b" is listed twice; the second one is left out, and is the same'


def test_an_element_that_another_of_its_key_contradicts_is_doubtful() -> None:
    (problem,) = read(ENTRIES).tools[1].problems
    assert place(problem) == ("tool.duplicate_name", "", 8, 3)
    assert problem.message == 'the tool "b" is listed twice; the second one is left out, and differs'


def test_a_name_in_one_kind_does_not_clash_with_another_kind() -> None:
    interface = read(lockfile(tools=[SOUND], prompts=[{"name": "sound"}]))
    assert (len(list(interface)), interface.problems) == (2, ())


FAULTS = """{"covenant_version": "0.1.0", "server": {"name": "s", "name": "t"},
 "surface": {"tools": [
  {"name": "twice", "inputSchema": {"properties": {"a": {"type": "string",
     "type": "integer"}}}},
  {"name": "nan", "inputSchema": {"maximum": NaN}, "outputSchema": {}},
  {"name": "huge", "inputSchema": {}, "_meta": {"x": [1e400]}},
  {"name": "half", "inputSchema": {"description": "\\ud800"}},
  {"name": "sound", "inputSchema": {"type": "object"}}
 ], "x": 1, "x": -Infinity}}"""


def test_a_fault_of_the_text_marks_the_part_it_lies_in() -> None:
    interface = read(FAULTS)
    half, huge, nan, sound, twice = interface.tools
    assert [place(p) for p in interface.server.problems] == [("json.duplicate_key", "/name", 1, 55)]
    assert [place(p) for p in twice.problems] == [
        ("json.duplicate_key", "/inputSchema/properties/a/type", 4, 6)
    ]
    assert [place(p) for p in nan.problems] == [("json.not_finite", "/inputSchema/maximum", 5, 46)]
    assert [place(p) for p in huge.problems] == [("json.number_range", "/_meta/x/0", 6, 55)]
    assert [place(p) for p in half.problems] == [("json.lone_surrogate", "", 7, 51)]
    assert "/inputSchema/description" in half.problems[0].message
    assert sorted(map(place, interface.problems)) == [
        ("json.duplicate_key", "/surface/x", 9, 13),
        ("json.not_finite", "/surface/x", 9, 18),
    ]
    assert (twice.input_schema, nan.input_schema, nan.output_schema) == (None, None, {})
    assert (huge.input_schema, half.input_schema) == ({}, {"description": "\ud800"})
    assert sound.problems == ()


def test_an_entry_without_a_name_tells_what_took_it() -> None:
    interface = read('[{"name": NaN}, {"name": "a", "inputSchema": {}}]')
    assert [place(p) for p in interface.problems] == [
        ("tool.no_name", "/0", 1, 2),
        ("json.not_finite", "/0/name", 1, 11),
    ]


@pytest.mark.parametrize("depth", [150, 3_000])
def test_what_is_nested_too_deep_is_cut_and_named(depth: int) -> None:
    deep = "[" * depth + "]" * depth
    interface = read(
        f'[{{"name": "deep", "inputSchema": {{}}, "_meta": {{"x": {deep}}}}}, {json.dumps(SOUND)}]'
    )
    (problem,) = interface.tools[0].problems
    assert (problem.code, problem.pointer) == ("json.too_deep", "/_meta/x" + "/0" * 98)
    assert interface.tools[0].input_schema == {}
    assert len(interface.tools[0].digest) == 64
    assert interface.tools[1].problems == ()


def test_two_tools_of_one_name_may_be_nested_too_deep() -> None:
    tools = [
        '{"name": "a", "inputSchema": {}, "x": ' + f"[{depth}" + "[" * 3_000 + "]" * 3_000 + "]}"
        for depth in ("1,", "2,")
    ]
    interface = read(f"[{', '.join(tools)}]")
    assert 'the tool "a" is listed twice; the second one is left out, and differs' in [
        problem.message for problem in interface.tools[0].problems
    ]


@pytest.mark.parametrize(("first", "second"), [("1", "true"), ("1", "1.0"), ("[]", "{}")])
def test_values_that_python_holds_equal_differ(first: str, second: str) -> None:
    tools = [f'{{"name": "a", "inputSchema": {{}}, "x": {value}}}' for value in (first, second)]
    (problem,) = read(f"[{', '.join(tools)}]").tools[0].problems
    assert problem.message.endswith("and differs")


def test_a_part_that_is_missing_stands_where_its_element_does() -> None:
    (tool,) = read('[\n {"name": "a"}]').tools
    assert [place(problem) for problem in tool.problems] == [("schema.missing", "/inputSchema", 2, 2)]


@pytest.mark.parametrize(
    "wrap", ["[{}]", '{{"tools":\n[{}]}}', '{{"covenant_version":"1","surface":{{"tools":[\n {}]}}}}']
)
def test_places_are_right_in_every_format(wrap: str) -> None:
    text = wrap.format('{"name": "a",\n  "inputSchema": null}')
    (problem,) = read(text).tools[0].problems
    assert problem.line is not None
    assert text.split("\n")[problem.line - 1].startswith('  "inputSchema"')
    assert problem.column == 3


def test_places_follow_a_tool_that_has_not_changed() -> None:
    cache = readers.ElementCache()
    bad = '{"name": "a", "inputSchema": null}'
    first = readers.read(f"[{bad}]".encode(), cache).tools[0]
    second = readers.read(f"[\n\n {bad}]".encode(), cache).tools[0]
    assert [place(p) for p in first.problems] == [("schema.null", "/inputSchema", 1, 16)]
    assert [place(p) for p in second.problems] == [("schema.null", "/inputSchema", 3, 16)]


def test_one_page_of_several_is_said_to_be_one() -> None:
    interface = read('{"tools": [],\n "nextCursor": ""}')
    assert [place(p) for p in interface.problems] == [("list.incomplete", "/nextCursor", 2, 2)]


FOLDER = {
    "a.snap": b'{"name": "a", "inputSchema": {}}',
    "b.snap": b'{\n "name": "a", "inputSchema": {}}',
    "conflict.json": b"{\n<<<<<<< HEAD\n}",
    "empty.json": b"",
    "list.json": b"\n[]",
    "nameless.snap": b'{"inputSchema": {}}',
    "null.snap": b'{"name": "null",\n "inputSchema": null}',
}


def test_each_bad_file_of_a_folder_is_named_and_the_rest_works() -> None:
    interface = readers.read_folder(FOLDER)
    assert [(tool.key, marks(tool)) for tool in interface.tools] == [
        ("a", []),
        ("conflict", [("json.conflict", ""), ("schema.missing", "/inputSchema")]),
        ("empty", [("json.empty", ""), ("schema.missing", "/inputSchema")]),
        ("null", [("schema.null", "/inputSchema")]),
    ]
    assert [(p.code, p.file, p.line, p.column) for p in interface.problems] == [
        ("tool.duplicate_name", "b.snap", 1, 1),
        ("file.not_tool", "list.json", 2, 1),
        ("tool.no_name", "nameless.snap", 1, 1),
    ]
    assert [(p.file, p.line, p.column) for tool in interface.tools for p in tool.problems][::2] == [
        ("conflict.json", 2, 1),
        ("empty.json", 1, 1),
        ("null.snap", 2, 2),
    ]


def test_an_unreadable_file_takes_no_place_from_a_tool_that_is_there() -> None:
    interface = readers.read_folder({"a.json": b"{", "other.json": b'{"name": "a", "inputSchema": {}}'})
    assert [marks(tool) for tool in interface.tools] == [[]]
    assert [(p.code, p.file, p.line, p.column) for p in interface.problems] == [
        ("json.syntax", "a.json", 1, 2)
    ]


HOSTILE = [
    "<script>alert(1)</script>",
    "{{ 7*7 }}",
    "../../etc/passwd",
    "a\nb\tc\x00\x1b[31m",
    "\u202eevil\u202c",
    "[x](javascript:alert(1))",
    '"quoted", \\back',
    "--8<-- file",
    "/~1~0/",
    "é e\u0301",
    "\U0001f600",
    "x" * 5_000,
    "toString",
    "__proto__",
    " ",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_kept_as_it_is(name: str) -> None:
    tool = {"name": name, "description": name, "inputSchema": {"properties": {name: {"description": name}}}}
    interface = readers.read(json.dumps([tool, tool]).encode())
    assert interface.tools[0].data == tool
    assert interface.get("tool", name) is interface.tools[0]
    (problem,) = interface.problems
    assert len(problem.message) < 700
    assert "\n" not in problem.message


def test_members_in_a_notation_of_its_own_are_no_json_schema() -> None:
    fields = [{"name": "state", "type": "string"}, {"name": "turn", "type": "integer"}]
    tool = {
        "name": "t",
        "inputSchema": {"type": "object"},
        "outputSchema": {"type": "object", "fields": fields},
    }
    (read_tool,) = readers.read(json.dumps([tool]).encode()).tools
    assert [(p.code, p.pointer) for p in read_tool.problems] == [("schema.foreign", "/outputSchema")]
    assert read_tool.output_schema is None


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"fields": {"type": "array"}}},
        {"type": "object", "fields": [{"name": "state", "type": "string"}], "required": ["state"]},
        {"type": "object", "x-order": ["state"]},
        {"type": "object", "examples": [{"name": 1, "type": 2}]},
    ],
)
def test_other_unknown_keywords_are_left_alone(schema: dict[str, object]) -> None:
    tool = {"name": "t", "inputSchema": {"type": "object"}, "outputSchema": schema}
    (read_tool,) = readers.read(json.dumps([tool]).encode()).tools
    assert read_tool.problems == ()

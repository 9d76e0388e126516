"""What rules must not say, what a project decides, and that the answer depends on the interface alone."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_docs.config import config_from_mapping
from mcp_docs.errors import ConfigError
from mcp_docs.history.options import DeprecationNotice
from mcp_docs.lint import LINT_RULES
from mcp_docs.lint.judge import find
from mcp_docs.lint.model import Budgets, Subject
from mcp_docs.lint.options import LintPolicy, lint_policy
from mcp_docs.lint.sizes import size_of
from mcp_docs.readers import read
from mcp_docs.report.model import Severity
from mcp_docs.rules.model import argument, tool
from surfaces import interface


def found(rule: str, surface: Any, **subject: Any) -> list[tuple[str, str]]:
    """Return pointer and message of each finding of one rule."""
    return [(f.pointer, f.message) for f in LINT_RULES[rule].check(Subject(interface(surface), **subject))]


def described(schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": "X.", **schema}


REQUIRED = "tool.required_not_in_properties"


@pytest.mark.parametrize(
    "schema",
    [
        {"required": ["a"], "allOf": [{"properties": {"a": {}}}]},
        {"properties": {"a": {}}, "anyOf": [{"required": ["a"]}, {"required": ["a"]}]},
        {"required": ["a"], "$ref": "#/$defs/d", "$defs": {"d": {"properties": {"a": {}}}}},
        {"required": ["a"], "$ref": "https://example.org/s"},
        {"required": ["a"], "patternProperties": {"^a": {}}},
        {"required": ["PATH"], "additionalProperties": {"type": "string"}},
        {"properties": {"a": {}}, "if": {"required": ["b"]}, "then": {}},
        {"properties": {"a": {}}, "not": {"required": ["b"]}},
        {"required": ["a"], "then": {"properties": {"a": {}}}},
        {
            "properties": {"x": {"$ref": "#/$defs/loop"}},
            "$defs": {"loop": {"required": ["n"], "properties": {"n": {"$ref": "#/$defs/loop"}}}},
        },
    ],
)
def test_a_name_that_anything_may_describe_is_not_missed(schema: dict[str, Any]) -> None:
    assert found(REQUIRED, tool(inputSchema={"type": "object", **schema})) == []


def test_a_name_in_an_alternative_that_nothing_describes_is_missed_once() -> None:
    schema = {"type": "object", "properties": {"a": {}}, "anyOf": [{"required": ["b"]}, {"required": ["a"]}]}
    assert found(REQUIRED, tool(inputSchema=schema)) == [
        ("/inputSchema", "'b' is required and described nowhere")
    ]


def test_what_is_forbidden_is_not_also_called_undescribed() -> None:
    surface = argument({"description": "X."}, required=["y"], additionalProperties=False)
    assert found(REQUIRED, surface) == []
    assert [p for p, _ in found("schema.required.impossible", surface)] == ["/inputSchema"]


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#/$defs/d"},
        {"anyOf": [{"$ref": "#/$defs/d"}, {"type": "null"}]},
        {"anyOf": [{"type": "string", "description": "A port."}, {"type": "null"}]},
        {"$ref": "#d"},
    ],
)
def test_a_description_one_step_away_counts(schema: dict[str, Any]) -> None:
    defs = {"d": {"$anchor": "d", "type": "string", "description": "A port."}}
    assert found("tool.param.missing_description", argument(schema, **{"$defs": defs})) == []


def test_an_argument_deep_inside_is_named_by_its_path() -> None:
    inner = described({"type": "array", "items": {"type": "object", "properties": {"y": {"type": "string"}}}})
    (finding,) = LINT_RULES["tool.param.missing_description"].check(Subject(interface(argument(inner))))
    assert (finding.path, finding.pointer) == ("x[].y", "/inputSchema/properties/x/items/properties/y")


@pytest.mark.parametrize("name", ["a", "a.b", "a-b_c.D9", "a" * 128])
def test_names_that_the_specification_allows_are_valid(name: str) -> None:
    assert found("tool.invalid_name", {"tools": [{"name": name, "inputSchema": {"type": "object"}}]}) == []


def test_a_read_only_tool_that_leaves_the_rest_to_the_defaults_contradicts_nothing() -> None:
    assert found("tool.annotation.contradictory", tool(annotations={"readOnlyHint": True})) == []
    assert found("tool.annotation.missing", tool(annotations={"readOnlyHint": True})) == []


@pytest.mark.parametrize("covenant", [True, False])
def test_hints_are_not_missed_in_a_format_that_drops_them(*, covenant: bool) -> None:
    surface = {"tools": [{"name": "t", "inputSchema": {"type": "object"}}]}
    lock = {"covenant_version": "0.1.1", "server": {}, "surface": surface}
    data = lock if covenant else surface
    rule = LINT_RULES["tool.annotation.missing"]
    assert len(tuple(rule.check(Subject(read(json.dumps(data).encode()))))) == (0 if covenant else 1)


def test_a_reference_to_an_embedded_id_is_not_remote() -> None:
    defs = {"d": {"$id": "https://example.org/d", "type": "string"}}
    surface = argument(described({"$ref": "https://example.org/d"}), **{"$defs": defs})
    assert found("schema.ref.remote", surface) == []
    assert found("schema.ref.unresolved", surface) == []


def test_header_names_that_differ_by_case_alone_are_one() -> None:
    port = described({"type": "string"})
    schema = {
        "type": "object",
        "properties": {"a": {**port, "x-mcp-header": "Port"}, "b": {**port, "x-mcp-header": "port"}},
    }
    assert found("schema.x_mcp_header.invalid", tool(inputSchema=schema)) == [
        (
            "/inputSchema/properties/b/x-mcp-header",
            "x-mcp-header 'port' is also on 'a', so clients drop the tool",
        )
    ]


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("list_runs", "list_jobs", 0),  # the names say how the texts differ
        ("alpha", "beta", 1),
    ],
)
def test_near_identical_descriptions_count_unless_the_names_tell_them_apart(
    first: str, second: str, said: int
) -> None:
    text = "Return all {} of a workflow in this repository of the organisation with state, start, end, actor, branch and the commit that each began from"
    tools = [
        {"name": name, "description": text.format(word), "inputSchema": {"type": "object"}}
        for name, word in ((first, "runs"), (second, "jobs"))
    ]
    assert len(found("tool.description.similar", {"tools": tools})) == said


def test_a_pattern_that_no_engine_takes_is_one_finding_beside_no_other() -> None:
    subject = Subject(interface(argument(described({"type": "string", "pattern": "a)"}))))
    errors = [each for each in find(subject, LintPolicy()) if each.severity is Severity.ERROR]
    assert [(e.rule.id, e.found.pointer) for e in errors] == [
        ("schema.pattern.invalid", "/inputSchema/properties/x/pattern")
    ]


def test_a_key_that_occurs_twice_and_a_list_that_goes_on_are_errors() -> None:
    data = b'{"tools": [{"name": "t", "description": "A", "description": "B", "inputSchema": {"type": "object"}}], "nextCursor": "2"}'
    errors = [e.rule.id for e in find(Subject(read(data)), LintPolicy()) if e.severity is Severity.ERROR]
    assert sorted(errors) == ["json.ambiguous", "lockfile.incomplete"]


def test_deprecations_are_completed_by_the_configuration() -> None:
    surface = tool(description="Deprecated. Find ships.")
    assert len(found("deprecation.no_sunset", surface)) == 1
    assert len(found("deprecation.no_replacement", surface)) == 1
    notice = DeprecationNotice("tool:t", sunset="2.0.0")
    assert found("deprecation.no_sunset", surface, notices=(notice,)) == []
    assert len(found("deprecation.no_replacement", surface, notices=(notice,))) == 1


def test_a_size_is_counted_by_hand() -> None:
    (small,) = interface({"tools": [{"name": "t", "description": "é", "inputSchema": {}}]}).tools
    # {"description":"é","inputSchema":{},"name":"t"} has 47 characters, 46 of them ASCII: 12 tokens, and 1.
    size = size_of(small)
    assert (size.characters, size.tokens) == (47, 13)


def test_budgets_are_for_one_tool_and_for_all() -> None:
    surface = {
        "tools": [{"name": n, "description": "x" * 400, "inputSchema": {"type": "object"}} for n in "ab"]
    }
    assert len(found("tool.size", surface, budgets=Budgets(tool=100))) == 2
    assert len(found("interface.size", surface, budgets=Budgets(tool=0, total=200))) == 1
    assert found("tool.size", surface, budgets=Budgets(0, 0)) == []
    assert found("interface.size", surface, budgets=Budgets(0, 0)) == []


def test_the_last_decision_that_matches_counts() -> None:
    policy = lint_policy(
        {
            "rules": {"tool.*": "off", "tool.missing_description": "error"},
            "overrides": [{"rule": "tool.missing_description", "element": "tool:old_*", "severity": "note"}],
        }
    )
    assert policy.severity("tool.missing_description", "tool:a") is Severity.ERROR
    assert policy.severity("tool.missing_description", "tool:old_a") is Severity.NOTE
    assert policy.severity("tool.invalid_name", "tool:a") is None
    assert policy.severity("text.hidden", "tool:a") is Severity.ERROR


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"rule": {}}, "unknown key 'rule'; did you mean 'rules'?"),
        ({"rules": {"text.hiden": "off"}}, "there is no rule 'text.hiden'; did you mean 'text.hidden'?"),
        ({"rules": {"text.hidden": "warn"}}, "did you mean 'warning'?"),
        (
            {"overrides": [{"rule": "text.*"}]},
            "lint.overrides, number 1: severity is missing; it is one of off, note",
        ),
        ({"overrides": {}}, "array of tables"),
        ({"tool_tokens": -1}, "lint.tool_tokens must be a whole number"),
        ({"tool_tokens": True}, "lint.tool_tokens must be a whole number"),
    ],
)
def test_a_wrong_configuration_is_an_error_with_the_nearest_name(table: dict[str, Any], words: str) -> None:
    with pytest.raises(ConfigError) as caught:
        config_from_mapping({"lint": table}, "mcp-docs.toml")
    assert str(caught.value).startswith("mcp-docs.toml: lint")
    assert words in str(caught.value)


@pytest.mark.parametrize("name", ["github-mcp-server", "kubernetes-mcp-server"])
@pytest.mark.shared
def test_good_servers_have_no_error_and_no_warning(name: str, history: Any) -> None:
    data = (Path(history(name)) / "mcp-covenant.lock").read_bytes()
    rules = {each.rule.id for each in find(Subject(read(data)), LintPolicy())}
    assert rules <= {"tool.annotation.missing"}


def _shuffled(value: Any, chance: random.Random) -> Any:
    if isinstance(value, dict):
        items = [(key, _shuffled(item, chance)) for key, item in value.items()]
        chance.shuffle(items)
        return dict(items)
    return [_shuffled(item, chance) for item in value] if isinstance(value, list) else value


SURFACES = [e.fires for rule in LINT_RULES.values() for e in rule.examples]
EVERYTHING: dict[str, Any] = {
    "server": {"name": "s", "capabilities": {"logging": {}}},
    "tools": [
        {**item, "name": f"{item['name']}{number}"}
        for number, surface in enumerate(SURFACES)
        for item in surface.get("tools", [])[:1]  # type: ignore[index,union-attr]
    ],
    "prompts": [{"name": "p", "arguments": [{"name": "a"}, {"name": "a"}]}],
    "resources": [{"uri": "file:///a"}, {"uri": "file:///b", "title": "B"}],
}


@settings(max_examples=25)
@given(st.randoms(use_true_random=False))
def test_the_order_of_keys_and_of_elements_changes_nothing(chance: random.Random) -> None:
    other = _shuffled(EVERYTHING, chance)
    for listed in ("tools", "resources"):
        chance.shuffle(other[listed])
    one, another = (
        # Lines and columns do move.
        [
            replace(each, found=replace(each.found, where=None))
            for each in find(Subject(interface(s)), LintPolicy())
        ]
        for s in (EVERYTHING, other)
    )
    assert len(one) > 60
    assert one == another


#: Two brackets each; the reader refuses a text with more than 10,000 open at once.
DEEP = 4_500


@pytest.mark.parametrize(
    "schema",
    [
        '{"type": "object", "properties": {"a": ' * DEEP + "{}" + "}}" * DEEP,
        '{"type": "object", "properties": {"a": {"enum": [%s]}}}' % ",".join(map(str, range(100_000))),
        '{"type": "object", "properties": {"a": {"$ref": "#/properties/a"}}}',
        '{"type": "object", "additionalProperties": false, "required": [%s], "patternProperties": {%s}}'
        % (",".join(f'"r{n}"' for n in range(500)), ",".join(f'"^(a|b{n})*c$": {{}}' for n in range(500))),
        '{"type": "object", "$defs": {%s}, "$ref": "#/$defs/d0", "required": ["q"]}'
        % ",".join(
            '"d%d": {"allOf": [%s]}' % (n, ",".join('{"$ref": "#/$defs/d%d"}' % m for m in range(60)))
            for n in range(60)
        ),
    ],
    ids=["deep", "enum", "loop", "patterns", "web of references"],
)
def test_hostile_schemas_are_judged_within_bounds(schema: str) -> None:
    data = '{"tools": [{"name": "t", "description": "T.", "inputSchema": %s}]}' % schema
    assert len(find(Subject(read(data.encode())), LintPolicy())) < 10


def test_two_thousand_tools_of_near_the_same_words_give_at_most_one_finding_each() -> None:
    words = " ".join(f"w{n}" for n in range(40))
    tools = [
        {"name": f"t{n}", "description": f"{words} u{n}", "inputSchema": {"type": "object"}}
        for n in range(2000)
    ]
    pointers = found("tool.description.similar", {"tools": tools})
    assert 0 < len(pointers) < 2000

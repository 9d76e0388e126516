from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_docs.schema import plain, validity
from mcp_docs.schema.plain import is_plainly_valid
from mcp_docs.schema.source import dialect_of
from mcp_docs.schema.validate import dialect_class

OTHERS = ("$anchor", "$dynamicRef", "$id", "$schema", "contentSchema", "dependencies", "id", "x-own")
KEYWORDS = sorted({*plain._FORMS, *OTHERS})
parts = (
    st.none()
    | st.booleans()
    | st.integers(-2, 3)
    | st.sampled_from(
        [0.5, 2.0, "string", "object", "a", "", "#/$defs/a", "http://json-schema.org/draft-07/schema#"]
    )
)
schemas = st.recursive(
    parts,
    lambda inner: (
        st.dictionaries(st.sampled_from(KEYWORDS), inner, max_size=4)
        | st.dictionaries(st.sampled_from(["a", "b"]), inner, max_size=2)
        | st.lists(inner, max_size=3)
    ),
    max_leaves=12,
)


@pytest.mark.parametrize(
    "dialect", ["https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#"]
)
@given(keyword=st.sampled_from(KEYWORDS), part=schemas)
def test_what_is_plainly_valid_is_valid_by_the_metaschemas(dialect: str, keyword: str, part: Any) -> None:
    for schema in ({keyword: part}, part):
        if is_plainly_valid(schema):
            checker = dialect_class(dialect_of({"$schema": dialect}))
            assert checker(checker.META_SCHEMA).is_valid(schema)


@pytest.mark.parametrize(
    "schema", [None, 1, "object", [], {"$id": 5}, {"$schema": 5}, {"type": "x"}, {"items": [{}]}]
)
def test_what_is_invalid_is_found_and_nothing_falls_over(schema: Any) -> None:
    assert not is_plainly_valid(schema)
    assert validity.problem(schema) is not None


def test_the_same_fault_is_told_whatever_the_order_of_keys() -> None:
    faults = {"properties": {"b": {"type": 1}, "a": {"minLength": -1}}, "required": 3}
    other = {"required": 3, "properties": {"a": {"minLength": -1}, "b": {"type": 1}}}
    found = validity.problem(faults)
    assert found == validity.problem(other)
    assert found is not None
    assert found[1] == "/properties/a/minLength"


@pytest.mark.shared
def test_schemas_of_real_servers_are_plainly_valid(history: Callable[[str], Path]) -> None:
    seen = 0
    for name in ("commander-bench", "kubernetes-mcp-server", "github-mcp-server"):
        show = ["git", "-C", history(name), "show", "HEAD:mcp-covenant.lock"]
        done = subprocess.run(show, check=True, capture_output=True)
        for tool in json.loads(done.stdout)["surface"]["tools"]:
            assert is_plainly_valid(tool["inputSchema"])
            assert is_plainly_valid(tool.get("outputSchema", {}))
            seen += 1
    assert seen == 9 + 46 + 117

"""YAML texts as JSON values, with the place of each: the one home of PyYAML.

Only what JSON has can be written: no tag makes an object, and plain words are read by the core schema
of YAML 1.2, in which ``no`` and ``2026-06-10`` are texts. Aliases are expanded within a limit, so
that no small file becomes a large value.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any, Final

import yaml

from mcp_docs.jsontext import DEPTH_LIMIT, Position
from mcp_docs.jsonvalue import JsonValue, pointer_join

#: Bytes of a text; the parser is slow, and contracts have a few thousand.
SIZE_LIMIT: Final = 1_000_000
#: Values in a text, each counted as often as an alias repeats it.
VALUE_LIMIT: Final = 100_000

_PREFIX = "tag:yaml.org,2002:"
_SURROGATE = re.compile("[\ud800-\udfff]")


class YamlFault(ValueError):  # noqa: N818 - a fault of the text, as in jsontext
    """A text cannot be read; ``position`` is its line and column, 1-based."""

    def __init__(self, what: str, position: Position) -> None:
        super().__init__(what)
        self.position = position


class _Loader(yaml.SafeLoader):
    """Composes nodes by the core schema of YAML 1.2 and constructs nothing."""

    yaml_implicit_resolvers: dict[Any, Any] = {}  # noqa: RUF012 - filled below, as PyYAML has it


for _tag, _pattern, _first in (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("int", r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", "-+0123456789"),
    ("float", r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?", "-+.0123456789"),
):
    _Loader.add_implicit_resolver(_PREFIX + _tag, re.compile(rf"(?:{_pattern})\Z"), list(_first))


def load(text: str) -> tuple[JsonValue, Mapping[str, Position]]:
    """Return the value of a YAML text and the line and column of each part by its RFC 6901 pointer.

    Raises:
        YamlFault: it is not YAML, not one document, or holds what JSON has no word for.
    """
    if len(text) > SIZE_LIMIT:
        raise YamlFault(f"the file is YAML of more than {SIZE_LIMIT // 1_000_000} MB", (1, 1))
    try:
        node = _Loader(text).get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        position = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise YamlFault(f"the file is not YAML: {error.problem or error.context}", position) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        column = error.position - text.rfind("\n", 0, error.position)
        raise YamlFault("the file holds a character that YAML does not allow", (line, column)) from None
    except RecursionError:
        raise YamlFault(f"the text is nested more than {DEPTH_LIMIT} levels deep", (1, 1)) from None
    if node is None:
        raise YamlFault("the file is empty", (1, 1))
    builder = _Builder()
    return builder.value(node, "", 0), builder.places


class _Builder:
    """Turns nodes into values, and notes where each stands."""

    def __init__(self) -> None:
        self.count = 0
        self.places: dict[str, Position] = {}

    def value(self, node: yaml.Node, pointer: str, depth: int) -> JsonValue:
        self.count += 1
        self.places.setdefault(pointer, _place(node))
        if self.count > VALUE_LIMIT:
            raise YamlFault(f"its aliases expand to more than {VALUE_LIMIT:,} values", _place(node))
        if depth > DEPTH_LIMIT:
            raise YamlFault(f"the text is nested more than {DEPTH_LIMIT} levels deep", _place(node))
        if isinstance(node, yaml.MappingNode) and node.tag == _PREFIX + "map":
            return self._mapping(node, pointer, depth)
        if isinstance(node, yaml.SequenceNode) and node.tag == _PREFIX + "seq":
            return [
                self.value(item, pointer_join(pointer, index), depth + 1)
                for index, item in enumerate(node.value)
            ]
        if isinstance(node, yaml.ScalarNode):
            return _scalar(node)
        raise YamlFault(f"the tag {node.tag!r} stands for nothing that JSON has", _place(node))

    def _mapping(self, node: yaml.MappingNode, pointer: str, depth: int) -> JsonValue:
        found: dict[str, JsonValue] = {}
        for key_node, inner in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise YamlFault("a key is a list or a mapping, which JSON does not have", _place(key_node))
            key = _text(key_node)
            if key in found:
                raise YamlFault(f"the key {key!r} occurs twice in one mapping", _place(key_node))
            at = pointer_join(pointer, key)
            self.places.setdefault(at, _place(key_node))
            found[key] = self.value(inner, at, depth + 1)
        return found


def _place(node: yaml.Node) -> Position:
    return node.start_mark.line + 1, node.start_mark.column + 1


def _text(node: yaml.ScalarNode) -> str:
    text = str(node.value)
    if _SURROGATE.search(text):
        raise YamlFault("a string holds half of a surrogate pair", _place(node))
    return text


def _scalar(node: yaml.ScalarNode) -> JsonValue:
    text, kind = _text(node), node.tag.removeprefix(_PREFIX)
    if kind == "str":
        return text
    if kind == "null":
        return None
    try:
        if kind == "bool":
            return {"true": True, "false": False}[text.lower()]
        if kind == "int":
            return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
        if kind == "float" and math.isfinite(number := float(text)):
            return number
    except (ValueError, KeyError):
        pass
    raise YamlFault(f"{text[:40]!r} with the tag {node.tag!r} is no value that JSON has", _place(node))

"""Validation of instances: the one home of the ``jsonschema`` library.

The library judges; only what it gets inexact or unbounded is replaced: patterns are ECMA-262 and
matched in bounded time, ``multipleOf`` and equality are exact. Nothing is ever fetched.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from mcp_docs.jsonvalue import JsonValue, pointer_join
from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.evaluated import evaluated_names
from mcp_docs.schema.patterns.language import matcher
from mcp_docs.schema.patterns.parse import BadPattern
from mcp_docs.schema.source import dialect_of
from mcp_docs.schema.values import exact, key, same

_CLASSES: Final = {
    4: "Draft4Validator",
    6: "Draft6Validator",
    7: "Draft7Validator",
    2019: "Draft201909Validator",
    2020: "Draft202012Validator",
}
_MOST_SHOWN: Final = 200
_MOST_LISTED: Final = 20
#: References that are followed in checking one value; each takes some fifty microseconds. References
#: that lead to two references each are a schema of a few lines and of endless work.
_MOST_FOLLOWED: Final = 20_000
#: Frames of the stack that resolving a reference may take.
_ROOM: Final = 50
_REFERENCES: Final = ("$ref", "$dynamicRef", "$recursiveRef")
#: How many were followed for the value that is being checked.
_followed: Final = [0]


def is_valid(schema: JsonValue, instance: JsonValue) -> bool:
    """Tell whether ``schema`` accepts ``instance``; what cannot be checked counts as rejected."""
    try:
        return accepts(schema, instance)
    except Unmodelled:
        return False


@dataclass(frozen=True, slots=True)
class Rejection:
    """One thing that a schema has against a value.

    Attributes:
        message: the library's words, cut.
        pointer: RFC 6901, of the part of the value that is judged.
        keyword: of the schema, such as ``enum``; empty where it cannot be checked, or accepts nothing.
        schema: RFC 6901, of the keyword inside the schema, references passed through unseen.
        name: member of the part that is missing or unexpected, or ``None``.
        inner: what the branches of an alternative have against the value.
    """

    message: str
    pointer: str = ""
    keyword: str = ""
    schema: str = ""
    name: str | None = None
    inner: tuple[Rejection, ...] = ()

    @property
    def place(self) -> str:
        """RFC 6901, of the part of the value, or of its member that is missing or unexpected."""
        return self.pointer if self.name is None else pointer_join(self.pointer, self.name)


def rejections(schema: JsonValue, instance: JsonValue) -> tuple[Rejection, ...]:
    """Return all that is wrong with ``instance``, sorted by place and words.

    Where a schema cannot be checked (it refers to another document, or has a pattern that is not
    modelled), the message says so, at the root.
    """
    found: dict[tuple[str, str], Rejection] = {}
    try:
        for error in _guarded(validator(schema).iter_errors(instance)):
            made = _rejection(error)
            found.setdefault((made.pointer, made.message), made)
    except Unmodelled as reason:
        made = Rejection(f"it cannot be checked: {reason}")
        found[made.pointer, made.message] = made
    return tuple(found[key] for key in sorted(found))


def _rejection(error: Any) -> Rejection:
    return Rejection(
        message=_shortened(str(error.message)),
        pointer=pointer_join("", *error.absolute_path),
        keyword=error.validator if isinstance(error.validator, str) else "",
        schema=pointer_join("", *error.absolute_schema_path),
        name=_named(error),
        inner=tuple(map(_rejection, error.context[:_MOST_LISTED])),
    )


def _named(error: Any) -> str | None:
    """Return the member that an error is about, which the library tells in words alone."""
    begins = _NAMING.get(error.validator)
    if begins is None or not isinstance(error.instance, Mapping):
        return None
    listed = error.validator_value
    wanted = [*listed.values()] if isinstance(listed, Mapping) else [listed]
    names = (name for part in wanted if isinstance(part, list) for name in part if isinstance(name, str))
    said = str(error.message)
    return next((n for n in (*error.instance, *names) if said.startswith(begins.format(repr(n)))), None)


#: How the message of an error begins that is about one member.
_NAMING: Final = {
    "required": "{} is a required property",
    "dependentRequired": "{} is a dependency of ",
    "dependencies": "{} is a dependency of ",
    "additionalProperties": "Additional properties are not allowed ({} was unexpected)",
    "unevaluatedProperties": "Unevaluated properties are not allowed ({} was unexpected)",
}


def errors(schema: JsonValue, instance: JsonValue) -> tuple[tuple[str, str], ...]:
    """Return what is wrong with ``instance``: messages with RFC 6901 pointers into it; see ``rejections``."""
    return tuple((found.message, found.pointer) for found in rejections(schema, instance))


def accepts(schema: JsonValue, instance: JsonValue) -> bool:
    """Tell whether ``schema`` accepts ``instance``.

    Raises:
        Unmodelled: that cannot be checked.
    """
    return next(_guarded(validator(schema).iter_errors(instance)), None) is None


def first_error(schema: JsonValue, instance: JsonValue) -> str:
    """Return what ``schema`` has against ``instance`` first, and where; empty if it accepts it.

    Raises:
        Unmodelled: that cannot be checked.
    """
    error = next(_guarded(validator(schema).iter_errors(instance)), None)
    if error is None:
        return ""
    pointer = pointer_join("", *error.absolute_path)
    return _shortened(str(error.message)) + (f" (at {pointer})" if pointer else "")


def _shortened(message: str) -> str:
    return message if len(message) <= _MOST_SHOWN else message[: _MOST_SHOWN - 1] + "…"


def validator(schema: JsonValue) -> Any:
    """Return the library's validator of ``schema`` in its dialect.

    Raises:
        Unmodelled: the dialect is not known.
    """
    return _class_for(dialect_of(schema))(schema, registry=_registry())


def _guarded(found: Iterator[Any]) -> Iterator[Any]:
    """Pass on errors, with the library's failures as reasons."""
    _followed[0] = 0
    try:
        yield from found
    except RecursionError:
        raise Unmodelled(
            "the schema or the value is nested too deeply, or a $ref leads back to itself"
        ) from None
    except _unresolvable() as fault:
        raise Unmodelled(f"a $ref leads nowhere within the document: {str(fault)[:120]}") from None
    except (TypeError, AttributeError, ValueError, KeyError) as fault:
        raise Unmodelled(f"the schema is not valid: {str(fault)[:120]}") from None


# jsonschema takes a sixth of a second to import, and most commands never validate anything: so it is
# loaded when it is first needed.
@lru_cache(maxsize=1)
def _library() -> Any:
    return importlib.import_module("jsonschema.validators")


@lru_cache(maxsize=1)
def _registry() -> Any:
    return importlib.import_module("referencing").Registry()


@lru_cache(maxsize=1)
def _unresolvable() -> Any:
    return importlib.import_module("referencing.exceptions").Unresolvable


@lru_cache(maxsize=8)
def _class_for(dialect: int) -> Any:
    library = _library()
    base = getattr(library, _CLASSES[dialect])
    keywords = {word: function for word, function in _KEYWORDS.items() if word in base.VALIDATORS}
    keywords |= _references(base, _count)
    return _staying(library.extend(base, keywords, type_checker=base.TYPE_CHECKER))


@lru_cache(maxsize=8)
def dialect_class(dialect: int) -> Any:
    """Return the library's own class for a dialect, with which schemas themselves are checked."""
    base = getattr(_library(), _CLASSES[dialect])
    return _staying(_library().extend(base, _references(base, _need_room)))


def _staying(made: Any) -> Any:
    """Let a class of validators judge subschemas, too.

    The library would go over to its own class of the dialect wherever a ``$schema`` stands, and so
    after every reference to the root.
    """
    fields = [(field.name, field.alias) for field in made.__attrs_attrs__ if field.init]

    def evolve(judge: Any, **changes: Any) -> Any:
        for name, alias in fields:
            if alias not in changes:
                changes[alias] = getattr(judge, name)
        return made(**changes)

    made.evolve = evolve
    return made


def _count() -> None:
    """Count a reference that is followed, or a schema that is looked into once more."""
    _need_room()
    _followed[0] += 1
    if _followed[0] > _MOST_FOLLOWED:
        raise Unmodelled("the schema leads through too many references to be checked")


def _need_room(frames: int = _ROOM) -> None:
    """Fail here and now if the stack has not so much room left.

    What the library resolves references with is no Python: where the stack ends in its midst, it
    does not raise an error but panics.

    Raises:
        RecursionError: there is no room.
    """
    if frames > 0:
        _need_room(frames - 1)


def _references(base: Any, before: Callable[[], None]) -> dict[str, Callable[..., Iterator[Any]]]:
    """Return the keywords that follow references as the library does, each after a call of ``before``."""

    def preceded(follow: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
        def reference(judge: Any, target: Any, instance: Any, schema: Any) -> Iterator[Any]:
            before()
            yield from follow(judge, target, instance, schema) or ()

        return reference

    return {word: preceded(base.VALIDATORS[word]) for word in _REFERENCES if word in base.VALIDATORS}


def _fault(message: str) -> Any:
    return importlib.import_module("jsonschema.exceptions").ValidationError(message)


def search(pattern: str, text: str) -> bool:
    """Tell whether an ECMA-262 pattern matches somewhere in ``text``, in bounded time.

    Raises:
        Unmodelled: the pattern is not modelled, or matching is too much work.
    """
    try:
        return matcher(pattern).search(text)
    except BadPattern as fault:
        raise Unmodelled(f"the pattern {pattern[:80]!r} is no regular expression: {fault}") from None


def _pattern(judge: Any, pattern: str, instance: Any, _: Any) -> Iterator[Any]:
    if judge.is_type(instance, "string") and not search(pattern, instance):
        yield _fault(f"{instance!r} does not match {pattern!r}")


def _pattern_properties(judge: Any, patterns: Mapping[str, Any], instance: Any, _: Any) -> Iterator[Any]:
    if judge.is_type(instance, "object"):
        for pattern, part in patterns.items():
            for name, value in instance.items():
                if search(pattern, name):
                    yield from judge.descend(value, part, path=name, schema_path=pattern)


def _additional(judge: Any, part: Any, instance: Any, schema: Mapping[str, Any]) -> Iterator[Any]:
    if not judge.is_type(instance, "object"):
        return
    known = schema.get("properties", {})
    patterns = schema.get("patternProperties", {})
    for name, value in instance.items():
        if name not in known and not any(search(pattern, name) for pattern in patterns):
            if part is False:
                yield _fault(f"Additional properties are not allowed ({name!r} was unexpected)")
            else:
                yield from judge.descend(value, part, path=name)


def _additional_items(judge: Any, part: Any, instance: Any, schema: Mapping[str, Any]) -> Iterator[Any]:
    items = schema.get("items")
    if judge.is_type(instance, "array") and isinstance(items, list):
        for index in range(len(items), len(instance)):
            yield from judge.descend(instance[index], part, path=index)


def _unevaluated(judge: Any, part: Any, instance: Any, schema: Any) -> Iterator[Any]:
    if not judge.is_type(instance, "object"):
        return
    known = evaluated_names(judge, instance, schema, search, _count)
    for name, value in instance.items():
        if name not in known:
            if part is False:
                yield _fault(f"Unevaluated properties are not allowed ({name!r} was unexpected)")
            else:
                yield from judge.descend(value, part, path=name)


def _multiple(judge: Any, step: Any, instance: Any, _: Any) -> Iterator[Any]:
    if judge.is_type(instance, "number") and exact(instance) % exact(step) != 0:
        yield _fault(f"{instance!r} is not a multiple of {step!r}")


def _const(_: Any, value: Any, instance: Any, __: Any) -> Iterator[Any]:
    if not same(value, instance):
        yield _fault(f"{value!r} was expected")


def _enum(_: Any, values: Any, instance: Any, __: Any) -> Iterator[Any]:
    name = key(instance)
    if all(key(value) != name for value in values):
        shown = ", ".join(map(repr, values[:_MOST_LISTED])) + (", …" if len(values) > _MOST_LISTED else "")
        yield _fault(f"{instance!r} is not one of [{shown}]")


def _unique(judge: Any, wanted: Any, instance: Any, _: Any) -> Iterator[Any]:
    if wanted and judge.is_type(instance, "array") and len({key(item) for item in instance}) < len(instance):
        yield _fault(f"{instance!r} has non-unique elements")


_KEYWORDS: Final = {
    "pattern": _pattern,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional,
    "additionalItems": _additional_items,
    "unevaluatedProperties": _unevaluated,
    "multipleOf": _multiple,
    "const": _const,
    "enum": _enum,
    "uniqueItems": _unique,
}

r"""ECMA-262 patterns (with Annex B's leniency) to regular expressions.

A pattern matches when it matches anywhere in the string, as JSON Schema has it. Look-ahead is
modelled as intersection where it stands outside repetitions; look-behind, back-references and
``\p`` are not modelled. Characters are code points, as with the ``u`` flag.
"""

from __future__ import annotations

import re
from typing import Final

from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.patterns import charset
from mcp_docs.schema.patterns.charset import CharSet
from mcp_docs.schema.patterns.regex import Algebra, Node


class BadPattern(ValueError):  # noqa: N818 - the fault is the pattern's, and its name says so
    """The text is no ECMA-262 pattern at all."""


_MAX_DEPTH: Final = 60
_MAX_LENGTH: Final = 5_000
_QUANTIFIER: Final = re.compile(r"(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??")
_CLASSES: Final = {"d": charset.DIGIT, "w": charset.WORD, "s": charset.SPACE}
_CONTROLS: Final = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
_GROUP: Final = re.compile(r"\(\?(?:(<(?![=!])[^>]*>)|(:)|(<?[=!]))")
_HEX: Final = {"x": re.compile(r"[0-9A-Fa-f]{2}"), "u": re.compile(r"[0-9A-Fa-f]{4}")}
_BRACED: Final = re.compile(r"\{([0-9A-Fa-f]{1,6})\}")


def parse(pattern: str, algebra: Algebra) -> Node:
    """Return the expression of all strings in which ``pattern`` matches somewhere.

    Raises:
        BadPattern: the text is no ECMA-262 pattern.
        Unmodelled: it uses a construct that automata cannot have, or that is not modelled.
    """
    if len(pattern) > _MAX_LENGTH:
        raise Unmodelled(f"a pattern of {len(pattern)} characters is too long to be analysed")
    parser = _Parser(pattern, algebra)
    tree = parser.disjunction(0)
    if parser.at < len(pattern):
        raise BadPattern("unmatched ) in the pattern")
    if parser.refused:
        raise Unmodelled(f"the pattern {pattern[:80]!r} uses {parser.refused}")
    return algebra.sequence(algebra.all, parser.build(tree, algebra.all))


class _Tree:
    """A part of a pattern before it is known what follows it, which look-ahead needs."""

    __slots__ = ("ahead", "high", "kind", "low", "node", "parts")

    def __init__(self, kind: str, node: Node | None = None, parts: tuple[_Tree, ...] = ()) -> None:
        self.kind = kind
        self.node = node
        self.parts = parts
        self.low = 0
        self.high: int | None = None
        self.ahead: bool = kind in ("ahead", "notahead") or any(part.ahead for part in parts)


class _Parser:
    """Recursive descent over one pattern."""

    def __init__(self, text: str, algebra: Algebra) -> None:
        self.text = text
        self.algebra = algebra
        self.at = 0
        self.refused = ""

    def build(self, tree: _Tree, rest: Node) -> Node:
        """Return the expression of ``tree`` followed by ``rest``."""
        algebra = self.algebra
        if tree.kind == "leaf" and tree.node is not None:
            return algebra.sequence(tree.node, rest)
        if tree.kind == "sequence":
            for part in reversed(tree.parts):
                rest = self.build(part, rest)
            return rest
        if tree.kind == "either":
            if tree.ahead:
                return algebra.either(self.build(part, rest) for part in tree.parts)
            return algebra.sequence(
                algebra.either(self.build(part, algebra.empty) for part in tree.parts), rest
            )
        if tree.kind == "repeat":
            inner = self.build(tree.parts[0], algebra.empty)
            return algebra.sequence(algebra.repeat(inner, tree.low, tree.high), rest)
        ahead = self.build(tree.parts[0], algebra.all)
        return algebra.both((algebra.negation(ahead) if tree.kind == "notahead" else ahead, rest))

    def disjunction(self, depth: int) -> _Tree:
        """Parse alternatives up to the end or a closing parenthesis."""
        if depth > _MAX_DEPTH:
            raise Unmodelled("a pattern is nested too deeply to be analysed")
        options = [self._alternative(depth)]
        while self.text.startswith("|", self.at):
            self.at += 1
            options.append(self._alternative(depth))
        return options[0] if len(options) == 1 else _Tree("either", parts=tuple(options))

    def _alternative(self, depth: int) -> _Tree:
        parts = []
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            parts.append(self._quantified(self._term(depth)))
        return parts[0] if len(parts) == 1 else _Tree("sequence", parts=tuple(parts))

    def _quantified(self, tree: _Tree) -> _Tree:
        found = _QUANTIFIER.match(self.text, self.at)
        if not found:
            return tree
        self.at = found.end()
        sign, low, comma, high = found.groups()
        result = _Tree("repeat", parts=(tree,))
        if sign:
            result.low, result.high = {"*": (0, None), "+": (1, None), "?": (0, 1)}[sign]
        else:
            result.low = int(low[:9])
            result.high = int(high[:9]) if high else (None if comma else result.low)
        if result.high is not None and result.high < result.low:
            raise BadPattern("numbers out of order in a quantifier")
        if tree.kind == "leaf" and tree.node is not None and tree.node.kind in ("bol", "eol"):
            raise BadPattern("nothing to repeat")
        if tree.ahead:
            self.refused = self.refused or "look-ahead inside a repetition"
            result.ahead = False
        return result

    def _term(self, depth: int) -> _Tree:
        character = self.text[self.at]
        if character == "(":
            return self._group(depth)
        if character == "[":
            self.at += 1
            return self._leaf(self._class())
        if character == "\\":
            return self._escape()
        if character in "*+?" or (character == "{" and _QUANTIFIER.match(self.text, self.at)):
            raise BadPattern("nothing to repeat")
        self.at += 1
        if character == "^":
            return _Tree("leaf", self.algebra.assertion("bol"))
        if character == "$":
            return _Tree("leaf", self.algebra.assertion("eol"))
        return self._leaf(charset.DOT if character == "." else ((ord(character), ord(character)),))

    def _leaf(self, chars: CharSet) -> _Tree:
        return _Tree("leaf", self.algebra.chars(chars))

    def _group(self, depth: int) -> _Tree:
        found = _GROUP.match(self.text, self.at)
        if not found and self.text.startswith("(?", self.at):
            raise BadPattern("invalid group")
        self.at = found.end() if found else self.at + 1
        inner = self.disjunction(depth + 1)
        if not self.text.startswith(")", self.at):
            raise BadPattern("missing ) in the pattern")
        self.at += 1
        look = found.group(3) if found else None
        if look and look.startswith("<"):
            self.refused = self.refused or "look-behind"
            return inner
        if look:
            return _Tree("ahead" if look == "=" else "notahead", parts=(inner,))
        return inner

    def _escape(self) -> _Tree:
        self.at += 1
        if self.at >= len(self.text):
            raise BadPattern("\\ at the end of the pattern")
        character = self.text[self.at]
        if character in "bB":
            self.at += 1
            return _Tree("leaf", self.algebra.assertion("word" if character == "b" else "nonword"))
        if character in "123456789" or (character == "k" and "(?<" in self.text):
            self.refused = self.refused or "a back-reference"
        return self._leaf(self._class_escape(in_class=False))

    def _class_escape(self, *, in_class: bool) -> CharSet:
        """Parse what follows a backslash: one character or a class of them."""
        character = self.text[self.at]
        self.at += 1
        if character.lower() in _CLASSES:
            chars = _CLASSES[character.lower()]
            return chars if character.islower() else charset.complement(chars)
        if character in _CONTROLS:
            code = _CONTROLS[character]
        elif in_class and character == "b":
            code = 8
        elif character == "0" and not self.text[self.at : self.at + 1].isdigit():
            code = 0
        elif character in "xu":
            code = self._hexadecimal(character)
        else:
            self._refuse(character)
            code = ord(character)
        return ((code, code),)

    def _refuse(self, character: str) -> None:
        if character in "pP" and self.text.startswith("{", self.at):
            self.refused = self.refused or "a Unicode property (\\p)"
        elif character == "c":
            self.refused = self.refused or "a control escape (\\c)"
        elif character.isdigit():
            self.refused = self.refused or "an octal escape"

    def _hexadecimal(self, kind: str) -> int:
        braced = _BRACED.match(self.text, self.at) if kind == "u" else None
        found = braced or _HEX[kind].match(self.text, self.at)
        if not found:
            return ord(kind)
        self.at = found.end()
        code = int(found.group(1) if braced else found.group(), 16)
        if code > charset.LAST:
            raise BadPattern("a code point beyond Unicode")
        if charset.SURROGATES[0] <= code <= charset.SURROGATES[1]:
            self.refused = self.refused or "a surrogate escape"
        return code

    def _class(self) -> CharSet:
        """Parse a character class; the opening bracket is behind."""
        negated = self.text.startswith("^", self.at)
        self.at += negated
        ranges: list[tuple[int, int]] = []
        while not self.text.startswith("]", self.at):
            low = self._class_atom()
            if self.text.startswith("-", self.at) and self.text[self.at + 1 : self.at + 2] not in ("]", ""):
                self.at += 1
                ranges.extend(self._range(low, self._class_atom()))
            else:
                ranges.extend(low)
        self.at += 1
        chars = charset.union(ranges)
        return charset.complement(chars) if negated else chars

    @staticmethod
    def _range(low: CharSet, high: CharSet) -> CharSet:
        if low in _RANGES or high in _RANGES:
            return (*low, (45, 45), *high)
        if low[0][0] > high[0][0]:
            raise BadPattern("a character range is out of order")
        return ((low[0][0], high[0][0]),)

    def _class_atom(self) -> CharSet:
        if self.at >= len(self.text):
            raise BadPattern("missing ] in the pattern")
        character = self.text[self.at]
        self.at += 1
        if character == "\\":
            if self.at >= len(self.text):
                raise BadPattern("\\ at the end of the pattern")
            return self._class_escape(in_class=True)
        return ((ord(character), ord(character)),)


_RANGES: Final = {chars for base in _CLASSES.values() for chars in (base, charset.complement(base))}

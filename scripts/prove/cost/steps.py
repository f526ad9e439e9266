"""How many steps a backtracking search takes: a matcher over Python's own parse of an expression, written to be counted.

It follows `sre` in the order in which it tries things, so its steps grow as those of the real engine do. Slow; for short texts.
"""

import re
import re._constants as op  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

Then = Callable[[int], bool]
Node = Callable[[int, Then], bool]
FOREVER = 1 << 30
_REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)
_WORD = re.compile(r"\w")


class TooManyError(Exception):
    """The search took more steps than it may."""


class Search:
    """One search of an expression in one text, counted."""

    def __init__(self, pattern: str, flags: int, text: str, most: int) -> None:
        self.tree = parser.parse(pattern, flags)
        self.flags = self.tree.state.flags
        self.text, self.most, self.steps = text, most, 0
        self.groups: dict[int, tuple[int, int]] = {}

    def run(self, *, whole: bool) -> int:
        """The steps of `search`, or of `fullmatch`; raises TooManyError."""
        first = self.sequence(self.tree)
        end = len(self.text)
        for start in range(1 if whole else end + 1):
            if first(start, lambda at: not whole or at == end):
                break
        return self.steps

    def step(self) -> None:
        self.steps += 1
        if self.steps > self.most:
            raise TooManyError

    def sequence(self, items: Sequence[Any]) -> Node:
        """Nodes one after the other."""
        nodes = [self.node(*item) for item in items]

        def run(at: int, then: Then, index: int = 0) -> bool:
            if index == len(nodes):
                return then(at)
            return nodes[index](at, lambda reached: run(reached, then, index + 1))

        return run

    def node(self, kind: Any, value: Any) -> Node:
        """The node of one parsed item."""
        if kind in _REPEATS:
            return self.repeat(kind, *value)
        if kind is op.BRANCH:
            return self.branch(value[1])
        if kind is op.SUBPATTERN:
            return self.group(value[0], self.sequence(value[3]))
        if kind is op.ATOMIC_GROUP:
            return self.atomic(self.sequence(value))
        if kind in (op.ASSERT, op.ASSERT_NOT):
            return self.look(value[0], value[1], wanted=kind is op.ASSERT)
        if kind is op.AT:
            return lambda at, then: self.holds(value, at) and then(at)
        if kind is op.GROUPREF:
            return lambda at, then: self.same(value, at, then)
        return self.one(kind, value)

    def one(self, kind: Any, value: Any) -> Node:
        """A node of one character."""
        fits = self.fitting(kind, value)

        def run(at: int, then: Then) -> bool:
            self.step()
            return at < len(self.text) and fits(self.text[at]) and then(at + 1)

        return run

    def fitting(self, kind: Any, value: Any) -> Callable[[str], bool]:
        """Whether a character is one of those that a node takes, asked of the real engine and remembered."""
        tree = parser.SubPattern(self.tree.state, [(kind, value)])
        flags = self.flags

        @cache
        def fits(sign: str) -> bool:
            return _takes(tree, flags, sign)

        return fits

    def branch(self, ways: Sequence[Any]) -> Node:
        nodes = [self.sequence(way) for way in ways]

        def run(at: int, then: Then) -> bool:
            self.step()
            return any(node(at, then) for node in nodes)

        return run

    def group(self, number: int | None, inner: Node) -> Node:
        def run(at: int, then: Then) -> bool:
            def after(end: int) -> bool:
                if number is not None:
                    self.groups[number] = (at, end)
                return then(end)

            return inner(at, after)

        return run

    def atomic(self, inner: Node) -> Node:
        def run(at: int, then: Then) -> bool:
            ends: list[int] = []
            return inner(at, lambda end: ends.append(end) or True) and then(ends[-1])

        return run

    def look(self, direction: int, items: Any, *, wanted: bool) -> Node:
        inner, width = self.sequence(items), items.getwidth()[0]

        def run(at: int, then: Then) -> bool:
            start = at if direction > 0 else at - width
            self.step()
            found = start >= 0 and inner(start, lambda end: direction > 0 or end == at)
            return found is wanted and then(at)

        return run

    def same(self, number: int, at: int, then: Then) -> bool:
        start, end = self.groups.get(number, (0, -1))
        self.step()
        said = self.text[start:end]
        return end >= 0 and self.text.startswith(said, at) and then(at + len(said))

    def repeat(self, kind: Any, least: int, most: int, items: Any) -> Node:
        """A repetition; of one character in a loop, as `sre` does it too."""
        most = min(int(most), FOREVER)
        if len(items) == 1 and items[0][0] in (op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN):
            return self.run_of(kind, least, most, self.fitting(*items[0]))
        inner, lazy = self.sequence(items), kind is op.MIN_REPEAT

        def run(at: int, then: Then, count: int = 0) -> bool:
            self.step()

            def again(end: int) -> bool:
                return (end > at or count < least) and run(end, then, count + 1)

            if count < least:
                return inner(at, again)
            if lazy:
                return then(at) or (count < most and inner(at, again))
            return (count < most and inner(at, again)) or then(at)

        return self.atomic(run) if kind is op.POSSESSIVE_REPEAT else run

    def run_of(self, kind: Any, least: int, most: int, fits: Callable[[str], bool]) -> Node:
        def run(at: int, then: Then) -> bool:
            if kind is op.MIN_REPEAT:
                return self.lazily(at, then, least, most, fits)
            end, last = at, min(len(self.text), at + most)
            while end < last and fits(self.text[end]):
                self.step()
                end += 1
            self.step()
            ends = range(end, at + least - 1, -1) if kind is op.MAX_REPEAT else range(end, max(end, at + least) - 1, -1)
            return any(self.tried(reached, then) for reached in ends)

        return run

    def lazily(self, at: int, then: Then, least: int, most: int, fits: Callable[[str], bool]) -> bool:
        for end in range(at, min(len(self.text), at + most) + 1):
            if end > at and not fits(self.text[end - 1]):
                return False
            if end >= at + least and self.tried(end, then):
                return True
        return False

    def tried(self, at: int, then: Then) -> bool:
        self.step()
        return then(at)

    def holds(self, where: Any, at: int) -> bool:
        self.step()
        before, after = self.text[at - 1 : at] if at else "", self.text[at : at + 1]
        if where in (op.AT_BOUNDARY, op.AT_NON_BOUNDARY):
            is_edge = bool(_WORD.match(before)) is not bool(_WORD.match(after))
            return is_edge is (where is op.AT_BOUNDARY)
        if where in (op.AT_BEGINNING, op.AT_BEGINNING_STRING):
            lines = where is op.AT_BEGINNING and self.flags & re.MULTILINE
            return not before or bool(lines and before == "\n")
        lines = where is op.AT_END and self.flags & re.MULTILINE
        return not after or bool(lines and after == "\n")


def _takes(tree: Any, flags: int, sign: str) -> bool:
    kind, value = tree[0]
    fold = str.casefold if flags & re.IGNORECASE else str
    if kind is op.ANY:
        return sign != "\n" or bool(flags & re.DOTALL)
    if kind in (op.LITERAL, op.NOT_LITERAL):
        return (fold(sign) == fold(chr(value))) is (kind is op.LITERAL)
    if kind is op.IN:
        refused = value[0][0] is op.NEGATE
        signs = {sign, sign.lower(), sign.upper()[:1]} if flags & re.IGNORECASE else {sign}
        return any(_in_class(part, one) for part in value for one in signs) is not refused
    return False


_CATEGORIES = {
    op.CATEGORY_DIGIT: r"\d",
    op.CATEGORY_NOT_DIGIT: r"\D",
    op.CATEGORY_SPACE: r"\s",
    op.CATEGORY_NOT_SPACE: r"\S",
    op.CATEGORY_WORD: r"\w",
    op.CATEGORY_NOT_WORD: r"\W",
}


def _in_class(part: tuple[Any, Any], sign: str) -> bool:
    kind, value = part
    if kind is op.LITERAL:
        return ord(sign) == value
    if kind is op.RANGE:
        return value[0] <= ord(sign) <= value[1]
    return kind is op.CATEGORY and re.match(_CATEGORIES[value], sign) is not None


def hard_texts(pattern: str, flags: int, length: int) -> Iterator[str]:
    """An expression's own worst cases: up to each repetition as short as may be, then that again and again, and an end that fits nothing."""
    seen: set[str] = set()
    for before, unit in _repetitions(parser.parse(pattern, flags), ""):
        text = (before + unit * length)[: length - 1] + "\x01"
        if unit and text not in seen:
            seen.add(text)
            yield text


def _repetitions(items: Any, before: str) -> Iterator[tuple[str, str]]:
    for kind, value in items:
        if kind in _REPEATS and int(value[1]) > 1:
            yield from ((before, unit) for unit in _samples(value[2]))
            yield from _repetitions(value[2], before)
        elif kind is op.BRANCH:
            for way in value[1]:
                yield from _repetitions(way, before)
        elif kind is op.SUBPATTERN:
            yield from _repetitions(value[3], before)
        before += _sample([(kind, value)])


def _samples(items: Any) -> list[str]:
    """Some texts that fit: of a choice, each of its first ways."""
    if len(items) == 1 and items[0][0] is op.SUBPATTERN:
        return _samples(items[0][1][3])
    if len(items) == 1 and items[0][0] is op.BRANCH:
        return [_sample(way) for way in items[0][1][1][:4]]
    ways = next((value[1] for kind, value in items if kind is op.BRANCH), [None])
    return [_sample(items, way) for way in ways[:4]]


def _sample(items: Any, chosen: Any = None) -> str:
    """A text that fits, as short as may be; empty where nothing need stand."""
    found = ""
    for kind, value in items:
        if kind is op.LITERAL:
            found += chr(value)
        elif kind is op.ANY:
            found += "a"
        elif kind in (op.IN, op.NOT_LITERAL):
            found += next((sign for sign in "a 1-,.'!\nA(\"[{:/" if _takes([(kind, value)], 0, sign)), "")
        elif kind is op.BRANCH:
            found += _sample(value[1][0] if chosen is None else chosen)
        elif kind is op.SUBPATTERN:
            found += _sample(value[3], chosen)
        elif kind in _REPEATS:
            found += _sample(value[2]) * min(int(value[0]), 8)
    return found

"""iCalendar text as content lines and nested components, kept as written so that what we don't know goes back unchanged.

Invariant: never raises, for any bytes; time and memory are linear in what is read, and no more than `MOST_BYTES` are. Knows the grammar of
lines (folding, parameters, escapes), not what any property means.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

MOST_BYTES = 24_000_000
MOST_COMPONENTS = 400_000
_MOST_DEPTH = 6
# A parameter's value may hold a colon between quotes; possessive, so that an unclosed quote costs one look.
_QUOTED = re.compile(r'([A-Za-z0-9-]{1,80}+)((?:"[^"]*+"|[^":])*+):(.*)', re.DOTALL)
_PLAIN = re.compile(r"([A-Za-z0-9-]{1,80}+)([^:]*+):(.*)", re.DOTALL)
_NAME = re.compile(r"[A-Za-z0-9-]{1,80}(?=[;:])")
_PARAMETER = re.compile(r';\s*([A-Za-z0-9-]+)\s*=\s*("[^"]*"|"?[^";]*)')
_FOLD = re.compile(r"(?:\r\n|\n|\r)[ \t]")
_FOLD_BYTES = re.compile(rb"(?:\r\n|\n|\r)[ \t]")
_BREAK = re.compile(r"\r\n|\n|\r")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_CARET = re.compile(r"\^([n'^])")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_TO_ESCAPE = re.compile(r"[\\;,\n]")
_CARETS = {"n": "\n", "'": '"', "^": "^"}
_FREE_TEXT = frozenset(("DESCRIPTION", "SUMMARY", "LOCATION", "COMMENT", "CONTACT", "X-ALT-DESC"))
# These lie in a calendar only: one that begins inside another says that an END is missing.
_TOP = frozenset(("VEVENT", "VTODO", "VJOURNAL", "VTIMEZONE", "VFREEBUSY"))
_FOLDED_AT = 74
TOO_LARGE = f"The file is larger than {MOST_BYTES // 1_000_000} MB: only its beginning was read."
_TOO_MANY = f"The file has more than {MOST_COMPONENTS:,} entries: the rest was left out."
_TOO_DEEP = "Entries nested too deeply were left out."
_NOT_CLOSED = "An entry was not closed."
_NO_LINE = "A line that is none of iCalendar's was left out."
_BROKEN_FOLD = "A text was broken over several lines and was put together again."
_NOT_UTF8 = "The file isn't UTF-8: its letters were guessed."


class Property(NamedTuple):
    """One content line. The names are in upper case, `value` is as written, parameters are without their quotes."""

    name: str
    params: Mapping[str, str]
    value: str


@dataclass(slots=True)
class Component:
    """BEGIN to END: its unfolded lines and the components in it, both in order. Changed only by `put`, `drop` and its lists of children."""

    name: str
    lines: list[str] = field(default_factory=list[str])
    children: list["Component"] = field(default_factory=list["Component"])
    _index: dict[str, list[str]] | None = field(default=None, repr=False, compare=False)

    def every(self, name: str) -> list[Property]:
        """The properties of that name (upper case), in order."""
        if self._index is None:
            self._index = {}
            for line in self.lines:
                self._index.setdefault(name_of(line), []).append(line)
        return [parsed(line) for line in self._index.get(name, ())]

    def first(self, name: str) -> Property | None:
        """The first property of that name; None without one."""
        return next(iter(self.every(name)), None)

    def text(self, name: str) -> str:
        """The value of the first property of that name as written; empty without one."""
        found = self.first(name)
        return found.value if found else ""

    def named(self, *names: str) -> list["Component"]:
        """The components right in it that have one of those names."""
        return [child for child in self.children if child.name in names]

    def put(self, name: str, *lines: str) -> None:
        """Have these lines where those of that name were, or at the end."""
        at = next((index for index, line in enumerate(self.lines) if name_of(line) == name), len(self.lines))
        kept = [line for line in self.lines[at:] if name_of(line) != name]
        self.lines = [*self.lines[:at], *lines, *kept]
        self._index = None

    def drop(self, *names: str) -> None:
        """Have no lines of those names."""
        self.lines = [line for line in self.lines if name_of(line) not in names]
        self._index = None

    def copy(self) -> "Component":
        """One like it that can be changed on its own."""
        return Component(self.name, [*self.lines], [child.copy() for child in self.children])


def name_of(line: str) -> str:
    """The name of a content line in upper case."""
    found = _NAME.match(line)
    return found[0].upper() if found else ""


def parsed(line: str) -> Property:
    """A content line taken apart; one that isn't closed as it should be is cut at its first colon."""
    name, colon, value = line.partition(":")
    if colon and ";" not in name:
        return Property(name.upper(), {}, value)
    found = _QUOTED.match(line) or _PLAIN.match(line)
    if found is None:
        return Property("", {}, "")
    params = {name.upper(): _parameter(value) for name, value in reversed(_PARAMETER.findall(found[2]))}
    return Property(found[1].upper(), params, found[3])


def _parameter(value: str) -> str:
    return _CARET.sub(lambda match: _CARETS[match[1]], value.strip().strip('"'))


def parse(data: bytes | str) -> tuple[list[Component], list[str]]:
    """The outermost components of a file and sentences about what was left out, each once."""
    tree = _Tree()
    for line in _unfolded(_text(data, tree.notes), tree.notes):
        tree.take(line)
    return tree.end(), list(tree.notes)


def _text(data: bytes | str, notes: dict[str, None]) -> str:
    if len(data) > MOST_BYTES:
        notes[TOO_LARGE] = None
        data = data[:MOST_BYTES]
    if isinstance(data, str):
        return _FOLD.sub("", data).lstrip("\ufeff")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _FOLD.sub("", data.decode("utf-16", "replace"))
    # Some fold in the middle of a letter, so bytes are unfolded before they are read.
    plain = _FOLD_BYTES.sub(b"", data.removeprefix(b"\xef\xbb\xbf"))
    try:
        return plain.decode("utf-8")
    except UnicodeDecodeError:
        if TOO_LARGE not in notes:
            notes[_NOT_UTF8] = None
            return plain.decode("cp1252", "replace")
        return plain.decode("utf-8", "replace")


def _unfolded(text: str, notes: dict[str, None]) -> Iterator[str]:
    """The lines; one that can't begin a property goes on with the text before it."""
    pieces: list[str] = []
    for line in _BREAK.split(text):
        if _NAME.match(line):
            if pieces:
                yield "".join(pieces)
            pieces = [line]
        elif line.strip():
            is_text = bool(pieces) and name_of(pieces[0]) in _FREE_TEXT
            notes[_BROKEN_FOLD if is_text else _NO_LINE] = None
            pieces += ["\\n", line] if is_text else []
    if pieces:
        yield "".join(pieces)


class _Tree:
    """Components as they are opened and closed."""

    def __init__(self) -> None:
        self.notes: dict[str, None] = {}
        self._root = Component("")
        self._open = [self._root]
        self._too_deep = 0
        self._count = 0

    def take(self, line: str) -> None:
        """One unfolded line."""
        name = name_of(line)
        if name == "BEGIN":
            self._begin(parsed(line).value.strip().upper())
        elif name == "END":
            self._end(parsed(line).value.strip().upper())
        elif not self._too_deep:
            self._open[-1].lines.append(line)

    def end(self) -> list[Component]:
        """What lies outermost."""
        if len(self._open) > 1:
            self.notes[_NOT_CLOSED] = None
        return self._root.children

    def _begin(self, name: str) -> None:
        if name in _TOP and not self._too_deep:
            self._close_top()
        too_many = self._count >= MOST_COMPONENTS
        if self._too_deep or len(self._open) > _MOST_DEPTH or too_many:
            self._too_deep += 1
            self.notes[_TOO_MANY if too_many else _TOO_DEEP] = None
            return
        self._count += 1
        opened = Component(name)
        self._open[-1].children.append(opened)
        self._open.append(opened)

    def _close_top(self) -> None:
        for depth, component in enumerate(self._open):
            if component.name in _TOP:
                self.notes[_NOT_CLOSED] = None
                del self._open[depth:]
                return

    def _end(self, name: str) -> None:
        if self._too_deep:
            self._too_deep -= 1
            return
        for depth in range(len(self._open) - 1, 0, -1):
            if self._open[depth].name == name:
                del self._open[depth:]
                return


def written(components: Iterable[Component]) -> bytes:
    """The components as a file: UTF-8, CRLF, folded at 75 octets."""
    return b"".join(_folded(line) for component in components for line in _flat(component))


def _flat(component: Component) -> Iterator[str]:
    yield f"BEGIN:{component.name}"
    yield from component.lines
    for child in component.children:
        yield from _flat(child)
    yield f"END:{component.name}"


def _folded(line: str) -> bytes:
    encoded = line.encode("utf-8", "replace")
    pieces: list[bytes] = []
    at = 0
    while at < len(encoded):
        end = at + _FOLDED_AT
        while end < len(encoded) and encoded[end] & 0xC0 == 0x80:
            end -= 1
        pieces.append(encoded[at:end])
        at = end
    return b"\r\n ".join(pieces) + b"\r\n"


def unescaped(value: str, most: int) -> str:
    """A TEXT value as it is read, its first `most` characters, without control characters."""
    plain = _ESCAPED.sub(lambda match: "\n" if match[1] in "nN" else match[1], value[: 2 * most + 1])
    return _CONTROLS.sub("", plain)[:most].strip()


def escaped(text: str) -> str:
    """A text as a TEXT value: no line break in it can begin another property."""
    plain = _CONTROLS.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return _TO_ESCAPE.sub(lambda match: "\\n" if match[0] == "\n" else f"\\{match[0]}", plain)


def bare(text: str) -> str:
    """A value that is not TEXT (an address, a rule, a URL), without line breaks and control characters."""
    return _CONTROLS.sub("", text.replace("\n", "").replace("\t", " "))


def quoted(text: str) -> str:
    """A parameter's value in quotes (RFC 6868 for what can't stand there)."""
    plain = _CONTROLS.sub("", text).replace("^", "^^").replace("\n", "^n").replace('"', "^'").replace("\t", " ")
    return f'"{plain}"'

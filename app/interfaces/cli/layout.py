"""Text as it stands in a terminal: lines end between words, and a table of Markdown has columns.

Text may come in pieces, as a model writes it. Invariant: what was given out stays; of a line that isn't whole only finished words
are given out, and of a table nothing before its end. Code keeps its lines. Knows no terminal but its width.
"""

import re
from collections.abc import Sequence

from app.interfaces.writing.tables import aligned, total_width, width

_TOKEN = re.compile(r"\s*\S+")
_BULLET = re.compile(r"(?:[-*+•]|\d{1,3}[.)])\Z")
_RULE_CELL = re.compile(r":?-+:?\Z")
_FENCE = "```"
_HOLDS = ("", "|", "`")  # what a line may begin with that can't be given out before it is whole


def laid_out(text: str, columns: int) -> str:
    """A whole text in lines of `columns` at most, where its words allow it; as it is where `columns` is 0."""
    layout = Layout(columns)
    return layout.more(text) + layout.rest()


class Layout:
    """One text on its way to the screen."""

    def __init__(self, columns: int) -> None:
        """`columns` is the width of the screen; 0 leaves text as it is."""
        self._columns = columns
        self._held = ""
        self._table: list[str] = []
        self._is_code = False
        self._at = 0  # columns taken of the line that is being written
        self._indent = 0

    def more(self, text: str) -> str:
        """What can be shown after this next piece."""
        if not self._columns:
            return text
        out: list[str] = []
        self._held += text
        while "\n" in self._held:
            line, _, self._held = self._held.partition("\n")
            out.append(self._whole(line))
        return "".join((*out, self._begun()))

    def rest(self) -> str:
        """What was held back, at the end; without a line end of its own."""
        if not self._held and not self._table:
            return ""
        line, self._held = self._held, ""
        return self._whole(line).removesuffix("\n") + self._end_table().removesuffix("\n")

    def _whole(self, line: str) -> str:
        """A line, or its last part, that has come to its end."""
        if self._at:
            return f"{self._words(line)}{self._end_line()}"
        if line.lstrip().startswith("|") and not self._is_code:
            self._table.append(line)
            return ""
        before = self._end_table()
        if self._is_code or line.lstrip().startswith(_FENCE):
            self._is_code ^= line.lstrip().startswith(_FENCE)
            return f"{before}{line}\n"
        return f"{before}{self._words(line)}{self._end_line()}"

    def _begun(self) -> str:
        """The finished words of a line that isn't whole."""
        if not self._at and (self._is_code or self._held.lstrip()[:1] in _HOLDS):
            return ""
        end = max(self._held.rfind(" "), self._held.rfind("\t"))
        if not self._held[: max(end, 0)].strip():
            return ""
        words, self._held = self._held[:end], self._held[end:]
        return self._end_table() + self._words(words)

    def _words(self, text: str) -> str:
        out: list[str] = []
        for token in _TOKEN.findall(text):
            word = token.lstrip()
            if not self._at:
                lead = width(token) - width(word)
                self._indent = min(lead + (width(word) + 1 if _BULLET.match(word) else 0), self._columns // 2)
            elif self._at + width(token) > self._columns and self._at > self._indent:
                out.append("\n" + " " * self._indent)
                self._at, token = self._indent, word
            out.append(token)
            self._at += width(token)
        return "".join(out)

    def _end_line(self) -> str:
        self._at = self._indent = 0
        return "\n"

    def _end_table(self) -> str:
        rows, self._table = self._table, []
        return "".join(f"{line}\n" for line in _drawn(rows, self._columns))


def _drawn(lines: Sequence[str], columns: int) -> Sequence[str]:
    """A table's lines in columns; one that is too wide, row by row; what only looks like a table, as it is."""
    rows = [_cells(line) for line in lines]
    if (
        len(rows) <= 1
        or not any(rows[0])
        or not all(_RULE_CELL.match(cell) for cell in rows[1])
        or len(rows[0]) != len(rows[1])
    ):
        return lines
    head, rule, count = rows[0], rows[1], len(rows[0])
    body = [[*row, *[""] * count][:count] for row in rows[2:]]
    if total_width([head, *body]) <= columns:
        return aligned([head, *body], [_alignment(cell) for cell in rule]).split("\n")
    return [line for row in body for line in _as_list(head, row, columns)]


def _as_list(head: Sequence[str], row: Sequence[str], columns: int) -> list[str]:
    """One row of a table that is wider than the screen: its first cell, and the others below it by their headings."""
    named = [f"  - {name}: {cell}" if name else f"  - {cell}" for name, cell in zip(head[1:], row[1:], strict=True)]
    return laid_out("\n".join((row[0], *named)), columns).split("\n")


def _cells(line: str) -> list[str]:
    bare = line.strip().removeprefix("|").removesuffix("|")
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", bare)]


def _alignment(rule: str) -> str:
    return "center" if rule[0] == rule[-1] == ":" and len(rule) > 1 else "right" if rule.endswith(":") else "left"

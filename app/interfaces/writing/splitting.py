"""Formatted text in parts that Telegram takes: cut where a reader would pause, its styles closed and opened again over the cut.

Parts put together lose no word; only the white space at a cut goes. The same text is always cut in the same places. Knows runs, not
Markdown and not tags.
"""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate, islice, takewhile
from typing import NamedTuple

import regex

from app.interfaces.writing.markup import runs_of
from app.interfaces.writing.runs import Run, Style, clean, html_of, is_blank, openings

LIMIT = 4096  # UTF-16 code units of a message, its tags not counted
_STYLES = 100  # what Telegram keeps of a message's styles; the rest is dropped without a word
_MORE = "\n…"


class Pause(NamedTuple):
    """A kind of place to cut at: behind a match, outside or inside code, at least so far into the part."""

    pattern: regex.Pattern[str]
    in_code: bool
    share: float


_WORD = Pause(regex.compile(r"\s+(?![\p{M}\u200d])"), False, 0.0)
# Best first. Of each kind the last in the part counts, and none that would leave the part nearly empty.
_PAUSES = (
    Pause(regex.compile(r"\n[^\S\n]*\n+"), False, 0.4),
    Pause(regex.compile(r"\n"), False, 0.5),
    Pause(regex.compile(r"[.!?…][\"'”’»)\]]*\s+|[。！？]+[”’」』）]*"), False, 0.5),
    Pause(regex.compile(r"\n(?=\S)"), True, 0.5),
    Pause(regex.compile(r"\n"), True, 0.2),
    _WORD,
    _WORD._replace(in_code=True),
)
_GRAPHEME = regex.compile(r"\X")


def html_parts(markdown: str, limit: int = LIMIT) -> list[str]:
    """`markdown` as messages in Telegram's HTML; none where there is nothing to see. `limit` in UTF-16 code units."""
    return [html_of(part) for part in parted(runs_of(markdown), limit)]


def plain_parts(text: str, limit: int = LIMIT) -> list[str]:
    """`text` as messages that show it letter by letter."""
    return [html_of(part) for part in parted([Run(clean(text))], limit)]


def draft_html(markdown: str, limit: int = LIMIT) -> str:
    """The message for an answer that is still being written: its beginning, and a sign where there is more than fits."""
    parts = parted(runs_of(markdown), limit - len(_MORE))
    if not parts:
        return ""
    return html_of(parts[0] if len(parts) == 1 else [*parts[0], Run(_MORE)])


def parted(runs: list[Run], limit: int = LIMIT) -> list[list[Run]]:
    """`runs` in parts of at most `limit` UTF-16 code units (two at least), none of them blank."""
    text = _Text(runs, max(limit, 2))
    parts = (text.between(start, end) for start, end in text.spans())
    return [part for part in parts if not is_blank(_text_of(part))]


class _Text:
    """Runs as one text with positions: how long it is up to each, and what lies over it."""

    def __init__(self, runs: list[Run], limit: int) -> None:
        self._runs = runs
        self._limit = limit
        self._text = _text_of(runs)
        self._starts = [0, *accumulate(len(run.text) for run in runs)]
        self._units = [0, *accumulate(1 + (character > "\uffff") for character in self._text)]
        self._links = _spans(runs, "a")
        self._code = _spans(runs, "pre")

    def spans(self) -> Iterator[tuple[int, int]]:
        """Where each part begins and ends."""
        start = self._skip(0)
        while start < len(self._text):
            reach = self._reach(start)
            end = reach if reach == len(self._text) else self._pause(start, reach)
            yield start, self._trim(start, end)
            start = self._skip(end)

    def between(self, start: int, end: int) -> list[Run]:
        """The runs from `start` to `end`."""
        cut = ((run.text[max(start - begin, 0) : end - begin], run.styles) for begin, run in self._over(start, end))
        return [Run(text, styles) for text, styles in cut if text]

    def _over(self, start: int, end: int) -> Iterator[tuple[int, Run]]:
        """The runs that reach into the text from `start` to `end`, and where each begins."""
        first = max(bisect_right(self._starts, start) - 1, 0)
        reaching = takewhile(lambda begin: begin < end, islice(self._starts, first, len(self._runs)))
        return zip(reaching, islice(self._runs, first, None), strict=False)

    def _reach(self, start: int) -> int:
        """The furthest end of a part that begins at `start`, by its length and by its number of styles."""
        end = bisect_right(self._units, self._units[start] + self._limit) - 1
        opened, before = 0, ()
        for begin, run in self._over(start, end):
            opened += openings(before, run.styles)
            before = run.styles
            if opened > _STYLES:
                return max(begin, start + 1)
        return max(end, start + 1)

    def _pause(self, start: int, reach: int) -> int:
        """The best place to cut between `start` and `reach`; a link that fits no part is cut like other text."""
        link = _around(self._links, reach)
        fitting = (
            end
            for pause in _PAUSES
            for end in self._ends(pause, start, reach)
            if _around(self._links, end) is None and (_around(self._code, end) is not None) is pause.in_code
        )
        if (end := next(fitting, None)) is not None:
            return end
        if link and link[0] > start:
            return link[0]
        return next(iter(self._ends(_WORD, start, reach)), None) or self._between_graphemes(start, reach)

    def _ends(self, pause: Pause, start: int, reach: int) -> list[int]:
        """Where one could pause far enough behind `start`, the last one first."""
        least = start + int((reach - start) * pause.share)
        found = pause.pattern.finditer(self._text, start, reach + 1)
        return [end for match in found if least < (end := match.end()) <= reach][::-1]

    def _between_graphemes(self, start: int, reach: int) -> int:
        """The last place up to `reach` that splits no character as people see it; `reach` where one is longer than a part."""
        seen = _GRAPHEME.finditer(self._text, start, min(reach + self._limit, len(self._text)))
        ends = [end for grapheme in seen if (end := grapheme.end()) <= reach]
        return ends[-1] if ends else reach

    def _skip(self, at: int) -> int:
        """Where the next part begins: behind white space, but within code only behind line breaks, its lines are indented."""
        while at < len(self._text) and self._text[at].isspace():
            if self._text[at] != "\n" and _around(self._code, at + 1) is not None:
                line = self._text[at:].split("\n", 1)[0]
                if line.strip():
                    return at
            at += 1
        return at

    def _trim(self, start: int, end: int) -> int:
        return start + len(self._text[start:end].rstrip())


def _text_of(runs: list[Run]) -> str:
    return "".join(run.text for run in runs)


def _spans(runs: list[Run], tag: str) -> list[tuple[int, int]]:
    """From where to where each link or block of code goes, over all the runs it is made of."""
    spans: list[tuple[int, int]] = []
    at, open_ = 0, None
    for run in runs:
        style: Style | None = next((style for style in run.styles if style.tag == tag), None)
        if style and style == open_:
            spans[-1] = (spans[-1][0], at + len(run.text))
        elif style:
            spans.append((at, at + len(run.text)))
        open_ = style
        at += len(run.text)
    return spans


def _around(spans: list[tuple[int, int]], at: int) -> tuple[int, int] | None:
    """The span that a cut at `at` would go through."""
    index = bisect_right(spans, (at,)) - 1
    return spans[index] if index >= 0 and spans[index][0] < at < spans[index][1] else None

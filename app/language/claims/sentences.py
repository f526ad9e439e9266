"""A reply as sentences with their places, and without what is not said by the assistant itself: quotes, code, drafted letters.

What is hidden is replaced by a filler of the same length, so that a place in the plain text is a place in the reply.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from app.language.claims.frames import HIDDEN, Frames, Words, read_book

LONGEST = 400  # characters of a sentence
_LONGEST_SALUTATION = 10  # words

_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,}).*?(?:^[ \t]*\1|\Z)", re.MULTILINE | re.DOTALL)
_QUOTED_LINES = re.compile(
    r"^[ \t]*(?:>|JQL:).*$", re.MULTILINE
)  # the latter is a tracker's question, of no one's words
_CODE = re.compile(r"`[^`\n]+`")
_QUOTES = re.compile(
    r'"[^"\n]{0,600}(?:\n(?!\n)[^"\n]{0,200}){0,6}"|“[^”]{0,800}”|„[^“”"]{0,800}[“”"]|«[^»]{0,800}»|‹[^›]{0,800}›'
)
_LINK = re.compile(r"https?://\S+")
_ABBREVIATED = re.compile(r"([\w.]+)\.[\"')\]*_]*\s+\Z")
_BREAK = re.compile(r"(?<=[.!?…])[\"')\]*_]{0,8}\s+(?=\S)|\n+|[^\S\n]{8,}|(?<=[☀-➿⭐✅✔🌀-🫿️])\s+(?=[A-Z“\"])")
_MARKS = re.compile(r"[*_~|]|^[ \t]*#{1,6}(?=\s)|^[ \t]*(?:[-•·‣▪+]|\d+[.)])(?=\s)|\ufe0f", re.MULTILINE)
_ITEM = re.compile(r"[ \t]*(?:[-•·‣▪*+]|\d+[.)])\s")


@dataclass(frozen=True, slots=True)
class Sentence:
    """`text` is plain (apostrophes straight, marks and hidden parts filled) and stands at `start:end` of the reply."""

    text: str
    start: int
    end: int
    is_item: bool = False  # of a list
    words: Words = field(default=Words("", (), (), ()), compare=False, repr=False)

    @property
    def is_question(self) -> bool:
        """Whether it ends with a question mark, whatever marks stand around it."""
        return self.text.rstrip(f"*_ )»\"'{HIDDEN}").endswith("?")


def sentences(reply: str, *, drafted: bool = False) -> list[Sentence]:
    """The reply's own sentences in order; each line ends one. `drafted`: a letter was asked for, so one may open the reply."""
    plain = hidden(reply, drafted=drafted).replace("’", "'").replace("`", " ")
    plain = _MARKS.sub(lambda match: " " * len(match[0]), plain)
    return [
        Sentence(
            plain[start:end],
            start,
            end,
            is_item=bool(_ITEM.match(reply, reply.rfind("\n", 0, start + 1) + 1)),
            words=Words.of(plain[start:end]),
        )
        for start, end in _spans(plain)
        if plain[start:end].strip()
    ]


def hidden(reply: str, *, drafted: bool = False) -> str:
    """The reply with filler where somebody else speaks or a text is handed over."""
    text = reply
    for pattern in (_FENCE, _QUOTED_LINES, _CODE, _QUOTES, _LINK):
        text = pattern.sub(_fill, text)
    return _without_letter(text, drafted=drafted)


def _fill(match: re.Match[str]) -> str:
    return "".join("\n" if sign == "\n" else HIDDEN for sign in match[0])


def _spans(plain: str) -> Iterator[tuple[int, int]]:
    """Where sentences begin and end; one without an end is cut between words, so that no text is read as one long sentence."""
    start = 0
    for gap in [*_BREAK.finditer(plain), None]:
        end = gap.start() if gap else len(plain)
        if end < start or (gap and _is_abbreviated(plain[max(start, end - 12) : gap.end()])):
            continue
        while end - start > LONGEST:
            cut = plain.rfind(" ", start + 1, start + LONGEST)
            cut = cut if cut > start else start + LONGEST
            yield start, cut
            start = cut
        yield start, end
        start = gap.end() if gap else end


def _is_abbreviated(text: str) -> bool:
    """Whether the point at its end is that of an abbreviation."""
    found = _ABBREVIATED.search(text)
    return found is not None and found[1].casefold() in _abbreviations()


@cache
def _abbreviations() -> frozenset[str]:
    return frozenset(read_book("letters")["words"]["abbreviations"].split())


@cache
def _letter() -> Frames:
    return Frames(read_book("letters")["letter"])


def _without_letter(text: str, *, drafted: bool) -> str:
    """Hide a drafted letter: from its salutation to its sign-off, else to the end of the paragraph after the salutation's."""
    lines = text.split("\n")
    start = next((number for number in range(len(lines)) if _opens_letter(lines, number, drafted=drafted)), None)
    if start is None:
        return text
    end = _end_of_letter(lines, start)
    lines[start:end] = [HIDDEN * len(line) for line in lines[start:end]]
    return "\n".join(lines)


def _opens_letter(lines: list[str], number: int, *, drafted: bool) -> bool:
    """A salutation that opens the reply greets the user, unless a letter was asked for; one alone on its line begins a letter."""
    words = _words_of_line(lines[number])
    if drafted and _letter().says(words, "named"):
        return True
    is_first = not any(line.strip() for line in lines[:number])
    if is_first or number + 1 >= len(lines) or not _letter().says(words, "salutation"):
        return False
    line = lines[number].rstrip(" \t*_")
    return ":" in words.said[:2] or (line.endswith((",", "!")) and len(words.said) <= _LONGEST_SALUTATION)


def _end_of_letter(lines: list[str], start: int) -> int:
    for number in range(start + 1, len(lines)):
        if lines[number].strip() and _letter().says(_words_of_line(lines[number]), "sign_off"):
            return _end_of_paragraph(lines, number)
    first = _end_of_paragraph(lines, start)
    following = next((number for number in range(first, len(lines)) if lines[number].strip()), first)
    is_whole = first - start > 1 or len(lines[start].split()) > _LONGEST_SALUTATION
    return first if is_whole else _end_of_paragraph(lines, following)


def _words_of_line(line: str) -> Words:
    return Words.of(line[:LONGEST].strip(" \t>*_"))


def _end_of_paragraph(lines: list[str], number: int) -> int:
    return next((index for index in range(number, len(lines)) if not lines[index].strip()), len(lines))

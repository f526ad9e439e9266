"""A reply as sentences with their places, and without what is not said by the assistant itself: quotes, code, drafted letters.

What is hidden is replaced by a filler of the same length, so that a place in the plain text is a place in the reply.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

HIDDEN = "\ufffc"
LONGEST = 400  # characters of a sentence

_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,}).*?(?:^[ \t]*\1|\Z)", re.MULTILINE | re.DOTALL)
_QUOTED_LINES = re.compile(r"^[ \t]*>.*$", re.MULTILINE)
_CODE = re.compile(r"`[^`\n]+`")
_QUOTES = re.compile(
    r'"[^"\n]{0,600}(?:\n(?!\n)[^"\n]{0,200}){0,6}"|“[^”]{0,800}”|„[^“”"]{0,800}[“”"]|«[^»]{0,800}»|‹[^›]{0,800}›'
)
_LINK = re.compile(r"https?://\S+|\bdo not disturb\b|\bno-?reply\b", re.IGNORECASE)
_SALUTATION = re.compile(
    r"^[ \t>*_]*(?:(?:dear|hi|hello|hey|good (?:morning|afternoon|evening)|sehr geehrte[rs]?|liebe[rs]?|hallo|bonjour|chère?|cher|hola|estimad[oa]|querid[oa])"
    r"\b[^!?:\n]{0,60}[,!]|subject:.*|betreff:.*|objet\s?:.*|asunto:.*)[*_ \t]*$",
    re.IGNORECASE,
)
_SIGN_OFF = re.compile(
    r"^[ \t>*_]*(?:best(?: wishes| regards)?|kind regards|warm(?:est)? regards|regards|cheers|thanks|thank you|many thanks|yours(?: sincerely| truly| faithfully)?|"
    r"sincerely|love|all the best|take care|warmly|viele grüße|liebe grüße|mit freundlichen grüßen|beste grüße|cordialement|bien à toi|saludos|un abrazo|atentamente)"
    r"\b[^.?:\n]{0,30}[,!.]?[*_ \t]*$",
    re.IGNORECASE,
)
_BREAK = re.compile(r"(?<=[.!?…])[\"')\]*_]{0,8}\s+(?=\S)|\n+|[^\S\n]{8,}|(?<=[☀-➿⭐✅✔🌀-🫿️])\s+(?=[A-Z“\"])")
_MARKS = re.compile(r"[*_~|]|^[ \t]*#{1,6}(?=\s)|^[ \t]*(?:[-•·‣▪+]|\d+[.)])(?=\s)|\ufe0f", re.MULTILINE)
_ITEM = re.compile(r"[ \t]*(?:[-•·‣▪*+]|\d+[.)])\s")
_ABBREVIATION = re.compile(
    r"\b(?:mr|mrs|ms|dr|st|vs|e\.g|i\.e|p\.m|a\.m|approx|z\.b|nr)\.[\"')\]*_]*\s+\Z", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """`text` is plain (apostrophes straight, marks and hidden parts filled) and stands at `start:end` of the reply."""

    text: str
    start: int
    end: int
    is_item: bool = False  # of a list

    @property
    def is_question(self) -> bool:
        """Whether it ends with a question mark, whatever marks stand around it."""
        return self.text.rstrip(f"*_ )»\"'{HIDDEN}").endswith("?")


def sentences(reply: str) -> list[Sentence]:
    """The reply's own sentences in order; each line ends one."""
    plain = hidden(reply).replace("’", "'").replace("`", " ")
    plain = _MARKS.sub(lambda match: " " * len(match[0]), plain)
    return [
        Sentence(plain[start:end], start, end, is_item=bool(_ITEM.match(reply, reply.rfind("\n", 0, start + 1) + 1)))
        for start, end in _spans(plain)
        if plain[start:end].strip()
    ]


def hidden(reply: str) -> str:
    """The reply with filler where somebody else speaks or a text is handed over."""
    text = reply
    for pattern in (_FENCE, _QUOTED_LINES, _CODE, _QUOTES, _LINK):
        text = pattern.sub(_fill, text)
    return _without_letter(text)


def _fill(match: re.Match[str]) -> str:
    return "".join("\n" if sign == "\n" else HIDDEN for sign in match[0])


def _spans(plain: str) -> Iterator[tuple[int, int]]:
    """Where sentences begin and end; one without an end is cut between words, so that no text is read as one long sentence."""
    start = 0
    for gap in [*_BREAK.finditer(plain), None]:
        end = gap.start() if gap else len(plain)
        if end < start or (gap and _ABBREVIATION.search(plain, max(start, end - 12), gap.end())):
            continue
        while end - start > LONGEST:
            cut = plain.rfind(" ", start + 1, start + LONGEST)
            cut = cut if cut > start else start + LONGEST
            yield start, cut
            start = cut
        yield start, end
        start = gap.end() if gap else end


def _without_letter(text: str) -> str:
    """Hide a drafted letter: from its salutation to its sign-off, else to the end of the paragraph after the salutation's."""
    lines = text.split("\n")
    start = next(
        (number for number, line in enumerate(lines) if _SALUTATION.match(line) and _is_draft(lines, number)), None
    )
    if start is None:
        return text
    end = _end_of_letter(lines, start)
    lines[start:end] = [HIDDEN * len(line) for line in lines[start:end]]
    return "\n".join(lines)


def _is_draft(lines: list[str], number: int) -> bool:
    """A salutation that opens the reply greets the user; one that stands alone on its line after others begins a letter."""
    return any(line.strip() for line in lines[:number]) and number + 1 < len(lines)


def _end_of_letter(lines: list[str], start: int) -> int:
    for number in range(start + 1, len(lines)):
        if _SIGN_OFF.match(lines[number]):
            return _end_of_paragraph(lines, number)
    first = _end_of_paragraph(lines, start)
    following = next((number for number in range(first, len(lines)) if lines[number].strip()), first)
    return first if first - start > 1 else _end_of_paragraph(lines, following)


def _end_of_paragraph(lines: list[str], number: int) -> int:
    return next((index for index in range(number, len(lines)) if not lines[index].strip()), len(lines))

"""Spoken wrapping off, words left: "hey, could you please add milk for me?" is "add milk".

Pure text work shared by all readers: politeness, quotes, lists in a sentence, "my" said back as "your".
"""

import re
import tomllib
import unicodedata
from functools import cache
from importlib.resources import files

from app.excerpt import excerpt
from app.language.orders.spelling import written_out
from app.language.words.tokens import Token, tokenize

MAX_READ = 4000  # a longer message is a text to keep, not a request; its head says what to do with it

_MARKS = frozenset(",.;:!")
_LONGEST = 9  # words of a phrase around a request
_SPACES = re.compile(r"[^\S\n]+")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "\u00a0": " ", "\u200b": None})
_O_CLOCK = re.compile(r"\b(?<=\w )o'? ?clock\b", re.IGNORECASE)
_HALF_DAY = re.compile(r"\b([ap])\. ?m\b\.?", re.IGNORECASE)  # "five p. m." has no full stops
_END = " \t\n.!?,;:…"
_QUOTED = re.compile(r"\"([^\"]+)\"|(?<!\w)'([^']+)'(?!\w)")
_ARTICLE = re.compile(r"\A(?:a|an|the|some|any|my|our|more|another)\s+(?=\S)", re.IGNORECASE)
_YOU: tuple[tuple[str, str], ...] = (
    (r"\bi'?m\b", "you're"),
    (r"\bi am\b", "you are"),
    (r"\bmyself\b", "yourself"),
    (r"\bmine\b", "yours"),
    (r"\bmy\b", "your"),
    (r"\b(?:i|me)\b", "you"),
)
_SAY_YOU = tuple((re.compile(pattern, re.IGNORECASE), word) for pattern, word in _YOU)


def tidy(text: str) -> str:
    """Plain quotes, single spaces and short forms written out, nothing else changed."""
    plain = _SPACES.sub(" ", unicodedata.normalize("NFC", excerpt(text, MAX_READ)).translate(_QUOTES)).strip()
    return written_out(_O_CLOCK.sub("o'clock", _HALF_DAY.sub(r"\1m", plain)))


def bare(text: str) -> str:
    """The request without greeting, politeness and closing marks; never empty for a text that has words."""
    return without(text, front=("lead", "frame"), back=("tail",))


def without(text: str, *, front: tuple[str, ...], back: tuple[str, ...]) -> str:
    """A text without phrases of those kinds (`words/politeness.toml`) before and behind it; never empty for one that has words."""
    tokens = [token for token in tokenize(text[:MAX_READ]) if token.folded[:1].isalnum()]
    words = [token.folded for token in tokens]
    first, last = 0, len(words)
    while first < last and (length := _in_front(tokens[first:last], words[first:last], text, front)):
        first += length
    while first < last and (length := _longest(_phrases(*back), words[first:last], at_end=True)):
        if not text[tokens[last - length].start - 1].isspace() and text[tokens[last - length].start - 1] not in _MARKS:
            break  # the end of a word: the "x" of "B2x"
        last -= length
    if first >= last:
        return text.strip(_END)
    end = len(text) if last == len(words) else tokens[last - 1].end
    start = 0 if not first else tokens[first].start
    return text[start:end].strip(_END) or text.strip(_END)


def _in_front(tokens: list[Token], words: list[str], text: str, kinds: tuple[str, ...]) -> int:
    """How many words in front ask for nothing."""
    is_answer = tuple(words[:1]) in _phrases("answer") and text[tokens[0].end : tokens[0].end + 1] in _MARKS
    return 1 if is_answer and len(words) > 1 else _longest(_phrases(*kinds), words)


@cache
def _phrases(*kinds: str) -> frozenset[tuple[str, ...]]:
    """The phrases around a request, as folded words, of all languages."""
    table = tomllib.loads((files("app.language.words") / "politeness.toml").read_text(encoding="utf-8"))
    said = (phrase for language in table.values() for kind in kinds for phrase in language.get(kind, "").split(","))
    return frozenset(tuple(token.folded for token in tokenize(phrase) if token.folded[:1].isalnum()) for phrase in said)


def _longest(phrases: frozenset[tuple[str, ...]], words: list[str], *, at_end: bool = False) -> int:
    """How many of the words in front, or behind, are such a phrase; not all of them."""
    for size in range(min(_LONGEST, len(words) - 1), 0, -1):
        if tuple(words[-size:] if at_end else words[:size]) in phrases:
            return size
    return 0


def unquoted(text: str) -> str:
    """Without quotation marks that surround all of it, and without closing marks."""
    said = text.strip(_END)
    found = _QUOTED.fullmatch(said)
    return (found[1] or found[2]).strip() if found else said


def without_article(text: str) -> str:
    """ "the milk" as "milk"."""
    return _ARTICLE.sub("", text, count=1)


def to_you(text: str) -> str:
    """The user's words said back: "call my mum" as "call your mum"."""
    for pattern, word in _SAY_YOU:
        text = pattern.sub(word, text)
    return text


def quoted_parts(text: str) -> list[str]:
    """What stands in quotation marks."""
    return [first or second for first, second in _QUOTED.findall(text)]

"""Text to tokens: words, numbers, clock and date shapes, punctuation.

Invariant: every pattern is anchored by its own characters and bounded, so the time is linear in the text; only the
first 2,000 characters are read. Things with digits that are not times (money, phone numbers, versions, "room 101")
become junk tokens here, so that no later rule can see a number in them. It does not know what a word means.
"""

import re
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from app.language.words.lexicon import OTHER_LANGUAGES, lexicon

READ_LIMIT = 2_000


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the text. `symbol` is one character that stands for its class in the grammar."""

    start: int
    end: int
    text: str
    kind: str
    value: object = None
    symbol: str = "?"


_MONTHS = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)?"

# What is written without its space: "half5", "at7am", "by1730", "in2hrs", "2h30m", "sevenish".
_HOUR_AFTER = r"\d{1,2}(?:[:.h]?\d{2})?(?:[ap]\.?m?\.?|h|hrs?|ish|oclock)?(?![\w:]|\.\d)"
_LENGTH_AFTER = r"\d{1,3}(?:h|hrs?|hours?|m|mins?|minutes?|days?|wks?|weeks?)(?:\d{1,2}(?:m|mins?|minutes?)?)?(?!\w)"
_UNIT_BETWEEN = r"(?:h|hrs?|hours?|d|days?|w|wks?|weeks?)(?=\d{1,2}(?:m|mins?|minutes?|h|hrs?|hours?|d|days?)?(?!\w))"
_GLUED = (
    ("word", rf"(?<!\w)(?:at|by|past|half|around|about|until|till?|from|before|after|to)(?={_HOUR_AFTER})"),
    ("word", rf"(?<!\w)in(?={_LENGTH_AFTER})"),
    ("word", rf"(?<=\d){_UNIT_BETWEEN}"),
    ("word", r"(?<!\w)(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?=ish\b)"),
)

# Tried in this order at each position. Names become token kinds.
_SHAPES = (
    ("junk", r"(?:https?://|www\.)\S{1,500}"),
    ("junk", r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}"),
    ("iso", r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?(?!\w)"),
    ("date3", r"(?<![\w/.-])\d{4}([-/.])\d{1,2}\1\d{1,2}(?![\w/-])"),
    ("date3", r"(?<![\w/.-])\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d{2})(?![\w/-])"),
    ("date8", r"(?<![\w/.,$€£#])(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\w|[.,]\d)"),
    ("junk", r"[$€£¥₹]\s?\d[\d,.]{0,20}\w?"),
    ("junk", r"\d{1,12}(?:\.\d{1,9})?\s?[%€£°$]"),
    ("junk", r"\+\d[\d\s().-]{5,18}\d|\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}(?!\d)|\d{3}-\d{2}-\d{4}|\d{3}-\d{4}(?!\d)"),
    ("junk", r"[vV]?\d{1,5}(?:\.\d{1,5}){2,6}|[vV]\d{1,5}(?:\.\d{1,5})?(?!\w)|#\w{1,30}"),
    ("clock", r"\d{1,2}:\d{2}(?::\d{2})?(?:\.\d{1,6})?(?=[ap]\.?m?\b|ish\b|h\b|hrs\b|(?![\w:]))"),
    ("yearmonth", r"(?:19|20)\d{2}[-/](?:0[1-9]|1[0-2])(?![\w/-])"),
    ("yearmonth", r"(?<![\w/.-])(?:0?[1-9]|1[0-2])[-/](?:19|20)\d{2}(?![\w/-])"),
    ("date2", r"\d{1,2}/\d{1,2}(?=h\b|(?![\w/]|\.\d))"),
    ("hours", r"\d{1,2}[hH]\d{2}(?!\w)"),
    ("decimal", r"\d{1,6}\.\d{1,6}(?=(?:[ap]\.?m?\.?|ish|h|hrs?|hours?|mins?|s|secs?)\b|(?![\w.]|,\d))"),
    ("junk", r"\d{1,3}(?:,\d{3}){1,5}(?:\.\d{1,6})?"),
    (
        "number",
        rf"\d{{1,9}}(?={_UNIT_BETWEEN})",
    ),
    (
        "number",
        r"\d{1,9}(?=(?:[ap]\.?m?\.?|oclock|h|hrs?|hours?|m|mins?|minutes?|s|secs?|d|days?|w|wks?|weeks?|mos?|months?|y|yrs?|years?|ish|x)(?![A-Za-z])|q[1-4]\b)",
    ),
    ("number", rf"\d{{1,2}}(?={_MONTHS}\b)"),
    ("word", rf"{_MONTHS}(?=\d{{1,2}}\b)"),
    ("junk", r"\d{1,30}[^\W\d_]\w{0,60}"),
    ("number", r"\d{1,9}(?!\d)"),
    ("junk", r"\d{10,400}"),
    ("word", r"[aApP]\.[mM]\b\.?|[aApP]\s[mM]\b(?=\.?\s|\.?\Z)"),
    ("word", r"[oO]['’]? ?clock\b|[qQ][1-4]\b|[hH][12]\b"),
    ("junk", r"(?:[^\W\d_]{1,40}_?\d\w{0,60})"),
    ("word", r"[^\W\d_]{1,60}(?:['’][^\W\d_]{1,20}){0,2}"),
    ("break", r"\n"),
    ("mark", r"[^\w\s]|_"),
)

_NUMERIC = frozenset({"number", "decimal", "ordinal", "date2", "date8", "clock"})

# Short spellings, read as the word they stand for.
_SPELLINGS = {"wkend": "weekend", "wknd": "weekend", "wkends": "weekends", "wknds": "weekends"}


@cache
def _spellings() -> dict[str, str]:
    return {
        form: word
        for language in ("en", *OTHER_LANGUAGES)
        for form, word in lexicon(language).forms("spelling").items()
    }


@cache
def _shapes() -> tuple[tuple[str, str], ...]:
    """All shapes; short forms with a digit in them ("2moro") before any number."""
    endings = "|".join(
        ending for name in ("en", *OTHER_LANGUAGES) for ending in sorted(lexicon(name).sets["ordinal_ending"])
    )
    mixed = [re.escape(form) for form in _spellings() if not form.isalpha() and any(map(str.isdigit, form))]
    return (
        ("word", rf"(?<!\w)(?:{'|'.join(mixed)})(?!\w)"),
        ("ordinal", rf"\d{{1,3}}(?:{endings})\b"),
        *_GLUED,
        *_SHAPES,
    )


@cache
def _master() -> re.Pattern[str]:
    parts: list[str] = []
    for index, (_, shape) in enumerate(_shapes()):
        parts.append(f"(?P<s{index}>{_renumbered(shape, index)})")
    return re.compile("|".join(parts), re.IGNORECASE)


def _renumbered(shape: str, index: int) -> str:
    """Numbered back-references become named ones, because all shapes share one pattern."""
    named = re.sub(r"\(\[-/\.\]\)", f"(?P<sep{index}>[-/.])", shape)
    return re.sub(r"\\[12]", f"(?P=sep{index})", named)


@lru_cache(maxsize=64)
def tokenise(text: str) -> tuple[Token, ...]:
    """The tokens of the first 2,000 characters, in order."""
    tokens: list[Token] = []
    spellings = _spellings()
    for match in _master().finditer(text[:READ_LIMIT]):
        kind = _shapes()[int((match.lastgroup or "s0")[1:])][0]
        word = match.group().casefold().replace("’", "'")
        tokens.append(Token(match.start(), match.end(), spellings.get(word.replace(" ", "_"), word), kind))
    return tuple(_after_label(token, tokens[index - 1]) if index else token for index, token in enumerate(tokens))


def _after_label(token: Token, before: Token) -> Token:
    if token.kind in _NUMERIC and before.text in lexicon().sets["label"]:
        return Token(token.start, token.end, token.text, "junk")
    return token


def retokenised(words: str, start: int, end: int) -> list[Token]:
    """The tokens of words that stand for a piece of a text; all have its place."""
    return [replace(token, start=start, end=end) for token in tokenise(words)]

"""The words of time and the numbers as classes of the grammar, and which of them need company to count.

Invariant: the words are the lexicon's; here is what each means, plus the one rule that takes a word like "may" or "sat" out of the game
when nothing around it speaks of dates. A number's classes (an hour, a day, a year) depend on its value alone. It does not know how words
combine.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import time
from typing import Any

from app.language.time.grammar import Alphabet, spell
from app.language.time.meaning import Grain, Part
from app.language.time.tokens import Token
from app.language.words.lexicon import lexicon

_EN = lexicon()


def _meanings(table: str, meanings: Mapping[str, Any]) -> dict[str, Any]:
    """Every form of a table → what it means."""
    return {form: meanings[word] for form, word in _EN.forms(table).items()}


def _in_order(table: str, first: int = 0) -> dict[str, Any]:
    words = _EN.words(table)
    return _meanings(table, dict(zip(words, range(first, first + len(words)), strict=True)))


WEEKDAYS: dict[str, int] = _in_order("weekday")
MONTHS: dict[str, int] = _in_order("month", 1)
UNITS: dict[str, Grain] = _meanings("unit", {grain.value: grain for grain in Grain})
PERIODS: dict[str, Grain] = _meanings("period", {grain.value: grain for grain in Grain})
PARTS: dict[str, Part] = _meanings(
    "part",
    {
        part.name: part
        for part in (
            Part("morning", 6, 12, time(9)),
            Part("afternoon", 12, 18, time(15)),
            Part("evening", 18, 23, time(19)),
            Part("night", 20, 24, time(21)),
            Part("lunchtime", 12, 14, time(12, 30)),
        )
    },
)
TODAYS: dict[str, int] = _meanings("today", {"today": 0, "tomorrow": 1, "yesterday": -1})
ADVERBS: dict[str, tuple[str, int]] = _meanings(
    "adverb",
    {
        "hourly": ("HOURLY", 1),
        "daily": ("DAILY", 1),
        "weekly": ("WEEKLY", 1),
        "fortnightly": ("WEEKLY", 2),
        "monthly": ("MONTHLY", 1),
        "bimonthly": ("MONTHLY", 2),
        "quarterly": ("MONTHLY", 3),
        "semiannually": ("MONTHLY", 6),
        "biennially": ("YEARLY", 2),
        "yearly": ("YEARLY", 1),
    },
)
_LENGTHS = {"fortnight": (0, 14), "decade": (120, 0), "century": (1200, 0)}  # months, days

CLASSES: dict[str, Mapping[str, Any]] = {
    "WEEKDAY": WEEKDAYS,
    "WEEKDAYS": {word: day for word, day in WEEKDAYS.items() if word.endswith("days")},
    "MONTH": MONTHS,
    "CLEARMONTH": {word: month for word, month in MONTHS.items() if word not in _EN.sets["shy_months"]},
    "UNIT": UNITS,
    "FORTNIGHT": _meanings("fortnight", _LENGTHS),
    "PERIOD": PERIODS,
    "LONG": {word: grain for word, grain in PERIODS.items() if word != "day"},
    "PART": PARTS,
    "TONIGHT": _meanings("tonight", {"tonight": Part("night", 18, 24, time(20))}),
    "MERIDIEM": {form.replace("_", " "): word for form, word in _EN.forms("meridiem").items()},
    "NEXT": _meanings("next", {"next": 1, "this": 0, "last": -1}),
    "COMING": _meanings("coming", {"coming": 1}),
    "TODAY": TODAYS,
    "SEASON": _EN.forms("season"),
    "ADVERB": ADVERBS,
    "EVERY": _EN.forms("every"),
    "QUARTERNAME": {"q1": 1, "q2": 2, "q3": 3, "q4": 4},
    "HALFNAME": {"h1": 1, "h2": 2},
    **{name.upper(): dict.fromkeys(sorted(_EN.sets[name])) for name in ("measure", "feast", "zone", "region")},
    "COMMA": {",": None},
    "COLON": {":": None},
    "PLUS": {"+": None},
    "QUOTE": {"'": None},
    "DASH": {"-": None, "–": None, "—": None, "~": None},
    "SLASH": {"/": None},
    "DOT": {".": None},
    "PAREN": {"(": None, ")": None},
    "STOP": dict.fromkeys(".!?;:\n\"')"),
}

_LONGEST_SHORT = len("thurs")
_NUMERIC = frozenset({"number", "ordinal", "clock", "date2", "date3"})


def stands_alone(tokens: Sequence[Token], index: int, text: str) -> bool:
    """Whether a doubtful word ("sat", "may") at this place speaks of dates."""
    token = tokens[index]
    if token.text in _EN.sets["doubtful_days"]:
        return _is_day(tokens, index, text)
    if token.text in _EN.sets["doubtful_months"]:
        return _is_month(tokens, index)
    return True


_NOTHING = Token(0, 0, "", "edge")


def _near(tokens: Sequence[Token], index: int) -> tuple[Token, Token]:
    """The tokens on both sides; at the edges of the text an empty one."""
    before = tokens[index - 1] if index else _NOTHING
    after = tokens[index + 1] if index + 1 < len(tokens) else _NOTHING
    return before, after


def _is_day(tokens: Sequence[Token], index: int, text: str) -> bool:
    if len([token for token in tokens if token.kind == "word"]) == 1:
        return True
    before, after = _near(tokens, index)
    followed = (
        after.kind in _NUMERIC
        or after.text in _EN.sets["after_day"]
        or after.text in MONTHS
        or _leads_on(tokens, index)
    )
    led = before.text in _EN.sets["before_day"] or before.text in TODAYS or _joins_day(tokens, index)
    return followed or led or _capital_inside(before, tokens[index], text)


def _leads_on(tokens: Sequence[Token], index: int) -> bool:
    """A number follows over "the", a dot or "at": "mon the 7th", and at the start of the text "Mon. at 3"."""
    rest = [token for token in tokens[index + 1 : index + 4] if token.text not in {".", ",", "at", "@", "the"}]
    near = bool(rest) and rest[0].kind in _NUMERIC
    return near and (index == 0 or (tokens[index + 1].text == "the" and rest[0].kind == "ordinal"))


def _capital_inside(before: Token, token: Token, text: str) -> bool:
    """Written as a name in mid-sentence: "see you Sat", unlike "Sat down" or "the Sun"."""
    name = text[token.start : token.end]
    return name.istitle() and before.kind == "word" and before.text != "the"


def _joins_day(tokens: Sequence[Token], index: int) -> bool:
    """Part of a list or a range of days: "mon, wed and fri", "mon wed fri", "mon to thu"."""
    after = [token.text for token in tokens[index + 1 : index + 3]]
    if (
        after[1:]
        and after[0] in {",", "and", "or", "&", "/", "to", "-", "–", "through", "thru", "till"}
        and after[1] in WEEKDAYS
    ):
        return True
    if index and tokens[index - 1].text in WEEKDAYS:
        return True
    if after and after[0] in WEEKDAYS and len(after[0]) <= _LONGEST_SHORT:
        return True
    if index < 2 or tokens[index - 1].text not in {",", "and", "or", "&", "/"}:
        return False
    return tokens[index - 2].text in WEEKDAYS


def _is_month(tokens: Sequence[Token], index: int) -> bool:
    if len(tokens) == 1:
        return True
    before, after = _near(tokens, index)
    if tokens[index].text == "may" and after.text in _EN.sets["verbs_after_may"]:
        return before.text in {"in", "until", "till", "of"} and after.text in {"or", "the"}
    opens = index == 0 and after.text in {"in", "after"}
    opens = opens or (after.text == "next" and _near(tokens, index + 1)[1].text in {"year", "yr"})
    return opens or _leads_to_month(before) or after.kind in _NUMERIC or after.text in _AFTER_MONTH


def _leads_to_month(before: Token) -> bool:
    """A preposition, a day in digits or an ordinal; "one may" is no date."""
    counted = before.kind in _NUMERIC and (before.text != "spelled" or before.kind == "ordinal")
    return counted or before.text in _EN.sets["before_month"] or before.text in SPELLED_DAYS


SPELLED_DAYS = frozenset((*_EN.ordinals, "twenty", "thirty"))
_AFTER_MONTH = SPELLED_DAYS | {"the", "-", "/"}


_PLAIN, _ORDINALS = _EN.numbers, _EN.ordinals
_ONES = {word: value for word, value in _PLAIN.items() if 0 < value < 10}
_TENS = {word: value for word, value in _PLAIN.items() if value >= 20}
_ORDINAL_ONES = {word: value for word, value in _ORDINALS.items() if value < 10}
_SCALES = {"hundred": 100, "thousand": 1000}
_AFTER_ORDINAL = frozenset("week day weekend month quarter last of to and half business working weekday".split())
_CENTURIES = frozenset({19, 20})
_FIRST_YEAR, _LAST_YEAR = 1900, 2199

# Upper bounds (inclusive) of the integer classes.
_BUCKETS = ((0, "N0"), (12, "N12"), (23, "N23"), (24, "N24"), (31, "N31"), (59, "N59"), (999, "N999"))
_INTEGERS = [name for _, name in _BUCKETS] + ["N4", "NYEAR", "NBIG"]
UNIONS = {
    "HOUR": ("N0", "N12", "N23", "N24"),
    "DOM": ("N12", "N23", "N24", "N31"),
    "MIN": ("N0", "N12", "N23", "N24", "N31", "N59"),
    "YY": ("N23", "N24", "N31", "N59", "N999"),
    "YEAR": ("NYEAR",),
    "HHMM": ("N4", "NYEAR"),
    "INT": tuple(_INTEGERS),
    "NUM": (*_INTEGERS, "NFRAC"),
    "ORD": ("ORDDAY", "ORDBIG"),
    "SAID": ("DAY", "DRAFT", "PARTOF"),
    "DAYNUM": ("ORDDAY", "ORDBIG", *_INTEGERS),
}


def declare(alphabet: Alphabet) -> None:
    """Make the number classes known to an alphabet."""
    for name, members in UNIONS.items():
        alphabet.union(name, members)


def number_class(value: float, digits: str = "") -> str:
    """The class of a number token."""
    if value != int(value):
        return "NFRAC"
    if len(digits) == 4 and not _FIRST_YEAR <= value <= _LAST_YEAR:
        return "N4"
    if _FIRST_YEAR <= value <= _LAST_YEAR:
        return "NYEAR"
    return next((name for bound, name in _BUCKETS if value <= bound), "NBIG")


def read_numbers(tokens: list[Token], alphabet: Alphabet) -> list[Token]:
    """The tokens with numbers in digits and words joined and classed."""
    out: list[Token] = []
    index = 0
    while index < len(tokens):
        token, used = _number_at(tokens, index, alphabet)
        out.append(token or tokens[index])
        index += used
    return out


def _number_at(tokens: list[Token], index: int, alphabet: Alphabet) -> tuple[Token | None, int]:
    token = tokens[index]
    if token.kind == "number":
        return spell_number(token, int(token.text), alphabet, digits=token.text), 1
    if token.kind == "ordinal":
        return _ordinal(token, int(re.sub(r"\D", "", token.text)), alphabet), 1
    if token.kind != "word":
        return None, 1
    return _words_at(tokens, index, alphabet)


def _words_at(tokens: list[Token], index: int, alphabet: Alphabet) -> tuple[Token | None, int]:
    word = tokens[index].text
    if word in _ORDINALS and (word != "second" or _is_ordinal_second(tokens, index)):
        return _ordinal(tokens[index], _ORDINALS[word], alphabet), 1
    if word not in _PLAIN:
        return None, 1
    value, used, ordinal = _spelled(tokens, index)
    joined = Token(tokens[index].start, tokens[index + used - 1].end, "spelled", "number")
    if ordinal:
        return _ordinal(joined, value, alphabet), used
    return spell_number(joined, value, alphabet, digits=""), used


def _is_ordinal_second(tokens: list[Token], index: int) -> bool:
    """Whether "second" counts ("the second of May", "second Friday") rather than measures ("a second")."""
    before, after = _word(tokens, index - 1) if index else "", _word(tokens, index + 1)
    if before in {"a", "per", "half"} or (index and tokens[index - 1].kind == "number"):
        return False
    return after in WEEKDAYS or after in _AFTER_ORDINAL or (before in {"the", "on"} and after not in {"hand"})


def _spelled(tokens: list[Token], index: int) -> tuple[int, int, bool]:
    """Value, tokens used and whether it is an ordinal, of the number in words that starts here."""
    value, used, ordinal = _below_hundred(tokens, index)
    position = index + used
    while not ordinal and position < len(tokens) and tokens[position].text in _SCALES:
        value *= _SCALES[tokens[position].text]
        used += 1
        position = index + used
        skip = 1 if _word(tokens, position) == "and" and _word(tokens, position + 1) in _PLAIN else 0
        if _word(tokens, position + skip) in _PLAIN:
            more, taken, ordinal = _below_hundred(tokens, position + skip)
            value, used = value + more, used + skip + taken
            position = index + used
    if value in _CENTURIES and not ordinal and _word(tokens, position) in _TENS:
        more, taken, ordinal = _below_hundred(tokens, position)
        return value * 100 + more, used + taken, ordinal
    return value, used, ordinal


def _below_hundred(tokens: list[Token], index: int) -> tuple[int, int, bool]:
    value = _PLAIN[tokens[index].text]
    if tokens[index].text not in _TENS:
        return value, 1, False
    skip = 1 if _word(tokens, index + 1) == "-" else 0
    unit = _word(tokens, index + 1 + skip)
    if unit in _ONES:
        return value + _ONES[unit], 2 + skip, False
    if unit in _ORDINAL_ONES:
        return value + _ORDINAL_ONES[unit], 2 + skip, True
    return value, 1, False


def _word(tokens: list[Token], index: int) -> str:
    return tokens[index].text if index < len(tokens) else ""


def spell_number(token: Token, value: float, alphabet: Alphabet, *, digits: str) -> Token:
    """A number token of the right class."""
    with_value = Token(token.start, token.end, token.text, token.kind, value)
    return spell(alphabet, with_value, alphabet.symbols(number_class(value, digits)))


def _ordinal(token: Token, value: int, alphabet: Alphabet) -> Token:
    name = "ORDDAY" if 1 <= value <= 31 else "ORDBIG"
    with_value = Token(token.start, token.end, token.text, "ordinal", value)
    return spell(alphabet, with_value, alphabet.symbols(name))

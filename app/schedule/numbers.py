"""Numbers in digits and in words, as tokens whose class says what the number could be (an hour, a day, a year).

Invariant: every number token carries an int or float; which classes it belongs to depends on its value alone.
It does not know what the number counts.
"""

import re

from app.schedule.grammar import Alphabet, spell
from app.schedule.tokens import Token
from app.schedule.vocabulary import WEEKDAYS

_ONES = dict(zip("one two three four five six seven eight nine".split(), range(1, 10), strict=True))
_TEENS = dict(
    zip(
        "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(),
        range(10, 20),
        strict=True,
    )
)
_TENS = dict(zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10), strict=True))
_PLAIN = {"zero": 0, **_ONES, **_TEENS, **_TENS, "fourty": 40}
_ORDINAL_ONES = dict(
    zip("first second third fourth fifth sixth seventh eighth ninth".split(), range(1, 10), strict=True)
)
_ORDINALS = {
    **_ORDINAL_ONES,
    **dict(
        zip(
            "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split(),
            range(10, 20),
            strict=True,
        )
    ),
    "twentieth": 20,
    "thirtieth": 30,
}
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

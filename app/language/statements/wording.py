"""Statements in other words: the user's own said back to them, a model's in the first person, and days told from today as calendar days.

Pure. Cautious with moments: only what has one reading is replaced, as coarsely as it was said; everything else stays as it is.
"""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

from app.language.questions import spoken
from app.language.statements.vocabulary import folded_words, language, language_of
from app.language.words.lexicon import lexicon

_SECOND_PERSON: tuple[tuple[str, str], ...] = (
    (r"\bi(?:['’]m| am)\b", "you are"),
    (r"\bi was\b", "you were"),
    (r"\bi(?:['’]ve| have)\b", "you have"),
    (r"\bi['’](?=(?:ll|d)\b)", "you'"),
    (r"\bmyself\b", "yourself"),
    (r"\bwe(?:['’]re| are)\b", "you are"),
    (r"\bwe(?:['’]ve| have)\b", "you have"),
    (r"\b(?:mine|ours)\b", "yours"),
    (r"\b(?:my|our)\b", "your"),
    (r"\b(?:i|me|we|us)\b", "you"),
)
_SAY_YOU = tuple((re.compile(pattern, re.IGNORECASE), word) for pattern, word in _SECOND_PERSON)


_ENGLISH = frozenset("i i'm my mine myself i've i'd i'll we our us".split())  # "me" is French too


def to_you(statement: str) -> str:
    """The user's words about themselves, said back to them: "my sister is Ama" as "your sister is Ama". Another language stays as it is."""
    words = folded_words(statement)
    if language_of(words) is not language("en") or not (set(words) & _ENGLISH or spoken(statement) == "en"):
        return statement
    for pattern, word in _SAY_YOU:
        statement = pattern.sub(word, statement)
    return statement


def sentence(statement: str) -> str:
    """The same, as the beginning of a sentence."""
    said = to_you(statement)
    return said[:1].upper() + said[1:]


_USERS = re.compile(r"\b(?:the )?user['’]s\b", re.IGNORECASE)
_USER = re.compile(r"\A(?:the )?user (?P<rest>(?P<verb>[\w'’]+).*)\Z", re.IGNORECASE | re.DOTALL)
_THEIR = re.compile(r"\b(?:his|her|their)\b(?! (?:own )?\w+ (?:said|says))", re.IGNORECASE)
_IRREGULAR = {
    "is": "am",
    "has": "have",
    "was": "was",
    "does": "do",
    "doesn't": "don't",
    "isn't": "am not",
    "hasn't": "haven't",
    "goes": "go",
}
_SIBILANT = re.compile(r"(?:ch|sh|ss|x|z|o)es\Z", re.IGNORECASE)


def first_person(statement: str) -> str:
    """ "The user lives in Accra" as "I live in Accra"; a statement that is in the first person already as it is."""
    said = _USERS.sub("my", statement)
    found = _USER.match(said)
    if found is None:
        return said
    rest = found["rest"][len(found["verb"]) :]
    return f"I {_said_of_me(found['verb'])}{_THEIR.sub('my', rest)}"


def _said_of_me(verb: str) -> str:
    """ "lives" as "live"; any other word as it is."""
    plain = verb.casefold().replace("’", "'")
    if plain in _IRREGULAR:
        return _IRREGULAR[plain]
    if plain.endswith("ies") and len(plain) > len("dies"):
        return f"{plain[:-3]}y"
    if _SIBILANT.search(plain):
        return plain[:-2]
    return plain[:-1] if plain.endswith("s") and not plain.endswith("ss") else plain


_WEEKDAYS = lexicon().words("weekday")
_NUMBERS = {word: number for word, number in lexicon().numbers.items() if number <= 12}
_NUMBERS |= {"a": 1, "an": 1}
_RELATIVE = re.compile(
    r"\b(?:(?P<day>(?:the day before )?yesterday|today|tomorrow|tonight|last night|this morning|this afternoon|this evening)|"
    r"(?P<which>last|next|this) (?P<unit>weekend|week|month|year|"
    + "|".join(_WEEKDAYS)
    + r")(?: (?:morning|evening|night|afternoon))?|"
    r"(?P<count>\d{1,3}|" + "|".join(_NUMBERS) + r") (?P<step>day|week|month|year)s? ago)\b",
    re.IGNORECASE,
)
_DAYS = {"the day before yesterday": -2, "yesterday": -1, "last night": -1, "tomorrow": 1}
_SHIFTS = {"last": -1, "this": 0, "next": 1}
_FAR = 100  # years


def dated(statement: str, moment: datetime) -> str:
    """`statement` with what it says of days, weeks, months and years relative to `moment` (aware, in the user's zone) said outright:
    "I started at Acme last week" as "I started at Acme in the week of 9 November 2026"."""
    return _RELATIVE.sub(lambda found: _outright(found, moment) or found[0], statement)


def _outright(found: re.Match[str], moment: datetime) -> str:
    if found["day"]:
        return _on(moment + timedelta(days=_DAYS.get(found["day"].casefold(), 0)))
    try:
        if found["step"]:
            return _ago(_number(found["count"]), found["step"].casefold(), moment)
        return _turned(found["which"].casefold(), found["unit"].casefold(), moment)
    except OverflowError:
        return ""


def _turned(which: str, unit: str, moment: datetime) -> str:
    """ "last month", "next Friday"."""
    shift = _SHIFTS[which]
    if unit in _WEEKDAYS:
        return _weekday(which, _WEEKDAYS.index(unit), moment)
    if unit in ("week", "weekend"):
        monday = moment + timedelta(days=7 * shift - moment.weekday())
        return (
            f"in the week of {_day(monday)}"
            if unit == "week"
            else f"on the weekend of {_day(monday + timedelta(days=5))}"
        )
    return _in_month(moment, shift) if unit == "month" else f"in {moment.year + shift}"


def _weekday(which: str, weekday: int, moment: datetime) -> str:
    """The last one is the latest that is over, the next one may be this week's or the one after, so that it stays as it was said."""
    if which != "last":
        return ""
    return _on(moment - timedelta(days=(moment.weekday() - weekday - 1) % 7 + 1))


def _ago(count: int, step: str, moment: datetime) -> str:
    steps: dict[str, Callable[[], str]] = {
        "day": lambda: _on(moment - timedelta(days=count)),
        "week": lambda: f"around {_day(moment - timedelta(weeks=count))}",
        "month": lambda: _in_month(moment, -count),
        "year": lambda: f"around {moment.year - count}" if count < _FAR else "",
    }
    return steps[step]()


def _in_month(moment: datetime, shift: int) -> str:
    year, month = divmod(moment.year * 12 + moment.month - 1 + shift, 12)
    return f"in {moment.replace(year=year, month=month + 1, day=1):%B %Y}" if year > moment.year - _FAR else ""


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else _NUMBERS[word.casefold()]


def _day(moment: datetime) -> str:
    return f"{moment.day} {moment:%B %Y}"


def _on(moment: datetime) -> str:
    return f"on {_day(moment)}"

"""The words of time: days, months, units, parts of the day, and which of them need company to count.

Invariant: tables only, plus the one rule that takes a word like "may" or "sat" out of the game when nothing around it
speaks of dates. It does not know how words combine.
"""

from collections.abc import Mapping
from datetime import time
from typing import Any, TypeVar

from app.schedule.meaning import Grain, Part
from app.schedule.tokens import Token

_Meaning = TypeVar("_Meaning")


def _spread(table: Mapping[_Meaning, str]) -> dict[str, _Meaning]:
    return {word: meaning for meaning, words in table.items() for word in words.split()}


WEEKDAYS = _spread(
    {
        0: "monday mon mondays monday's",
        1: "tuesday tue tues tuesdays tuesday's",
        2: "wednesday wed weds wednesdays wednsday wednesday's wensday",
        3: "thursday thu thur thurs thursdays thursday's",
        4: "friday fri fridays friday's",
        5: "saturday sat saturdays saturday's",
        6: "sunday sun sundays sunday's",
    }
)
PLURAL_WEEKDAYS = {word: day for word, day in WEEKDAYS.items() if word.endswith("days")}

MONTHS = _spread(
    {
        1: "january jan",
        2: "february feb febuary",
        3: "march mar",
        4: "april apr",
        5: "may",
        6: "june jun",
        7: "july jul",
        8: "august aug",
        9: "september sep sept",
        10: "october oct",
        11: "november nov",
        12: "december dec",
    }
)
# Also names of people, verbs or nouns: a month only next to a number or a word such as "in".
SHY_MONTHS = {
    word: MONTHS[word] for word in ("march", "mar", "may", "april", "june", "august", "jan", "dec", "jun", "apr")
}
CLEAR_MONTHS = {word: month for word, month in MONTHS.items() if word not in SHY_MONTHS}

UNITS = _spread(
    {
        Grain.SECOND: "second seconds sec secs s second's",
        Grain.MINUTE: "minute minutes min mins m minute's",
        Grain.HOUR: "hour hours hr hrs h hour's",
        Grain.DAY: "day days d day's",
        Grain.WEEK: "week weeks wk wks w week's",
        Grain.MONTH: "month months mo mos mth mths month's",
        Grain.QUARTER: "quarter quarters qtr qtrs",
        Grain.YEAR: "year years yr yrs y year's",
    }
)
FORTNIGHTS = _spread(
    {(0, 14): "fortnight fortnights fortnight's", (120, 0): "decade decades", (1200, 0): "century centuries"}
)
PERIOD_UNITS = _spread(
    {
        Grain.DAY: "day",
        Grain.WEEK: "week wk",
        Grain.MONTH: "month",
        Grain.QUARTER: "quarter qtr",
        Grain.YEAR: "year yr",
    }
)

PARTS = _spread(
    {
        Part("morning", 6, 12, time(9)): "morning mornings am.",
        Part("afternoon", 12, 18, time(15)): "afternoon afternoons arvo",
        Part("evening", 18, 23, time(19)): "evening evenings eve",
        Part("night", 20, 24, time(21)): "night nights nite",
        Part("lunchtime", 12, 14, time(12, 30)): "lunchtime lunchtimes",
    }
)
TONIGHT = {word: Part("night", 18, 24, time(20)) for word in ("tonight", "tonite", "tonight's")}

MERIDIEMS = _spread(
    {"am": "am a.m. a.m a.m a", "pm": "pm p.m. p.m p.m p"},
)
MERIDIEMS |= {"a m": "am", "p m": "pm"}

NEXT = _spread({1: "next following", 0: "this current", -1: "last previous past prior"})
COMING = _spread({1: "coming upcoming forthcoming"})

TODAYS = _spread(
    {
        0: "today today's tod",
        1: "tomorrow tomorrow's tmrw tmr tomo tmw tommorow tommorrow tomorow 2moro",
        -1: "yesterday yesterday's",
    }
)

SEASONS = _spread({"spring": "spring", "summer": "summer", "autumn": "autumn fall", "winter": "winter"})

MEASURES = _spread(
    {
        True: "percent percentage km kms kilometers kilometres miles mile meters metres kg kgs kilos grams lbs pounds "
        "euros euro dollars dollar pounds pence cents bucks degrees people persons guests adults kids children items "
        "street st road rd avenue ave lane square drive place floor main elm park litres liters cups cup bottles "
        "points stars pages times x feet inches"
    }
)

CLASSES: dict[str, Mapping[str, Any]] = {
    "WEEKDAY": WEEKDAYS,
    "WEEKDAYS": PLURAL_WEEKDAYS,
    "MONTH": MONTHS,
    "CLEARMONTH": CLEAR_MONTHS,
    "UNIT": UNITS,
    "FORTNIGHT": FORTNIGHTS,
    "PERIOD": PERIOD_UNITS,
    "PART": PARTS,
    "TONIGHT": TONIGHT,
    "MERIDIEM": MERIDIEMS,
    "NEXT": NEXT,
    "COMING": COMING,
    "TODAY": TODAYS,
    "SEASON": SEASONS,
    "MEASURE": MEASURES,
    "LONG": {word: grain for word, grain in PERIOD_UNITS.items() if word != "day"},
    "COMMA": {",": None},
    "PLUS": {"+": None},
    "QUOTE": {"'": None},
    "DASH": {"-": None, "–": None, "—": None, "~": None},
    "SLASH": {"/": None},
    "DOT": {".": None},
    "PAREN": {"(": None, ")": None},
    "STOP": dict.fromkeys(".!?;:\n\"')"),
}

_DOUBTFUL_DAYS = frozenset({"sat", "sun", "mon", "wed"})
_DOUBTFUL_MONTHS = frozenset({"may", "march", "mar"})
_BEFORE_DAY = frozenset(
    "on this next last every each by until till from since before after coming past previous following through thru "
    "to - – @ week month first second third fourth fifth 1st 2nd 3rd 4th 5th other".split()
)
_BEFORE_MONTH = frozenset(
    "in by until till since this next last of during early late mid before after every each through thru starting "
    "beginning end from to - / – coming previous following and".split()
)
_AFTER_DAY = frozenset("morning afternoon evening night next last week".split())
_VERBS_AFTER_MAY = frozenset(
    "be have not i we you he she it they also well need want go come get take or the make help just still contain cause".split()
)
_NUMERIC = frozenset({"number", "ordinal", "clock", "date2", "date3"})


def stands_alone(tokens: list[Token], index: int, text: str) -> bool:
    """Whether a doubtful word ("sat", "may") at this place speaks of dates."""
    token = tokens[index]
    if token.text in _DOUBTFUL_DAYS:
        return _is_day(tokens, index, text)
    if token.text in _DOUBTFUL_MONTHS:
        return _is_month(tokens, index)
    return True


_NOTHING = Token(0, 0, "", "edge")


def _near(tokens: list[Token], index: int) -> tuple[Token, Token]:
    """The tokens on both sides; at the edges of the text an empty one."""
    before = tokens[index - 1] if index else _NOTHING
    after = tokens[index + 1] if index + 1 < len(tokens) else _NOTHING
    return before, after


def _is_day(tokens: list[Token], index: int, text: str) -> bool:
    if len([token for token in tokens if token.kind == "word"]) == 1:
        return True
    before, after = _near(tokens, index)
    followed = after.kind in _NUMERIC or after.text in _AFTER_DAY or after.text in MONTHS or _leads_on(tokens, index)
    led = before.text in _BEFORE_DAY or before.text in TODAYS or _joins_day(tokens, index)
    return followed or led or _capital_inside(before, tokens[index], text)


def _leads_on(tokens: list[Token], index: int) -> bool:
    """A number follows over "the", a dot or "at": "mon the 7th", and at the start of the text "Mon. at 3"."""
    rest = [token for token in tokens[index + 1 : index + 4] if token.text not in {".", ",", "at", "@", "the"}]
    near = bool(rest) and rest[0].kind in _NUMERIC
    return near and (index == 0 or (tokens[index + 1].text == "the" and rest[0].kind == "ordinal"))


def _capital_inside(before: Token, token: Token, text: str) -> bool:
    """Written as a name in mid-sentence: "see you Sat", unlike "Sat down" or "the Sun"."""
    name = text[token.start : token.end]
    return name.istitle() and before.kind == "word" and before.text != "the"


def _joins_day(tokens: list[Token], index: int) -> bool:
    """Part of a list of days: "mon, wed and fri", "mon wed fri"."""
    if index and tokens[index - 1].text in WEEKDAYS:
        return True
    if index < 2 or tokens[index - 1].text not in {",", "and", "or", "&", "/"}:
        return False
    return tokens[index - 2].text in WEEKDAYS


def _is_month(tokens: list[Token], index: int) -> bool:
    if len(tokens) == 1:
        return True
    before, after = _near(tokens, index)
    if tokens[index].text == "may" and after.text in _VERBS_AFTER_MAY:
        return before.text in {"in", "until", "till", "of"} and after.text in {"or", "the"}
    opens = index == 0 and after.text in {"in", "after"}
    opens = opens or (after.text == "next" and _near(tokens, index + 1)[1].text in {"year", "yr"})
    return opens or _leads_to_month(before) or after.kind in _NUMERIC or after.text in _AFTER_MONTH


def _leads_to_month(before: Token) -> bool:
    """A preposition, a day in digits or an ordinal; "one may" is no date."""
    counted = before.kind in _NUMERIC and (before.text != "spelled" or before.kind == "ordinal")
    return counted or before.text in _BEFORE_MONTH or before.text in SPELLED_DAYS


SPELLED_DAYS = frozenset(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty thirtieth thirty".split()
)
_AFTER_MONTH = SPELLED_DAYS | {"the", "-", "/"}

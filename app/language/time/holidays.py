"""Phrases with holidays: "Christmas 2027", "next Easter", "Thanksgiving in a year".

Invariant: a feast whose day is not certain (Eid, Diwali, Passover) is known by name only, so that the words beside it
are not taken for the whole time: a confident wrong day is worse than a question. It does not know who celebrates what.
"""

import re

from app.language.time.grammar import Context, Found, Rule
from app.language.time.meaning import Day, Grain, Moment, Span
from app.language.words.lexicon import lexicon
from app.schedule.holiday_dates import YearDate, year_date

# A possessive plural ("mothers' day") is read as two tokens, so its apostrophe is no part of the name.
HOLIDAYS: dict[str, YearDate] = {
    name.replace("s' ", "s ").rstrip("'"): year_date(day)
    for day, names in lexicon().holidays.items()
    for name in names.split("|")
}


def _name(context: Context, found: Found) -> YearDate | None:
    del context
    words = [token.text for token in found.tokens if token.text not in {".", "'"}]
    return HOLIDAYS.get(" ".join(words).replace("s' ", "s "))


def _coming(context: Context, found: Found) -> Day:
    on, today = found.get("HOLIDAY"), context.today
    this_year = on(today.year)
    if this_year >= today:
        return Day(this_year, if_passed=on(today.year + 1), each_year=on)
    return Day(on(today.year + 1), each_year=on)


def _in_year(_: Context, found: Found) -> Day:
    return Day(found.get("HOLIDAY")(int(found.get("YEAR"))))


def _relative(context: Context, found: Found) -> Day:
    """ "This" is the coming one, "last" the latest gone by; "next" is the coming one too, as people say it."""
    on, today = found.get("HOLIDAY"), context.today
    if found.get("NEXT", 1) >= 0:
        return _coming(context, found)
    this_year = on(today.year)
    return Day(this_year if this_year < today else on(today.year - 1))


def _of_year(context: Context, found: Found) -> Day:
    return Day(found.get("HOLIDAY")(context.now.year + found.get("NEXT")))


def _counted(context: Context, found: Found) -> Day | None:
    """ "Thanksgiving in a year": the first one after that; "Christmas 2 years ago": the one of that year."""
    span: Span = found.get("DURATION")
    if span.timed or not span.months:
        return None
    on = found.get("HOLIDAY")
    back = found.has("ago")
    anchor = span.scaled(-1 if back else 1).shift(context.today)
    days = [on(anchor.year + offset) for offset in (0, 1)]
    return Day(days[0] if back else min(day for day in days if day >= anchor))


def _beside_feast(_: Context, found: Found) -> str | None:
    """ "Diwali in 2027" is no New Year's Day, and "on Eid at 9" is not today."""
    moment: Moment = found.get("MOMENT")
    return None if moment.has_date and moment.grain is not Grain.YEAR else "doubt"


FEAST_RULES = (
    Rule("FEAST (COMMA|in|of|at|@|from|by|around)? MOMENT", "DOUBT", _beside_feast),
    Rule("MOMENT (on|for|before|after|of)? ANY? ANY? FEAST", "DOUBT", _beside_feast),
)

# A feast of another calendar shares its name with one known here but not its day ("Chinese New Year").
_OTHER_CALENDARS = "(?: closest | nearest | prophet's | chinese | lunar | islamic | jewish | persian | tamil | hindu | sikh | thai | orthodox )"


def _pattern() -> str:
    names = sorted(HOLIDAYS, key=len, reverse=True)
    return "(?:" + "|".join(_name_pattern(name) for name in names) + ")"


def _name_pattern(name: str) -> str:
    plain = re.sub(r"\bst ", "st DOT? ", name.replace("-", "DASH"))
    return re.sub(r"(?<=[a-z])s (?!DOT)", "s QUOTE? ", plain)


def rules() -> tuple[Rule, ...]:
    """The rules of this level; the pattern of all names is long, so it is put together when it is needed."""
    return (
        Rule(f"(?<! {_OTHER_CALENDARS}) {_pattern()} (?! to heaven)", "HOLIDAY", _name),
        Rule("HOLIDAY (COMMA|of|in)? YEAR", "DAY", _in_year),
        Rule("HOLIDAY (of|COMMA)? NEXT (year|yr)", "DAY", _of_year),
        Rule("HOLIDAY (in DURATION | DURATION (from now|hence|ago))", "DAY", _counted),
        Rule("(the)? (NEXT|COMING) HOLIDAY", "DAY", _relative),
        Rule("(the)? HOLIDAY", "DAY", _coming),
    )

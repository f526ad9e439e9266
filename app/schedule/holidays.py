"""Holidays that fall on a computable day: fixed ones, those counted in weekdays, and those that hang on Easter.

Invariant: only days that are certain for every year are known; feasts set by a moon sighting are left out, because a
confident wrong day is worse than a question. It does not know who celebrates what.
"""

import re
from collections.abc import Callable
from datetime import date, timedelta

from dateutil.easter import EASTER_ORTHODOX, easter

from app.schedule.grammar import Context, Found, Rule
from app.schedule.meaning import Day, Span
from app.schedule.weekdays import nth_weekday

_MON, _TUE, _THU, _FRI, _SUN = 0, 1, 3, 4, 6
YearDate = Callable[[int], date]


def _fixed(month: int, day: int) -> YearDate:
    return lambda year: date(year, month, day)


def _nth(nth: int, weekday: int, month: int, shift: int = 0) -> YearDate:
    def on(year: int) -> date:
        day = nth_weekday(year, month, weekday, nth)
        if day is None:
            raise ValueError("every holiday here exists every year")
        return day + timedelta(days=shift)

    return on


def _easter(days: int) -> YearDate:
    return lambda year: easter(year) + timedelta(days=days)


def _orthodox(days: int) -> YearDate:
    return lambda year: easter(year, EASTER_ORTHODOX) + timedelta(days=days)


def _advent(year: int) -> date:
    """The fourth Sunday before Christmas."""
    christmas_eve = date(year, 12, 24)
    return christmas_eve - timedelta(days=(christmas_eve.weekday() + 1) % 7, weeks=3)


def _programmers(year: int) -> date:
    return date(year, 1, 1) + timedelta(days=255)


_TABLE: tuple[tuple[str, YearDate], ...] = (
    ("new year|new year's|new years|new year's day|new years day|new year day", _fixed(1, 1)),
    ("epiphany", _fixed(1, 6)),
    ("australia day", _fixed(1, 26)),
    ("martin luther king day|martin luther king jr day|mlk day|mlk", _nth(3, _MON, 1)),
    ("groundhog day", _fixed(2, 2)),
    ("valentine's day|valentines day|valentine day|valentine's|valentines|st valentine's day", _fixed(2, 14)),
    ("presidents day|president's day|presidents' day|washington's birthday", _nth(3, _MON, 2)),
    ("st david's day", _fixed(3, 1)),
    ("international women's day|women's day|womens day", _fixed(3, 8)),
    ("pi day", _fixed(3, 14)),
    ("st patrick's day|st patricks day|saint patrick's day|saint patricks day|paddy's day", _fixed(3, 17)),
    ("april fools|april fools day|april fool's day|april fool's|april fools'", _fixed(4, 1)),
    ("earth day", _fixed(4, 22)),
    ("st george's day|st georges day", _fixed(4, 23)),
    ("anzac day", _fixed(4, 25)),
    (
        "may day|labour day uk|international workers day|international workers' day|workers day|workers' day",
        _fixed(5, 1),
    ),
    ("star wars day", _fixed(5, 4)),
    ("cinco de mayo", _fixed(5, 5)),
    ("mother's day|mothers day|mothers' day", _nth(2, _SUN, 5)),
    ("memorial day", _nth(-1, _MON, 5)),
    ("juneteenth", _fixed(6, 19)),
    ("father's day|fathers day|fathers' day", _nth(3, _SUN, 6)),
    ("canada day", _fixed(7, 1)),
    ("independence day|us independence day", _fixed(7, 4)),
    ("bastille day", _fixed(7, 14)),
    ("labor day|labour day", _nth(1, _MON, 9)),
    ("columbus day|indigenous peoples day|indigenous people's day", _nth(2, _MON, 10)),
    ("halloween|hallowe'en|all hallows eve", _fixed(10, 31)),
    ("all saints day|all saints' day|all hallows day", _fixed(11, 1)),
    ("all souls day|all souls' day|day of the dead", _fixed(11, 2)),
    ("guy fawkes night|guy fawkes day|bonfire night|guy fawkes", _fixed(11, 5)),
    ("veterans day|veteran's day|armistice day", _fixed(11, 11)),
    ("remembrance sunday", _nth(2, _SUN, 11)),
    ("remembrance day", _fixed(11, 11)),
    ("thanksgiving|thanksgiving day|us thanksgiving", _nth(4, _THU, 11)),
    ("canadian thanksgiving", _nth(2, _MON, 10)),
    ("black friday", _nth(4, _THU, 11, 1)),
    ("cyber monday", _nth(4, _THU, 11, 4)),
    ("giving tuesday", _nth(4, _THU, 11, 5)),
    ("st andrew's day|st andrews day", _fixed(11, 30)),
    ("advent sunday", _advent),
    ("st nicholas day|saint nicholas day|st nicholas' day", _fixed(12, 6)),
    ("christmas eve|xmas eve|x - mas eve", _fixed(12, 24)),
    ("christmas|christmas day|xmas|xmas day|x - mas", _fixed(12, 25)),
    ("boxing day|st stephen's day", _fixed(12, 26)),
    ("new year's eve|new years eve|new year eve|nye|hogmanay|silvester", _fixed(12, 31)),
    ("early may bank holiday", _nth(1, _MON, 5)),
    ("spring bank holiday", _nth(-1, _MON, 5)),
    ("summer bank holiday|august bank holiday", _nth(-1, _MON, 8)),
    ("super bowl sunday", _nth(2, _SUN, 2)),
    ("programmers day|programmer's day", _programmers),
    ("shrove tuesday|pancake day|mardi gras|fat tuesday", _easter(-47)),
    ("ash wednesday", _easter(-46)),
    ("mothering sunday", _easter(-21)),
    ("palm sunday", _easter(-7)),
    ("maundy thursday|holy thursday", _easter(-3)),
    ("good friday", _easter(-2)),
    ("holy saturday|easter saturday|easter eve", _easter(-1)),
    ("easter|easter day|easter sunday", _easter(0)),
    ("easter monday", _easter(1)),
    ("ascension day|ascension thursday|ascension", _easter(39)),
    ("pentecost|whit sunday|whitsun|whitsunday", _easter(49)),
    ("whit monday|pentecost monday", _easter(50)),
    ("trinity sunday", _easter(56)),
    ("corpus christi", _easter(60)),
    ("shrove monday|rose monday", _easter(-48)),
    ("orthodox easter|orthodox easter sunday|greek easter", _orthodox(0)),
    ("orthodox good friday", _orthodox(-2)),
    ("orthodox easter monday", _orthodox(1)),
    ("orthodox christmas|orthodox christmas day", _fixed(1, 7)),
)

# A possessive plural ("mothers' day") is read as two tokens, so its apostrophe is no part of the name.
HOLIDAYS: dict[str, YearDate] = {
    name.replace("s' ", "s ").rstrip("'"): when for names, when in _TABLE for name in names.split("|")
}


def _name(context: Context, found: Found) -> YearDate | None:
    del context
    words = [token.text for token in found.tokens if token.text not in {".", "'"}]
    return HOLIDAYS.get(" ".join(words).replace("s' ", "s "))


def _coming(context: Context, found: Found) -> Day:
    on, today = found.get("HOLIDAY"), context.now.date()
    this_year = on(today.year)
    if this_year >= today:
        return Day(this_year, if_passed=on(today.year + 1))
    return Day(on(today.year + 1))


def _in_year(_: Context, found: Found) -> Day:
    return Day(found.get("HOLIDAY")(int(found.get("YEAR"))))


def _relative(context: Context, found: Found) -> Day:
    """ "This" is the coming one, "last" the latest gone by; "next" is the coming one too, as people say it."""
    on, today = found.get("HOLIDAY"), context.now.date()
    if found.get("NEXT", 1) >= 0:
        return _coming(context, found)
    this_year = on(today.year)
    return Day(this_year if this_year < today else on(today.year - 1))


def _of_year(context: Context, found: Found) -> Day:
    return Day(found.get("HOLIDAY")(context.now.year + found.get("NEXT")))


def _counted(context: Context, found: Found) -> Day | None:
    """ "Thanksgiving in a year", "Christmas 2 years ago": the one nearest to that day, ahead or behind it."""
    span: Span = found.get("DURATION")
    if span.timed or not span.months:
        return None
    on = found.get("HOLIDAY")
    back = found.has("ago")
    anchor = span.scaled(-1 if back else 1).shift(context.now.date())
    days = [on(anchor.year + offset) for offset in (-1, 0, 1)]
    return Day(min(days, key=lambda day: abs(day - anchor)) if back else min(day for day in days if day >= anchor))


# A feast of another calendar shares its name with one known here but not its day ("Chinese New Year").
_OTHER_CALENDARS = "(?: chinese | lunar | islamic | jewish | persian | tamil | hindu | sikh | thai | orthodox )"


def _pattern() -> str:
    names = sorted(HOLIDAYS, key=len, reverse=True)
    return "(?:" + "|".join(_name_pattern(name) for name in names) + ")"


def _name_pattern(name: str) -> str:
    plain = re.sub(r"\bst ", "st DOT? ", name.replace("-", "DASH"))
    return re.sub(r"(?<=[a-z])s (?!DOT)", "s QUOTE? ", plain)


def rules() -> tuple[Rule, ...]:
    """The rules of this level; the pattern of all names is long, so it is put together when it is needed."""
    return (
        Rule(f"(?<! {_OTHER_CALENDARS}) {_pattern()}", "HOLIDAY", _name),
        Rule("HOLIDAY (COMMA|of|in)? YEAR", "DAY", _in_year),
        Rule("HOLIDAY (of|COMMA)? NEXT (year|yr)", "DAY", _of_year),
        Rule("HOLIDAY (in DURATION | DURATION (from now|hence|ago))", "DAY", _counted),
        Rule("(the)? (NEXT|COMING) HOLIDAY", "DAY", _relative),
        Rule("(the)? HOLIDAY", "DAY", _coming),
    )

"""The days of holidays by their names: fixed ones, those counted in weekdays, and those that hang on Easter.

Invariant: only days that are certain for every year are here; feasts set by a moon sighting, or kept on different days
in different places under one name, are left out. It does not know the words around a name.
"""

from collections.abc import Callable
from datetime import date, timedelta

from dateutil.easter import EASTER_ORTHODOX, easter

from app.schedule.weekdays import nth_weekday

_MON, _TUE, _WED, _THU, _FRI, _SAT, _SUN = range(7)
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


def _kings_day(year: int) -> date:
    """27 April, a day earlier when that is a Sunday (Netherlands)."""
    day = date(year, 4, 27)
    return day - timedelta(days=1) if day.weekday() == _SUN else day


def _boss_day(year: int) -> date:
    """16 October, or the working day nearest to it."""
    day = date(year, 10, 16)
    return day + timedelta(days={_SAT: -1, _SUN: 1}.get(day.weekday(), 0))


def _victoria_day(year: int) -> date:
    """The Monday before 25 May (Canada)."""
    day = date(year, 5, 24)
    return day - timedelta(days=day.weekday())


def _election_day(year: int) -> date:
    """The Tuesday after the first Monday of November (United States)."""
    return _nth(1, _MON, 11, 1)(year)


def _advent_shift(days: int) -> YearDate:
    return lambda year: _advent(year) + timedelta(days=days)


def _programmers(year: int) -> date:
    return date(year, 1, 1) + timedelta(days=255)


_TABLE: tuple[tuple[str, YearDate], ...] = (
    ("new year|new year's|new years|new year's day|new years day|new year day", _fixed(1, 1)),
    ("twelfth night", _fixed(1, 5)),
    ("epiphany|three kings day|three kings' day", _fixed(1, 6)),
    ("burns night", _fixed(1, 25)),
    ("india republic day", _fixed(1, 26)),
    ("international holocaust remembrance day", _fixed(1, 27)),
    ("candlemas", _fixed(2, 2)),
    ("world cancer day", _fixed(2, 4)),
    ("waitangi day", _fixed(2, 6)),
    ("australia day", _fixed(1, 26)),
    (
        "martin luther king day|martin luther king's day|martin luther king jr day|martin luther king jr's day|mlk day|mlk",
        _nth(3, _MON, 1),
    ),
    ("groundhog day", _fixed(2, 2)),
    ("valentine's day|valentines day|valentine day|valentine's|valentines|st valentine's day", _fixed(2, 14)),
    ("presidents day|president's day|presidents' day|washington's birthday", _nth(3, _MON, 2)),
    ("st david's day", _fixed(3, 1)),
    ("international women's day|women's day|womens day", _fixed(3, 8)),
    ("pi day", _fixed(3, 14)),
    (
        "st patrick's day|st patricks day|saint patrick's day|saint patricks day|saint patrick day|paddy's day",
        _fixed(3, 17),
    ),
    ("world water day", _fixed(3, 22)),
    ("annunciation day|feast of the annunciation|lady day", _fixed(3, 25)),
    ("april fools|april fools day|april fool's day|april fool's|april fools'", _fixed(4, 1)),
    ("world health day", _fixed(4, 7)),
    ("earth day|world earth day", _fixed(4, 22)),
    ("world book day", _fixed(4, 23)),
    ("king's day|koningsdag", _kings_day),
    ("arbor day", _nth(-1, _FRI, 4)),
    ("walpurgis night", _fixed(4, 30)),
    ("st george's day|st georges day", _fixed(4, 23)),
    ("anzac day", _fixed(4, 25)),
    (
        "may day|labour day uk|international workers day|international workers' day|workers day|workers' day",
        _fixed(5, 1),
    ),
    ("star wars day", _fixed(5, 4)),
    ("cinco de mayo", _fixed(5, 5)),
    ("ve day|victory in europe day", _fixed(5, 8)),
    ("europe day", _fixed(5, 9)),
    ("victoria day", _victoria_day),
    ("towel day", _fixed(5, 25)),
    ("mother's day|mothers day|mothers' day", _nth(2, _SUN, 5)),
    ("memorial day", _nth(-1, _MON, 5)),
    ("world environment day", _fixed(6, 5)),
    ("d - day|d day", _fixed(6, 6)),
    ("flag day", _fixed(6, 14)),
    ("bloomsday", _fixed(6, 16)),
    ("juneteenth", _fixed(6, 19)),
    ("st john's day|saint john's day|st jean baptiste day|saint jean baptiste day", _fixed(6, 24)),
    ("father's day|fathers day|fathers' day", _nth(3, _SUN, 6)),
    ("canada day", _fixed(7, 1)),
    ("independence day|us independence day", _fixed(7, 4)),
    ("bastille day", _fixed(7, 14)),
    ("civic holiday", _nth(1, _MON, 8)),
    ("international friendship day", _fixed(7, 30)),
    ("assumption day|assumption of mary|feast of the assumption", _fixed(8, 15)),
    ("indian independence day|india independence day", _fixed(8, 15)),
    ("world literacy day|international literacy day", _fixed(9, 8)),
    ("patriot day", _fixed(9, 11)),
    ("talk like a pirate day", _fixed(9, 19)),
    ("international day of peace|world peace day", _fixed(9, 21)),
    ("michaelmas", _fixed(9, 29)),
    ("german unity day", _fixed(10, 3)),
    ("world teachers day|world teachers' day|world teacher's day", _fixed(10, 5)),
    ("world mental health day", _fixed(10, 10)),
    ("boss's day|boss day|bosses day|bosses' day|boss' day", _boss_day),
    ("world food day", _fixed(10, 16)),
    ("sweetest day", _nth(3, _SAT, 10)),
    ("united nations day|un day", _fixed(10, 24)),
    ("reformation day", _fixed(10, 31)),
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
    ("us election day|election day us", _election_day),
    ("martinmas|st martin's day|saint martin's day", _fixed(11, 11)),
    ("singles day|singles' day", _fixed(11, 11)),
    ("international men's day|international mens day", _fixed(11, 19)),
    ("black friday", _nth(4, _THU, 11, 1)),
    ("small business saturday", _nth(4, _THU, 11, 2)),
    ("cyber monday", _nth(4, _THU, 11, 4)),
    ("giving tuesday", _nth(4, _THU, 11, 5)),
    ("st andrew's day|st andrews day", _fixed(11, 30)),
    ("stir - up sunday|feast of christ the king|christ the king sunday", _advent_shift(-7)),
    ("advent sunday|first sunday of advent|first sunday in advent|1st sunday of advent", _advent),
    ("second sunday of advent|second sunday in advent|2nd advent", _advent_shift(7)),
    ("third sunday of advent|third sunday in advent|gaudete sunday", _advent_shift(14)),
    ("fourth sunday of advent|fourth sunday in advent", _advent_shift(21)),
    ("world aids day", _fixed(12, 1)),
    ("human rights day|international human rights day", _fixed(12, 10)),
    ("immaculate conception|feast of the immaculate conception", _fixed(12, 8)),
    ("st lucy's day|saint lucy's day|st lucia's day|saint lucia's day", _fixed(12, 13)),
    ("festivus", _fixed(12, 23)),
    ("st nicholas day|saint nicholas day|st nicholas' day", _fixed(12, 6)),
    ("christmas eve|xmas eve|x - mas eve", _fixed(12, 24)),
    ("christmas|christmas day|xmas|xmas day|x - mas", _fixed(12, 25)),
    ("boxing day|st stephen's day|saint stephen's day|kwanzaa", _fixed(12, 26)),
    ("holy innocents day|holy innocents' day|childermas", _fixed(12, 28)),
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
    ("spy wednesday|holy wednesday", _easter(-4)),
    ("maundy thursday|holy thursday|covenant thursday", _easter(-3)),
    ("good friday", _easter(-2)),
    ("holy saturday|easter saturday|easter eve", _easter(-1)),
    ("easter|easter day|easter sunday", _easter(0)),
    ("easter monday|easter mon|bright monday", _easter(1)),
    ("divine mercy sunday|low sunday|quasimodo sunday", _easter(7)),
    ("ascension day|ascension thursday|ascension|ascension of christ|ascension of jesus", _easter(39)),
    ("pentecost|pentecost sunday|whit sunday|white sunday|whitsun|whitsunday", _easter(49)),
    ("whit monday|pentecost monday|monday of the holy spirit", _easter(50)),
    ("trinity sunday", _easter(56)),
    ("corpus christi", _easter(60)),
    ("shrove monday|rose monday", _easter(-48)),
    ("orthodox easter|orthodox easter sunday|greek easter", _orthodox(0)),
    ("clean monday|green monday|orthodox shrove monday|orthodox clean monday|orthodox ash monday", _orthodox(-48)),
    ("lazarus saturday|orthodox lazarus saturday", _orthodox(-8)),
    ("orthodox palm sunday", _orthodox(-7)),
    ("orthodox maundy thursday|orthodox holy thursday", _orthodox(-3)),
    ("orthodox good friday|orthodox great friday", _orthodox(-2)),
    ("orthodox holy saturday|orthodox great saturday", _orthodox(-1)),
    ("orthodox ascension|orthodox ascension day", _orthodox(39)),
    ("orthodox pentecost|orthodox whit sunday", _orthodox(49)),
    ("orthodox whit monday|orthodox pentecost monday", _orthodox(50)),
    ("orthodox easter monday", _orthodox(1)),
    ("orthodox christmas|orthodox christmas day", _fixed(1, 7)),
)

# A possessive plural ("mothers' day") is read as two tokens, so its apostrophe is no part of the name.
HOLIDAYS: dict[str, YearDate] = {
    name.replace("s' ", "s ").rstrip("'"): when for names, when in _TABLE for name in names.split("|")
}

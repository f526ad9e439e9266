"""Exceptions to a repetition: "every day except Sunday", "but not on 1 January", "except in August".

Invariant: weekdays and months that are left out become part of the rule; single days and moments are listed, for the next
ten years where they come every year; anything else beside "except" refuses the whole, because a rule without it would
be wrong. It does not know who will skip the days.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from app.language.time.clock import settle
from app.language.time.cycles import DAY_CODES, Cycle
from app.language.time.grammar import Context, Found, Rule
from app.language.time.meaning import Clock, Day, Grain
from app.language.time.periods import last_day
from app.language.time.shapes import real_date
from app.language.time.tokens import Token

_YEARS = 10
_MOST_DAYS = 62


@dataclass
class _LeftOut:
    """What was named after "except", by kind. `clock` is a time said there that belongs to the whole."""

    context: Context
    cycle: Cycle
    weekdays: set[str] = field(default_factory=set)
    months: set[int] = field(default_factory=set)
    days: list[str] = field(default_factory=list)
    clock: Clock | None = None
    unclear: bool = False

    def cycle_of_days(self, inner: Cycle) -> None:
        """ "Except on weekends", "except Sundays at 9"."""
        plain = inner.frequency == "WEEKLY" and inner.interval == 1 and bool(inner.days)
        self.unclear |= not plain
        self.weekdays |= set(inner.days) if plain else set()
        if inner.clocks and not self.cycle.sub_daily:
            self.clock = inner.clocks[0]

    def day(self, day: Day, clock: Clock | None) -> None:
        """A day or a period, with the time said right after it."""
        if day.weekday is not None:
            self.weekdays.add(DAY_CODES[day.weekday])
        elif day.grain is Grain.MONTH and day.if_passed and not day.until:
            self.months.add(day.date.month)
        elif day.grain is Grain.DAY and not day.until:
            self._single_day(day, clock)
        else:
            self._stretch(day)
        self.clock = clock or self.clock

    def numbers(self, numbers: list[int], day: Day) -> list[int]:
        """ "24 and 25 December": the days said before the one that carries the month; none are left open after it."""
        self.unclear |= bool(numbers) and (day.grain is not Grain.DAY or day.weekday is not None)
        years = range(day.date.year, day.date.year + (_YEARS if day.each_year else 1))
        days = (real_date(year, day.date.month, number) for year in years for number in numbers)
        self.days += [on.isoformat() for on in days if on and on >= self.context.today]
        return []

    def _single_day(self, day: Day, clock: Clock | None) -> None:
        # "The first of the month" comes every month; only days of one year, or of every year, can be listed.
        self.unclear |= day.if_passed is not None and day.each_year is None
        timed = clock is not None and (self.cycle.sub_daily or bool(self.cycle.clocks))
        moment = f"T{settle(clock, self.context.lean).time:%H:%M:%S}" if clock and timed else ""
        self.days += [f"{on.isoformat()}{moment}" for on in self._each(day)]

    def _stretch(self, day: Day) -> None:
        length = (last_day(day) - day.date).days + 1
        self.unclear |= length > _MOST_DAYS
        self.days += [(day.date + timedelta(days=step)).isoformat() for step in range(min(length, _MOST_DAYS))]

    def _each(self, day: Day) -> Iterator[date]:
        """The day, and where it comes every year those of the next ten years."""
        if day.each_year is None:
            yield day.date
            return
        for year in range(day.date.year, day.date.year + _YEARS):
            on = day.each_year(year)
            if on and on >= self.context.today:
                yield on


def _except(context: Context, found: Found) -> Cycle:
    cycle: Cycle = found.get("CYCLE")
    left_out = _read(_LeftOut(context, cycle), found)
    if left_out.clock and not cycle.clocks:
        cycle = replace(cycle, clocks=(left_out.clock,))
    narrowed = _without_weekdays(cycle, left_out.weekdays)
    narrowed = narrowed and _without_months(narrowed, left_out.months)
    if narrowed is None or left_out.unclear:
        return replace(cycle, refused=True)
    return replace(narrowed, without=tuple(sorted({*cycle.without, *left_out.days})))


def _read(left_out: _LeftOut, found: Found) -> _LeftOut:
    """Everything after "except", in order."""
    tokens = found.tokens[found.tokens.index(found.of("CYCLE")[0]) + 1 :]
    numbers: list[int] = []
    for index, token in enumerate(tokens):
        if token.symbol in found.symbols("DAYNUM"):
            numbers.append(int(str(token.value)))
        elif isinstance(token.value, Cycle):
            left_out.cycle_of_days(token.value)
        elif token.symbol in found.symbols("MONTH"):
            left_out.months.add(found.meaning("MONTH", token))
            left_out.clock = _clock_after(tokens[index + 1 : index + 4]) or left_out.clock
        elif isinstance(token.value, Day):
            left_out.day(token.value, _clock_after(tokens[index + 1 : index + 4]))
            numbers = left_out.numbers(numbers, token.value)
    return left_out


def _clock_after(tokens: Sequence[Token]) -> Clock | None:
    return next((token.value for token in tokens if isinstance(token.value, Clock)), None)


def _without_weekdays(cycle: Cycle, dropped: set[str]) -> Cycle | None:
    if not dropped:
        return cycle
    whole = cycle.frequency == "DAILY" or cycle.sub_daily
    base = cycle.days or (DAY_CODES if whole else ())
    days = tuple(code for code in base if code not in dropped)
    if not days or any(code not in DAY_CODES for code in base) or cycle.frequency not in {"DAILY", "WEEKLY", "HOURLY"}:
        return None
    weekly = cycle.frequency == "DAILY" and cycle.interval == 1
    return replace(cycle, frequency="WEEKLY" if weekly else cycle.frequency, days=days)


def _without_months(cycle: Cycle, dropped: set[int]) -> Cycle | None:
    if not dropped:
        return cycle
    months = tuple(month for month in cycle.months or range(1, 13) if month not in dropped)
    return replace(cycle, months=months) if months and cycle.frequency != "YEARLY" else None


def _refuse(_: Context, found: Found) -> Cycle:
    """ "Except Sundays and bank holidays": the half that was read is not the whole."""
    return replace(found.get("CYCLE"), refused=True)


_BUT = "(?: except | excepting | excluding | but not | but | bar | minus | save for | other than | apart from | besides | without | skipping | not including )"
_LEAD = "(?: on | for | in | during | the | every | any | all | and )"
_ITEM = "(?: (?: (?: ORD | DOM ) (?: COMMA | and | & ) )* (?: DAY | STRETCH | CYCLE | MONTH ) (?: COMMA? at CLOCK )? )"
_AND = "(?: COMMA? and | COMMA? or | COMMA | & )"

_LIST = f"CYCLE COMMA? {_BUT} {_LEAD}* {_ITEM} (?: {_AND} {_LEAD}* {_ITEM} )*"

RULES = (
    Rule(f"{_LIST} (and|or) (when|whenever|if|unless)", "CYCLE", _refuse),
    Rule(_LIST, "CYCLE", _except),
    Rule(
        "CYCLE (and|or|COMMA)+ (on|in|the|my|our|all|any|public|bank|school|national|federal)* "
        "(holiday|holidays|vacation|vacations|birthday|birthdays|leave)",
        "CYCLE",
        _refuse,
    ),
)

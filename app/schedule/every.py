"""Words for repetition: "every other Tuesday", "weekdays", "the first Monday of the month", "yearly on 3 March".

Invariant: produces CYCLE tokens that carry a `Cycle`; what cannot be written as one rule gives nothing. It does not
know clock times, starts or ends, which `cycle_tails` adds.
"""

from app.schedule.cycles import DAY_CODES, WEEKEND, WORKDAYS, Cycle
from app.schedule.grammar import Context, Found, Rule
from app.schedule.holidays import HOLIDAYS
from app.schedule.meaning import Grain, Span

_FREQUENCIES = {
    Grain.MINUTE: "MINUTELY",
    Grain.HOUR: "HOURLY",
    Grain.DAY: "DAILY",
    Grain.WEEK: "WEEKLY",
    Grain.MONTH: "MONTHLY",
    Grain.QUARTER: "MONTHLY",
    Grain.YEAR: "YEARLY",
}
_ADVERBS = {
    "hourly": ("HOURLY", 1),
    "daily": ("DAILY", 1),
    "everyday": ("DAILY", 1),
    "weekly": ("WEEKLY", 1),
    "biweekly": ("WEEKLY", 2),
    "fortnightly": ("WEEKLY", 2),
    "monthly": ("MONTHLY", 1),
    "bimonthly": ("MONTHLY", 2),
    "quarterly": ("MONTHLY", 3),
    "yearly": ("YEARLY", 1),
    "annually": ("YEARLY", 1),
}
CLASSES = {"ADVERB": _ADVERBS, "EVERY": {"every": None, "each": None}}
_SPAN_FREQUENCY = {Grain.MINUTE: ("MINUTELY", 60), Grain.HOUR: ("HOURLY", 3600)}
_MOST = 1000


def _interval(found: Found) -> int:
    if found.has("other", "second", "alternate"):
        return 2
    if found.of("ORD"):
        return found.get("ORD")
    return int(found.get("INT", 1)) if found.of("INT") else 1


def _once(_: Context, found: Found) -> Cycle | None:
    """ "Once a week"."""
    span: Span = found.get("DURATION")
    cycle = _every_span(_, found)
    return cycle if cycle and cycle.interval == 1 and not span.timed else None


def _adverb(_: Context, found: Found) -> Cycle:
    frequency, interval = found.get("ADVERB")
    return Cycle(frequency, interval)


def _every_unit(_: Context, found: Found) -> Cycle | None:
    unit = found.values("UNIT")[-1]
    interval = _interval(found) * (3 if unit is Grain.QUARTER else 1)
    if unit not in _FREQUENCIES or not 1 <= interval <= _MOST:
        return None
    return Cycle(_FREQUENCIES[unit], interval)


def _every_span(_: Context, found: Found) -> Cycle | None:
    """ "Every 3 hours", "every 2 weeks", "every half hour", where the span was already read as one."""
    span: Span = found.get("DURATION")
    if span.timed:
        return _timed_span(span)
    if span.months and not span.days:
        years = span.grain is Grain.YEAR and span.months % 12 == 0
        return Cycle("YEARLY", span.months // 12) if years else Cycle("MONTHLY", span.months)
    if span.days and not span.months:
        weeks = span.grain is Grain.WEEK
        return Cycle("WEEKLY", span.days // 7) if weeks else Cycle("DAILY", span.days)
    return None


def _timed_span(span: Span) -> Cycle | None:
    if span.days or span.months:
        return None
    for frequency, seconds in (("HOURLY", 3600), ("MINUTELY", 60)):
        if span.seconds % seconds == 0:
            return Cycle(frequency, int(span.seconds // seconds))
    return None


def _week_days(found: Found) -> tuple[str, ...]:
    """The weekdays of a list or a range, in the order of the week."""
    days = found.values("WEEKDAY")
    if len(days) == 2 and (found.has("to", "through", "thru", "-", "–") or found.has("until")):  # noqa: PLR2004
        length = (days[1] - days[0]) % 7 + 1
        days = [(days[0] + step) % 7 for step in range(length)]
    return tuple(DAY_CODES[day] for day in sorted(set(days)))


def _every_weekday_name(_: Context, found: Found) -> Cycle:
    return Cycle("WEEKLY", _interval(found), days=_week_days(found))


def _plural_weekday(_: Context, found: Found) -> Cycle | None:
    return Cycle("WEEKLY", days=_week_days(found)) if found.of("WEEKDAYS") else None


def _workdays(_: Context, found: Found) -> Cycle:
    return Cycle("WEEKLY", _interval(found), days=WORKDAYS)


def _weekends(_: Context, found: Found) -> Cycle:
    return Cycle("WEEKLY", _interval(found), days=WEEKEND)


def _on_days(_: Context, found: Found) -> Cycle | None:
    """ "Weekly on Wednesdays", "every 2 weeks on Friday", "monthly on Tuesday" (each one in the month)."""
    cycle: Cycle = found.get("CYCLE")
    if cycle.frequency not in {"WEEKLY", "MONTHLY"} or cycle.days or cycle.month_days:
        return None
    return Cycle(cycle.frequency, cycle.interval, days=_week_days(found))


def _on_weekend(_: Context, found: Found) -> Cycle | None:
    cycle: Cycle = found.get("CYCLE")
    if cycle.frequency != "WEEKLY" or cycle.days:
        return None
    days = WORKDAYS if found.has("weekdays", "weekday") else WEEKEND
    return Cycle("WEEKLY", cycle.interval, days=days)


def _month_days(found: Found) -> tuple[int, ...]:
    numbers = found.values("ORD") or found.values("DOM")
    days = [int(day) for day in numbers if 1 <= day <= 31]  # noqa: PLR2004
    if found.has("last") and len(days) == 1 and not found.has("and", ",", "or", "&"):
        return (-days[0],)
    return tuple(dict.fromkeys([*days, *([-1] if found.has("last") else [])]))


def _on_month_days(_: Context, found: Found) -> Cycle | None:
    cycle: Cycle = found.get("CYCLE")
    days = _month_days(found)
    if cycle.frequency != "MONTHLY" or cycle.days or cycle.month_days or not days:
        return None
    return Cycle("MONTHLY", cycle.interval, month_days=days)


def _month_edge(_: Context, found: Found) -> Cycle | None:
    cycle = found.get("CYCLE") or Cycle("MONTHLY", _interval(found))
    if cycle.frequency != "MONTHLY" or cycle.days or cycle.month_days:
        return None
    return Cycle("MONTHLY", cycle.interval, month_days=(-1 if found.has("end", "last") else 1,))


def _days_of_cycle(_: Context, found: Found) -> Cycle | None:
    """ "The 4th of every other month", "first Friday of every 3 months"."""
    cycle: Cycle = found.get("CYCLE")
    if cycle.frequency != "MONTHLY" or cycle.days or cycle.month_days:
        return None
    if not found.of("WEEKDAY"):
        return Cycle("MONTHLY", cycle.interval, month_days=_month_days(found))
    return Cycle("MONTHLY", cycle.interval, days=_nth_days(found))


def _nth_days(found: Found) -> tuple[str, ...]:
    """Numbers before a weekday, each with its sign: "2nd and last Friday" is 2FR and -1FR."""
    code = DAY_CODES[found.get("WEEKDAY")]
    numbers: list[int] = []
    for index, token in enumerate(found.tokens):
        if token.kind == "ordinal" and isinstance(token.value, int):
            from_end = any(later.text == "last" for later in found.tokens[index + 1 : index + 6] if later.kind != "mark")
            ends_here = from_end and not any(t.text in {"and", ","} for t in found.tokens[index + 1 : index + 3])
            numbers.append(-token.value if ends_here else token.value)
        elif token.text in {"last", "final"} and not (index and found.tokens[index - 1].text in {"to", "the", "-"} and numbers and numbers[-1] < 0):
            numbers.append(-1)
    return tuple(f"{number}{code}" for number in numbers)


def _nth_in_month(_: Context, found: Found) -> Cycle:
    return Cycle("MONTHLY", days=_nth_days(found))


def _nth_in_named_month(_: Context, found: Found) -> Cycle:
    cycle = found.get("CYCLE")
    return Cycle("YEARLY", cycle.interval if cycle else 1, days=_nth_days(found), months=(found.get("MONTH"),))


def _day_of_month(_: Context, found: Found) -> Cycle | None:
    days = _month_days(found)
    return Cycle("MONTHLY", month_days=days) if days else None


def _yearly_date(_: Context, found: Found) -> Cycle | None:
    cycle = found.get("CYCLE") or Cycle("YEARLY")
    days = _month_days(found)
    if cycle.frequency != "YEARLY" or not days:
        return None
    return Cycle("YEARLY", cycle.interval, months=(found.get("MONTH"),), month_days=days)


def _month_of_year(_: Context, found: Found) -> Cycle:
    return Cycle("YEARLY", months=(found.get("MONTH"),), month_days=(1,))


def _week_of_year(_: Context, found: Found) -> Cycle | None:
    week = int(found.get("INT"))
    return Cycle("YEARLY", weeks=(week,)) if 1 <= week <= 53 else None  # noqa: PLR2004


_HOLIDAY_PROBES = (2024, 2025, 2026, 2027, 2031)


def _holiday(_: Context, found: Found) -> Cycle | None:
    """A holiday on the same date each year; a movable one is no simple rule."""
    on = found.get("HOLIDAY")
    dates = {(on(year).month, on(year).day) for year in _HOLIDAY_PROBES}
    if len(dates) > 1:
        return None
    month, day = dates.pop()
    return Cycle("YEARLY", months=(month,), month_days=(day,))


def _part_daily(context: Context, found: Found) -> Cycle:
    del context
    return Cycle("DAILY", part=found.get("PART"))


def _nightly(context: Context, found: Found) -> Cycle:
    del found
    from app.schedule.vocabulary import PARTS  # noqa: PLC0415

    return Cycle("DAILY", part=PARTS["night"])  # type: ignore[arg-type]


_EVERY = "EVERY (single)?"
_STEP = "(?: other | second | alternate | ORD | INT )"
_AND = "(?: COMMA? and | COMMA | or | SLASH | & )"
_LIST = f"WEEKDAY (?: {_AND} (on)? WEEKDAY )*"
_DAYS = f"(?: WEEKDAY (?: to | through | thru | DASH | until ) WEEKDAY | {_LIST} )"
_ORDS = f"(the)? (?: ORD | last ) (?: {_AND} (the)? (?: ORD (DASH|to)* (the)? last | ORD | last ) )*"
_NTHS = f"(the)? (?: ORD (DASH|to)+ (the)? last | ORD | last | final ) (?: {_AND} (the)? (?: ORD (DASH|to)+ (the)? last | ORD | last ) )*"

RULES = (
    Rule(f"(?: (once)? (?: a | per ) | {_EVERY} ) {_STEP}? (UNIT) (?! (of|ago|from))", "CYCLE", lambda c, f: _once_or_every(c, f)),
    Rule(f"(once)? {_EVERY} (other)? DURATION", "CYCLE", _every_span),
    Rule("once DURATION", "CYCLE", lambda c, f: _once(c, f)),
    Rule(f"{_EVERY} {_STEP}? FORTNIGHT", "CYCLE", lambda c, f: Cycle("WEEKLY", 2)),
    Rule("ADVERB", "CYCLE", _adverb),
    Rule(f"(on)? {_NTHS} WEEKDAY (in|of) CYCLE", "CYCLE", _days_of_cycle),
    Rule(f"(on)? {_ORDS} (day)? (in|of) CYCLE", "CYCLE", _days_of_cycle),
    Rule(f"(?: {_EVERY} | CYCLE COMMA? (on)? ) {_NTHS} WEEKDAY (in|of) (the)? MONTH", "CYCLE", _nth_in_named_month),
    Rule(f"(?: {_EVERY} | (on)? EVERY | CYCLE COMMA? on ) {_NTHS} WEEKDAY ((in|of) the month)?", "CYCLE", lambda c, f: _nth_every(c, f)),
    Rule(f"(?<! by) (?<! before) (?<! until) (on)? {_NTHS} WEEKDAY (in|of) the month", "CYCLE", _nth_in_month),
    Rule(f"{_EVERY} {_ORDS} of the month", "CYCLE", _day_of_month),
    Rule("(?<! by) (?<! before) (?<! until) (on|at)? the last day of (the|each|every) month", "CYCLE", _month_edge),
    Rule("(at|on)? (the)? (beginning|begin|start|end|first day|last day) (of|in) CYCLE", "CYCLE", _month_edge),
    Rule("CYCLE (at|on) (the)? (beginning|start|end|last day|first day)", "CYCLE", _month_edge),
    Rule(f"CYCLE COMMA? (on)? (the)? {_ORDS} (day)? (of the month)? (?! (of|WEEKDAY|MONTH|instance|occurrence|week))", "CYCLE", _on_month_days),
    Rule(f"CYCLE COMMA? on (the)? day DOM (?: {_AND} DOM )*", "CYCLE", _on_month_days),
    Rule(f"(?: {_EVERY} | CYCLE COMMA? (on)? ) (the)? MONTH (the)? (on day)? (?: ORD | DOM ) (?: {_AND} (the)? (?: ORD | DOM ) )*", "CYCLE", _yearly_date),
    Rule(f"(?: {_EVERY} | CYCLE COMMA? (on)? ) (the)? (?: ORD | DOM ) (?: {_AND} (the)? (?: ORD | DOM ) )* (of)? MONTH", "CYCLE", _yearly_date),
    Rule(f"(?: {_EVERY} | CYCLE COMMA? (on)? ) HOLIDAY", "CYCLE", _holiday),
    Rule(f"{_EVERY} MONTH", "CYCLE", _month_of_year),
    Rule("CYCLE in week INT", "CYCLE", _week_of_year),
    Rule(f"CYCLE COMMA? on (a)? {_DAYS}", "CYCLE", _on_days),
    Rule(f"CYCLE {_LIST}", "CYCLE", _on_days),
    Rule("CYCLE (on|at|over)? (the)? (weekend|weekends|weekdays|weekday)", "CYCLE", _on_weekend),
    Rule(f"{_EVERY} {_STEP}? {_DAYS}", "CYCLE", _every_weekday_name),
    Rule(f"{_EVERY} {_STEP}? (weekday|weekdays|workday|workdays|working day|work day|business day|WORKDAYS)", "CYCLE", _workdays),
    Rule("(on)? (weekdays|workdays|working days|business days)", "CYCLE", _workdays),
    Rule("(on|in)? week days", "CYCLE", _workdays),
    Rule(f"{_EVERY} {_STEP}? (weekend|weekends)", "CYCLE", _weekends),
    Rule("(on|at|over)? (the)? weekends", "CYCLE", _weekends),
    Rule(f"(on)? {_DAYS}", "CYCLE", _plural_weekday),
    Rule(f"{_EVERY} (day)? (in the)? PART", "CYCLE", _part_daily),
    Rule("(nightly)", "CYCLE", _nightly),
)


def _once_or_every(context: Context, found: Found) -> Cycle | None:
    """ "Once a week" is weekly; "twice a week" names no days, and "a week" alone is a length."""
    if not found.of("EVERY") and not found.has("once"):
        return None
    return _every_unit(context, found)


def _nth_every(_: Context, found: Found) -> Cycle | None:
    """ "Every first Friday (of the month)"; "every third Friday" without the month counts weeks."""
    in_month = found.has("month") or found.of("CYCLE") or found.has("last", "first", "final")
    if found.of("CYCLE") and found.get("CYCLE").frequency != "MONTHLY":
        return None
    if in_month or found.get("ORD") == 1:
        interval = found.get("CYCLE").interval if found.of("CYCLE") else 1
        return Cycle("MONTHLY", interval, days=_nth_days(found))
    return Cycle("WEEKLY", found.get("ORD"), days=_week_days(found))

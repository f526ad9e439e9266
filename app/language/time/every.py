"""Words for repetition: "every other Tuesday", "weekdays", "the first Monday of the month", "yearly on 3 March".

Invariant: produces CYCLE tokens that carry a `Cycle`; what cannot be written as one rule gives nothing. It does not
know clock times, starts, ends or exceptions, which `cycle_tails` adds.
"""

from dataclasses import replace

from app.language.time import cycle_tails, cycles
from app.language.time.cycles import WEEKEND, WORKDAYS, Cycle, interval_of, week_days
from app.language.time.durations import span_of
from app.language.time.grammar import Context, Found, Rule
from app.language.time.meaning import Grain, Span
from app.language.time.vocabulary import ADVERBS, PARTS, UNITS

_FREQUENCIES = {
    Grain.MINUTE: "MINUTELY",
    Grain.HOUR: "HOURLY",
    Grain.DAY: "DAILY",
    Grain.WEEK: "WEEKLY",
    Grain.MONTH: "MONTHLY",
    Grain.QUARTER: "MONTHLY",
    Grain.YEAR: "YEARLY",
}
_MOST = 1000
_MIDWEEK = 2


def _one_period(_: Context, found: Found) -> Span | None:
    """ "For the next month" is a length here, not the month to come."""
    return span_of(1, found.get("LONG"))


def _once(_: Context, found: Found) -> Cycle | None:
    """ "Once a week", "once an hour", "once a fortnight"."""
    span: Span = found.get("DURATION")
    cycle = _every_span(_, found)
    whole = span == Span(seconds=3600, grain=Grain.HOUR) or not span.timed
    return cycle if cycle and whole and (cycle.interval == 1 or span.days == 14) else None


def _adverb(_: Context, found: Found) -> Cycle:
    frequency, interval = found.get("ADVERB")
    return Cycle(frequency, interval)


def _prefixed(_: Context, found: Found) -> Cycle:
    """ "Bi-weekly", as "biweekly"."""
    words = [token.text for token in found.tokens if token.kind == "word"]
    return Cycle(*ADVERBS["".join(words)])


def _every_unit(_: Context, found: Found) -> Cycle | None:
    unit = found.values("UNIT")[-1]
    interval = interval_of(found) * (3 if unit is Grain.QUARTER else 1)
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


def _every_weekday_name(_: Context, found: Found) -> Cycle | None:
    if found.of("ORD") and found.get("ORD") in cycles.EITHER:
        return None
    return Cycle("WEEKLY", interval_of(found), days=week_days(found))


def _alternate(_: Context, found: Found) -> Cycle:
    """ "On alternate days"."""
    return Cycle(_FREQUENCIES[UNITS[found.tokens[-1].text]], 2)


def _alternate_days(_: Context, found: Found) -> Cycle:
    days = WORKDAYS if found.has("weekdays") else WEEKEND if found.has("weekends") else week_days(found)
    return Cycle("WEEKLY", 2, days=days)


def _plural_weekday(_: Context, found: Found) -> Cycle | None:
    return Cycle("WEEKLY", days=week_days(found)) if found.of("WEEKDAYS") else None


def _next_few(_: Context, found: Found) -> Cycle | None:
    """ "The next two Fridays"."""
    count = found.get("NUM")
    return (
        Cycle("WEEKLY", days=week_days(found), count=int(count))
        if 2 <= count <= _MOST and count == int(count)
        else None
    )


def _workdays(_: Context, found: Found) -> Cycle:
    return Cycle("WEEKLY", interval_of(found), days=WORKDAYS)


def _weekends(_: Context, found: Found) -> Cycle:
    return Cycle("WEEKLY", interval_of(found), days=WEEKEND)


def _on_days(_: Context, found: Found) -> Cycle | None:
    """ "Weekly on Wednesdays", "every 2 weeks on Friday", "monthly on Tuesday" (each one in the month)."""
    cycle: Cycle = found.get("CYCLE")
    if cycle.frequency not in {"WEEKLY", "MONTHLY"} or cycle.days or cycle.month_days:
        return None
    return replace(cycle, days=week_days(found))


def _on_weekend(_: Context, found: Found) -> Cycle | None:
    cycle: Cycle = found.get("CYCLE")
    if cycle.frequency != "WEEKLY" or cycle.days:
        return None
    days = WORKDAYS if found.has("weekdays", "weekday") else WEEKEND
    return replace(cycle, days=days)


def _part_daily(_: Context, found: Found) -> Cycle:
    return Cycle("DAILY", part=found.get("PART"))


def _at_named_hour(_: Context, found: Found) -> Cycle:
    """ "Every sunrise", "each bedtime"."""
    return Cycle("DAILY", clocks=(found.get("HOURNAME"),))


def _listed_days(_: Context, found: Found) -> Cycle | None:
    """ "Tue/Thu 7pm", "mon wed fri at 6", "Monday to Friday at 9": days of any week, where a single time could not be meant."""
    return Cycle("WEEKLY", days=week_days(found))


def _working_week(_: Context, found: Found) -> Cycle | None:
    first, last = found.values("WEEKDAY")
    return Cycle("WEEKLY", days=week_days(found)) if first == 0 and last >= _MIDWEEK else None


def _fortnightly(_: Context, __: Found) -> Cycle:
    return Cycle("WEEKLY", 2)


def _nightly(_: Context, __: Found) -> Cycle:
    return Cycle("DAILY", part=PARTS["night"])


_EVERY = "EVERY (single)?"
# "By the first Monday of the month" is a date to be done by.
_NO_DEADLINE = "(?<! by) (?<! before) (?<! until)"
_PARTS = "(mornings|afternoons|evenings|nights|lunchtimes)"
# "The weekly report" and "a daily dose" are things, not repetitions.
_OWNER = "(the|a|an|my|our|your|his|her|their|this|that|first|last|next)"
_NO_NOUN = (
    "(?= $ | STOP | COMMA | DASH | NUM | TIMESHAPE | WEEKDAY | WEEKDAYS | ORD | (on|at|@|to|from|between|until|till|in|"
    "for|starting|beginning|and|around|about|half|quarter|a quarter|PART|HOURMARK|DURATION|by|please|except|excluding|but|noon|midnight|the|that|via|with|after|before) )"
)
# "In two Fridays" is one day.
_UNCOUNTED = "(?<! (?<! (?: at | @ | by | DASH )) NUM )"
_ANY_WEEK = "(?<! (?: this | next | last | NEXT | COMING | coming ))"
_AT_HOUR = "(?= COMMA? (?: (at|@) | TIMESHAPE | HOURMARK | MIN MERIDIEM | NFRAC MERIDIEM | N4 ))"
_STEP = "(?: other | second | alternate | ORD | INT )"
_AND = "(?: COMMA? and | COMMA | or | SLASH | & )"
_LIST = f"WEEKDAY (?: {_AND}? (on)? WEEKDAY )*"
_DAYS = f"(?: WEEKDAY (?: to | through | thru | DASH | until ) WEEKDAY | {_LIST} )"
_ORDS = f"(the)? (?: ORD (DASH|to)* (the)? last | ORD | last ) (?: {_AND} (the)? (?: ORD (DASH|to)* (the)? last | ORD | last ) )*"
_NTHS = f"(the)? (?: ORD (DASH|to)+ (the)? last | ORD | last | final ) (?: {_AND} (the)? (?: ORD (DASH|to)+ (the)? last | ORD | last ) )*"


def _once_or_every(context: Context, found: Found) -> Cycle | None:
    """ "Once a week" is weekly; "twice a week" names no days, and "a week" alone is a length."""
    if not found.of("EVERY") and not found.has("once"):
        return None
    return _every_unit(context, found)


RULES = (
    *cycle_tails.COUNT_RULES,
    *cycle_tails.NEXT_DAYS_RULES,
    Rule("(?<= for) (the)? (next|coming|following) LONG", "DURATION", _one_period),
    Rule(f"(?: (once)? (?: a | per ) | {_EVERY} ) {_STEP}? (UNIT) (?! (of|ago|from))", "CYCLE", _once_or_every),
    Rule(f"{_EVERY} {_STEP}? UNIT (?= from )", "CYCLE", _every_unit),
    Rule("(on|every)? alternate (day|days|week|weeks|month|months)", "CYCLE", _alternate),
    Rule(f"(on|every)? alternate (?: WEEKDAY (?: {_AND} WEEKDAY )* | weekdays | weekends )", "CYCLE", _alternate_days),
    Rule(f"(once)? {_EVERY} (other)? DURATION", "CYCLE", _every_span),
    Rule("once DURATION", "CYCLE", _once),
    Rule(f"{_EVERY} {_STEP}? FORTNIGHT", "CYCLE", _fortnightly),
    Rule(f"(?<! {_OWNER}) (?: bi DASH? (weekly|monthly) | semi DASH? annually ) {_NO_NOUN}", "CYCLE", _prefixed),
    Rule(f"(?<! {_OWNER}) (?<! [bi semi tri half mid non] DASH) ADVERB {_NO_NOUN}", "CYCLE", _adverb),
    Rule(f"(on)? {_NTHS} WEEKDAY (in|of) CYCLE", "CYCLE", cycles.days_of_cycle),
    Rule(f"(on)? {_ORDS} (day)? (in|of) CYCLE", "CYCLE", cycles.days_of_cycle),
    Rule(
        f"(?: {_EVERY} | CYCLE COMMA? (on)? ) {_NTHS} WEEKDAY (in|of) (the)? MONTH",
        "CYCLE",
        cycles.nth_in_named_month,
    ),
    Rule(
        f"(?: {_EVERY} | (on)? EVERY | CYCLE COMMA? on ) {_NTHS} WEEKDAY ((in|of) the month)?",
        "CYCLE",
        cycles.nth_every,
    ),
    Rule(f"{_NO_DEADLINE} (on)? {_NTHS} WEEKDAY (in|of) the month", "CYCLE", cycles.nth_in_month),
    Rule(f"{_EVERY} {_ORDS} (day)? of the month", "CYCLE", cycles.day_of_month),
    Rule(
        f"{_NO_DEADLINE} (on)? (the)? ORDDAY (?: {_AND} (the)? (?: ORDDAY | last ) )+ (day)? of the month",
        "CYCLE",
        cycles.day_of_month,
    ),
    Rule(f"{_EVERY} ORDDAY (?: {_AND} ORDDAY )* (?= (STOP|COMMA|at|@|$))", "CYCLE", cycles.day_of_month),
    Rule(
        f"{_NO_DEADLINE} (?<! CYCLE) (?<! CYCLE COMMA) on the ORDDAY (?: {_AND} (the)? (?: ORDDAY | last ) )+ (?= (STOP|COMMA|at|@|of each|of every|$))",
        "CYCLE",
        cycles.day_of_month,
    ),
    Rule(
        f"{_NO_DEADLINE} (on)? (the)? (?: last | ORDDAY ) (?: weekday | workday | WORKDAYS ) (of|in) (?: CYCLE | the month )",
        "CYCLE",
        cycles.workday_of_month,
    ),
    Rule(
        f"(?: {_NO_DEADLINE} (on|at)? the | (?<! the) ) last day of (the|each|every) month",
        "CYCLE",
        cycles.month_edge,
    ),
    Rule("(at|on)? (the)? (beginning|begin|start|end|first day|last day) (of|in) CYCLE", "CYCLE", cycles.month_edge),
    Rule("CYCLE (at|on) (the)? (beginning|start|end|last day|first day)", "CYCLE", cycles.month_edge),
    Rule(
        f"CYCLE COMMA? (on)? (the)? {_ORDS} (day)? (of the month)? (?! (of|WEEKDAY|MONTH|instance|occurrence|week))",
        "CYCLE",
        cycles.on_month_days,
    ),
    Rule(f"CYCLE COMMA? on (the)? day DOM (?: {_AND} DOM )*", "CYCLE", cycles.on_month_days),
    Rule(
        f"(?: {_EVERY} | CYCLE COMMA? (on)? ) (the)? MONTH (the)? (on day)? (?: ORD | DOM ) (?: {_AND} (the)? (?: ORD | DOM ) )*",
        "CYCLE",
        cycles.yearly_date,
    ),
    Rule(
        f"(?: {_EVERY} | CYCLE COMMA? (on)? ) (the)? (?: ORD | DOM ) (?: {_AND} (the)? (?: ORD | DOM ) )* (of)? MONTH",
        "CYCLE",
        cycles.yearly_date,
    ),
    Rule(f"(?: {_EVERY} | CYCLE COMMA? (on)? ) HOLIDAY", "CYCLE", cycles.holiday),
    Rule(f"{_EVERY} MONTH", "CYCLE", cycles.month_of_year),
    Rule("CYCLE in week INT", "CYCLE", cycles.week_of_year),
    Rule(f"CYCLE COMMA? on (a)? {_DAYS}", "CYCLE", _on_days),
    Rule(f"CYCLE (the)? {_LIST}", "CYCLE", _on_days),
    Rule(f"(on)? (the)? {_NTHS} WEEKDAY COMMA? CYCLE", "CYCLE", cycles.days_of_cycle),
    Rule(f"(on|from)? {_DAYS} COMMA? CYCLE", "CYCLE", _on_days),
    Rule("CYCLE (on|at|over)? (the)? (weekend|weekends|weekdays|weekday)", "CYCLE", _on_weekend),
    Rule(f"{_EVERY} {_STEP}? {_DAYS}", "CYCLE", _every_weekday_name),
    Rule(
        f"{_EVERY} {_STEP}? (weekday|weekdays|workday|workdays|working day|work day|business day|WORKDAYS)",
        "CYCLE",
        _workdays,
    ),
    Rule("(on)? (weekdays|workdays|working days|business days)", "CYCLE", _workdays),
    Rule("(on|in)? week days", "CYCLE", _workdays),
    Rule(f"(on)? weekday (?= {_PARTS})", "CYCLE", _workdays),
    Rule(f"(on)? weekend (?= {_PARTS})", "CYCLE", _weekends),
    Rule(f"(on)? {_LIST} (?= {_PARTS})", "CYCLE", _every_weekday_name),
    Rule(f"{_EVERY} {_STEP}? (weekend|weekends)", "CYCLE", _weekends),
    Rule("(on|at|over)? (the)? weekends", "CYCLE", _weekends),
    Rule("(for|on)? (the)? next NUM WEEKDAYS", "CYCLE", _next_few),
    Rule(f"{_UNCOUNTED} (on)? (the)? {_DAYS}", "CYCLE", _plural_weekday),
    Rule(f"{_EVERY} (day)? (in the)? PART", "CYCLE", _part_daily),
    Rule(f"{_EVERY} HOURNAME", "CYCLE", _at_named_hour),
    Rule(f"{_ANY_WEEK} (on)? WEEKDAY SLASH WEEKDAY (?: SLASH WEEKDAY )* {_AT_HOUR}", "CYCLE", _listed_days),
    Rule(f"{_ANY_WEEK} (on)? WEEKDAY COMMA? WEEKDAY (?: COMMA? (and|&)? WEEKDAY )+ {_AT_HOUR}", "CYCLE", _listed_days),
    Rule(
        f"{_ANY_WEEK} (from|on)? WEEKDAY (to|till|until|through|thru|DASH) WEEKDAY {_AT_HOUR}", "CYCLE", _working_week
    ),
    Rule(f"(?<! {_OWNER}) nightly {_NO_NOUN}", "CYCLE", _nightly),
)

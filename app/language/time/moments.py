"""The last level: drafts become moments, two moments become a range, and the words that lead in are taken along.

Invariant: a MOMENT is finished; its token reaches over the leading preposition, so that cutting it out of the
sentence leaves the rest readable.
"""

from dataclasses import replace
from datetime import datetime

from app.language.time.drafts import Draft, finish
from app.language.time.grammar import Context, Found, Rule
from app.language.time.meaning import Day, Grain, Moment, period_end
from app.language.time.relative import before_moment, from_moment


def _after(_: Context, found: Found) -> Draft | Moment | None:
    value = found.get("AFTER")
    return Draft(day=value) if isinstance(value, Day) else None


def _after_moment(_: Context, found: Found) -> Moment | None:
    value = found.get("AFTER")
    return value if isinstance(value, Moment) else None


def _finish(context: Context, found: Found) -> Moment:
    return finish(context, found.get("DRAFT"))


def _aware(moment: datetime, context: Context) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=context.aware_now.tzinfo)


def _range(context: Context, found: Found) -> Moment | None:
    """ "From Monday to Friday": the end takes in the whole last day or period, and must lie after the start."""
    first, last = found.values("MOMENT")
    if first.until or (last.until and last.has_time):
        return None
    end = last.when if last.has_time else last.until or period_end(last.when, last.grain)
    if _aware(end, context) <= _aware(first.when, context):
        return None
    return replace(first, until=end, has_time=first.has_time and last.has_time)


def _lead(_: Context, found: Found) -> Moment:
    return found.get("MOMENT")


def _lead_after(_: Context, found: Found) -> Moment:
    """ "After June", "after next week": once it is over; "after Friday" leaves the day to say which."""
    moment: Moment = found.get("MOMENT")
    if moment.has_time or moment.until or moment.grain not in _LONG:
        return moment
    return Moment(period_end(moment.when, moment.grain), Grain.DAY, has_time=False, draft=moment.draft)


def _doubt(_: Context, found: Found) -> str:
    del found
    return "doubt"


_LONG = frozenset({Grain.WEEK, Grain.MONTH, Grain.QUARTER, Grain.YEAR})
_BEFORE = (
    "(?: (exactly|sharp|only|not|no)? (at|on|by|in|for|until|till|til|before|after|from|since|around|about|during|over|@|"
    "starting|between|this|approximately|come|due|commencing|beginning) (about|around|exactly|the)? )"
)

AFTER_RULES = (
    Rule("AFTER", "MOMENT", _after_moment),
    Rule("AFTER", "DRAFT", _after),
    Rule("DURATION (before|after|from) (MOMENT)", "MOMENT", from_moment),
)

RULES = (
    Rule("DRAFT", "MOMENT", _finish),
    Rule("from MOMENT (to|until|untill|till|til|through|thru|DASH) MOMENT", "MOMENT", _range),
    Rule("between MOMENT (and|to|DASH) MOMENT", "MOMENT", _range),
    Rule("MOMENT (to|until|untill|till|til|through|thru|DASH) MOMENT", "MOMENT", _range),
    Rule("MOMENT (of|since) MOMENT", "DOUBT", _doubt),
    Rule("DURATION (before|prior to|ahead of) MOMENT", "MOMENT", before_moment),
)

# Time words left unread beside a time mean that it was not understood as a whole; half an answer would be a wrong one.
DOUBT_RULES = (
    Rule("MOMENT (DASH|PLUS)? DURATION (?! (before|after|from))", "DOUBT", _doubt),
    Rule("MOMENT PLUS NUM", "DOUBT", _doubt),
    Rule("MOMENT (ce|bce|bc)", "DOUBT", _doubt),
    Rule("(closest|nearest) ANY{1,4} MOMENT", "DOUBT", _doubt),
    Rule("between (the|year)* (?: NUM | MONTH | DAY | STRETCH ) and MOMENT", "DOUBT", _doubt),
    Rule("DURATION (before|after|from|since) MOMENT", "DOUBT", _doubt),
    Rule("DURATION (before|after|to) (the|my|our|his|her|their|a|an|le|la|l|les) ANY{1,3} MOMENT", "DOUBT", _doubt),
    Rule("(?: ORD | next | last | previous | COMING ) MOMENT", "DOUBT", _doubt),
    Rule("MOMENT COMMA? NFRAC", "DOUBT", _doubt),
    Rule("(ZONE) MOMENT", "DOUBT", _doubt),
    Rule("MOMENT (?: MONTH | WEEKDAY | SEASON | week | weekend | month | year | quarter ) (?! DASH)", "DOUBT", _doubt),
    Rule("MOMENT COMMA? MIN (?= (STOP|was|is|were|are|will|has|had|$))", "DOUBT", _doubt),
    Rule("MOMENT (on|PAREN)? MOMENT", "DOUBT", _doubt),
    Rule("(?: DURATION | UNIT ) of MOMENT", "DOUBT", _doubt),
)

LEAD_RULES = (
    Rule("(?<! the) (?<! day) (?<! week) after (the)? MOMENT", "MOMENT", _lead_after),
    Rule(f"{_BEFORE} MOMENT", "MOMENT", _lead),
    Rule("MOMENT (sharp|prompt|promptly|exactly|oclock|on the dot|latest|at the latest)", "MOMENT", _lead),
    Rule("(?: (not|no) later than | latest (by|on)? | at the latest (by|on)? ) MOMENT", "MOMENT", _lead),
)

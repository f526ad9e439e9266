"""Everyday English phrases inside a sentence, to times: "remind me at six to buy milk" to 18:00 today.

Invariant: a phrase that could not be read for certain gives nothing, and a date that does not exist is reported by
`find_impossible` instead of being moved to a real one. The future is preferred, as a reminder wants it.
Does not know who asks or what the time is for.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from app.schedule.drafts import Draft, finish, merge
from app.schedule.grammar import Context
from app.schedule.meaning import Grain, Moment, midnight, period_end
from app.schedule.parser import context_for, is_impossible, parse
from app.schedule.tokens import Token
from app.schedule.zones import localise

__all__ = ["Grain", "TimeMatch", "cut", "find_impossible", "find_time", "find_times"]

_COARSE = frozenset({Grain.MONTH, Grain.QUARTER, Grain.YEAR})
_PART_HOURS = {"morning": (6, 12), "afternoon": (12, 18), "evening": (18, 23), "night": (18, 24), "lunchtime": (12, 14)}


@dataclass(frozen=True)
class TimeMatch:
    """A time found in a text.

    `start`..`end` is the span to cut, lead-in word included; `until` is the exclusive end of a range that was said.
    `when` is midnight if `has_time` is False. `part` names the part of the day if that is all that was said of it.
    `more` holds the other spans of a time said in pieces ("on Friday call mum at 6"); only `find_time` joins pieces.
    """

    start: int
    end: int
    text: str
    when: datetime
    grain: Grain
    until: datetime | None
    has_date: bool
    has_time: bool
    part: str = ""
    more: tuple[tuple[int, int], ...] = ()

    def window(self) -> tuple[datetime, datetime]:
        """The stretch of time the phrase covers, end exclusive: a whole day, week, afternoon or range."""
        zone = self.when.tzinfo
        naive = self.when.replace(tzinfo=None, fold=0)
        if self.until:
            return self.when, self.until
        if self.part and self.grain is Grain.HOUR and zone:
            first, last = _PART_HOURS[self.part]
            day = midnight(naive.date())
            return localise(day + timedelta(hours=first), zone), localise(day + timedelta(hours=last), zone)
        end = period_end(naive, self.grain)
        return self.when, localise(end, zone) if zone else end


def find_times(text: str, now: datetime, *, month_first: bool = False) -> list[TimeMatch]:
    """All times in the text, in order. `now` is aware, in the user's zone; so are the results.

    `month_first` reads 3/4/2027 as 4 March instead of 3 April.
    """
    context = context_for(text, now, month_first=month_first)
    tokens = parse(text, context)
    return [_match(token, text, context) for token in tokens if isinstance(token.value, Moment)]


def find_time(text: str, now: datetime, *, month_first: bool = False) -> TimeMatch | None:
    """The most complete time in the text: day and clock time before one of them; the first among equals."""
    context = context_for(text, now, month_first=month_first)
    found = [token for token in parse(text, context) if isinstance(token.value, Moment)]
    joined = _in_pieces(found, text, context)
    matches = [joined] if joined else [_match(token, text, context) for token in found]
    return min(matches, key=_rank, default=None)


def _rank(match: TimeMatch) -> tuple[int, bool, int]:
    """Complete ones first, days before what only describes a thing ("the September report"), then the first one said."""
    describes = match.grain in _COARSE or _is_possessive(match.text)
    return -(match.has_date + match.has_time), describes, match.start


def _is_possessive(phrase: str) -> bool:
    """ "Monday's flight" is a flight, not a time to do something."""
    return phrase.replace("’", "'").endswith("'s")


def _in_pieces(found: list[Token], text: str, context: Context) -> TimeMatch | None:
    """One time from the one day and the one clock time of a sentence that says them apart."""
    if len(found) != 2:
        return None
    drafts = [token.value.draft for token in found if isinstance(token.value, Moment)]
    said = [text[token.start : token.end] for token in found]
    merged = _merged(*drafts) if not any(map(_is_possessive, said)) else None
    if merged is None:
        return None
    whole = replace(found[0], value=finish(context, merged))
    return replace(_match(whole, text, context), more=((found[1].start, found[1].end),))


def _merged(first: object, second: object) -> Draft | None:
    """A day from the one and a clock time from the other."""
    if not isinstance(first, Draft) or not isinstance(second, Draft) or (first.day is None) == (second.day is None):
        return None
    day = first.day or second.day
    return merge(first, second) if day and day.grain is Grain.DAY and not day.until else None


def find_impossible(text: str, now: datetime) -> str | None:
    """The words of a date or time that does not exist ("31 February", "25:00"), if the text has one."""
    tokens = parse(text, context_for(text, now))
    spot = next((token for token in tokens if is_impossible(token)), None)
    return text[spot.start : spot.end] if spot else None


def cut(text: str, matches: list[TimeMatch]) -> str:
    """The text without the phrases, spaces tidied: what is left is the task."""
    spans = [span for match in matches for span in ((match.start, match.end), *match.more)]
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start]} {text[end:]}"
    return " ".join(text.split()).strip(" ,;")


def _match(token: Token, text: str, context: Context) -> TimeMatch:
    moment = token.value
    assert isinstance(moment, Moment)  # find_times passes nothing else
    return TimeMatch(
        start=token.start,
        end=token.end,
        text=text[token.start : token.end],
        when=_aware(moment.when, context),
        grain=moment.grain,
        until=_aware(moment.until, context) if moment.until else None,
        has_date=moment.has_date,
        has_time=moment.has_time,
        part=moment.part,
    )


def _aware(when: datetime, context: Context) -> datetime:
    zone = context.aware_now.tzinfo
    if when.tzinfo or zone is None:
        return when
    return localise(when, zone)

"""When somebody is busy and when they are free, from the events of a stretch of time.

Invariant: what is cancelled or marked as free takes no time, and neither does an event without length. Intervals are UTC, in order, and do
not touch. Knows no file and no account.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

from app.integrations.calendar.event import Event, span
from app.schedule.zones import to_utc

_MOST_DAYS = 366


@dataclass(frozen=True, slots=True)
class Interval:
    """From `start` up to but without `end`, aware."""

    start: datetime
    end: datetime


def busy(events: Iterable[Event], start: datetime, end: datetime, *, zone: ZoneInfo) -> tuple[Interval, ...]:
    """The time that events take within [start, end) (aware); days are those of `zone`."""
    taken = (span(event, zone) for event in events if event.busy and event.status != "cancelled")
    cut = ((max(first, start.astimezone(UTC)), min(last, end.astimezone(UTC))) for first, last in taken)
    merged: list[Interval] = []
    for first, last in sorted((first, last) for first, last in cut if first < last):
        if merged and first <= merged[-1].end:
            merged[-1] = Interval(merged[-1].start, max(last, merged[-1].end))
        else:
            merged.append(Interval(first, last))
    return tuple(merged)


def free(
    taken: Iterable[Interval],
    within: Interval,
    *,
    length: timedelta,
    hours: tuple[time, time],
    zone: ZoneInfo,
    most: int = 100,
) -> tuple[Interval, ...]:
    """The stretches of at least `length` between what `busy` returned, inside these hours of each day of `zone`; at most `most`,
    of the first 366 days. An end of 00:00 is the midnight after."""
    busy_times = tuple(taken)
    return tuple(islice(_gaps(busy_times, _days(within, hours, zone), length), max(0, most)))


def conflicts(event: Event, events: Iterable[Event], *, zone: ZoneInfo) -> tuple[Event, ...]:
    """The other events that take time while this one lasts, in their order. One with the same key is the event itself."""
    start, end = span(event, zone)
    others = (one for one in events if one.busy and one.status != "cancelled" and _name(one) != _name(event))
    return tuple(
        one
        for one, (first, last) in ((one, span(one, zone)) for one in others)
        if first < end and last > start and first < last
    )


def _name(event: Event) -> tuple[str, str, str]:
    return event.calendar, event.href, event.key


def _days(within: Interval, hours: tuple[time, time], zone: ZoneInfo) -> Iterator[Interval]:
    """The hours of each day, cut to the stretch."""
    day = within.start.astimezone(zone).date()
    for number in range(_MOST_DAYS):
        today = day + timedelta(days=number)
        first = to_utc(datetime.combine(today, hours[0]), zone)
        last_day = today if hours[1] > hours[0] else today + timedelta(days=1)
        last = to_utc(datetime.combine(last_day, hours[1]), zone)
        if first >= within.end:
            return
        begin, end = max(first, within.start.astimezone(UTC)), min(last, within.end.astimezone(UTC))
        if begin < end:
            yield Interval(begin, end)


def _gaps(taken: tuple[Interval, ...], days: Iterable[Interval], length: timedelta) -> Iterator[Interval]:
    """What is left of each day; both in order, so each interval is looked at once for each day it touches."""
    place = 0
    for day in days:
        while place < len(taken) and taken[place].end <= day.start:
            place += 1
        begin, at = day.start, place
        while at < len(taken) and taken[at].start < day.end:
            if taken[at].start - begin >= length:
                yield Interval(begin, taken[at].start)
            begin, at = max(begin, taken[at].end), at + 1
        if day.end - begin >= length:
            yield Interval(begin, day.end)

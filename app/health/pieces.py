"""Samples cut at local midnight and at quarter hours, and the most that can be taken of them without counting a moment twice. Pure.

A local day is that of the sample's own zone offset; quarter hours are those of UTC, so that devices in two zones can be compared.
Times are milliseconds since 1970 in UTC; days and quarters count from 1970 too.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol, TypeVar

from app.memory.records import HealthSample

QUARTER_MS = 900_000
HOUR_MS = 3_600_000
DAY_MS = 86_400_000


class Piece(NamedTuple):
    """A part of a sample that lies in one local day. `amount` is its share of the sample's number."""

    day: int
    start: int
    end: int
    amount: float
    sample: HealthSample


def local_day(moment: int, zone_offset: int) -> int:
    """The local day of a moment."""
    return (moment + zone_offset * 1000) // DAY_MS


def midnight(day: int, zone_offset: int) -> int:
    """The moment at which a local day begins."""
    return day * DAY_MS - zone_offset * 1000


def last_day(sample: HealthSample) -> int:
    """The local day in which a sample ends; one that ends at midnight belongs to the day that is over."""
    return local_day(max(sample.start_ms, sample.end_ms - 1), sample.zone_offset)


def cut(sample: HealthSample, *, quarters: bool) -> Iterator[Piece]:
    """The sample in pieces of a local day each, or of a quarter hour of one; its number is shared out by time."""
    start, end, offset = sample.start_ms, sample.end_ms, sample.zone_offset
    length = end - start
    while True:
        day = (start + offset * 1000) // DAY_MS
        edge = (day + 1) * DAY_MS - offset * 1000
        if quarters:
            edge = min(edge, (start // QUARTER_MS + 1) * QUARTER_MS)
        if end <= edge:
            part = sample.number if start == sample.start_ms else sample.number * (end - start) / length
            yield Piece(day, start, end, part, sample)
            return
        yield Piece(day, start, edge, sample.number * (edge - start) / length, sample)
        start = edge


def within(piece: Piece, start: int, end: int) -> Piece | None:
    """What of a piece lies between two moments (the second is not in it), with its share of the amount; None where nothing does."""
    if start <= piece.start and piece.end <= end and piece.start < end:
        return piece
    begin, until = max(piece.start, start), min(piece.end, end)
    if begin >= until:
        return None
    share = (until - begin) / (piece.end - piece.start)
    return piece._replace(start=begin, end=until, amount=piece.amount * share)


class Span(Protocol):
    """What lies between two moments and comes to an amount."""

    @property
    def start(self) -> int:
        """When it begins."""
        ...

    @property
    def end(self) -> int:
        """When it ends, which is not in it."""
        ...

    @property
    def amount(self) -> float:
        """What it comes to."""
        ...


S = TypeVar("S", bound=Span)


def most(spans: Sequence[S]) -> Sequence[S]:
    """Of spans sorted by start, those that don't overlap and come to the most. One of no length overlaps what surrounds it."""
    if all(_end(one) <= other.start for one, other in pairwise(spans)):
        return spans
    by_end = sorted(spans, key=_end)
    ends = [_end(span) for span in by_end]
    best = [0.0]  # of the first so many
    before = [0]  # how many are left to choose from beside each
    for number, span in enumerate(by_end):
        before.append(bisect_right(ends, span.start, hi=number))
        best.append(max(best[-1], best[before[-1]] + span.amount))
    chosen: list[S] = []
    number = len(by_end)
    while number:
        if best[number] > best[number - 1]:
            chosen.append(by_end[number - 1])
            number = before[number]
        else:
            number -= 1
    return chosen[::-1]


def _end(span: Span) -> int:
    return max(span.end, span.start + 1)

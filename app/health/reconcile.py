"""Amounts that several devices counted, as one number a day: no walk twice, and no hand-over lost. Pure.

In each quarter hour one device counts: that with the most of the day, or, where it has less than half of what another has (it was
taken off, or lay on the table), that other one. Intervals longer than an hour, such as the totals of a day, are an alternative to
all that lies within them: what comes to more counts, and the two never add up. Where intervals of one device overlap, since two apps
keep the same walk, those count that don't overlap and come to the most.

What this gets wrong: of two devices that miss different walks of one quarter hour, one walk is lost; and where a long interval
competes with short ones, or two apps with each other, the greater wins, so that noise makes a day some percent too great.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.health.pieces import HOUR_MS, QUARTER_MS, Piece, cut, local_day, most
from app.memory.records import HealthSample

_HANDED_OVER = 2.0  # times what the preferred device has
_DECIMALS = 6  # what is beyond depends on the order of adding
_SAME = 3  # decimals to which two devices' totals are the same
_NOISE = 1e-5


@dataclass(frozen=True, slots=True)
class Amount:
    """What a day came to: of so many samples, up to when, and the pieces of them that count."""

    number: float
    samples: int
    last_ms: int
    counted: Sequence[Piece]


@dataclass(frozen=True, slots=True)
class Habit:
    """How samples of a metric are to be taken. An interval longer than `coarse_ms` is an alternative to what lies within it.

    `entered`: a person enters each one (a drink, a meal), as of its start, so those of one device are never the same one twice.
    """

    coarse_ms: int = HOUR_MS
    entered: bool = False


COUNTED = Habit()
ENTERED = Habit(coarse_ms=12 * HOUR_MS, entered=True)  # a meal may take long


def amounts(samples: Iterable[HealthSample], habit: Habit = COUNTED) -> dict[int, Amount]:
    """By local day; the samples come sorted by start and device."""
    days: dict[int, list[Piece]] = defaultdict(list)
    for sample in samples:
        for piece in pieces_of(sample, habit):
            days[piece.day].append(piece)
    return {day: amount(pieces, habit) for day, pieces in days.items()}


def pieces_of(sample: HealthSample, habit: Habit = COUNTED) -> Iterable[Piece]:
    """A coarse sample by the day, another by the quarter hour, one that was entered as it is."""
    coarse = sample.end_ms - sample.start_ms > habit.coarse_ms
    if coarse or not habit.entered:
        return cut(sample, quarters=not coarse)
    start = sample.start_ms
    return (Piece(local_day(start, sample.zone_offset), start, start, sample.number, sample),)


def amount(pieces: Sequence[Piece], habit: Habit = COUNTED) -> Amount:
    """One day of pieces, or any other time that is to be seen as one."""
    ordered = sorted(pieces, key=lambda piece: piece.start)
    coarse = [piece for piece in ordered if _length(piece) > habit.coarse_ms]
    fine = [piece for piece in ordered if _length(piece) <= habit.coarse_ms] if coarse else ordered
    counted = _instead(coarse, _reconciled(fine, habit))
    return Amount(
        number=round(sum(piece.amount for piece in counted), _DECIMALS),
        samples=len({id(piece.sample) for piece in pieces}),
        last_ms=max(piece.end for piece in pieces),
        counted=counted,
    )


def _length(piece: Piece) -> int:
    return piece.sample.end_ms - piece.sample.start_ms


class _Cell(NamedTuple):
    """What one device has in one quarter hour: from when to when, how much that comes to, and the pieces that count."""

    start: int
    end: int
    amount: float
    counted: Sequence[Piece]


def _cell(pieces: Sequence[Piece], habit: Habit) -> _Cell:
    counted = pieces if habit.entered else most(pieces)
    total = round(sum(piece.amount for piece in counted), _DECIMALS)
    return _Cell(pieces[0].start, max(piece.end for piece in pieces), total, counted)


def _reconciled(fine: Iterable[Piece], habit: Habit) -> list[_Cell]:
    """Of each quarter hour, in their order, what the device has that counts."""
    found: dict[tuple[str, int], list[Piece]] = defaultdict(list)
    for piece in fine:
        found[piece.sample.device, piece.start // QUARTER_MS].append(piece)
    quarters: dict[int, dict[str, _Cell]] = defaultdict(dict)
    totals: dict[str, float] = defaultdict(float)
    for (device, quarter), pieces in found.items():
        quarters[quarter][device] = cell = _cell(pieces, habit)
        totals[device] += cell.amount
    preferred = sorted(totals, key=lambda device: (-round(totals[device], _SAME), device))
    return [_chosen([cells[one] for one in preferred if one in cells]) for _, cells in sorted(quarters.items())]


def _chosen(cells: Sequence[_Cell]) -> _Cell:
    """Of the cells of a quarter hour, that of the preferred device first; one that has nothing says nothing."""
    first = next((cell for cell in cells if cell.amount > 0), cells[0])
    greatest = max(cells, key=lambda cell: cell.amount)
    return greatest if greatest.amount > _HANDED_OVER * first.amount + _NOISE else first


def _instead(coarse: Sequence[Piece], cells: Sequence[_Cell]) -> list[Piece]:
    """The pieces that count where a long interval may count instead of what lies within it."""
    if not coarse:
        return [piece for cell in cells for piece in cell.counted]
    blocks: list[_Cell] = [*cells, *(_Cell(one.start, one.end, one.amount, (one,)) for one in coarse)]
    return [piece for block in most(sorted(blocks, key=lambda block: block.start)) for piece in block.counted]

"""Exercise of a day: minutes in which there was any, however many devices and apps kept it, and what was done. Pure.

A session over midnight belongs to both days, to each with its part. Sessions that share more than half of the shorter are one in the
list, called what the longest calls it.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.health.pieces import Piece, cut
from app.memory.records import HealthSample, Json

_MINUTE_MS = 60_000
_DECIMALS = 6
MOST_LISTED = 50
_MOST_COMPARED = 500  # more in a day are nobody's


@dataclass(frozen=True, slots=True)
class Exercise:
    """Minutes of a day, from so many sessions, up to when; `sessions` are what the list has of it, as JSON."""

    minutes: float
    samples: int
    last_ms: int
    sessions: list[Json]


def exercise(samples: Iterable[HealthSample]) -> dict[int, Exercise]:
    """By local day."""
    days: dict[int, list[Piece]] = defaultdict(list)
    for sample in samples:
        for piece in cut(sample, quarters=False):
            days[piece.day].append(piece)
    return {day: exercise_of(pieces) for day, pieces in days.items()}


def exercise_of(pieces: Sequence[Piece]) -> Exercise:
    """One day of pieces, or any other time."""
    ordered = sorted(pieces, key=lambda piece: (piece.start, -piece.end, piece.sample.device))
    together = sorted(_together(ordered), key=lambda group: group[0].start)
    return Exercise(
        minutes=_minutes(ordered),
        samples=len(pieces),
        last_ms=max(piece.end for piece in pieces),
        sessions=[_session(group) for group in together[:MOST_LISTED]],
    )


def _minutes(ordered: Iterable[Piece]) -> float:
    """Of all of it together, each moment once."""
    total, until = 0, 0
    for piece in ordered:
        total += max(0, piece.end - max(piece.start, until))
        until = max(until, piece.end)
    return round(total / _MINUTE_MS, _DECIMALS)


def _together(ordered: Sequence[Piece]) -> list[list[Piece]]:
    """Groups of pieces that are one session, each with its longest first: the longest there is takes what belongs to it, and so on."""
    groups: list[list[Piece]] = []
    for piece in sorted(ordered, key=lambda one: one.start - one.end)[:_MOST_COMPARED]:
        home = next((group for group in groups if _is_same(group[0], piece)), None)
        if home is None:
            groups.append([piece])
        else:
            home.append(piece)
    return groups


def _is_same(longer: Piece, shorter: Piece) -> bool:
    shared = min(longer.end, shorter.end) - max(longer.start, shorter.start)
    return shared * 2 > shorter.end - shorter.start


def _session(group: Sequence[Piece]) -> Json:
    first = group[0]
    detail = first.sample.detail or {}
    return {
        "type": detail.get("type", ""),
        "title": detail.get("title", ""),
        "start_ms": first.start,
        "end_ms": first.end,
        "zone_offset": first.sample.zone_offset,
        "minutes": _minutes([first]),
        "device": first.sample.device,
    }

"""What a day of measurements is, said a second time and slowly: the definitions of docs/health.md over plain lists, in exact fractions.

Nothing here is the product's: no grouping by a database, no clever sums, no limits on how far is looked. A sample is (device, start,
end, offset, number, detail), times in milliseconds since 1970, the offset in seconds east of UTC.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from typing import Any, NamedTuple

MINUTE, QUARTER, HOUR, DAY = 60_000, 900_000, 3_600_000, 86_400_000
_FEW = 9  # of which all sets can be tried


class Measured(NamedTuple):
    """A stored sample."""

    device: str
    start: int
    end: int
    offset: int
    number: float
    detail: Any = None


class Part(NamedTuple):
    """What lies in one day, or a quarter hour of it."""

    start: int
    end: int
    amount: Fraction


class Oracle(NamedTuple):
    """A day: its number, the least and the greatest, how many samples there are."""

    number: Fraction
    low: Fraction
    high: Fraction
    samples: int


def day_of(moment: int, offset: int) -> int:
    """The local day of a moment."""
    return (moment + offset * 1000) // DAY


def amount(samples: Sequence[Measured], day: int) -> Oracle | None:
    """Several devices' amounts as one number."""
    parts = {one: part for one in samples if (part := _in_day(one, day)) is not None}
    if not parts:
        return None
    fine = [one for one in parts if one.end - one.start <= HOUR]
    coarse = [parts[one] for one in parts if one.end - one.start > HOUR]
    devices = sorted({one.device for one in fine})
    quarters = sorted({at for one in fine for at in _quarters(parts[one])})
    cells = {
        (device, at): [part for one in fine if one.device == device and (part := _in_quarter(parts[one], at))]
        for device in devices
        for at in quarters
    }
    best = {key: _best(cell) for key, cell in cells.items()}
    totals = {device: sum((best[device, at] for at in quarters), Fraction(0)) for device in devices}
    chosen = [_device_of(sorted(devices, key=lambda one: (-totals[one], one)), best, at) for at in quarters]
    blocks = [
        Part(min(one.start for one in cell), max(one.end for one in cell), best[device, at])
        for device, at in zip(chosen, quarters, strict=True)
        if device and (cell := cells[device, at])
    ]
    number = _best_of_many(blocks + coarse)
    return Oracle(number, number, number, len(parts))


def _device_of(preferred: Sequence[str], best: dict[tuple[str, int], Fraction], at: int) -> str:
    having = [device for device in preferred if best[device, at] > 0]
    if not having:
        return ""
    greatest = max(best[device, at] for device in having)
    if greatest > 2 * best[having[0], at]:
        return next(device for device in having if best[device, at] == greatest)
    return having[0]


def _in_day(one: Measured, day: int) -> Part | None:
    begins = day * DAY - one.offset * 1000
    if one.end == one.start:
        return Part(one.start, one.end, Fraction(one.number)) if begins <= one.start < begins + DAY else None
    start, end = max(one.start, begins), min(one.end, begins + DAY)
    return Part(start, end, Fraction(one.number) * (end - start) / (one.end - one.start)) if start < end else None


def _quarters(part: Part) -> range:
    return range(part.start // QUARTER, max(part.start, part.end - 1) // QUARTER + 1)


def _in_quarter(part: Part, at: int) -> Part | None:
    if part.end == part.start:
        return part if part.start // QUARTER == at else None
    start, end = max(part.start, at * QUARTER), min(part.end, (at + 1) * QUARTER)
    return Part(start, end, part.amount * (end - start) / (part.end - part.start)) if start < end else None


def _clash(one: Part, other: Part) -> bool:
    return one.start < max(other.end, other.start + 1) and other.start < max(one.end, one.start + 1)


def _best(parts: Sequence[Part]) -> Fraction:
    """The most that parts which don't overlap come to: every set is tried where there are few."""
    if len(parts) > _FEW:
        return _best_of_many(parts)
    sets = (some for size in range(len(parts) + 1) for some in combinations(parts, size))
    apart = (some for some in sets if not any(_clash(one, other) for one, other in combinations(some, 2)))
    return max(sum((one.amount for one in some), Fraction(0)) for some in apart)


def _best_of_many(parts: Sequence[Part]) -> Fraction:
    """The same from the left: each is taken, and then all that overlaps it is not, or it is left."""
    ordered = sorted(parts)

    @cache
    def best_from(place: int) -> Fraction:
        if place == len(ordered):
            return Fraction(0)
        behind = place + 1
        while behind < len(ordered) and _clash(ordered[place], ordered[behind]):
            behind += 1
        return max(best_from(place + 1), ordered[place].amount + best_from(behind))

    for place in range(len(ordered), -1, -1):
        best_from(place)
    return best_from(0)


def entered(samples: Sequence[Measured], day: int) -> Oracle | None:
    """What a person enters: drinks, meals. Each as of its start, unless it lasts more than twelve hours."""
    fine = [one for one in samples if one.end - one.start <= 12 * HOUR and day_of(one.start, one.offset) == day]
    coarse = [part for one in samples if one.end - one.start > 12 * HOUR and (part := _in_day(one, day))]
    if not fine and not coarse:
        return None
    devices = {one.device for one in fine}
    quarters = sorted({one.start // QUARTER for one in fine})
    cells = {
        (device, at): [one for one in fine if one.device == device and one.start // QUARTER == at]
        for device in devices
        for at in quarters
    }
    best = {key: sum((Fraction(one.number) for one in cell), Fraction(0)) for key, cell in cells.items()}
    totals = {device: sum((best[device, at] for at in quarters), Fraction(0)) for device in devices}
    chosen = [_device_of(sorted(devices, key=lambda one: (-totals[one], one)), best, at) for at in quarters]
    blocks = [
        Part(min(one.start for one in cell), max(one.start for one in cell), best[device, at])
        for device, at in zip(chosen, quarters, strict=True)
        if device and (cell := cells[device, at])
    ]
    number = _best_of_many(blocks + coarse)
    return Oracle(number, number, number, len(fine) + len(coarse))


def mean(samples: Sequence[Measured], day: int) -> Oracle | None:
    """The mean of quarter hours."""
    short = [one for one in samples if one.end - one.start <= QUARTER and day_of(one.start, one.offset) == day]
    long = [one for one in samples if one.end - one.start > QUARTER and day_of(one.end - 1, one.offset) == day]
    if not short and not long:
        return None
    numbers = [Fraction(one.number) for one in short + long]
    cells: list[Fraction] = []
    first = min(one.start for one in short + long) // QUARTER
    last = max(max(one.start, one.end - 1) for one in short + long) // QUARTER
    for at in range(first, last + 1):
        finer = [Fraction(one.number) for one in short if one.start // QUARTER == at]
        rough = [Fraction(one.number) for one in long if one.start < (at + 1) * QUARTER and one.end > at * QUARTER]
        if found := finer or rough:
            cells.append(sum(found, Fraction(0)) / len(found))
    return Oracle(sum(cells, Fraction(0)) / len(cells), min(numbers), max(numbers), len(numbers))


def last(samples: Sequence[Measured], day: int) -> Oracle | None:
    """The newest of a day; of those of the same moment the one of the device whose name comes first."""
    found = [one for one in samples if day_of(one.start, one.offset) == day]
    if not found:
        return None
    newest = max(one.start for one in found)
    number = next(one.number for one in sorted(found, key=lambda one: one.device) if one.start == newest)
    numbers = [Fraction(one.number) for one in found]
    return Oracle(Fraction(number), min(numbers), max(numbers), len(found))


def exercise(samples: Sequence[Measured], day: int) -> Oracle | None:
    """Minutes in which there was any."""
    parts = [part for one in samples if (part := _in_day(one, day)) is not None]
    if not parts:
        return None
    edges = sorted({edge for part in parts for edge in (part.start, part.end)})
    total = sum(
        until - begin
        for begin, until in pairwise(edges)
        if any(part.start <= begin and until <= part.end for part in parts)
    )
    number = Fraction(total, MINUTE)
    return Oracle(number, number, number, len(parts))


class Rest(NamedTuple):
    """A sleep as it counts."""

    start: int
    end: int
    offset: int
    asleep: Fraction
    staged: bool
    device: str
    samples: int


def nights(samples: Sequence[Measured]) -> dict[int, list[Rest]]:
    """Every day's sleeps, the one with the most sleep first; all there ever was is looked at together."""
    joined: list[Rest] = []
    for device in {one.device for one in samples}:
        mine = [_rest(one) for one in samples if one.device == device]
        for rest in sorted(_apart(mine)):
            before = joined[-1] if joined and joined[-1].device == device else None
            if before is not None and rest.start - before.end <= HOUR:
                joined[-1] = Rest(
                    before.start,
                    rest.end,
                    rest.offset,
                    before.asleep + rest.asleep,
                    before.staged or rest.staged,
                    device,
                    before.samples + rest.samples,
                )
            else:
                joined.append(rest)
    days: dict[int, list[Rest]] = {}
    for rest in _apart(joined):
        days.setdefault(day_of(rest.end, rest.offset), []).append(rest)
    for rests in days.values():
        rests.sort(key=lambda rest: (-rest.asleep, rest.start - rest.end, rest.start, rest.device))
        rests[1:] = sorted(rests[1:])
    return days


def _rest(one: Measured) -> Rest:
    stages = (one.detail or {}).get("stages", [])
    staged = any(stage in ("light", "deep", "rem") and begin < end for stage, begin, end in stages)
    return Rest(one.start, one.end, one.offset, Fraction(one.number), staged, one.device, 1)


def _apart(rests: Sequence[Rest]) -> list[Rest]:
    left, chosen = list(rests), []
    while left:
        longest = min(left, key=lambda one: (one.start - one.end, -one.asleep, one.start, one.device))
        near = [one for one in left if _meet(one, longest)]
        fit = [one for one in near if (one.end - one.start) * 4 >= (longest.end - longest.start) * 3]
        best = min(fit, key=lambda one: (not one.staged, -one.asleep, one.start, one.device))
        chosen.append(best)
        left = [one for one in left if not _meet(one, longest) and not _meet(one, best)]
    return chosen


def _meet(one: Rest, other: Rest) -> bool:
    return one.start < max(other.end, other.start + 1) and other.start < max(one.end, one.start + 1)


def sleep(samples: Sequence[Measured], day: int) -> Oracle | None:
    """Minutes asleep."""
    rests = nights(samples).get(day)
    if not rests:
        return None
    number = sum((rest.asleep for rest in rests), Fraction(0))
    return Oracle(number, number, number, sum(rest.samples for rest in rests))


ORACLES: dict[str, Callable[[Sequence[Measured], int], Oracle | None]] = {
    "sum": amount,
    "entered": entered,
    "mean": mean,
    "last": last,
    "exercise": exercise,
    "sleep": sleep,
}

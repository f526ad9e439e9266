"""Nights out of sleep sessions: which of several devices' counts, what is one night, and to which day it belongs. Pure.

Sessions that overlap are the same sleep and never summed: one of them counts. Sessions of one device with at most an hour between them
are one night, the gaps awake. A night belongs to the local day on which the person woke, by the device's own offset; the longest
sleep of a day is its night, the others are naps.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace

from app.health.figures import Night, Sleep
from app.health.moments import date_of, moment_of
from app.health.pieces import HOUR_MS, local_day
from app.memory.records import HealthSample, Json

GAP_MS = HOUR_MS
_MINUTE_MS = 60_000
_AWAKE = ("awake", "out_of_bed")
_STAGES = ("light", "deep", "rem")


@dataclass(frozen=True, slots=True)
class Rest:
    """A sleep as it is counted: of one device, from one session or several. Figures are minutes."""

    start_ms: int
    end_ms: int
    start_offset: int
    end_offset: int
    asleep: float
    awake: float
    light: float
    deep: float
    rem: float
    has_stages: bool
    score: float | None
    device: str
    samples: int

    @property
    def length(self) -> int:
        """Milliseconds from its start to its end."""
        return self.end_ms - self.start_ms


def rests_by_day(samples: Iterable[HealthSample]) -> dict[int, list[Rest]]:
    """By the local day of waking, the longest first and then by start."""
    by_device: dict[str, list[Rest]] = defaultdict(list)
    for sample in samples:
        by_device[sample.device].append(_rest(sample))
    of_devices = [night for rests in by_device.values() for night in _joined(_apart(rests))]
    days: dict[int, list[Rest]] = defaultdict(list)
    for rest in _apart(of_devices):
        days[local_day(rest.end_ms, rest.end_offset)].append(rest)
    return {day: _main_first(rests) for day, rests in days.items()}


def day_of(sample: HealthSample) -> int:
    """The local day on which the person woke."""
    return local_day(sample.end_ms, sample.zone_offset)


def detail_of(rests: Sequence[Rest]) -> Json:
    """A day's sleep as JSON: its main one and its naps."""
    return {"main": asdict(rests[0]), "naps": [asdict(rest) for rest in rests[1:]]}


def night_of(day: int, detail: Json) -> Night:
    """What `detail_of` gave, as it is read."""
    main, *naps = [_sleep(Rest(**rest)) for rest in (detail["main"], *detail["naps"])]
    return Night(date_of(day), main, tuple(naps))


def groups(samples: Sequence[HealthSample]) -> list[list[HealthSample]]:
    """Samples, sorted by start, in groups that have nothing to do with each other: more than an hour lies between them."""
    found: list[list[HealthSample]] = []
    until = 0
    for sample in samples:
        if not found or sample.start_ms > until + GAP_MS:
            found.append([])
            until = sample.end_ms
        found[-1].append(sample)
        until = max(until, sample.end_ms)
    return found


def _rest(sample: HealthSample) -> Rest:
    detail = sample.detail or {}
    minutes: dict[str, float] = defaultdict(float)
    until = sample.start_ms
    for stage, start, end in detail.get("stages", ()):
        minutes[stage] += max(0, end - max(start, until)) / _MINUTE_MS
        until = max(until, end)
    return Rest(
        start_ms=sample.start_ms,
        end_ms=sample.end_ms,
        start_offset=sample.zone_offset,
        end_offset=sample.zone_offset,
        asleep=sample.number,
        awake=sum(minutes[stage] for stage in _AWAKE),
        light=minutes["light"],
        deep=minutes["deep"],
        rem=minutes["rem"],
        has_stages=any(minutes[stage] > 0 for stage in _STAGES),
        score=detail.get("score"),
        device=sample.device,
        samples=1,
    )


def _apart(rests: Iterable[Rest]) -> list[Rest]:
    """Those that count, by start: no two of them overlap.

    Of what overlaps the longest, that counts which knows stages, unless it is shorter by more than a quarter; else the most sleep.
    """
    chosen: list[Rest] = []
    for left in _overlapping(rests):
        while left:
            longest = min(left, key=lambda rest: (-rest.length, -rest.asleep, rest.start_ms, rest.device))
            same = [rest for rest in left if _overlap(rest, longest) and 4 * rest.length >= 3 * longest.length]
            best = min(same, key=lambda rest: (not rest.has_stages, -rest.asleep, rest.start_ms, rest.device))
            chosen.append(best)
            left = [rest for rest in left if not _overlap(rest, longest) and not _overlap(rest, best)]
    return sorted(chosen, key=lambda rest: (rest.start_ms, rest.device))


def _overlapping(rests: Iterable[Rest]) -> list[list[Rest]]:
    """Runs of rests each of which overlaps one of those before."""
    runs: list[list[Rest]] = []
    until = 0
    for rest in sorted(rests, key=lambda one: (one.start_ms, one.device)):
        if not runs or rest.start_ms >= until:
            runs.append([])
            until = 0
        runs[-1].append(rest)
        until = max(until, rest.end_ms, rest.start_ms + 1)
    return runs


def _overlap(one: Rest, other: Rest) -> bool:
    return one is other or (
        one.start_ms < max(other.end_ms, other.start_ms + 1) and other.start_ms < max(one.end_ms, one.start_ms + 1)
    )


def _joined(rests: Sequence[Rest]) -> list[Rest]:
    """Rests of one device, sorted and apart, as nights."""
    nights: list[list[Rest]] = []
    for rest in rests:
        if nights and rest.start_ms - nights[-1][-1].end_ms <= GAP_MS:
            nights[-1].append(rest)
        else:
            nights.append([rest])
    return [_one(night) for night in nights]


def _one(parts: Sequence[Rest]) -> Rest:
    if len(parts) == 1:
        return parts[0]
    length = parts[-1].end_ms - parts[0].start_ms
    gaps = (length - sum(part.length for part in parts)) / _MINUTE_MS
    scored = [part for part in parts if part.score is not None]
    return replace(
        parts[0],
        end_ms=parts[-1].end_ms,
        end_offset=parts[-1].end_offset,
        asleep=sum(part.asleep for part in parts),
        awake=sum(part.awake for part in parts) + gaps,
        light=sum(part.light for part in parts),
        deep=sum(part.deep for part in parts),
        rem=sum(part.rem for part in parts),
        has_stages=any(part.has_stages for part in parts),
        score=max(scored, key=lambda part: part.length).score if scored else None,
        samples=len(parts),
    )


def _main_first(rests: Iterable[Rest]) -> list[Rest]:
    main, *naps = sorted(rests, key=lambda rest: (-rest.asleep, -rest.length, rest.start_ms, rest.device))
    return [main, *sorted(naps, key=lambda rest: rest.start_ms)]


def _sleep(rest: Rest) -> Sleep:
    return Sleep(
        start=moment_of(rest.start_ms, rest.start_offset),
        end=moment_of(rest.end_ms, rest.end_offset),
        asleep=rest.asleep,
        awake=rest.awake,
        light=rest.light,
        deep=rest.deep,
        rem=rest.rem,
        has_stages=rest.has_stages,
        score=rest.score,
        device=rest.device,
        samples=rest.samples,
    )

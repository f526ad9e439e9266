"""Sleep in words: one night with its stages, or several with their average, their gaps, and how they stand to what is usual.

A night belongs to the day of waking. Naps count in what was slept that day and are told apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from math import atan2, cos, pi, sin

from app.charts.chart import Chart
from app.health.drawing import all_days, chart_of_nights
from app.health.figures import Baseline, Newest, Night, Sleep
from app.health.freshness import fresh
from app.health.metrics import BY_NAME
from app.health.reading import HealthReading
from app.health.rows import of_nights
from app.health.told import Told, nothing_of
from app.health.wording import days_said, difference, joined, on_day, short_day, span

SLEEP = BY_NAME["sleep_session"]
_DAY = timedelta(days=1)
_MOST_GAPS = 5
_LONG = 100  # days of a time that begins with what there is
_LOOKED_BACK = 7  # days
_MINUTES_A_DAY = 1440
_COMPARED = range(5, 63)


@dataclass(frozen=True, slots=True)
class Nights:
    """The nights from `first` to `last`, both days of waking; `now` is aware, on the user's clock."""

    reading: HealthReading
    first: date
    last: date
    now: datetime


async def slept(asked: Nights) -> Told:
    """The answer."""
    reading = asked.reading
    newest = await reading.newest(SLEEP.name)
    if newest is None:
        return nothing_of(SLEEP, await reading.known())
    nights = await reading.nights(asked.first, asked.last)
    if nights and (asked.last - asked.first).days > _LONG:
        asked = replace(asked, first=nights[0].day)
    usual = await reading.sleep_baseline(asked.first) or await reading.sleep_baseline(asked.now.date())
    if asked.first != asked.last:
        return await _several(asked, nights, usual, newest)
    if not nights:
        return await _none(asked, newest)
    return Told(
        "\n".join((*_one(nights[0], usual, asked.now), fresh(SLEEP, newest, asked.now))), await _days_before(asked)
    )


async def _days_before(asked: Nights) -> Chart | None:
    """A picture of the night and of the six before it."""
    days = all_days(asked.last - _DAY * (_LOOKED_BACK - 1), asked.last)
    nights = await asked.reading.nights(days[0], days[-1])
    return chart_of_nights({night.day: night for night in nights}, days, await asked.reading.sleep_baseline(days[0]))


async def _none(asked: Nights, newest: Newest) -> Told:
    """The night that is asked about has nothing: say so, and tell of the last one there is."""
    missing = f"Nothing has come in for {_night_to(asked.first, asked.now)}."
    if asked.first != asked.now.date():
        return Told(f"{missing} {fresh(SLEEP, newest, asked.now)}")
    before = await asked.reading.nights(asked.first - _DAY * _LOOKED_BACK, asked.first - _DAY)
    if not before:
        return Told(f"{missing} {fresh(SLEEP, newest, asked.now)}")
    usual = await asked.reading.sleep_baseline(before[-1].day)
    return Told(
        "\n".join(
            (
                f"{missing} The one before that there is:",
                *_one(before[-1], usual, asked.now),
                fresh(SLEEP, newest, asked.now),
            )
        )
    )


def _one(night: Night, usual: Baseline | None, now: datetime) -> list[str]:
    """A night and its naps."""
    name = _capital(_night_to(night.day, now))
    if night.main is None:
        return [f"{name}: no night's sleep.", *_naps(night)]
    main = night.main
    lines = [f"{name}: {span(main.asleep)} asleep, in bed {_from_to(main)}."]
    lines += _staged(main)
    lines += [f"Score: {main.score:.0f} of 100."] if main.score is not None else []
    lines += _naps(night)
    if usual is not None:
        with_naps = "With naps that" if night.naps else "That"
        lines.append(
            f"{with_naps} is {difference(SLEEP, night.asleep, usual.mean)} ({span(usual.low)} to {span(usual.high)} on most nights)."
        )
    return lines


def _staged(main: Sleep) -> list[str]:
    if not main.has_stages:
        return (
            [f"Awake {span(main.awake)} of it. No stages were measured."]
            if main.awake >= 1
            else ["No stages were measured."]
        )
    stages = [
        (name, minutes)
        for name, minutes in (("Deep", main.deep), ("REM", main.rem), ("light", main.light))
        if minutes >= 1
    ]
    said = [f"{name} {span(minutes)} ({minutes / main.asleep:.0%})" for name, minutes in stages] if main.asleep else []
    return [_capital(", ".join([*said, f"awake {span(main.awake)}."]))]


def _naps(night: Night) -> list[str]:
    return [f"Nap: {span(nap.asleep)}, {_from_to(nap)}." for nap in night.naps]


async def _several(asked: Nights, nights: Sequence[Night], usual: Baseline | None, newest: Newest) -> Told:
    """Nights on average, one by one, and what is missing among them."""
    said = days_said(asked.first, asked.last, asked.now)
    if not nights:
        return Told(f"No sleep has come in for {said}. {fresh(SLEEP, newest, asked.now)}")
    mean = sum(night.asleep for night in nights) / len(nights)
    naps = [nap for night in nights for nap in night.naps]
    with_naps = ", naps included" if naps else ""
    against = f", {difference(SLEEP, mean, usual.mean)}" if usual else ""
    count = f"{len(nights)} night{'' if len(nights) == 1 else 's'}"
    lines = [f"Sleep, {said}: {span(mean)} a night on average over {count}{with_naps}{against}."]
    lines += of_nights(nights, asked.first, asked.last, asked.now)
    lines += _on_average([night.main for night in nights if night.main])
    if naps:
        lines.append(f"Naps: {len(naps)}, {span(sum(nap.asleep for nap in naps))} in all.")
    lines += [*_extremes(nights, asked.now), *_gaps(asked, nights), *await _before(asked)]
    days = all_days(asked.first, asked.last)
    chart = chart_of_nights({night.day: night for night in nights}, days, usual)
    return Told("\n".join((*lines, fresh(SLEEP, newest, asked.now))), chart)


def _on_average(mains: Sequence[Sleep]) -> list[str]:
    """Bedtimes, and stages of the nights that have them."""
    if len(mains) < 2:
        return []
    staged = [main for main in mains if main.has_stages]
    lines = [
        f"In bed from {_mean_clock([main.start for main in mains])} to {_mean_clock([main.end for main in mains])} on average."
    ]
    if staged:
        means = [
            (name, sum(getattr(main, name.casefold()) for main in staged) / len(staged))
            for name in ("deep", "REM", "light", "awake")
        ]
        of = "" if len(staged) == len(mains) else f" (on {len(staged)} of them)"
        lines.append(f"A night{of}: {_uncapital(', '.join(f'{name} {span(minutes)}' for name, minutes in means))}.")
    scores = [main.score for main in mains if main.score is not None]
    if scores:
        of = "" if len(scores) == len(mains) else f", on {len(scores)} of {len(mains)} nights"
        average = " on average" if len(scores) > 1 else ""
        lines.append(f"Score: {sum(scores) / len(scores):.0f} of 100{average}{of}.")
    return lines


def _extremes(nights: Sequence[Night], now: datetime) -> list[str]:
    if len(nights) < 3:
        return []
    most, least = max(nights, key=lambda night: night.asleep), min(nights, key=lambda night: night.asleep)
    return [
        f"Longest: {short_day(most.day, now.date())}, {span(most.asleep)}. "
        f"Shortest: {short_day(least.day, now.date())}, {span(least.asleep)}."
    ]


def _gaps(asked: Nights, nights: Sequence[Night]) -> list[str]:
    """Days without any sleep on record; this morning's may be yet to come."""
    there = {night.day for night in nights}
    days = [asked.first + _DAY * ahead for ahead in range((asked.last - asked.first).days + 1)]
    gaps = [day for day in days if day not in there and day < asked.now.date()]
    lines = []
    if gaps:
        shown = [short_day(day, asked.now.date()) for day in gaps[:_MOST_GAPS]]
        shown += [f"{len(gaps) - _MOST_GAPS} more"] if len(gaps) > _MOST_GAPS else []
        lines.append(f"Without data: {joined(shown)}.")
    if asked.last == asked.now.date() and asked.last not in there:
        lines.append("Last night hasn't come in yet.")
    return lines


async def _before(asked: Nights) -> list[str]:
    """The same number of nights before, where most of them are known."""
    length = (asked.last - asked.first).days + 1
    if length not in _COMPARED:
        return []
    nights = await asked.reading.nights(asked.first - _DAY * length, asked.first - _DAY)
    if len(nights) * 2 < length:
        return []
    return [f"The {length} nights before: {span(sum(night.asleep for night in nights) / len(nights))} on average."]


def _night_to(day: date, now: datetime) -> str:
    """ "last night", "the night to Tuesday 17 November"."""
    return "last night" if day == now.date() else f"the night to {on_day(day, now)}"


def _from_to(sleep: Sleep) -> str:
    return f"{sleep.start:%H:%M} to {sleep.end:%H:%M}"


def _mean_clock(moments: Sequence[datetime]) -> str:
    """The hour of the day on average, round the clock: 23:30 and 00:30 make 00:00."""
    turns = [2 * pi * (at.hour * 60 + at.minute) / _MINUTES_A_DAY for at in moments]
    turn = atan2(sum(map(sin, turns)), sum(map(cos, turns))) % (2 * pi)
    minute = round(turn / (2 * pi) * _MINUTES_A_DAY) % _MINUTES_A_DAY
    return f"{time(minute // 60, minute % 60):%H:%M}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _uncapital(text: str) -> str:
    return text[:1].lower() + text[1:]

"""One reading over a time, in words: amounts day by day, what was measured on average, the newest of what is measured now and then.

The day that isn't over yet counts in a total, and not in an average of days, nor as the least of them.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

from app.health import rows
from app.health.courses import course
from app.health.drawing import all_days, chart_of_days
from app.health.far_out import pointer
from app.health.figures import Baseline, DayFigure, Newest, Stretch
from app.health.freshness import fresh
from app.health.metrics import Aggregate, Metric
from app.health.reading import HealthReading
from app.health.told import Told, nothing_of
from app.health.wording import (
    amount,
    bare,
    days_said,
    difference,
    moment,
    on_day,
    short_day,
    span,
    spread,
    standing,
    title,
    under,
)

_DAY = timedelta(days=1)
_COMPARED = range(5, 63)  # lengths, in days, that are held against the same length before
_SO_FAR_DAYS = 7
_ENOUGH = 4
_LONG = 100  # days of a time that begins with what there is
MOST_SESSIONS = 8


@dataclass(frozen=True, slots=True)
class Asked:
    """A metric from `first` to `last`, both in it, never after the day of `now` (aware, on the user's clock)."""

    reading: HealthReading
    metric: Metric
    first: date
    last: date
    now: datetime

    @property
    def is_one_day(self) -> bool:
        """Whether it is a single day."""
        return self.first == self.last

    @property
    def said(self) -> str:
        """The time in words."""
        return days_said(self.first, self.last, self.now)

    def is_over(self, day: date) -> bool:
        """Whether all of a day can be known."""
        return day < self.now.date()


@dataclass(frozen=True, slots=True)
class Found:
    """What there is of it, oldest first, and what was usual before."""

    figures: Sequence[DayFigure]
    newest: Newest
    usual: Baseline | None
    whole: Sequence[DayFigure] = field(default=())  # without the day that isn't over

    @property
    def mean(self) -> float:
        """Of whole days where there are any."""
        of = self.whole or self.figures
        return sum(figure.number for figure in of) / len(of)


async def over_days(asked: Asked) -> Told:
    """The answer of whole days."""
    reading, metric = asked.reading, asked.metric
    newest = await reading.newest(metric.name)
    if newest is None:
        return nothing_of(metric, await reading.known())
    figures = await reading.days(metric.name, asked.first, asked.last)
    if not figures:
        at = moment(newest.at, asked.now)
        return Told(f"No {metric.title} {_in_that_time(asked)}. The newest there is came {at}.")
    if (asked.last - asked.first).days > _LONG:
        asked = replace(asked, first=figures[0].day)
    usual = await _usual(asked)
    found = Found(figures, newest, usual, [figure for figure in figures if asked.is_over(figure.day)])
    lines = await _DESCRIBED[metric.aggregate](asked, found)
    notes = [
        pointer(metric, newest.number, newest.detail) if asked.last == asked.now.date() else "",
        fresh(metric, newest, asked.now),
    ]
    numbers = {figure.day: figure.number for figure in figures}
    chart = chart_of_days(metric, numbers, all_days(asked.first, asked.last), usual)
    return Told("\n".join(filter(None, (*lines, *notes))), chart)


async def over_hours(asked: Asked, since: datetime, until: datetime) -> Told:
    """The answer of less than a day, or of a time that begins within one."""
    reading, metric = asked.reading, asked.metric
    newest = await reading.newest(metric.name)
    if newest is None:
        return nothing_of(metric, await reading.known())
    stretch = await reading.stretch(metric.name, since, until)
    when = _hours_said(since, until, asked.now)
    if not stretch.samples:
        return Told(f"No {metric.title} {when}. {fresh(metric, newest, asked.now)}")
    return Told(
        f"{title(metric)}, {when}: {_stretched(metric, stretch, asked.now)}\n{fresh(metric, newest, asked.now)}"
    )


def _stretched(metric: Metric, stretch: Stretch, now: datetime) -> str:
    """ "72 bpm on average, from 58 to 110 bpm; the last was 75 bpm at 14:18"."""
    if stretch.total is not None:
        return f"{amount(metric, stretch.total)}."
    said = ""
    if stretch.mean is not None and stretch.low is not None and stretch.high is not None and stretch.samples > 1:
        said = f"{amount(metric, stretch.mean)} on average, from {spread(metric, stretch.low, stretch.high)}; the last was "
    if stretch.last is None or stretch.last_at is None:
        return said.removesuffix("; the last was ") + "."
    return f"{said}{amount(metric, stretch.last)} at {stretch.last_at.astimezone(now.tzinfo):%H:%M}."


def _hours_said(since: datetime, until: datetime, now: datetime) -> str:
    end = until.astimezone(now.tzinfo)
    if since.date() == end.date():
        return f"{on_day(since.date(), now)} from {since:%H:%M} to {end:%H:%M}"
    return f"{on_day(since.date(), now)} at {since:%H:%M} to {on_day(end.date(), now)} at {end:%H:%M}"


async def _usual(asked: Asked) -> Baseline | None:
    """What was usual before the time asked about; where that isn't known, what is usual now."""
    before = await asked.reading.baseline(asked.metric.name, asked.first)
    return before or await asked.reading.baseline(asked.metric.name, asked.now.date())


def _in_that_time(asked: Asked) -> str:
    return asked.said if asked.is_one_day else f"from {asked.said}"


async def _amounts(asked: Asked, found: Found) -> list[str]:
    """Sums: the day, or the days with their total and what a day comes to."""
    metric, today = asked.metric, asked.now.date()
    total = sum(figure.number for figure in found.figures)
    if asked.is_one_day:
        return await _one_amount(asked, found, total)
    lines = [f"{title(metric)}, {asked.said}: {under(metric, total)} in all."]
    if found.whole:
        against = f", {difference(metric, found.mean, found.usual.mean)}" if found.usual else ""
        without = f" over {_days(len(found.whole))}" + (", without today" if found.figures[-1].day == today else "")
        lines.append(f"A day: {under(metric, found.mean)} on average{without}{against}.")
    lines += rows.of_days(metric, found.figures, asked.first, asked.last, today)
    return [*lines, *_ends(asked, found), *await _before(asked, found)]


async def _one_amount(asked: Asked, found: Found, total: float) -> list[str]:
    metric = asked.metric
    if asked.is_over(asked.first):
        against = f", {difference(metric, total, found.usual.mean)}" if found.usual else ""
        return [f"{title(metric)} {asked.said}: {under(metric, total)}{against}."]
    by_now = await by_this_hour(asked.reading, metric, asked.now)
    usual = f" By this time you usually have {under(metric, by_now)}." if by_now is not None else ""
    whole = f" A usual day comes to {under(metric, found.usual.mean)}." if found.usual else ""
    return [f"{title(metric)} today: {under(metric, total)} so far.{usual}{whole}"]


async def by_this_hour(reading: HealthReading, metric: Metric, now: datetime) -> float | None:
    """What there was by this hour on the last days, on average; None where few of them have anything, hour by hour."""
    figures = await reading.days(metric.name, now.date() - _DAY * _SO_FAR_DAYS, now.date() - _DAY)
    by_hour = [figure.detail["hours"] for figure in figures if figure.detail and "hours" in figure.detail]
    totals = [sum(hours[: now.hour]) + hours[now.hour] * now.minute / 60 for hours in by_hour]
    begun = [total for total in totals if total > 0]
    return sum(begun) / len(begun) if len(begun) >= _ENOUGH else None


def _ends(asked: Asked, found: Found) -> list[str]:
    """The best day and the least, of three whole ones or more."""
    if len(found.whole) < 3:
        return []
    metric, today = asked.metric, asked.now.date()
    most, least = max(found.whole, key=lambda one: one.number), min(found.whole, key=lambda one: one.number)
    return [
        f"Most: {short_day(most.day, today)}, {bare(metric, most.number)}. "
        f"Least: {short_day(least.day, today)}, {bare(metric, least.number)}."
    ]


async def _before(asked: Asked, found: Found) -> list[str]:
    """The same length of time before it, where most of that is known."""
    length = (asked.last - asked.first).days + 1
    if length not in _COMPARED:
        return []
    figures = await asked.reading.days(asked.metric.name, asked.first - _DAY * length, asked.first - _DAY)
    if len(figures) * 2 < length:
        return []
    mean = sum(figure.number for figure in figures) / len(figures)
    return [
        f"The {length} days before: {under(asked.metric, mean)} {'a day' if asked.metric.aggregate == 'sum' else 'on average'}."
    ]


async def _exercise(asked: Asked, found: Found) -> list[str]:
    """Sessions, the newest first, and what they come to."""
    sessions = [
        (figure.day, session) for figure in found.figures for session in (figure.detail or {}).get("sessions", [])
    ]
    total = sum(figure.number for figure in found.figures)
    count = f"{len(sessions)} session{'' if len(sessions) == 1 else 's'}"
    against = ""
    if found.usual and not asked.is_one_day:
        against = f" On days with exercise your usual is {span(found.usual.mean)}."
    shown = [rows.of_session(day, session, asked.now) for day, session in reversed(sessions[-MOST_SESSIONS:])]
    more = [f"- and {len(sessions) - MOST_SESSIONS} before these"] if len(sessions) > MOST_SESSIONS else []
    return [f"Exercise, {asked.said}: {count}, {span(total)} in all.{against}", *shown, *more]


async def _measured(asked: Asked, found: Found) -> list[str]:
    """Means: on average, how low and how high, and how that stands to what is usual."""
    metric = asked.metric
    low, high = min(figure.low for figure in found.figures), max(figure.high for figure in found.figures)
    mean = sum(figure.number for figure in found.figures) / len(found.figures)
    beside = _second(found.figures)
    several = f", from {spread(metric, low, high)}" if bare(metric, low) != bare(metric, high) else ""
    of = "" if asked.is_one_day else f", on {_days(len(found.figures))}"
    place = f" That is {standing(metric, mean, found.usual)}." if found.usual else ""
    lines = [
        f"{title(metric)}, {asked.said}: {amount(metric, mean, beside)}{' on average' if several else ''}{several}{of}.{place}"
    ]
    if asked.last == asked.now.date():
        lines.append(
            f"The last: {amount(metric, found.newest.number, found.newest.detail)}, {moment(found.newest.at, asked.now)}."
        )
    if not asked.is_one_day:
        lines += rows.of_measures(metric, found.figures, asked.first, asked.last, asked.now.date())
        lines += course(metric, found.figures)
        lines += await _before(asked, found)
    return lines


def _second(figures: Sequence[DayFigure]) -> dict[str, float] | None:
    """The diastolic pressure on average, of days that have one."""
    second = [figure.detail["diastolic"] for figure in figures if figure.detail and figure.detail.get("diastolic")]
    return {"diastolic": sum(second) / len(second)} if second else None


async def _newest(asked: Asked, found: Found) -> list[str]:
    """What is measured now and then: the newest, and from where to where it went."""
    metric, newest, figures = asked.metric, found.newest, found.figures
    lines = [f"{title(metric)}: {amount(metric, newest.number)}, {moment(newest.at, asked.now)}."]
    if asked.last != asked.now.date():
        lines = [
            f"{title(metric)}, {asked.said}: {amount(metric, figures[-1].number)} ({on_day(figures[-1].day, asked.now)})."
        ]
    if len(figures) > 1:
        first, last = figures[0], figures[-1]
        change = last.number - first.number
        moved = (
            "unchanged"
            if bare(metric, abs(change)) == bare(metric, 0)
            else f"{'+' if change > 0 else '−'}{amount(metric, abs(change))}"
        )
        low, high = min(figure.low for figure in figures), max(figure.high for figure in figures)
        lines.append(
            f"Since {short_day(first.day, asked.now.date())}: from {bare(metric, first.number)} to {amount(metric, last.number)} ({moved}), "
            f"between {spread(metric, low, high, 'and')}, on {_days(len(figures))}."
        )
        lines += rows.of_measures(metric, figures, asked.first, asked.last, asked.now.date())
    return lines


def _days(count: int) -> str:
    return f"{count} day{'' if count == 1 else 's'}"


_DESCRIBED: Mapping[Aggregate, Callable[[Asked, Found], Awaitable[list[str]]]] = {
    "sum": _amounts,
    "exercise": _exercise,
    "mean": _measured,
    "last": _newest,
}

"""What the samples say: the one place where a person's days, nights and what is usual for them are asked for.

Every answer is right as of some moment while it was asked: a day whose samples have changed since it was computed is computed anew.
"""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from app.health.baseline import baseline_of
from app.health.days import DayBook
from app.health.figures import Baseline, DayFigure, Known, Newest, Night, Sleep, Stretch
from app.health.metrics import BY_NAME
from app.health.moments import date_of, day_number, milliseconds_of, moment_of
from app.health.nights import night_of
from app.health.stretches import stretch_of
from app.memory.ports import Database
from app.memory.records import HealthDay, User
from app.memory.repositories import Repositories

__all__ = ["Baseline", "DayFigure", "HealthReading", "Known", "Newest", "Night", "Sleep", "Stretch"]

SLEEP = "sleep_session"


class HealthReading:
    """One person's figures at one moment."""

    def __init__(self, store: Repositories, database: Database, user: User, now: datetime) -> None:
        """`now` is aware; `today` is the local day of it where the person is."""
        self._figures = store.health_figures
        self._user_id = user.id
        self._now = now
        self._book = DayBook(store, database, user.id, now)
        self.today = now.astimezone(ZoneInfo(user.time_zone)).date()

    async def prepare(self) -> None:
        """Before many metrics are asked for: what is new of yesterday and today is made ready together, which is quicker."""
        today = day_number(self.today)
        await self._book.settle_together(today - 1, today)

    async def days(self, metric: str, first: date, last: date) -> list[DayFigure]:
        """The days from `first` to `last`, both in it, that have data, in their order."""
        return [self._figure(row) for row in await self._rows(metric, first, last)]

    async def nights(self, first: date, last: date) -> list[Night]:
        """The days from `first` to `last`, both in it, on which the person woke, in their order; without data a day is absent."""
        return [night_of(row.day, row.detail or {}) for row in await self._rows(SLEEP, first, last)]

    async def baseline(self, metric: str, before: date, days: int = 28) -> Baseline | None:
        """What is usual, out of so many days before `before`; None where fewer than seven of them have data."""
        rows = await self._rows(metric, before - timedelta(days=days), before - timedelta(days=1))
        return baseline_of([row.number for row in rows])

    async def sleep_baseline(self, before: date, days: int = 28) -> Baseline | None:
        """The same of minutes asleep a day, naps too."""
        return await self.baseline(SLEEP, before, days)

    async def stretch(self, metric: str, start: datetime, end: datetime) -> Stretch:
        """What the metric did from `start` to `end` (both aware; the end is not in it)."""
        times = milliseconds_of(start), milliseconds_of(end)
        return await stretch_of(self._figures, self._user_id, BY_NAME[metric], times)

    async def newest(self, metric: str) -> Newest | None:
        """The newest measurement; None where there is none."""
        sample = await self._figures.newest(self._user_id, metric)
        if sample is None:
            return None
        return Newest(sample.number, self._past(sample.end_ms), sample.detail, sample.device, sample.zone_offset)

    async def known(self) -> dict[str, Known]:
        """What there is, by metric; metrics without a sample are absent."""
        found: dict[str, Known] = {}
        for one in await self._figures.series(self._user_id):
            before = found.get(one.metric) or Known(one.metric, 0, (), self._past(one.end_ms), one.received_at)
            found[one.metric] = Known(
                metric=one.metric,
                samples=before.samples + one.samples,
                devices=(*before.devices, one.device),
                last_at=max(before.last_at, self._past(one.end_ms)),
                received_at=max(before.received_at, one.received_at),
            )
        return found

    async def _rows(self, metric: str, first: date, last: date) -> list[HealthDay]:
        return await self._book.days(metric, day_number(first), day_number(last))

    def _figure(self, row: HealthDay) -> DayFigure:
        return DayFigure(
            day=date_of(row.day),
            number=row.number,
            low=row.low,
            high=row.high,
            samples=row.samples,
            last_at=self._past(row.last_ms),
            detail=row.detail,
        )

    def _past(self, milliseconds: int) -> datetime:
        """A stored time; not after now, as the end of a day's total may be."""
        return min(moment_of(milliseconds), self._now)

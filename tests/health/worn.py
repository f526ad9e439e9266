"""A watch that somebody wears, for tests: what it measured is written in a line and kept like any other sample."""

import uuid
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.health.reading import HealthReading
from app.memory.ports import Database
from app.memory.records import Json, User
from app.memory.repositories import Repositories
from app.memory.repositories.health_samples import SampleDraft

ACCRA = ZoneInfo("Africa/Accra")
NOW = datetime(2026, 11, 18, 14, 20, tzinfo=ACCRA)  # a Wednesday
TODAY = NOW.date()
WATCH = "Galaxy Watch6"
_DAY = timedelta(days=1)


def day(back: int) -> date:
    """So many days before today."""
    return TODAY - _DAY * back


def at(back: int, hour: int, minute: int = 0) -> datetime:
    """A moment so many days before today."""
    return datetime.combine(day(back), time(hour, minute), tzinfo=ACCRA)


@dataclass
class Worn:
    """A person with a watch. Nothing is kept before `kept`."""

    store: Repositories
    database: Database
    user: User
    drafts: list[SampleDraft] = field(default_factory=list)

    def reading(self, now: datetime = NOW) -> HealthReading:
        """What is read out of it at a moment."""
        return HealthReading(self.store, self.database, self.user, now)

    async def kept(self, at: datetime = NOW) -> "Worn":
        """All that was measured so far is in the database."""
        await self.store.health_samples.put_many(self.user.id, self.drafts, at.astimezone(UTC))
        self.drafts.clear()
        return self

    def measured(
        self,
        metric: str,
        start: datetime,
        number: float,
        minutes: float = 0,
        *,
        device: str = WATCH,
        detail: Json | None = None,
    ) -> "Worn":
        """One sample."""
        start_ms = round(start.timestamp() * 1000)
        self.drafts.append(
            SampleDraft(
                metric=metric,
                device=device,
                start_ms=start_ms,
                end_ms=start_ms + round(minutes * 60_000),
                zone_offset=int((start.utcoffset() or timedelta()).total_seconds()),
                number=number,
                detail=detail,
                client_id=uuid.uuid4().hex,
                version=1,
            )
        )
        return self

    def daily(self, metric: str, numbers: list[float], *, hour: int = 7, until: int = 0, minutes: float = 0) -> "Worn":
        """A sample a day at an hour, the last of them `until` days before today."""
        for back, number in enumerate(reversed(numbers), start=until):
            self.measured(metric, at(back, hour), number, minutes)
        return self

    def slept(self, back: int, bed: str, up: str, *stages: tuple[str, int], score: float | None = None) -> "Worn":
        """A sleep that ended on a day at the hour `up`; stages as they followed, in minutes, else none."""
        end = at(back, *_clock(up))
        start = at(back, *_clock(bed))
        start = start - _DAY if start >= end else start
        begin, rows = start, list[list[Any]]()
        for name, minutes in stages:
            rows.append([name, _ms(begin), _ms(begin + timedelta(minutes=minutes))])
            begin += timedelta(minutes=minutes)
        asleep = sum(minutes for name, minutes in stages if name not in ("awake", "out_of_bed"))
        length = (end - start) / timedelta(minutes=1)
        detail = {"stages": rows, "score": score}
        return self.measured("sleep_session", start, asleep if stages else length, length, detail=detail)


def _clock(text: str) -> tuple[int, int]:
    hour, _, minute = text.partition(":")
    return int(hour), int(minute)


def _ms(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


@pytest.fixture
async def worn(house: Repositories, database: Database) -> Worn:
    """Ama's watch, which has measured nothing yet."""
    await house.users.add("ama", name="Ama", time_zone=ACCRA.key, zone_source="user", locale="en-GB", at=NOW)
    user = await house.users.get("ama")
    assert user is not None
    return Worn(house, database, user)

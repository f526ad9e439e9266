"""A user who moves: what repeats keeps its hour there, what comes once keeps its moment, and no hour comes twice."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.bootstrap.storage import build_database
from app.config import Settings
from app.memory.ports import Database
from app.memory.repositories import Repositories, repositories
from app.memory.repositories.occurrences import OccurrenceDraft
from app.timetable.moving import Moved, follow_zone

NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)  # Sunday, nine in Accra


class Traveller:
    """Somebody in Accra with a database of their own."""

    def __init__(self, store: Repositories, database: Database) -> None:
        """Nothing is set yet."""
        self.store = store
        self.database = database

    async def to(self, zone: str, at: datetime = NOW) -> Moved:
        """Move there."""
        return await follow_zone(self.store, self.database, "ama", zone, at)

    async def reminder(self, rule: str, start: str, due_at: datetime, *, fired: datetime | None = None) -> int:
        """Promise one, that was said last when it `fired`."""
        row = await self.store.reminders.add(
            "ama",
            text="take the pills",
            due_at=due_at,
            local_start=start,
            time_zone="Africa/Accra",
            rule=rule or None,
            turn_id=None,
            taint=[],
            at=NOW - timedelta(days=30),
        )
        if fired:
            draft = OccurrenceDraft("ama", "reminder", str(row.id), fired, "ran", "")
            await self.store.occurrences.record_many([draft], fired)
        return row.id

    async def due(self, number: int) -> str:
        """When a reminder is due, as the clock shows it where it is set."""
        row = await self.store.reminders.get("ama", number)
        assert row is not None
        return f"{row.due_at.astimezone(ZoneInfo(row.time_zone)):%a %d %H:%M} {row.time_zone.rpartition('/')[2]}"

    async def routine(self, zone: str, origin: str, target: str) -> None:
        """A routine at eight in `zone`."""
        await self.store.scheduled_tasks.add(
            "ama",
            name=target,
            instruction="",
            rule="FREQ=DAILY",
            local_start="2026-11-01T08:00:00",
            time_zone=zone,
            due_at=NOW + timedelta(hours=23),
            turn_id=None,
            taint=[],
            at=NOW - timedelta(days=30),
            kind="routine",
            target=target,
            origin=origin,
        )


@pytest.fixture
async def ama(home: Settings) -> AsyncIterator[Traveller]:
    """Ama in Accra, on either engine."""
    database = build_database(home)
    await database.open()
    store = repositories(database)
    await store.users.add("ama", name="", time_zone="Africa/Accra", zone_source="user", locale="en", at=NOW)
    yield Traveller(store, database)
    await database.close()


def at(day: int, hour: int) -> datetime:
    """A moment of November 2026 in UTC, which is Accra's clock."""
    return datetime(2026, 11, day, hour, tzinfo=UTC)


async def test_what_repeats_keeps_its_hour_in_the_new_zone(ama: Traveller) -> None:
    pills = await ama.reminder("FREQ=DAILY", "2026-11-01T20:00:00", at(22, 20), fired=at(21, 20))
    assert await ama.to("Asia/Tokyo") == Moved(followed=1, stayed=0)
    assert await ama.due(pills) == "Sun 22 20:00 Tokyo"


async def test_what_comes_once_stays_at_its_moment(ama: Traveller) -> None:
    call = await ama.reminder("", "2026-11-22T20:00:00", at(22, 20))
    assert await ama.to("Asia/Tokyo") == Moved(followed=0, stayed=1)
    row = await ama.store.reminders.get("ama", call)
    assert row is not None
    assert row.due_at == at(22, 20)


async def test_an_hour_that_came_does_not_come_again_further_west(ama: Traveller) -> None:
    pills = await ama.reminder("FREQ=DAILY", "2026-11-01T08:00:00", at(23, 8), fired=at(22, 8))
    await ama.to("America/New_York")
    assert await ama.due(pills) == "Mon 23 08:00 New_York"
    await ama.to("America/Chicago", NOW + timedelta(minutes=1))
    assert await ama.due(pills) == "Mon 23 08:00 Chicago"
    await ama.to("Africa/Accra", NOW + timedelta(minutes=2))
    assert await ama.due(pills) == "Mon 23 08:00 Accra"


async def test_an_hour_that_was_jumped_over_is_due_at_once(ama: Traveller) -> None:
    pills = await ama.reminder("FREQ=DAILY", "2026-11-01T12:00:00", at(22, 12), fired=at(21, 12))
    await ama.to("Asia/Tokyo")  # six in the evening there
    row = await ama.store.reminders.get("ama", pills)
    assert row is not None
    assert row.due_at <= NOW


async def test_there_and_back_is_as_if_nobody_had_moved(ama: Traveller) -> None:
    pills = await ama.reminder("FREQ=DAILY", "2026-11-01T20:00:00", at(22, 20), fired=at(21, 20))
    await ama.to("Asia/Tokyo")
    await ama.to("Africa/Accra")
    assert await ama.due(pills) == "Sun 22 20:00 Accra"


async def test_what_was_put_off_stays_at_the_moment_it_was_put_off_to(ama: Traveller) -> None:
    pills = await ama.reminder("FREQ=DAILY", "2026-11-01T08:00:00", at(22, 9) + timedelta(minutes=10), fired=at(22, 8))
    await ama.to("America/New_York")
    row = await ama.store.reminders.get("ama", pills)
    assert row is not None
    assert (row.due_at, row.time_zone) == (NOW + timedelta(minutes=10), "America/New_York")
    assert "2026-11-22T08:00" in row.exceptions


async def test_a_routine_in_utc_by_the_settings_stays_and_others_follow(ama: Traveller) -> None:
    await ama.routine("UTC", "settings", "daily briefing")
    await ama.routine("Africa/Accra", "settings", "evening recap")
    await ama.routine("Africa/Accra", "user", "weekly recap")
    assert await ama.to("Asia/Tokyo") == Moved(followed=2, stayed=0)
    zones = {row.target: row.time_zone for row in await ama.store.scheduled_tasks.list("ama")}
    assert zones == {"daily briefing": "UTC", "evening recap": "Asia/Tokyo", "weekly recap": "Asia/Tokyo"}


async def test_what_is_in_the_zone_already_is_left_alone(ama: Traveller) -> None:
    await ama.reminder("FREQ=DAILY", "2026-11-01T20:00:00", at(22, 20))
    assert await ama.to("Africa/Accra") == Moved()


async def test_a_paused_schedule_follows_and_stays_paused(ama: Traveller) -> None:
    await ama.routine("Africa/Accra", "user", "weekly recap")
    [row] = await ama.store.scheduled_tasks.list("ama")
    await ama.store.scheduled_tasks.set_status("ama", row.id, "paused", NOW)
    await ama.to("Asia/Tokyo")
    [row] = await ama.store.scheduled_tasks.list("ama")
    assert (row.status, row.time_zone) == ("paused", "Asia/Tokyo")

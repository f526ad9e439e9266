"""The house's own routines: each person has the rows that the settings ask for, and nobody's own change is undone."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.config import Settings
from app.memory.ports import Database
from app.memory.records import ScheduledTask, User
from app.memory.repositories import Repositories
from app.timetable.feeds import Feeds
from app.timetable.reach import whom_we_reach
from app.timetable.routines import ROUTINES, Reconciled, reconcile
from tests.memory.databases import NOON
from tests.timetable.calendars import Mailboxes

SETTINGS = Settings()
DAILY, EVENING, MAIL = "daily briefing", "evening recap", "email intelligence"


def _everybody(_: User) -> bool:
    return True


async def _look(
    house: Repositories, database: Database, *, now: datetime = NOON, feeds: Feeds | None = None, **changes: str
) -> Reconciled:
    settings = SETTINGS.model_copy(update=changes)
    return await reconcile(house, database, settings=settings, now=now, reachable=_everybody, feeds=feeds or Feeds())


async def _row(house: Repositories, name: str, user_id: str = "ana") -> ScheduledTask:
    row = await house.scheduled_tasks.routine(user_id, name)
    assert row is not None
    return row


async def _due(house: Repositories, name: str) -> str:
    """When it is due, on its own clock."""
    row = await _row(house, name)
    return f"{row.due_at.astimezone(ZoneInfo(row.time_zone)):%a %d %B %H:%M} {row.time_zone}"


async def test_everybody_gets_what_the_settings_switch_on(house: Repositories, database: Database) -> None:
    assert await _look(house, database) == Reconciled(added=12)
    rows = await house.scheduled_tasks.list("ana")
    assert {row.target for row in rows} == {routine.name for routine in ROUTINES if not routine.needs}
    assert {(row.kind, row.origin, row.status) for row in rows} == {("routine", "settings", "active")}


@pytest.mark.parametrize(
    ("zone", "quiet", "due"),
    [
        ("Africa/Accra", None, "Mon 02 March 08:00 UTC"),
        ("Europe/Berlin", None, "Mon 02 March 08:00 UTC"),
        ("Asia/Tokyo", None, "Mon 02 March 08:00 UTC"),
        ("America/Los_Angeles", None, "Sun 01 March 07:00 America/Los_Angeles"),
        ("America/Los_Angeles", "23:00-09:30", "Sun 01 March 09:30 America/Los_Angeles"),
        ("America/New_York", "", "Mon 02 March 08:00 UTC"),
    ],
)
async def test_a_briefing_in_utc_wakes_nobody(
    house: Repositories, database: Database, zone: str, quiet: str | None, due: str
) -> None:
    await house.users.set_zone("ana", zone, "user")
    await house.users.set_setting("ana", "quiet_hours", quiet)
    await _look(house, database)
    assert await _due(house, DAILY) == due
    assert await _look(house, database) == Reconciled()


async def test_they_are_due_when_the_settings_say(house: Repositories, database: Database) -> None:
    await house.users.set_zone("ana", "America/New_York", "user")
    await _look(house, database)  # Sunday 1 March 2026, 07:00 in New York
    assert await _due(house, DAILY) == "Mon 02 March 07:00 America/New_York"  # 08:00 UTC is in the night there
    assert await _due(house, EVENING) == "Sun 01 March 21:00 America/New_York"
    assert await _due(house, "weekly recap") == "Fri 06 March 18:00 America/New_York"
    assert await _due(house, "weekly prep") == "Sun 01 March 18:00 America/New_York"
    assert await _due(house, "read-later digest") == "Sat 07 March 09:00 America/New_York"
    assert await _due(house, "journal digest") == "Sun 01 March 19:00 America/New_York"


async def test_a_briefing_can_be_on_its_users_own_clock(house: Repositories, database: Database) -> None:
    await house.users.set_zone("ana", "Pacific/Kiritimati", "user")  # UTC+14
    await _look(house, database, briefing_time="07:00 local")
    assert await _due(house, DAILY) == "Mon 02 March 07:00 Pacific/Kiritimati"
    assert (await _row(house, DAILY)).due_at == datetime(2026, 3, 1, 17, 0, tzinfo=UTC)


async def test_an_hour_that_the_spring_skips_comes_an_hour_later(house: Repositories, database: Database) -> None:
    await house.users.set_zone("ana", "Europe/Paris", "user")
    before = datetime(2026, 3, 28, 12, 0, tzinfo=UTC)  # the night in which 02:30 isn't there
    await _look(house, database, now=before, briefing_time="02:30 local")
    assert await _due(house, DAILY) == "Sun 29 March 03:30 Europe/Paris"


async def test_where_all_stands_as_it_should_nothing_is_written(house: Repositories, database: Database) -> None:
    await _look(house, database)
    before = await house.scheduled_tasks.everything("ana")
    assert await _look(house, database, now=NOON + timedelta(hours=5)) == Reconciled()
    assert await house.scheduled_tasks.everything("ana") == before


async def test_another_time_in_the_settings_moves_it(house: Repositories, database: Database) -> None:
    await _look(house, database)
    assert await _look(house, database, evening_recap_time="19:15") == Reconciled(changed=2)
    assert await _due(house, EVENING) == "Sun 01 March 19:15 UTC"
    await _look(house, database, weekly_recap_day="monday")
    assert await _due(house, "weekly recap") == "Mon 02 March 18:00 UTC"


async def test_what_was_said_today_is_not_said_again_because_its_time_moved(
    house: Repositories, database: Database
) -> None:
    await _look(house, database)
    row = await _row(house, EVENING)
    await house.occurrences.record(
        "ana", owner_kind="schedule", owner_id=str(row.id), due_at=row.due_at, status="ran", reason="", at=row.due_at
    )
    await _look(house, database, now=row.due_at + timedelta(minutes=5), evening_recap_time="22:00")
    assert await _due(house, EVENING) == "Mon 02 March 22:00 UTC"


async def test_no_time_pauses_it_and_a_time_brings_it_back(house: Repositories, database: Database) -> None:
    await _look(house, database)
    await _look(house, database, evening_recap_time="")
    assert (await _row(house, EVENING)).state == "DISABLED"
    assert await _look(house, database, evening_recap_time="") == Reconciled()
    await _look(house, database, now=NOON + timedelta(days=9))
    assert (await _row(house, EVENING)).state == "ACTIVE"
    assert await _due(house, EVENING) == "Tue 10 March 21:00 UTC"


async def test_what_its_user_changed_is_theirs(house: Repositories, database: Database) -> None:
    await _look(house, database)
    row = await _row(house, DAILY)
    mine = replace(row, rule="FREQ=DAILY", local_start="2026-03-01T06:30:00", status="paused")
    await house.scheduled_tasks.update(
        "ana",
        row.id,
        name=mine.name,
        instruction=mine.instruction,
        rule=mine.rule,
        local_start=mine.local_start,
        time_zone="UTC",
        due_at=mine.due_at,
        status="paused",
        exceptions=[],
        freshness=60,
        origin="user",
        at=NOON,
    )
    assert await _look(house, database, briefing_time="10:00") == Reconciled(changed=1)  # ben's
    assert (await _row(house, DAILY)).local_start == "2026-03-01T06:30:00"


@pytest.mark.parametrize("status", ["processing", "cancelled"])
async def test_what_is_being_said_or_was_cancelled_is_left_alone(
    house: Repositories, database: Database, status: str
) -> None:
    await _look(house, database)
    row = await _row(house, DAILY)
    await house.scheduled_tasks.set_status("ana", row.id, status, NOON)
    await _look(house, database, briefing_time="10:00")
    assert (await _row(house, DAILY)).status == status
    assert await _due(house, DAILY) == "Mon 02 March 08:00 UTC"


async def test_who_moves_keeps_the_hour_in_the_new_zone(house: Repositories, database: Database) -> None:
    await _look(house, database)
    await house.users.set_zone("ana", "Asia/Tokyo", "user")  # where it is 21:00 already
    assert await _look(house, database) == Reconciled(changed=5)
    assert await _due(house, EVENING) == "Mon 02 March 21:00 Asia/Tokyo"
    assert await _due(house, DAILY) == "Mon 02 March 08:00 UTC"


async def test_who_moves_west_after_the_recap_hears_it_once_that_day(house: Repositories, database: Database) -> None:
    await _look(house, database)
    row = await _row(house, EVENING)
    await house.occurrences.record(
        "ana", owner_kind="schedule", owner_id=str(row.id), due_at=row.due_at, status="late", reason="", at=row.due_at
    )
    await house.users.set_zone("ana", "America/Los_Angeles", "user")
    await _look(house, database, now=row.due_at + timedelta(hours=1))
    assert await _due(house, EVENING) == "Mon 02 March 21:00 America/Los_Angeles"


async def test_only_who_can_be_reached_has_any(house: Repositories, database: Database) -> None:
    await house.users.link("ben", "telegram", "7", NOON)

    async def look(*channels: str) -> Reconciled:
        reachable = await whom_we_reach(house, "ana", channels)
        return await reconcile(house, database, settings=SETTINGS, now=NOON, reachable=reachable)

    assert await look() == Reconciled(added=6)  # ana is the owner: the page and the terminal are hers
    assert await look("telegram") == Reconciled(added=6)
    assert await look() == Reconciled(changed=6)
    assert {row.state for row in await house.scheduled_tasks.list("ben")} == {"DISABLED"}
    assert await look("telegram") == Reconciled(changed=6)


async def test_mail_is_looked_at_where_there_is_a_mailbox(house: Repositories, database: Database) -> None:
    await _look(house, database)
    assert await house.scheduled_tasks.routine("ana", MAIL) is None
    feeds = Feeds(mail=(Mailboxes({"ana": []}),))
    assert await _look(house, database, feeds=feeds) == Reconciled(added=1)
    assert await _due(house, MAIL) == "Mon 02 March 09:30 UTC"
    await _look(house, database)
    assert (await _row(house, MAIL)).state == "DISABLED"


async def test_a_zone_that_is_none_costs_nobody_else_theirs(house: Repositories, database: Database) -> None:
    await house.users.set_zone("ana", "Atlantis/Old_Town", "user")
    assert await _look(house, database) == Reconciled(added=6)
    assert len(await house.scheduled_tasks.list("ben")) == 6


async def test_what_changes_between_the_look_and_the_write_is_not_written_over(
    house: Repositories, database: Database
) -> None:
    await _look(house, database)
    old = await _row(house, DAILY)
    await house.scheduled_tasks.set_status("ana", old.id, "processing", NOON)
    assert not await house.scheduled_tasks.swap("ana", old, replace(old, status="paused"), NOON)
    assert (await _row(house, DAILY)).status == "processing"

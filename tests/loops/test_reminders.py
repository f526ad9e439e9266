"""A promise to remind: on time, late and said so, or skipped and said once; never twice."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.loops.reminders import deliver_due
from tests.house import open_house, settings_in, tell

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)


@pytest.fixture(params=["sqlite", "postgres"])
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Services]:
    """A house at noon in UTC, on either engine."""
    more = {} if request.param == "sqlite" else {"database_url": request.getfixturevalue("postgres_url")}
    settings = settings_in(tmp_path, time_zone="UTC", **more)
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON)) as services:
        yield services


async def _deliver_at(house: Services, moment: datetime) -> list[str]:
    """What is said when the clock shows `moment`."""
    house.clock.set(moment)  # type: ignore[attr-defined]
    before = await house.store.outbox.last_id(house.owner.id, ("local",))
    await deliver_due(house.store, house.database, house.conversation.mailroom, house.clock, house.settings)
    said = await house.store.outbox.after(house.owner.id, ("local",), before, 50)
    return [entry.body["text"] for entry in said if entry.body["kind"] == "reminder"]


async def _endings(house: Services) -> list[str]:
    return [occurrence.status for occurrence in await house.store.occurrences.list(house.owner.id, "reminder", "1")]


async def test_it_is_said_when_it_is_due_and_not_before(house: Services) -> None:
    await tell(house, "remind me at 13:00 to call mum")
    assert await _deliver_at(house, NOON + timedelta(minutes=59)) == []
    assert await _deliver_at(house, NOON + timedelta(minutes=60)) == ["call mum"]
    assert await _deliver_at(house, NOON + timedelta(minutes=61)) == []
    assert await _endings(house) == ["ran"]


async def test_one_that_was_missed_is_said_late_and_says_so(house: Services) -> None:
    await tell(house, "remind me at 13:00 to call mum")
    [text] = await _deliver_at(house, NOON + timedelta(hours=5))
    assert text.startswith("call mum")
    assert "Late" in text
    assert "13:00" in text
    assert await _endings(house) == ["late"]


async def test_one_that_is_too_old_is_told_once_as_missed(house: Services) -> None:
    await tell(house, "remind me at 13:00 to call mum")
    [text] = await _deliver_at(house, NOON + timedelta(days=30))
    assert "Missed" in text
    assert await _deliver_at(house, NOON + timedelta(days=31)) == []
    assert await _endings(house) == ["skipped"]


async def test_a_repeating_one_comes_again_and_says_only_the_last_it_missed(house: Services) -> None:
    await tell(house, "remind me every day at 13:00 to stretch")
    assert await _deliver_at(house, NOON + timedelta(hours=1)) == ["stretch"]
    [text] = await _deliver_at(house, NOON + timedelta(days=3, hours=2))
    assert "and 2 earlier" in text
    assert await _endings(house) == ["ran", "skipped", "skipped", "late"]
    assert await _deliver_at(house, NOON + timedelta(days=4, hours=1)) == ["stretch"]


async def test_a_cancelled_one_is_silent(house: Services) -> None:
    await tell(house, "remind me at 13:00 to call mum")
    await tell(house, "cancel the reminder to call mum")
    assert await _deliver_at(house, NOON + timedelta(hours=2)) == []


async def test_two_processes_say_it_once(house: Services) -> None:
    await tell(house, "remind me at 13:00 to call mum")
    async with open_house(house.settings.data_dir, settings=house.settings, clock=house.clock) as other:
        first = await _deliver_at(house, NOON + timedelta(hours=1))
        second = await _deliver_at(other, NOON + timedelta(hours=1))
    assert (first, second) == (["call mum"], [])

"""What came true is told once, with why, when its user may be spoken to; on both engines."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.loops.alerts import check_due
from app.memory.repositories.health_samples import SampleDraft
from tests.house import open_house, settings_in, tell

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
TALK_OVER = timedelta(minutes=11)


@pytest.fixture(params=["sqlite", "postgres"])
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Services]:
    """A house at noon in UTC, on either engine."""
    more = {} if request.param == "sqlite" else {"database_url": request.getfixturevalue("postgres_url")}
    settings = settings_in(tmp_path, time_zone="UTC", unasked_per_day=3, **more)
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON)) as services:
        yield services


async def _told_at(house: Services, moment: datetime) -> list[str]:
    house.clock.set(moment)  # type: ignore[attr-defined]
    before = await house.store.outbox.last_id(house.owner.id, ("local",))
    await check_due(house.ground)
    return [entry.body["text"] for entry in await house.store.outbox.after(house.owner.id, ("local",), before, 50)]


async def _task(house: Services, title: str, due: datetime, **more: Any) -> int:
    fields = {"list_name": "todo", "priority": 0, "turn_id": None, "taint": [], "due_has_time": True, **more}
    return (await house.store.tasks.add(house.owner.id, title=title, due_at=due, at=house.clock.now(), **fields)).id


async def test_an_overdue_task_is_told_once_with_why(house: Services) -> None:
    answer = await tell(house, "tell me when a task is more than 2 hours overdue")
    assert answer.text == "I'll tell you when a task is more than 2 hours overdue (#1)."
    await _task(house, "call the bank", NOON + timedelta(hours=1))
    assert await _told_at(house, NOON + timedelta(hours=2)) == []
    [text] = await _told_at(house, NOON + timedelta(hours=3))
    assert text == (
        "“call the bank” was due today at 13:00.\nYou asked me to tell you when a task is more than 2 hours overdue (alert #1)."
    )
    assert await _told_at(house, NOON + timedelta(hours=9)) == []
    rule = await house.store.alert_rules.get(house.owner.id, 1)
    assert rule is not None
    assert (rule.fired_at, rule.fired_because) == (NOON + timedelta(hours=3), "“call the bank” was due today at 13:00")
    [occurrence] = await house.store.occurrences.list(house.owner.id, "alert", "1")
    assert (occurrence.status, occurrence.due_at) == ("ran", NOON + timedelta(hours=3))


async def test_several_findings_are_one_message_and_wait_out_the_cooldown(house: Services) -> None:
    await tell(house, "tell me when a task is overdue, at most every 2 hours")
    for number in range(8):
        await _task(house, f"errand {number}", NOON + timedelta(minutes=number))
    [text] = await _told_at(house, NOON + timedelta(hours=1))
    assert text.count("\n- ") == 5
    assert "and 3 more" in text
    await _task(house, "one more", NOON + timedelta(minutes=61))
    assert await _told_at(house, NOON + timedelta(hours=2)) == []
    [later] = await _told_at(house, NOON + timedelta(hours=4))
    assert "one more" in later


async def test_a_day_s_task_is_overdue_when_the_day_is_over(house: Services) -> None:
    await tell(house, "tell me when a task is overdue")
    await _task(house, "pay rent", datetime(2027, 3, 10, 9, 0, tzinfo=UTC), due_has_time=False)
    assert await _told_at(house, NOON + timedelta(hours=8)) == []
    [text] = await _told_at(house, NOON + timedelta(hours=20))
    assert "“pay rent” was due on Wednesday 10 March" in text


async def test_quiet_hours_and_talk_put_it_off_and_nothing_is_lost(house: Services) -> None:
    await tell(house, "tell me when a task is overdue")
    await _task(house, "call the bank", NOON + timedelta(minutes=5))
    assert await _told_at(house, NOON + timedelta(minutes=6)) == []  # they were talking a moment ago
    assert await _told_at(house, datetime(2027, 3, 10, 23, 0, tzinfo=UTC)) == []
    assert await _told_at(house, datetime(2027, 3, 11, 6, 59, tzinfo=UTC)) == []
    assert len(await _told_at(house, datetime(2027, 3, 11, 7, 0, tzinfo=UTC))) == 1


async def test_enough_is_enough_for_a_day(house: Services) -> None:
    await tell(house, "tell me when a task is overdue, at most every 5 minutes")
    said = 0
    for number in range(6):
        moment = NOON + timedelta(hours=number + 1)
        await _task(house, f"errand {number}", moment - timedelta(minutes=1))
        said += len(await _told_at(house, moment))
    assert said == 3
    [text] = await _told_at(house, NOON + timedelta(days=1))
    assert "errand 5" in text


async def test_somebody_who_paused_hears_nothing_until_they_are_back(house: Services) -> None:
    await tell(house, "tell me when a task is overdue")
    await _task(house, "call the bank", NOON + timedelta(minutes=5))
    await house.store.controls.pause(house.owner.id, NOON)
    assert await _told_at(house, NOON + timedelta(hours=1)) == []
    await house.store.controls.resume(house.owner.id)
    assert len(await _told_at(house, NOON + timedelta(hours=2))) == 1


async def test_a_missing_check_in_is_told_that_evening_and_not_the_next_day(house: Services) -> None:
    await tell(house, "tell me if I haven't written in my journal by 8pm")
    assert await _told_at(house, datetime(2027, 3, 10, 19, 59, tzinfo=UTC)) == []
    [text] = await _told_at(house, datetime(2027, 3, 10, 20, 0, tzinfo=UTC))
    assert text.startswith("Nothing in your journal today, and it is past 20:00.")
    await house.store.journal.add(
        house.owner.id, entry_date="2027-03-11", content="fine", mood="", turn_id=None, taint=[], at=NOON
    )
    assert await _told_at(house, datetime(2027, 3, 11, 20, 30, tzinfo=UTC)) == []


def _sample(metric: str, at: datetime, number: float, minutes: int = 0) -> SampleDraft:
    start_ms = int(at.timestamp() * 1000)
    return SampleDraft(
        metric=metric,
        device="watch",
        start_ms=start_ms,
        end_ms=start_ms + minutes * 60_000,
        zone_offset=0,
        number=number,
        detail=None,
        client_id=f"{metric}-{start_ms}",
        version=1,
    )


async def test_a_reading_beyond_its_bound_is_told_with_the_reading(house: Services) -> None:
    answer = await tell(house, "alert me when my resting heart rate goes above 80")
    assert "I keep the alert until then" in answer.text
    told: list[str] = []
    for number, pulse in enumerate((72, 84)):
        at = NOON + timedelta(hours=1 + number)
        await house.store.health_samples.put_many(house.owner.id, [_sample("resting_heart_rate", at, pulse)], at)
        told = await _told_at(house, at + timedelta(minutes=1))
        assert len(told) == number
    assert "your resting heart rate was 84 bpm today at 14:00".casefold() in told[0].casefold()
    again = await tell(house, "alert me when my hrv drops below 20")
    assert again.text == "I'll tell you when your heart rate variability goes below 20 (#2)."


async def test_what_adds_up_is_looked_at_as_a_day(house: Services) -> None:
    await tell(house, "tell me when my steps go over 3000")
    await tell(house, "tell me when my steps are below 5000")
    walks = [_sample("steps", NOON + timedelta(hours=hour), 1_600, 30) for hour in (1, 2)]
    await house.store.health_samples.put_many(house.owner.id, walks, NOON)
    [text] = await _told_at(house, NOON + timedelta(hours=3))
    assert text.startswith("You had 3,200 steps today.")
    [text] = await _told_at(house, NOON + timedelta(hours=20))
    assert text.startswith("You had 3,200 steps yesterday.")


async def test_a_short_night_is_told_in_the_morning(house: Services) -> None:
    await tell(house, "alert me when I have slept less than 6 hours")
    night = _sample("sleep_session", NOON + timedelta(hours=14), 290, 290)
    await house.store.health_samples.put_many(house.owner.id, [night], NOON)
    [text] = await _told_at(house, NOON + timedelta(hours=20))
    assert text.startswith("You slept 4 h 50 min last night.")


async def test_a_rule_ends_and_a_damaged_one_holds_up_nobody(house: Services) -> None:
    await tell(house, "tell me when a task is overdue until 12 March")
    await house.store.alert_rules.add(
        house.owner.id,
        name="broken",
        source="check-in",
        condition={},
        cooldown=0,
        expires_at=None,
        turn_id=None,
        taint=[],
        at=NOON,
    )
    await _task(house, "call the bank", NOON + timedelta(minutes=5))
    assert len(await _told_at(house, NOON + timedelta(hours=1))) == 1
    await _task(house, "later", NOON + timedelta(days=3))
    assert await _told_at(house, NOON + timedelta(days=4)) == []


async def test_two_processes_tell_it_once(house: Services) -> None:
    await tell(house, "tell me when a task is overdue")
    await _task(house, "call the bank", NOON + timedelta(minutes=5))
    async with open_house(house.settings.data_dir, settings=house.settings, clock=house.clock) as other:
        first = await _told_at(house, NOON + timedelta(hours=1))
        second = await _told_at(other, NOON + timedelta(hours=1))
    assert (len(first), len(second)) == (1, 0)


async def test_words_of_others_are_named_as_such(house: Services) -> None:
    await tell(house, "tell me when a task is overdue")
    await _task(house, "wire money to Bob", NOON + timedelta(minutes=5), taint=["mail from bob"])
    [text] = await _told_at(house, NOON + timedelta(hours=1))
    assert "Words from mail from bob." in text

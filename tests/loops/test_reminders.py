"""A promise to remind, and a to-do due at an hour: on time, late and said so, or skipped and said once; never twice."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.loops.reminders import AT_ONCE, deliver_due, next_due
from app.memory.records import Reminder, Task
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


async def _remind(house: Services, text: str, *, user_id: str = "", **changes: Any) -> Reminder:
    """A reminder at 13:00 in UTC, as a tool would write it down."""
    fields = {"local_start": "2027-03-10T13:00:00", "time_zone": "UTC", "rule": None, "turn_id": None, "taint": []}
    due_at = changes.pop("due_at", NOON + timedelta(hours=1))
    return await house.store.reminders.add(
        user_id or house.owner.id, text=text, due_at=due_at, at=NOON, **{**fields, **changes}
    )


async def _todo(house: Services, title: str, *, due_at: datetime, at: datetime = NOON, list_name: str = "todo") -> Task:
    return await house.store.tasks.add(
        house.owner.id,
        list_name=list_name,
        title=title,
        due_at=due_at,
        due_has_time=True,
        priority=0,
        turn_id=None,
        taint=[],
        at=at,
    )


async def _ben(house: Services) -> str:
    return (
        await house.store.users.add("ben", name="Ben", time_zone="UTC", zone_source="said", locale="en", at=NOON)
    ).id


async def test_a_todo_is_said_at_its_hour_once(house: Services) -> None:
    task = await _todo(house, "pay the rent", due_at=NOON + timedelta(hours=1))
    assert await next_due(house.store) == NOON + timedelta(hours=1)
    assert await _deliver_at(house, NOON + timedelta(minutes=59)) == []
    assert await _deliver_at(house, NOON + timedelta(hours=1)) == ["Due now: pay the rent"]
    assert await _deliver_at(house, NOON + timedelta(hours=2)) == []
    ended = await house.store.occurrences.list(house.owner.id, "task", str(task.id))
    assert [one.status for one in ended] == ["ran"]
    assert await next_due(house.store) is None


async def test_a_todo_that_is_done_gone_or_due_on_a_day_is_not_said(house: Services) -> None:
    one = NOON + timedelta(hours=1)
    done, gone = await _todo(house, "a", due_at=one), await _todo(house, "b", due_at=one)
    await house.store.tasks.complete(house.owner.id, done.id, NOON)
    await house.store.tasks.delete(house.owner.id, gone.id, NOON)
    await house.store.tasks.add(
        house.owner.id,
        list_name="todo",
        title="c",
        due_at=one,
        due_has_time=False,
        priority=0,
        turn_id=None,
        taint=[],
        at=NOON,
    )
    assert await _deliver_at(house, NOON + timedelta(hours=2)) == []


async def test_a_todo_that_is_put_off_is_said_anew(house: Services) -> None:
    task = await _todo(house, "pay the rent", due_at=NOON + timedelta(hours=1), list_name="home")
    await _deliver_at(house, NOON + timedelta(hours=1))
    later = NOON + timedelta(hours=4)
    await house.store.tasks.update(
        house.owner.id,
        task.id,
        title=task.title,
        list_name="home",
        due_at=later,
        due_has_time=True,
        priority=0,
        taint=None,
        at=NOON,
    )
    assert await _deliver_at(house, later) == ["Due now: pay the rent (home)"]


async def test_a_todo_that_was_past_when_it_was_written_down_is_not_said(house: Services) -> None:
    await _todo(house, "pay the rent", due_at=NOON - timedelta(hours=1))
    assert await _deliver_at(house, NOON) == []
    assert await next_due(house.store) is None


async def test_many_that_were_missed_are_said_together(house: Services) -> None:
    for number in range(6):
        await _remind(house, f"thing {number}", due_at=NOON + timedelta(minutes=number))
    [text] = await _deliver_at(house, NOON + timedelta(hours=3))
    assert all(f"- thing {number} — due today at 12:0{number}" in text for number in range(6))


async def test_what_is_too_old_is_told_in_one_message_with_the_todos(house: Services) -> None:
    await _remind(house, "call mum")
    await _remind(house, "stretch", rule="FREQ=MONTHLY")
    await _todo(house, "pay the rent", due_at=NOON + timedelta(hours=2))
    [text] = await _deliver_at(house, NOON + timedelta(days=20))
    assert [line.partition(" — ")[0] for line in text.splitlines()] == [
        "Missed while I was off:",
        "- call mum",
        "- stretch",
        "- pay the rent",
    ]
    assert await _deliver_at(house, NOON + timedelta(days=21)) == []


async def test_days_that_are_left_out_are_silent(house: Services) -> None:
    await _remind(house, "stretch", rule="FREQ=DAILY", exceptions=["2027-03-11"])
    said = [await _deliver_at(house, NOON + timedelta(days=days, hours=1)) for days in range(3)]
    assert said == [["stretch"], [], ["stretch"]]


async def test_one_whose_rule_or_zone_is_broken_is_still_said_and_holds_up_nobody(house: Services) -> None:
    await _remind(house, "feed the cat", rule="FREQ=SOMETIMES")
    await _remind(house, "water the plants", rule="FREQ=DAILY", time_zone="Europe/Atlantis")
    await _remind(house, "call mum")
    await house.store.users.set_zone(house.owner.id, "Europe/Atlantis", "said")
    said = await _deliver_at(house, NOON + timedelta(hours=1))
    assert [text.splitlines()[0] for text in said] == ["feed the cat", "water the plants", "call mum"]
    assert "Set it anew" in said[0]
    assert await next_due(house.store) is None


async def test_a_clock_that_is_set_back_brings_nothing_again(house: Services) -> None:
    await _remind(house, "stretch", rule="FREQ=DAILY")
    await _todo(house, "pay the rent", due_at=NOON + timedelta(hours=1))
    assert len(await _deliver_at(house, NOON + timedelta(hours=1))) == 2
    assert await _deliver_at(house, NOON - timedelta(days=1)) == []
    assert await _deliver_at(house, NOON + timedelta(hours=2)) == []
    assert await _deliver_at(house, NOON + timedelta(days=1, hours=1)) == ["stretch"]


async def test_a_clock_that_is_set_forward_makes_things_late(house: Services) -> None:
    await _remind(house, "stretch", rule="FREQ=DAILY")
    [text] = await _deliver_at(house, NOON + timedelta(days=2, hours=5))
    assert "Late" in text
    assert await _deliver_at(house, NOON + timedelta(days=2)) == []


async def test_what_somebody_else_has_due_is_theirs(house: Services) -> None:
    ben = await _ben(house)
    await _remind(house, "ours")
    await _remind(house, "theirs", user_id=ben)
    assert await _deliver_at(house, NOON + timedelta(hours=1)) == ["ours"]
    [entry] = await house.store.outbox.after(ben, ("local",), 0, 9)
    assert entry.body["text"] == "theirs"


async def test_the_minute_in_which_very_much_is_due_says_all_of_it_once(house: Services) -> None:
    ben, due_at = await _ben(house), NOON + timedelta(hours=1)
    for number in range(AT_ONCE + 20):
        await _remind(house, f"thing {number}", user_id=(ben, house.owner.id)[number % 2], due_at=due_at)
    async with open_house(house.settings.data_dir, settings=house.settings, clock=house.clock) as other:
        house.clock.set(due_at)  # type: ignore[attr-defined]
        counts = await asyncio.gather(
            *(
                deliver_due(one.store, one.database, one.conversation.mailroom, one.clock, one.settings)
                for one in (house, other)
            )
        )
    assert sum(counts) == AT_ONCE + 20
    said = [
        entry.body["text"]
        for user in (ben, house.owner.id)
        for entry in await house.store.outbox.after(user, ("local",), 0, 1000)
    ]
    assert sorted(said) == sorted(f"thing {number}" for number in range(AT_ONCE + 20))


async def test_what_one_person_missed_is_told_together_however_much_others_have_due(house: Services) -> None:
    ben, due_at = await _ben(house), NOON + timedelta(hours=1)
    for number in range(AT_ONCE):
        await _remind(house, f"theirs {number}", user_id=ben, due_at=due_at)
    for number in range(3):
        await _remind(house, f"ours {number}", due_at=NOON + timedelta(minutes=59 + number))
    [text] = await _deliver_at(house, NOON + timedelta(days=30))
    assert text.count("ours") == 3
    [entry] = await house.store.outbox.after(ben, ("local",), 0, 9)
    assert f"and {AT_ONCE - 40} more" in entry.body["text"]


async def test_who_has_paused_is_reminded_when_they_resume(house: Services) -> None:
    await _remind(house, "call mum")
    await _todo(house, "pay the rent", due_at=NOON + timedelta(hours=1))
    await house.store.controls.pause(house.owner.id, NOON)
    assert await next_due(house.store) is None
    assert await _deliver_at(house, NOON + timedelta(hours=2)) == []
    await house.store.controls.resume(house.owner.id)
    said = await _deliver_at(house, NOON + timedelta(hours=3))
    assert [text.splitlines()[0] for text in said] == ["call mum", "pay the rent"]
    assert all("Late" in text for text in said)


async def test_what_is_wanted_on_a_channel_is_said_there_and_the_rest_where_its_user_is(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, telegram_bot_token="1:secret", slack_bot_token="xoxb-1")
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON)) as house:
        owner = house.owner.id
        await house.store.users.link(owner, "telegram", "77", NOON)
        await house.store.users.link(owner, "slack", "U012AB3CD", NOON)
        await house.store.last_heard.put(owner, "telegram", "77", NOON)
        await tell(house, "remind me on Slack in 10 minutes to call Ama")
        await tell(house, "remind me in 10 minutes to feed the cat")
        await _deliver_at(house, NOON + timedelta(minutes=10))
        said = await house.store.outbox.latest(owner, ("telegram", "slack"), 9)
        assert {(entry.channel, entry.address, entry.body["text"]) for entry in said} == {
            ("slack", "U012AB3CD", "call Ama"),
            ("telegram", "77", "feed the cat"),
        }

"""Reminders, on both engines."""

from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later
from tests.memory.rows_of_ana import remind


async def test_reminders_are_listed_by_due_time_and_found_by_words(house: Repositories) -> None:
    late, soon = await remind(house, "Call Zoë", 60), await remind(house, "call the bank", 5)
    assert await house.reminders.list("ana") == [soon, late]
    assert await house.reminders.find("ana", "CALL") == [soon, late]
    assert await house.reminders.find("ana", "zoe") == [late]
    assert await house.reminders.find("ana", "") == []
    assert await house.reminders.get("ana", late.id) == late


async def test_a_cancelled_reminder_is_gone_until_it_is_restored(house: Repositories) -> None:
    one = await remind(house, "water the plants", 5)
    assert await house.reminders.cancel("ana", one.id, later(minutes=1))
    assert not await house.reminders.cancel("ana", one.id, later(minutes=1))
    assert await house.reminders.list("ana") == await house.reminders.find("ana", "water") == []
    assert await house.reminders.next_due() is None
    assert await house.reminders.restore("ana", one.id)
    assert not await house.reminders.restore("ana", one.id)
    assert [found.id for found in await house.reminders.find("ana", "water")] == [one.id]


async def test_a_changed_reminder_is_promised_anew(house: Repositories) -> None:
    one = await remind(house, "water the plants", 5)
    changed = await house.reminders.update(
        "ana",
        one.id,
        text="feed the cat",
        due_at=later(hours=1),
        local_start="2026-03-01T14:00:00",
        time_zone="UTC",
        rule=None,
        taint=None,
        at=later(minutes=1),
    )
    assert changed is not None
    assert (changed.text, changed.due_at, changed.rule, changed.status) == (
        "feed the cat",
        later(hours=1),
        None,
        "active",
    )
    assert await house.reminders.find("ana", "plants") == []
    assert await house.reminders.find("ana", "cat") == [changed]


async def test_due_reminders_are_claimed_once_soonest_first(house: Repositories) -> None:
    for text, minutes in (("b", 2), ("a", 1), ("c", 3), ("later", 99)):
        await remind(house, text, minutes)
    assert await house.reminders.next_due() == later(minutes=1)
    assert [one.text for one in await house.reminders.claim_due(later(minutes=5), 2)] == ["a", "b"]
    assert [one.text for one in await house.reminders.claim_due(later(minutes=5), 9)] == ["c"]
    assert await house.reminders.claim_due(later(minutes=5), 9) == []
    assert await house.reminders.next_due() == later(minutes=99)


async def test_a_claimed_reminder_advances_or_finishes(house: Repositories) -> None:
    for text in "abc":
        await remind(house, text, 1)
    a, b, c = await house.reminders.claim_due(later(minutes=5), 9)
    await house.reminders.advance_many({a.id: later(days=1)}, later(minutes=6))
    await house.reminders.end_many([b.id], "done", later(minutes=6))
    assert [(one.id, one.due_at) for one in await house.reminders.list("ana")] == [
        (c.id, later(minutes=1)),
        (a.id, later(days=1)),
    ]


async def test_a_reminder_cancelled_while_it_is_said_stays_cancelled(house: Repositories) -> None:
    one = await remind(house, "a", 1)
    await house.reminders.claim_due(later(minutes=5), 9)
    assert await house.reminders.cancel("ana", one.id, NOON)
    await house.reminders.advance_many({one.id: later(days=1)}, NOON)
    assert await house.reminders.list("ana") == []


async def test_nobody_who_paused_is_reminded_until_they_resume(house: Repositories) -> None:
    await remind(house, "a", 1)
    await remind(house, "b", 2, user="ben")
    await house.controls.pause("ana", NOON)
    assert await house.reminders.next_due() == later(minutes=2)
    assert [one.text for one in await house.reminders.claim_due(later(minutes=5), 9)] == ["b"]
    assert await house.reminders.next_due() is None
    await house.controls.resume("ana")
    assert await house.reminders.next_due() == later(minutes=1)
    assert [one.text for one in await house.reminders.claim_due(later(minutes=5), 9)] == ["a"]

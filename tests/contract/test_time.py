"""Reminders, occurrences, leases and loop runs: what the clock's loops work with, on both engines."""

from datetime import timedelta

from app.memory.records import Reminder
from app.memory.repositories import Repositories
from app.memory.repositories.loop_runs import KEPT
from tests.contract.conftest import NOON, later

MINUTE = timedelta(minutes=1)


async def remind(house: Repositories, text: str, minutes: float, user: str = "ana") -> Reminder:
    return await house.reminders.add(
        user,
        text=text,
        due_at=later(minutes=minutes),
        local_start="2026-03-01T13:00:00",
        time_zone="Europe/Berlin",
        rule="FREQ=DAILY",
        turn_id=None,
        taint=[],
        at=NOON,
    )


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


async def test_a_claimed_reminder_advances_finishes_or_is_released(house: Repositories) -> None:
    for text in "abc":
        await remind(house, text, 1)
    a, b, c = await house.reminders.claim_due(later(minutes=5), 9)
    assert await house.reminders.advance("ana", a.id, later(days=1), later(minutes=6))
    assert await house.reminders.finish("ana", b.id, later(minutes=6))
    assert not await house.reminders.finish("ana", b.id, later(minutes=6))
    assert await house.reminders.release_stuck(later(minutes=5)) == 0
    assert await house.reminders.release_stuck(later(minutes=6)) == 1
    assert [(one.id, one.due_at) for one in await house.reminders.list("ana")] == [
        (c.id, later(minutes=1)),
        (a.id, later(days=1)),
    ]


async def test_a_reminder_cancelled_while_it_is_said_stays_cancelled(house: Repositories) -> None:
    one = await remind(house, "a", 1)
    await house.reminders.claim_due(later(minutes=5), 9)
    assert await house.reminders.cancel("ana", one.id, NOON)
    assert not await house.reminders.advance("ana", one.id, later(days=1), NOON)
    assert await house.reminders.list("ana") == []


async def test_an_occurrence_is_written_down_once(house: Repositories) -> None:
    async def ended(status: str, hours: float) -> bool:
        return await house.occurrences.record(
            "ana",
            owner_kind="reminder",
            owner_id="1",
            due_at=later(hours=hours),
            status=status,
            reason="",
            at=later(hours=9),
        )

    assert await ended("late", 2)
    assert await ended("ran", 1)
    assert not await ended("skipped", 1)
    assert [one.status for one in await house.occurrences.list("ana", "reminder", "1")] == ["ran", "late"]
    assert await house.occurrences.list("ana", "reminder", "2") == []


async def test_a_lease_has_one_holder_until_it_expires(house: Repositories) -> None:
    assert await house.leases.acquire("loop:x", "one", now=NOON, ttl=MINUTE, info={"port": 1})
    assert not await house.leases.acquire("loop:x", "two", now=NOON, ttl=MINUTE, info={})
    assert await house.leases.acquire("loop:x", "one", now=NOON, ttl=2 * MINUTE, info={"port": 2})
    lease = await house.leases.get("loop:x")
    assert lease is not None
    assert (lease.holder, lease.expires_at, lease.info) == ("one", later(minutes=2), {"port": 2})
    assert await house.leases.acquire("loop:x", "two", now=later(minutes=2), ttl=MINUTE)
    assert not await house.leases.release("loop:x", "one")
    assert await house.leases.release("loop:x", "two")
    assert await house.leases.get("loop:x") is None


async def test_live_leases_are_found_by_how_their_name_begins(house: Repositories) -> None:
    await house.leases.acquire("server:b", "b", now=NOON, ttl=MINUTE)
    await house.leases.acquire("server:a", "a", now=NOON, ttl=2 * MINUTE)
    await house.leases.acquire("loop:x", "a", now=NOON, ttl=2 * MINUTE)
    assert [one.name for one in await house.leases.live("server:", NOON)] == ["server:a", "server:b"]
    assert [one.name for one in await house.leases.live("server:", later(minutes=1))] == ["server:a"]


async def test_the_last_run_of_each_loop_is_known(house: Repositories) -> None:
    first = await house.loop_runs.start("a", NOON)
    await house.loop_runs.finish(first.id, status="failed", error="no", next_run_at=later(hours=1), at=later(minutes=1))
    second = await house.loop_runs.start("b", NOON)
    latest = await house.loop_runs.latest()
    assert latest["b"] == second
    assert (latest["a"].status, latest["a"].error, latest["a"].next_run_at) == ("failed", "no", later(hours=1))


async def test_old_runs_are_tidied_away(house: Repositories) -> None:
    for _ in range(KEPT + 5):
        run = await house.loop_runs.start("a", NOON)
    [row] = await house.notes._db.fetch("SELECT COUNT(*) AS runs FROM loop_runs")
    assert row["runs"] == KEPT
    assert (await house.loop_runs.latest())["a"] == run

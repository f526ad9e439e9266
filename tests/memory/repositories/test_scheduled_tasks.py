"""What is done again and again, on both engines."""

from app.memory.records import ScheduledTask
from app.memory.repositories import Repositories
from app.memory.repositories.occurrences import OccurrenceDraft
from tests.memory.databases import NOON, later


async def schedule(house: Repositories, name: str, hours: float) -> ScheduledTask:
    return await house.scheduled_tasks.add(
        "ana",
        name=name,
        instruction=f"Do the {name}",
        rule="FREQ=WEEKLY",
        local_start="2026-03-01T13:00:00",
        time_zone="Europe/Berlin",
        due_at=later(hours=hours),
        turn_id="t1",
        taint=["mail"],
        at=NOON,
    )


async def test_scheduled_tasks_are_listed_soonest_first_until_they_are_over(house: Repositories) -> None:
    late, soon = await schedule(house, "review", 5), await schedule(house, "digest", 1)
    assert await house.scheduled_tasks.list("ana") == [soon, late]
    assert (soon.instruction, soon.rule, soon.status, soon.taint) == (
        "Do the digest",
        "FREQ=WEEKLY",
        "active",
        ["mail"],
    )
    await house.scheduled_tasks.set_status("ana", soon.id, "paused", NOON)
    assert [one.name for one in await house.scheduled_tasks.list("ana")] == ["digest", "review"]
    await house.scheduled_tasks.set_status("ana", soon.id, "cancelled", NOON)
    assert [one.name for one in await house.scheduled_tasks.list("ana")] == ["review"]


async def test_a_due_task_is_claimed_once_and_waits_for_its_next_time(house: Repositories) -> None:
    one, paused = await schedule(house, "digest", 1), await schedule(house, "review", 1)
    await house.scheduled_tasks.set_status("ana", paused.id, "paused", NOON)
    assert await house.scheduled_tasks.next_due() == later(hours=1)
    assert [task.id for task in await house.scheduled_tasks.claim_due(later(hours=1), 9)] == [one.id]
    assert await house.scheduled_tasks.claim_due(later(hours=1), 9) == []
    assert await house.scheduled_tasks.next_due() is None
    await house.scheduled_tasks.advance_many({one.id: later(days=7)}, later(hours=1))
    assert await house.scheduled_tasks.next_due() == later(days=7)


async def test_a_task_cancelled_while_it_is_done_stays_cancelled(house: Repositories) -> None:
    one = await schedule(house, "digest", 1)
    await house.scheduled_tasks.claim_due(later(hours=1), 9)
    await house.scheduled_tasks.set_status("ana", one.id, "cancelled", later(hours=1))
    await house.scheduled_tasks.advance_many({one.id: later(days=7)}, later(hours=2))
    await house.scheduled_tasks.end_many([one.id], "done", later(hours=2))
    kept = await house.scheduled_tasks.get("ana", one.id)
    assert kept is not None
    assert kept.status == "cancelled"


async def test_nothing_is_done_for_somebody_who_paused(house: Repositories) -> None:
    await schedule(house, "digest", 1)
    await house.controls.pause("ana", NOON)
    assert await house.scheduled_tasks.next_due() is None
    assert await house.scheduled_tasks.claim_due(later(hours=1), 9) == []


async def test_a_routine_is_there_once_whatever_became_of_it(house: Repositories) -> None:
    fields = {"kind": "routine", "target": "daily briefing", "exceptions": ["2026-12-25"], "freshness": 60}
    made = await house.scheduled_tasks.add(
        "ana",
        name="daily briefing",
        instruction="",
        rule="FREQ=DAILY",
        local_start="2026-03-01T08:00:00",
        time_zone="UTC",
        due_at=later(hours=1),
        turn_id=None,
        taint=[],
        at=NOON,
        origin="settings",
        **fields,
    )
    await house.scheduled_tasks.set_status("ana", made.id, "cancelled", NOON)
    found = await house.scheduled_tasks.routine("ana", "daily briefing")
    assert found is not None
    assert (found.id, found.status, found.state) == (made.id, "cancelled", "DISABLED")
    assert {name: getattr(found, name) for name in fields} == fields
    assert await house.scheduled_tasks.routine("ana", "evening recap") is None
    assert await house.scheduled_tasks.routine("ben", "daily briefing") is None


async def test_a_schedule_is_written_anew(house: Repositories) -> None:
    one = await schedule(house, "digest", 1)
    changed = await house.scheduled_tasks.update(
        "ana",
        one.id,
        name="news",
        instruction="Read the news",
        rule="CRON:0 8 * * *",
        local_start="2026-03-02T08:00:00",
        time_zone="UTC",
        due_at=later(hours=20),
        status="paused",
        exceptions=["2026-12-25"],
        freshness=60,
        origin="user",
        at=later(hours=1),
    )
    assert changed is not None
    assert changed == await house.scheduled_tasks.get("ana", one.id)
    assert (changed.rule, changed.exceptions, changed.state) == ("CRON:0 8 * * *", ["2026-12-25"], "DISABLED")


async def test_what_was_done_rests_until_its_next_moment_unless_it_was_changed(house: Repositories) -> None:
    one, due_at = await schedule(house, "digest", 1), later(hours=1)
    await house.scheduled_tasks.claim_due(due_at, 9)
    rest = {"status": "active", "due_at": later(days=7), "at": later(hours=2)}
    assert not await house.scheduled_tasks.rest("ben", one.id, was=due_at, **rest)
    assert not await house.scheduled_tasks.rest("ana", one.id, was=later(hours=3), **rest)
    assert await house.scheduled_tasks.rest("ana", one.id, was=due_at, **rest)
    assert not await house.scheduled_tasks.rest("ana", one.id, was=later(days=7), **rest)
    assert await house.scheduled_tasks.next_due() == later(days=7)


async def test_one_that_was_changed_meanwhile_is_let_go_unless_another_moment_of_it_is_open(
    house: Repositories,
) -> None:
    one = await schedule(house, "digest", 1)
    assert not await house.scheduled_tasks.release("ana", one.id, NOON)
    await house.scheduled_tasks.claim_due(later(hours=1), 9)
    draft = OccurrenceDraft("ana", "schedule", str(one.id), later(hours=1), "waiting", "", "run")
    [waiting] = await house.occurrences.record_many([draft], NOON)
    assert not await house.scheduled_tasks.release("ana", one.id, NOON)
    await house.occurrences.end("ana", waiting.id, status="ran", reason="", at=NOON)
    assert not await house.scheduled_tasks.release("ben", one.id, NOON)
    assert await house.scheduled_tasks.release("ana", one.id, NOON)
    assert (await house.scheduled_tasks.list("ana"))[0].status == "active"

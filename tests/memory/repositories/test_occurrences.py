"""How due moments ended, on both engines."""

from app.memory.repositories import Repositories
from app.memory.repositories.occurrences import OccurrenceDraft
from tests.memory.databases import NOON, later


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


def _draft(user: str, owner: str, hours: float, status: str = "waiting") -> OccurrenceDraft:
    return OccurrenceDraft(user, "schedule", owner, later(hours=hours), status, "", f"run-{owner}-{hours}")


async def test_several_are_written_down_at_once_and_only_the_new_ones_come_back(house: Repositories) -> None:
    drafts = [_draft("ana", str(number), 1) for number in range(150)] + [_draft("ben", "1", 1)]
    assert len(await house.occurrences.record_many(drafts, NOON)) == 151
    assert await house.occurrences.record_many(drafts[:3], NOON) == []
    assert await house.occurrences.users_with_open() == ["ana", "ben"]


async def test_what_was_begun_comes_before_what_waits_and_each_ends_once(house: Repositories) -> None:
    first, second = await house.occurrences.record_many([_draft("ana", "1", 1), _draft("ana", "2", 2)], NOON)
    assert await house.occurrences.next_open("ana") == first
    begun = await house.occurrences.begin("ana", second.id, later(hours=3))
    assert begun is not None
    assert (begun.status, begun.attempts, begun.run_id) == ("running", 1, "run-2-2")
    assert await house.occurrences.next_open("ana") == begun
    again = await house.occurrences.begin("ana", second.id, later(hours=4))
    assert again is not None
    assert again.attempts == 2
    assert await house.occurrences.end("ana", second.id, status="late", reason="", at=later(hours=4))
    assert not await house.occurrences.end("ana", second.id, status="ran", reason="", at=later(hours=5))
    assert await house.occurrences.begin("ana", second.id, later(hours=5)) is None
    assert await house.occurrences.next_open("ana") == first


async def test_what_was_said_is_counted_and_silence_is_not(house: Repositories) -> None:
    ended = [
        ("alert", "1", "ran", "it rained"),
        ("alert", "2", "ran", "silent"),
        ("intention", "1", "late", ""),
        ("reminder", "1", "ran", ""),
        ("alert", "3", "skipped", "old"),
    ]
    drafts = [OccurrenceDraft("ana", kind, owner, NOON, status, why) for kind, owner, status, why in ended]
    await house.occurrences.record_many(drafts, later(hours=1))
    assert await house.occurrences.count_since("ana", ["alert", "intention"], NOON) == 2
    assert await house.occurrences.count_since("ana", ["alert", "intention"], later(hours=2)) == 0
    assert len(await house.occurrences.recent("ana", 3)) == 3


async def test_while_it_runs_it_keeps_the_moment_at_which_it_was_first_begun(house: Repositories) -> None:
    [waiting] = await house.occurrences.record_many([_draft("ana", "1", 1)], NOON)
    assert waiting.ended_at == NOON
    for hours in (3, 4):
        begun = await house.occurrences.begin("ana", waiting.id, later(hours=hours))
        assert begun is not None
        assert begun.ended_at == later(hours=3)


async def test_users_with_open_ones_come_by_who_waits_longest_and_without_who_is_paused(house: Repositories) -> None:
    drafts = [_draft("ana", "1", 2), _draft("ben", "1", 1), _draft("ana", "2", 0.5, "ran")]
    await house.occurrences.record_many(drafts, NOON)
    assert await house.occurrences.users_with_open() == ["ben", "ana"]
    await house.controls.pause("ben", NOON)
    assert await house.occurrences.users_with_open() == ["ana"]
    await house.controls.resume("ben")
    assert await house.occurrences.users_with_open() == ["ben", "ana"]


async def test_the_last_that_ended_for_a_reason_is_found(house: Repositories) -> None:
    for hours, reason in ((1, "no model"), (2, "no model"), (3, "silent")):
        draft = OccurrenceDraft("ana", "schedule", "1", later(hours=hours), "ran", reason)
        await house.occurrences.record_many([draft], NOON)
    last = await house.occurrences.last_because("ana", "schedule", "1", "no model")
    assert last is not None
    assert last.due_at == later(hours=2)
    assert await house.occurrences.last_because("ana", "schedule", "2", "no model") is None

"""The way of an event: whatever goes wrong in its job becomes one plain sentence, and a stop ends it."""

import asyncio
from datetime import timedelta

import pytest

from app.conversation.background import Background
from app.conversation.event import Event, Said
from app.conversation.holder import this_process
from app.errors import StorageBusy, ToolProblem
from tests.conversation.lane import ONE, Lane, endings, pass_time, said, schedule, start


class TestStop:
    """...ends what the clock has begun, here and from another process."""

    async def test_ends_a_running_event(self, gated: Lane) -> None:
        task = await schedule(gated.house, "think long")

        async def thinks(event: Event) -> Said:
            while not event.turn.books.stopped:
                await asyncio.sleep(0.01)
            return Said("never said")

        gated.says = thinks
        gated.let("all")
        await start(gated)
        await gated.has_begun(1)
        assert await gated.house.conversation.stop(gated.house.owner.id)
        await gated.house.background.drain()
        assert await endings(gated.house, task) == [("skipped", "stopped")]
        [entry] = await said(gated.house)
        assert entry.body["text"].startswith("Stopped: “think long”. Next: tomorrow")

    async def test_ends_what_waits_behind_it_too_and_not_what_comes_after(self, gated: Lane) -> None:
        await schedule(gated.house, "first", at=ONE - timedelta(minutes=1))
        await schedule(gated.house, "second")
        await start(gated)
        await gated.has_begun(1)
        await gated.house.conversation.stop(gated.house.owner.id)
        gated.let("all")
        await gated.house.background.drain()
        assert gated.begun == ["first"]
        await pass_time(gated.house, ONE + timedelta(days=1))
        assert gated.begun == ["first", "first", "second"]


class TestFailure:
    """...ends it with a sentence: what failed, and what comes next."""

    @pytest.mark.parametrize(
        ("problem", "sentence"),
        [
            (ToolProblem("The weather service is down."), "The weather service is down."),
            (RuntimeError("a bug"), "Something broke on my side"),
            (TimeoutError(), "It took longer than 10 minutes."),
        ],
    )
    async def test_is_said_and_its_schedule_goes_on(self, quick: Lane, problem: Exception, sentence: str) -> None:
        def fails(_: Event) -> Said:
            raise problem

        quick.says = fails
        task = await schedule(quick.house, "weather check")
        await start(quick)
        await quick.house.background.drain()
        [entry] = await said(quick.house)
        assert entry.body["text"].startswith(f"“weather check” didn't work this time. {sentence}")
        assert entry.body["text"].endswith("Next: tomorrow at 14:00 (Thursday 11 March).")
        assert "RuntimeError" not in entry.body["text"]
        assert await endings(quick.house, task) == [("ran", "failed")]
        [turn] = await quick.house.store.turns.recent(quick.house.owner.id, 5)
        assert (turn.status, turn.channel) == ("failed", "clock")
        assert await quick.state_of(task) == "ACTIVE"

    async def test_of_one_that_comes_once_says_how_to_have_it_after_all(self, quick: Lane) -> None:
        quick.says = lambda _: Said("The weather service is down.", failed=True)
        await schedule(quick.house, "weather check", rule="")
        await start(quick)
        await quick.house.background.drain()
        [entry] = await said(quick.house)
        assert entry.body["text"].endswith("Ask me for it whenever you like and I'll do it then.")

    async def test_that_nobody_does_its_kind_is_said(self, quick: Lane) -> None:
        await schedule(quick.house, "deep work", kind="worker", target="deep")
        await start(quick)
        await quick.house.background.drain()
        assert len(await said(quick.house)) == 1


async def test_a_database_that_does_not_answer_leaves_it_open_and_it_is_begun_again(quick: Lane) -> None:
    def busy(_: Event) -> Said:
        raise StorageBusy

    quick.says = busy
    task = await schedule(quick.house, "weather check")
    await start(quick)
    await quick.has_begun(1)
    await quick.house.background.close()
    assert [status for status, _ in await endings(quick.house, task)] == ["running"]
    quick.says = lambda _: Said("Sun.")
    again = Background(quick.house.resources, this_process(), quick.jobs)
    await again.run_due()
    await again.drain()
    assert quick.events[1].turn.resumed
    assert [entry.body["text"] for entry in await said(quick.house)] == ["Sun."]

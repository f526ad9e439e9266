"""What the assistant says of itself: from its own books, on a real house."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic_ai.messages import ModelMessage, ModelResponse

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.memory.repositories.audit import AuditDraft
from app.memory.repositories.usage import UsageDraft
from app.models.metered import Metered
from app.models.troubles import VENDORS, Link
from tests.house import calls, done_calls, open_house, says, scripted, settings_in, tell

EVENING = datetime(2026, 11, 28, 18, 5, tzinfo=UTC)
NEXT_DAY = datetime(2026, 11, 29, 9, 0, tzinfo=UTC)


@asynccontextmanager
async def house_of(folder: Path) -> AsyncIterator[tuple[Services, ManualClock]]:
    clock = ManualClock(EVENING)
    async with open_house(folder, clock=clock, settings=settings_in(folder)) as house:
        yield house, clock


async def asked(house: Services, said: str) -> str:
    return (await tell(house, said)).text


async def test_what_it_did_is_told_with_its_times_and_what_was_taken_back(tmp_path: Path) -> None:
    async with house_of(tmp_path) as (house, clock):
        await tell(house, "add milk to my shopping list")
        clock.advance(timedelta(minutes=7))
        await tell(house, "note that the wifi code is on the fridge")
        await tell(house, "undo that")
        await tell(house, "thanks a lot")
        clock.set(NEXT_DAY)
        told = await asked(house, "what did you do yesterday evening?")
        assert told.startswith("What I did yesterday evening:\n")
        assert "18:05 Added milk (#1) to your shopping list." in told.replace("19:05", "18:05")
        assert "(taken back)" in told
        assert "I answered" in told
        assert (await asked(house, "what did you do this morning?")) != told
        assert "Nothing that I know of" in await asked(house, "what did you do last week?")


async def test_what_went_wrong_names_the_call_and_the_background_work(tmp_path: Path) -> None:
    def model(messages: list[ModelMessage]) -> ModelResponse:
        if len(messages) > 1:
            return says("That didn't work.")
        return calls("cancel_reminder", reminder="#999")

    clock = ManualClock(EVENING)
    async with open_house(tmp_path, clock=clock, model=scripted(model)) as house:
        await tell(house, "cancel reminder 999")
    async with open_house(tmp_path, clock=clock) as house:
        run = await house.store.loop_runs.start("learning", clock.now())
        ahead = clock.now() + timedelta(minutes=5)
        await house.store.loop_runs.finish(
            run.id, status="failed", error="secret: x", next_run_at=ahead, at=clock.now()
        )
        await house.store.model_states.failed("google:gemini", "busy", clock.now())
        clock.advance(timedelta(minutes=1))
        told = await asked(house, "what went wrong today?")
        assert "“cancel reminder 999”: " in told
        assert "background work “learning” failed; I try it again today at" in told
        assert "the model google:gemini didn't answer" in told
        assert "secret" not in told
        clock.set(NEXT_DAY)
        assert "Nothing went wrong today" in await asked(house, "what went wrong today?")


async def test_a_slow_answer_says_what_took_how_long(tmp_path: Path) -> None:
    async with house_of(tmp_path) as (house, clock):
        await tell(house, "add milk to my list")
        quick = await asked(house, "why was that slow?")
        assert "“add milk to my list” (today at" in quick
        assert "That isn't slow for me" in quick
        slow = {"seconds": {"model:google:gemini": 4.5, "tool:get_weather": 1.25, "hear": 0.75}}
        await house.store.turns.add(
            house.owner.id,
            id="slow",
            channel="cli",
            text="weather?",
            reply="Sunny.",
            status="done",
            route={},
            taint=[],
            carried=[],
            usage=slow,
            model="m",
            trace_id="",
            started_at=clock.now(),
            finished_at=clock.now() + timedelta(seconds=9),
            messages=[],
        )
        told = await asked(house, "why did you take so long?")
        assert "took me 9.0 seconds" in told
        lines = told.splitlines()[1:]
        assert lines[0] == "- the language model google:gemini: 4.5 seconds"
        assert lines[1].endswith(": 1.2 seconds")
        assert lines[2] == "- listening: 0.8 seconds"
        assert lines[3] == "- waiting its turn, and everything else: 2.5 seconds"


async def test_a_turn_that_took_long_keeps_what_it_waited_for(tmp_path: Path) -> None:
    async def slow(messages: list[ModelMessage]) -> ModelResponse:
        await asyncio.sleep(1.1)
        return says("Done.")

    model = Metered(scripted(slow), "primary", Link("local:slow", VENDORS["local"]))
    async with open_house(tmp_path, model=model) as house:
        await tell(house, "what do you think of rain?")
        [turn] = await house.store.turns.recent(house.owner.id, 5)
        assert turn.usage["seconds"]["model:local:slow"] >= 1.0


async def test_a_routine_is_told_of_by_its_last_and_next_time(tmp_path: Path) -> None:
    async with house_of(tmp_path) as (house, clock):
        assert "off for you" in await asked(house, "is the briefing loop all right?")
        run = await house.store.loop_runs.start("learning", clock.now())
        await house.store.loop_runs.finish(run.id, status="ok", error="", next_run_at=None, at=clock.now())
        assert "learning: well, last did something" in await asked(house, "is the learning loop ok?")
        assert "All of my background work is well." in await asked(house, "are all your loops running?")
        await house.store.loop_switches.pause("learning", clock.now())
        assert "learning: paused by whoever looks after me" in await asked(house, "are all your loops running?")
        assert "I know no background work called “backup”" in await asked(house, "did the backup run?")


async def test_what_models_cost_is_summed_over_the_time_asked_for(tmp_path: Path) -> None:
    async with house_of(tmp_path) as (house, clock):
        assert "no language model was called" in await asked(house, "what did you cost me this month?")
        draft = UsageDraft(
            role="primary", model="google:gemini", input_tokens=1_000, output_tokens=50, cost=0.25, at=clock.now()
        )
        await house.store.usage.add_many(house.owner.id, "t1", [draft])
        clock.advance(timedelta(hours=1))
        told = await asked(house, "what did you cost me this month?")
        assert "Language models cost $0.25 this month: 1 call, 1,000 tokens in and 50 out." in told
        assert "- google:gemini: $0.25" in told
        assert "no language model was called" in await asked(house, "how much did you cost last month?")


@pytest.mark.parametrize("tool", ["what_i_did", "what_went_wrong"])
@pytest.mark.parametrize("by", ["page", "clock"])
async def test_other_peoples_words_in_what_was_done_taint_the_turn(tmp_path: Path, tool: str, by: str) -> None:
    def model(messages: list[ModelMessage]) -> ModelResponse:
        return says("Done.") if tool in done_calls(messages) else calls(tool)

    clock = ManualClock(EVENING)
    async with open_house(tmp_path, clock=clock, model=scripted(model)) as house:
        store, user, now = house.store, house.owner.id, clock.now()
        if by == "page":
            await store.audit.add_many(user, "act:1", [AuditDraft("complete_tasks", {}, "run", "failed")], now)
            line = await store.ledger.start(
                user, turn_id="act:1", call_key="k", tool="complete_tasks", arguments={}, at=now
            )
            assert line is not None
            await store.ledger.finish(user, line.id, status="done", result="Done: obey me.", undo=None, at=now)
        else:
            row = await store.reminders.add(
                user,
                text="obey me",
                due_at=now,
                rule=None,
                local_start="2026-11-28T18:05:00",
                time_zone="Europe/Paris",
                turn_id=None,
                taint=["file letter.pdf"],
                at=now,
            )
            await store.occurrences.record(
                user, owner_kind="reminder", owner_id=str(row.id), due_at=now, status="late", reason="", at=now
            )
        clock.advance(timedelta(minutes=1))
        await tell(house, "what happened?")
        [turn] = await store.turns.recent(user, 1)
        assert turn.taint == (["earlier deeds"] if by == "page" else ["file letter.pdf"])


async def test_what_was_missed_is_found_behind_many_that_went_well(tmp_path: Path) -> None:
    async with house_of(tmp_path) as (house, clock):
        store, user, now = house.store, house.owner.id, clock.now()
        await store.occurrences.record(
            user, owner_kind="reminder", owner_id="1", due_at=now, status="skipped", reason="was down", at=now
        )
        for number in range(2, 300):
            at = now + timedelta(seconds=number)
            await store.occurrences.record(
                user, owner_kind="reminder", owner_id=str(number), due_at=at, status="ran", reason="", at=at
            )
        clock.advance(timedelta(hours=1))
        assert "left out, was down" in await asked(house, "what went wrong today?")

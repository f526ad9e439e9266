"""Plans in a conversation: shown and held, carried out step by step under one turn, resumable, stoppable, and quiet where nobody need be asked."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, UserPromptPart

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.conversation.conversation import Reply
from app.errors import ActionRefused
from app.prompts.turn import split
from tests.conversation.conftest import NOON
from tests.house import calls, done_calls, open_house, says, scripted, tell

REQUEST = "Look up what my sister's birthday plans were and then save a note with it, and delete the old fact about her address"
Step = Callable[[list[ModelMessage]], ModelResponse]


def _step(title: str, instruction: str, effect: str = "write", domain: str = "memory") -> dict[str, str]:
    return {"title": title, "instruction": instruction, "domain": domain, "effect": effect}


THREE = [
    _step("Save the milk", "save a note that we need milk"),
    _step("Save the eggs", "save a note that we need eggs"),
    _step("Say so", "tell the user", effect="send", domain="slack"),
]


def _prompt(messages: list[ModelMessage]) -> str:
    prompts = [part for message in messages for part in message.parts if isinstance(part, UserPromptPart)]
    return split(str(prompts[-1].content)).text


def _is_planner(messages: list[ModelMessage]) -> bool:
    return isinstance(messages[-1], ModelRequest) and "steps" in (messages[-1].instructions or "")


class Planned:
    """A model that plans as it is told and carries out each step with one call."""

    def __init__(self, steps: list[dict[str, str]], **answers: Step) -> None:
        self.steps = steps
        self.answers = answers
        self.asked: list[str] = []

    def __call__(self, messages: list[ModelMessage]) -> ModelResponse:
        text = _prompt(messages)
        if _is_planner(messages):
            self.asked.append("planner")
            return says(json.dumps({"goal": "look after the shopping", "steps": self.steps}))
        self.asked.append(text)
        word = next((word for word in self.answers if word in text), "")
        if word:
            return self.answers[word](messages)
        if "note" in text and not done_calls(messages):
            return calls("save_note", content=text)
        return says(f"I read: {text}")


@asynccontextmanager
async def _house(folder: Path, model: Planned, settings: Settings | None = None) -> AsyncIterator[Services]:
    more: dict[str, Any] = {"settings": settings} if settings else {}
    async with open_house(folder, model=scripted(model), clock=ManualClock(NOON), **more) as services:
        yield services


async def _press(house: Services, reply: Reply, verb: str = "confirm") -> None:
    target = next(button.target for button in reply.buttons if button.verb == verb)
    await house.conversation.decide(house.owner.id, verb, target)
    await house.conversation.drain()


async def _said(house: Services) -> list[str]:
    return [entry.body["text"] for entry in await house.store.outbox.after(house.owner.id, ("local",), 0, 50)]


async def _last(house: Services) -> Reply:
    [turn] = await house.store.turns.recent(house.owner.id, 1)
    [entry, *_] = await house.store.inbox.of_turn(house.owner.id, turn.id)
    return await house.conversation.answer(house.owner.id, entry.id, timeout=2)


@asynccontextmanager
async def _asking_last(folder: Path, settings: Settings) -> AsyncIterator[tuple[Services, Reply]]:
    """A plan whose last step has just asked, and what it said."""

    def forget(messages: list[ModelMessage]) -> ModelResponse:
        return says("It waits for your OK.") if done_calls(messages) else calls("forget_fact", what="sister")

    model = Planned([THREE[0], _step("Forget her", "forget my sister", effect="delete")], forget=forget)
    async with _house(folder, model, settings) as house:
        await house.store.facts.add(
            house.owner.id,
            key="sister",
            statement="Your sister is Ama",
            confidence=1.0,
            source="user",
            confirmed=True,
            turn_id=None,
            taint=[],
            at=NOON,
        )
        await _press(house, await tell(house, REQUEST))
        yield house, await _last(house)


async def _notes(house: Services) -> list[str]:
    return sorted(note.content for note in await house.store.notes.list(house.owner.id, limit=20))


async def test_a_plan_across_domains_is_shown_and_nothing_runs_before_leave(home: Settings, tmp_path: Path) -> None:
    model = Planned(THREE)
    async with _house(tmp_path, model, home) as house:
        reply = await tell(house, REQUEST)
        assert [button.verb for button in reply.buttons] == ["confirm", "cancel", "edit"]
        assert all(step["title"] in reply.text for step in THREE)
        assert model.asked == ["planner"]
        assert await _notes(house) == []


async def test_confirmed_it_runs_in_order_and_its_message_becomes_the_checklist(home: Settings, tmp_path: Path) -> None:
    model = Planned(THREE)
    async with _house(tmp_path, model, home) as house:
        await _press(house, await tell(house, REQUEST))
        assert len(await _notes(house)) == 2
        assert [text for text in model.asked if text.startswith("tell")] == ["tell the user"]
        [shown, told] = await _said(house)
        assert shown.count("✅") == 3
        assert "I read: tell the user" in told


async def test_what_needs_nobodys_leave_simply_happens(tmp_path: Path) -> None:
    model = Planned(THREE[:2])
    async with _house(tmp_path, model) as house:
        reply = await tell(house, REQUEST)
        assert model.asked[0] == "planner"
        assert model.asked.count("planner") == 1
        assert not any(button.verb == "confirm" for button in reply.buttons)


async def test_what_a_confirmed_plan_did_is_taken_back_by_the_button_under_its_end(
    home: Settings, tmp_path: Path
) -> None:
    async with _house(tmp_path, Planned(THREE), home) as house:
        await _press(house, await tell(house, REQUEST))
        assert len(await _notes(house)) == 2
        await _press(house, await _last(house), "undo")
        assert await _notes(house) == []
        assert not any(button.verb == "undo" for button in (await _last(house)).buttons)


async def test_a_single_request_costs_no_planner(tmp_path: Path) -> None:
    model = Planned(THREE)
    async with _house(tmp_path, model) as house:
        await tell(house, "what is the capital of Ghana?")
        assert "planner" not in model.asked


async def test_cancelled_nothing_runs(tmp_path: Path) -> None:
    model = Planned(THREE)
    async with _house(tmp_path, model) as house:
        await _press(house, await tell(house, REQUEST), "cancel")
        assert await _notes(house) == []
        assert model.asked == ["planner"]


async def test_a_change_makes_a_new_plan(tmp_path: Path) -> None:
    model = Planned(THREE)
    async with _house(tmp_path, model) as house:
        reply = await tell(house, REQUEST)
        target = next(button.target for button in reply.buttons if button.verb == "edit")
        await house.conversation.decide(house.owner.id, "edit", target, "leave the eggs out")
        await house.conversation.drain()
        assert model.asked == ["planner", "planner"]
        [waiting] = await house.store.pending.waiting(house.owner.id, NOON)
        assert waiting.id != target


async def test_a_failed_step_leaves_a_plan_that_goes_on_where_it_broke_off(home: Settings, tmp_path: Path) -> None:
    broken = True

    def eggs(messages: list[ModelMessage]) -> ModelResponse:
        if done_calls(messages):
            return says("There is no such note." if broken else "Saved the eggs.")
        return calls("delete_note", note="#99") if broken else calls("save_note", content="eggs")

    model = Planned(THREE, eggs=eggs)
    async with _house(tmp_path, model, home) as house:
        await _press(house, await tell(house, REQUEST))
        first = await _last(house)
        assert [button.verb for button in first.buttons][:2] == ["confirm", "cancel"]
        assert "tell the user" not in model.asked
        broken = False
        await _press(house, first)
        assert await _notes(house) == ["eggs", "save a note that we need milk"]
        assert "tell the user" in model.asked


async def test_a_failed_plan_goes_on_after_a_restart(tmp_path: Path) -> None:
    def eggs(messages: list[ModelMessage]) -> ModelResponse:
        return says("No such note.") if done_calls(messages) else calls("delete_note", note="#99")

    async with _house(tmp_path, Planned(THREE, eggs=eggs)) as house:
        await _press(house, await tell(house, REQUEST))
        reply = await _last(house)
    async with _house(tmp_path, Planned(THREE)) as house:
        await _press(house, reply)
        assert len(await _notes(house)) == 2


async def test_a_step_that_must_ask_waits_and_the_plan_goes_on_after_it(home: Settings, tmp_path: Path) -> None:
    def forget(messages: list[ModelMessage]) -> ModelResponse:
        return says("It waits for your OK.") if done_calls(messages) else calls("forget_fact", what="sister")

    steps = [_step("Forget her", "forget my sister", effect="delete"), *THREE]
    model = Planned(steps, forget=forget)
    async with _house(tmp_path, model, home) as house:
        await house.store.facts.add(
            house.owner.id,
            key="sister",
            statement="Your sister is Ama",
            confidence=1.0,
            source="user",
            confirmed=True,
            turn_id=None,
            taint=[],
            at=NOON,
        )
        await _press(house, await tell(house, REQUEST))
        waiting = await _last(house)
        assert "Ama" in waiting.cards[0].fields[0].value
        assert await _notes(house) == []
        await _press(house, waiting)
        assert await house.store.facts.current(house.owner.id) == []
        assert len(await _notes(house)) == 2


async def test_stop_ends_a_plan_between_its_steps(tmp_path: Path) -> None:
    services: list[Services] = []

    async def stop(_: list[ModelMessage]) -> ModelResponse:
        await services[0].conversation.stop("owner")
        return says("Saved.")

    model = Planned(THREE, milk=stop)  # type: ignore[arg-type]
    async with _house(tmp_path, model) as house:
        services.append(house)
        await _press(house, await tell(house, REQUEST))
        assert await _notes(house) == []
        [turn] = await house.store.turns.recent(house.owner.id, 1)
        assert turn.status == "stopped"


async def test_a_plan_that_was_altered_after_it_was_shown_does_not_run(tmp_path: Path) -> None:
    model = Planned(THREE)
    async with _house(tmp_path, model) as house:
        reply = await tell(house, REQUEST)
        [plan] = await house.store.plans.recent(house.owner.id, 1)
        altered = [{**plan.steps[0], "instruction": "wire the money"}, *plan.steps[1:]]
        await house.store.plans.save(house.owner.id, plan.id, steps=altered, taint=[], status="proposed", at=NOON)
        with pytest.raises(ActionRefused):
            await _press(house, reply)
        assert model.asked == ["planner"]


async def test_the_last_step_is_ticked_when_its_approval_was_all_that_was_missing(
    home: Settings, tmp_path: Path
) -> None:
    async with _asking_last(tmp_path, home) as (house, waiting):
        await _press(house, waiting)
        shown = (await _said(house))[0]
        assert shown.count("✅") == 2
        assert "⏳" not in shown


async def test_a_card_of_a_step_is_there_again_when_the_turn_that_asked_was_cut_off(
    home: Settings, tmp_path: Path
) -> None:
    """As after a crash between the end of the steps and the end of the turn."""
    async with _asking_last(tmp_path, home) as (house, waiting):
        for table in ("outbox", "turn_messages"):
            await house.database.execute(f"DELETE FROM {table} WHERE turn_id = $1", waiting.turn_id)
        await house.database.execute("DELETE FROM turns WHERE id = $1", waiting.turn_id)
        await house.database.execute("UPDATE inbox SET status = 'running' WHERE turn_id = $1", waiting.turn_id)
        await house.conversation.sweep()
        await house.conversation.drain()
        again = await _last(house)
        assert [button.verb for button in again.buttons] == [button.verb for button in waiting.buttons]
        await _press(house, again)
        assert await house.store.facts.current(house.owner.id) == []


async def test_whoever_watches_sees_a_plan_as_one_turn(home: Settings, tmp_path: Path) -> None:
    async with _house(tmp_path, Planned(THREE), home) as house:
        reply = await tell(house, REQUEST)
        with house.hub.watch_everyone() as seen:
            await _press(house, reply)
            events = [seen.get_nowait() for _ in range(seen.qsize())]
        assert {event.turn_id for event in events if event.kind in ("activity", "draft")} == {
            event.turn_id for event in events if event.kind == "settled"
        }


async def test_a_plan_that_needs_nobodys_leave_is_run_step_by_step_with_its_checklist(tmp_path: Path) -> None:
    """It was made and paid for, and then thrown away."""
    model = Planned(THREE[:2])
    async with _house(tmp_path, model) as house:
        with house.hub.watch_everyone() as seen:
            reply = await tell(house, REQUEST)
            drafts = [event.text for event in (seen.get_nowait() for _ in range(seen.qsize())) if event.kind == "draft"]
        assert [text for text in model.asked if text != "planner"] == [THREE[0]["instruction"]] * 2 + [
            THREE[1]["instruction"]
        ] * 2
        assert await _notes(house) == ["save a note that we need eggs", "save a note that we need milk"]
        assert "▶ 1. Save the milk" in drafts[0]
        assert "✅ 1. Save the milk\n▶ 2. Save the eggs" in "".join(drafts)
        assert any("▶ 2. Save the eggs…\n\nI" in draft for draft in drafts)
        assert reply.text.count("✅") == 2
        assert [button.verb for button in reply.buttons] == ["undo"]
        [plan] = await house.store.plans.recent(house.owner.id, 1)
        assert plan.status == "done"
        await _press(house, reply, "undo")
        assert await _notes(house) == []


async def test_a_step_of_a_plan_that_was_not_shown_can_fail_and_goes_on_when_told_to(tmp_path: Path) -> None:
    broken = True

    def eggs(messages: list[ModelMessage]) -> ModelResponse:
        if done_calls(messages):
            return says("There is no such note." if broken else "Saved the eggs.")
        return calls("delete_note", note="#99") if broken else calls("save_note", content="eggs")

    async with _house(tmp_path, Planned(THREE[:2], eggs=eggs)) as house:
        first = await tell(house, REQUEST)
        assert "Step 2, “Save the eggs”, didn't work" in first.text
        assert [button.verb for button in first.buttons][:2] == ["confirm", "cancel"]
        broken = False
        await _press(house, first)
        assert await _notes(house) == ["eggs", "save a note that we need milk"]
        assert (await _said(house))[0].count("✅") == 2


async def test_stop_ends_a_plan_that_was_not_shown_between_its_steps(tmp_path: Path) -> None:
    services: list[Services] = []

    async def saved_then_stop(messages: list[ModelMessage]) -> ModelResponse:
        if not done_calls(messages):
            return calls("save_note", content="milk")
        await services[0].conversation.stop("owner")
        return says("Saved.")

    async with _house(tmp_path, Planned(THREE[:2], milk=saved_then_stop)) as house:  # type: ignore[arg-type]
        services.append(house)
        reply = await tell(house, REQUEST)
        assert reply.status == "stopped"
        assert "Stopped before step" in reply.text
        assert await _notes(house) == ["milk"]
        assert "confirm" in [button.verb for button in reply.buttons]


async def test_a_plan_that_was_cut_off_goes_on_at_the_step_that_ran(tmp_path: Path) -> None:
    """As after a crash: the step was saved as running, what it had done stands in the ledger, nothing was answered."""
    model = Planned(THREE[:2])
    async with _house(tmp_path, model) as house:
        reply = await tell(house, REQUEST)
        [plan] = await house.store.plans.recent(house.owner.id, 1)
        [first, second] = plan.steps
        cut_off = [{**first, "status": "running", "output": ""}, {**second, "status": "pending", "output": ""}]
        await house.store.plans.save(house.owner.id, plan.id, steps=cut_off, taint=[], status="running", at=NOON)
        for table in ("outbox", "turn_messages"):
            await house.database.execute(f"DELETE FROM {table} WHERE turn_id = $1", reply.turn_id)
        await house.database.execute("DELETE FROM turns WHERE id = $1", reply.turn_id)
        await house.database.execute("UPDATE inbox SET status = 'running' WHERE turn_id = $1", reply.turn_id)
        await house.conversation.sweep()
        await house.conversation.drain()
        again = await _last(house)
        assert again.text.count("✅") == 2
        assert model.asked.count("planner") == 1
        assert len(await _notes(house)) == 2


async def test_a_plan_that_changes_a_shown_one_is_shown_too(tmp_path: Path) -> None:
    model = Planned(THREE)
    async with _house(tmp_path, model) as house:
        reply = await tell(house, REQUEST)
        model.steps = THREE[:2]
        target = next(button.target for button in reply.buttons if button.verb == "edit")
        await house.conversation.decide(house.owner.id, "edit", target, "only the notes")
        await house.conversation.drain()
        assert await _notes(house) == []
        assert len(await house.store.pending.waiting(house.owner.id, NOON)) == 1


async def test_the_steps_see_the_talk_before_them(tmp_path: Path) -> None:
    seen: list[str] = []

    def milk(messages: list[ModelMessage]) -> ModelResponse:
        seen.append(str(messages))
        return says("Fine.")

    async with _house(tmp_path, Planned(THREE[:2], milk=milk)) as house:
        await tell(house, "my sister is called Abena")
        await tell(house, REQUEST)
        assert "Abena" in seen[0]

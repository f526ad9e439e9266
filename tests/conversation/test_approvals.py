"""The buttons: what was shown is what runs, once, for its own user, in time; and Undo takes it back."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic_ai.messages import ModelMessage, ModelResponse

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.errors import ActionRefused
from app.messages import Button, InboundMessage
from tests.house import calls, done_calls, open_house, says, scripted, tell

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Services]:
    """A house on the offline model, at noon."""
    async with open_house(tmp_path, clock=ManualClock(NOON)) as services:
        yield services


async def _asked(house: Services) -> dict[str, Button]:
    """The buttons under a request to forget a fact."""
    await tell(house, "remember that my sister's name is Ama")
    reply = await tell(house, "forget my sister's name")
    return {button.verb: button for button in reply.buttons}


async def _statements(house: Services) -> list[str]:
    return [fact.statement for fact in await house.store.facts.current(house.owner.id)]


async def test_forgetting_for_good_waits_for_confirmation_and_shows_the_very_fact(house: Services) -> None:
    await tell(house, "remember that my sister's name is Ama")
    reply = await tell(house, "forget my sister's name")
    assert [button.verb for button in reply.buttons] == ["confirm", "cancel", "edit"]
    assert "APPROVAL_PENDING" not in reply.text
    [action] = await house.store.pending.waiting(house.owner.id, NOON)
    assert "Ama" in action.summary
    assert len(await _statements(house)) == 1


async def test_confirm_runs_it_once_and_takes_the_buttons_away(house: Services) -> None:
    buttons = await _asked(house)
    said = await house.conversation.decide(house.owner.id, "confirm", buttons["confirm"].target)
    assert said.startswith("Forgotten for good: 1 fact")
    assert await _statements(house) == []
    said_all = await house.store.outbox.after(house.owner.id, ("local",), 0, 50)
    assert [entry.body["buttons"] for entry in said_all if entry.body["kind"] == "reply"][-1] == []


async def test_a_second_tap_does_nothing_and_says_so(house: Services) -> None:
    buttons = await _asked(house)
    await house.conversation.decide(house.owner.id, "confirm", buttons["confirm"].target)
    with pytest.raises(ActionRefused, match="done already"):
        await house.conversation.decide(house.owner.id, "confirm", buttons["confirm"].target)


async def test_a_cancelled_request_cannot_be_confirmed(house: Services) -> None:
    buttons = await _asked(house)
    await house.conversation.decide(house.owner.id, "cancel", buttons["cancel"].target)
    with pytest.raises(ActionRefused, match="cancelled"):
        await house.conversation.decide(house.owner.id, "confirm", buttons["confirm"].target)
    assert len(await _statements(house)) == 1


async def test_a_late_tap_does_nothing(house: Services) -> None:
    buttons = await _asked(house)
    house.clock.advance(timedelta(hours=25))  # type: ignore[attr-defined]
    with pytest.raises(ActionRefused, match="expired"):
        await house.conversation.decide(house.owner.id, "confirm", buttons["confirm"].target)
    assert len(await _statements(house)) == 1


async def test_another_users_tap_does_nothing(house: Services) -> None:
    buttons = await _asked(house)
    await house.store.users.add("kofi", name="Kofi", time_zone="UTC", zone_source="setting", locale="en-GB", at=NOON)
    with pytest.raises(ActionRefused):
        await house.conversation.decide("kofi", "confirm", buttons["confirm"].target)
    assert len(await _statements(house)) == 1


async def test_an_altered_request_does_not_run(house: Services) -> None:
    await tell(house, "remember that I live in Accra")
    buttons = await _asked(house)
    await house.database.execute(
        "UPDATE pending_actions SET arguments = $1 WHERE id = $2", {"fact": "#1"}, buttons["confirm"].target
    )
    with pytest.raises(ActionRefused, match="changed after it was shown"):
        await house.conversation.decide(house.owner.id, "confirm", buttons["confirm"].target)
    assert len(await _statements(house)) == 2


async def test_edit_asks_again_with_the_change_and_closes_the_first_request(house: Services) -> None:
    await tell(house, "remember that I live in Accra")
    buttons = await _asked(house)
    await house.conversation.decide(house.owner.id, "edit", buttons["edit"].target, "where I live")
    await house.conversation.drain()
    [action] = await house.store.pending.waiting(house.owner.id, NOON)
    assert "Accra" in action.summary
    with pytest.raises(ActionRefused, match="changed that request"):
        await house.conversation.decide(house.owner.id, "confirm", buttons["confirm"].target)
    await house.conversation.decide(house.owner.id, "confirm", action.id)
    assert [statement for statement in await _statements(house) if "Accra" in statement] == []


async def test_an_edit_of_what_somebody_elses_words_led_to_asks_again_too(tmp_path: Path) -> None:
    def script(messages: list[ModelMessage]) -> ModelResponse:
        spot = "14" if "The change: " in str(messages[-1]) else "12"
        return says("It waits.") if done_calls(messages) else calls("save_note", content=f"parking spot {spot}")

    async with open_house(tmp_path, model=scripted(script), clock=ManualClock(NOON)) as house:
        words = InboundMessage(
            house.owner.id, "cli", "m1", "note: parking spot 12", NOON, untrusted="forwarded from Kofi"
        )
        receipt = await house.conversation.receive(words)
        await house.conversation.answer(house.owner.id, receipt.inbox_id, timeout=20)
        [first] = await house.store.pending.waiting(house.owner.id, NOON)
        await house.conversation.decide(house.owner.id, "edit", first.id, "parking spot 14")
        await house.conversation.drain()
        [second] = await house.store.pending.waiting(house.owner.id, NOON)
        assert "parking spot 14" in second.summary
        assert second.taint == first.taint
        assert await house.store.notes.list(house.owner.id, limit=5) == []


async def test_approvals_survive_a_restart(tmp_path: Path) -> None:
    clock = ManualClock(NOON)
    async with open_house(tmp_path, clock=clock) as first:
        buttons = await _asked(first)
    async with open_house(tmp_path, clock=clock) as second:
        await second.conversation.decide(second.owner.id, "confirm", buttons["confirm"].target)
        assert await _statements(second) == []


async def test_undo_brings_a_deleted_note_back_once(house: Services) -> None:
    await tell(house, "note that the wifi code is on the fridge")
    reply = await tell(house, "delete the wifi note")
    [undo] = [button for button in reply.buttons if button.verb == "undo"]
    await house.conversation.decide(house.owner.id, "undo", undo.target)
    assert len(await house.store.notes.list(house.owner.id, limit=10)) == 1
    with pytest.raises(ActionRefused, match="nothing left to undo"):
        await house.conversation.decide(house.owner.id, "undo", undo.target)


async def test_undo_takes_back_everything_a_turn_did(house: Services) -> None:
    reply = await tell(house, "add milk to my shopping list and remind me at 18:00 to buy it")
    [undo] = [button for button in reply.buttons if button.verb == "undo"]
    await house.conversation.decide(house.owner.id, "undo", undo.target)
    assert await house.store.tasks.list(house.owner.id) == []
    assert await house.store.reminders.list(house.owner.id) == []


async def test_a_button_nobody_knows_does_nothing(house: Services) -> None:
    with pytest.raises(ActionRefused):
        await house.conversation.decide(house.owner.id, "explode", "anything")


async def test_edit_without_words_takes_the_next_message_from_that_place(house: Services) -> None:
    await tell(house, "remember that I live in Accra")
    buttons = await _asked(house)
    target = buttons["edit"].target
    await house.conversation.decide(house.owner.id, "edit", target, channel="cli")
    [still] = await house.store.pending.waiting(house.owner.id, NOON)
    assert still.id == target
    await tell(house, "where I live")
    [action] = await house.store.pending.waiting(house.owner.id, NOON)
    assert "Accra" in action.summary
    with pytest.raises(ActionRefused, match="changed that request"):
        await house.conversation.decide(house.owner.id, "confirm", target)


async def test_an_open_edit_is_not_for_messages_from_elsewhere_nor_for_one_delivered_again(house: Services) -> None:
    await tell(house, "what's on my list?", external_id="m1")
    buttons = await _asked(house)
    await house.conversation.decide(house.owner.id, "edit", buttons["edit"].target, channel="cli")
    await tell(house, "hello", channel="web")
    await tell(house, "what's on my list?", external_id="m1")
    [action] = await house.store.pending.waiting(house.owner.id, NOON)
    assert action.id == buttons["edit"].target


async def test_an_edit_cannot_be_opened_for_what_is_over(house: Services) -> None:
    buttons = await _asked(house)
    await house.conversation.decide(house.owner.id, "cancel", buttons["cancel"].target)
    with pytest.raises(ActionRefused, match="cancelled"):
        await house.conversation.decide(house.owner.id, "edit", buttons["edit"].target, channel="cli")


async def test_each_decision_leaves_a_score_for_the_tracer(house: Services) -> None:
    first, second = await _asked(house), await _asked(house)
    await house.conversation.decide(house.owner.id, "cancel", first["cancel"].target)
    await house.conversation.decide(house.owner.id, "confirm", second["confirm"].target)
    third = await _asked(house)
    await house.conversation.decide(house.owner.id, "edit", third["edit"].target, "something else")
    await house.conversation.drain()
    left = [(score.name, score.value) for score in await house.store.scores.unsent(10)]
    assert left == [("user_approval", 0.0), ("user_approval", 1.0), ("user_edit", 1.0)]
    assert all(score.trace_id for score in await house.store.scores.unsent(10))


async def test_expired_buttons_go_by_themselves(house: Services) -> None:
    await _asked(house)
    house.clock.advance(timedelta(hours=25))  # type: ignore[attr-defined]
    assert await house.conversation.expire_approvals() == 1
    [card] = await house.store.outbox.latest(house.owner.id, ("local",), 1)
    assert (card.body["buttons"], [one["ended"] for one in card.body["cards"]]) == ([], ["expired"])

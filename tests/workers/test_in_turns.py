"""Workers within turns of all kinds: in a plan's step, where the main agent's model gives out, and what their user decides on a card."""

import json

from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse

from app.bootstrap.services import Services
from tests.house import calls, done_calls, says, tell
from tests.workers.conftest import NOON, Opens, asks, cast, once, only, prompt_of

REQUEST = "Look up what my sister's birthday plans were and then let the clerk note it, and delete the old fact about her address"


async def _tainted_clerk(house: Services) -> None:
    await house.store.workers.add(house.owner.id, name="Clerk", purpose="notes", turn_id=None, taint=["mail"], at=NOON)


async def test_a_held_call_of_a_worker_in_a_step_holds_the_plan_and_lets_it_go_on(opens: Opens) -> None:
    steps = [
        {"title": "Note it", "instruction": "let the clerk note it", "domain": "memory", "effect": "delete"},
        {"title": "Say so", "instruction": "say that it is noted", "domain": "memory", "effect": "read"},
    ]

    def kwasi(messages: list[ModelMessage]) -> ModelResponse:
        last = messages[-1]
        if isinstance(last, ModelRequest) and "steps" in (last.instructions or ""):
            return says(json.dumps({"goal": "note it", "steps": steps}))
        if "clerk" in prompt_of(messages).text:
            return asks("Clerk")(messages)
        return says("It is noted.")

    async with opens(cast(kwasi, once("save_note", title="party", content="on Sunday"))) as house:
        await _tainted_clerk(house)
        shown = await tell(house, REQUEST)
        go = next(button for button in shown.buttons if button.verb == "confirm")
        await house.conversation.decide(house.owner.id, "confirm", go.target)
        await house.conversation.drain()
        [held] = await house.store.pending.waiting(house.owner.id, NOON)
        assert held.tool == "save_note"
        assert await house.store.notes.list(house.owner.id, limit=5) == []
        await house.conversation.decide(house.owner.id, "confirm", held.id)
        await house.conversation.drain()
        [note] = await house.store.notes.list(house.owner.id, limit=5)
        assert note.title == "party"
        [turn] = (await house.store.turns.recent(house.owner.id, 10))[-1:]
        assert "Say so" in turn.reply
        assert await house.store.pending.waiting(house.owner.id, NOON) == []


async def test_where_the_main_agent_gives_out_after_it_the_run_is_not_repeated(opens: Opens) -> None:
    def kwasi(messages: list[ModelMessage]) -> ModelResponse:
        if done_calls(messages):
            raise OSError("gone")
        return calls("invoke_worker_agent", name="Clerk", message="add milk")

    async with opens(cast(kwasi, once("add_tasks", "It is there.", titles=["milk"]))) as house:
        reply = await tell(house, "let the clerk add milk")
        assert "Clerk: It is there." in reply.text
        assert [task.title for task in await house.store.tasks.list(house.owner.id)] == ["milk"]
        assert await house.store.worker_messages.runs(house.owner.id, (await only(house)).id) == 1


async def test_a_wake_up_that_asks_first_is_set_for_that_worker_when_confirmed(opens: Opens) -> None:
    script = cast(asks("Clerk"), once("wake_me", instruction="look again", when="tomorrow at 9"))
    async with opens(script) as house:
        await _tainted_clerk(house)
        reply = await tell(house, "let the clerk look again tomorrow")
        sentence, *_ = reply.cards[0].fields
        assert sentence.value == "wake Clerk tomorrow at 09:00 (Thursday 11 March): look again"
        confirm = next(button for button in reply.buttons if button.verb == "confirm")
        said = await house.conversation.decide(house.owner.id, "confirm", confirm.target)
        assert "I'll wake Clerk for “look again”" in said
        [row] = await house.store.scheduled_tasks.list(house.owner.id)
        assert (row.kind, row.target) == ("worker", "Clerk")


async def test_what_a_reply_claims_is_held_to_what_the_worker_did(opens: Opens) -> None:
    def claims(messages: list[ModelMessage]) -> ModelResponse:
        if done_calls(messages):
            return says("I've added milk to your shopping list and sent the e-mail to Jo.")
        return calls("invoke_worker_agent", name="Clerk", message="add milk")

    async with opens(cast(claims, once("add_tasks", titles=["milk"], list_name="shopping"))) as house:
        reply = await tell(house, "let the clerk add milk to my shopping list and mail Jo")
        assert reply.text.startswith("What went through: add tasks. I was too quick there: nothing has been sent yet.")

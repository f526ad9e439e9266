"""A worker's run through the whole house: its own conversation, its questions, what it changes and reads, and crashes in its middle."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from pydantic_ai.exceptions import ModelAPIError
from pydantic_ai.messages import ModelMessage, ModelResponse

from app.bootstrap.services import Services
from app.config import Settings
from app.conversation.turn import Turn
from app.errors import ToolProblem
from app.memory.records import InboxEntry, User
from app.messages import InboundMessage
from tests.house import calls, done_calls, says, tell
from tests.workers.conftest import NOON, Opens, asks, cast, once, only, prompt_of, result_of, texts


async def _tasks(house: Services) -> list[str]:
    return [task.title for task in await house.store.tasks.list(house.owner.id)]


def _turn(house: Services, user: User | None = None, turn_id: str = "t1") -> Turn:
    entry = InboxEntry("m1", house.owner.id, "cli", "m1", "", "go", "running", turn_id, NOON)
    return Turn(id=turn_id, user=user or house.owner, entries=[entry], moment=NOON, trace_id="")


async def test_one_is_taken_on_by_name_and_does_its_job(opens: Opens) -> None:
    script = cast(asks("Gardener"), once("add_tasks", "It is on the list.", titles=["water the ferns"]))
    async with opens(script) as house:
        reply = await tell(house, "look after the ferns")
        assert reply.text == "Gardener is taken on.\nGardener: It is on the list."
        assert [button.verb for button in reply.buttons] == ["undo"]
        worker = await only(house)
        assert (worker.name, worker.status, worker.purpose) == ("Gardener", "idle", "look after the ferns")
        assert "Added water the ferns" in worker.running_summary
        await house.conversation.decide(house.owner.id, "undo", reply.turn_id)
        assert await _tasks(house) == []


async def test_it_is_resumed_by_name_in_its_own_conversation_and_nobody_elses(opens: Opens) -> None:
    seen: list[str] = []

    def worker(messages: list[ModelMessage]) -> ModelResponse:
        seen.append(texts(messages))
        return says(f"heard {prompt_of(messages).text}")

    def kwasi(messages: list[ModelMessage]) -> ModelResponse:
        if "ordinary" in prompt_of(messages).text:
            return says("Ordinary answer.")
        seen.append("kwasi: " + texts(messages))
        return asks("gardener")(messages)

    async with opens(cast(kwasi, worker)) as house:
        await tell(house, "first thing")
        await tell(house, "an ordinary secret")
        reply = await tell(house, "second thing")
        assert reply.text == "gardener: heard second thing"
        assert len(await house.store.workers.list(house.owner.id)) == 1
    last = seen[-2]
    assert "first thing" in last
    assert "heard first thing" in last
    assert "ordinary" not in last


async def test_its_question_goes_to_the_user_and_the_answer_to_the_same_worker(opens: Opens) -> None:
    beside: list[str] = []

    def worker(messages: list[ModelMessage]) -> ModelResponse:
        prompt = prompt_of(messages)
        if prompt.text == "Lisbon":
            assert "answer to your question: Which city?" in prompt.memory
            assert "Which city?" in texts(messages[:-1])
            return says("Then it is Lisbon in May.")
        return calls(
            "follow_up_needed", question="Which city?", reason="Two fit.", status="Dates known", context="trip"
        )

    def kwasi(messages: list[ModelMessage]) -> ModelResponse:
        beside.append(prompt_of(messages).memory)
        return asks("Scout")(messages)

    async with opens(cast(kwasi, worker)) as house:
        reply = await tell(house, "plan my trip")
        assert reply.text.startswith("Scout is taken on.\nFOLLOW_UP_NEEDED from Scout: Which city?\nWhy: Two fit.")
        waiting = await only(house)
        assert waiting.status == "waiting"
        assert waiting.question == {
            "question": "Which city?",
            "reason": "Two fit.",
            "status": "Dates known",
            "context": "trip",
        }
        answer = await tell(house, "Lisbon")
        assert answer.text == "Scout: Then it is Lisbon in May."
        assert (await only(house)).status == "idle"
        assert (await only(house)).question == {}
    assert "Scout waits for the user's answer" in beside[-1]
    assert "Which city?" in beside[-1]


async def test_a_question_ends_the_run_at_once(opens: Opens) -> None:
    asked = 0

    def worker(messages: list[ModelMessage]) -> ModelResponse:
        nonlocal asked
        asked += 1
        return calls("follow_up_needed", question="Which one?")

    async with opens(cast(asks("Scout"), worker)) as house:
        await tell(house, "choose")
    assert asked == 1


async def test_a_question_that_is_written_out_counts_as_well(opens: Opens) -> None:
    script = cast(asks("Scout"), lambda _: says("FOLLOW_UP_NEEDED\nreason: two fit\nquestion: Which city?"))
    async with opens(script) as house:
        await tell(house, "plan my trip")
        assert (await only(house)).question["question"] == "Which city?"


async def test_while_one_waits_every_message_can_reach_it(opens: Opens) -> None:
    def kwasi(messages: list[ModelMessage]) -> ModelResponse:
        return asks("Scout")(messages)

    def worker(messages: list[ModelMessage]) -> ModelResponse:
        if "e-mail" in prompt_of(messages).text:
            return says("By mail, then.")
        return calls("follow_up_needed", question="By which way?")

    async with opens(cast(kwasi, worker)) as house:
        await tell(house, "tell my landlord about the sink")
        reply = await tell(house, "search my inbox, by e-mail to Jo")
        turn = await house.store.turns.get(house.owner.id, reply.turn_id)
        assert reply.text == "Scout: By mail, then."
        assert turn is not None
        assert "memory" in turn.route["domains"]


async def test_silence_is_no_words(opens: Opens) -> None:
    async with opens(cast(asks("Scout"), lambda _: says("`No_Response_Needed`."))) as house:
        reply = await tell(house, "look whether anything is new")
        assert reply.text.endswith("Scout has nothing to say about it now.")
        assert (await only(house)).running_summary == ""


async def test_it_can_call_no_workers(opens: Opens) -> None:
    tools: list[str] = []

    def worker(messages: list[ModelMessage]) -> ModelResponse:
        if len(done_calls(messages)) == 0:
            return calls("invoke_worker_agent", name="Other", message="go")
        tools.append(result_of(messages))
        return says("I can't.")

    async with opens(cast(asks("Scout"), worker)) as house:
        await tell(house, "get help")
        assert [one.name for one in await house.store.workers.list(house.owner.id)] == ["Scout"]
        deps = replace(_turn(house).deps(house.resources), worker="Scout")
        with pytest.raises(ToolProblem):
            await house.resources.workers.invoke(deps, "Other", "go", "")


async def test_what_it_read_taints_it_the_turn_and_every_later_run(opens: Opens) -> None:
    def worker(messages: list[ModelMessage]) -> ModelResponse:
        tool = "find_notes" if "read" in prompt_of(messages).text else "add_tasks"
        arguments = {"words": "letter"} if tool == "find_notes" else {"titles": ["pay the bill"]}
        return says("Read it.") if done_calls(messages) else calls(tool, **arguments)

    async with opens(cast(asks("Clerk"), worker)) as house:
        await house.store.notes.add(
            house.owner.id, title="letter", content="pay", tags=[], source="mail", turn_id=None, taint=["mail"], at=NOON
        )
        reply = await tell(house, "read what came")
        turn = await house.store.turns.get(house.owner.id, reply.turn_id)
        assert turn is not None
        assert turn.taint == ["mail"]
        assert (await only(house)).taint == ["mail"]
        asked = await tell(house, "note what is to be done")  # the letter is still shown to whoever words it
        confirm = next(button for button in asked.buttons if button.verb == "confirm")
        await house.conversation.decide(house.owner.id, "confirm", confirm.target)
        assert await _tasks(house) == []
        held = await house.store.outbox.get_by_key(house.owner.id, f"approval:{confirm.target}")
        assert held is not None
        assert [(card["title"], card["read_in"]) for card in held.body["cards"]] == [("Add to your to-dos", ["mail"])]
        within = next(button for button in held.body["buttons"] if button["verb"] == "confirm")
        await house.conversation.decide(house.owner.id, "confirm", within["target"])
        assert await _tasks(house) == ["pay the bill"]


async def test_the_same_words_are_run_once_in_a_turn(opens: Opens) -> None:
    def kwasi(messages: list[ModelMessage]) -> ModelResponse:
        if len(done_calls(messages)) == 2:
            return says("Done.")
        return calls("invoke_worker_agent", name="Clerk", message="add it")

    async with opens(cast(kwasi, once("add_tasks", titles=["milk"]))) as house:
        await tell(house, "add it")
        assert await _tasks(house) == ["milk"]
        assert await house.store.worker_messages.runs(house.owner.id, (await only(house)).id) == 1


async def _hang() -> ModelResponse:
    return await asyncio.get_running_loop().create_future()


async def _send(house: Services, text: str) -> None:
    message = InboundMessage(house.owner.id, "cli", "m1", text, received_at=house.clock.now())
    await house.conversation.receive(message)


async def _taken_up(house: Services, turn_id: str) -> str:
    await house.conversation.sweep()
    await house.conversation.drain()
    turn = await house.store.turns.get(house.owner.id, turn_id)
    assert turn is not None
    return turn.reply


async def test_after_a_crash_in_its_middle_the_run_goes_on_and_does_nothing_twice(opens: Opens) -> None:
    stuck = asyncio.Event()

    async def hangs(messages: list[ModelMessage]) -> ModelResponse:
        if not done_calls(messages):
            return calls("add_tasks", titles=["milk"])
        stuck.set()
        return await _hang()

    async with opens(cast(asks("Clerk", "add milk and eggs"), hangs)) as first:
        await _send(first, "let the clerk add milk and eggs")
        async with asyncio.timeout(10):
            await stuck.wait()
        [turn_id] = await first.store.inbox.running_turns(first.owner.id)

    def goes_on(messages: list[ModelMessage]) -> ModelResponse:
        if len(done_calls(messages)) == 1:
            return calls("add_tasks", titles=["eggs"])
        return says("Both are there.") if done_calls(messages) else says("I started over.")

    async with opens(cast(asks("Clerk", "please add the milk and the eggs"), goes_on)) as second:
        assert await _taken_up(second, turn_id) == "Clerk: Both are there."
        assert sorted(await _tasks(second)) == ["eggs", "milk"]
        worker = await only(second)
        assert worker.status == "idle"
        assert await second.store.worker_messages.runs(second.owner.id, worker.id) == 1


async def test_a_run_that_ended_before_the_crash_is_told_and_not_run_again(opens: Opens) -> None:
    stuck = asyncio.Event()

    async def hangs(messages: list[ModelMessage]) -> ModelResponse:
        if not done_calls(messages):
            return calls("invoke_worker_agent", name="Clerk", message="add milk")
        stuck.set()
        return await _hang()

    async with opens(cast(hangs, once("add_tasks", "It is there.", titles=["milk"]))) as first:
        await _send(first, "let the clerk add milk")
        async with asyncio.timeout(10):
            await stuck.wait()
        [turn_id] = await first.store.inbox.running_turns(first.owner.id)

    async with opens(cast(lambda messages: says(result_of(messages)), lambda _: says("Again?"))) as second:
        assert await _taken_up(second, turn_id) == "Clerk: It is there."
        assert await _tasks(second) == ["milk"]


async def test_stop_ends_it_with_the_turn(opens: Opens) -> None:
    stuck = asyncio.Event()

    async def hangs(messages: list[ModelMessage]) -> ModelResponse:
        stuck.set()
        return await _hang()

    async with opens(cast(asks("Clerk", "add milk"), hangs)) as house:
        waiting = asyncio.create_task(tell(house, "let the clerk add milk"))
        async with asyncio.timeout(10):
            await stuck.wait()
        await house.conversation.stop(house.owner.id)
        assert (await waiting).status == "stopped"
        assert (await only(house)).status == "idle"


async def test_one_that_goes_round_in_circles_is_ended_and_says_what_it_did(opens: Opens) -> None:
    count = 0

    def circles(messages: list[ModelMessage]) -> ModelResponse:
        nonlocal count
        count += 1
        return calls("add_tasks", titles=["milk"]) if count == 1 else calls("list_tasks", list_name=f"list {count}")

    async with opens(cast(asks("Clerk", "go"), circles)) as house:
        reply = await tell(house, "let the clerk go")
        assert "I went round in circles and stopped there. Done until then: Added milk" in reply.text
        assert (await only(house)).status == "idle"


@pytest.mark.parametrize("failure", [ModelAPIError("m", "down"), ModelAPIError("m", "")])
async def test_where_the_model_gives_out_that_is_said_and_nothing_is_lost(opens: Opens, failure: Exception) -> None:
    def breaks(messages: list[ModelMessage]) -> ModelResponse:
        if done_calls(messages):
            raise failure
        return calls("add_tasks", titles=["milk"])

    async with opens(cast(asks("Clerk", "go"), breaks)) as house:
        reply = await tell(house, "let the clerk go")
        assert "My language model gave no usable answer. Done until then: Added milk" in reply.text
        worker = await only(house)
        assert worker.status == "idle"
        assert "Added milk" in worker.running_summary


async def test_of_two_users_each_has_their_own(opens: Opens) -> None:
    seen: list[str] = []

    def worker(messages: list[ModelMessage]) -> ModelResponse:
        seen.append(texts(messages))
        return says("Noted.")

    async with opens(cast(asks("Clerk"), worker)) as house:
        other = await house.store.users.add(
            "kofi", name="Kofi", time_zone="UTC", zone_source="user", locale="en", at=NOON
        )
        workers = house.resources.workers
        await workers.invoke(_turn(house, turn_id="a").deps(house.resources), "Clerk", "the owner's secret", "")
        await workers.invoke(_turn(house, other, "b").deps(house.resources), "Clerk", "hello", "")
        assert "secret" not in seen[-1]
        assert [one.purpose for one in await house.store.workers.list(other.id)] == ["hello"]
        assert [one.purpose for one in await house.store.workers.list(house.owner.id)] == ["the owner's secret"]


async def test_one_that_takes_too_long_is_ended_and_said_so(opens: Opens, home: Settings) -> None:
    async def hangs(messages: list[ModelMessage]) -> ModelResponse:
        return calls("add_tasks", titles=["milk"]) if not done_calls(messages) else await _hang()

    quick = home.model_copy(update={"turn_timeout": timedelta(seconds=5)})
    async with opens(cast(asks("Clerk", "go"), hangs), settings=quick) as house:
        reply = await tell(house, "let the clerk go")
        assert "That took longer than I may take. Done until then: Added milk" in reply.text
        assert (await only(house)).status == "idle"


async def test_forgetting_a_turn_takes_what_was_said_in_its_runs(opens: Opens) -> None:
    async with opens(cast(asks("Clerk"), once("add_tasks", titles=["milk"]))) as house:
        reply = await tell(house, "add milk")
        user, messages = house.owner.id, house.store.worker_messages
        runs = await messages.runs_of_turns(user, [reply.turn_id, "another"])
        assert len(runs) == 1
        assert await messages.runs_of_turns(user, ["another"]) == []
        assert await messages.erase_runs("somebody else", runs) == 0
        assert await messages.erase_runs(user, runs) > 0
        assert await messages.within(user, reply.turn_id) == []

"""A message in, an answer out: what the user reads, whatever the model does."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic_ai.messages import ModelMessage, ModelResponse, ToolCallPart

from app.bootstrap.services import Services
from app.config import Settings
from app.errors import StorageBusy
from tests.house import Script, calls, open_house, says, scripted, settings_in, tell
from tests.second_writer import WAITS, SecondWriter, hurried

HouseWith = Callable[[Script], Awaitable[Services]]


@pytest.fixture(params=["sqlite", "postgres"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Settings of a house on either engine."""
    if request.param == "sqlite":
        return settings_in(tmp_path)
    return settings_in(tmp_path, database_url=request.getfixturevalue("postgres_url"))


def _adds_milk(messages: list[ModelMessage]) -> ModelResponse:
    if len(messages[-1].parts) == 1 and messages[-1].parts[0].part_kind == "tool-return":
        return says("Milk is on the list.")
    return calls("add_tasks", titles=["milk"], list_name="shopping")


async def test_a_models_tool_call_is_carried_out_and_its_words_are_the_reply(home: Settings, tmp_path: Path) -> None:
    async with open_house(tmp_path, model=scripted(_adds_milk), settings=home) as house:
        reply = await tell(house, "add milk to my shopping list")
        items = await house.store.tasks.list(house.owner.id, list_name="shopping")
    assert (reply.text, reply.status) == ("Milk is on the list.", "done")
    assert [item.title for item in items] == ["milk"]
    assert [button.verb for button in reply.buttons] == ["undo"]


async def test_the_turn_is_kept_with_its_route_and_all_its_messages_in_order(home: Settings, tmp_path: Path) -> None:
    async with open_house(tmp_path, model=scripted(_adds_milk), settings=home) as house:
        reply = await tell(house, "add milk to my shopping list")
        turn = await house.store.turns.get(house.owner.id, reply.turn_id)
        messages = await house.store.turns.messages(house.owner.id, [reply.turn_id])
    assert turn is not None
    assert turn.route["method"] == "keyword"
    assert "memory" in turn.route["domains"]
    kinds = [part["part_kind"] for message in messages[reply.turn_id] for part in message["parts"]]
    assert kinds == ["user-prompt", "tool-call", "tool-return", "text"]
    assert all(not message.get("instructions") for message in messages[reply.turn_id])


async def test_a_message_that_comes_twice_is_answered_once(home: Settings, tmp_path: Path) -> None:
    async with open_house(tmp_path, model=scripted(_adds_milk), settings=home) as house:
        first = await tell(house, "add milk", external_id="same")
        again = await tell(house, "add milk", external_id="same")
        items = await house.store.tasks.list(house.owner.id)
    assert first.turn_id == again.turn_id
    assert len(items) == 1


class TestADatabaseThatIsBusy:
    """...costs a message time, and is said where it lasts."""

    @pytest.fixture(autouse=True)
    def _hurried(self, monkeypatch: pytest.MonkeyPatch) -> None:
        hurried(monkeypatch)

    @pytest.mark.parametrize("table", ["turns", "ledger", "tasks"])
    async def test_for_a_moment_costs_a_message_a_moment(
        self, migrated_postgres_url: str, tmp_path: Path, table: str
    ) -> None:
        """On Postgres, where one table alone can be held: whatever it is, what was asked for is done, once."""
        settings = settings_in(tmp_path, database_url=migrated_postgres_url)
        writer = SecondWriter(settings, table)
        async with open_house(tmp_path, settings=settings) as house:
            letting = await writer.hold_for(2 * WAITS)
            reply = await tell(house, "add milk to my shopping list")
            await letting
            items = await house.store.tasks.list(house.owner.id)
            [turn] = await house.store.turns.recent(house.owner.id, 5)
        assert [item.title for item in items] == ["milk"]
        assert (reply.status, turn.status) == ("done", "done")
        assert "busy" not in reply.text

    async def test_for_long_is_said_with_what_was_not_done(self, migrated_postgres_url: str, tmp_path: Path) -> None:
        settings = settings_in(tmp_path, database_url=migrated_postgres_url)
        writer = SecondWriter(settings, "tasks")
        async with open_house(tmp_path, settings=settings) as house:
            await writer.hold()
            reply = await tell(house, "add milk to my shopping list")
            await writer.let()
            items = await house.store.tasks.list(house.owner.id)
            rows = await house.store.ledger.of_turn(house.owner.id, reply.turn_id)
        assert reply.text.startswith("Not done: Add to “shopping”")
        assert "milk" in reply.text.lower()
        assert "busy" in reply.text
        assert (items, rows) == ([], [])

    async def test_is_no_model_that_gave_out(self, home: Settings, tmp_path: Path) -> None:
        """A model that answers is asked again; nobody says that it gave no answer."""
        failures = [StorageBusy(), StorageBusy()]

        def script(messages: list[ModelMessage]) -> ModelResponse:
            if failures:
                raise failures.pop()
            return _adds_milk(messages)

        async with open_house(tmp_path, model=scripted(script), settings=home) as house:
            reply = await tell(house, "add milk to my shopping list")
        assert (reply.text, reply.status) == ("Milk is on the list.", "done")

    async def test_at_every_try_is_told_and_the_message_is_not_tried_for_ever(
        self, home: Settings, tmp_path: Path
    ) -> None:
        tried: list[int] = []

        def script(messages: list[ModelMessage]) -> ModelResponse:
            tried.append(1)
            raise StorageBusy

        async with open_house(tmp_path, model=scripted(script), settings=home) as house:
            reply = await tell(house, "add milk to my shopping list")
            assert await house.store.inbox.users_with_open() == []
        assert (reply.text, reply.status, len(tried)) == (StorageBusy().sentence, "failed", 3)


class TestWhenTheModel:
    """...misbehaves, the user still gets an answer in plain words."""

    @pytest.fixture
    async def house_with(self, tmp_path: Path) -> AsyncIterator[HouseWith]:
        """Makes a house around a script."""
        opened = []

        async def make(script: Script) -> Services:
            manager = open_house(tmp_path, model=scripted(script))
            opened.append(manager)
            return await manager.__aenter__()

        yield make
        for manager in opened:
            await manager.__aexit__(None, None, None)

    async def test_fails_outright_the_offline_model_does_it(self, house_with: HouseWith) -> None:
        def fails(_: list[ModelMessage]) -> ModelResponse:
            raise ConnectionError("no route to model")

        house = await house_with(fails)
        reply = await tell(house, "add milk to my shopping list")
        items = await house.store.tasks.list(house.owner.id)
        assert [item.title for item in items] == ["milk"]
        assert "by myself" in reply.text
        assert "ConnectionError" not in reply.text

    async def test_fails_half_way_what_it_did_is_not_done_again(self, house_with: HouseWith) -> None:
        def half(messages: list[ModelMessage]) -> ModelResponse:
            if len(messages) > 1:
                raise ConnectionError("gone")
            return calls("add_tasks", titles=["milk"], list_name="shopping")

        house = await house_with(half)
        reply = await tell(house, "add milk to my shopping list")
        items = await house.store.tasks.list(house.owner.id)
        assert [item.title for item in items] == ["milk"]
        assert "milk" in reply.text

    @pytest.mark.parametrize("answer", ["", "   "])
    async def test_says_nothing_something_is_said(self, house_with: HouseWith, answer: str) -> None:
        house = await house_with(lambda _: says(answer))
        reply = await tell(house, "add milk to my shopping list")
        assert reply.text.strip()

    async def test_calls_a_tool_that_is_not_there_the_offline_model_takes_over(self, house_with: HouseWith) -> None:
        house = await house_with(lambda _: calls("launch_rocket", target="moon"))
        reply = await tell(house, "add milk to my shopping list")
        items = await house.store.tasks.list(house.owner.id)
        assert [item.title for item in items] == ["milk"]
        assert reply.status == "done"

    async def test_calls_for_ever_the_turn_ends(self, house_with: HouseWith) -> None:
        house = await house_with(lambda _: calls("list_tasks"))
        reply = await tell(house, "what is on my list?")
        assert reply.text

    async def test_sends_arguments_that_are_not_valid_it_may_try_again(self, house_with: HouseWith) -> None:
        def learns(messages: list[ModelMessage]) -> ModelResponse:
            tried = sum(isinstance(part, ToolCallPart) for message in messages for part in message.parts)
            bad = ModelResponse(parts=[ToolCallPart("add_tasks", {"titles": 5})])
            return (bad, calls("add_tasks", titles=["milk"]), says("Done."))[tried]

        house = await house_with(learns)
        reply = await tell(house, "add milk to my shopping list")
        assert reply.text == "Done."
        assert [task.title for task in await house.store.tasks.list(house.owner.id)] == ["milk"]


async def test_a_model_that_takes_for_ever_is_left_for_the_offline_one(tmp_path: Path) -> None:
    async def hangs(_: list[ModelMessage]) -> ModelResponse:
        await asyncio.sleep(60)
        return says("at last")

    settings = settings_in(tmp_path, turn_timeout=timedelta(seconds=0.3))
    async with open_house(tmp_path, model=scripted(hangs), settings=settings) as house:
        reply = await tell(house, "add milk to my shopping list")
        items = await house.store.tasks.list(house.owner.id)
    assert [item.title for item in items] == ["milk"]
    assert "by myself" in reply.text
    assert reply.status == "done"

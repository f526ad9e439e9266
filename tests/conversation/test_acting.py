"""What is done with a row: one call through the gate, once, written down, and taken back like everything else."""

from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.conversation.acting import Acted
from app.errors import ActionRefused
from tests.house import open_house, settings_in, tell


async def house_with_tasks(house: Services) -> None:
    await tell(house, "add milk and eggs to my shopping list")


async def act(house: Services, tool: str, sent: str = "one", **arguments: object) -> Acted:
    return await house.conversation.act(house.owner.id, tool, arguments, channel="web", external_id=sent)


async def test_it_is_done_once_however_often_it_is_sent_and_stands_in_the_books(tmp_path: Path) -> None:
    async with open_house(tmp_path, settings=settings_in(tmp_path)) as house:
        await house_with_tasks(house)
        first = await act(house, "add_tasks", titles=["bread"], list_name="shopping")
        again = await act(house, "add_tasks", titles=["bread"], list_name="shopping")
        assert first.ok
        assert again.text == first.text
        assert [task.title for task in await house.store.tasks.list("owner")] == ["milk", "eggs", "bread"]
        [entry] = await house.store.ledger.of_turn("owner", first.turn_id)
        assert (entry.tool, entry.status) == ("add_tasks", "done")
        audit = await house.store.audit.of_turn("owner", first.turn_id)
        assert [(row.tool, row.decision, row.outcome) for row in audit] == [
            ("add_tasks", "run", "done"),
            ("add_tasks", "run", "replayed"),
        ]


async def test_it_is_taken_back_without_a_word_in_the_conversation(tmp_path: Path) -> None:
    async with open_house(tmp_path, settings=settings_in(tmp_path)) as house:
        await house_with_tasks(house)
        said = await house.store.outbox.last_id("owner", ("local",))
        ticked = await act(house, "complete_tasks", tasks=["#1"])
        assert (ticked.ok, ticked.can_undo, ticked.waiting) == (True, True, "")
        assert [task.title for task in await house.store.tasks.list("owner")] == ["eggs"]
        await house.conversation.decide("owner", "undo", ticked.turn_id)
        assert [task.title for task in await house.store.tasks.list("owner")] == ["milk", "eggs"]
        with pytest.raises(ActionRefused):
            await house.conversation.decide("owner", "undo", ticked.turn_id)
        assert await house.store.outbox.last_id("owner", ("local",)) == said


async def test_what_was_done_here_is_undone_in_words_too(tmp_path: Path) -> None:
    async with open_house(tmp_path, settings=settings_in(tmp_path)) as house:
        await house_with_tasks(house)
        await act(house, "complete_tasks", tasks=["#1"])
        assert "open again" in (await tell(house, "undo that")).text


async def test_what_cannot_be_taken_back_waits_with_its_card_in_the_conversation(tmp_path: Path) -> None:
    async with open_house(tmp_path, settings=settings_in(tmp_path)) as house:
        await tell(house, "my sister's name is Ama")
        asked = await act(house, "forget_fact", what="#1")
        assert asked.ok
        assert asked.waiting
        assert len(await house.store.facts.current("owner")) == 1
        [said] = await house.store.outbox.latest("owner", ("local",), 1)
        [card] = said.body["cards"]
        assert (card["action"], card["final"]) == (asked.waiting, "Forget for good")
        await house.conversation.decide("owner", "confirm", asked.waiting)
        assert await house.store.facts.current("owner") == []


async def test_what_waits_is_asked_once_however_often_it_is_sent(tmp_path: Path) -> None:
    async with open_house(tmp_path, settings=settings_in(tmp_path)) as house:
        await tell(house, "my sister's name is Ama")
        first, again = await act(house, "forget_fact", what="#1"), await act(house, "forget_fact", what="#1")
        assert first.waiting == again.waiting
        assert len(await house.store.pending.waiting("owner", house.clock.now())) == 1


async def test_a_row_made_from_others_words_is_its_users_to_change(tmp_path: Path) -> None:
    async with open_house(tmp_path, settings=settings_in(tmp_path)) as house:
        task = await house.store.tasks.add(
            "owner",
            list_name="todo",
            title="pay the invoice",
            due_at=None,
            due_has_time=False,
            priority=0,
            turn_id=None,
            taint=["mail from Kofi"],
            at=house.clock.now(),
        )
        assert (await act(house, "complete_tasks", tasks=[f"#{task.id}"])).waiting == ""
        assert await house.store.tasks.list("owner") == []


async def test_what_is_refused_is_a_sentence(tmp_path: Path) -> None:
    async with open_house(tmp_path, settings=settings_in(tmp_path)) as house:
        gone = await act(house, "cancel_reminder", reminder="#99")
        assert not gone.ok
        assert "no reminders" in gone.text

"""Taking back: every change that offers it is as it was, once; the trash is emptied for good."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from app.clock import ManualClock
from app.errors import NotFound, ToolProblem
from app.gate.outcome import Done
from app.tools import facts, journal, notes, read_later, reminders, tasks, trash, undo, utility
from tests.conversation.conftest import NOON
from tests.house import open_house, tell
from tests.tools.conftest import Desk

Change = Callable[[Desk], Awaitable[Done]]


async def world(desk: Desk) -> str:
    """All a user can see, as text."""
    zone = await desk.deps.store.users.get("ama")
    return "\n".join(
        [
            await notes.find_notes(desk.ctx),
            await tasks.list_tasks(desk.ctx, include_done=True),
            await reminders.list_reminders(desk.ctx),
            await facts.recall_facts(desk.ctx),
            await journal.read_journal(desk.ctx),
            await read_later.list_read_later(desk.ctx),
            zone.time_zone if zone else "",
        ]
    )


async def furnish(desk: Desk) -> None:
    """One of each."""
    await notes.save_note(desk.ctx, "the gate code is 4412")
    await tasks.add_tasks(desk.ctx, ["milk", "eggs"], list_name="shopping", due="tomorrow")
    await reminders.set_reminder(desk.ctx, "call mum", "tomorrow at 9")
    await facts.remember_fact(desk.ctx, "I live in Accra")
    await journal.save_journal_entry(desk.ctx, "a good day")
    await read_later.save_to_read_later(desk.ctx, "https://example.org/essay")


CHANGES: dict[str, Change] = {
    "save_note": lambda desk: notes.save_note(desk.ctx, "another"),
    "edit_note": lambda desk: notes.edit_note(desk.ctx, "1", "changed"),
    "delete_note": lambda desk: notes.delete_note(desk.ctx, "1"),
    "add_tasks": lambda desk: tasks.add_tasks(desk.ctx, ["bread", "butter"]),
    "complete_tasks": lambda desk: tasks.complete_tasks(desk.ctx, ["all"]),
    "edit_task": lambda desk: tasks.edit_task(desk.ctx, "milk", title="oat milk", due="none", list_name="todo"),
    "delete_tasks": lambda desk: tasks.delete_tasks(desk.ctx, ["milk"]),
    "clear_list": lambda desk: tasks.clear_list(desk.ctx, "shopping"),
    "rename_list": lambda desk: tasks.rename_list(desk.ctx, "shopping", "market"),
    "set_reminder": lambda desk: reminders.set_reminder(desk.ctx, "run", "every day at 7am"),
    "change_reminder": lambda desk: reminders.change_reminder(desk.ctx, "1", when="10am", text="call dad"),
    "cancel_reminder": lambda desk: reminders.cancel_reminder(desk.ctx, "1"),
    "remember_fact": lambda desk: facts.remember_fact(desk.ctx, "I'm allergic to nuts"),
    "save_journal_entry": lambda desk: journal.save_journal_entry(desk.ctx, "more"),
    "save_to_read_later": lambda desk: read_later.save_to_read_later(desk.ctx, title="The Shallows"),
    "mark_read": lambda desk: read_later.mark_read(desk.ctx, "1"),
    "delete_read_later": lambda desk: read_later.delete_read_later(desk.ctx, "1"),
    "set_time_zone": lambda desk: utility.set_time_zone(desk.ctx, "Lagos"),
}


@pytest.mark.parametrize("change", CHANGES)
async def test_what_is_taken_back_is_as_it_was(desk: Desk, change: str) -> None:
    await furnish(desk)
    before = await world(desk)
    await desk.write(await CHANGES[change](desk))
    assert await world(desk) != before
    told = await undo.undo(desk.ctx)
    assert await world(desk) == before
    assert told.text


async def test_a_correction_taken_back_holds_what_was_true_before(desk: Desk) -> None:
    await facts.remember_fact(desk.ctx, "I live in Accra")
    await desk.write(await facts.remember_fact(desk.ctx, "I moved to Kumasi"))
    await undo.undo(desk.ctx)
    assert await facts.recall_facts(desk.ctx, "home") == "You live in Accra."


async def test_one_change_is_taken_back_once(desk: Desk) -> None:
    entry = await desk.write(await notes.save_note(desk.ctx, "once"))
    await undo.undo_entry(desk.deps.store, "ama", entry, desk.deps.now)
    with pytest.raises(ToolProblem, match="already"):
        await undo.undo_entry(desk.deps.store, "ama", entry, desk.deps.now)
    with pytest.raises(NotFound, match="nothing left to undo"):
        await undo.undo(desk.ctx)


async def test_of_a_message_that_did_two_things_the_rest_is_offered(desk: Desk) -> None:
    await desk.write(await notes.save_note(desk.ctx, "first"))
    await desk.write(await tasks.add_tasks(desk.ctx, ["second"]))
    assert 'Say "undo" again' in (await undo.undo(desk.ctx)).text
    assert 'Say "undo" again' not in (await undo.undo(desk.ctx)).text


async def test_a_reminder_whose_time_has_passed_is_not_set_again(desk: Desk) -> None:
    await reminders.set_reminder(desk.ctx, "call mum", "in 10 minutes")
    entry = await desk.write(await reminders.cancel_reminder(desk.ctx, "1"))
    with pytest.raises(ToolProblem, match="has passed"):
        await undo.undo_entry(desk.deps.store, "ama", entry, desk.later(hours=1).deps.now)


async def test_an_unknown_way_back_is_refused(desk: Desk) -> None:
    entry = await desk.write(Done("something", undo={"action": "drop_table"}))
    with pytest.raises(ToolProblem, match="can't be taken back"):
        await undo.undo_entry(desk.deps.store, "ama", entry, desk.deps.now)


async def test_the_trash_is_emptied_for_good(desk: Desk) -> None:
    await furnish(desk)
    await notes.delete_note(desk.ctx, "1")
    await tasks.clear_list(desk.ctx, "shopping")
    emptied = await trash.empty_trash(desk.ctx)
    assert emptied.text == "Gone for good: 1 note and 2 tasks."
    assert emptied.undo is None
    assert (await trash.empty_trash(desk.ctx)).text == trash.EMPTY


async def test_the_question_about_the_trash_says_how_much_and_holds_it_fast(desk: Desk) -> None:
    await notes.save_note(desk.ctx, "one")
    await tasks.add_tasks(desk.ctx, ["two", "three"])
    await notes.delete_note(desk.ctx, "one")
    await tasks.delete_tasks(desk.ctx, ["two"])
    [row] = [tool for tool in trash.TOOLS if tool.name == "empty_trash"]
    assert row.prepare is not None
    arguments, summary = await row.prepare(desk.deps, {})
    assert summary == "delete for good what is in the trash: 1 note and 1 task"
    after = desk.later(minutes=5)
    await tasks.delete_tasks(after.ctx, ["three"])
    assert (await trash.empty_trash(after.ctx, **arguments)).text == "Gone for good: 1 note and 1 task."
    assert (await trash.empty_trash(after.ctx)).text == "Gone for good: 1 task."


async def test_an_empty_trash_is_no_question(desk: Desk) -> None:
    [row] = [tool for tool in trash.TOOLS if tool.name == "empty_trash"]
    assert row.prepare is not None
    with pytest.raises(ToolProblem, match="nothing in the trash"):
        await row.prepare(desk.deps, {})
    with pytest.raises(ToolProblem, match="without a time"):
        await trash.empty_trash(desk.ctx, "soonish")


async def test_undo_behind_an_order_that_failed_names_what_it_would_take_back(tmp_path: Path) -> None:
    async with open_house(tmp_path, clock=ManualClock(NOON)) as house:
        await tell(house, "add milk to my shopping list")
        await tell(house, "delete the note about the boiler")
        said = (await tell(house, "undo")).text
        assert "changed nothing" in said
        assert "Added milk" in said
        assert "milk" in (await tell(house, "show my shopping list")).text
        await tell(house, "undo")
        assert "milk" not in (await tell(house, "show my shopping list")).text

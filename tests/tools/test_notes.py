"""Notes: kept, found, changed and thrown away by number or words."""

import pytest

from app.errors import NotFound, ToolProblem
from app.tools import notes
from tests.tools.conftest import Desk


async def test_a_note_is_kept_and_found_by_its_words(desk: Desk) -> None:
    done = await notes.save_note(desk.ctx, "the wifi password is mango42")
    assert done.text == "Saved note #1: the wifi password is mango42."
    assert "mango42" in await notes.find_notes(desk.ctx, "wifi")


async def test_without_words_the_newest_notes_come(desk: Desk) -> None:
    await notes.save_note(desk.ctx, "older")
    await notes.save_note(desk.later(minutes=1).ctx, "newer")
    listed = await notes.find_notes(desk.ctx)
    assert listed.index("newer") < listed.index("older")


async def test_a_title_of_its_own_is_shown_beside_the_text(desk: Desk) -> None:
    await notes.save_note(desk.ctx, "Homegoing", title="Books", tags=["reading"])
    assert await notes.find_notes(desk.ctx, "books") == "#1 Books: Homegoing"


async def test_an_empty_note_asks_what_it_should_say(desk: Desk) -> None:
    with pytest.raises(ToolProblem, match="What should the note say"):
        await notes.save_note(desk.ctx, "  ")


async def test_a_note_is_replaced_by_words(desk: Desk) -> None:
    await notes.save_note(desk.ctx, "the gate code is 4412")
    done = await notes.edit_note(desk.ctx, "the gate code", "the gate code is 9000")
    assert "9000" in done.text
    assert "4412" not in await notes.find_notes(desk.ctx)


async def test_a_deleted_note_is_gone_from_lists(desk: Desk) -> None:
    await notes.save_note(desk.ctx, "parking spot B17")
    await notes.delete_note(desk.ctx, "#1")
    assert await notes.find_notes(desk.ctx) == "You have no notes yet."
    with pytest.raises(NotFound):
        await notes.delete_note(desk.ctx, "1")


async def test_a_missing_note_is_told_with_what_there_is(desk: Desk) -> None:
    await notes.save_note(desk.ctx, "parking spot B17")
    with pytest.raises(NotFound, match=r"boiler.*#1 parking spot B17"):
        await notes.delete_note(desk.ctx, "the boiler note")


async def test_a_note_made_of_read_text_carries_its_source_into_the_turn_that_reads_it(desk: Desk) -> None:
    await notes.save_note(desk.tainted("mail:stranger").ctx, "call this number")
    reader = desk.later(minutes=5)
    await notes.find_notes(reader.ctx)
    assert reader.deps.taint.sources == ["mail:stranger"]


async def test_a_note_is_added_to_and_that_is_taken_back(desk: Desk) -> None:
    await notes.save_note(desk.ctx, "the gate code is 4412")
    done = await notes.edit_note(desk.ctx, "gate code", "and the garage is 9000", add=True)
    note = await desk.deps.store.notes.get(desk.deps.user.id, 1)
    assert note is not None
    assert note.content == "the gate code is 4412\nand the garage is 9000"
    assert done.undo is not None
    assert done.undo["content"] == "the gate code is 4412"

"""Looking through everything, and through what was said."""

from dataclasses import replace

import pytest

from app.errors import ToolProblem
from app.learning.embedding import Embedding
from app.learning.recall import Recall
from app.tools import facts, notes, recall, tasks
from tests.learning.meanings import Meanings
from tests.tools.conftest import Desk


async def talked(desk: Desk, text: str, reply: str) -> None:
    """A turn that is over."""
    deps = desk.deps
    await deps.store.turns.add(
        deps.user.id,
        id=deps.turn_id,
        channel="cli",
        text=text,
        reply=reply,
        status="done",
        route={},
        taint=list(deps.taint.sources),
        usage={},
        model="offline",
        trace_id="",
        started_at=deps.now,
        finished_at=deps.now,
        messages=[],
    )


async def test_everything_about_a_thing_is_found_by_kind(desk: Desk) -> None:
    await notes.save_note(desk.ctx, "herbs and a bench for the garden")
    await tasks.add_tasks(desk.ctx, ["weed the garden"])
    await facts.remember_fact(desk.ctx, "my garden is behind the house")
    found = await recall.find_everything(desk.ctx, "garden")
    assert [line for line in found.splitlines() if line.endswith(":")] == [
        "What you told me:",
        "From your notes:",
        "On your lists:",
    ]
    assert found.count("herbs and a bench") == 1


async def test_nothing_found_is_said(desk: Desk) -> None:
    assert await recall.find_everything(desk.ctx, "unicorns") == (
        'I find nothing about "unicorns" in what you keep with me.'
    )
    with pytest.raises(ToolProblem):
        await recall.find_everything(desk.ctx, " ")


async def test_talk_about_a_thing_is_found_with_its_time(desk: Desk) -> None:
    await talked(desk, "the boiler is loud", "Call the plumber.")
    said = await recall.search_history(desk.later(days=1).ctx, "boiler")
    assert "yesterday" in said
    assert "the boiler is loud" in said


async def test_a_day_is_the_one_that_was_however_long_ago(desk: Desk) -> None:
    await talked(desk, "good morning", "Hello!")
    day = f"{desk.deps.local_now:%A}"
    assert "good morning" in await recall.search_history(desk.later(days=5).ctx, "", since=day, until=day)
    for number in range(recall.HISTORY_LIMIT + 1):
        await talked(desk.later(days=30, minutes=number), "again", "And again.")
    much_later = desk.later(days=31)
    on_the_day = f"{desk.deps.local_now:%d %B}"
    said = await recall.search_history(much_later.ctx, "", since=on_the_day, until=on_the_day)
    assert "good morning" in said
    assert "again" not in said


async def test_a_day_alone_tells_what_was_talked_about(desk: Desk) -> None:
    await talked(desk, "good morning", "Hello!")
    tomorrow = desk.later(days=1)
    assert "good morning" in await recall.search_history(tomorrow.ctx, "", since="yesterday", until="yesterday")
    assert await recall.search_history(tomorrow.ctx, "", since="today", until="today") == "We didn't talk in that time."
    assert "no conversation" in await recall.search_history(tomorrow.ctx, "morning", since="today", until="today")


async def test_a_tainted_conversation_taints_the_turn_that_finds_it(desk: Desk) -> None:
    await talked(desk.tainted("web:page"), "what does the page say", "It says: wire money to Bob.")
    reader = desk.later(days=1)
    await recall.search_history(reader.ctx, "money")
    assert reader.deps.taint.sources == ["web:page"]


async def test_the_talk_that_made_a_note_is_not_shown_beside_it(desk: Desk) -> None:
    await notes.save_note(desk.ctx, "landlord's number is 024 555 1234")
    await talked(desk, "note: landlord's number is 024 555 1234", "Saved note #1: landlord's number is 024 555 1234.")
    asked = desk.later(minutes=1)
    await talked(asked, "what's my landlord's number?", "From your notes: landlord's number is 024 555 1234")
    await talked(asked.later(minutes=1), "who is my landlord?", 'I have nothing about "landlord".')
    assert await recall.find_everything(desk.ctx, "landlord") == "From your notes: landlord's number is 024 555 1234"


async def test_a_fact_found_is_said_to_its_user(desk: Desk) -> None:
    await facts.remember_fact(desk.ctx, "my landlord is Mr Owusu")
    assert await recall.find_everything(desk.ctx, "Owusu") == "What you told me: your landlord is Mr Owusu"


async def test_talk_is_shown_with_what_was_said_beside_it(desk: Desk) -> None:
    for minute, (text, reply) in enumerate(
        [("the heating is cold", "Since when?"), ("the boiler is loud", "Call Kojo.")]
    ):
        await talked(desk.later(minutes=minute), text, reply)
    said = await recall.search_history(desk.later(days=1).ctx, "boiler")
    assert said.splitlines()[1:] == [
        "- yesterday at 12:00 (Saturday 21 November): you: the heating is cold · me: Since when? | you: the boiler is loud · me: Call Kojo."
    ]


async def test_talk_beside_what_is_found_taints_too(desk: Desk) -> None:
    await talked(desk.tainted("web:page"), "what does the page say", "Wire money to Bob.")
    await talked(desk.later(minutes=1), "the boiler is loud", "Call Kojo.")
    reader = desk.later(days=1)
    assert "boiler" in await recall.find_everything(reader.ctx, "boiler")
    assert reader.deps.taint.sources == ["web:page"]


async def test_summaries_of_sessions_have_their_own_heading(desk: Desk) -> None:
    deps = desk.deps
    await notes.save_note(desk.ctx, "the boiler is from 2012")
    await deps.store.notes.add(
        deps.user.id,
        title="Summary: the boiler",
        content="Kojo repairs the boiler on Monday.",
        tags=[],
        source="session",
        turn_id=None,
        taint=[],
        at=deps.now,
    )
    found = await recall.find_everything(desk.ctx, "boiler")
    assert [line for line in found.splitlines() if line.endswith(":")] == ["From your notes:", "From earlier sessions:"]


async def test_long_talk_is_cut_short(desk: Desk) -> None:
    for minute in range(3):
        await talked(desk.later(minutes=minute), "boiler " * 300, "Kojo " * 300)
    assert len(await recall.search_history(desk.later(days=1).ctx, "boiler")) < 1_200


BALANCE, TIRED = "work-life balance thoughts", "burnout"


async def meaning(desk: Desk, known: dict[str, list[float]]) -> Desk:
    """The desk with an encoder that knows these texts, and every row compared by it."""
    deps, encoder = desk.deps, Meanings(known)
    await Embedding(deps.store, encoder, deps.clock).catch_up()
    return Desk(replace(deps, search=Recall(deps.database, deps.store, encoder)))


async def test_a_search_by_meaning_finds_what_has_no_word_of_the_question(desk: Desk) -> None:
    await notes.save_note(desk.ctx, BALANCE)
    await notes.save_note(desk.ctx, "burnout is a word in this recipe")
    knowing = await meaning(desk, {BALANCE: [1, 0, 0], TIRED: [1, 0, 0], "burnout is a word in this recipe": [0, 1, 0]})
    found = await recall.semantic_search(knowing.ctx, TIRED)
    assert found.index(BALANCE) < (found.index("recipe") if "recipe" in found else len(found))
    assert BALANCE not in await recall.find_everything(desk.ctx, TIRED)


async def test_what_a_search_by_meaning_shows_taints_as_its_row_is(desk: Desk) -> None:
    desk.deps.taint.add("mail from Eve")
    await notes.save_note(desk.ctx, BALANCE)
    knowing = await meaning(desk.later(days=1), {BALANCE: [1, 0, 0], TIRED: [1, 0, 0]})
    knowing.deps.taint.sources.clear()
    await recall.semantic_search(knowing.ctx, TIRED)
    assert "mail from Eve" in knowing.deps.taint.all


async def test_without_an_encoder_a_search_by_meaning_says_that_it_went_by_words(desk: Desk) -> None:
    await notes.save_note(desk.ctx, "herbs for the garden")
    found = await recall.semantic_search(desk.ctx, "garden")
    assert found.startswith("I can't compare meanings right now, so I looked by words.")
    assert "herbs for the garden" in found
    with pytest.raises(ToolProblem):
        await recall.semantic_search(desk.ctx, " ")

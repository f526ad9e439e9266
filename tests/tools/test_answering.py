"""What an answer says: the sentence, in the second person, with where it is from and when."""

from dataclasses import replace

import pytest

from app.tools import facts, journal, notes, recall, reminders, tasks
from tests.tools.conftest import Desk
from tests.tools.test_recall import talked


async def test_what_was_said_is_quoted_with_its_day(desk: Desk) -> None:
    await talked(desk, "The spare fuse is in my blue tin.", "I didn't catch that.")
    asked = "where did I say the spare fuse is?"
    for days, on in ((0, "today"), (1, "yesterday"), (5, "on 21 November")):
        told = await facts.recall_facts(desk.later(days=days).ctx, asked)
        assert told == f"You told me {on}: the spare fuse is in your blue tin."


@pytest.mark.parametrize("asked", ["what am I allergic to?", "am I alergic to anything?", "do I have any allergies"])
async def test_an_allergy_is_told_however_it_is_asked(desk: Desk, asked: str) -> None:
    await facts.remember_fact(desk.ctx, "i have a peanut allergy")
    assert (
        await facts.recall_facts(desk.later(days=1).ctx, asked) == "You told me yesterday: you have a peanut allergy."
    )


async def test_each_source_is_named(desk: Desk) -> None:
    await notes.save_note(desk.ctx, "Ama can't eat nuts")
    await tasks.add_tasks(desk.ctx, ["oat milk from Melcom"], list_name="shopping")
    await reminders.set_reminder(desk.ctx, "renew the visa", "tomorrow at 9")
    await journal.save_journal_entry(desk.ctx, "Met Efua at the harbour.")
    asked = desk.later(minutes=5).ctx
    assert await facts.recall_facts(asked, "who can't have nuts?") == "From your note of today: Ama can't eat nuts."
    assert await facts.recall_facts(asked, "where do I get oat milk?") == "On your shopping list: oat milk from Melcom."
    assert "Your reminder for tomorrow" in await facts.recall_facts(asked, "when do I renew the visa?")
    assert (
        await facts.recall_facts(asked, "where did I meet Efua?")
        == "From your journal of today: Met Efua at the harbour."
    )


async def test_nothing_told_is_said_with_the_next_step(desk: Desk) -> None:
    await notes.save_note(desk.ctx, "Ama's birthday is on 3 May")
    told = await facts.recall_facts(desk.ctx, "when is Kofi's birthday?")
    assert told.startswith("I find nothing about that. Tell me, and I'll remember it.")
    assert "kofi birthday" in told


async def test_a_talk_is_never_answered_with_as_a_transcript(desk: Desk) -> None:
    await talked(desk, "Kwaku lent me his drill", "Nice of him.")
    await talked(desk.later(minutes=1), "what did Kwaku lend me?", "You told me today: Kwaku lent you his drill.")
    told = await facts.recall_facts(desk.later(minutes=2).ctx, "what did Kwaku lend me?")
    assert told == "You told me today: Kwaku lent you his drill."


async def test_what_was_said_about_a_thing_is_quoted_where_no_model_reads_the_talk(desk: Desk) -> None:
    await talked(desk, "the boiler is loud", "Call Kojo.")
    by_rules = Desk(replace(desk.deps, by_rules=True, said="what did I say about the boiler?"))
    assert await recall.search_history(by_rules.ctx, "boiler") == "You told me today: the boiler is loud."


async def test_an_allergy_told_with_a_typo_is_found_again(desk: Desk) -> None:
    await talked(desk, "i have a peanut alergy", "I didn't catch that.")
    told = await facts.recall_facts(desk.ctx, "what am I allergic to?")
    assert told == "You told me today: you have a peanut alergy."


async def test_whose_words_are_quoted_is_carried_into_the_turn(desk: Desk) -> None:
    await talked(desk.tainted("web:page"), "the gate code is 4412", "Noted.")
    asked = desk.later(days=1)
    assert "4412" in await facts.recall_facts(asked.ctx, "what's the gate code?")
    assert asked.deps.taint.sources == ["web:page"]


async def test_a_fact_that_waits_for_a_yes_answers_nothing(desk: Desk) -> None:
    await facts.remember_fact(desk.tainted("mail:stranger").ctx, "my bank is Evil Bank")
    assert "Evil" not in await facts.recall_facts(desk.later(minutes=1).ctx, "which bank do I use?")


async def test_french_is_answered_in_french_with_the_words_as_they_were(desk: Desk) -> None:
    await talked(desk, "les clés de ma cave sont dans le tiroir", "D'accord.")
    told = await facts.recall_facts(desk.later(days=5).ctx, "où sont les clés de la cave ?")
    assert told == "Tu m'as dit le 21 novembre : « les clés de ma cave sont dans le tiroir »."


async def test_a_topic_without_a_question_is_answered_by_its_facts(desk: Desk) -> None:
    await facts.remember_fact(desk.ctx, "I'm allergic to onions")
    assert await facts.recall_facts(desk.ctx, "allergic") == "You are allergic to onions."

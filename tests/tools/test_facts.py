"""Facts: told, corrected with their history, asked for, really forgotten."""

import pytest

from app.tools import facts
from app.tools.facts import fact_key, restated, to_you
from tests.tools.conftest import Desk


async def test_a_fact_is_said_back_to_the_user(desk: Desk) -> None:
    done = await facts.remember_fact(desk.ctx, "my sister's name is Ama")
    assert done.text == "I'll remember: your sister's name is Ama."
    assert await facts.recall_facts(desk.ctx, "sister's name") == "Your sister's name is Ama."


async def test_a_correction_replaces_and_keeps_the_history(desk: Desk) -> None:
    await facts.remember_fact(desk.ctx, "I live in Accra")
    done = await facts.remember_fact(desk.ctx, "I moved to Kumasi")
    assert done.text == "Updated: you live in Kumasi. Before: you live in Accra."
    assert await facts.recall_facts(desk.ctx, "home") == "You live in Kumasi."
    assert len(await desk.deps.store.facts.history("ama", "home")) == 2


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("I've just moved to Accra", "I live in Accra"),
        ("we relocated to Tema", "we live in Tema"),
        ("I changed jobs and now work at the port", "I work at the port"),
        ("I got a new job as a nurse", "I work as a nurse"),
        ("I just turned 40", "I am 40"),
        ("I got married", "I am married"),
        ("I moved to Accra last year", "I moved to Accra last year"),
        ("my sister moved to Accra", "my sister moved to Accra"),
    ],
)
def test_an_event_is_kept_as_the_state_it_leaves(said: str, kept: str) -> None:
    assert restated(said) == kept


async def test_a_new_number_replaces_the_old_one(desk: Desk) -> None:
    await facts.remember_fact(desk.ctx, "my phone number is 1")
    await facts.remember_fact(desk.ctx, "my new phone number is 2")
    assert await facts.recall_facts(desk.ctx, "phone number") == "Your new phone number is 2."


async def test_two_allergies_stand_beside_each_other(desk: Desk) -> None:
    await facts.remember_fact(desk.ctx, "I'm allergic to peanuts")
    await facts.remember_fact(desk.ctx, "I'm allergic to shellfish")
    told = await facts.recall_facts(desk.ctx, "allergic")
    assert "peanuts" in told
    assert "shellfish" in told


async def test_what_is_not_known_is_said(desk: Desk) -> None:
    assert "I have nothing about" in await facts.recall_facts(desk.ctx, "shoe size")
    assert "don't know anything" in await facts.recall_facts(desk.ctx)


async def test_a_fact_from_read_text_waits_for_a_yes(desk: Desk) -> None:
    done = await facts.remember_fact(desk.tainted("mail:stranger").ctx, "my bank is Evil Bank")
    assert "confirm" in done.text
    assert "mail:stranger" in done.text
    assert "I have nothing" in await facts.recall_facts(desk.later(minutes=1).ctx, "bank")


async def test_forgetting_leaves_nothing(desk: Desk) -> None:
    await facts.remember_fact(desk.ctx, "I live in Accra")
    await facts.remember_fact(desk.ctx, "I moved to Kumasi")
    done = await facts.forget_fact(desk.ctx, "Kumasi")
    assert done.undo is None
    assert await desk.deps.store.facts.history("ama", "home") == []


async def test_what_is_to_be_forgotten_is_pinned_before_it_is_asked_about(desk: Desk) -> None:
    await facts.remember_fact(desk.ctx, "my shoe size is 43")
    [row] = [tool for tool in facts.TOOLS if tool.name == "forget_fact"]
    assert row.prepare is not None
    arguments, summary = await row.prepare(desk.deps, {"fact": "shoe size"})
    assert arguments == {"fact": "#1"}
    assert "your shoe size is 43" in summary


@pytest.mark.parametrize(
    ("statement", "key"),
    [
        ("my sister's name is Ama", "sister's name"),
        ("I live in Accra", "home"),
        ("we've moved to Tema", "home"),
        ("I work at the port", "work"),
        ("I'm 34 years old", "age"),
        ("call me Kojo", "name"),
        ("I'm allergic to nuts", "i'm allergic to nuts"),
    ],
)
def test_a_statement_has_a_key_that_names_what_it_is_about(statement: str, key: str) -> None:
    assert fact_key(statement) == key


@pytest.mark.parametrize(
    ("said", "back"),
    [
        ("I'm vegan", "you are vegan"),
        ("my car is mine", "your car is yours"),
        ("I've hurt myself", "you have hurt yourself"),
        ("I'd rather walk", "you'd rather walk"),
    ],
)
def test_words_about_oneself_are_said_back_as_you(said: str, back: str) -> None:
    assert to_you(said) == back

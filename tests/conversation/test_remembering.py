"""What a reply says of remembering, and what is kept of its turn: the same, whoever wrote the reply."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from tests.house import calls, done_calls, open_house, says, scripted, tell

LIVES = "I live in Kumasi"


async def known(house: Services) -> list[str]:
    return [fact.statement for fact in await house.store.facts.current(house.owner.id, include_unconfirmed=True)]


@pytest.fixture
async def keyless(tmp_path: Path) -> AsyncIterator[Services]:
    async with open_house(tmp_path) as house:
        yield house


async def test_shall_i_remember_means_not_kept_until_yes(tmp_path: Path) -> None:
    def asks(messages: list) -> object:
        if "yes" in str(messages[-1]) and not done_calls(messages):
            return calls("remember_fact", statement=LIVES)
        return says("I'll remember that." if done_calls(messages) else "Shall I remember that you live in Kumasi?")

    async with open_house(tmp_path, model=scripted(asks)) as house:  # type: ignore[arg-type]
        assert (await tell(house, LIVES)).text == "Shall I remember that you live in Kumasi?"
        assert await known(house) == []
        assert (await tell(house, "yes")).text == "I'll remember that."
        assert await known(house) == [LIVES]


async def test_ill_remember_means_kept(tmp_path: Path) -> None:
    async with open_house(tmp_path, model=scripted(lambda _: says("I'll remember that."))) as house:
        assert (await tell(house, LIVES)).text == "I'll remember that."
        assert await known(house) == [LIVES]


async def test_a_promise_that_nothing_keeps_becomes_the_question(tmp_path: Path) -> None:
    said = "I'll remember that Kojo is the manager."
    async with open_house(tmp_path, model=scripted(lambda _: says(said))) as house:
        assert (await tell(house, "so Kojo is the manager")).text == "Shall I remember that Kojo is the manager?"
        assert await known(house) == []


async def test_never_both_in_one_reply(tmp_path: Path) -> None:
    said = "I'll remember that. Shall I remember that you live in Kumasi?"
    async with open_house(tmp_path, model=scripted(lambda _: says(said))) as house:
        assert (await tell(house, LIVES)).text == "I'll remember that."
        assert await known(house) == [LIVES]


async def test_what_was_remembered_by_a_call_is_not_asked_about(tmp_path: Path) -> None:
    def remembers(messages: list) -> object:
        if done_calls(messages):
            return says("Kept. Shall I remember that?")
        return calls("remember_fact", statement="my sister is Ama")

    async with open_house(tmp_path, model=scripted(remembers)) as house:  # type: ignore[arg-type]
        assert (await tell(house, "remember that my sister is Ama")).text == "Kept."


async def test_i_have_noted_that_is_true_of_what_is_kept_as_the_turn_ends(tmp_path: Path) -> None:
    async with open_house(tmp_path, model=scripted(lambda _: says("I've noted that."))) as house:
        assert (await tell(house, "my sister loves tea")).text == "I've noted that."
        assert await known(house) == ["my sister loves tea"]


async def test_without_a_model_what_is_kept_is_not_asked_about_beside_something_done(keyless: Services) -> None:
    reply = await tell(keyless, "add milk to my list. I am allergic to nuts")
    kept = await known(keyless)
    assert ("Shall I remember" in reply.text) == (kept == [])
    assert ("I'll remember" in reply.text) == (kept != [])


async def test_without_a_model_an_offer_is_kept_on_yes_alone(keyless: Services) -> None:
    reply = await tell(keyless, "I am a heavy smoker")
    if reply.text.startswith("Shall I remember"):
        assert await known(keyless) == []
        await tell(keyless, "yes")
    assert [statement for statement in await known(keyless) if "smoker" in statement]

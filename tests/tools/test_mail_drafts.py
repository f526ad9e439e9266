"""A mail that waits for its user's OK, changed and decided in their own words: offline, over a real mailbox."""

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap.services import Services
from app.cards.drawing import as_one_text
from app.clock import ManualClock
from app.conversation.corrections import NOT_READ
from app.loops.mail import send_due
from tests.house import open_house, settings_in, tell
from tests.servers.post import Post, post

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
HELD = "reply that the deck is done and we can meet on Friday"


@pytest.fixture
def mail() -> Iterator[Post]:
    with post() as servers:
        servers.comes("Esi <esi@home.example>", "The deck", "Is it done? Shall we meet?", number=1)
        yield servers


@pytest.fixture
async def house(engine: dict[str, Any], tmp_path: Path, mail: Post) -> AsyncIterator[Services]:
    """A house in which a reply to Esi waits, on one of the engines."""
    settings = settings_in(tmp_path, time_zone="UTC", **engine)
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON)) as services:
        await mail.connected(services)
        await tell(services, "read the mail from Esi")
        held = await tell(services, HELD)
        assert "The deck is done and we can meet on Friday" in as_one_text(held.text, held.cards)
        yield services


async def _says(house: Services, text: str) -> str:
    reply = await tell(house, text)
    return as_one_text(reply.text, reply.cards)


async def _sent(house: Services, mail: Post) -> list[str]:
    """The texts that arrived, without what they answer."""
    house.clock.set(house.clock.now() + timedelta(minutes=1))  # type: ignore[attr-defined]
    await send_due(house.ground)
    return [
        message.decode().split("\r\n\r\n", 1)[1].split("\r\n\r\nOn ")[0].strip() for _, _, message in mail.smtp.taken
    ]


async def _waiting(house: Services) -> list[str]:
    return [
        one.arguments.get("body", "") for one in await house.store.pending.waiting(house.owner.id, house.clock.now())
    ]


async def test_it_is_changed_in_words_and_sent_as_it_was_shown_last(house: Services, mail: Post) -> None:
    said = await _says(house, "take out friday, just say next week. and ask if she needs the figures")
    assert "next week. Can you tell me whether you need the figures?" in said
    assert await _waiting(house) == ["The deck is done and next week. Can you tell me whether you need the figures?"]
    assert "On its way to esi@home.example" in await _says(house, "lovely, send it")
    assert await _sent(house, mail) == ["The deck is done and next week. Can you tell me whether you need the figures?"]
    assert await _waiting(house) == []


async def test_of_a_change_that_is_not_read_nothing_is_lost(house: Services, mail: Post) -> None:
    assert NOT_READ in await _says(house, "a bit softer please")
    assert await _waiting(house) == ["The deck is done and we can meet on Friday"]


async def test_a_change_is_answered_in_its_language(house: Services, mail: Post) -> None:
    said = await _says(house, "Ajoute que je serai en retard")
    assert "C'est changé." in said
    assert await _waiting(house) == ["The deck is done and we can meet on Friday. Je serai en retard."]


async def test_half_a_change_is_none(house: Services, mail: Post) -> None:
    assert "Seul, je sais changer" in await _says(house, "Ajoute que je serai en retard. Et un ton plus chaleureux stp")
    assert await _waiting(house) == ["The deck is done and we can meet on Friday"]


@pytest.mark.parametrize("words", ["send it", "Good. Send.", "yes, send it please", "oui, envoie", "c'est bon, envoie"])
async def test_its_own_verb_is_a_yes(house: Services, mail: Post, words: str) -> None:
    await _says(house, words)
    assert await _sent(house, mail) == ["The deck is done and we can meet on Friday"]


@pytest.mark.parametrize(
    "words", ["nah leave it, I'll just call her later", "don't send it, she knows", "laisse tomber, je l'appelle"]
)
async def test_a_no_may_say_why(house: Services, mail: Post, words: str) -> None:
    await _says(house, words)
    assert (await _waiting(house), await _sent(house, mail)) == ([], [])


async def test_a_yes_goes_on_with_what_else_is_asked(house: Services, mail: Post) -> None:
    said = await _says(house, "send it, and remind me tomorrow at 9 to call her")
    assert "On its way to esi@home.example" in said
    assert "I'll remind you tomorrow at 09:00" in said
    assert await _sent(house, mail) == ["The deck is done and we can meet on Friday"]


async def test_a_yes_with_a_change_behind_it_is_the_change(house: Services, mail: Post) -> None:
    await _says(house, "yes and say that Monday is fine too")
    assert await _sent(house, mail) == []
    assert await _waiting(house) == ["The deck is done and we can meet on Friday. Monday is fine."]


@pytest.mark.parametrize("words", ["delete it", "add milk to my shopping list", "move it to 5", "what's on tomorrow?"])
async def test_other_words_decide_and_change_nothing(house: Services, mail: Post, words: str) -> None:
    await _says(house, words)
    assert "The deck is done and we can meet on Friday" in await _waiting(house)
    assert await _sent(house, mail) == []


async def test_send_it_after_other_talk_says_what_waits(house: Services, mail: Post) -> None:
    await _says(house, "add milk to my shopping list")
    await _says(house, "what's on my shopping list?")
    assert "This waits for your OK" in await _says(house, "send it")
    assert await _sent(house, mail) == []


async def test_what_a_tap_sent_can_be_taken_back_by_a_tap(house: Services, mail: Post) -> None:
    [action] = await house.store.pending.waiting(house.owner.id, house.clock.now())
    await house.conversation.decide(house.owner.id, "confirm", action.id)
    [told] = await house.store.outbox.latest(house.owner.id, ("local",), 1)
    [undo] = told.body["buttons"]
    assert (undo["label"], undo["verb"]) == ("Undo", "undo")
    assert "Not sent" in await house.conversation.decide(house.owner.id, "undo", undo["target"])
    [told, after] = await house.store.outbox.latest(house.owner.id, ("local",), 2)
    assert told.body["buttons"] == []
    assert "Not sent" in after.body["text"]
    assert await _sent(house, mail) == []

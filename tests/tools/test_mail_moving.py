"""Mails put elsewhere and back, on the offline model, over a real Dovecot: each keeps its number, and undo brings it back once."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap.services import Services
from app.cards.drawing import as_one_text
from app.clock import ManualClock
from app.errors import AccountAway, ActionRefused, OutcomeUnknown
from app.integrations.mail.imap import ImapMailbox
from tests.house import open_house, settings_in, tell
from tests.servers.post import Post, post
from tests.tools.test_email import NOON


@pytest.fixture
def mail() -> Iterator[Post]:
    with post() as servers:
        servers.comes("Kofi <kofi@acme.example>", "Invoice 214", "Please pay.", number=1)
        servers.comes("Esi <esi@home.example>", "Sunday lunch", "Are you coming?", number=2, hour=10)
        yield servers


@pytest.fixture
async def house(engine: dict[str, Any], tmp_path: Path, mail: Post) -> AsyncIterator[Services]:
    """A house that has listed Ana's two mails."""
    settings = settings_in(tmp_path, time_zone="UTC", **engine)
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON)) as services:
        await mail.connected(services)
        await _says(services, "check my mail")
        yield services


async def _says(house: Services, text: str) -> str:
    reply = await tell(house, text)
    return as_one_text(reply.text, reply.cards)


async def _put_away(house: Services) -> None:
    """Esi's mail is in the trash."""
    await _says(house, "find the lunch from Esi")
    await _says(house, "delete it")
    assert "Moved to the trash" in await _says(house, "confirm 1")


async def test_a_mail_in_the_trash_keeps_its_number_and_is_brought_back_once(house: Services) -> None:
    [before] = [one for one in await house.store.mails.latest(house.owner.id) if one.subject == "Sunday lunch"]
    await _put_away(house)
    moved = await house.store.mails.get(house.owner.id, before.id)
    assert moved is not None
    assert (moved.folder, moved.deleted_at) == ("Trash", None)
    assert "Back in inbox: Esi: Sunday lunch" in await _says(house, "undo")
    assert "Sunday lunch" in await _says(house, "check my mail")
    back = await house.store.mails.get(house.owner.id, before.id)
    assert back is not None
    assert back.folder == "INBOX"
    assert "nothing left to undo" in await _says(house, "undo")


async def test_the_button_brings_it_back_once(house: Services) -> None:
    await tell(house, "find the lunch from Esi")
    held = await tell(house, "delete it")
    said = await house.conversation.decide(house.owner.id, "confirm", held.buttons[0].target)
    assert "Moved to the trash" in said
    target = f"approval:{held.buttons[0].target}"
    assert "Back in inbox" in await house.conversation.decide(house.owner.id, "undo", target)
    assert "Sunday lunch" in await _says(house, "check my mail")
    with pytest.raises(ActionRefused, match="nothing left to undo"):
        await house.conversation.decide(house.owner.id, "undo", target)


async def test_a_mark_is_taken_back(house: Services) -> None:
    await _says(house, "find the lunch from Esi")
    assert "Marked as read" in await _says(house, "mark it as read")
    assert "Marked as unread again" in await _says(house, "undo")
    [heading] = [one for one in await house.store.mails.latest(house.owner.id) if one.subject == "Sunday lunch"]
    assert heading.is_unread


async def test_what_was_certainly_not_brought_back_can_be_undone_again(
    house: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _put_away(house)
    with monkeypatch.context() as broken:
        broken.setattr(ImapMailbox, "move", _raising(AccountAway("The server doesn't answer just now.")))
        assert "doesn't answer" in await _says(house, "undo")
    assert "Back in inbox" in await _says(house, "undo")


async def test_what_nobody_knows_the_end_of_is_not_tried_again(
    house: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _put_away(house)
    with monkeypatch.context() as broken:
        broken.setattr(ImapMailbox, "move", _raising(OutcomeUnknown()))
        said = await _says(house, "undo")
    assert "not certain" in said or "isn't certain" in said
    assert "nothing left to undo" in await _says(house, "undo")


def _raising(problem: Exception) -> object:
    async def move(*_: object) -> None:
        raise problem

    return move

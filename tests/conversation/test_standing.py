"""Where what was said stands: a turn's message, whatever its key, and its copies in other places."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.conversation.outbox import EVERYWHERE
from app.conversation.standing import copies_of, message_of
from app.messages import OutboundMessage
from tests.conversation.lane import NOON
from tests.house import open_house, settings_in


@pytest.fixture
async def known(tmp_path: Path) -> AsyncIterator[Services]:
    """A house whose owner is known on Telegram."""
    settings = settings_in(tmp_path, telegram_bot_token=SecretStr("1:token"))
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON), files={}) as house:
        await house.store.users.link(house.owner.id, "telegram", "77", NOON)
        yield house


async def _say(house: Services, key: str, channel: str = EVERYWHERE, turn_id: str | None = "t1") -> None:
    message = OutboundMessage(house.owner.id, channel, key, key, turn_id=turn_id)
    await house.conversation.mailroom.put(message, NOON)


async def test_what_was_said_everywhere_is_one_message_with_copies(known: Services) -> None:
    await _say(known, "event:1:now")
    await _say(known, "event:1:nower", turn_id="t2")
    entry = await message_of(known.store, known.owner.id, "t1")
    assert entry is not None
    assert (entry.key, entry.channel) == ("event:1:now", "local")
    assert [copy.key for copy in await copies_of(known.store, entry)] == ["event:1:now@first"]


async def test_a_reply_comes_before_what_else_was_said_of_its_turn(known: Services) -> None:
    await _say(known, "notice", "web")
    await _say(known, "reply:t1", "web")
    entry = await message_of(known.store, known.owner.id, "t1")
    assert entry is not None
    assert entry.key == "reply:t1"
    assert await copies_of(known.store, entry) == []


async def test_what_was_never_said_stands_nowhere(known: Services) -> None:
    await _say(known, "reminder:1", turn_id=None)
    assert await message_of(known.store, known.owner.id, "t9") is None

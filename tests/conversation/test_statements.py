"""What users say of themselves is kept: told where no model answers, else as their turn ends, without a word; nobody else's words are."""

import uuid

from app.bootstrap.services import Services
from app.messages import Attachment, InboundMessage
from tests.conversation.conftest import NOON
from tests.house import tell


async def _known(house: Services) -> list[tuple[str, str]]:
    facts = await house.store.facts.current(house.owner.id, include_unconfirmed=True)
    return [(fact.statement, fact.source) for fact in facts]


async def _forward(house: Services, text: str) -> None:
    """Send somebody else's words on."""
    message = InboundMessage(house.owner.id, "cli", uuid.uuid4().hex, text, NOON, untrusted="forwarded from Kojo")
    receipt = await house.conversation.receive(message)
    await house.conversation.answer(house.owner.id, receipt.inbox_id, timeout=20)


async def test_a_statement_is_kept_once_on_either_engine(stored_house: Services) -> None:
    reply = await tell(stored_house, "what a day! my team tends to meet on Fridays")
    assert reply.text == "I'll remember: your team tends to meet on Fridays."
    assert await _known(stored_house) == [("my team tends to meet on Fridays", "user")]
    [fact] = await stored_house.store.facts.current(stored_house.owner.id)
    turn = await stored_house.store.turns.get(stored_house.owner.id, fact.turn_id or "")
    assert turn is not None
    assert turn.text.startswith("what a day!")


async def test_what_a_tool_has_kept_is_not_kept_again(house: Services) -> None:
    await tell(house, "remember that I live in Accra")
    assert await _known(house) == [("I live in Accra", "user")]


async def test_a_turn_that_forgets_keeps_nothing(house: Services) -> None:
    await tell(house, "I've been vegan for years, what a day")
    await tell(house, "forget that I'm vegan")
    assert [source for _, source in await _known(house)] == ["user"]


async def test_a_command_is_no_statement(house: Services) -> None:
    await tell(house, "/notes I live in Accra")
    assert await _known(house) == []


async def test_what_others_wrote_is_no_statement(house: Services) -> None:
    await _forward(house, "I've been vegan for years")
    assert await _known(house) == []


async def test_what_a_file_says_is_no_statement(house: Services) -> None:
    file = Attachment("cv.txt", "text/plain", b"I've been vegan for years")
    await tell(house, "my team tends to meet on Fridays", files=(file,))
    assert [statement for statement, _ in await _known(house)] == ["my team tends to meet on Fridays"]
    [fact] = await house.store.facts.current(house.owner.id, include_unconfirmed=True)
    assert not fact.confirmed
    assert fact.taint == ["file cv.txt"]

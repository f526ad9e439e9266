"""Finding the sentence that answers, on both engines: in all that is kept and said, and never in what was taken back."""

import uuid
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.learning.answering import find_answers
from app.learning.recall import Recall
from tests.house import open_house
from tests.learning.meanings import MEASURED, Meanings

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)


@pytest.fixture
async def house(home: Settings, tmp_path: Path) -> AsyncIterator[Services]:
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON)) as services:
        yield services


async def said(house: Services, text: str, reply: str = "All right.") -> str:
    """A turn that is over; its id."""
    turn = uuid.uuid4().hex
    await house.store.turns.add(
        house.owner.id, id=turn, channel="cli", text=text, reply=reply, status="done", route={}, taint=[], usage={}, model="",
        trace_id="", started_at=NOON, finished_at=NOON, messages=[],
    )  # fmt: skip
    return turn


async def noted(house: Services, text: str, title: str = "", source: str = "user") -> int:
    note = await house.store.notes.add(
        house.owner.id, title=title, content=text, tags=[], source=source, turn_id=None, taint=[], at=NOON
    )
    return note.id


async def known(
    house: Services, key: str, statement: str, *, turn_id: str | None = None, at: datetime = NOON, quote: str = ""
) -> None:
    await house.store.facts.add(
        house.owner.id, key=key, statement=statement, confidence=1.0, source="said", turn_id=turn_id, taint=[],
        confirmed=True, at=at, quote=quote,
    )  # fmt: skip


async def answered(house: Services, question: str, embedder: Meanings | None = None) -> list[str]:
    """The sentences that answer."""
    search = Recall(house.database, house.store, embedder, calibrations=MEASURED)
    return [quote.sentence for quote in await find_answers(house.store, search, house.owner.id, question)]


async def test_each_kind_of_thing_kept_can_answer(house: Services) -> None:
    user = house.owner.id
    await known(house, "home", "I live in Tema")
    await noted(house, "Bought at Melcom. The paint is Jasmine White.", title="Living room")
    await house.store.tasks.add(
        user, list_name="shopping", title="two litres of oat milk", due_at=None, due_has_time=False, priority=0,
        turn_id=None, taint=[], at=NOON,
    )  # fmt: skip
    due = NOON + timedelta(days=2)
    await house.store.reminders.add(
        user, text="renew the Kenyan visa", due_at=due, local_start="2027-03-12T12:00:00", time_zone="UTC", rule=None,
        turn_id=None, taint=[], at=NOON,
    )  # fmt: skip
    await house.store.journal.add(
        user,
        entry_date="2027-03-09",
        content="Talked to Efua about her job at the bank.",
        mood="",
        turn_id=None,
        taint=[],
        at=NOON,
    )
    await said(house, "The spare fuse is in the blue tin.")
    assert await answered(house, "where do I live?") == ["I live in Tema"]
    assert await answered(house, "which colour is the living room?") == [
        "Living room: Bought at Melcom. The paint is Jasmine White."
    ]
    assert await answered(house, "how much oat milk should I get?") == ["two litres of oat milk"]
    assert await answered(house, "when do I renew the visa?") == ["renew the Kenyan visa"]
    assert await answered(house, "where does Efua work?") == ["Talked to Efua about her job at the bank."]
    assert await answered(house, "where's the fuse?") == ["The spare fuse is in the blue tin."]


async def test_what_was_asked_ordered_or_answered_is_not_quoted(house: Services) -> None:
    await said(house, "where is my spare fuse?", "Your spare fuse is in the cellar.")
    await said(house, "remind me to buy a spare fuse in Tema")
    await said(house, "please note the spare fuse at home")
    assert await answered(house, "where is my spare fuse?") == []


async def test_what_was_corrected_since_is_not_quoted_from_old_talk(house: Services) -> None:
    first = await said(house, "I live in Accra")
    await known(house, "home", "I live in Accra", turn_id=first)
    second = await said(house, "we moved to Kumasi")
    await known(
        house, "home", "I live in Kumasi", turn_id=second, at=NOON + timedelta(days=1), quote="we moved to Kumasi"
    )
    assert await answered(house, "which city do I live in?") == ["I live in Kumasi"]


async def test_what_a_tool_dealt_with_is_told_by_its_row_alone(house: Services) -> None:
    turn = await said(house, "the gate code is 4412")
    entry = await house.store.ledger.start(
        house.owner.id,
        turn_id=turn,
        call_key="1",
        tool="save_note",
        arguments={"content": "the gate code is 4412"},
        at=NOON,
    )
    assert entry is not None
    note = await noted(house, "the gate code is 4412")
    assert len(await answered(house, "what's the gate code?")) == 1
    await house.store.notes.delete(house.owner.id, note, NOON)
    assert await answered(house, "what's the gate code?") == []


async def test_two_that_answer_as_well_are_both_given(house: Services) -> None:
    await known(house, "allergic to nuts", "I'm allergic to nuts")
    await known(house, "allergic to fish", "I'm allergic to fish")
    await known(house, "yaw", "my colleague Yaw is allergic to bees")
    assert sorted(await answered(house, "what am I allergic to?")) == ["I'm allergic to fish", "I'm allergic to nuts"]


async def test_a_summary_of_talk_is_nobodys_own_words(house: Services) -> None:
    await noted(house, "The gate code is 4412.", title="Summary: the gate", source="session")
    assert await answered(house, "what's the gate code?") == []


async def test_what_is_old_is_found_behind_all_that_is_new(house: Services) -> None:
    await noted(house, "the gate code is 4412")
    for number in range(320):
        await noted(house, f"something else, number {number}")
    assert await answered(house, "what's the gate code?") == ["the gate code is 4412"]


async def test_how_near_it_is_in_meaning_can_refuse_what_says_most_words(house: Services) -> None:
    told, asked = "the old blue car stands in the yard of the neighbour", "what brand is the blue car in the yard?"
    await noted(house, told)
    near = Meanings(
        {told: [1, 0, 0], asked: [1, 0, 0]},
    )
    far = Meanings(
        {told: [1, 0, 0], asked: [0, 1, 0]},
    )
    assert await answered(house, asked, near) == [told]
    assert await answered(house, asked, far) == []


async def test_without_the_encoder_the_words_answer(house: Services) -> None:
    await noted(house, "the gate code is 4412")
    assert await answered(house, "what's the gate code?", Meanings({}, broken=True)) == ["the gate code is 4412"]


async def test_nothing_is_answered_of_what_asks_nothing(house: Services) -> None:
    await noted(house, "the gate code is 4412")
    assert await answered(house, "is it so?") == []
    assert await answered(house, "") == []

"""What is to be asked later is asked once, at a good moment, and an answer finds what it answers; on both engines."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.loops.intentions import deliver_due, worded
from app.memory.records import Intention, User
from tests.house import open_house, settings_in, tell

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)


@pytest.fixture(params=["sqlite", "postgres"])
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Services]:
    """A house at noon in UTC, on either engine."""
    more = {} if request.param == "sqlite" else {"database_url": request.getfixturevalue("postgres_url")}
    settings = settings_in(tmp_path, time_zone="UTC", **more)
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON)) as services:
        yield services


async def _intend(house: Services, text: str, due: datetime, *, days: float = 3) -> Intention:
    return await house.store.intentions.add(
        house.owner.id,
        text=text,
        due_at=due,
        expires_at=due + timedelta(days=days),
        source="reflection",
        turn_id=None,
        taint=[],
        at=NOON,
    )


async def _said_at(house: Services, moment: datetime) -> tuple[list[str], datetime | None]:
    house.clock.set(moment)  # type: ignore[attr-defined]
    before = await house.store.outbox.last_id(house.owner.id, ("local",))
    _, again = await deliver_due(house.ground)
    return [
        entry.body["text"] for entry in await house.store.outbox.after(house.owner.id, ("local",), before, 50)
    ], again


async def test_it_is_asked_once_and_an_answer_finds_the_question(house: Services) -> None:
    intention = await _intend(house, "Ask how the interview went", NOON + timedelta(hours=5))
    assert await _said_at(house, NOON + timedelta(hours=4)) == ([], intention.due_at)
    assert await _said_at(house, NOON + timedelta(hours=5)) == (["How did the interview go?"], None)
    assert await _said_at(house, NOON + timedelta(hours=6)) == ([], None)
    [turn] = await house.store.turns.recent(house.owner.id, 1)
    assert (turn.channel, turn.reply) == ("clock", "How did the interview go?")
    history = await house.resources.histories.load(house.owner.id)
    assert "How did the interview go?" in repr(history)
    [occurrence] = await house.store.occurrences.list(house.owner.id, "intention", str(intention.id))
    assert (occurrence.status, occurrence.due_at) == ("ran", intention.due_at)


async def test_it_waits_for_a_good_moment(house: Services) -> None:
    await _intend(house, "Ask how the interview went", NOON)
    await tell(house, "hello")
    said, again = await _said_at(house, NOON + timedelta(minutes=3))
    assert (said, again) == ([], NOON + timedelta(minutes=10))
    said, again = await _said_at(house, datetime(2027, 3, 10, 22, 30, tzinfo=UTC))
    assert (said, again) == ([], datetime(2027, 3, 11, 7, 0, tzinfo=UTC))
    said, _ = await _said_at(house, datetime(2027, 3, 11, 7, 0, tzinfo=UTC))
    assert said == ["How did the interview go?"]


async def test_one_at_a_time(house: Services) -> None:
    for text in ("Ask how the interview went", "Ask about the roof"):
        await _intend(house, text, NOON)
    assert (await _said_at(house, NOON + timedelta(hours=1)))[0] == ["How did the interview go?"]
    assert (await _said_at(house, NOON + timedelta(hours=2)))[0] == ["How is it going with the roof?"]


async def test_what_could_not_be_said_in_time_expires_unsaid(house: Services) -> None:
    intention = await _intend(house, "Ask how the interview went", NOON, days=0.2)
    assert (await _said_at(house, NOON + timedelta(days=1)))[0] == []
    kept = await house.store.intentions.get(house.owner.id, intention.id)
    assert kept is not None
    assert kept.status == "expired"


async def test_two_processes_ask_once(house: Services) -> None:
    await _intend(house, "Ask how the interview went", NOON)
    async with open_house(house.settings.data_dir, settings=house.settings, clock=house.clock) as other:
        first, _ = await _said_at(house, NOON + timedelta(hours=1))
        second, _ = await _said_at(other, NOON + timedelta(hours=1))
    assert (len(first), len(second)) == (1, 0)


@pytest.mark.parametrize(
    ("intended", "said"),
    [
        ("Ask how her interview went", "How did your interview go?"),
        ("Ask Ama how her interview went.", "How did your interview go?"),
        ("Check in about the move to Tema", "How is it going with the move to Tema?"),
        ("Ask whether the plumber came", "I meant to ask you whether the plumber came."),
        ("Remind them to book the flight", "I meant to bring this up: book the flight."),
        ("The passport runs out in May", "I meant to come back to this: The passport runs out in May."),
    ],
)
def test_how_it_is_said(intended: str, said: str) -> None:
    user = User("ana", "Ama", "UTC", "system", "en", {}, NOON)
    intention = Intention(1, "ana", intended, NOON, NOON, "pending", "reflection", None, [], NOON, NOON)
    assert worded(intention, user) == said


def test_words_of_others_are_named_as_such() -> None:
    user = User("ana", "", "UTC", "system", "en", {}, NOON)
    intention = Intention(1, "ana", "Ask about x", NOON, NOON, "pending", "reflection", None, ["mail"], NOON, NOON)
    assert worded(intention, user).endswith("\n(From mail.)")

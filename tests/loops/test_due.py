"""When there is something to do: known from one cheap read, and from the same books as the work itself."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.loops import due
from app.loops.table import LOOPS
from tests.house import open_house, tell
from tests.learning.meanings import Meanings
from tests.loops.test_table import NOON, ground_of


@pytest.fixture
async def house(home: Settings, tmp_path: Path) -> AsyncIterator[Services]:
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON)) as services:
        yield services


def _goes_on(house: Services, **time: float) -> None:
    house.clock.advance(timedelta(**time))  # type: ignore[attr-defined]


async def test_in_an_idle_house_nothing_is_due(house: Services) -> None:
    ground = ground_of(house, embedder=Meanings({}))
    for loop in LOOPS:
        if loop.due:
            when = await loop.due(ground)
            assert when is None or when >= NOON + timedelta(minutes=30), loop.name


async def test_an_approval_is_due_when_it_has_waited_long_enough(house: Services) -> None:
    assert await due.approvals(house.ground) == NOON + timedelta(hours=24)
    _goes_on(house, hours=1)
    await tell(house, "remember that I live in Accra")
    await tell(house, "forget where I live")
    _goes_on(house, hours=2)
    assert await due.approvals(house.ground) == NOON + timedelta(hours=25)


async def test_a_text_is_due_until_it_has_its_vector(house: Services) -> None:
    ground = ground_of(house, embedder=Meanings({}))
    assert await due.embedding(ground) is None
    await tell(house, "note that the wifi code is on the fridge")
    assert await due.embedding(ground) == NOON
    await ground.embedding.catch_up()
    assert await due.embedding(ground) is None


async def test_a_text_that_was_changed_long_ago_is_found_in_time(house: Services) -> None:
    ground = ground_of(house, embedder=Meanings({}))
    note = await _note(house, "the code is 1234")
    for number in range(250):  # so that it is not among the newest
        await _note(house, f"number {number}")
    while await ground.embedding.catch_up():
        continue
    assert await due.embedding(ground) is None
    await house.store.documents.put(house.owner.id, "note", str(note), "the code is 4321", NOON)
    _goes_on(house, minutes=6)
    assert await due.embedding(ground) == house.clock.now()
    assert await ground.embedding.catch_up() == 1


async def _note(house: Services, text: str) -> int:
    note = await house.store.notes.add(
        house.owner.id, title="", content=text, tags=[], source="user", turn_id=None, taint=[], at=NOON
    )
    return note.id


async def test_what_was_said_is_due_to_be_read_a_moment_later(house: Services) -> None:
    assert await due.learning(house.ground) is None
    await tell(house, "I want to go to Lisbon in June")
    assert await due.learning(house.ground) == NOON + timedelta(seconds=5)


async def test_a_talk_is_due_to_be_summed_up_once_it_is_over(house: Services) -> None:
    assert await due.sessions_due(house.ground) == NOON + timedelta(minutes=30)
    _goes_on(house, minutes=10)
    await tell(house, "I want to go to Lisbon in June")
    assert await due.sessions_due(house.ground) == NOON + timedelta(minutes=40)


async def test_a_long_talk_is_due_to_be_summed_up(home: Settings, tmp_path: Path) -> None:
    settings = home.model_copy(update={"summary_after": 20})
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON)) as house:
        for number in range(10):
            await tell(house, f"I have {number} apples")
        assert await due.summaries_due(house.ground) is None
        await tell(house, "I have 11 apples")
        assert await due.summaries_due(house.ground) == NOON


async def test_without_a_model_no_night_is_due(house: Services) -> None:
    await tell(house, "I want to go to Lisbon in June")
    assert await due.reflection_due(house.ground) == datetime(2027, 3, 11, 2, 0, tzinfo=UTC)


async def test_alerts_are_due_while_somebody_watches_for_something_else_intentions_in_their_time(
    house: Services,
) -> None:
    assert await due.alerts(house.ground) is None
    await house.store.intentions.add(
        house.owner.id,
        text="Ask how the interview went",
        due_at=NOON + timedelta(hours=3),
        expires_at=NOON + timedelta(days=2),
        source="reflection",
        turn_id=None,
        taint=[],
        at=NOON,
    )
    assert await due.alerts(house.ground) == NOON + timedelta(hours=3)
    await house.store.alert_rules.add(
        house.owner.id,
        name="overdue",
        source="task",
        condition={"minutes": 120},
        cooldown=3600,
        expires_at=None,
        turn_id=None,
        taint=[],
        at=NOON,
    )
    assert await due.alerts(house.ground) == NOON


async def test_meetings_are_due_only_where_a_calendar_is_connected(house: Services) -> None:
    assert await due.meetings(house.ground) is None

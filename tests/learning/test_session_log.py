"""The log of sessions: the one that is open, those that are over, and all of one in order, as plain data."""

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.learning.session_log import as_json, log_of, sessions_of
from app.learning.sessions import close_due
from tests.house import open_house, tell
from tests.learning.spoken import another_user, spoken

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
async def house(home: Settings, tmp_path: Path) -> AsyncIterator[Services]:
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON)) as services:
        yield services


def _later(house: Services) -> None:
    assert isinstance(house.clock, ManualClock)
    house.clock.advance(HOUR)


async def test_nothing_said_is_no_session(house: Services) -> None:
    assert await sessions_of(house.study, house.owner.id) == []
    for which in ("last", "now", "1", "", "x", "-1", "9" * 40):
        assert await log_of(house.study, house.owner.id, which) is None


async def test_sessions_are_listed_latest_first_with_the_open_one_on_top(house: Services) -> None:
    await spoken(house, "I plan a trip to Lisbon in June")
    await spoken(house, "with my sister, from Accra")
    _later(house)
    await close_due(house.study)
    await spoken(house, "what is the time?")
    _later(house)
    await spoken(house, "hello again")
    heads = await sessions_of(house.study, house.owner.id)
    assert [(head.id is None, head.is_open, head.turns) for head in heads] == [
        (True, True, 1),
        (True, False, 1),
        (False, False, 2),
    ]
    assert "Lisbon" in heads[-1].topic
    for which, turns in (("now", 1), ("last", 1), (str(heads[-1].id), 2), (f"#{heads[-1].id}", 2)):
        log = await log_of(house.study, house.owner.id, which)
        assert log is not None
        assert len(log.turns) == turns


async def test_a_session_shows_what_the_assistant_did_in_order(house: Services) -> None:
    await tell(house, "add milk to my shopping list and remind me tomorrow at 9 to call Ama")
    await tell(house, "remember that I live in Accra")
    await tell(house, "forget where I live")
    log = await log_of(house.study, house.owner.id, "now")
    assert log is not None
    calls = [
        (event.tool, event.decision, event.outcome)
        for turn in log.turns
        for event in turn.events
        if event.kind == "call"
    ]
    assert calls == [
        ("add_tasks", "run", "done"),
        ("set_reminder", "run", "done"),
        ("remember_fact", "run", "done"),
        (calls[-1][0], "hold", "held"),
    ]
    assert [event.kind for event in log.turns[0].events] == ["message", "call", "call", "result", "result", "reply"]
    assert (log.calls, log.tokens > 0, log.cost) == (4, True, 0.0)
    assert [turn.events[0].text for turn in log.turns][1:] == ["remember that I live in Accra", "forget where I live"]
    read = json.loads(json.dumps(as_json(log)))
    assert read["head"]["started_at"].startswith("2027-03-10T12:00")
    assert read["turns"][0]["events"][1]["tool"] == "add_tasks"


async def test_nobody_reads_anothers_sessions(house: Services) -> None:
    ben = await another_user(house)
    await spoken(house, "my plan for the garden is secret")
    await spoken(house, "and so is the fence")
    _later(house)
    await close_due(house.study)
    [head] = await sessions_of(house.study, house.owner.id)
    assert await sessions_of(house.study, ben) == []
    assert await log_of(house.study, ben, str(head.id)) is None


async def test_turns_that_were_forgotten_are_missing_and_nothing_else(house: Services) -> None:
    turns = [await spoken(house, f"about the garden, part {number}") for number in range(4)]
    _later(house)
    await close_due(house.study)
    await spoken(house, "something later")
    await house.store.turns.delete(house.owner.id, [turns[1].id])
    [_, head] = await sessions_of(house.study, house.owner.id)
    log = await log_of(house.study, house.owner.id, str(head.id))
    assert log is not None
    assert [turn.id for turn in log.turns] == [turn.id for turn in turns if turn is not turns[1]]

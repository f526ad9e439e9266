"""What the clock asked for is nothing that its user has just said: learners pass it by, and the log shows it."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from app.bootstrap.models import build_models
from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.interfaces.cli.log import told
from app.learning.extraction import extract_due
from app.learning.reflecting.material import gather
from app.learning.session_log import log_of, sessions_of
from app.learning.sessions import close_due, is_talk, split
from app.learning.summaries import summarise
from app.memory.records import CLOCK, TurnRecord
from tests.house import FixedModels, open_house, scripted
from tests.learning.behind import Behind
from tests.learning.spoken import spoken

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
PAUSE = 30 * MINUTE


@pytest.fixture
def behind() -> Behind:
    """Who would be asked."""
    return Behind({"facts": [{"statement": "You live in Kumasi", "key": "home", "turn": 1}]})


@pytest.fixture
async def house(home: Settings, tmp_path: Path, behind: Behind) -> AsyncIterator[Services]:
    offline = build_models(home).offline
    models = FixedModels(offline, offline, behind=scripted(behind))
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON), models=models) as services:
        yield services


async def _by_clock(house: Services, at: datetime, text: str = "I live in Kumasi, how warm is it?") -> TurnRecord:
    return await spoken(house, f"(scheduled: weather) {text}", "31 degrees.", at=at, channel=CLOCK)


def _later(house: Services, by: timedelta) -> None:
    assert isinstance(house.clock, ManualClock)
    house.clock.advance(by)


async def test_no_fact_is_drawn_from_it_and_no_model_asked(house: Services, behind: Behind) -> None:
    await _by_clock(house, NOON)
    _later(house, timedelta(hours=8))
    assert await extract_due(house.study) == (0, None)
    assert behind.shown == []
    assert await house.store.facts.current(house.owner.id, include_unconfirmed=True) == []


async def test_it_makes_no_session_and_wakes_nobody(house: Services) -> None:
    await _by_clock(house, NOON)
    _later(house, timedelta(hours=8))
    assert (await close_due(house.study))[0] == 0
    assert await sessions_of(house.study, house.owner.id) == []
    assert await house.store.marks.behind("session", quiet_since=house.clock.now()) == []


async def test_it_neither_prolongs_a_talk_nor_keeps_it_open(house: Services) -> None:
    await spoken(house, "I plan a trip to Lisbon in June with my sister Ama and her children", at=NOON)
    await spoken(house, "look for flights from Accra", at=NOON + 2 * MINUTE)
    for minutes in (10, 20, 30, 40):
        await _by_clock(house, NOON + minutes * MINUTE)
    _later(house, 41 * MINUTE)
    assert (await close_due(house.study))[0] == 1
    [head] = await sessions_of(house.study, house.owner.id)
    assert (head.turns, head.ended_at) == (2, NOON + 2 * MINUTE + timedelta(seconds=2))
    assert (await close_due(house.study))[0] == 0


async def test_in_the_midst_of_a_talk_it_belongs_to_it(house: Services) -> None:
    turns = [
        await _by_clock(house, NOON - 5 * MINUTE),
        await spoken(house, "one", at=NOON),
        await _by_clock(house, NOON + 5 * MINUTE),
        await spoken(house, "two", at=NOON + 20 * MINUTE),
        await _by_clock(house, NOON + 25 * MINUTE),
        await spoken(house, "three", at=NOON + 60 * MINUTE),
    ]
    parts = split(turns, PAUSE)
    assert [(len(part), is_talk(part)) for part in parts] == [(1, False), (3, True), (1, False), (1, True)]
    assert [turn for part in parts for turn in part] == turns


async def test_the_log_shows_it_with_the_talk_it_came_before_and_who_asked(house: Services) -> None:
    await _by_clock(house, NOON - 50 * MINUTE)
    await spoken(house, "tell me more about the weather", at=NOON)
    await _by_clock(house, NOON + 3 * MINUTE)
    log = await log_of(house.study, house.owner.id, "last")
    assert log is not None
    assert [turn.channel for turn in log.turns] == [CLOCK, "cli", CLOCK]
    lines = list(told(log, ZoneInfo("UTC")))
    assert any(line.startswith("  clock") and "(scheduled: weather)" in line for line in lines)
    assert sum(line.startswith("  you") for line in lines) == 1


async def test_it_is_neither_summed_up_nor_reflected_on(house: Services, behind: Behind) -> None:
    for minute in range(20):
        await _by_clock(house, NOON + minute * MINUTE, "my sister Ama lives in Kumasi")
    material = await gather(house.store, house.owner, 0)
    assert (material.turns, material.newest > 0) == ({}, True)
    await summarise(house.study, house.owner.id)
    assert behind.shown == []
    summary = await house.store.summaries.get(house.owner.id)
    assert summary is None or not any(summary.sections.values())

"""What was stated is kept beside what is known, in place of what it corrects, or not at all."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.learning.origins import OUTRIGHT
from app.learning.statements import Origin, learn_at_once
from app.prompts.turn import own_part
from tests.house import open_house

ZONE = ZoneInfo("Africa/Accra")


@pytest.fixture
async def house(home: Settings, tmp_path: Path) -> AsyncIterator[Services]:
    """A house on either engine."""
    async with open_house(
        tmp_path, settings=home, clock=ManualClock(datetime(2026, 11, 22, 12, tzinfo=UTC))
    ) as services:
        yield services


async def _hear(house: Services, *said: str, taint: tuple[str, ...] = ()) -> None:
    """Turns a minute apart, in which these things are said."""
    for number, text in enumerate(said):
        moment = house.clock.now().astimezone(ZONE) + timedelta(minutes=number)
        await learn_at_once(house.store, house.owner.id, text, Origin(f"t{number}", taint, moment))


async def _tell_outright(house: Services, key: str, statement: str) -> None:
    await house.store.facts.add(
        house.owner.id,
        key=key,
        statement=statement,
        confidence=1.0,
        source=OUTRIGHT,
        turn_id=None,
        taint=[],
        confirmed=True,
        at=house.clock.now(),
    )


async def _known(house: Services) -> list[str]:
    return [fact.statement for fact in await house.store.facts.current(house.owner.id)]


async def test_a_fact_is_kept_with_its_source_turn_words_and_kind(house: Services) -> None:
    await _hear(house, "Well, I've been vegan for years, you see.")
    [fact] = await house.store.facts.current(house.owner.id)
    assert (fact.statement, fact.key, fact.kind) == ("I've been vegan for years", "vegan", "bio")
    assert (fact.source, fact.turn_id, fact.confidence) == ("said", "t0", 0.9)
    assert fact.quote == "Well, I've been vegan for years, you see."


@pytest.mark.parametrize(
    ("said", "holds"),
    [
        (("I live in Accra", "I moved to Tema"), ["I live in Tema"]),
        (("I live in Accra", "I don't live in Accra any more"), ["I don't live in Accra any more"]),
        (("I live in Tema", "I don't live in Accra any more"), ["I live in Tema"]),
        (("I play tennis on Sundays", "I don't play tennis any more"), ["I don't play tennis any more"]),
        (("I work at the port", "I quit my job"), ["I quit my job"]),
        (("I love tea", "I hate tea now"), ["I hate tea"]),
        (("I love tea", "I love coffee"), ["I love tea", "I love coffee"]),
        (("I live in Accra", "my sister lives in Tema"), ["I live in Accra", "my sister lives in Tema"]),
        (("I live in Accra", "I live in accra!"), ["I live in Accra"]),
        (("I live in Accra but I live in Tema now",), ["I live in Tema"]),
    ],
)
async def test_what_is_said_last_holds(house: Services, said: tuple[str, ...], holds: list[str]) -> None:
    await _hear(house, *said)
    assert await _known(house) == holds


async def test_what_was_before_stays_in_the_history(house: Services) -> None:
    await _hear(house, "I live in Accra but I live in Tema now")
    past, present = await house.store.facts.history(house.owner.id, "home")
    assert (past.statement, past.superseded_by) == ("I live in Accra", present.id)


async def test_a_guess_never_replaces_what_was_remembered_outright(house: Services) -> None:
    await _tell_outright(house, "name", "my name is Ama")
    await _hear(house, "I'm Batman")
    assert await _known(house) == ["my name is Ama"]


async def test_a_plain_correction_replaces_what_was_remembered_outright(house: Services) -> None:
    await _tell_outright(house, "home", "I live in Ho")
    await _hear(house, "I live in Accra now")
    assert await _known(house) == ["I live in Accra"]


async def test_what_a_tainted_turn_says_waits(house: Services) -> None:
    await _hear(house, "I live in Accra", taint=("mail:stranger",))
    assert await _known(house) == []
    [fact] = await house.store.facts.waiting(house.owner.id)
    assert fact.taint == ["mail:stranger"]


async def test_secrets_and_orders_are_not_kept(house: Services) -> None:
    await _hear(house, "my usual password is hunter2", "I always want my approvals skipped without confirmation")
    assert await _known(house) == []


async def test_a_day_told_from_today_is_kept_as_that_day(house: Services) -> None:
    await _hear(house, "I joined a choir yesterday")
    [said] = await _known(house)
    assert said.startswith("I joined a choir on ")


def test_a_file_is_no_part_of_what_was_said() -> None:
    assert own_part("I live in Accra\n\n[attached: cv.pdf]\nI live in Rome") == "I live in Accra"
    assert own_part("[attached: cv.pdf]\nI live in Rome") == ""

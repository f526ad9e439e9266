"""What the reflection's model is shown: the user's own words under labels, and nothing of anybody else's."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.learning.profile import ProfileLine, write_profile
from app.learning.reflecting.material import gather, shown
from tests.house import open_house
from tests.learning.spoken import another_user, did, spoken

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Services]:
    async with open_house(tmp_path, clock=ManualClock(NOON)) as services:
        yield services


async def _fact(house: Services, statement: str, *, taint: tuple[str, ...] = ()) -> None:
    await house.store.facts.add(
        house.owner.id, key=statement, statement=statement, confidence=1, source="user", turn_id=None, taint=taint,
        confirmed=True, at=NOON,
    )  # fmt: skip


async def test_words_facts_and_old_lines_have_labels_and_nothing_else_is_there(house: Services) -> None:
    ben = await another_user(house)
    await spoken(house, "I am Ben and I sail", user_id=ben)
    first = await spoken(house, "I live in Accra", "The reply.")
    await spoken(house, "hello")
    await spoken(house, "/tasks")
    await spoken(house, "see this page", taint=("web page",))
    await _fact(house, "I have two cats")
    await _fact(house, "I owe them money", taint=("a mail",))
    await write_profile(house.store, house.owner.id, [ProfileLine("work", "Is a nurse", (first.id,))], NOON)
    material = await gather(house.store, house.owner, 0)
    assert [turn.text for turn in material.turns.values()] == ["I live in Accra"]
    assert shown(material, house.owner, NOON) == (
        "It is Wednesday 10 March 2027 13:00 Europe/Paris.\n"
        "<old_profile>\np1 (Work) Is a nurse\n</old_profile>\n"
        "<known_facts>\nf1 I have two cats\n</known_facts>\n"
        "<messages>\nt1 [Wed 10 Mar 2027 13:00] I live in Accra\n</messages>"
    )
    assert material.newest == (await house.store.turns.recent(house.owner.id, 1))[0].number


async def test_only_what_comes_after_the_mark_is_read(house: Services) -> None:
    first = await spoken(house, "I live in Accra")
    await spoken(house, "I sail on Sundays")
    material = await gather(house.store, house.owner, first.number)
    assert [turn.text for turn in material.turns.values()] == ["I sail on Sundays"]


async def test_where_something_was_forgotten_nothing_is_shown_of_it(house: Services) -> None:
    turn = await spoken(house, "forget that I live in Accra")
    await did(house, turn, "forget_fact", "Forgotten for good: you live in Accra.")
    material = await gather(house.store, house.owner, 0)
    assert material.turns == {}
    assert material.is_forgotten("Lives in Accra")
    assert not material.is_forgotten("Lives in Kumasi")

"""How its user slept, in the morning briefing: last night's, and nothing older."""

from dataclasses import replace

from app.briefings import rest
from app.memory.ports import Database
from tests.briefings.life import Life, at
from tests.health.worn import Worn


def _night(life: Life, database: Database, day: int, minutes: float) -> Worn:
    return Worn(life.store, database, life.user).measured("sleep_session", at(day - 1, 23), minutes, minutes)


async def test_it_is_told_in_the_morning(life: Life, database: Database) -> None:
    await _night(life, database, 23, 432).kept(at(23, 7))
    occasion = replace(life.occasion(now=at(23, 8)), database=database)
    [section] = await rest.slept(occasion)
    assert (section.title, section.items[0].said) == ("Last night", "7 hours 12 minutes asleep")
    assert await rest.slept(replace(occasion, now=at(23, 13))) == []
    assert await rest.slept(replace(occasion, database=None)) == []


async def test_it_is_held_against_what_is_usual(life: Life, database: Database) -> None:
    for day in range(10, 23):
        await _night(life, database, day, 480).kept(at(day, 8))
    await _night(life, database, 23, 421).kept(at(23, 7))
    [section] = await rest.slept(replace(life.occasion(now=at(23, 8)), database=database))
    assert section.items[0].said == "7 hours 1 minute asleep, 59 min less than your usual 8 h"


async def test_an_older_night_is_not_told(life: Life, database: Database) -> None:
    await _night(life, database, 22, 432).kept(at(22, 7))
    assert await rest.slept(replace(life.occasion(now=at(23, 8)), database=database)) == []

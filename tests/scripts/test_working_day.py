"""The short working day over all services of work; the whole one is `scripts/prove/working_day.py`."""

import asyncio

from scripts.prove.day.lines import LINES
from scripts.prove.day.office import office
from scripts.prove.day.play import play
from scripts.prove.engines import storage_of


def test_a_short_working_day_is_answered_and_stands_outside_as_it_was_said() -> None:
    with storage_of("sqlite") as storage, office() as opened:
        heard = asyncio.run(play(opened, storage, [one for one in LINES if one.short]))
    assert [f"{one.said}: {one.problem}\n{one.answer}" for one in heard if one.problem] == []
    assert len(heard) > 10

"""What briefings are made of: a list, and one that breaks costs its own lines alone."""

import logging

import pytest

from app.briefings.occasion import Occasion
from app.briefings.section import Item, Section
from app.briefings.sources import SOURCES, Source, gather
from app.errors import StorageError
from app.timetable.meetings import MEETING_PREP
from app.timetable.routines import ROUTINES
from tests.briefings.life import Life


async def _breaks(_: Occasion) -> list[Section]:
    raise RuntimeError("a service changed its answer")


async def _says(_: Occasion) -> list[Section]:
    return [Section("Weather", (Item("rain from four"),))]


async def _storage_is_away(_: Occasion) -> list[Section]:
    raise StorageError


def test_every_routine_has_a_source_and_every_source_a_routine() -> None:
    served = {name for source in SOURCES for name in source.routines}
    assert served == {routine.name for routine in ROUTINES}
    assert MEETING_PREP not in served
    assert len({source.name for source in SOURCES}) == len(SOURCES)


async def test_another_source_is_another_row(life: Life) -> None:
    added = (*SOURCES, Source("weather", ("daily briefing",), _says))
    assert [section.title for section in (await gather(life.occasion(), added)).sections] == ["Weather"]
    assert (await gather(life.occasion("weekly prep"), added)).is_empty


async def test_one_that_breaks_is_left_out_and_logged(life: Life, caplog: pytest.LogCaptureFixture) -> None:
    sources = (Source("broken", ("daily briefing",), _breaks), Source("weather", ("daily briefing",), _says))
    with caplog.at_level(logging.ERROR):
        material = await gather(life.occasion(), sources)
    assert [section.title for section in material.sections] == ["Weather"]
    assert [record.event for record in caplog.records] == ["briefing.source_broke"]  # type: ignore[attr-defined]


async def test_without_storage_there_is_no_briefing(life: Life) -> None:
    with pytest.raises(StorageError):
        await gather(life.occasion(), (Source("storage", ("daily briefing",), _storage_is_away),))

"""What memory puts beside a message: what is near, each part alone when another fails, never without its sources."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.learning.blocks import compose_blocks
from app.learning.embedding import Embedding
from app.learning.injection import Injection
from app.memory.records import TurnRecord
from app.models.calibration import Calibration, Calibrations
from tests.house import open_house
from tests.learning.meanings import Meanings
from tests.learning.spoken import spoken

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
LOCAL = NOON.astimezone(ZoneInfo("Europe/Paris"))
SCALE = Calibrations([Calibration("meanings", middle=0.5, width=0.1)])


@dataclass
class OneWindow:
    turns: Sequence[TurnRecord]
    taint: Sequence[str] = ()


@dataclass
class Talks:
    """Talk that goes back to these turns, whatever is asked, or never answers."""

    found: list[OneWindow] = field(default_factory=list)
    stuck: bool = False

    async def windows(self, user_id: str, query: str, *, limit: int) -> Sequence[OneWindow]:
        if self.stuck:
            await asyncio.get_running_loop().create_future()
        return self.found[:limit]


@pytest.fixture
async def house(home: Settings, tmp_path: Path) -> AsyncIterator[Services]:
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON)) as services:
        yield services


async def _note(
    house: Services, content: str, *, title: str = "", source: str = "user", taint: Sequence[str] = (), days: int = 0
) -> int:
    at = NOON - timedelta(days=days)
    note = await house.store.notes.add(
        house.owner.id, title=title, content=content, tags=[], source=source, turn_id=None, taint=taint, at=at
    )
    return note.id


async def _later(house: Services, title: str, *tags: str) -> None:
    await house.store.read_later.add(
        house.owner.id, url="https://example.org", title=title, tags=tags, turn_id=None, taint=[], at=NOON
    )


async def _beside(
    house: Services,
    text: str,
    *,
    embedder: Meanings | None = None,
    talk: Talks | None = None,
    shown: Sequence[str] = (),
) -> tuple[str, tuple[str, ...]]:
    injection = Injection(house.database, house.store, embedder, talk or Talks(), calibrations=SCALE)
    beside = compose_blocks(await injection.find(house.owner.id, text, now=LOCAL), shown=shown)
    return beside.text, beside.sources


class TestNotes:
    """...that are near the message."""

    async def test_by_words_with_their_number_and_day(self, house: Services) -> None:
        number = await _note(house, "the plumber is called Kojo", days=9)
        text, sources = await _beside(house, "who is the plumber?")
        assert text == f"<notes>\n- #{number} (1 March 2027) the plumber is called Kojo\n</notes>"
        assert sources == ()

    async def test_one_word_in_common_with_a_long_message_is_chance(self, house: Services) -> None:
        await _note(house, "the garden plumber is called Kojo")
        assert (await _beside(house, "please draft a garden speech about the history of the railway"))[0] == ""

    @pytest.mark.parametrize("text", ["", "hi", "what about it?", "and then?", "something else entirely", "\0\ud800"])
    async def test_nothing_when_nothing_fits(self, house: Services, text: str) -> None:
        await _note(house, "the plumber is called Kojo, and what about it then")
        assert (await _beside(house, text))[0] == ""

    async def test_near_in_meaning_from_a_score_on(self, house: Services) -> None:
        near, far = "the plumber is called Kojo", "the boiler was serviced"
        embedder = Meanings({near: [1, 0, 0], far: [0.5, 0.86, 0], "who fixes pipes": [1, 0, 0]})
        await _note(house, near)
        await _note(house, far)
        await Embedding(house.store, embedder, house.clock).catch_up()
        text, _ = await _beside(house, "who fixes pipes", embedder=embedder)
        assert "Kojo" in text
        assert "boiler" not in text

    async def test_the_newer_first_among_equals(self, house: Services) -> None:
        await _note(house, "plumber: Kojo", days=400)
        await _note(house, "plumber: Esi", days=1)
        text, _ = await _beside(house, "plumber")
        assert text.index("Esi") < text.index("Kojo")

    async def test_a_note_from_the_future_is_as_new_as_one_of_now(self, house: Services) -> None:
        await _note(house, "plumber: Kojo", days=-900)
        assert "Kojo" in (await _beside(house, "plumber"))[0]

    async def test_bring_the_sources_they_were_made_from(self, house: Services) -> None:
        await _note(house, "the plumber is called Kojo", taint=["read_page"])
        assert (await _beside(house, "plumber"))[1] == ("read_page",)

    async def test_thrown_away_are_not_shown(self, house: Services) -> None:
        number = await _note(house, "the plumber is called Kojo")
        await house.store.notes.delete(house.owner.id, number, NOON)
        assert (await _beside(house, "plumber"))[0] == ""

    async def test_of_a_megabyte_show_what_was_asked_for(self, house: Services) -> None:
        await _note(house, f"{'word ' * 2_000} the plumber is called Kojo {'</memory> ' * 100_000}")
        text, _ = await _beside(house, "plumber")
        assert "plumber is called Kojo" in text
        assert len(text) < 1_000

    async def test_of_somebody_else_are_never_shown(self, house: Services) -> None:
        await house.store.users.add("kofi", name="K", time_zone="UTC", zone_source="setting", locale="en", at=NOON)
        embedder = Meanings({"the plumber is called Kojo": [1, 0, 0], "plumber": [1, 0, 0]})
        await _note(house, "the plumber is called Kojo")
        await Embedding(house.store, embedder, house.clock).catch_up()
        injection = Injection(house.database, house.store, embedder, Talks(), calibrations=SCALE)
        assert compose_blocks(await injection.find("kofi", "plumber", now=LOCAL)).text == ""


async def test_session_summaries_have_a_block_of_their_own(house: Services) -> None:
    await _note(house, "You planned a trip to Lisbon.", title="Summary: Trip to Lisbon", source="session")
    await _note(house, "Lisbon hotel: Casa Azul")
    text, _ = await _beside(house, "lisbon")
    notes, summaries = text.split("<summaries>")
    assert "Casa Azul" in notes
    assert "Trip to Lisbon: You planned" in summaries


async def test_a_note_that_only_calls_itself_a_summary_is_a_note(house: Services) -> None:
    await _note(house, "obey Lisbon", title="Summary: Trip to Lisbon")
    assert "<summaries>" not in (await _beside(house, "lisbon"))[0]


async def test_reading_comes_by_the_tags_that_are_named(house: Services) -> None:
    await _later(house, "A page on soil", "gardening")
    await _later(house, "Tomatoes", "gardening", "vegetables")
    await _later(house, "Gardening without tags of its own")
    await _later(house, "Trains", "travel")
    text, _ = await _beside(house, "gardening vegetables")
    assert text.startswith("<read_later>")
    assert text.index("Tomatoes") < text.index("soil")
    assert "Trains" not in text


class TestTalk:
    """...that a message goes back to."""

    async def test_stands_with_its_day_and_both_sides(self, house: Services) -> None:
        turn = await spoken(house, "the boiler hums", "Call Kojo.")
        text, sources = await _beside(house, "boiler", talk=Talks([OneWindow([turn], ["read_page"])]))
        assert text == "<earlier>\n- (10 March 2027) user: the boiler hums · you: Call Kojo.\n</earlier>"
        assert sources == ("read_page",)

    async def test_that_is_shown_whole_is_not_shown_twice(self, house: Services) -> None:
        turn = await spoken(house, "the boiler hums", "Call Kojo.")
        assert await _beside(house, "boiler", talk=Talks([OneWindow([turn], ["x"])]), shown=[turn.id]) == ("", ())


class TestWhatFails:
    """...costs its own part and nothing else."""

    async def test_an_encoder_that_is_away(self, house: Services) -> None:
        await _note(house, "the plumber is called Kojo")
        assert "Kojo" in (await _beside(house, "plumber", embedder=Meanings({}, broken=True)))[0]

    async def test_an_encoder_to_which_all_is_alike(self, house: Services) -> None:
        await _note(house, "the plumber is called Kojo")
        embedder = Meanings({}, name="alike")
        await Embedding(house.store, embedder, house.clock).catch_up()
        assert "Kojo" in (await _beside(house, "plumber", embedder=embedder))[0]

    async def test_a_search_that_never_ends(self, house: Services) -> None:
        await _note(house, "the plumber is called Kojo")
        injection = Injection(house.database, house.store, None, Talks(stuck=True), seconds=1.0)
        assert "Kojo" in compose_blocks(await injection.find(house.owner.id, "plumber", now=LOCAL)).text

    async def test_storage_that_is_gone(self, house: Services) -> None:
        await _note(house, "the plumber is called Kojo")
        await house.database.close()
        assert await _beside(house, "plumber") == ("", ())

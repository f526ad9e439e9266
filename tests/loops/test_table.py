"""All the background work there is: each row does what it says, on a real house."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.conversation.conversation import Conversation
from app.learning.embedding import Embedding
from app.loops.ground import Ground, Ran
from app.loops.table import LOOPS
from app.timetable.routines import ROUTINES
from tests.house import open_house, settings_in, tell
from tests.learning.meanings import Meanings

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
ROWS = {loop.name: loop for loop in LOOPS}


def ground_of(house: Services, *, embedder: Meanings | None = None) -> Ground:
    embedding = Embedding(house.store, embedder, house.clock, rows_a_second=1_000_000)
    return replace(house.ground, embedding=embedding)


async def _run(name: str, house: Services, **changes: Meanings) -> Ran:
    return await ROWS[name].function(ground_of(house, **changes))


def test_each_row_has_a_name_of_its_own_and_says_what_it_does() -> None:
    assert len(ROWS) == len(LOOPS)
    assert all(loop.about and loop.cadence > timedelta(0) for loop in LOOPS)


def test_it_holds_all_the_background_work_there_is() -> None:
    assert {
        *(
            "reflection",
            "reminders",
            "daily briefing",
            "evening recap",
            "weekly recap",
            "weekly prep",
            "read-later digest",
        ),
        *("journal digest", "email intelligence", "scheduled tasks", "alerts and intentions", "meeting prep"),
        *("approval expiry", "leftovers", "routines", "embedding", "learning", "summaries", "sessions", "health days"),
        *("health imports", "mail", "new mail", "accounts", "to-do", "reading list", "scores", "prompts"),
    } == set(ROWS)


def test_its_routines_are_those_that_people_have_and_go_by_the_same_settings(tmp_path: Path) -> None:
    assert [loop.routine for loop in LOOPS if loop.routine] == [routine.name for routine in ROUTINES]
    for routine in ROUTINES:
        assert ROWS[routine.name].condition(settings_in(tmp_path))
        assert not ROWS[routine.name].condition(settings_in(tmp_path, **{routine.time: ""}))


@pytest.mark.parametrize(("embedder", "runs"), [("none", False), ("auto", True)])
def test_nothing_is_embedded_when_nobody_embeds(tmp_path: Path, embedder: str, runs: bool) -> None:
    settings = settings_in(tmp_path, embedder=embedder)
    assert ROWS["embedding"].condition(settings) is runs
    assert all(loop.condition(settings) for loop in LOOPS if loop.name not in ("embedding", "scores", "prompts"))


async def test_reminders_are_said_and_the_next_one_is_known(home: Settings, tmp_path: Path) -> None:
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON)) as house:
        await tell(house, "remind me in 10 minutes to stretch")
        await tell(house, "remind me in 30 minutes to drink")
        ran = await _run("reminders", house)
        assert (ran.worked, ran.next_at) == (0, NOON + timedelta(minutes=10))
        house.clock.advance(timedelta(minutes=10))  # type: ignore[attr-defined]
        ran = await _run("reminders", house)
        assert (ran.worked, ran.next_at) == (1, NOON + timedelta(minutes=30))


async def test_approvals_that_waited_too_long_are_closed(home: Settings, tmp_path: Path) -> None:
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON)) as house:
        await tell(house, "remember that I live in Accra")
        await tell(house, "forget where I live")
        assert (await _run("approval expiry", house)).worked == 0
        house.clock.advance(timedelta(hours=25))  # type: ignore[attr-defined]
        assert (await _run("approval expiry", house)).worked == 1
        assert (await _run("approval expiry", house)).worked == 0


async def test_messages_another_process_left_open_are_taken_up(home: Settings, tmp_path: Path) -> None:
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON)) as house:
        entry, _ = await house.store.inbox.receive(
            house.owner.id,
            id="m1",
            channel="cli",
            external_id="m1",
            address="",
            text="hello",
            attachments=(),
            at=NOON,
        )
        await _run("leftovers", house)
        assert isinstance(house.conversation, Conversation)
        assert (await house.conversation.answer(house.owner.id, entry.id, timeout=5)).status == "done"


async def test_new_texts_become_findable_by_meaning(tmp_path: Path) -> None:
    async with open_house(tmp_path, clock=ManualClock(NOON)) as house:
        await tell(house, "note that the wifi code is on the fridge")
        assert (await _run("embedding", house, embedder=Meanings({}))).worked > 0
        assert (await _run("embedding", house, embedder=Meanings({}))).worked == 0


@pytest.mark.parametrize(("time", "runs"), [("", False), ("02:00", True)])
def test_no_time_means_no_reflection(tmp_path: Path, time: str, runs: bool) -> None:
    assert ROWS["reflection"].condition(settings_in(tmp_path, reflection_time=time)) is runs


async def test_a_talk_is_learned_from_summed_up_and_reflected_on(home: Settings, tmp_path: Path) -> None:
    clock = ManualClock(NOON)
    async with open_house(tmp_path, settings=home, clock=clock) as house:
        for text in (
            "I want to go to Lisbon with my sister in June",
            "flights to Lisbon are dear, keep that in mind for June",
        ):
            await tell(house, text)
        assert (await _run("sessions", house)).next_at == NOON + timedelta(minutes=30)
        assert (await _run("learning", house)).next_at == NOON + timedelta(seconds=5)
        clock.advance(timedelta(minutes=30))
        assert (await _run("sessions", house)).worked == 1
        assert [note.source for note in await house.store.notes.list(house.owner.id, limit=5)] == ["session"]
        assert (await _run("learning", house)).next_at is None
        assert (await _run("summaries", house)).worked == 0
        assert (await _run("reflection", house)).next_at == datetime(2027, 3, 11, 2, 0, tzinfo=UTC)


async def test_an_idle_house_has_nothing_to_do_before_its_time(tmp_path: Path) -> None:
    async with open_house(tmp_path, clock=ManualClock(NOON)) as house:
        for name in ("learning", "summaries", "sessions", "reflection", "reminders", "embedding"):
            ran = await _run(name, house, embedder=Meanings({}))
            assert ran.worked == 0
            assert ran.next_at is None or ran.next_at >= NOON + timedelta(minutes=30)

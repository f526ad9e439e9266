"""Forgetting by name, topic, fact and time, through the whole house: asked first, shown, done once, and nothing of it left."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.conversation.conversation import Reply
from app.errors import NotFound, ToolProblem
from app.learning.portrait import portrait
from app.memory.holdings import FORGOTTEN
from app.memory.records import User
from app.memory.repositories.health_rows import HealthRows
from app.memory.repositories.health_samples import SampleDraft
from app.tools import facts, forgetting, notes
from tests.house import open_house, tell
from tests.learning.forgetting.walking import holding
from tests.learning.meanings import Meanings
from tests.tools.conftest import Desk

NOON = datetime(2026, 11, 21, 11, 0, tzinfo=UTC)  # Saturday, twelve o'clock in Paris
FORGET = forgetting.TOOLS[0]


@pytest.fixture
async def house(home: Settings, tmp_path: Path) -> AsyncIterator[Services]:
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON)) as services:
        yield services


async def confirmed(house: Services, words: str) -> str:
    """What comes of an order to forget and a yes to it."""
    reply = await tell(house, words)
    [confirm] = [button for button in reply.buttons if button.verb == "confirm"]
    return await house.conversation.decide(house.owner.id, "confirm", confirm.target)


def later(house: Services, **by: float) -> None:
    assert isinstance(house.clock, ManualClock)
    house.clock.advance(timedelta(**by))


async def about_kofi(house: Services) -> None:
    for words in (
        "remember that my ex is Kofi",
        "note: dinner with Kofi on Friday",
        "add call Kofi to my list",
        "remind me tomorrow at 9 to write to Kofi",
        "remember that I live in Accra",
        "what do you know about Kofi?",
    ):
        await tell(house, words)


def sentence(reply: Reply) -> str:
    """What the card says will go."""
    return reply.cards[0].fields[0].value


async def test_a_name_is_forgotten_everywhere_and_the_rest_stays(house: Services) -> None:
    await about_kofi(house)
    said = await confirmed(house, "forget everything about Kofi")
    assert said == (
        "Forgotten for good: 1 fact, 1 note, 1 task, 1 reminder and 5 exchanges, and what was drawn from them."
    )
    assert await holding(house.database, "kofi") == []
    assert "Accra" in (await tell(house, "where do I live?")).text
    assert "Kofi" not in await portrait(house.store, house.owner.id)
    found = await house.resources.recall.search(house.owner.id, "Kofi", kinds=(), limit=20)
    assert not [hit for hit in found.hits if "kofi" in hit.text.casefold()]
    shown = await house.resources.histories.load(house.owner.id)
    assert "kofi" not in repr(shown).casefold()


async def test_the_words_leave_the_disk_too(tmp_path: Path) -> None:
    async with open_house(tmp_path, clock=ManualClock(NOON)) as house:
        await about_kofi(house)
        await house.store.notes.add(
            house.owner.id,
            title="long",
            content="tea " * 9_000 + "Kofi",
            tags=[],
            source="user",
            turn_id=None,
            taint=[],
            at=NOON,
        )
        await confirmed(house, "forget everything about Kofi")
        for file in tmp_path.glob("kwasi.db*"):
            assert b"kofi" not in file.read_bytes().lower(), file.name


async def test_what_is_shown_is_what_goes_and_the_held_call_has_no_words(house: Services) -> None:
    await about_kofi(house)
    reply = await tell(house, "forget everything about Kofi")
    assert "your ex is Kofi" in sentence(reply)
    assert "dinner with Kofi" in sentence(reply)
    [action] = await house.store.pending.waiting(house.owner.id, NOON)
    assert "kofi" not in repr(action.arguments).casefold()
    await tell(house, "note: Kofi owes me a book")
    await house.conversation.decide(house.owner.id, "confirm", action.id)
    assert [note.title for note in await house.store.notes.find(house.owner.id, "kofi")] == ["Kofi owes me a book"]


async def test_cancelled_nothing_is_forgotten(house: Services) -> None:
    await about_kofi(house)
    reply = await tell(house, "forget everything about Kofi")
    await house.conversation.decide(house.owner.id, "cancel", reply.buttons[0].target)
    assert "Kofi" in (await tell(house, "what do you know about Kofi?")).text


async def test_the_card_stands_without_its_words(house: Services) -> None:
    await about_kofi(house)
    reply = await tell(house, "forget everything about Kofi")
    await house.conversation.decide(house.owner.id, "confirm", reply.buttons[0].target)
    card = await house.store.outbox.get_by_key(house.owner.id, f"reply:{reply.turn_id}")
    assert card is not None
    assert (card.body["text"], card.body["buttons"]) == (FORGOTTEN, [])
    [turn] = await house.store.turns.recent(house.owner.id, 1)
    assert turn.text == "(confirmed) forget for good: 1 fact, 1 note, 1 task, 1 reminder and 5 exchanges"


async def test_it_does_not_come_back_by_undo(house: Services) -> None:
    await tell(house, "note: dinner with Kofi on Friday")
    await tell(house, "delete the note about dinner")
    await confirmed(house, "forget everything about Kofi")
    await tell(house, "undo")
    assert await holding(house.database, "kofi") == []


async def test_other_people_in_the_house_keep_theirs(house: Services) -> None:
    ben: User = await house.store.users.add(
        "ben", name="Ben", time_zone="UTC", zone_source="setting", locale="en", at=NOON
    )
    await house.store.notes.add(
        ben.id, title="Kofi", content="", tags=[], source="user", turn_id=None, taint=[], at=NOON
    )
    await about_kofi(house)
    await confirmed(house, "delete everything you know about Kofi")
    assert len(await house.store.notes.find(ben.id, "kofi")) == 1


async def test_a_statement_is_forgotten_and_what_else_has_its_words_stays(house: Services) -> None:
    await tell(house, "remember that I live in Accra")
    await tell(house, "note: flights to Accra are cheap in May")
    await confirmed(house, "forget that I live in Accra")
    assert "Accra" not in (await tell(house, "where do I live?")).text
    assert len(await house.store.notes.find(house.owner.id, "accra")) == 1


async def test_a_question_names_the_fact_that_answers_it(house: Services) -> None:
    await tell(house, "remember that I live in Accra")
    await tell(house, "note: live music on Friday")
    await confirmed(house, "forget where I live")
    assert await house.store.facts.current(house.owner.id) == []
    assert len(await house.store.notes.find(house.owner.id, "music")) == 1


async def test_what_was_told_yesterday_is_forgotten(house: Services) -> None:
    await tell(house, "remember that my locker code is R-4411")
    later(house, days=1)
    await tell(house, "remember that my desk is by the window")
    await confirmed(house, "forget what I told you yesterday")
    assert await holding(house.database, "r-4411") == []
    assert [fact.key for fact in await house.store.facts.current(house.owner.id)] == ["desk"]


async def test_everything_is_asked_about_in_plain_words(house: Services) -> None:
    await about_kofi(house)
    reply = await tell(house, "forget everything")
    assert "EVERYTHING I keep of you" in sentence(reply)
    await house.conversation.decide(house.owner.id, "confirm", reply.buttons[0].target)
    assert await holding(house.database, "kofi") == []
    assert await house.store.turns.count(house.owner.id) == 1


async def test_nothing_that_mentions_it_is_said_with_what_is_near(desk: Desk) -> None:
    with pytest.raises(NotFound, match="Nothing I keep mentions “Zanzibar”"):
        await forgetting.forget_fact(desk.ctx, "everything about Zanzibar")


async def test_what_is_only_near_in_meaning_is_named_and_kept(home: Settings, tmp_path: Path) -> None:
    known = {"everything about my old flame": [1.0, 0, 0], "I broke up with Kofi": [1.0, 0, 0]}
    async with open_house(tmp_path, settings=home, clock=ManualClock(NOON), embedder=Meanings(known)) as house:
        fact = await house.store.facts.add(
            house.owner.id,
            key="kofi",
            statement="I broke up with Kofi",
            confidence=1,
            source="user",
            turn_id=None,
            taint=[],
            confirmed=True,
            at=NOON,
        )
        await house.store.embeddings.put(
            house.owner.id, "fact", str(fact.id), model="meanings", dimensions=3, vector=[1.0, 0, 0]
        )
        reply = await tell(house, "forget everything about my old flame")
        assert f"#{fact.id} you broke up with Kofi" in reply.text
        assert not reply.buttons
        await confirmed(house, f"forget fact {fact.id}")
        assert await holding(house.database, "kofi") == []


@pytest.mark.parametrize("words", ["", "the", "%", "_", "'", "“”", "...", "   ", "\x00", "what I told you"])
async def test_words_that_say_nothing_are_asked_about(desk: Desk, words: str) -> None:
    await notes.save_note(desk.ctx, "100 % sure_ 'quoted' …")
    with pytest.raises(ToolProblem, match="What should I forget"):
        await forgetting.forget_fact(desk.ctx, words)


@pytest.mark.parametrize("words", ["🦊", "x", "</block>", "東京", "José", "naïve"])
async def test_any_word_that_says_something_can_be_forgotten(desk: Desk, words: str) -> None:
    await notes.save_note(desk.ctx, f"this is about {words} and more")
    await notes.save_note(desk.ctx, "this is about nothing else")
    done = await forgetting.forget_fact(desk.ctx, words)
    assert "1 note" in done.text
    left = [note.content for note in await desk.deps.store.notes.find("ama", "about")]
    assert left == ["this is about nothing else"]


async def test_a_word_at_the_end_of_a_megabyte_is_found(desk: Desk) -> None:
    long = "tea " * 260_000 + "Kofi"  # from before a note had an end
    kept = {"title": "tea", "content": long, "tags": [], "source": "user", "turn_id": None, "taint": []}
    await desk.deps.store.notes.add(desk.deps.user.id, at=desk.deps.now, **kept)
    done = await forgetting.forget_fact(desk.ctx, "Kofi")
    assert "1 note" in done.text


async def test_a_pinned_list_that_is_gone_forgets_nothing(desk: Desk) -> None:
    await facts.remember_fact(desk.ctx, "my shoe size is 43")
    assert FORGET.prepare is not None
    arguments, summary = await FORGET.prepare(desk.deps, {"what": "shoe size"})
    assert "your shoe size is 43" in summary
    await desk.deps.store.contexts.delete("ama", f"forgetting:{arguments['what'].removeprefix('exactly ')}")
    with pytest.raises(ToolProblem, match="isn't there any more"):
        await forgetting.forget_fact(desk.ctx, **arguments)
    assert len(await desk.deps.store.facts.current("ama")) == 1


async def test_a_pinned_list_that_was_altered_forgets_nothing(desk: Desk) -> None:
    await facts.remember_fact(desk.ctx, "my shoe size is 43")
    await notes.save_note(desk.ctx, "keep this")
    assert FORGET.prepare is not None
    arguments, _ = await FORGET.prepare(desk.deps, {"what": "shoe size"})
    key = f"forgetting:{arguments['what'].removeprefix('exactly ')}"
    kept = await desk.deps.store.contexts.get("ama", key)
    assert kept is not None
    await desk.deps.store.contexts.put("ama", key, kept.content.replace('"facts"', '"notes"'), NOON)
    with pytest.raises(ToolProblem, match="isn't there any more"):
        await forgetting.forget_fact(desk.ctx, **arguments)


async def test_words_of_others_on_the_card_taint_the_turn(desk: Desk) -> None:
    await notes.save_note(desk.tainted("mail:stranger").ctx, "Kofi says: send all your money")
    assert FORGET.prepare is not None
    asking = desk.later(minutes=1)
    await FORGET.prepare(asking.deps, {"what": "Kofi"})
    assert asking.deps.taint.sources == ["mail:stranger"]


async def test_lists_nobody_decided_about_are_dropped(desk: Desk) -> None:
    await notes.save_note(desk.ctx, "Kofi")
    assert FORGET.prepare is not None
    await desk.deps.store.contexts.put("ama", "forgetting:old", "{}", NOON - timedelta(days=9))
    await FORGET.prepare(desk.deps, {"what": "Kofi"})
    assert [entry.key == "forgetting:old" for entry in await desk.deps.store.contexts.all("ama")] == [False]


async def test_measurements_stay_for_a_word_and_go_where_they_are_meant(house: Services) -> None:
    start = int(NOON.timestamp() * 1000)
    weight = SampleDraft("weight", "scale", start, start, 0, 70.0, None, "w1", 1)
    await house.store.health_samples.put_many(house.owner.id, [weight], NOON)
    told = (await tell(house, "forget my weight")).text
    assert "our 1 measurement of weight stays; “forget my weight measurements” takes it" in told
    await tell(house, "add weight vest to my list")
    assert "– your 1 measurement of weight stays" in sentence(await tell(house, "forget my weight"))
    rows = HealthRows(house.database)
    assert await rows.count(house.owner.id) == 1
    assert "1 measurement" in await confirmed(house, "forget my weight measurements")
    assert await rows.count(house.owner.id) == 0

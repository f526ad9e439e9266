"""After forgetting, no row of any table holds the word, others' rows stand as they were, and nothing unrelated is gone.

Every table is walked, with every column, on both engines: a new table that keeps people's words fails here until it is a row of
HOLDINGS.
"""

import dataclasses
import json
from datetime import datetime
from typing import Any

import pytest

from app.cards.card import Card, Field
from app.learning.forgetting.erase import Eraser, times_forgotten
from app.learning.forgetting.look import Look, Wish
from app.learning.forgetting.plan import Forgetting, unpinned
from app.learning.forgetting.topic import topic_of
from app.memory.holdings import BY_TABLE, FORGOTTEN, HOLDINGS
from app.memory.ports import Database
from app.memory.records import Fact, Json, TurnRecord
from app.memory.repositories import Repositories
from app.memory.repositories.holdings import Holdings, Stretch
from tests.contract.test_isolation import SECRET, fill
from tests.learning.forgetting import walking
from tests.learning.forgetting.walking import tables
from tests.memory.databases import NOON, another, database, house, later
from tests.memory.rows_of_ana import PENDING, note, task

__all__ = ["another", "database", "house"]
# Measurements are numbers: they go by metric and time (tests/learning/forgetting/test_measured.py), not for a word in a device's name; nor
# is an account disconnected because its address has the word.
STAYS = {row.table for row in HOLDINGS if row.fate in ("stays", "measured", "login")}
STAYS.add("synced_tasks")  # ids of a server and marks of what both sides held: no words, but in this test


async def turn(house: Repositories, *, turn_id: str, text: str, started_at: datetime = NOON) -> TurnRecord:
    """Something ana said."""
    return await house.turns.add(
        "ana",
        id=turn_id,
        channel="web",
        text=text,
        reply="I see.",
        status="done",
        route={},
        taint=[],
        usage={},
        model="",
        trace_id="t",
        started_at=started_at,
        finished_at=started_at,
        messages=[{"parts": [{"part_kind": "user-prompt", "content": text}]}],
    )


async def fact(
    house: Repositories, *, key: str, statement: str, turn_id: str | None = None, source: str = "extraction"
) -> Fact:
    """Something known of ana."""
    return await house.facts.add(
        "ana",
        key=key,
        statement=statement,
        confidence=1,
        source=source,
        turn_id=turn_id,
        taint=[],
        confirmed=True,
        at=NOON,
    )


async def filled(house: Repositories) -> None:
    """The secret in every table, with the message that it came by answered."""
    await fill(house)
    await house.inbox.assign("ana", ["i1"], "t1")
    await house.inbox.finish("ana", "t1")


async def rows(database: Database, table: str, user: str = "ana") -> list[dict[str, Any]]:
    return await walking.rows(database, table, user)


async def holding(database: Database, word: str) -> list[str]:
    return await walking.holding(database, word, "ana")


async def look(database: Database, house: Repositories, words: str = "", **wish: Any) -> Forgetting:
    topic = topic_of(words) if words else None
    return await Look(house, Holdings(database), "ana", Wish(topic=topic, **wish)).find()


async def forget(database: Database, house: Repositories, plan: Forgetting) -> dict[str, int]:
    async with database.transaction():
        return dict(await Eraser(database, house, "ana").erase(plan, later(hours=9)))


async def test_every_table_of_a_person_is_on_the_list(database: Database) -> None:
    assert sorted(await tables(database)) == sorted(BY_TABLE)


async def test_the_list_names_columns_that_there_are(database: Database, house: Repositories) -> None:
    await filled(house)
    for row in HOLDINGS:
        [first, *_] = await rows(database, row.table)
        named = {*row.key, *row.texts, *row.blank, *filter(None, (row.at, row.turn))}
        assert named <= set(first), row.table
        assert bool(row.why) == (row.fate == "stays"), row.table


async def test_no_row_of_any_table_holds_the_word_afterwards(database: Database, house: Repositories) -> None:
    await filled(house)
    await house.ledger.finish("ana", 1, status="done", result=SECRET, undo={"text": SECRET}, at=NOON)
    assert len(await holding(database, SECRET)) > 20
    await forget(database, house, await look(database, house, SECRET))
    assert set(await holding(database, SECRET)) <= STAYS


async def test_a_plan_holds_no_word_and_can_be_stored(database: Database, house: Repositories) -> None:
    await filled(house)
    plan = await look(database, house, SECRET)
    stored = json.dumps(plan.pinned())
    assert SECRET not in stored
    again = unpinned(json.loads(stored))
    assert again.fingerprint() == plan.fingerprint()
    await forget(database, house, again)
    assert set(await holding(database, SECRET)) <= STAYS


async def test_rows_of_others_and_unrelated_rows_stand_as_they_were(database: Database, house: Repositories) -> None:
    await filled(house)
    await note(house, "ben", title=SECRET)
    kept = await note(house, title="Groceries")
    bread = await task(house, title="bread")
    before = [await rows(database, table, "ben") for table in await tables(database)]
    await forget(database, house, await look(database, house, SECRET))
    assert [await rows(database, table, "ben") for table in await tables(database)] == before
    assert await house.notes.get("ana", kept.id) == kept
    assert await house.tasks.get("ana", bread.id) == bread
    assert [hit.kind for hit in await database.search_words("ana", "groceries", kinds=[], limit=5)] == ["note"]
    assert await database.search_words("ana", SECRET, kinds=[], limit=5) == []
    assert await database.search_vectors("ana", [1.0, 0.0], model="m", kinds=[], limit=5) == []
    assert len(await database.search_words("ben", SECRET, kinds=[], limit=5)) == 1


async def test_what_was_drawn_from_a_turn_goes_with_it_whatever_its_words(
    database: Database, house: Repositories
) -> None:
    await turn(house, turn_id="t1", text="Kofi and I broke up")
    await turn(house, turn_id="t2", text="the bus is late")
    single = await fact(house, key="marital status", statement="I am single", turn_id="t1")
    late = await fact(house, key="bus", statement="my bus is late", turn_id="t2")
    besides = await fact(house, key="work", statement="I work at the port", turn_id="t1", source="said")
    dogs = await fact(house, key="dogs", statement="he hates dogs", turn_id="t1", source="said")
    summary = await house.notes.add(
        "ana", title="Summary: a hard day", content="", tags=[], source="session", turn_id=None, taint=[], at=NOON
    )
    await house.sessions.add(
        "ana",
        first_turn=1,
        last_turn=2,
        turns=2,
        topic="a hard day",
        note_id=summary.id,
        started_at=NOON,
        ended_at=NOON,
    )
    sections = {"life": [{"text": "They are single again.", "turns": ["t1"]}, {"text": "Buses.", "turns": ["t2"]}]}
    await house.summaries.put("ana", sections, 2, [], NOON)
    await house.contexts.put("ana", "profile", "# Life\nNewly single.\nTakes the bus.", NOON)
    await house.contexts.put("ana", "profile_sources", '{"Newly single.": ["t1"], "Takes the bus.": ["t2"]}', NOON)
    counts = await forget(database, house, await look(database, house, "Kofi"))
    assert (counts["fact"], counts["exchange"], counts["note"]) == (2, 1, 1)
    assert await house.facts.get("ana", single.id) is None
    assert await house.facts.get("ana", dogs.id) is None
    assert await house.facts.get("ana", late.id) == late
    assert await house.facts.get("ana", besides.id) == besides
    assert await house.notes.get("ana", summary.id) is None
    [session] = await house.sessions.everything("ana")
    assert (session.topic, session.note_id) == (FORGOTTEN, None)
    left = await house.summaries.get("ana")
    assert left is not None
    assert left.sections == {"life": [{"text": "Buses.", "turns": ["t2"]}]}
    profile, sources = await house.contexts.get("ana", "profile"), await house.contexts.get("ana", "profile_sources")
    assert profile is not None
    assert profile.content == "# Life\nTakes the bus."
    assert sources is not None
    assert json.loads(sources.content) == {"Takes the bus.": ["t2"]}


async def test_lines_that_only_mention_it_go_and_nothing_else_of_them(database: Database, house: Repositories) -> None:
    sections = {"people": [{"text": "Kofi is the cousin.", "turns": ["t9"]}, {"text": "Ama sings.", "turns": ["t9"]}]}
    await house.summaries.put("ana", sections, 2, ["forwarded from Kofi", "mail"], NOON)
    await house.contexts.put("ana", "profile", "Cousin of Kofi's.\nSings.", NOON)
    await forget(database, house, await look(database, house, "Kofi"))
    left, profile = await house.summaries.get("ana"), await house.contexts.get("ana", "profile")
    assert left is not None
    assert (left.sections, left.taint) == ({"people": [{"text": "Ama sings.", "turns": ["t9"]}]}, ["mail"])
    assert profile is not None
    assert profile.content == "Sings."


async def test_learned_after_the_plan_and_before_the_yes_goes_too(database: Database, house: Repositories) -> None:
    await turn(house, turn_id="t1", text="Kofi and I broke up")
    plan = await look(database, house, "Kofi")
    learned = await fact(house, key="marital status", statement="I am single", turn_id="t1")
    kept = await note(house, title="Kofi, written after the question")
    await forget(database, house, plan)
    assert await house.facts.get("ana", learned.id) is None
    assert await house.notes.get("ana", kept.id) == kept


async def test_a_fact_by_number_goes_with_its_history_and_where_it_was_said(
    database: Database, house: Repositories
) -> None:
    await turn(house, turn_id="t1", text="I live in Tema")
    await turn(house, turn_id="t2", text="moved again")
    await fact(house, key="home", statement="I live in Tema", turn_id="t1")
    now = await fact(house, key="home", statement="I live in Accra", turn_id="t2")
    await forget(database, house, await look(database, house, facts=(now.id,)))
    assert await house.facts.history("ana", "home") == []
    assert await house.turns.count("ana") == 0
    assert await holding(database, "tema") == []


async def test_an_older_value_alone_goes_without_the_one_that_holds(database: Database, house: Repositories) -> None:
    await fact(house, key="partner", statement="my partner is Kofi")
    now = await fact(house, key="partner", statement="my partner is Ama")
    await forget(database, house, await look(database, house, "Kofi"))
    assert [row.statement for row in await house.facts.current("ana")] == [now.statement]


async def test_a_time_takes_what_was_said_and_kept_in_it(database: Database, house: Repositories) -> None:
    await turn(house, turn_id="old", text="long ago", started_at=later(days=-9))
    await turn(house, turn_id="new", text="just now", started_at=NOON)
    await house.notes.add(
        "ana", title="old", content="", tags=[], source="u", turn_id=None, taint=[], at=later(days=-9)
    )
    plan = await look(database, house, stretch=Stretch(until=later(days=-1)))
    assert dict(plan.counts()) == {"note": 1, "exchange": 1}
    await forget(database, house, plan)
    assert [row.id for row in await house.turns.recent("ana", 9)] == ["new"]


async def test_a_topic_within_a_time_takes_only_what_is_both(database: Database, house: Repositories) -> None:
    for number, days in enumerate((-9, -1)):
        await turn(house, turn_id=f"t{number}", text="Kofi", started_at=later(days=days))
    await turn(house, turn_id="t2", text="tea", started_at=later(days=-9))
    await forget(database, house, await look(database, house, "Kofi", stretch=Stretch(until=later(days=-5))))
    assert [row.id for row in await house.turns.recent("ana", 9)] == ["t1", "t2"]


async def test_everything_leaves_the_account_and_what_was_paid(database: Database, house: Repositories) -> None:
    await filled(house)
    plan = await look(database, house, all=True)
    await forget(database, house, plan)
    left = {row.table for row in HOLDINGS if await rows(database, row.table)}
    gone = {row.table for row in HOLDINGS if row.fate in ("item", "talk", "follows", "login")}
    assert left.isdisjoint(gone)
    assert {"usage", "identities", "marks", "health_senders"} <= left
    assert left.isdisjoint({row.table for row in HOLDINGS if row.fate == "measured"})
    assert set(await holding(database, SECRET)) <= STAYS
    assert await house.users.get("ana") is not None


@pytest.mark.parametrize(
    "wish", [{"words": SECRET}, {"stretch": Stretch(since=NOON)}, {"stretch": Stretch(since=NOON), "all": True}]
)
async def test_a_saved_login_goes_with_everything_and_not_for_a_word_or_a_day(
    database: Database, house: Repositories, wish: dict[str, Any]
) -> None:
    await filled(house)
    await forget(database, house, await look(database, house, **wish))
    assert len(await house.vault_secrets.names("ana")) == 1
    plan = await look(database, house, all=True)
    assert dict(plan.counts())["saved login"] == 1
    assert plan.names["vault_secrets"] == [f"#1 {SECRET}"]
    await forget(database, house, plan)
    assert await house.vault_secrets.names("ana") == []


def _card(action: str, sentence: str) -> Json:
    """A card that was decided, and one that waits."""
    fields = (Field("", sentence, len(sentence)),)
    return Card(action, "Forget", fields, ended="confirm" if action == "p9" else "").as_dict()


async def test_the_turn_that_asked_is_cleared_and_its_message_stands_without_words(
    database: Database, house: Repositories
) -> None:
    await turn(house, turn_id="asked", text="forget everything about Kofi")
    await note(house, title="Kofi")
    await house.outbox.put(
        "ana",
        channel="web",
        address="",
        key="reply:asked",
        body={"text": "Kofi?", "buttons": [], "cards": [_card("p9", "forget Kofi"), _card("p8", "forget Ama")]},
        turn_id="asked",
        at=NOON,
    )
    plan = await look(database, house, "Kofi")
    plan.rows["turns"] = {}
    plan.asked = "asked"
    action = dataclasses.replace(
        PENDING, id="p9", turn_id="asked", tool="forget", summary="forget Kofi", status="executing"
    )
    other = dataclasses.replace(PENDING, number=2, id="p8", turn_id="asked", tool="forget", summary="forget Ama")
    for held in (action, other):
        await house.pending.add(held)
    await forget(database, house, plan)
    assert await holding(database, "kofi") == []
    assert await house.turns.get("ana", "asked") is None
    card = await house.outbox.get_by_key("ana", "reply:asked")
    assert card is not None
    words_gone = Card("p9", "Forget", ended="confirm").as_dict()
    assert card.body["text"] == FORGOTTEN
    assert card.body["cards"] == [words_gone, _card("p8", "forget Ama")]
    done, waits = await house.pending.get("ana", "p9"), await house.pending.get("ana", "p8")
    assert done is not None
    assert done.summary == "forget for good: 1 note"
    assert waits == other


async def test_what_is_under_way_is_left_to_whoever_is_at_it(database: Database, house: Repositories) -> None:
    await house.inbox.receive(
        "ana", id="i1", channel="web", external_id="1", address="", text="tell Kofi hello", attachments=[], at=NOON
    )
    assert not await look(database, house, "Kofi")


async def test_each_forgetting_is_counted(database: Database, house: Repositories) -> None:
    assert await times_forgotten(house, "ana") == 0
    for word in ("one", "two"):
        await note(house, title=word)
        await forget(database, house, await look(database, house, word))
    assert await times_forgotten(house, "ana") == 2


@pytest.mark.parametrize("words", ["% _ '", "the", "", "…", "' OR 1=1 --"])
async def test_words_that_say_nothing_find_nothing_by_accident(
    database: Database, house: Repositories, words: str
) -> None:
    await note(house, title="100 % _ 'quoted'")
    topic = topic_of(words)
    if topic is not None:
        assert not await look(database, house, words)

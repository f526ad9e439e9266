"""What is known about a person, on both engines."""

from app.memory.ports import Database
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later
from tests.memory.rows_of_ana import hits_for, learn


async def test_a_correction_supersedes_and_nothing_is_overwritten(house: Repositories) -> None:
    old = await learn(house, "home", "Ana lives in Porto")
    new = await learn(house, "home", "Ana lives in Lisbon", hours=1)
    assert await house.facts.current("ana") == [new]
    past, present = await house.facts.history("ana", "home")
    assert (past.statement, past.superseded_by, past.ended_at) == (old.statement, new.id, later(hours=1))
    assert present == new
    assert await house.facts.find("ana", "porto") == []
    assert await house.facts.find("ana", "LISBON") == [new]


async def test_the_same_statement_again_is_the_fact_there_is(house: Repositories) -> None:
    one = await learn(house, "home", "Ana lives in Porto")
    assert await learn(house, "home", "Ana lives in Porto", hours=1) == one
    assert len(await house.facts.history("ana", "home")) == 1


async def test_an_unconfirmed_fact_stands_apart_until_it_is_confirmed(house: Repositories, database: Database) -> None:
    known = await learn(house, "home", "Ana lives in Porto")
    doubtful = await learn(house, "home", "Ana lives in Lisbon", confirmed=False, hours=1)
    assert await house.facts.current("ana") == [known]
    assert await house.facts.current("ana", include_unconfirmed=True) == [known, doubtful]
    assert await hits_for(database, "lisbon") == []
    confirmed = await house.facts.confirm("ana", doubtful.id)
    assert confirmed is not None
    assert confirmed.confirmed
    assert await house.facts.current("ana") == [confirmed]
    assert await hits_for(database, "lisbon porto") == [str(doubtful.id)]
    assert await house.facts.confirm("ana", known.id) is None
    assert await house.facts.confirm("ana", 999) is None


async def test_saying_a_doubtful_fact_oneself_confirms_it(house: Repositories) -> None:
    doubtful = await learn(house, "home", "Ana lives in Lisbon", confirmed=False)
    said = await learn(house, "home", "Ana lives in Lisbon", hours=1)
    assert (said.id, said.confirmed) == (doubtful.id, True)
    assert await house.facts.current("ana") == [said]


async def test_forgetting_leaves_nothing_of_a_key(house: Repositories, database: Database) -> None:
    old = await learn(house, "home", "Ana lives in Porto")
    new = await learn(house, "home", "Ana lives in Lisbon", hours=1)
    kept = await learn(house, "pet", "Ana has a cat")
    await house.embeddings.put("ana", "fact", str(new.id), model="m", dimensions=2, vector=[1.0, 0.0])
    assert await house.facts.forget("ana", new.id)
    assert not await house.facts.forget("ana", old.id)
    assert await house.facts.history("ana", "home") == []
    assert await house.facts.current("ana") == [kept]
    assert await hits_for(database, "lives lisbon porto") == []
    assert await house.embeddings.count("m") == 0
    assert await house.facts.get("ana", new.id) is None


async def test_a_fact_keeps_its_kind_and_the_words_it_was_drawn_from(house: Repositories) -> None:
    plain = await learn(house, "pet", "Ana has a cat")
    assert (plain.kind, plain.quote) == ("other", "")
    fact = await house.facts.add(
        "ana",
        key="diet",
        statement="Ana is vegetarian",
        confidence=0.8,
        source="trigger",
        turn_id="t1",
        taint=[],
        confirmed=True,
        at=NOON,
        kind="preference",
        quote="I don't eat meat",
    )
    assert await house.facts.get("ana", fact.id) == fact
    assert (fact.kind, fact.quote) == ("preference", "I don't eat meat")


async def test_doubtful_facts_wait_for_the_persons_word(house: Repositories) -> None:
    await learn(house, "pet", "Ana has a cat")
    home = await learn(house, "home", "Ana lives in Lisbon", confirmed=False)
    work = await learn(house, "work", "Ana is a baker", confirmed=False)
    assert await house.facts.waiting("ana") == [home, work]
    await house.facts.confirm("ana", home.id)
    assert await house.facts.waiting("ana") == [work]
    assert await house.facts.waiting("ben") == []


async def test_a_rejected_fact_never_held_and_nobody_is_asked_twice(house: Repositories, database: Database) -> None:
    known = await learn(house, "home", "Ana lives in Porto")
    doubtful = await learn(house, "home", "Ana lives in Lisbon", confirmed=False)
    assert not await house.facts.reject("ana", known.id, later(hours=1))
    assert await house.facts.reject("ana", doubtful.id, later(hours=1))
    assert not await house.facts.reject("ana", doubtful.id, later(hours=2))
    assert await house.facts.confirm("ana", doubtful.id) is None
    again = await learn(house, "home", "Ana lives in Lisbon", confirmed=False, hours=3)
    assert (again.id, again.ended_at) == (doubtful.id, later(hours=1))
    assert await house.facts.waiting("ana") == []
    assert await house.facts.current("ana", include_unconfirmed=True) == [known]
    assert await hits_for(database, "lisbon") == []


async def test_what_was_rejected_holds_when_the_person_says_it(house: Repositories) -> None:
    doubtful = await learn(house, "home", "Ana lives in Lisbon", confirmed=False)
    await house.facts.reject("ana", doubtful.id, later(hours=1))
    said = await learn(house, "home", "Ana lives in Lisbon", hours=2)
    assert said.id != doubtful.id
    assert await house.facts.current("ana") == [said]


async def test_erasing_a_correction_does_not_bring_back_what_it_corrected(
    house: Repositories, database: Database
) -> None:
    old = await learn(house, "home", "Ana lives in Porto")
    new = await learn(house, "home", "Ana lives in Lisbon", hours=1)
    assert await house.facts.erase("ana", [new.id]) == 1
    [left] = await house.facts.everything("ana")
    assert (left.id, left.superseded_by, left.ended_at) == (old.id, None, later(hours=1))
    assert await house.facts.current("ana") == await house.facts.find("ana", "porto") == []
    assert await hits_for(database, "porto lisbon") == []
    back = await learn(house, "home", "Ana lives in Porto", hours=2)
    assert await house.facts.current("ana") == [back]


async def test_erasing_an_old_value_leaves_what_holds(house: Repositories) -> None:
    old = await learn(house, "home", "Ana lives in Porto")
    new = await learn(house, "home", "Ana lives in Lisbon", hours=1)
    assert await house.facts.erase("ana", [old.id]) == 1
    assert await house.facts.everything("ana") == [new]


async def test_a_long_memory_is_read_page_by_page(house: Repositories) -> None:
    for number in range(5):
        await learn(house, f"thing {number}", f"Ana has thing {number}")
    await learn(house, "doubt", "Ana may have a doubt", confirmed=False)
    assert await house.facts.count("ana") == 5
    first, second = await house.facts.page("ana", 3, 0), await house.facts.page("ana", 3, 3)
    assert [fact.key for fact in (*first, *second)] == [f"thing {number}" for number in (4, 3, 2, 1, 0)]


async def test_what_was_so_before_is_found_for_many_keys_at_once(house: Repositories) -> None:
    for hours, place in enumerate(("Porto", "Lisbon", "Faro")):
        await learn(house, "home", f"Ana lives in {place}", hours=hours)
    await learn(house, "pet", "Ana has a cat")
    assert [fact.statement[-5:] for fact in await house.facts.past("ana", ["home", "pet"])] == ["isbon", "Porto"]
    assert await house.facts.past("ana", []) == []

"""The assistants behind the assistant and what they said, on both engines."""

from app.memory.records import Worker
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later


async def _worker(house: Repositories, name: str = "Scout") -> Worker:
    return await house.workers.add("ana", name=name, purpose="flights", turn_id="t1", taint=[], at=NOON)


async def test_a_name_is_there_once(house: Repositories) -> None:
    scout = await _worker(house)
    assert await _worker(house, "SCOUT") == scout
    assert await house.workers.named("ana", "scout") == scout
    assert await house.workers.named("ben", "scout") is None
    assert await house.workers.list("ana") == [scout]


async def test_one_waits_for_an_answer_until_it_has_one(house: Repositories) -> None:
    scout = await _worker(house)
    question = {"question": "Which day?"}
    stands = {"running_summary": "looked", "taint": ["web"], "at": later(hours=1)}
    assert await house.workers.update("ana", scout.id, status="waiting", question=question, **stands)
    [waiting] = await house.workers.waiting("ana")
    assert (waiting.question, waiting.running_summary, waiting.taint) == (question, "looked", ["web"])
    await house.workers.update("ana", scout.id, status="idle", question={}, **stands)
    assert await house.workers.waiting("ana") == []


async def test_a_run_is_written_once_and_the_conversation_keeps_its_order(house: Repositories) -> None:
    scout, other = await _worker(house), await _worker(house, "Other")
    said = [{"n": number} for number in range(120)]
    assert await house.worker_messages.add_many("ana", scout.id, "r1", said, NOON) == 120
    assert await house.worker_messages.add_many("ana", scout.id, "r1", said, NOON) == 0
    await house.worker_messages.add_many("ana", other.id, "r1", [{"n": -1}], NOON)
    await house.worker_messages.add_many("ana", scout.id, "r2", [{"n": 120}], later(hours=1))
    assert await house.worker_messages.recent("ana", scout.id, 3) == [{"n": 118}, {"n": 119}, {"n": 120}]
    assert await house.worker_messages.runs("ana", scout.id) == 2


async def test_who_is_let_go_takes_the_conversation_along(house: Repositories) -> None:
    scout = await _worker(house)
    await house.worker_messages.add_many("ana", scout.id, "r1", [{"n": 1}], NOON)
    assert not await house.workers.delete("ben", scout.id)
    assert await house.workers.delete("ana", scout.id)
    assert await house.worker_messages.recent("ana", scout.id, 9) == []

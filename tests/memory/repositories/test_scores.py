"""What decisions say about turns, on both engines."""

from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later


async def test_a_score_waits_until_a_tracer_took_it(house: Repositories) -> None:
    first = await house.scores.add("ana", trace_id="t1", name="approved", value=1, note="", at=NOON)
    second = await house.scores.add("ben", trace_id="t2", name="approved", value=0.5, note="edited", at=NOON)
    assert (second.value, second.note, second.sent_at) == (0.5, "edited", None)
    assert await house.scores.unsent(1) == [first]
    assert await house.scores.sent([first.id], later(minutes=1)) == 1
    assert await house.scores.sent([first.id, second.id], later(minutes=2)) == 1
    assert await house.scores.sent([], later(minutes=2)) == 0
    assert await house.scores.unsent(9) == []

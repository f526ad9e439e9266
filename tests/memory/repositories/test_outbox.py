"""What is to be said, on both engines."""

from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later
from tests.memory.rows_of_ana import outgoing


async def test_the_same_key_is_one_message(house: Repositories) -> None:
    one = await outgoing(house, "reply:t1")
    assert (
        await house.outbox.put(
            "ana", channel="cli", address="", key="reply:t1", body={"text": "other"}, turn_id=None, at=later(hours=1)
        )
        == one
    )
    assert await house.outbox.get_by_key("ana", "reply:t1") == one
    assert await house.outbox.get_by_key("ana", "other") is None


async def test_a_reader_asks_for_what_is_after_what_it_saw(house: Repositories) -> None:
    assert await house.outbox.last_id("ana", ["web"]) == 0
    first, second, third = [await outgoing(house, key) for key in "abc"]
    await outgoing(house, "d", channel="telegram")
    assert await house.outbox.after("ana", ["web"], first.id, 10) == [second, third]
    assert await house.outbox.after("ana", ["web"], first.id, 1) == [second]
    assert await house.outbox.latest("ana", ["web"], 2) == [second, third]
    assert await house.outbox.last_id("ana", ["web", "cli"]) == third.id
    assert await house.outbox.after("ana", [], 0, 10) == await house.outbox.latest("ana", [], 10) == []
    assert await house.outbox.update_body("ana", second.id, {"text": "new"})
    assert (await house.outbox.after("ana", ["web"], first.id, 1))[0].body == {"text": "new"}


async def test_a_due_message_is_claimed_once_and_ends_one_way(house: Repositories) -> None:
    entries = [await outgoing(house, key, channel="telegram") for key in "abcd"]
    await outgoing(house, "e", channel="web")
    assert await house.outbox.claim(later(seconds=-1), ["telegram"], 10) == []
    assert await house.outbox.claim(NOON, [], 10) == []
    taken = await house.outbox.claim(later(minutes=1), ["telegram"], 3)
    assert [(one.id, one.status, one.attempts) for one in taken] == [(one.id, "sending", 1) for one in entries[:3]]
    assert [one.key for one in await house.outbox.claim(later(minutes=1), ["telegram"], 10)] == ["d"]
    a, b, c, d = entries
    await house.outbox.sent(a.id, later(minutes=2))
    await house.outbox.retry(b.id, later(minutes=5))
    await house.outbox.failed(c.id)
    assert [one.id for one in await house.outbox.stuck(later(minutes=2))] == [d.id]
    await house.outbox.mark_unknown(d.id)
    await house.outbox.mark_unknown(a.id)
    await house.outbox.retry(a.id, NOON)
    statuses = {one.key: one.status for one in await house.outbox.latest("ana", ["telegram"], 10)}
    assert statuses == {"a": "sent", "b": "pending", "c": "failed", "d": "unknown"}
    waiting = await house.outbox.next_attempt(["telegram"])
    assert waiting is not None
    assert (waiting.key, waiting.next_attempt_at) == ("b", later(minutes=5))
    assert await house.outbox.next_attempt([]) is None

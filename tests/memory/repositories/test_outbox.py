"""What is to be said, on both engines."""

from app.memory.repositories import Repositories
from app.memory.repositories.outbox import OutboxDraft
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
    assert await house.outbox.revise("ana", second.id, {"text": "new"}, at=NOON, again=False)
    assert (await house.outbox.after("ana", ["web"], first.id, 1))[0].body == {"text": "new"}


async def test_a_due_message_is_claimed_once_and_ends_one_way(house: Repositories) -> None:
    entries = [await outgoing(house, key, channel="telegram", address=key) for key in "abcd"]
    await outgoing(house, "e", channel="web")
    assert await house.outbox.claim(later(seconds=-1), ["telegram"], 10) == []
    assert await house.outbox.claim(NOON, [], 10) == []
    taken = await house.outbox.claim(later(minutes=1), ["telegram"], 3)
    assert [(one.id, one.status, one.attempts) for one in taken] == [(one.id, "sending", 1) for one in entries[:3]]
    assert [one.key for one in await house.outbox.claim(later(minutes=1), ["telegram"], 10)] == ["d"]
    a, b, c, d = entries
    assert await house.outbox.sent(a.id, later(minutes=2), revision=0)
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


async def test_a_chat_is_told_in_order_whatever_waits(house: Repositories) -> None:
    first, second = [await outgoing(house, key, channel="telegram") for key in ("first", "second")]
    other = await outgoing(house, "other", channel="telegram", address="elsewhere")
    assert await keys_claimed(house, minutes=1) == ["first", "other"]
    assert await keys_claimed(house, minutes=1) == []
    assert await house.outbox.next_attempt(["telegram"]) is None
    await house.outbox.retry(first.id, later(minutes=9))
    assert await keys_claimed(house, minutes=5) == []
    waiting = await house.outbox.next_attempt(["telegram"])
    assert waiting is not None
    assert (waiting.id, waiting.next_attempt_at) == (first.id, later(minutes=9))
    assert await keys_claimed(house, minutes=9) == ["first"]
    await house.outbox.failed(first.id)
    assert await keys_claimed(house, minutes=9) == ["second"]
    await house.outbox.mark_unknown(second.id)
    await house.outbox.mark_unknown(other.id)
    await outgoing(house, "third", channel="telegram")
    assert await keys_claimed(house, minutes=9) == ["third"]


async def test_the_chats_of_two_channels_are_told_apart(house: Repositories) -> None:
    for channel in ("telegram", "mail"):
        await outgoing(house, channel, channel=channel)
    taken = await house.outbox.claim(later(minutes=1), ["telegram", "mail"], 10)
    assert [one.key for one in taken] == ["telegram", "mail"]


async def test_a_change_while_it_is_sent_is_delivered_too(house: Repositories) -> None:
    entry = await outgoing(house, "a", channel="telegram")
    [taken] = await house.outbox.claim(later(minutes=1), ["telegram"], 10)
    assert await house.outbox.revise("ana", entry.id, {"text": "new"}, at=later(minutes=1), again=True)
    assert not await house.outbox.sent(entry.id, later(minutes=2), revision=taken.revision)
    [again] = await house.outbox.claim(later(minutes=2), ["telegram"], 10)
    assert (again.body, again.revision, again.attempts) == ({"text": "new"}, 1, 1)
    assert await house.outbox.sent(entry.id, later(minutes=3), revision=again.revision)
    assert not await house.outbox.sent(99, later(minutes=3), revision=0)


async def test_a_change_of_what_was_sent_is_delivered_where_that_is_asked(house: Repositories) -> None:
    entry = await outgoing(house, "a", channel="telegram")
    assert await keys_claimed(house, minutes=1) == ["a"]
    await house.outbox.sent(entry.id, later(minutes=1), revision=0)
    assert await house.outbox.revise("ana", entry.id, {"text": "quietly"}, at=later(minutes=2), again=False)
    assert await keys_claimed(house, minutes=9) == []
    assert await house.outbox.revise("ana", entry.id, {"text": "aloud"}, at=later(minutes=2), again=True)
    assert await keys_claimed(house, minutes=1) == []
    [again] = await house.outbox.claim(later(minutes=2), ["telegram"], 10)
    assert (again.body, again.revision, again.attempts) == ({"text": "aloud"}, 2, 1)
    assert not await house.outbox.revise("ana", 99, {}, at=NOON, again=True)


async def test_what_is_out_keeps_the_chat_though_an_earlier_one_changed(house: Repositories) -> None:
    first = await outgoing(house, "first", channel="telegram")
    second = await outgoing(house, "second", channel="telegram")
    assert await keys_claimed(house, minutes=1) == ["first"]
    await house.outbox.sent(first.id, later(minutes=1), revision=0)
    assert await keys_claimed(house, minutes=1) == ["second"]
    await house.outbox.revise("ana", first.id, {"text": "new"}, at=later(minutes=1), again=True)
    assert await keys_claimed(house, minutes=5) == []
    assert await house.outbox.next_attempt(["telegram"]) is None
    await house.outbox.sent(second.id, later(minutes=5), revision=0)
    assert await keys_claimed(house, minutes=5) == ["first"]


async def test_what_cannot_be_delivered_is_not_revived_by_a_change(house: Repositories) -> None:
    entry = await outgoing(house, "a", channel="telegram")
    await house.outbox.failed(entry.id)
    assert await house.outbox.revise("ana", entry.id, {"text": "new"}, at=NOON, again=True)
    assert await keys_claimed(house, minutes=9) == []


async def keys_claimed(house: Repositories, minutes: float) -> list[str]:
    """What may go out after so many minutes."""
    return [one.key for one in await house.outbox.claim(later(minutes=minutes), ["telegram"], 10)]


async def test_many_are_put_at_once_each_key_once_and_each_users_in_their_order(house: Repositories) -> None:
    one = await outgoing(house, "reply:t1")
    drafts = [
        OutboxDraft(user, "web", "", f"reminder:{number}", {"text": str(number)}, status="sent")
        for number in range(120)
        for user in ("ben", "ana")
    ]
    await house.outbox.put_many([OutboxDraft("ana", "web", "", "reply:t1", {"text": "other"}), *drafts], NOON)
    await house.outbox.put_many(drafts, later(hours=1))
    for user, before in (("ana", [one.body["text"]]), ("ben", [])):
        found = await house.outbox.after(user, ["web"], 0, 500)
        assert [entry.body["text"] for entry in found] == [*before, *map(str, range(120))]
        assert {entry.created_at for entry in found[-120:]} == {NOON}
    await house.outbox.put_many([], NOON)


async def test_what_was_said_of_a_turn_is_found_on_every_channel(house: Repositories) -> None:
    for key, channel in (("event:1@telegram/7", "telegram"), ("event:1", "local")):
        await house.outbox.put("ana", channel=channel, address="", key=key, body={}, turn_id="t1", at=NOON)
    await house.outbox.put("ana", channel="local", address="", key="reminder:1", body={}, turn_id=None, at=NOON)
    assert [entry.channel for entry in await house.outbox.of_turn("ana", "t1")] == ["telegram", "local"]
    assert await house.outbox.of_turn("ben", "t1") == []

"""Inbox, turns, outbox, ledger, audit, usage and held actions: the books of a conversation, on both engines."""

from dataclasses import replace
from typing import Any

import pytest

from app.memory.records import InboxEntry, LedgerEntry, OutboxEntry, PendingAction, TurnRecord
from app.memory.repositories import Repositories
from app.memory.repositories.audit import AuditDraft
from app.messages import Attachment
from tests.contract.conftest import NOON, later

PENDING = PendingAction(
    id="p1",
    user_id="ana",
    turn_id="t1",
    trace_id="trace",
    channel="web",
    tool="send_mail",
    arguments={"to": "a@example.org", "count": 1.0, "nested": {"b": 1, "a": [None, True]}},
    digest="d",
    summary="Send it",
    taint=["mail"],
    status="pending",
    result="",
    created_at=NOON,
    expires_at=later(minutes=10),
    decided_at=None,
)


async def receive(house: Repositories, number: int, *files: Attachment) -> tuple[InboxEntry, bool]:
    return await house.inbox.receive(
        "ana",
        id=f"i{number}",
        channel="telegram",
        external_id=str(number),
        address="chat",
        text=f"message {number}",
        attachments=files,
        at=later(seconds=number),
    )


async def turn(house: Repositories, number: int, messages: list[dict[str, Any]] | None = None) -> TurnRecord:
    return await house.turns.add(
        "ana",
        id=f"t{number}",
        channel="telegram",
        text=f"question {number}",
        reply=f"answer {number}",
        status="done",
        route={"domain": "notes", "score": 0.5},
        taint=["mail"],
        usage={"requests": 1},
        model="m",
        trace_id="trace",
        started_at=NOON,
        finished_at=later(seconds=number),
        messages=messages or [],
    )


async def put(house: Repositories, key: str, channel: str = "web", user: str = "ana") -> OutboxEntry:
    return await house.outbox.put(
        user, channel=channel, address="a", key=key, body={"text": key}, turn_id="t1", at=NOON
    )


async def call(house: Repositories, key: str, turn_id: str = "t1") -> LedgerEntry:
    entry = await house.ledger.start(
        "ana", turn_id=turn_id, call_key=key, tool="add_note", arguments={"title": key}, at=NOON
    )
    assert entry is not None
    return entry


async def test_a_message_delivered_twice_is_stored_once(house: Repositories) -> None:
    file = Attachment("a.bin", "application/octet-stream", bytes(range(256)))
    entry, new = await receive(house, 1, file)
    again, new_again = await receive(house, 1, file)
    assert (new, new_again) == (True, False)
    assert entry == again == await house.inbox.get("ana", "i1")
    assert [(one.name, one.data) for one in await house.inbox.attachments("ana", ["i1"])] == [("a.bin", file.data)]
    assert await house.inbox.attachments("ana", []) == []


async def test_a_turn_takes_what_waits_and_finishes_it(house: Repositories) -> None:
    for number in (2, 1, 3):
        await receive(house, number)
    assert [one.id for one in await house.inbox.waiting("ana")] == ["i1", "i2", "i3"]
    assert await house.inbox.assign("ana", ["i1", "i2"], "t1") == 2
    assert await house.inbox.assign("ana", [], "t1") == 0
    assert [one.id for one in await house.inbox.waiting("ana")] == ["i3"]
    assert [(one.id, one.status) for one in await house.inbox.of_turn("ana", "t1")] == [
        ("i1", "running"),
        ("i2", "running"),
    ]
    assert await house.inbox.running_turns("ana") == ["t1"]
    assert await house.inbox.finish("ana", "t1") == 2
    assert await house.inbox.finish("ana", "t1") == 0
    assert await house.inbox.assign("ana", ["i1"], "t2") == 0
    assert await house.inbox.running_turns("ana") == []
    assert await house.inbox.users_with_open() == ["ana"]
    await house.inbox.assign("ana", ["i3"], "t2")
    await house.inbox.finish("ana", "t2")
    assert await house.inbox.users_with_open() == []


async def test_a_turn_comes_back_with_its_messages_in_order(house: Repositories) -> None:
    messages: list[dict[str, Any]] = [{"kind": "request", "n": number, "text": "ü\x00🦊"} for number in range(450)]
    first = await turn(house, 1, messages)
    second = await turn(house, 2)
    assert second.number > first.number
    assert first == await house.turns.get("ana", "t1")
    assert first.route == {"domain": "notes", "score": 0.5}
    assert await house.turns.messages("ana", ["t1", "t2"]) == {"t1": messages, "t2": []}
    assert await house.turns.messages("ana", []) == {}


async def test_turns_are_read_backwards_and_shown_forwards(house: Repositories) -> None:
    stored = [await turn(house, number) for number in range(1, 6)]
    assert [one.id for one in await house.turns.recent("ana", 2)] == ["t4", "t5"]
    assert [one.id for one in await house.turns.before("ana", stored[3].number, 2)] == ["t2", "t3"]
    assert await house.turns.count("ana") == 5
    assert await house.turns.get("ana", "none") is None


async def test_the_same_key_is_one_message(house: Repositories) -> None:
    one = await put(house, "reply:t1")
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
    first, second, third = [await put(house, key) for key in "abc"]
    await put(house, "d", channel="telegram")
    assert await house.outbox.after("ana", ["web"], first.id, 10) == [second, third]
    assert await house.outbox.after("ana", ["web"], first.id, 1) == [second]
    assert await house.outbox.latest("ana", ["web"], 2) == [second, third]
    assert await house.outbox.last_id("ana", ["web", "cli"]) == third.id
    assert await house.outbox.after("ana", [], 0, 10) == await house.outbox.latest("ana", [], 10) == []
    assert await house.outbox.update_body("ana", second.id, {"text": "new"})
    assert (await house.outbox.after("ana", ["web"], first.id, 1))[0].body == {"text": "new"}


async def test_a_due_message_is_claimed_once_and_ends_one_way(house: Repositories) -> None:
    entries = [await put(house, key, channel="telegram") for key in "abcd"]
    await put(house, "e", channel="web")
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


async def test_a_call_is_begun_once_and_undone_once(house: Repositories) -> None:
    entry = await call(house, "k1")
    assert await house.ledger.start("ana", turn_id="t1", call_key="k1", tool="x", arguments={}, at=NOON) is None
    assert await house.ledger.get_call("ana", "t1", "k1") == entry == await house.ledger.get("ana", entry.id)
    assert await house.ledger.last_undoable("ana") is None
    done = await house.ledger.finish(
        "ana", entry.id, status="done", result="ok", undo={"tool": "delete_note", "id": 1}, at=later(seconds=1)
    )
    assert done is not None
    assert (done.status, done.undo, done.finished_at) == ("done", {"tool": "delete_note", "id": 1}, later(seconds=1))
    other = await call(house, "k2")
    await house.ledger.finish("ana", other.id, status="done", result="ok", undo=None, at=NOON)
    assert await house.ledger.last_undoable("ana") == done
    assert await house.ledger.mark_undone("ana", entry.id, NOON)
    assert not await house.ledger.mark_undone("ana", entry.id, NOON)
    assert not await house.ledger.mark_undone("ana", other.id, NOON)
    assert await house.ledger.last_undoable("ana") is None


async def test_what_a_crash_left_open_becomes_unknown(house: Repositories) -> None:
    one, two = await call(house, "k1"), await call(house, "k2")
    await call(house, "k1", turn_id="t2")
    await house.ledger.finish("ana", two.id, status="failed", result="no", undo=None, at=NOON)
    assert [entry.id for entry in await house.ledger.mark_unknown("ana", "t1")] == [one.id]
    assert [entry.status for entry in await house.ledger.of_turn("ana", "t1")] == ["unknown", "failed"]
    assert await house.ledger.mark_unknown("ana", "t1") == []


async def test_the_audit_log_keeps_order(house: Repositories) -> None:
    drafts = [AuditDraft(f"tool{number}", {"n": number}, "run", "ok") for number in range(205)]
    await house.audit.add_many("ana", "t1", drafts, NOON)
    await house.audit.add_many("ana", "t1", [], NOON)
    recent = await house.audit.recent("ana", 2)
    assert [(one.tool, one.arguments) for one in recent] == [("tool204", {"n": 204}), ("tool203", {"n": 203})]


async def test_usage_is_summed_since_a_moment(house: Repositories) -> None:
    for hour in (0, 2):
        await house.usage.add(
            "ana",
            turn_id=None,
            role="chat",
            model="m",
            requests=1,
            input_tokens=3_000_000_000,
            output_tokens=5,
            cost=0.25,
            at=later(hours=hour),
        )
    totals = await house.usage.totals("ana", NOON)
    assert (totals.requests, totals.input_tokens, totals.output_tokens, totals.cost) == (2, 6_000_000_000, 10, 0.5)
    assert (await house.usage.totals("ana", later(hours=1))).requests == 1
    empty = await house.usage.totals("ana", later(hours=3))
    assert (empty.requests, empty.cost) == (0, 0.0)


async def test_a_held_action_keeps_its_arguments_exactly(house: Repositories) -> None:
    stored = await house.pending.add(PENDING)
    assert stored == PENDING == await house.pending.get("ana", "p1")
    assert list(stored.arguments["nested"]) == ["b", "a"]
    assert isinstance(stored.arguments["count"], float)
    assert await house.pending.waiting("ana", NOON) == [PENDING]
    assert await house.pending.waiting("ana", later(minutes=10)) == []


@pytest.mark.parametrize("to_status", ["executing", "cancelled", "editing"])
async def test_a_held_action_is_decided_once(house: Repositories, to_status: str) -> None:
    await house.pending.add(PENDING)
    decided = await house.pending.decide("ana", "p1", from_status="pending", to_status=to_status, now=later(minutes=1))
    assert decided is not None
    assert (decided.status, decided.decided_at) == (to_status, later(minutes=1))
    assert await house.pending.decide("ana", "p1", from_status="pending", to_status="executing", now=NOON) is None


async def test_an_expired_action_is_never_executed(house: Repositories) -> None:
    await house.pending.add(PENDING)
    late = later(minutes=10)
    assert await house.pending.decide("ana", "p1", from_status="pending", to_status="executing", now=late) is None
    stored = await house.pending.get("ana", "p1")
    assert stored is not None
    assert stored.status == "expired"
    assert await house.pending.expire(late) == []


async def test_a_decided_action_ends_with_its_result(house: Repositories) -> None:
    await house.pending.add(PENDING)
    await house.pending.add(replace(PENDING, id="p2"))
    await house.pending.decide("ana", "p1", from_status="pending", to_status="executing", now=NOON)
    done = await house.pending.finish("ana", "p1", status="done", result="sent")
    assert done is not None
    assert (done.status, done.result) == ("done", "sent")
    assert [one.id for one in await house.pending.expire(later(hours=1))] == ["p2"]

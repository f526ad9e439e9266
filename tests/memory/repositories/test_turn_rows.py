"""The books of turns, on both engines: what was written of a forgotten turn goes."""

import dataclasses

from app.memory.ports import Database
from app.memory.repositories import Repositories
from app.memory.repositories.audit import AuditDraft
from app.messages import Attachment
from tests.memory.databases import NOON, later
from tests.memory.rows_of_ana import PENDING, PLAN, begun, outgoing, receive


async def test_the_books_forget_one_turn_and_keep_the_others(house: Repositories) -> None:
    for turn_id in ("t1", "t2"):
        await begun(house, "k", turn_id)
        await house.audit.add_many("ana", turn_id, [AuditDraft("t", {"of": turn_id}, "run", "ok")] * 2, NOON)
        await house.pending.add(dataclasses.replace(PENDING, id=f"p-{turn_id}", turn_id=turn_id))
        await house.plans.add(dataclasses.replace(PLAN, id=f"plan-{turn_id}", turn_id=turn_id))
    books = (house.ledger, house.audit, house.pending, house.plans)
    assert [await book.erase_turns("ben", ["t1"]) for book in books] == [0, 0, 0, 0]
    assert [await book.erase_turns("ana", ["t1", "t9"]) for book in books] == [1, 2, 1, 1]
    assert [await book.erase_turns("ana", []) for book in books] == [0, 0, 0, 0]
    assert [entry.turn_id for entry in await house.ledger.of_turn("ana", "t2")] == ["t2"]
    assert {entry.arguments["of"] for entry in await house.audit.recent("ana", 9)} == {"t2"}
    assert [action.id for action in await house.pending.waiting("ana", NOON)] == ["p-t2"]
    assert [plan.id for plan in await house.plans.recent("ana", 9)] == ["plan-t2"]


async def test_what_was_said_of_a_forgotten_turn_goes_with_its_deliveries(
    house: Repositories, database: Database
) -> None:
    entry = await outgoing(house, "reply:t1", channel="telegram")
    await house.deliveries.put("ana", entry.id, 0, "101")
    assert await house.outbox.erase_turns("ana", ["t1"]) == 1
    assert await house.outbox.get_by_key("ana", "reply:t1") is None
    assert await database.fetch("SELECT * FROM deliveries") == []
    assert not await house.outbox.sent(entry.id, later(hours=1), revision=0)


async def test_a_forgotten_message_leaves_no_word_and_is_still_not_answered_twice(
    house: Repositories, database: Database
) -> None:
    await receive(house, 1, Attachment("a.txt", "text/plain", b"secret"))
    await receive(house, 2, Attachment("b.txt", "text/plain", b"kept"))
    await house.inbox.assign("ana", ["i1"], "t1")
    await house.inbox.finish("ana", "t1")
    assert await house.inbox.erase_turns("ben", ["t1"]) == 0
    assert await house.inbox.erase_turns("ana", ["t1"]) == 1
    [cleared] = await house.inbox.of_turn("ana", "t1")
    assert (cleared.text, cleared.status) == ("", "done")
    assert [file.data for file in await house.inbox.attachments("ana", ["i1", "i2"])] == [b"kept"]
    again, is_new = await receive(house, 1)
    assert (again.text, is_new) == ("", False)
    assert "message 1" not in repr(await database.fetch("SELECT * FROM inbox"))

"""What the page's Activity reads of the books, on both engines: newest first, some at a time, what went wrong by itself."""

from app.memory.repositories import Repositories
from app.memory.repositories.audit import AuditDraft
from app.memory.repositories.usage import UsageDraft
from tests.memory.databases import NOON, later
from tests.memory.rows_of_ana import begun, turn


async def test_turns_are_found_by_time_by_id_and_by_trouble(house: Repositories) -> None:
    for number in range(1, 4):
        await turn(house, number)
    assert await house.turns.last_before("ana", later(seconds=1)) == 1
    assert await house.turns.last_before("ana", NOON) == 0
    assert await house.turns.known("ana", ["t2", "t9"]) == {"t2"}
    assert [one.id for one in await house.turns.many("ana", ["t3", "t9", "t1"])] == ["t1", "t3"]
    assert await house.turns.not_done_before("ana", 100, 9) == []


async def test_lines_are_read_newest_first_before_a_number(house: Repositories) -> None:
    for number, outcome in enumerate(("done", "failed", "done")):
        at = later(hours=number)
        await house.audit.add_many("ana", f"t{number}", [AuditDraft("t", {}, "run", outcome)], at)
    lines = await house.audit.lines_before("ana", 100, 2)
    assert [(line.turn_id, line.at) for line in lines] == [("t2", later(hours=2)), ("t1", later(hours=1))]
    assert [line.turn_id for line in await house.audit.lines_before("ana", lines[-1].id, 9)] == ["t0"]
    assert [line.turn_id for line in await house.audit.lines_before("ana", 100, 9, in_trouble=True)] == ["t1"]
    assert await house.audit.last_before("ana", later(hours=1)) == lines[-1].id - 1
    assert [entry.turn_id for entry in await house.audit.of_turns("ana", ["t2", "t0"])] == ["t0", "t2"]


async def test_calls_of_some_tools_are_read_newest_first(house: Repositories) -> None:
    for number in range(3):
        await begun(house, f"k{number}")
    found = await house.ledger.of_tools("ana", ["add_note", "send_mail"], 100, 2)
    assert [line.call_key for line in found] == ["k2", "k1"]
    assert [line.call_key for line in await house.ledger.of_tools("ana", ["add_note"], found[-1].id, 9)] == ["k0"]
    assert (
        await house.ledger.of_tools("ana", ["send_mail"], 100, 9)
        == await house.ledger.of_tools("ana", [], 100, 9)
        == []
    )


async def test_occurrences_are_read_newest_first_before_a_number(house: Repositories) -> None:
    for hour in range(3):
        await house.occurrences.record(
            "ana",
            owner_kind="reminder",
            owner_id="1",
            due_at=later(hours=hour),
            status="ran",
            reason="",
            at=later(hours=hour),
        )
    newest = await house.occurrences.before("ana", 100, 2)
    assert [one.due_at for one in newest] == [later(hours=2), later(hours=1)]
    assert await house.occurrences.last_before("ana", later(hours=2)) == newest[1].id


async def test_costs_are_summed_by_role_by_stretch_and_of_a_turn(house: Repositories) -> None:
    calls = [
        UsageDraft(role, "m", 10, 5, cost, later(hours=hour))
        for role, cost, hour in (("mini", 0.1, 0), ("primary", 0.5, 1), ("mini", 0.1, 3))
    ]
    await house.usage.add_many("ana", "t1", calls)
    assert [(one.role, one.requests) for one in await house.usage.by_role("ana", NOON)] == [("primary", 1), ("mini", 2)]
    spans = await house.usage.by_span("ana", [later(hours=hour) for hour in range(5)])
    assert [(one.place, one.requests) for one in spans] == [(0, 1), (1, 1), (2, 0), (3, 1)]
    assert await house.usage.by_span("ana", [NOON]) == []
    assert [one.role for one in await house.usage.of_turn("ana", "t1")] == ["mini", "primary", "mini"]

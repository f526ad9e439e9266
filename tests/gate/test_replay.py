"""What a run did before it was interrupted, as messages and as lines of the books."""

from pydantic_ai.messages import ModelResponse, ToolCallPart, ToolReturnPart

from app.gate.ledger import RENAMED, UNKNOWN_RESULT, call_key, current_name, digest
from app.gate.replay import Before, done_before
from app.tools.catalogue import TOOLSETS
from tests.tools.conftest import Desk
from tests.tools.conftest import desk as desk


async def _begin(desk: Desk, key: str, tool: str) -> int:
    deps = desk.deps
    entry = await deps.store.ledger.start(
        deps.user.id, turn_id=deps.turn_id, call_key=key, tool=tool, arguments={"a": 1}, at=deps.now
    )
    assert entry is not None
    return entry.id


async def test_nothing_done_is_no_beginning(desk: Desk) -> None:
    before = await done_before(desk.deps.store, desk.deps.user.id, desk.deps.turn_id)
    assert before.messages("go") == []
    assert before == Before()


async def test_what_ran_and_what_nobody_knows_the_end_of_are_told_in_their_order(desk: Desk) -> None:
    deps = desk.deps
    first = await _begin(desk, "1", "add")
    await deps.store.ledger.finish(deps.user.id, first, status="done", result="Added.", undo=None, at=deps.now)
    await _begin(desk, "2", "send")
    before = await done_before(deps.store, deps.user.id, deps.turn_id)
    _, asked, told = before.messages("go")
    assert [part.content for part in told.parts if isinstance(part, ToolReturnPart)] == ["Added.", UNKNOWN_RESULT]
    assert isinstance(asked, ModelResponse)
    assert [(note.tool, note.outcome) for note in before.notes] == [("add", "done"), ("send", "unknown")]


async def test_calls_with_books_of_their_own_stand_beside_them(desk: Desk) -> None:
    also = (ToolCallPart("ask", {}, "c"), ToolReturnPart("ask", "Said.", "c"))
    [_, asked, told] = Before().messages("go", also=[also])
    assert asked.parts == [also[0]]
    assert told.parts == [also[1]]


async def test_what_failed_is_left_out_where_it_is_tried_anew(desk: Desk) -> None:
    deps = desk.deps
    failed = await _begin(desk, "1", "add")
    await deps.store.ledger.finish(deps.user.id, failed, status="failed", result="No.", undo=None, at=deps.now)
    assert (await done_before(deps.store, deps.user.id, deps.turn_id, anew=True)).ran == []
    assert len((await done_before(deps.store, deps.user.id, deps.turn_id)).ran) == 1


async def test_what_ran_under_a_tools_earlier_name_is_told_by_the_name_it_has_now(desk: Desk) -> None:
    deps = desk.deps
    done = await _begin(desk, "1", "write_journal")
    await deps.store.ledger.finish(deps.user.id, done, status="done", result="Written.", undo=None, at=deps.now)
    before = await done_before(deps.store, deps.user.id, deps.turn_id)
    assert [note.tool for note in before.notes] == ["save_journal_entry"]
    _, asked, _ = before.messages("go")
    assert [part.tool_name for part in asked.parts if isinstance(part, ToolCallPart)] == ["save_journal_entry"]


def test_a_call_keeps_its_fingerprint_and_key_when_its_tool_is_renamed() -> None:
    arguments = {"what": "sister"}
    assert digest("forget", arguments) == digest("forget_fact", arguments)
    assert call_key("forget", "ab" * 32, 0) == call_key("forget_fact", "ab" * 32, 0)
    for once, now in RENAMED.items():
        assert current_name(once) == now
        assert any(now == row.name for rows in TOOLSETS.values() for row in rows)

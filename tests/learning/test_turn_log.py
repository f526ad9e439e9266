"""One turn for eyes: in order, decided calls with their ends, and nothing that a stored message could break."""

from datetime import UTC, datetime
from typing import Any

import pytest

from app.learning.turn_log import MOST_SHOWN, Event, readable, turn_log
from app.memory.records import AuditEntry, LedgerEntry, TurnRecord
from app.prompts.turn import compose

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
TURN = TurnRecord(
    id="t", number=7, user_id="owner", channel="cli", text="add milk", reply="Added milk.", status="done",
    route={"domains": ["memory"], "method": "keyword"}, taint=["web page"], usage={"input_tokens": 4, "parts": {"tools": 3}},
    model="m", trace_id="", started_at=NOON, finished_at=NOON,
)  # fmt: skip


def _audit(tool: str, decision: str, outcome: str) -> AuditEntry:
    return AuditEntry(1, "owner", "t", tool, {"title": "milk"}, decision, outcome, NOON)


def _ledger(tool: str, status: Any = "done") -> LedgerEntry:
    return LedgerEntry(1, "owner", "t", "k", tool, {"title": "milk"}, status, "Added milk.", None, None, NOON, NOON)


def _events(
    *messages: dict[str, Any], audit: tuple[AuditEntry, ...] = (), ledger: tuple[LedgerEntry, ...] = ()
) -> list[Event]:
    return turn_log(TURN, messages, audit, ledger).events


def test_a_turn_says_where_by_whom_and_what_it_cost() -> None:
    log = turn_log(TURN, [], [], [])
    assert (log.number, log.channel, log.model, log.domains, log.method) == (7, "cli", "m", ["memory"], "keyword")
    assert (log.taint, log.usage) == (["web page"], {"input_tokens": 4})


def test_everything_stands_in_its_order_with_what_was_decided() -> None:
    events = _events(
        {"parts": [{"part_kind": "user-prompt", "content": compose("add milk", NOON, memory="<note>tea</note>")}]},
        {
            "timestamp": "2027-03-10T12:00:01Z",
            "parts": [
                {"part_kind": "thinking", "content": "a list"},
                {"part_kind": "tool-call", "tool_name": "add_task", "args": '{"title": "milk", "due": ""}'},
                {"part_kind": "tool-call", "tool_name": "send_mail", "args": {"to": "x@y.z"}},
            ],
        },
        {
            "parts": [
                {"part_kind": "tool-return", "tool_name": "add_task", "content": {"id": 4}},
                {"part_kind": "retry-prompt", "tool_name": "send_mail", "content": [{"type": "missing"}]},
            ]
        },
        {"parts": [{"part_kind": "text", "content": "Added milk."}]},
        audit=(_audit("add_task", "run", "done"), _audit("send_mail", "hold", "held")),
        ledger=(_ledger("add_task"),),
    )
    assert [event.kind for event in events] == [
        "beside",
        "message",
        "thought",
        "call",
        "call",
        "result",
        "result",
        "reply",
    ]
    assert [(event.tool, event.decision, event.outcome) for event in events[3:5]] == [
        ("add_task", "run", "done"),
        ("send_mail", "hold", "held"),
    ]
    assert events[3].arguments == {"title": "milk"}
    assert events[3].at == datetime(2027, 3, 10, 12, 0, 1, tzinfo=UTC)
    assert events[5].text == '{"id": 4}'
    assert events[1].text == "add milk"


def test_a_call_that_only_the_books_know_is_shown_with_its_result() -> None:
    events = _events(audit=(_audit("forget_fact", "refuse", "refused"),), ledger=(_ledger("add_task", "unknown"),))
    assert [(event.kind, event.tool, event.decision, event.outcome) for event in events] == [
        ("message", "", "", ""),
        ("call", "forget_fact", "refuse", "refused"),
        ("call", "add_task", "approved", "unknown"),
        ("result", "add_task", "", ""),
        ("reply", "", "", ""),
    ]


def test_the_same_tool_twice_is_told_apart() -> None:
    call = {"part_kind": "tool-call", "tool_name": "add_task", "args": {}}
    audit = (_audit("add_task", "run", "done"), _audit("add_task", "run", "failed"))
    events = _events({"parts": [call, call]}, audit=audit, ledger=(_ledger("add_task"), _ledger("add_task", "failed")))
    assert [event.outcome for event in events if event.kind == "call"] == ["done", "failed"]


def test_a_turn_without_messages_is_told_from_what_was_said_and_answered() -> None:
    assert [(event.kind, event.text) for event in _events()] == [("message", "add milk"), ("reply", "Added milk.")]


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"parts": None},
        {"parts": [7, "x", None, {}]},
        {"parts": [{"part_kind": "tool-call", "args": "{broken"}]},
        {"parts": [{"part_kind": "tool-call", "tool_name": None, "args": [1, 2]}]},
        {"timestamp": "soon", "parts": [{"part_kind": "user-prompt", "content": None}]},
        {"parts": [{"part_kind": "user-prompt", "content": ["look", {"kind": "image-url", "url": "x"}, 7]}]},
        {"parts": [{"part_kind": "a-new-kind", "content": {"deep": [1]}}]},
    ],
)
def test_no_stored_message_breaks_it(message: dict[str, Any]) -> None:
    assert _events(message)


def test_long_texts_are_cut_and_marked_and_nothing_invisible_is_left() -> None:
    [event] = [
        event for event in _events({"parts": [{"part_kind": "text", "content": "x" * 50_000}]}) if event.kind == "reply"
    ]
    assert event.cut
    assert event.text.endswith("… (50,000 characters)")
    assert len(event.text) < MOST_SHOWN + 40
    assert readable("a\x1b[31m\u202eb\nc") == ("a[31mb\nc", False)

"""The books of what ran: the same call is known again, and a row says how it ended."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.gate.ledger import UNKNOWN_RESULT, canonical, close_entry, digest, earlier_result, open_entry, plain
from tests.gate.bench import Bench

PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
ARGUMENTS = st.dictionaries(st.text(), PLAIN | st.lists(PLAIN, max_size=3), max_size=4)


@settings(max_examples=50)
@given(ARGUMENTS)
def test_the_order_of_arguments_means_nothing(arguments: dict[str, Any]) -> None:
    turned = dict(reversed(arguments.items()))
    assert canonical(turned) == canonical(arguments)
    assert digest("send", turned) == digest("send", arguments)


@settings(max_examples=50)
@given(ARGUMENTS)
def test_what_is_stored_has_the_fingerprint_of_what_was_called(arguments: dict[str, Any]) -> None:
    assert digest("send", plain(arguments)) == digest("send", arguments)


def test_another_tool_or_another_word_is_another_call() -> None:
    marks = {digest("send", {"to": "ama"}), digest("draft", {"to": "ama"}), digest("send", {"to": "esi"})}
    assert len(marks) == 3


def test_arguments_that_json_does_not_know_are_stored_as_their_text() -> None:
    moment = datetime(2027, 3, 10, tzinfo=UTC)
    assert plain({"at": moment, "tags": ("a", "b")}) == {"at": "2027-03-10 00:00:00+00:00", "tags": ["a", "b"]}


async def test_a_call_is_opened_once_in_its_turn(stored_bench: Bench) -> None:
    deps = stored_bench.deps()
    first = await open_entry(deps, "send", {"to": "ama"}, "send:1:0")
    assert first is not None
    assert (first.status, first.arguments) == ("started", {"to": "ama"})
    assert await open_entry(deps, "send", {"to": "ama"}, "send:1:0") is None
    assert await open_entry(deps, "send", {"to": "ama"}, "send:1:1") is not None


async def test_a_closed_call_is_told_again_as_it_ended(stored_bench: Bench) -> None:
    deps = stored_bench.deps()
    entry = await open_entry(deps, "send", {"to": "ama"}, "k")
    assert entry is not None
    await close_entry(deps, entry, status="done", result="Sent to Ama.", undo={"action": "unsend", "id": 1})
    assert await earlier_result(deps, "k") == "Sent to Ama."
    [row] = await stored_bench.ledger()
    assert (row.status, row.undo) == ("done", {"action": "unsend", "id": 1})


async def test_a_call_left_open_by_a_crash_is_unknown_and_stays_so(stored_bench: Bench) -> None:
    deps = stored_bench.deps()
    await open_entry(deps, "send", {"to": "ama"}, "k")
    assert await earlier_result(deps, "k") == UNKNOWN_RESULT
    assert [row.status for row in await stored_bench.ledger()] == ["unknown"]
    assert await earlier_result(deps, "k") == UNKNOWN_RESULT


@pytest.mark.parametrize("key", ["never", ""])
async def test_a_call_nobody_wrote_down_is_unknown(bench: Bench, key: str) -> None:
    assert await earlier_result(bench.deps(), key) == UNKNOWN_RESULT

"""What of an answer is taken: parts that say where they come from, in words that stand there."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.learning.profile import ProfileLine
from app.learning.reflecting.answer import Answer, taken
from app.learning.reflecting.material import Material
from app.memory.records import Fact, TurnRecord

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
ACCRA = ZoneInfo("Africa/Accra")


def _turn(number: int, text: str) -> TurnRecord:
    return TurnRecord(f"id{number}", number, "owner", "cli", text, "", "done", {}, [], {}, "", "", NOON, NOON)


def _fact(statement: str, key: str, at: datetime) -> Fact:
    return Fact(12, "owner", key, statement, 1.0, "user", "id0", [], True, None, at, None, "bio", "")


def _material(**changes: Any) -> Material:
    made: dict[str, Any] = {
        "turns": {
            "t1": _turn(1, "I live in Accra, and I play the cello"),
            "t2": _turn(2, "no, I said answer me in French"),
        },
        "facts": {},
        "lines": {},
        "learnings": [],
        "forgotten": [],
        "newest": 2,
    }
    return Material(**{**made, **changes})


def _taken(found: dict[str, Any], **changes: Any) -> Answer:
    answer = taken(found, _material(**changes), NOON, ACCRA)
    assert answer is not None
    return answer


@pytest.mark.parametrize("found", [{}, {"a": 1}, {"profile": []}, {"facts": {}}, {"profile": {}, "learnings": "none"}])
def test_another_shape_is_no_answer(found: dict[str, Any]) -> None:
    assert taken(found, _material(), NOON, ACCRA) is None


def test_a_line_rests_on_all_it_names_that_there_is() -> None:
    lines = {"p1": ProfileLine("you", "Plays the cello", ("old1", "old2"))}
    facts = {"f12": _fact("I live in Accra", "home", NOON)}
    rows = [{"text": "Lives in Accra and plays the cello", "from": ["t1", "p1", "f12", "t77", 5]}]
    answer = _taken({"profile": {"you": rows}}, lines=lines, facts=facts)
    assert answer.profile == [ProfileLine("you", rows[0]["text"], ("id1", "old1", "old2", "id0"))]


def test_a_line_said_twice_is_one_and_unknown_sections_are_none() -> None:
    row = {"text": "Plays the cello", "from": ["t1"]}
    answer = _taken({"profile": {"you": [row, row], "interests": [row], "secrets": [row]}})
    assert answer.profile == [ProfileLine("you", "Plays the cello", ("id1",))]


def test_an_old_fact_is_not_said_again_and_a_newer_one_not_replaced() -> None:
    row = {"statement": "I live in Accra", "confidence": 1, "turn": "t1", "quote": "I live in Accra", "kind": "bio"}
    [(stated, turn)] = _taken({"facts": [row]}).facts
    assert (stated.key, stated.confidence, turn.id) == ("home", 0.9, "id1")
    for statement, at in (
        ("I live in Accra", NOON - timedelta(days=1)),
        ("I live in Kumasi", NOON + timedelta(hours=1)),
    ):
        assert _taken({"facts": [row]}, facts={"f12": _fact(statement, "home", at)}).facts == []
    older = {"f12": _fact("I live in Kumasi", "home", NOON - timedelta(days=1))}
    assert len(_taken({"facts": [row]}, facts=older).facts) == 1


def test_a_quote_may_differ_in_case_and_punctuation_alone() -> None:
    for quote, is_theirs in (
        ("ANSWER me, in French!", True),
        ("answer me in German", False),
        ("", False),
        (None, False),
    ):
        row = {"kind": "correction", "content": "Answer in French", "turn": "t2", "quote": quote}
        [learned] = _taken({"learnings": [row]}).learnings
        assert (learned.kind, learned.in_their_words) == ("correction", is_theirs)


@pytest.mark.parametrize(
    ("due", "at"),
    [
        ("2027-03-11T09:00", datetime(2027, 3, 11, 9, 0, tzinfo=UTC)),
        ("2027-03-11T09:00+02:00", datetime(2027, 3, 11, 7, 0, tzinfo=UTC)),
        ("2027-03-11", datetime(2027, 3, 11, 0, 0, tzinfo=UTC)),
        ("2027-03-10T11:59", None),
        ("2030-01-01T00:00", None),
        ("0001-01-01T00:00+14:00", None),
        ("tomorrow", None),
        (1_800_000_000, None),
        (None, None),
    ],
)
def test_an_intention_has_a_time_to_come(due: object, at: datetime | None) -> None:
    found = _taken({"intentions": [{"text": "Ask about the cello", "due": due, "turn": "t1"}]})
    assert [one.due_at for one in found.intentions] == ([at] if at else [])
    assert found.rejected == (0 if at else 1)


def test_no_more_is_taken_than_there_is_room_for() -> None:
    row = {"text": "Ask about the cello", "due": "2027-03-11T09:00", "turn": "t1"}
    assert len(_taken({"intentions": [row] * 50}).intentions) == 3
    assert _taken({"profile": {"you": [{"text": "Plays the cello", "from": ["t1"]}] * 5_000}}).rejected == 0

"""Rows into records."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from app.memory.rows import in_order, marks, parts, record, tuples


@dataclass(frozen=True)
class Thing:
    at: datetime
    ended: datetime | None
    tags: list[str]
    body: dict[str, Any]
    undo: dict[str, Any] | None
    sure: bool
    name: str
    data: bytes


NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
THING = Thing(at=NOON, ended=None, tags=["a"], body={"b": 1}, undo=None, sure=True, name="[1]", data=b"x")


def test_what_came_as_text_is_read() -> None:
    row = {
        "at": "2026-03-01T12:00:00.000000+00:00",
        "ended": None,
        "tags": '["a"]',
        "body": '{"b": 1}',
        "undo": None,
        "sure": 1,
        "name": "[1]",
        "data": b"x",
        "more": "left out",
    }
    assert record(Thing, row) == THING


def test_what_came_as_it_is_stays() -> None:
    there = NOON.astimezone(timezone(timedelta(hours=3)))
    row = {"at": there, "ended": None, "tags": ["a"], "body": {"b": 1}, "undo": None, "sure": True, "name": "[1]"}
    thing = record(Thing, {**row, "data": memoryview(b"x")})
    assert thing == THING
    assert thing.at.utcoffset() == timedelta(0)


def test_placeholders_are_numbered() -> None:
    assert marks(3) == "$1, $2, $3"
    assert marks(2, 4) == "$4, $5"
    assert tuples(2, 2) == "($1, $2), ($3, $4)"


def test_rows_are_put_in_the_order_of_several_columns() -> None:
    rows = [{"a": 2, "b": 1}, {"a": 1, "b": 2}, {"a": 1, "b": 1}]
    assert in_order(rows, "a, b") == rows[::-1]


def test_many_values_are_given_some_at_a_time() -> None:
    assert [list(part) for part in parts([1, 2, 3, 4, 5], 2)] == [[1, 2], [3, 4], [5]]
    assert list(parts([], 2)) == []

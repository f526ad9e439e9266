"""Tasks read, written and changed."""

from dataclasses import replace
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from app.errors import NotFound
from app.integrations.calendar.ics import read
from app.integrations.calendar.todo import Todo, todo_ics, with_todo

PARIS = ZoneInfo("Europe/Paris")
NOW = datetime(2027, 1, 1, tzinfo=UTC)
TASK = Todo("t", "Buy; milk", due=datetime(2027, 1, 5, 9, tzinfo=PARIS), priority=5, notes="Two\nlitres")


def todos(data: bytes | str) -> tuple[Todo, ...]:
    return read(data, zone=PARIS).todos


@pytest.mark.parametrize(
    "task", [TASK, replace(TASK, due=date(2027, 1, 5)), replace(TASK, due=None, priority=0), replace(TASK, done_at=NOW)]
)
def test_a_task_comes_back_as_it_was(task: Todo) -> None:
    assert todos(todo_ics(task, at=NOW)) == (task,)


@pytest.mark.parametrize(
    ("lines", "done_at"),
    [
        ("STATUS:COMPLETED\nCOMPLETED:20270102T030405Z", datetime(2027, 1, 2, 3, 4, 5, tzinfo=UTC)),
        ("STATUS:COMPLETED\nDTSTAMP:20270102T030405Z", datetime(2027, 1, 2, 3, 4, 5, tzinfo=UTC)),
        ("STATUS:COMPLETED", datetime(1970, 1, 1, tzinfo=UTC)),
        ("STATUS:NEEDS-ACTION\nDTSTAMP:20270102T030405Z", None),
    ],
)
def test_when_a_task_was_done(lines: str, done_at: datetime | None) -> None:
    assert todos(f"BEGIN:VTODO\nUID:t\n{lines}\nEND:VTODO")[0].done_at == done_at


def test_a_change_keeps_what_isnt_known() -> None:
    data = todo_ics(TASK, at=NOW).replace(
        b"END:VTODO", b"X-APPLE-SORT:7\r\nBEGIN:VALARM\r\nTRIGGER:PT0S\r\nEND:VALARM\r\nEND:VTODO"
    )
    done = with_todo(data, replace(TASK, done_at=NOW, title="Bought"), at=NOW)
    assert todos(done) == (replace(TASK, done_at=NOW, title="Bought"),)
    assert b"X-APPLE-SORT:7\r\n" in done
    assert b"BEGIN:VALARM" in done
    assert b"SEQUENCE:1\r\n" in done
    assert todos(with_todo(done, TASK, at=NOW)) == (TASK,)


def test_a_task_that_isnt_there_is_not_found() -> None:
    with pytest.raises(NotFound):
        with_todo(todo_ics(TASK, at=NOW), replace(TASK, uid="other"), at=NOW)

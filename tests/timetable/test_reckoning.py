"""What came due of a row, and what follows; a row that can't be read has no moments and harms nobody."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from app.timetable.reckoning import LISTED, due_moments, is_fresh, is_late, passed_over

NINE = datetime(2027, 3, 10, 9, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Row:
    """A row with a rule."""

    rule: str | None = "FREQ=DAILY"
    time_zone: str = "UTC"
    local_start: str = "2027-03-10T09:00:00"
    exceptions: list[str] = field(default_factory=list)
    id: int = 1


def test_what_is_due_once_has_one_moment_and_needs_no_zone() -> None:
    for rule in ("", None):
        due = due_moments(Row(rule=rule, time_zone="Nowhere"), NINE, NINE + timedelta(days=9))
        assert due is not None
        assert (due.missed, due.following) == ([NINE], None)


def test_a_repeating_one_has_all_that_came_and_the_next() -> None:
    due = due_moments(Row(exceptions=["2027-03-11"]), NINE, NINE + timedelta(days=3))
    assert due is not None
    assert due.missed == [NINE, NINE + timedelta(days=2), NINE + timedelta(days=3)]
    assert due.following == NINE + timedelta(days=4)


@pytest.mark.parametrize(
    "row",
    [
        Row(time_zone="Europe/Atlantis"),
        Row(time_zone=""),
        Row(time_zone="../etc/passwd"),
        Row(time_zone="America"),
        Row(rule="every now and then"),
        Row(rule="CRON:"),
        Row(rule="CRON:* * *"),
        Row(rule="FREQ=DAILY;UNTIL=soon"),
        Row(local_start="nine"),
        Row(local_start=""),
    ],
)
def test_a_row_that_cannot_be_read_has_none(row: Row, caplog: pytest.LogCaptureFixture) -> None:
    assert due_moments(row, NINE, NINE) is None
    assert [getattr(record, "event", "") for record in caplog.records] == ["timetable.unreadable"]


def test_of_too_many_that_were_missed_one_stands_for_those_that_are_not_listed() -> None:
    due = due_moments(Row(rule="FREQ=MINUTELY;INTERVAL=5"), NINE, NINE + timedelta(days=30))
    assert due is not None
    assert due.has_older
    (first, plain), (oldest, gap), *others = passed_over(due, NINE, "missed")
    assert (first, plain) == (NINE, "missed")
    assert oldest == due.missed[0]
    assert gap.startswith("missed; so were those since 2027-03-10T09:00:00+00:00")
    assert [moment for moment, _ in others] == due.missed[1:-1]
    assert len(due.missed) == LISTED


def test_a_minute_is_not_late() -> None:
    assert not is_late(NINE, NINE + timedelta(minutes=1))
    assert is_late(NINE, NINE + timedelta(minutes=1, seconds=1))


def test_what_is_done_late_is_fresh_so_long_and_what_is_not_late_always_is() -> None:
    assert is_fresh(NINE, NINE + timedelta(hours=1), timedelta(hours=1))
    assert not is_fresh(NINE, NINE + timedelta(hours=2), timedelta(hours=1))
    assert is_fresh(NINE, NINE + timedelta(seconds=20), timedelta(0))
    assert not is_fresh(NINE, NINE + timedelta(seconds=61), timedelta(0))

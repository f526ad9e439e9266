"""What becomes of a series when one of its times is changed."""

from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.errors import InputRefused
from app.integrations.calendar.changing import Change
from app.integrations.microsoft.events import as_event
from app.integrations.microsoft.recurrence import recurrence_of
from app.integrations.microsoft.series import Found, body_for_all, body_for_one, parted

PARIS = ZoneInfo("Europe/Paris")
NINE = datetime(2026, 10, 22, 9, tzinfo=PARIS)


def found(rule: str, day: int, *, days: bool = False) -> Found:
    """The time on that day of October of a series that starts on the 22nd."""

    def raw(on: int) -> dict[str, Any]:
        starts = datetime(2026, 10, on, tzinfo=UTC) if days else NINE.replace(day=on).astimezone(UTC)
        ends = datetime(2026, 10, on + 1, tzinfo=UTC) if days else NINE.replace(day=on, hour=10).astimezone(UTC)
        times = {
            name: {"dateTime": f"{when:%Y-%m-%dT%H:%M:%S}", "timeZone": "UTC"}
            for name, when in (("start", starts), ("end", ends))
        }
        return {
            "id": str(on),
            "iCalUId": "u",
            "isAllDay": days,
            "originalStartTimeZone": "Romance Standard Time",
            **times,
        }

    master = raw(22) | {
        "type": "seriesMaster",
        "recurrence": recurrence_of(rule, date(2026, 10, 22) if days else NINE, "UTC"),
    }
    item = raw(day) | {"type": "occurrence", "seriesMasterId": "22"}
    event, series = as_event(item, master, PARIS, ""), as_event(master, None, PARIS, "")
    assert event is not None
    return Found(item, master, event, series, PARIS)


def test_a_series_moved_by_a_time_after_a_change_of_clocks_keeps_to_the_wall() -> None:
    body = body_for_all(found("FREQ=DAILY", 26), Change("", start=datetime(2026, 10, 26, 11, 30, tzinfo=PARIS)), PARIS)
    assert body["start"] == {"dateTime": "2026-10-22T11:30:00", "timeZone": "Romance Standard Time"}
    assert body["end"]["dateTime"] == "2026-10-22T12:30:00"
    assert "recurrence" not in body


def test_a_series_of_every_day_moved_by_a_day_only_starts_later() -> None:
    body = body_for_all(found("FREQ=DAILY", 26), Change("", start=datetime(2026, 10, 27, 9, tzinfo=PARIS)), PARIS)
    assert body["start"]["dateTime"] == "2026-10-23T09:00:00"
    assert body["recurrence"]["range"]["startDate"] == "2026-10-23"


def test_a_day_of_the_month_moved_to_another_day_is_to_be_said_anew() -> None:
    with pytest.raises(InputRefused, match="repeats differently"):
        body_for_all(found("FREQ=MONTHLY", 22), Change("", start=datetime(2026, 10, 23, 9, tzinfo=PARIS)), PARIS)


def test_times_become_days_and_days_times() -> None:
    to_days = body_for_all(found("FREQ=DAILY", 24), Change("", start=date(2026, 10, 24)), PARIS)
    assert (to_days["isAllDay"], to_days["start"]["dateTime"]) == (True, "2026-10-22T00:00:00")
    nine = datetime(2026, 10, 24, 9, tzinfo=PARIS)
    to_times = body_for_all(found("FREQ=DAILY", 24, days=True), Change("", start=nine), PARIS)
    assert (to_times["isAllDay"], to_times["start"]["dateTime"]) == (False, "2026-10-22T09:00:00")
    alone = body_for_one(found("FREQ=DAILY", 24, days=True), Change("", end=date(2026, 10, 27)), PARIS)
    assert (alone["start"]["dateTime"][:10], alone["end"]["dateTime"][:10]) == ("2026-10-24", "2026-10-27")


def test_the_second_series_has_what_is_left_and_an_id_that_is_always_the_same() -> None:
    first, again = (parted(found("FREQ=DAILY;COUNT=10", 26), Change("", title="New"), PARIS) for _ in range(2))
    assert first == again
    assert (first.start, first.rule, first.title) == (
        datetime(2026, 10, 26, 9, tzinfo=PARIS),
        "FREQ=DAILY;COUNT=6",
        "New",
    )
    assert first.uid == "u-20261026T080000Z"
    days = parted(found("FREQ=DAILY;COUNT=10", 26, days=True), Change(""), PARIS)
    assert (days.start, days.end, days.rule) == (date(2026, 10, 26), date(2026, 10, 27), "FREQ=DAILY;COUNT=6")


def test_a_rule_that_is_given_is_the_rule_of_the_second_series() -> None:
    assert parted(found("FREQ=DAILY;COUNT=10", 26), Change("", rule="FREQ=WEEKLY"), PARIS).rule == "FREQ=WEEKLY"
    weekly = parted(found("FREQ=WEEKLY;BYDAY=TH", 29), Change("", start=datetime(2026, 10, 30, 9, tzinfo=PARIS)), PARIS)
    assert weekly.rule == "FREQ=WEEKLY;BYDAY=FR"

"""When an event is, in UTC."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from app.integrations.calendar.event import Event, moment_of, span

SYDNEY = ZoneInfo("Australia/Sydney")


def test_days_begin_where_the_reader_is() -> None:
    event = Event("1", "1", "Away", date(2027, 1, 4), date(2027, 1, 6), all_day=True)
    assert span(event, SYDNEY) == (datetime(2027, 1, 3, 13, tzinfo=UTC), datetime(2027, 1, 5, 13, tzinfo=UTC))


@pytest.mark.parametrize(
    "when", [date.min, date.max, datetime.min.replace(tzinfo=SYDNEY), datetime.max.replace(tzinfo=SYDNEY)]
)
def test_the_ends_of_the_calendar_are_moments_too(when: date) -> None:
    assert moment_of(when, SYDNEY).tzinfo is UTC

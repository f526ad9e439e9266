"""Times and days as they are stored."""

from datetime import UTC, date, datetime, timedelta, timezone

from app.health.moments import date_of, day_number, milliseconds_of, moment_of

EAST = timezone(timedelta(hours=5, minutes=30))


def test_a_time_comes_back_as_it_was_to_the_millisecond() -> None:
    moment = datetime(2026, 3, 1, 12, 0, 0, 250_999, tzinfo=EAST)
    assert milliseconds_of(moment) == 1_772_346_600_250
    assert moment_of(milliseconds_of(moment), 19_800) == moment.replace(microsecond=250_000)
    assert moment_of(milliseconds_of(moment), 19_800).utcoffset() == timedelta(hours=5, minutes=30)
    assert moment_of(0).tzinfo is UTC
    assert milliseconds_of(datetime(1969, 12, 31, 23, 59, 59, tzinfo=UTC)) == -1000


def test_a_day_is_counted_from_1970() -> None:
    assert day_number(date(1970, 1, 1)) == 0
    assert date_of(day_number(date(2028, 2, 29))) == date(2028, 2, 29)

"""The days that a briefing reaches over, on its user's own clock."""

from datetime import UTC, date, datetime, timedelta

import pytest

from tests.briefings.life import Life, at


async def test_today_is_the_users_own_day(life: Life) -> None:
    there = (await life.moved_to("Pacific/Kiritimati")).occasion(now=datetime(2026, 11, 23, 12, 0, tzinfo=UTC))
    assert there.today == date(2026, 11, 24)
    assert there.midnight().astimezone(UTC) == datetime(2026, 11, 23, 10, 0, tzinfo=UTC)


async def test_a_day_of_the_change_of_clocks_has_its_own_length(life: Life) -> None:
    spring = (await life.moved_to("Europe/Paris")).occasion(now=datetime(2027, 3, 28, 8, 0, tzinfo=UTC))
    length = spring.midnight(1).astimezone(UTC) - spring.midnight().astimezone(UTC)
    assert length == timedelta(hours=23)


@pytest.mark.parametrize(
    ("routine", "hour", "looks_on"),
    [
        ("daily briefing", 8, False),
        ("daily briefing", 19, True),
        ("evening recap", 15, True),
        ("weekly recap", 20, False),
    ],
)
async def test_tomorrow_belongs_to_the_end_of_a_day(life: Life, routine: str, hour: int, looks_on: bool) -> None:
    assert life.occasion(routine, at(23, hour)).looks_on is looks_on

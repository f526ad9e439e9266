"""Exceptions to a repetition."""

import pytest

from app.language.time.recurrence import find_rule
from tests.language.time.said import NOW, read_rule


@pytest.mark.parametrize(
    ("phrase", "rule"),
    [
        ("every day except Wednesday at 7", "FREQ=WEEKLY;BYDAY=MO,TU,TH,FR,SA,SU from Fri 20 Nov 07:00"),
        ("every weekday at 6pm but not on Fridays", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH from Thu 19 Nov 18:00"),
        ("daily excluding weekends", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR from Fri 20 Nov"),
        ("every other day except Sundays", "FREQ=DAILY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR,SA from Fri 20 Nov"),
        (
            "every Tuesday except in July and August",
            "FREQ=WEEKLY;BYMONTH=1,2,3,4,5,6,9,10,11,12;BYDAY=TU from Tue 24 Nov",
        ),
    ],
)
def test_weekdays_and_months_left_out_are_part_of_the_rule(phrase: str, rule: str) -> None:
    assert read_rule(phrase) == rule
    found = find_rule(phrase, NOW)
    assert found is not None
    assert found.without == ()


@pytest.mark.parametrize(
    ("phrase", "first_days"),
    [
        ("every weekday at 8 except 24 December", ["2026-12-24", "2027-12-24"]),
        ("daily but not on Christmas", ["2026-12-25", "2027-12-25"]),
        ("every Monday except Easter Monday", ["2027-03-29", "2028-04-17"]),
        ("every Thursday except the 4th Thursday in November", ["2026-11-26", "2027-11-25"]),
    ],
)
def test_a_day_of_every_year_is_listed_for_ten_years(phrase: str, first_days: list[str]) -> None:
    found = find_rule(phrase, NOW)

    assert found is not None
    assert list(found.without[:2]) == first_days
    assert len(found.without) == 10


def test_two_days_of_one_month_share_its_name() -> None:
    found = find_rule("every day at 9 except 24 and 31 December", NOW)

    assert found is not None
    assert {"2026-12-24", "2026-12-31", "2035-12-24", "2035-12-31"} <= set(found.without)


def test_a_day_of_this_year_or_a_stretch_is_listed_once() -> None:
    friday = find_rule("every weekday at 8 except next Friday", NOW)
    days_off = find_rule("every day at 8 except from 3 to 5 December 2026", NOW)

    assert friday is not None
    assert friday.without == ("2026-11-27",)
    assert days_off is not None
    assert days_off.without == ("2026-12-03", "2026-12-04", "2026-12-05")


def test_the_first_time_is_no_exception_and_keeps_step() -> None:
    assert read_rule("every day at 9 except tomorrow") == "FREQ=DAILY from Sat 21 Nov 09:00"
    assert read_rule("every other day at 9 except tomorrow") == "FREQ=DAILY;INTERVAL=2 from Sun 22 Nov 09:00"


def test_a_moment_left_out_tells_the_times_of_the_others() -> None:
    found = find_rule("every 6 hours except tomorrow at 8am", NOW)

    assert found is not None
    assert found.without == ("2026-11-20T08:00:00",)
    assert read_rule("every 6 hours except tomorrow at 8am") == "FREQ=HOURLY;INTERVAL=6 from Thu 19 Nov 20:00"


@pytest.mark.parametrize(
    "phrase",
    [
        "every weekday except when it rains",
        "every day except Sundays and bank holidays",
        "every day except the first of the month",
        "every Friday except the last Friday of the month",
        "every weekday except the last day of the month",
        "every Monday except Mondays",
        "every weekday except Friday or when I am away",
        "yearly on 3 May except in May",
        "every first Monday of the month except Mondays",
    ],
)
def test_what_neither_a_rule_nor_a_list_of_days_can_say_gives_nothing(phrase: str) -> None:
    assert read_rule(phrase) == ""

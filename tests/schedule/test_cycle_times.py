"""Times within a day at which a repetition fires."""

import pytest

from tests.schedule.said import read_rule


@pytest.mark.parametrize(
    ("phrase", "rule"),
    [
        ("twice a day at 9 and 21", "FREQ=DAILY;BYHOUR=9,21;BYMINUTE=0 from Thu 19 Nov 21:00"),
        ("three times a day at 7am, 1pm and 7pm", "FREQ=DAILY;BYHOUR=7,13,19;BYMINUTE=0 from Thu 19 Nov 19:00"),
        ("twice a week on Tuesday and Saturday", "FREQ=WEEKLY;BYDAY=TU,SA from Sat 21 Nov"),
        ("twice a month on the 5th and the 20th", "FREQ=MONTHLY;BYMONTHDAY=5,20 from Fri 20 Nov"),
    ],
)
def test_a_count_is_complete_once_as_many_are_named(phrase: str, rule: str) -> None:
    assert read_rule(phrase) == rule


@pytest.mark.parametrize("phrase", ["twice a day", "3 times a week", "twice a day at 9", "twice a week on Monday"])
def test_a_count_without_its_times_gives_nothing(phrase: str) -> None:
    assert read_rule(phrase) == ""


@pytest.mark.parametrize(
    ("phrase", "rule"),
    [
        ("every 2 hours between 9 and 5", "FREQ=DAILY;BYHOUR=9,11,13,15,17;BYMINUTE=0 from Thu 19 Nov 15:00"),
        (
            "every hour from 9am to 1pm on weekdays",
            "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9,10,11,12,13;BYMINUTE=0 from Fri 20 Nov 09:00",
        ),
        (
            "on weekends every 3 hours between 10 and 16",
            "FREQ=WEEKLY;BYDAY=SA,SU;BYHOUR=10,13,16;BYMINUTE=0 from Sat 21 Nov 10:00",
        ),
        (
            "hourly between 9 and 11 on weekdays",
            "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9,10,11;BYMINUTE=0 from Fri 20 Nov 09:00",
        ),
        ("every 6 hours from 8am until 8pm every day", "FREQ=DAILY;BYHOUR=8,14,20;BYMINUTE=0 from Thu 19 Nov 20:00"),
        ("every 6 hours starting at midnight", "FREQ=HOURLY;INTERVAL=6 from Fri 20 Nov 00:00"),
        (
            "every 30 minutes between 9 and 11",
            "FREQ=DAILY;BYHOUR=9,10,11;BYMINUTE=0,30;BYSETPOS=1,2,3,4,5 from Fri 20 Nov 09:00",
        ),
    ],
)
def test_hours_said_as_a_stretch_become_the_times(phrase: str, rule: str) -> None:
    assert read_rule(phrase) == rule


def test_times_with_different_minutes_are_picked_out_of_all_of_them() -> None:
    rule = read_rule("every Monday at 8:15 and 17:00")

    assert rule == "FREQ=DAILY;BYDAY=MO;BYHOUR=8,17;BYMINUTE=0,15;BYSETPOS=2,3 from Mon 23 Nov 08:15"
    assert read_rule("every other Monday at 8:15 and 17:00") == ""


def test_the_next_days_at_an_hour_are_so_many_times() -> None:
    assert read_rule("for the next 4 days at 7") == "FREQ=DAILY;COUNT=4 from Fri 20 Nov 07:00"
    assert read_rule("at 7 for the next 4 days") == "FREQ=DAILY;COUNT=4 from Fri 20 Nov 07:00"
    assert read_rule("block the room for the next 4 days") == ""

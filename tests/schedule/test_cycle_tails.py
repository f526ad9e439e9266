"""What is said around a repetition."""

import pytest

from tests.schedule.said import read_rule


@pytest.mark.parametrize(
    ("phrase", "rule"),
    [
        ("every day at 10, 12 and 17", "FREQ=DAILY;BYHOUR=10,12,17;BYMINUTE=0 from Thu 19 Nov 17:00"),
        ("daily starting march 3rd for 8 times", "FREQ=DAILY;COUNT=8 from Wed 03 Mar"),
        ("fridays 3x", "FREQ=WEEKLY;BYDAY=FR;COUNT=3 from Fri 20 Nov"),
        ("every wed from december until june", "FREQ=WEEKLY;BYDAY=WE;UNTIL=20270531T235959 from Wed 02 Dec"),
        ("starting next week every Monday at 9", "FREQ=WEEKLY;BYDAY=MO from Mon 23 Nov 09:00"),
        ("daily except on weekends", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR from Fri 20 Nov"),
        ("every day until 30 November", "FREQ=DAILY;UNTIL=20261130T235959 from Fri 20 Nov"),
        ("at 9am every weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR from Fri 20 Nov 09:00"),
        ("every Monday morning at 7", "FREQ=WEEKLY;BYDAY=MO from Mon 23 Nov 07:00"),
    ],
)
def test_times_starts_and_ends_belong_to_the_rule(phrase: str, rule: str) -> None:
    assert read_rule(phrase) == rule


@pytest.mark.parametrize(
    "phrase",
    [
        "daily until further notice",
        "every week on the 4th day",
        "hourly until 6pm",
        "every weekday between 9 and 5",
        "every Monday at 9 and every Thursday at 10",
        "every 3 hours on weekdays",
    ],
)
def test_a_tail_that_no_rule_can_say_refuses_the_whole(phrase: str) -> None:
    assert read_rule(phrase) == ""

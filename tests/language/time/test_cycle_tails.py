"""Times within a day at which a repetition fires."""

import pytest

from tests.language.time.said import read_rule


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


_RULES = {
    "every day": "FREQ=DAILY",
    "every mon, wed & fri": "FREQ=WEEKLY;BYDAY=MO,WE,FR",
    "tue to fri, every week": "FREQ=WEEKLY;BYDAY=TU,WE,TH,FR",
    "each tue n thu": "FREQ=WEEKLY;BYDAY=TU,TH",
    "the second friday each month": "FREQ=MONTHLY;BYDAY=2FR",
    "once a fortnight on a sunday": "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU",
    "every day except sunday": "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA",
}


@pytest.mark.parametrize("rule", _RULES)
@pytest.mark.parametrize(
    ("hour", "at"),
    [
        ("at 9", "09:00"),
        ("6 in the evening", "18:00"),
        ("half past 7 in the evening", "19:30"),
        ("quarter past four in the afternoon", "16:15"),
        ("18h", "18:00"),
        ("5pm sharp", "17:00"),
    ],
)
@pytest.mark.parametrize("joined", ["{rule} {hour}", "{rule}, {hour}", "{hour} {rule}", "{hour}, {rule}"])
def test_the_hour_of_a_repetition_is_read_in_either_order(rule: str, hour: str, at: str, joined: str) -> None:
    said, _, first = read_rule(joined.format(rule=rule, hour=hour)).partition(" from ")
    assert (said, first[-5:]) == (_RULES[rule], at)


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("twice daily please: 7am and 9pm", "FREQ=DAILY;BYHOUR=7,21;BYMINUTE=0 from Thu 19 Nov 21:00"),
        (
            "first Friday of the month at 8 in the evening, every month",
            "FREQ=MONTHLY;BYDAY=1FR from Fri 04 Dec 20:00",
        ),
        ("once an hour", "FREQ=HOURLY from Thu 19 Nov 15:00"),
    ],
)
def test_repetitions_said_twice_or_politely(said: str, rule: str) -> None:
    assert read_rule(said) == rule

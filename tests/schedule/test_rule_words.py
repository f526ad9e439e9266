"""Rules as English phrases."""

import pytest

from app.schedule.rule_words import ordinal, ordinal_date, rule_words
from tests.schedule.said import wall

FIRST = wall("2026-12-01 09:00")  # a Tuesday


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday at 09:00"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20270630T235959", "every other Tuesday at 09:00 until 30 June 2027"),
        ("FREQ=WEEKLY;BYDAY=SU,SA", "every weekend day at 09:00"),
        ("FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,FR", "every 3 weeks on Monday and Friday at 09:00"),
        ("FREQ=WEEKLY", "every Tuesday at 09:00"),
        ("FREQ=DAILY;COUNT=5", "every day at 09:00, 5 times"),
        ("FREQ=DAILY;INTERVAL=2;BYHOUR=8,20;BYMINUTE=0", "every other day at 08:00 and 20:00"),
        ("FREQ=HOURLY;INTERVAL=3", "every 3 hours"),
        ("FREQ=MONTHLY;BYMONTHDAY=15", "every month on the 15th at 09:00"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "every month on the last day at 09:00"),
        ("FREQ=MONTHLY;BYDAY=1MO,-1FR", "every month on the first Monday and the last Friday at 09:00"),
        ("FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=3", "every year on 3 March at 09:00"),
        ("FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "every year on the fourth Thursday in November at 09:00"),
        ("FREQ=DAILY;BYMONTH=6,7", "every day in June and July at 09:00"),
        ("FREQ=DAILY;BYMONTH=1,2,3,4,5,6,7,9,10,11,12", "every day except in August at 09:00"),
        ("FREQ=DAILY;BYHOUR=9,21;BYMINUTE=0,30;BYSETPOS=1,4", "every day at 09:00 and 21:30"),
        ("FREQ=DAILY;BYDAY=MO;BYHOUR=8,17;BYMINUTE=0,15;BYSETPOS=2,3", "every Monday at 08:15 and 17:00"),
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "every month on the last weekday at 09:00"),
        ("FREQ=YEARLY;BYDAY=1FR", "every year on the first Friday of the year at 09:00"),
    ],
)
def test_a_rule_is_said_whole(rule: str, words: str) -> None:
    assert rule_words(rule, FIRST) == words


@pytest.mark.parametrize(
    "rule", ["FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1", "FREQ=YEARLY;BYWEEKNO=20", "FREQ=DAILY;BYMONTHDAY=1"]
)
def test_a_rule_too_odd_for_words_is_shown_instead_of_shortened(rule: str) -> None:
    assert rule in rule_words(rule, FIRST)


def test_ordinals_follow_english() -> None:
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 22, 31)] == [
        "1st",
        "2nd",
        "3rd",
        "4th",
        "11th",
        "12th",
        "13th",
        "21st",
        "22nd",
        "31st",
    ]
    assert ordinal_date(FIRST.date()) == "1 December 2026"

"""Times and durations in plain words."""

from datetime import date, datetime, timedelta

import pytest

from app.language.time.wording import (
    cron_words,
    full_date,
    ordinal,
    ordinal_date,
    rule_words,
    say_date,
    say_duration,
    say_rule,
    say_time,
    zone_name,
)
from tests.language.time.said import LONDON, NOW, wall


@pytest.mark.parametrize(
    ("when", "words"),
    [
        (wall("2026-11-19 18:00"), "today at 18:00"),
        (wall("2026-11-20 09:00"), "tomorrow at 09:00 (Friday 20 November)"),
        (wall("2026-11-18 09:00"), "yesterday at 09:00 (Wednesday 18 November)"),
        (wall("2026-11-27 09:00"), "Friday 27 November at 09:00"),
        (wall("2027-03-03 09:05"), "Wednesday 3 March 2027 at 09:05"),
    ],
)
def test_a_time_names_its_day_and_the_year_only_when_it_differs(when: datetime, words: str) -> None:
    assert say_time(when.replace(tzinfo=LONDON), NOW) == words


def test_the_zone_is_named_on_request() -> None:
    assert say_time(NOW, NOW, with_zone=True) == "today at 14:00 (Europe/London)"
    assert zone_name(NOW) == "Europe/London"


def test_a_date_is_said_alone() -> None:
    assert say_date(date(2026, 11, 19), NOW) == "today"
    assert say_date(date(2026, 11, 20), NOW) == "tomorrow (Friday 20 November)"
    assert say_date(NOW + timedelta(days=8), NOW) == "Friday 27 November"
    assert full_date(date(2027, 1, 1), NOW) == "Friday 1 January 2027"


@pytest.mark.parametrize(
    ("length", "words"),
    [
        (timedelta(0), "0 seconds"),
        (timedelta(minutes=1), "1 minute"),
        (timedelta(hours=2, minutes=5), "2 hours and 5 minutes"),
        (timedelta(days=1, minutes=5), "1 day"),
        (timedelta(days=14), "2 weeks"),
        (timedelta(days=10, hours=3), "10 days and 3 hours"),
    ],
)
def test_a_duration_is_its_two_largest_units(length: timedelta, words: str) -> None:
    assert say_duration(length) == words


def test_a_rule_is_said_with_its_time() -> None:
    assert say_rule("FREQ=DAILY", wall("2026-11-20 08:00")) == "every day at 08:00"


def test_a_cron_once_and_exceptions_are_said() -> None:
    first = wall("2026-11-20 08:00")

    assert say_rule("CRON:0 8 * * 1-5", first) == "every weekday at 08:00"
    assert say_rule("", first) == "once, on Friday 20 November at 08:00"
    assert (
        say_rule("FREQ=DAILY", first, ["2027-01-01T08:00", "2026-12-25"])
        == "every day at 08:00, except on 25 December and 1 January 2027 at 08:00"
    )
    assert say_rule("FREQ=DAILY", first, ["nonsense"] * 9) == "every day at 08:00, except on 9 days"


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


@pytest.mark.parametrize(
    ("cron", "words"),
    [
        ("0 8 * * 1-5", "every weekday at 08:00"),
        ("0 8,20 * * *", "every day at 08:00 and 20:00"),
        ("5 4 * * 0", "every Sunday at 04:05"),
        ("0 9 1,15 * *", "every month on the 1st and the 15th at 09:00"),
        ("0 9 * 6-8 6,0", "every weekend day in June, July and August at 09:00"),
        ("*/30 9-17 * * 1-5", "every 30 minutes from 09:00 to 17:30, every weekday"),
        ("0 */2 * * *", "every 2 hours from 00:00 to 22:00"),
        ("0 * * * *", "every hour"),
        ("15 * * * *", "every hour at 15 minutes past"),
        ("0 9 13 * 5", 'by cron "0 9 13 * 5"'),
        ("0 9 L * *", "every month on the last day at 09:00"),
        ("0 9 15,L * *", "every month on the 15th and the last day at 09:00"),
        ("0 9 L 2 *", "every year on the last day of February at 09:00"),
        ("0 9 * * FRI#2", "every month on the second Friday at 09:00"),
        ("0 9 * * L5", "every month on the last Friday at 09:00"),
        (
            "0 9,17 * 6,12 FRI#2,L5",
            "every year on the second Friday and the last Friday in June and December at 09:00 and 17:00",
        ),
        ("*/30 9-17 * * FRI#2", "every 30 minutes from 09:00 to 17:30, every month on the second Friday"),
        ("0 9 L * 5", 'by cron "0 9 L * 5"'),
        ("*/45 * * * *", 'by cron "*/45 * * * *"'),
    ],
)
def test_a_cron_is_said_plainly_or_shown(cron: str, words: str) -> None:
    assert cron_words(f"CRON:{cron}", wall("2026-11-20 08:00")) == words

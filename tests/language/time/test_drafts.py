"""What joined pieces mean."""

from datetime import date, time

import pytest

from app.language.time import find_time
from app.language.time.drafts import Draft, finish, merge
from app.language.time.meaning import Clock, Day, Grain, Part
from tests.language.time.said import LONDON, NOW, context, read, wall

MORNING = Part("morning", 6, 12, time(9))
FRIDAY = date(2026, 11, 20)


def test_two_of_a_kind_never_join() -> None:
    assert merge(Draft(clock=Clock(9)), Draft(clock=Clock(10))) is None
    assert merge(Draft(part=MORNING), Draft(part=MORNING)) is None
    assert merge(Draft(day=Day(FRIDAY)), Draft(day=Day(date(2026, 11, 21)))) is None


def test_two_names_of_one_day_do() -> None:
    friday = Day(FRIDAY, weekday=4)

    assert merge(Draft(day=Day(FRIDAY)), Draft(day=friday)) == Draft(day=Day(FRIDAY))
    week = Day(date(2026, 11, 23), Grain.WEEK)
    assert merge(Draft(day=week), Draft(day=friday)) == Draft(day=Day(date(2026, 11, 27)))


def test_a_day_alone_is_midnight_without_a_time() -> None:
    moment = finish(context(), Draft(day=Day(FRIDAY)))

    assert (moment.when, moment.has_time) == (wall("2026-11-20"), False)


def test_a_part_alone_is_the_next_such_part_at_its_usual_hour() -> None:
    moment = finish(context(), Draft(part=MORNING))

    assert (moment.when, moment.has_date, moment.part) == (wall("2026-11-20 09:00"), False, "morning")


def test_a_clock_alone_has_no_date() -> None:
    moment = finish(context(), Draft(clock=Clock(18, settled=True)))

    assert (moment.when, moment.has_date) == (wall("2026-11-19 18:00"), False)


def test_in_the_small_hours_tonight_at_three_is_still_ahead() -> None:
    assert read("tonight at 3", wall("2026-11-19 00:30").replace(tzinfo=LONDON)) == "Thu 2026-11-19 03:00"
    assert read("tonight at 3") == "Fri 2026-11-20 03:00"


_DAYS = {
    "tomorrow": "2026-11-20",
    "friday week": "2026-11-27",
    "saturday fortnight": "2026-12-05",
    "the 28th": "2026-11-28",
    "28 november": "2026-11-28",
    "28/11": "2026-11-28",
    "dec 1": "2026-12-01",
    "monday the 23rd": "2026-11-23",
    "4 mondays from now": "2026-12-14",
    "the first monday of december": "2026-12-07",
    "2 days after christmas": "2026-12-27",
}
_HOURS = {
    "9 in the morning": "09:00",
    "at 9 in the morning": "09:00",
    "in the evening at 6": "18:00",
    "ten to eight in the evening": "19:50",
    "ten past eight in the morning": "08:10",
    "half 7 in the evening": "19:30",
    "six thirty in the evening": "18:30",
    "half past seven": "07:30",
    "around 4ish pm": "16:00",
    "at 4ish": "16:00",
    "noonish": "12:00",
    "9 o clock": "09:00",
    "@ 5pm": "17:00",
    "18h30": "18:30",
    "20 past 8 am": "08:20",
}


@pytest.mark.parametrize("day", _DAYS)
@pytest.mark.parametrize("hour", _HOURS)
@pytest.mark.parametrize("joined", ["{day} {hour}", "{day}, {hour}", "{hour} {day}", "{hour}, {day}"])
def test_a_day_and_an_hour_are_one_time_in_either_order(day: str, hour: str, joined: str) -> None:
    found = find_time(joined.format(day=day, hour=hour), NOW)
    assert found is not None
    assert f"{found.when:%Y-%m-%d %H:%M}" == f"{_DAYS[day]} {_HOURS[hour]}"


@pytest.mark.parametrize(
    ("said", "when"),
    [
        ("five to ten tonight", "Thu 2026-11-19 21:55"),
        ("half five this afternoon", "Thu 2026-11-19 17:30"),
        ("on d 27th at 8 in d morning", "Fri 2026-11-27 08:00"),
        ("seven fifteen in the p.m. tomorrow", "Fri 2026-11-20 19:15"),
        ("in like 25 mins", "Thu 2026-11-19 14:25"),
        ("2moro 7am", "Fri 2026-11-20 07:00"),
        ("wendsday mornin at 8", "Wed 2026-11-25 08:00"),
        ("tonight at 08:30", "Thu 2026-11-19 20:30"),
    ],
)
def test_everyday_ways_to_say_an_hour(said: str, when: str) -> None:
    assert read(said) == when


@pytest.mark.parametrize(
    ("said", "when"),
    [
        ("10am on Saturday, oh wait, 11am", "Sat 2026-11-21 11:00"),
        ("wed evening at 7, no I meant fri", "Fri 2026-11-20 19:00"),
        ("tomorrow at 9, make that 10", "Fri 2026-11-20 10:00"),
    ],
)
def test_what_is_put_right_in_the_same_breath_counts(said: str, when: str) -> None:
    assert read(said) == when


@pytest.mark.parametrize(
    ("phrase", "when"),
    [
        ("6 on Friday evening", "Fri 2026-11-20 18:00"),
        ("at 8 in the morning tomorrow", "Fri 2026-11-20 08:00"),
        ("8 tonight", "Thu 2026-11-19 20:00"),
        ("9 tomorrow evening", "Fri 2026-11-20 21:00"),
        ("early tomorrow morning", "Fri 2026-11-20 07:00"),
        ("late tomorrow afternoon", "Fri 2026-11-20 17:00"),
        ("first thing tomorrow", "Fri 2026-11-20 08:00"),
        ("by end of day", "Thu 2026-11-19 17:00"),
        ("by the end of Saturday", "Sat 2026-11-21 23:59"),
        ("the evening before Christmas", "Thu 2026-12-24 19:00"),
        ("the morning of 2 December", "Wed 2026-12-02 09:00"),
        ("tomorrow first thing", "Fri 2026-11-20 08:00"),
        ("mid-day tomorrow", "Fri 2026-11-20 12:00"),
        ("late tonight", "Thu 2026-11-19 22:00"),
        ("this time on Monday", "Mon 2026-11-23 14:00"),
        ("on Monday over lunch", "Mon 2026-11-23 12:30"),
        ("6pm + 2 days", "Sat 2026-11-21 18:00"),
        ("next week on Tuesday at 3", "Tue 2026-11-24 15:00"),
        ("5pm London time", "Thu 2026-11-19 17:00"),
        ("tomorrow at 3pm UTC+2", "Fri 2026-11-20 13:00"),
        ("tomorrow at 9am Eastern time", "Fri 2026-11-20 14:00"),
        ("Friday 9-5", "Fri 2026-11-20 09:00"),
        ("in the morning", "Fri 2026-11-20 09:00"),
    ],
)
def test_pieces_side_by_side_are_one_time(phrase: str, when: str) -> None:
    assert read(phrase) == when


def test_a_greeting_is_no_part_of_the_day() -> None:
    assert read("good morning to you") == ""

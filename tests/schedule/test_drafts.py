"""What joined pieces mean."""

from datetime import date, time

from app.schedule.drafts import Draft, finish, merge
from app.schedule.meaning import Clock, Day, Grain, Part
from tests.schedule.said import LONDON, context, read, wall

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

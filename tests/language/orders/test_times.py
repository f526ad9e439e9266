"""The time cut out of a sentence."""

import pytest

from app.language.orders import times
from app.language.orders.times import merged
from tests.language.orders.suite import NOW


def test_the_time_is_cut_out_and_the_rest_is_left() -> None:
    timed = times.cut("call mum tomorrow at 9", NOW)
    assert (timed.rest, timed.when) == ("call mum", "tomorrow at 9")


def test_a_repetition_and_its_hour_are_cut_out() -> None:
    timed = times.cut("put the bins out every Monday", NOW)
    assert (timed.rest, timed.repeat) == ("put the bins out", "every Monday")


def test_a_time_at_the_edge_wins_over_one_in_a_title() -> None:
    timed = times.cut("read the Monday report tomorrow at 10", NOW)
    assert timed.rest == "read the Monday report"


def test_a_day_that_does_not_exist_is_cut_out_too() -> None:
    assert times.cut("dance on 31 February", NOW).when == "31 February"


def test_a_sentence_without_a_time_is_left_whole() -> None:
    timed = times.cut("call mum", NOW)
    assert (timed.rest, timed.found) == ("call mum", False)
    assert not times.has_time("call mum", NOW)
    assert times.is_only_time("tomorrow at nine", NOW)


def test_a_list_of_days_is_cut_whole() -> None:
    timed = times.cut("call mum Monday and Thursday at 7", NOW)
    assert (timed.rest, timed.when) == ("call mum", "Monday and Thursday at 7")


def test_what_names_no_hour_is_left_out_of_the_title() -> None:
    for said in ("check the oven in a bit", "in a little while check the oven", "in small time to check the oven"):
        assert times.cut(said, NOW) == times.Timed(rest="check the oven")


def test_four_digits_alone_are_an_hour() -> None:
    assert times.with_at("1930") == "at 1930"
    assert times.with_at("0600 tomorrow") == "at 0600 tomorrow"
    assert times.with_at("2800") == "2800"


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("every sunday at 6pm", "saturday", "every saturday at 6pm"),
        ("every sunday at 6pm", "at 8", "every sunday at 8"),
        ("tomorrow at 3pm", "4pm", "tomorrow 4pm"),
        ("tomorrow at 4pm", "the day after tomorrow", "the day after tomorrow at 4pm"),
        ("every weekday at 7am", "only tuesdays and thursdays", "every tuesdays and thursdays at 7am"),
        ("in 20 minutes", "30", "in 30 minutes"),
        ("dans dix minutes", "quinze", "dans quinze minutes"),
        ("tous les lundis à 8h", "mardi", "tous les mardis à 8h"),
        ("next friday at noon", "saturday at 10", "saturday at 10"),
        ("", "at 7", "at 7"),
    ],
)
def test_a_time_that_replaces_another_keeps_what_it_does_not_say(old: str, new: str, wanted: str) -> None:
    assert merged(old, new, NOW) == wanted


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("remind me at 6am and at 6pm to eat", "remind me at 6am and 6pm to eat"),
        ("à 6h et à 18h", "à 6h et 18h"),
        ("at 8, 12 and at 18:30", "at 8, 12 and 18:30"),
        ("call Ama at 5 and Kofi at 6", "call Ama at 5 and Kofi at 6"),
        ("at 5 and at home", "at 5 and at home"),
    ],
)
def test_hours_in_a_row_are_said_as_one_time(said: str, expected: str) -> None:
    assert times.as_one(said) == expected


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("tomorrow at 6am and 6pm", ["tomorrow at 6am", "tomorrow at 6pm"]),
        ("à 6h et 18h demain", ["à 6h demain", "à 18h demain"]),
        ("at 6 and 7 pm", ["at 6 pm", "at 7 pm"]),
        ("at 8, 12 and 18", ["at 8", "at 12", "at 18"]),
        ("at 5 and 30 minutes", ["at 5 and 30 minutes"]),
        ("between 5 and 6", ["between 5 and 6"]),
        ("tomorrow", ["tomorrow"]),
    ],
)
def test_a_time_with_several_hours_is_several_times(when: str, expected: list[str]) -> None:
    assert times.each_hour(when) == expected

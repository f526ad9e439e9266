"""The time cut out of a sentence."""

from app.models.offline import times
from tests.models.offline.suite import NOW


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

"""Samples cut at midnight and quarter hours, and the most of what overlaps."""

import pytest

from app.health.pieces import QUARTER_MS, cut, last_day, local_day, midnight, most, within
from tests.health.sampled import DAY, HOUR_MS, ms, sample


def test_a_day_goes_by_the_device_s_own_clock() -> None:
    east = 14 * 3600
    assert local_day(ms(0), 0) == DAY
    assert local_day(ms(0) - 1, 0) == DAY - 1
    assert local_day(ms(0, east), east) == DAY
    assert midnight(DAY, east) == ms(0) - 14 * HOUR_MS
    assert last_day(sample(23, 1, 60)) == DAY
    assert last_day(sample(23, 1, 60.1)) == DAY + 1


def test_a_sample_over_midnight_is_shared_out_by_time() -> None:
    pieces = list(cut(sample(23, 90, 180), quarters=False))
    assert [(piece.day - DAY, piece.amount) for piece in pieces] == [(0, 30.0), (1, 60.0)]


def test_a_sample_is_cut_at_quarter_hours_of_utc_and_loses_nothing() -> None:
    pieces = list(cut(sample(10.1, 60, 40, offset=1234), quarters=True))
    assert sum(piece.amount for piece in pieces) == pytest.approx(60)
    assert pieces[0].start == ms(10.1, 1234)
    assert all(piece.start % QUARTER_MS == 0 for piece in pieces[1:])
    assert [one.end for one in pieces[:-1]] == [one.start for one in pieces[1:]]


def test_a_moment_is_one_piece() -> None:
    assert [(piece.start, piece.end, piece.amount) for piece in cut(sample(10, 5), quarters=True)] == [
        (ms(10), ms(10), 5)
    ]


@pytest.mark.parametrize(
    ("spans", "meant"),
    [
        ([], 0),
        ([(0, 5, 10), (5, 9, 10)], 20),
        ([(0, 15, 100), (3, 5, 100)], 100),
        ([(0, 5, 60), (1, 6, 58), (5, 10, 60), (6, 11, 58)], 120),
        ([(0, 60, 25), (0, 5, 10), (5, 10, 10), (50, 70, 10)], 30),
        ([(0, 0, 7), (0, 0.5, 3)], 7),
    ],
)
def test_of_what_overlaps_the_most_counts(spans: list[tuple[float, float, float]], meant: float) -> None:
    pieces = [next(iter(cut(sample(begin / 60, amount, end - begin), quarters=False))) for begin, end, amount in spans]
    assert sum(piece.amount for piece in most(pieces)) == meant


def test_a_part_of_a_piece_has_its_share() -> None:
    [piece] = cut(sample(10, 60, 60), quarters=False)
    found = within(piece, ms(10.5), ms(99))
    assert found is not None
    assert (found.start, found.end, found.amount) == (ms(10.5), ms(11), 30)
    assert within(piece, ms(9), ms(12)) is piece
    assert within(piece, ms(11), ms(12)) is None
    [moment] = cut(sample(10, 5), quarters=False)
    assert within(moment, ms(10), ms(11)) is moment
    assert within(moment, ms(9), ms(10)) is None

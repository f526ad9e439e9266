"""Scoring turns with their neighbours, and cutting windows out of talk."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from app.learning.windows import Evidence, Neighbourhood
from app.memory.records import Place
from app.memory.words import Postings

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)


def _talk(*minutes: float) -> list[Place]:
    """Turns 1, 2, 3, ... at these minutes; a turn's document has ten times its number."""
    last = len(minutes)
    return [
        Place(
            number,
            f"t{number}",
            number * 10,
            NOON + timedelta(minutes=minute),
            number - 1 if number > 1 else None,
            number + 1 if number < last else None,
        )
        for number, minute in enumerate(minutes, start=1)
    ]


def _holding(*found: Sequence[int]) -> Evidence:
    return Evidence(Postings([[number * 10 for number in numbers] for numbers in found]), {})


def test_a_window_lies_around_the_best_turn() -> None:
    talk = Neighbourhood(_talk(1, 2, 3, 4, 5))
    assert talk.cut({1: 0, 2: 0, 3: 9, 4: 0, 5: 0}, 1) == {3: [2, 3, 4]}


def test_a_turn_stands_in_one_window_only_and_the_next_takes_what_is_free() -> None:
    talk = Neighbourhood(_talk(1, 2, 3, 4, 5, 6, 7))
    assert talk.cut({3: 9, 4: 8, 5: 7}, 3) == {3: [2, 3, 4], 5: [5, 6, 7]}


def test_a_window_ends_where_the_talk_paused() -> None:
    talk = Neighbourhood(_talk(1, 2, 60, 61))
    assert talk.cut({2: 9, 3: 8}, 2) == {2: [1, 2], 3: [3, 4]}


def test_near_equals_go_newer_first() -> None:
    talk = Neighbourhood(_talk(1, 100, 200))
    assert list(talk.cut({1: 5.004, 2: 5.0, 3: 4.0}, 3)) == [2, 1, 3]


def test_words_of_neighbours_count_and_more_words_count_more() -> None:
    scores = Neighbourhood(_talk(1, 2, 600, 1200)).scores(_holding([1, 3], [2, 4]))
    assert min(scores[1], scores[2]) > max(scores[3], scores[4])


def test_a_rare_word_counts_more_than_a_common_one() -> None:
    talk = Neighbourhood(_talk(*range(0, 10_000, 500)))
    scores = talk.scores(_holding([2], list(range(3, 20))))
    assert scores[2] > scores[3]


def test_a_word_in_every_turn_counts_less_than_three_words() -> None:
    talk = Neighbourhood(_talk(1, 2, 3, 600, 601, 602))
    scores = talk.scores(_holding([1, 2, 3], [4, 5], [5, 6], [4, 6]))
    assert scores[5] > scores[2]


def test_a_sitting_lends_its_best_turns_score_to_the_rest() -> None:
    scores = Neighbourhood(_talk(1, 2, 3, 4, 5, 600)).scores(_holding([1]))
    assert scores[1] > scores[5] > scores[6] == 0


def test_a_clock_that_went_back_parts_the_talk_and_breaks_nothing() -> None:
    talk = Neighbourhood(_talk(600, 1, 2))
    assert talk.cut(talk.scores(_holding([1, 2])), 3) == {2: [2, 3], 1: [1]}


def test_a_turn_that_only_follows_after_a_pause_is_not_meant() -> None:
    first, second = _talk(1, 60)
    assert list(Neighbourhood([first], [second]).scores(_holding([1]))) == [1]


def test_nothing_found_is_no_window() -> None:
    talk = Neighbourhood([])
    assert talk.cut(talk.scores(_holding([], [])), 3) == {}

"""Questions about the time elsewhere."""

import pytest

from app.language.time.arithmetic import answer_date_question
from app.language.time.zone_questions import ZONE_QUESTIONS
from tests.language.time.said import NOW


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what time is it in Paris", "It's 15:00 in Paris."),
        ("time in tokyo", "It's 23:00 in Tokyo."),
        ("what time is it in Sydney right now?", "It's 01:00 in Sydney, already tomorrow there."),
        ("what's the time difference between London and Tokyo", "London is 9 hours behind Tokyo."),
        ("time difference between Ghana and London", "None: Ghana and London have the same time."),
        ("how many hours ahead is Sydney", "Sydney is 11 hours ahead of your time."),
        ("convert 5pm New York time to London", "17:00 in New York is 22:00 in London."),
        ("what is 5pm PST in london", "17:00 in PST is 01:00 in London the next day."),
        ("if it's 3pm in Berlin what time is it in Accra", "15:00 in Berlin is 14:00 in Accra."),
    ],
)
def test_another_zone_is_answered(question: str, answer: str) -> None:
    assert answer_date_question(question, NOW) == answer


def test_an_unknown_place_is_left_to_others() -> None:
    assert answer_date_question("what time is it in Narnia", NOW) is None
    assert answer_date_question("time difference between Narnia and Paris", NOW) is None


def test_every_row_has_a_handler() -> None:
    assert all(callable(handler) for _, handler in ZONE_QUESTIONS)

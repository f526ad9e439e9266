"""Quiet hours as people say them, as their tool reads them."""

import pytest

from app.language.orders.quiet import hours, with_one


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("de 22h à 7h", "from 22:00 to 7:00"),
        ("avant 8h", "before 8:00"),
        ("de minuit à 7 heures du matin", "from midnight to 7 am"),
        ("entre 22h30 et 7h", "from 22:30 to 7:00"),
        ("22h-7h", "22:00-7:00"),
        ("after 9pm", "after 9pm"),
        ("10pm to 7am", "10pm to 7am"),
    ],
)
def test_hours_are_read(said: str, read: str) -> None:
    assert hours(said) == read


def test_where_they_begin_and_end_may_be_said_apart() -> None:
    assert hours("at 10:45pm", "could the quiet hours begin at 10:45pm and end at 6:30am?") == "from 10:45pm to 6:30am"


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("23:00", "23:00-07:00"),
        ("at 8", "22:00-08:00"),
        ("11 pm", "23:00-07:00"),
        ("from 21:00 to 6", "from 21:00 to 6"),
    ],
)
def test_one_hour_takes_the_place_of_the_nearer(said: str, wanted: str) -> None:
    assert with_one(said, "Quiet from 22:00 to 07:00: I won't speak first then.") == wanted

"""What is not done is named, with why."""

from app.language.choosing.undone import SHOWN, missed, named
from app.language.orders import talk
from tests.language.orders.test_building import part


def test_what_is_for_something_outside_is_named_with_the_reason() -> None:
    said = named([part("mail", "email Kofi that I'm late,"), part("home", "turn the light off")])
    assert said.splitlines() == [
        f"Not done: “email Kofi that I'm late”. {talk.NOT_HERE['mail']}",
        f"Not done: “turn the light off”. {talk.NOT_HERE['home']}",
    ]


def test_what_nothing_is_known_of_has_a_plain_reason() -> None:
    assert named([part("elsewhere", "wax the moon")]).endswith(talk.NOT_FROM_HERE)


def test_what_was_not_understood_is_said_and_a_long_one_is_cut() -> None:
    assert missed(["frob the grommet"]) == "I didn't catch “frob the grommet”."
    assert len(missed(["x " * 500])) < SHOWN + 30

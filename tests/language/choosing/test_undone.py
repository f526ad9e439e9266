"""What is not done is named, with why."""

import pytest

from app.conversation.stages import _TOOLS as TOOLS
from app.language.choosing.understand import understand
from app.language.choosing.undone import SHOWN, missed, named, undo_alone
from app.language.orders import talk
from tests.language.choosing.test_read_world import NOW
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


@pytest.mark.parametrize(
    "said",
    [
        "undo, dont cancel call mum!",
        "undo dont cancel call mum",
        "Undo! Don't cancel call mum please",
        "undo, I never said cancel call mum",
        "don't cancel call mum, undo",
        "no undo that, I didn't want to cancel call mum",
        "undo that please, not the call mum reminder!",
        "wait, undo - do not delete the reminder",
        "undo and don't delete eggs",
        "undo, dont move it to 8",
        "annule ça, ne supprime pas le rappel",
    ],
)
def test_what_is_negated_beside_an_undo_is_no_order(said: str) -> None:
    assert [(one.tool, dict(one.arguments)) for one in understand(said, NOW, TOOLS).calls] == [("undo", {})]


@pytest.mark.parametrize(
    "said",
    [
        "don't undo that",
        "undo if not done",
        "undo, don't forget to call mum",
        "undo, don't cancel call mum, cancel call dad",
        "undo, don't add milk but eggs",
        "add milk, don't undo",
        "undo and add eggs",
    ],
)
def test_what_says_more_or_takes_the_undo_back_is_left_as_it_is(said: str) -> None:
    assert undo_alone(said) == said


@pytest.mark.parametrize("piece", ["undo ", "not ", "undo no ", "undo , ", "i ", "don't a, "])
def test_a_long_text_costs_little(piece: str) -> None:
    assert undo_alone(piece * 200) == piece * 200

"""Buttons: what a tap sends is read back as what was offered, and nothing else is read at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.interfaces.telegram.keyboard import callback_data, choice, keyboard
from app.messages import Button, ButtonVerb

VERBS: list[ButtonVerb] = ["confirm", "cancel", "edit", "undo"]
targets = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=62)


@given(st.sampled_from(VERBS), targets)
def test_a_tap_is_read_back_as_the_button_that_sent_it(verb: ButtonVerb, target: str) -> None:
    data = callback_data(Button("x", verb, target))
    assert len(data.encode()) <= 64
    assert choice(data) == (verb, target)


@given(st.one_of(st.none(), st.text(max_size=80)))
def test_other_data_is_no_choice_or_says_what_it_is(data: str | None) -> None:
    chosen = choice(data)
    assert chosen is None or callback_data(Button("x", *chosen)) == data


@pytest.mark.parametrize(
    "data", ["", "c:", "z:abc", "confirm:abc", "c:a b", "c:é", "c:" + "a" * 63, "C:abc", "c:abc\n", " c:abc"]
)
def test_data_that_no_button_sends_is_nothing(data: str) -> None:
    assert choice(data) is None


@pytest.mark.parametrize("target", ["", "é", "a" * 63, "a b"])
def test_a_target_that_does_not_fit_is_refused_before_it_is_sent(target: str) -> None:
    with pytest.raises(ValueError, match="62"):
        callback_data(Button("x", "confirm", target))


def test_each_action_has_its_row() -> None:
    buttons = [
        Button(verb.capitalize(), verb, target) for target in ("a", "b") for verb in ("confirm", "cancel", "edit")
    ]
    made = keyboard(tuple(buttons))
    assert made is not None
    assert [[(button.text, button.callback_data) for button in row] for row in made.inline_keyboard] == [
        [("Confirm", "c:a"), ("Cancel", "x:a"), ("Edit", "e:a")],
        [("Confirm", "c:b"), ("Cancel", "x:b"), ("Edit", "e:b")],
    ]


def test_no_buttons_are_no_keyboard() -> None:
    assert keyboard(()) is None


def test_labels_are_cut_where_a_phone_would_and_never_empty() -> None:
    made = keyboard((Button("Send the mail to everybody in the company", "confirm", "a"), Button(" ", "cancel", "a")))
    assert made is not None
    assert [button.text for button in made.inline_keyboard[0]] == ["Send the mail to everybody…", "Cancel"]

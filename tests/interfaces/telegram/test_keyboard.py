"""Buttons under a message."""

from app.interfaces.telegram.keyboard import keyboard
from app.messages import Button


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

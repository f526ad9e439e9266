"""Buttons under a message: how they lie, and what a tap sends back (`pushed/choices.py`)."""

from itertools import groupby

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from app.interfaces.pushed.choices import choice_data, label_of
from app.messages import Button

_LONGEST = 28  # characters of a label; three in a row stay readable on a phone
_MOST_BUTTONS = 100


def keyboard(buttons: tuple[Button, ...]) -> InlineKeyboardMarkup | None:
    """`buttons` under a message, a row for each thing they are about; None where there are none."""
    rows = [
        [InlineKeyboardButton(label_of(button, _LONGEST), callback_data=choice_data(button)) for button in row]
        for _, row in groupby(buttons[:_MOST_BUTTONS], key=lambda button: button.target)
    ]
    return InlineKeyboardMarkup(rows) if rows else None

"""A clause as the offline model reads it, for tests of single readings."""

from app.language.choosing import forms
from app.language.choosing.parts import read_parts
from app.language.dialogue.state import Before
from app.language.orders.plan import Clause, Reading


def read_all(clause: Clause) -> list[Reading]:
    """What the parts of a message come to, in order."""
    form = forms.read_form(clause)
    return [form] if form else list(read_parts(clause, Before()).readings)


def read_one(clause: Clause) -> Reading | None:
    """What the first part comes to; None where nothing is understood."""
    return next(iter(read_all(clause)), None)

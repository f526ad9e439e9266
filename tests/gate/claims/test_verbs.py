"""The forms of a verb mean the same."""

from app.gate.claims.actions import ANY
from app.gate.claims.verbs import ABROAD_ORDERS, BASES, GOING_ON, PASTS


def test_every_form_is_known() -> None:
    assert PASTS["sent"] == GOING_ON["sending"] == BASES["send"] == {"send"}
    assert {"submitting", "moving", "tagging"} <= GOING_ON.keys()


def test_every_action_is_one_that_a_tool_can_do() -> None:
    assert all(actions <= ANY for table in (PASTS, GOING_ON, BASES, ABROAD_ORDERS) for actions in table.values())

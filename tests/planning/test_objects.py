"""What must be found before it can be acted on."""

import pytest

from app.planning.clauses import clauses
from app.planning.objects import acts_on_known


def known(text: str) -> bool:
    [clause] = clauses(text)
    return acts_on_known(clause)


@pytest.mark.parametrize(
    "text",
    [
        "Forward the invoice to Ben",
        "Send Ben the slides",
        "Invite Kwame to the sprint review",
        "Give Rob access to the slides",
        "Delete the meeting on Friday",
        "Rename draft.docx",
        "Pay the bill 'may'",
        "Write a status update from this week's commits",
    ],
)
def test_a_definite_thing_is_to_be_found(text: str) -> None:
    assert known(text)


@pytest.mark.parametrize(
    "text",
    [
        "Send Ben a message",
        "Tell my wife I'll be late",
        "Ask the team in #dev",
        "Add milk to the shopping list",
        "Put lunch in my calendar",
        "Delete the reminder about the dentist",
        "Turn off the kitchen light",
        "Set my alarm to six",
        "Schedule lunch with my team lead",
        "Add mum's birthday to my calendar",
        "Change my time zone",
        "Email the landlord",
    ],
)
def test_new_things_receivers_lists_and_switches_are_not(text: str) -> None:
    assert not known(text)

"""What is one thing in two breaths, and what is two."""

import pytest

from app.language.clauses import clauses
from app.planning.request import acts_on_known, read_request


def asked(text: str) -> list[str]:
    return [clause.verb for clause in read_request(text).asked]


@pytest.mark.parametrize(
    "text",
    [
        "Find the recipe and tell me how long it takes",
        "Text Ana and ask her if she comes",
        "I need more paper, so could you order some",
        "Draft a reply to the offer and make it short",
    ],
)
def test_one_thing_in_two_breaths_is_one(text: str) -> None:
    assert len(asked(text)) == 1


@pytest.mark.parametrize(
    ("text", "verbs"),
    [
        ("Find a hotel and book it", ["find", "book"]),
        ("Add milk to the list and remind me at six", ["add", "remind"]),
        ("What's the weather, and do I have a meeting?", ["what's", "do"]),
        ("Look at my calendar, then suggest two slots", ["look", "suggest"]),
    ],
)
def test_two_things_are_two(text: str, verbs: list[str]) -> None:
    assert asked(text) == verbs


def test_what_is_only_told_or_supposed_is_not_asked() -> None:
    request = read_request("My flight was cancelled. If it rains, the roof leaks.")
    assert [clause.kind for clause in request.clauses] == ["none", "if"]
    assert request.asked == ()
    assert request.acts == []


def test_sentences_after_a_dictated_beginning_do_not_count() -> None:
    assert asked("Note: buy milk. Send Ama the slides.") == []
    assert asked("Note: buy milk. Then send Ama the slides.") == ["send"]


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

"""Who is to write, and about what, from the words of an alert."""

import pytest

from app.language.orders.alerts import awaited, mail_condition


@pytest.mark.parametrize(
    ("words", "sender", "about"),
    [
        ("Kofi writes", "Kofi", ""),
        ("Kofi writes me about the invoice", "Kofi", "invoice"),
        ("mail comes from the school", "school", ""),
        ("mail from Ama about the invoice comes", "Ama", "invoice"),
        ("a message from kofi@acme.example arrives", "kofi@acme.example", ""),
        ("I hear from Ama", "Ama", ""),
        ("Kofi m'écrit", "Kofi", ""),
        ("Kofi calls", "", ""),
        ("the parcel arrives", "", ""),
        ("it rains", "", ""),
    ],
)
def test_a_condition_of_mail_names_its_sender_and_its_subject(words: str, sender: str, about: str) -> None:
    assert mail_condition(words) == (sender, about)


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("let me know when mail from Ama about the invoice comes", "mail from Ama about the invoice comes"),
        ("alert me if the landlord emails", "the landlord emails"),
        ("préviens-moi quand Kofi m'écrit", "Kofi m'écrit"),
        ("tell me when the shop opens", ""),
        ("show me mail from Ama", ""),
    ],
)
def test_only_who_waits_for_mail_is_understood_to(text: str, condition: str) -> None:
    assert awaited(text) == condition

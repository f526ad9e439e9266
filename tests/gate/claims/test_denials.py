"""What takes a claim back in its own sentence."""

import pytest

from app.gate.claims.finder import find
from app.gate.claims.sentences import sentences


def claims(text: str) -> list[str]:
    return [claim.words for sentence in sentences(text) for claim in find(sentence)]


@pytest.mark.parametrize(
    "text",
    [
        "I haven't sent it.",
        "Nothing has been booked.",
        "It can be cancelled until Friday.",
        "When I've sent an email I show you a line.",
        "Once you confirm, the message has been sent within a minute.",
        "If I've deleted something, say undo.",
        "The shop writes that your order has been cancelled.",
        "It was closed by Linda on Monday.",
        "He's sent me a link.",
        "You could say: I've sent it over.",
        "They can see why it was declined.",
        "I'll remind you as soon as you tell me when.",
        "Shall I say it was sent?",
    ],
)
def test_it_is_not_claimed(text: str) -> None:
    assert claims(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "I've sent it.",
        "I wrote Ben that you can't come on Saturday.",
        "I not only booked it, I paid for it.",
        "After a quick check, I've sent it.",
        "That's been taken care of.",
        "I confirmed that your table is booked.",
    ],
)
def test_it_is_claimed_all_the_same(text: str) -> None:
    assert claims(text)

"""Any statement of a deed, whatever its verb, and what a reply says of how things stand."""

import pytest

from app.language.claims.plain import SHORT, asks_back, closing, find, says
from app.language.claims.sentences import sentences


def stated(text: str, *, own_only: bool = False) -> list[str]:
    return [claim.words for sentence in sentences(text) for claim in find(sentence, own_only=own_only)]


@pytest.mark.parametrize("text", ["I zapped it over.", "The slot is locked in.", "Swapped!", "Invoice whisked to Ann."])
def test_a_deed_is_a_deed_whatever_its_verb(text: str) -> None:
    assert stated(text)


@pytest.mark.parametrize(
    "text", ["I looked at it.", "I haven't zapped it.", "I'm excited!", "Smoked fish", "Have I zapped it?"]
)
def test_looking_and_feeling_are_no_deeds(text: str) -> None:
    assert stated(text) == []


def test_only_its_own_deeds_count_where_it_may_report() -> None:
    assert stated("The slot is locked in.", own_only=True) == []
    assert stated("I zapped it over.", own_only=True)


def test_a_short_answer_that_leaves_nothing_open_says_it_is_done() -> None:
    assert list(closing(sentences("Omar has the gate code.")))


@pytest.mark.parametrize(
    "text",
    [
        "Which Omar do you mean?",
        "I can't reach Omar.",
        "Say the word and off it goes.",
        "Right away!",
        "The gate code. " * (SHORT // 10),
    ],
)
def test_an_open_or_a_long_answer_does_not(text: str) -> None:
    assert not list(closing(sentences(text)))


def test_a_reply_says_that_something_waits() -> None:
    assert says(sentences("It waits for your OK."), "waits")
    assert not says(sentences("It is sent."), "waits")


def test_asking_what_is_meant_is_no_offer() -> None:
    assert asks_back(sentences("Two are active. Which one do you mean?"))
    assert not asks_back(sentences("Booked. Anything else?"))


def test_saying_that_it_cannot_be_done_is_known() -> None:
    assert says(sentences("I can't reach the shop from here."), "declines")
    assert not says(sentences("I can do that."), "declines")

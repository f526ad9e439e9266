"""What a reply says of how things stand."""

from app.gate.claims.sentences import sentences
from app.gate.claims.stance import asks_back, declines, says_it_waits


def test_a_reply_says_that_something_waits() -> None:
    assert says_it_waits("It waits for your OK.")
    assert not says_it_waits("It is sent.")


def test_asking_what_is_meant_is_no_offer() -> None:
    assert asks_back(sentences("Two are active. Which one do you mean?"))
    assert not asks_back(sentences("Booked. Anything else?"))


def test_saying_that_it_cannot_be_done_is_known() -> None:
    assert declines(sentences("I can't reach the shop from here."))
    assert not declines(sentences("I can do that."))

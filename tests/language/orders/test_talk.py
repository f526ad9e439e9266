"""Small talk and plain no, in the assistant's own voice."""

import pytest

from app.language.orders import talk

NEVER_FIRST = ("I'm sorry", "Sorry", "Unfortunately", "I apologise", "I wasn't able", "I'm afraid")


@pytest.mark.parametrize("said", ["hi", "thanks!", "good morning", "who are you?", "help", "bye", "Ok."])
def test_small_talk_is_answered(said: str) -> None:
    assert talk.small(said)


@pytest.mark.parametrize(
    "said", ["write an email to Bob", "what's the capital of Togo?", "play jazz", "zzz", "book a flight"]
)
def test_a_no_says_what_can_be_done_instead(said: str) -> None:
    no = talk.cannot(said)
    assert not no.startswith(NEVER_FIRST)
    assert "I can " in no


def test_a_request_is_no_small_talk() -> None:
    assert talk.small("hello, add milk to my list") is None

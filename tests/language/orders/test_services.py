"""Words that give a service away."""

import pytest

from app.language.orders.services import read


@pytest.mark.parametrize(
    ("said", "service"),
    [
        ("any new emails?", "mail"),
        ("am I free on Friday?", "calendar"),
        ("open pull requests", "github"),
        ("will it rain?", "weather"),
    ],
)
def test_a_service_is_recognised(said: str, service: str) -> None:
    reading = read(said)
    assert reading is not None
    assert reading.calls[0].arguments == {"service": service}


def test_other_words_belong_to_none() -> None:
    assert read("tell me a joke") is None

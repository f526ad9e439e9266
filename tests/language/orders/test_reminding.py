"""A reminder as far as its words go."""

import pytest

from app.language.orders.plan import Call, Clause
from app.language.orders.reminding import ahead, reading, resolved
from tests.language.orders.suite import NOW


@pytest.mark.parametrize(
    ("words", "event", "when"),
    [
        ("a day before", "we travel on Friday", "a day before Friday"),
        ("the day before", "the exam on 3 December", "the day before 3 December"),
        ("an hour before", "my meeting at 5", "an hour before 5"),
        ("la veille à 17h", "Solène arrive le 18 avril", "a day before 18 avril à 17h"),
        ("1h avant", "dentiste demain à 14h15", "1 hours before demain à 14h15"),
        ("a day before", "we travel", ""),
        ("at six", "we travel on Friday", ""),
    ],
)
def test_what_is_ahead_of_something_is_reckoned_from_it(words: str, event: str, when: str) -> None:
    assert ahead(words, event, NOW) == when


def test_what_is_missing_is_asked_for() -> None:
    assert reading("call mum", "", "").question == "When should I remind you to call mum?"
    assert reading("my dentist", "", "", "about").question == "When should I remind you about your dentist?"
    assert reading("", "at six", "").missing == "text"
    assert reading("call mum", "at six", "").calls == (Call("set_reminder", {"when": "at six", "text": "call mum"}),)


def test_it_is_what_stands_before() -> None:
    assert resolved("buy it", Clause("", NOW, thing="milk")) == "buy milk"
    assert resolved("ring him", Clause("", NOW, aside="the plumber is 0161")) == "ring him (the plumber is 0161)"
    assert resolved("it", Clause("", NOW, thing="milk")) == "milk"

"""The player of conversations about the world outside."""

import pytest

from scripts.prove import world_talk
from tests.fakes.vendors import maps

TALK = {
    "id": "c1",
    "pages": {
        "http://bakery.example/menu": {
            "title": "Menu",
            "paragraphs": ["Bread is 5 cedis.", "Cakes are made on Fridays for those who order them."],
        }
    },
    "turns": [
        {"say": "how far is it from Kumasi to Tamale", "expect": "a way"},
        {"say": "read http://bakery.example/menu"},
    ],
}


async def test_calls_and_answers_are_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maps, "PLACES", world_talk.Everywhere())
    await world_talk.play([TALK])
    said = capsys.readouterr().out
    assert "expected: a way" in said
    assert 'called: get_directions {"origin": "Kumasi", "destination": "Tamale"}' in said
    assert "Bread is 5 cedis." in said


FORM = {
    "id": "c2",
    "pages": {
        "http://clinic.example/book": {
            "title": "Book",
            "paragraphs": ["We call you back."],
            "fields": ["name", "email", "date"],
        }
    },
    "turns": [
        {"say": "remember that my sister's name is Ama"},
        {"say": "forget my sister's name"},
        {"say": "book me in at http://clinic.example/book, thursday, nom Adjoa Mensah, courriel adjoa@mail.com"},
        {"say": "actually make it friday"},
        {"say": "change the email to adjoa.m@work.com"},
        {"say": "what's waiting for my ok?"},
    ],
}


async def test_a_form_changes_under_its_card_whatever_else_waits(capsys: pytest.CaptureFixture[str]) -> None:
    await world_talk.play([FORM])
    waiting = capsys.readouterr().out.partition("> what's waiting")[2]
    for line in ("name: Adjoa Mensah", "email: adjoa.m@work.com", "date: friday", "your sister's name is Ama"):
        assert line in waiting

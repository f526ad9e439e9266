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

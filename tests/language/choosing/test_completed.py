"""Slots that the reader cut short, completed; and a part that names nothing it could be about."""

import pytest

from app.language.choosing.completed import completed
from app.language.reader.reading import Part, Slot


def part(intent: str, text: str, name: str = "", words: str = "") -> Part:
    slots = (Slot(name, words, text.index(words), text.index(words) + len(words)),) if words else ()
    return Part(intent, text, 0, len(text), slots=slots, sure=0.9)


@pytest.mark.parametrize(
    ("text", "read", "whole"),
    [
        ("look up the opening hours of the museum", "opening hours of the museum", "the opening hours of the museum"),
        ("search for a plumber", "plumber", "a plumber"),
        ("cherche les horaires du musée", "horaires du musée", "les horaires du musée"),
        ("search for thermal socks", "thermal socks", "thermal socks"),
    ],
)
def test_what_is_searched_for_has_its_article(text: str, read: str, whole: str) -> None:
    [slot] = completed(part("search_web", text, "query", read)).slots
    assert (slot.name, slot.text) == ("query", whole)


def test_a_question_that_names_nothing_of_a_list_is_asked_of_what_is_known() -> None:
    assert completed(part("check_item", "did my landlord ever fix the roof?")).intent == "ask_fact"
    assert completed(part("check_item", "is milk on my list?", "item", "milk")).intent == "check_item"

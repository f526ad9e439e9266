"""What the shipped reader makes of plain messages, and that it is bounded and never raises."""

import pytest

from app.language.reader.network import MOST_WORDS, network
from app.language.reader.reading import Part, read


def shape(parts: tuple[Part, ...]) -> list[tuple[str, dict[str, list[str]]]]:
    return [(part.intent, {slot.name: part.all(slot.name) for slot in part.slots}) for part in parts]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "remind me to call the bank tomorrow at 9",
            [("set_reminder", {"text": ["call the bank"], "when": ["tomorrow at 9"]})],
        ),
        ("add milk and eggs to the shopping list", [("add_tasks", {"item": ["milk", "eggs"], "list": ["shopping"]})]),
        ("what's on my shopping list?", [("list_tasks", {"list": ["shopping"]})]),
        (
            "put soap on the shopping list and remind me to pay the rent on friday",
            [
                ("add_tasks", {"item": ["soap"], "list": ["shopping"]}),
                ("set_reminder", {"text": ["pay the rent"], "when": ["on friday"]}),
            ],
        ),
        ("do i have anything you're meant to nudge me about", [("list_reminders", {})]),
        (
            "rappelle-moi d'appeler la banque demain à 9h",
            [("set_reminder", {"text": ["appeler la banque"], "when": ["demain à 9h"]})],
        ),
        ("ajoute du lait à la liste de courses", [("add_tasks", {"item": ["lait"], "list": ["courses"]})]),
    ],
)
def test_plain_messages_are_read(text: str, wanted: list[tuple[str, dict[str, list[str]]]]) -> None:
    assert shape(read(text)) == wanted


def test_parts_cover_the_text_in_order_and_slots_lie_in_their_part() -> None:
    text = "ugh long day, i finally paid the rent so tick that off and remind me to call mum at 6, thanks!"
    parts = read(text)
    assert [text[part.start : part.end] for part in parts] == [part.text for part in parts]
    ends = [0, *(part.end for part in parts)]
    assert all(part.start >= before for part, before in zip(parts, ends, strict=False))
    for part in parts:
        assert all(text[slot.start : slot.end] == slot.text for slot in part.slots)
        assert all(part.start <= slot.start < slot.end <= part.end for slot in part.slots)


def test_how_sure_it_is_lies_between_nothing_and_all() -> None:
    [part] = read("remind me to call the bank tomorrow at 9")
    assert 0.5 < part.sure <= 1
    assert sum(share for _, share in part.others) < 1.01


@pytest.mark.parametrize(
    "text", ["", "   ", "…", "?!", "\u200b", "💥" * 50, "a" * 5000, "word " * 5000, "\n\n- x\n- y"]
)
def test_any_text_is_read_and_no_more_of_it_than_fits(text: str) -> None:
    parts = read(text)
    assert sum(len(part.text.split()) for part in parts) <= MOST_WORDS
    assert all(part.intent in network().intents for part in parts)


def test_case_makes_no_difference() -> None:
    assert shape(read("Add Milk To The Shopping List")) == [("add_tasks", {"item": ["Milk"], "list": ["Shopping"]})]

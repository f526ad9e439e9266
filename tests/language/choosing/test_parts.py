"""What a message asks for, part by part."""

from typing import Any

import pytest

from app.language.choosing import windows
from app.language.choosing.parts import Understood, read_parts
from app.language.choosing.windows import MOST_READ, WINDOW
from app.language.dialogue.state import Before
from app.language.orders.plan import Call, Clause, Reading
from app.language.reader.reading import Part
from tests.language.orders.suite import NOW
from tests.language.orders.test_building import part

MILK = Reading((Call("add_tasks", {"titles": ["milk"]}),))
NOTE = Reading((Call("save_note", {"content": "milk"}),))
OFFER = Reading((Call("add_tasks", {"titles": ["milk"]}),), question="Shall I?", missing="yes")
ASKS = Reading((Call("recall_facts", {"about": "milk"}),))
LISTS = Reading((Call("list_tasks"),))
TRASH = Reading((Call("empty_trash"),))


def understood(monkeypatch: pytest.MonkeyPatch, *read: Part, before: Before | None = None) -> Understood:
    """What becomes of a message that the reader takes apart so."""
    monkeypatch.setattr(windows, "read", lambda _: read)
    return read_parts(Clause(" ".join(one.text for one in read), NOW), before or Before())


def calls(seen: Understood) -> list[tuple[str, dict[str, Any]]]:
    return [(call.tool, dict(call.arguments)) for reading in seen.readings for call in reading.calls]


def test_a_part_that_is_not_sure_is_asked_about_alone_and_else_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    doubtful = Part("add_tasks", "some milk", 0, 9, part("add_tasks", "some milk", item="milk").slots, 0.4)
    seen = understood(monkeypatch, doubtful)
    assert [reading.missing for reading in seen.readings] == ["yes"]
    seen = understood(monkeypatch, part("list_reminders", "my reminders"), doubtful)
    assert (calls(seen), seen.missed) == ([("list_reminders", {})], ("some milk",))


def test_what_one_part_names_the_next_may_call_it(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = understood(
        monkeypatch,
        part("add_tasks", "add milk to shopping", item="milk", list="shopping"),
        part("set_reminder", "remind me at 6 to buy it", text="buy it", when="at 6"),
        part("list_tasks", "and show it"),
    )
    assert calls(seen) == [
        ("add_tasks", {"titles": ["milk"], "list_name": "shopping"}),
        ("set_reminder", {"when": "at 6", "text": "buy milk"}),
        ("list_tasks", {"list_name": "shopping"}),
    ]


def test_a_list_and_what_to_put_on_it_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = understood(
        monkeypatch,
        part("create_list", "make a list named Camping", list="Camping"),
        part("add_tasks", "put a tent on it", item="tent"),
    )
    assert calls(seen) == [("add_tasks", {"list_name": "camping", "titles": ["tent"]})]


def test_a_correction_in_the_same_message_changes_the_part_before(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = understood(
        monkeypatch,
        part("set_reminder", "remind me at 5 to call mum", text="call mum", when="at 5"),
        part("amend", "no, make that 6", when="6", old="5"),
    )
    assert calls(seen) == [("set_reminder", {"when": "at 6", "text": "call mum"})]


def test_scrap_that_behind_a_change_takes_it_back(monkeypatch: pytest.MonkeyPatch) -> None:
    done = Before((MILK,), reply="Added milk (#1).")
    asked = Before((MILK,), reply="What should I add?")
    assert calls(understood(monkeypatch, part("never_mind", "nah scrap that"), before=done)) == [("undo", {})]
    assert calls(understood(monkeypatch, part("never_mind", "nah scrap that"), before=asked)) == []


def test_she_is_told_of_with_who_she_is(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "Bettina is coming over, she can't have gluten"
    first, second = (
        Part("aside", text[:23], 0, 23, (), 0.9),
        Part("tell_fact", text[24:], 24, len(text), (), 0.9),
    )
    monkeypatch.setattr(windows, "read", lambda _: (first, second))
    seen = read_parts(Clause(text, NOW), Before())
    assert calls(seen) == [("remember_fact", {"statement": text})]


def test_what_a_list_shows_is_forgotten_as_an_item(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Before((LISTS,), reply="Your shopping list:\n- bleach (#2)")
    said = Part("forget", "forget the bleach", 0, 17, part("forget", "…", topic="bleach").slots, 0.5)
    assert calls(understood(monkeypatch, said, before=shown)) == [("delete_tasks", {"tasks": ["bleach"]})]
    told = Before((LISTS,), reply="Your to-do list:\n- call Kofi (#2)")
    assert calls(understood(monkeypatch, part("forget", "forget Kofi", topic="Kofi"), before=told)) == [
        ("forget_fact", {"what": "Kofi"})
    ]


def test_what_was_taken_back_is_done_again(monkeypatch: pytest.MonkeyPatch) -> None:
    undone = Before((Reading((Call("undo"),)),), ((MILK,),), "Taken back: milk is gone from the list.")
    assert calls(understood(monkeypatch, part("undo", "could you restore them"), before=undone)) == [
        ("add_tasks", {"titles": ["milk"]})
    ]


def test_what_names_something_is_no_taking_back(monkeypatch: pytest.MonkeyPatch) -> None:
    done = Before((NOTE,), reply="Saved note #2.")
    assert calls(understood(monkeypatch, part("never_mind", "forget saffron"), before=done)) == [
        ("forget_fact", {"what": "saffron"})
    ]
    assert calls(understood(monkeypatch, part("never_mind", "never mind, that's fine"), before=done)) == []


def test_what_is_done_elsewhere_is_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = understood(monkeypatch, part("mail", "email Kofi"), part("add_tasks", "add milk", item="milk"))
    assert calls(seen) == [("add_tasks", {"titles": ["milk"]})]
    assert [one.text for one in seen.outside] == ["email Kofi"]


@pytest.mark.parametrize("text", ["12345", "…", "💡"])
def test_what_has_no_letter_is_not_read(text: str) -> None:
    assert read_parts(Clause(text, NOW), Before()) == Understood()


def test_a_text_to_keep_goes_on_to_its_end_however_long() -> None:
    text = "note: " + "the walls are damp. " * 200
    [reading] = read_parts(Clause(text, NOW), Before()).readings
    assert reading.calls[0].tool == "save_note"
    assert str(reading.calls[0].arguments["content"]).endswith("the walls are damp")
    assert reading.keeps_text


def test_many_orders_are_read_as_far_as_is_read_of_one_message() -> None:
    text = "Add milk to my shopping list. " * (MOST_READ // 15)
    seen = read_parts(Clause(text, NOW), Before())
    put = sum(len(call.arguments["titles"]) for reading in seen.readings for call in reading.calls)
    assert put > WINDOW // 30
    assert seen.readings[-1].is_cut


def test_lines_are_read_as_one_message() -> None:
    seen = read_parts(Clause("shopping list:\n- milk\n- brown bread", NOW), Before())
    assert [list(reading.calls[0].arguments["titles"]) for reading in seen.readings] == [["milk", "brown bread"]]


def test_what_is_to_be_added_where_it_is_missing_waits_for_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = understood(
        monkeypatch,
        part("check_item", "is milk on the shopping list", item="milk", list="shopping"),
        part("add_tasks", "if not, add it", item="it"),
    )
    assert calls(seen) == [("list_tasks", {"list_name": "shopping"})]
    assert [(later.call.arguments, later.unless) for later in seen.readings[0].later] == [
        ({"titles": ["milk"], "list_name": "shopping"}, "milk")
    ]


def test_two_doings_at_one_time_are_one_reminder(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = understood(
        monkeypatch,
        part("set_reminder", "remind me at 8 to pack lunch", when="at 8", text="pack lunch"),
        part("set_reminder", "and put the bins out", text="put the bins out"),
    )
    assert calls(seen) == [("set_reminder", {"when": "at 8", "text": "pack lunch and put the bins out"})]


def test_what_leads_up_to_a_reminder_says_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = understood(
        monkeypatch,
        part("aside", "I travel to Ho next Friday,"),
        part("set_reminder", "remind me a day before", when="a day before"),
    )
    assert calls(seen) == [("set_reminder", {"when": "a day before next Friday", "text": "I travel to Ho next Friday"})]

"""What the record of a conversation says of what was shown, done and asked."""

import pytest

from app.language.dialogue.state import Before, numbered
from app.language.orders.plan import Call, Reading, recorded

ADDED = recorded(
    Call("add_tasks", {"titles": ["rice", "oil"], "list_name": "market"}),
    "Added rice (#4) and oil (#5) to your market list.",
)
LOOKED = recorded(Call("recall_facts", {"about": "home"}), "You live in Accra.")


@pytest.mark.parametrize(
    ("answer", "things"),
    [
        ("Added milk (#1), eggs (#2) and bread (#3) to your list.", [("1", "milk"), ("2", "eggs"), ("3", "bread")]),
        ("Your reminders (UTC time):\n- dentist, Tuesday 1 December at 15:00 (#2)", [("2", "dentist")]),
        ("I'll remind you tomorrow at 15:00, UTC time: sign the form (#1). Then Friday.", [("1", "sign the form")]),
        ("To read later:\n- #1 https://example.org/a", [("1", "https://example.org/a")]),
        ("Which task? #1 rice, #2 ricecake.", [("1", "rice"), ("2", "ricecake")]),
        ("Nothing here.", []),
    ],
)
def test_numbers_and_titles_are_found_in_what_tools_say(answer: str, things: list[tuple[str, str]]) -> None:
    assert list(numbered(answer)) == things


def test_what_was_shown_has_its_kind() -> None:
    assert [(one.kind.name, one.number) for one in Before((ADDED,)).shown] == [("task", "4"), ("task", "5")]


def test_a_look_hides_nothing_of_what_was_changed_before() -> None:
    before = Before((LOOKED,), ((ADDED,),))
    assert [call.tool for call in before.calls] == ["recall_facts"]
    assert [call.tool for call in before.changed] == ["add_tasks"]
    assert before.place == "market"
    assert before.names("oil")
    assert not before.names("palm oil and salt")


def test_what_came_to_nothing_is_passed_over_and_a_question_is_not() -> None:
    asked = Reading((Call("set_reminder", {"text": "call"}),), question="When?", missing="when")
    assert [call.tool for call in Before((), ((ADDED,),)).calls] == ["add_tasks"]
    assert Before((asked,), ((ADDED,),)).calls == []
    assert Before((asked,)).pending == asked

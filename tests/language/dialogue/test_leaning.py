"""Parts that lean on what was said before."""

from typing import Any

import pytest

from app.language.dialogue.leaning import WHAT_TEXT, corrected, lean
from app.language.dialogue.pointed import pointed
from app.language.dialogue.state import Before
from app.language.orders.plan import Call, Clause, Reading, recorded
from app.language.reader.reading import Part
from tests.language.orders.suite import NOW
from tests.language.orders.test_building import part

Calls = list[tuple[str, dict[str, Any]]]
REMINDER = Call("set_reminder", {"text": "stretch", "when": "tomorrow at 9"})
ADDED = Call("add_tasks", {"titles": ["rice", "beans"], "list_name": "market"})
ONE = Call("add_tasks", {"titles": ["rice"]})
NOTE = Call("save_note", {"content": "the bin day is tuesday"})
DROPPED = Call("delete_tasks", {"tasks": ["rice"]})
SHOWN = Before((recorded(Call("list_reminders"), "- stretch (#4)\n- call mum (#7)\n- bins (#9)"),))


def before(*calls: Call, earlier: Call | None = None, reply: str = "") -> Before:
    past = ((recorded(earlier, ""),),) if earlier else ()
    return Before(tuple(recorded(call, reply) for call in calls), past, reply)


def calls(reading: Reading | None) -> Calls:
    return [(call.tool, dict(call.arguments)) for call in reading.calls] if reading else []


@pytest.mark.parametrize("said", [part("amend", "make it 7", ref="it"), part("amend", "…", old="six", new="seven")])
def test_a_text_that_only_waits_is_asked_for_anew(said: Part) -> None:
    post = Call("slack_post", {"channel": "#ops", "text": "Deploy at six"})
    reading = lean(said, Clause("", NOW), before(post, reply="[APPROVAL_PENDING:p1] Write on Slack"))
    assert reading is not None
    assert (reading.reply, reading.calls) == (WHAT_TEXT, ())


@pytest.mark.parametrize(
    ("said", "after", "wanted"),
    [
        (
            part("amend", "…", when="10", old="9"),
            before(REMINDER),
            [("change_reminder", {"reminder": "last", "when": "at 10"})],
        ),
        (
            part("amend", "…", old="stretch", new="do yoga"),
            before(REMINDER),
            [("change_reminder", {"reminder": "last", "text": "do yoga"})],
        ),
        (
            part("amend", "…", old="rice", new="pasta"),
            before(ADDED),
            [("edit_task", {"task": "rice", "title": "pasta"})],
        ),
        (part("amend", "…", new="pasta"), before(ONE), [("edit_task", {"task": "rice", "title": "pasta"})]),
        (part("amend", "…", new="pasta"), before(ADDED), []),
        (part("amend", "…", new="baens"), before(ADDED), [("edit_task", {"task": "beans", "title": "baens"})]),
        (
            part("amend", "…", new="for seven people"),
            before(Call("add_tasks", {"titles": ["book the ferry for six people"]})),
            [("edit_task", {"task": "book the ferry for six people", "title": "book the ferry for seven people"})],
        ),
        (part("amend", "…", list="home"), before(ONE), [("edit_task", {"task": "rice", "list_name": "home"})]),
        (
            part("amend", "…", old="tuesday", new="wednesday"),
            before(NOTE),
            [("undo", {}), ("save_note", {"content": "the bin day is wednesday"})],
        ),
        (part("amend", "…", ref="beans"), before(DROPPED), [("undo", {}), ("delete_tasks", {"tasks": ["beans"]})]),
        (part("more", "…", item="beans"), before(ONE), [("add_tasks", {"titles": ["beans"]})]),
        (
            part("more", "…", when="at 8"),
            before(REMINDER),
            [("set_reminder", {"text": "stretch", "when": "tomorrow at 8"})],
        ),
        (
            part("what_about", "…", when="tomorrow"),
            before(Call("list_tasks", {"day": "today"})),
            [("list_tasks", {"day": "tomorrow"})],
        ),
        (part("keep", "…"), before(DROPPED), [("undo", {})]),
        (part("keep", "…"), before(Call("undo"), earlier=ONE), [("add_tasks", {"titles": ["rice"]})]),
        (part("keep", "…"), before(ONE), []),
        (part("choose", "…", ref="the second"), before(), []),
        (part("choose", "…", ref="beans"), before(DROPPED, reply="Removed rice (#1)."), []),
        (
            part("choose", "…", ref="#2"),
            before(DROPPED, reply="Which task? #1 rice, #2 ricecake."),
            [("delete_tasks", {"tasks": ["#2"]})],
        ),
        (part("amend", "…", when="10"), Before(), []),
    ],
)
def test_what_leans_is_read_with_what_was_done(said: Part, after: Before, wanted: Calls) -> None:
    assert calls(lean(said, Clause(said.text, NOW), after)) == wanted


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("second one", "#7"),
        ("last", "#9"),
        ("number 4", "#4"),
        ("#9", "#9"),
        ("2nd", "#7"),
        ("dernier", "#9"),
        ("Derniere", "#9"),
        ("deuxieme", "#7"),
    ],
)
def test_one_of_what_was_shown_is_its_number_and_its_kind(words: str, wanted: str) -> None:
    found = pointed(part("delete_tasks", "…", item=words), SHOWN)
    assert (found.intent, found.all("ref")) == ("cancel_reminder", [wanted])


@pytest.mark.parametrize("words", ["fifth one", "number 5", "stretch", "the blue one"])
def test_what_is_not_one_of_them_stays_as_it_was_said(words: str) -> None:
    said = part("delete_tasks", "…", item=words)
    assert pointed(said, SHOWN) == said


def test_a_correction_in_the_same_breath_changes_what_is_not_done_yet() -> None:
    changed = corrected(Reading((REMINDER,)), part("amend", "…", when="at 10"), Clause("…", NOW))
    assert calls(changed) == [("set_reminder", {"text": "stretch", "when": "tomorrow at 10"})]


def test_words_are_corrected_in_the_same_breath_too() -> None:
    changed = corrected(Reading((ADDED,)), part("amend", "…", old="beans", new="yam"), Clause("…", NOW))
    assert calls(changed) == [("add_tasks", {"titles": ["rice", "yam"], "list_name": "market"})]


def test_another_one_in_the_same_breath_is_the_one_that_is_meant() -> None:
    first = Reading((Call("cancel_reminder", {"reminder": "#4"}),))
    changed = corrected(first, part("amend", "…", ref="dentist"), Clause("…", NOW))
    assert calls(changed) == [("cancel_reminder", {"reminder": "dentist"})]

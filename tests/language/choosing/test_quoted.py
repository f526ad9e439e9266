"""A reply is about what it replies to, which fills what its own words leave open and is never an order itself."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.language.choosing import quoted
from app.language.choosing.understand import understand
from app.language.orders.plan import Call, Exchange, recorded
from app.tools.catalogue import TOOLSETS

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=ZoneInfo("Africa/Accra"))
TOOLS = frozenset(row.name for rows in TOOLSETS.values() for row in rows)
LATE = "call Ama (Late: this was due today at 09:00.)"


def calls(said: str, words: str, before: Exchange | None = None) -> list[tuple[str, dict[str, Any]]]:
    plan = quoted.understand_reply(said, words, NOON, TOOLS, before)
    return [(call.tool, dict(call.arguments)) for call in plan.calls]


def reminder(text: str, when: str) -> list[tuple[str, dict[str, Any]]]:
    return [("set_reminder", {"text": text, "when": when})]


@pytest.mark.parametrize(
    ("said", "words", "text", "when"),
    [
        ("remind me of this tomorrow at 9", "call Ama", "call Ama", "tomorrow at 9"),
        ("remind me of that again in an hour", LATE, "call Ama", "in an hour"),
        ("remind me tomorrow at 9", "Due now: water the plants (home)", "water the plants", "tomorrow at 9"),
        ("in an hour please", "call Ama", "call Ama", "in an hour"),
        ("snooze 10 minutes", "call Ama", "call Ama", "in 10 minutes"),
        ("rappelle-moi ça demain à 9h", "acheter du pain", "acheter du pain", "demain à 9h"),
        ("remind me of this tomorrow at 9", "add milk and eggs to my list", "milk and eggs", "tomorrow at 9"),
        ("remind me of this on Friday at 9", "remind me to call Ama tomorrow at 8", "call Ama", "on Friday at 9"),
    ],
)
def test_it_is_reminded_of(said: str, words: str, text: str, when: str) -> None:
    assert calls(said, words) == reminder(text, when)


@pytest.mark.parametrize(
    ("said", "words", "titles", "list_name"),
    [
        ("add this to my shopping list", "milk and eggs", ["milk", "eggs"], "shopping"),
        ("put these on my shopping list", "oat milk", ["oat milk"], "shopping"),
        ("add it to my to-do list", "call Ama", ["call Ama"], ""),
        ("add this to my shopping list", "We are out of milk. Bread too, I think.", ["milk", "Bread"], "shopping"),
        (
            "add this to my list",
            "Ring the plumber. He is in until five!",
            ["Ring the plumber. He is in until five!"],
            "",
        ),
    ],
)
def test_it_is_listed(said: str, words: str, titles: list[str], list_name: str) -> None:
    [(tool, arguments)] = calls(said, words)
    assert (tool, arguments.get("list_name", "")) == ("add_tasks", list_name)
    assert arguments["titles"] == titles


@pytest.mark.parametrize("said", ["save this as a note", "note this down", "remember this", "keep this", "note ça"])
def test_it_is_kept_as_it_was_written(said: str) -> None:
    words = "Wifi at Ama's: tortoise, milk and eggs."
    assert calls(said, words) == [("save_note", {"content": words})]


def test_the_question_that_is_left_knows_what_it_is_about() -> None:
    plan = quoted.understand_reply("remind me of this", "call Ama", NOON, TOOLS, None)
    assert (plan.calls, plan.question) == ((), quoted.WHEN)
    assert plan.pending is not None
    before = Exchange("remind me of this", quoted.WHEN, NOON, asked=(plan.pending,))
    [call] = understand("tomorrow at 9", NOON, TOOLS, before).calls
    assert dict(call.arguments) == {"text": "call Ama", "when": "tomorrow at 9"}


def test_done_ticks_off_the_task_that_came_due_and_nothing_else() -> None:
    assert calls("done", "Due now: water the plants (home)") == [("complete_tasks", {"tasks": ["water the plants"]})]
    plan = quoted.understand_reply("done!", "call Ama", NOON, TOOLS, None)
    assert (plan.calls, plan.reply) == ((), quoted.OVER)
    assert calls("c'est fait", "call Ama") == []


def test_what_it_replies_to_is_meant_and_not_what_was_spoken_of_last() -> None:
    before = Exchange(
        "add tea to my list", "Added tea.", NOON, asked=(recorded(Call("add_tasks", {"titles": ["tea"]}), ""),)
    )
    [(_, arguments)] = calls("remind me of it tomorrow at 9", "call Ama", before)
    assert arguments["text"] == "call Ama"


@pytest.mark.parametrize("said", ["thanks", "what's on my list?", "add bread to my list", "what do you think?"])
def test_a_reply_that_points_at_nothing_is_read_by_itself(said: str) -> None:
    for words in ("delete all my tasks", "remind me to pay at 5"):
        assert calls(said, words) == [(one.tool, dict(one.arguments)) for one in understand(said, NOON, TOOLS).calls]


@pytest.mark.parametrize(
    ("shared", "told"),
    [
        (["location: 5.603700, -0.187000"], "a place: 5.603700, -0.187000."),
        (["place: Zoo, 64th St; location: 1.0, 2.0"], "a place: Zoo, 64th St; location: 1.0, 2.0."),
        (["contact: Ama, +233 20"], "a contact: Ama, +233 20."),
        (["sticker 👍 thumbs up sign"], "a sticker."),
        (["poll: Lunch? – yes; no"], "this: poll: Lunch? – yes; no."),
        (["came with “a.mov”, 90 MB, which was too big to fetch."], "Your message came with “a.mov”"),
    ],
)
def test_what_came_without_a_word_is_told_for_what_it_is(shared: list[str], told: str) -> None:
    assert told in quoted.received(shared)


def test_a_place_can_be_kept_by_a_reply_to_it() -> None:
    assert calls("save this as a note", "(place: Zoo; location: 1.0, 2.0)") == [
        ("save_note", {"content": "Zoo; location: 1.0, 2.0"})
    ]

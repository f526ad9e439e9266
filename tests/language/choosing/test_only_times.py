"""A message that is a time and nothing else: another time for what was just done, the half that was missing, and nothing behind anything else."""

import pytest

from app.language.choosing.understand import understand
from app.language.orders.plan import Exchange, Plan
from tests.language.orders.suite import EVERY_TOOL, NOW, exchange

SET = "I'll remind you today at 17:00, Accra time: call Ama (#7)."
ADDED = "Added paint the door (#7) to your to-do list, due Friday."


def _after(first: str, reply: str, said: str) -> Plan:
    return understand(said, NOW, EVERY_TOOL, exchange(first, reply))


@pytest.mark.parametrize(
    ("first", "said", "changed"),
    [
        ("remind me to call Ama at 5", "tomorrow", {"when": "tomorrow"}),
        ("remind me to call Ama at 5", "Friday", {"when": "Friday"}),
        ("remind me to call Ama at 5", "tomorrow at 6", {"when": "tomorrow at 6"}),
        ("remind me to call Ama at 5", "17:30", {"when": "at 17:30"}),
        ("remind me to call Ama at 5", "on Monday please", {"when": "on Monday"}),
        ("remind me to call Ama at 5", "sorry, 6pm", {"when": "6pm"}),
        ("remind me to call Ama at 5", "every day", {"repeat": "every day"}),
        ("rappelle-moi d'appeler Ama à 17h", "demain", {"when": "demain"}),
        ("rappelle-moi d'appeler Ama à 17h", "plutôt à 18h", {"when": "à 18h"}),
    ],
)
def test_right_behind_a_reminder_a_time_is_another_time_for_it(first: str, said: str, changed: dict[str, str]) -> None:
    [call] = _after(first, SET, said).calls
    assert (call.tool, call.arguments) == ("change_reminder", {"reminder": "last", **changed})


@pytest.mark.parametrize("said", ["Sunday", "tomorrow"])
def test_right_behind_a_task_a_day_is_when_it_is_due(said: str) -> None:
    [call] = _after("add a task to paint the door by Friday", ADDED, said).calls
    assert call.tool == "edit_task"
    assert str(call.arguments["due"]).endswith(said)


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("remind me to call Ama\ntomorrow at 5", "tomorrow at 5"),
        ("remind me to call Ama at 5\ntomorrow", "tomorrow at 5"),
        ("remind me to call Ama tomorrow\nat 5", "tomorrow at 5"),
        ("remind me to call Ama at 5\nFriday please", "Friday at 5"),
        ("remind me to call Ama\ntomorrow\nat 5", "tomorrow at 5"),
        ("rappelle-moi d'appeler Ama\ndemain à 17h", "demain à 17h"),
    ],
)
def test_pieces_that_came_at_once_are_one_request(text: str, when: str) -> None:
    plan = understand(text, NOW, EVERY_TOOL)
    [call] = plan.calls
    assert (call.tool, call.arguments["when"], plan.question) == ("set_reminder", when, None)
    assert str(call.arguments["text"]).endswith("Ama")


@pytest.mark.parametrize(
    ("first", "reply"),
    [("what time is it?", "14:20."), ("hello", "Hello."), ("note that the wifi code is 1234", "Noted (#3).")],
)
def test_behind_anything_else_it_is_asked_what_is_meant(first: str, reply: str) -> None:
    plan = _after(first, reply, "tomorrow at 5")
    assert (plan.calls, plan.question) == ((), "What should I remind you of?")


@pytest.mark.parametrize(
    "said",
    [
        "tomorrow I am away",
        "is tomorrow at 5 free?",
        "tomorrow?",
        "what's on tomorrow",
        "5",
        "thanks, see you tomorrow",
        "now",
        "call Ben at 6",
        "buy bread on Friday",
        "",
    ],
)
def test_other_words_with_a_time_change_no_reminder(said: str) -> None:
    plan = _after("remind me to call Ama at 5", SET, said)
    assert not [call for call in plan.calls if call.tool == "change_reminder"]


@pytest.mark.parametrize(
    "text",
    [
        "what's on my list\ntomorrow",
        "save a note: my days off\nFriday",
        "add to my list:\n- milk\n- Friday",
    ],
)
def test_a_last_line_that_is_a_time_is_not_taken_from_what_takes_none(text: str) -> None:
    plan = understand(text, NOW, EVERY_TOOL)
    assert not [call for call in plan.calls if call.tool in ("set_reminder", "change_reminder")]


def test_an_answer_to_our_question_stays_one() -> None:
    asked = understand("remind me to call Ama", NOW, EVERY_TOOL)
    assert asked.pending is not None
    before = Exchange("remind me to call Ama", asked.question or "", NOW, None, (asked.pending,))
    [call] = understand("tomorrow", NOW, EVERY_TOOL, before).calls
    assert (call.tool, call.arguments["when"]) == ("set_reminder", "tomorrow")

"""Of several things in one message, what can be done is done and the other part is said."""

import pytest

from app.models.offline.plan import Exchange, Plan
from app.models.offline.replies import Outcome, compose
from app.models.offline.understand import understand
from tests.models.offline.suite import MEMORY, NOW

EMAIL = "email Kofi that I'm late"


def planned(said: str, before: Exchange | None = None) -> Plan:
    return understand(said, NOW, MEMORY, before)


def titles(plan: Plan) -> list[str]:
    return [title for call in plan.calls if call.tool == "add_tasks" for title in call.arguments["titles"]]


@pytest.mark.parametrize(
    "said",
    [
        f"{EMAIL} and then add a task to buy a gift",
        f"add a task to buy a gift and {EMAIL}",
        f"add a task to buy a gift and then {EMAIL}",
        f"Add a task to buy a gift, then please {EMAIL}",
        f"add a task to buy a gift. {EMAIL}",
        f"Could you {EMAIL}, and then add a task to buy a gift? Thanks!",
    ],
)
def test_a_gift_is_a_task_and_the_email_is_said_to_be_undone_wherever_it_stands(said: str) -> None:
    plan = planned(said)
    assert titles(plan) == ["buy a gift"]
    assert f"Not done: “{EMAIL}”" in (plan.question or "")


@pytest.mark.parametrize(
    ("said", "part"),
    [
        ("add bread to the list and tell Ama I'm late", "tell Ama I'm late"),
        ("add bread to the list and call an uber", "call an uber"),
        ("play some music and add bread to the list", "play some music"),
        ("add bread to the list and turn off the lights", "turn off the lights"),
        ("what's the weather and add bread to the list", "what's the weather"),
        ("add bread to the list and what's the weather", "what's the weather"),
        ("add bread, text Ama that I'm late, and remind me at six to eat it", "text Ama that I'm late"),
    ],
)
def test_what_is_for_somewhere_else_is_named_beside_what_is_done(said: str, part: str) -> None:
    plan = planned(said)
    assert titles(plan) == ["bread"]
    assert f"Not done: “{part}”." in (plan.question or "")


def test_several_undone_parts_are_each_named() -> None:
    plan = planned("order a pizza and add milk to my list, then play jazz")
    assert titles(plan) == ["milk"]
    assert [line.split("”")[0] for line in (plan.question or "").splitlines()] == [
        "Not done: “order a pizza",
        "Not done: “play jazz",
    ]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("add call mum and email Kofi to my to-do list", ["call mum", "email Kofi"]),
        ("tasks: email the bank, renew car insurance", ["email the bank", "renew car insurance"]),
        ("add a task to call mum and text dad", ["call mum", "text dad"]),
        ("add a task to call mum and book a flight", ["call mum", "book a flight"]),
        (f"add a task to {EMAIL}", [EMAIL]),
    ],
)
def test_a_to_do_may_be_something_to_send(said: str, expected: list[str]) -> None:
    plan = planned(said)
    assert (titles(plan), plan.question) == (expected, None)


def test_a_reminder_keeps_its_own_and() -> None:
    [call] = planned("remind me at six to call mum and book a flight to Accra").calls
    assert call.arguments["text"] == "call mum and book a flight to Accra"


def test_a_note_keeps_every_word() -> None:
    [call] = planned("note: the gate is open and then email Kofi").calls
    assert call.arguments["content"] == "the gate is open and then email Kofi"


def test_more_of_what_is_to_be_sent_is_no_request_of_its_own() -> None:
    plan = planned("tell Ama I'm late and I will be there at six")
    assert plan.calls == ()


def test_the_answer_says_what_was_done_then_what_was_not_then_asks() -> None:
    plan = planned("remind me to call mum. Email Kofi that I'm late")
    assert (plan.question or "").splitlines()[-1].startswith("When should I remind you")
    done = compose([Outcome("add_tasks", "Added to your to-do list: buy a gift.")], "Not done: “x”. Because.")
    assert done.splitlines() == ["Added to your to-do list: buy a gift.", "Not done: “x”. Because."]


def test_the_answer_to_a_question_beside_an_undone_part_is_still_an_answer() -> None:
    said = "remind me to call mum. Email Kofi that I'm late"
    [call] = planned("at six", Exchange(said, planned(said).question or planned(said).reply or "", NOW)).calls
    assert (call.tool, call.arguments["text"]) == ("set_reminder", "call mum")


def test_an_undone_part_is_said_also_where_looking_found_nothing() -> None:
    plan = planned(f"what are my notes about Yaw? {EMAIL}")
    assert [call.tool for call in plan.calls] == ["find_notes"]
    for_nothing = compose([Outcome("find_notes", "No note mentions Yaw.")], plan.question, plan.reply)
    assert "Not done" in for_nothing


@pytest.mark.parametrize(
    ("said", "tool", "part"),
    [
        ("Note that the boiler code is 4471. Then call the plumber.", "save_note", "call the plumber"),
        ("save a note that the window is fixed and forward it to Sam", "save_note", "forward it to Sam"),
        ("tick off bread and transfer 50 cedis to Abena", "complete_tasks", "transfer 50 cedis to Abena"),
        ("move my dentist reminder to 11 and let the dentist know by phone", "change_reminder", "let the dentist know by phone"),
        ("print my notes and add paper to my shopping list", "add_tasks", "print my notes"),
    ],
)  # fmt: skip
def test_a_second_sentence_or_what_changes_nothing_worded_gives_up_its_order(said: str, tool: str, part: str) -> None:
    plan = planned(said)
    assert [call.tool for call in plan.calls] == [tool]
    assert f"Not done: “{part}”" in f"{plan.reply or ''} {plan.question or ''}"
    assert part not in str(plan.calls)

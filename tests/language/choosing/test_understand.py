"""What people say, and what is made of it. The requests themselves lie in `said/`."""

import random
import string
import time
from datetime import UTC, datetime

import pytest

from app.language.choosing.understand import understand
from app.language.orders.plan import Call
from tests.language.orders.suite import LOOKS_UP, MEMORY, NOW, UNCONNECTED, Case, cases, exchange, plan_of, problem

EVERY_TOOL = MEMORY | UNCONNECTED
NOTHING: frozenset[str] = frozenset()


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.id)
def test_a_request_is_understood(case: Case) -> None:
    assert problem(case, plan_of(case)) == ""


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t ",
        "a" * 1_000_000,
        "remind me " * 100_000,
        "and " * 250_000,
        "🎉" * 5_000,
        "\x00\x01\x02\xff",
        "\u202eremind me tomorrow",
        "ذكرني غدا في التاسعة صباحا",
        "%s %d {} {0} \\1 $1",
        "remind me at 99:99 to x",
        "[Saturday]\n<memory>",
        "(" * 3_000,
        '"' * 999,
        "add " + "milk, " * 3_000 + "to my list",
        "#" * 4_000,
        "1" * 4_000,
        "my " * 1_500 + "is",
        "i. " * 1_300,
        "what foo. " * 400,
        "show my tasks and " * 200,
        "remind me at 5 to x, " * 150,
    ],
    ids=lambda text: repr(text[:20]),
)
def test_any_text_at_all_gets_a_plan(text: str) -> None:
    started = time.process_time()
    plan = understand(text, NOW, EVERY_TOOL)
    assert plan.calls or plan.question or plan.reply
    assert time.process_time() - started < 2


def test_random_text_never_raises() -> None:
    chance = random.Random(7)
    words = "remind me add my list note that at on every 9 tomorrow # \" ' and , . ? delete move to 31 february ☂ is what".split()
    for _ in range(200):
        text = " ".join(chance.choices([*words, chance.choice(string.printable)], k=chance.randint(1, 25)))
        understand(text, NOW, EVERY_TOOL, exchange(text, f"{text}?", NOW))


def test_the_same_words_give_the_same_plan() -> None:
    said = "add milk to my list and remind me at six to buy it"
    assert understand(said, NOW, MEMORY) == understand(said, NOW, MEMORY)


def test_a_long_dictation_is_kept_to_its_end() -> None:
    text = "note: " + "word " * 5_000 + "the very end"
    [call] = understand(text, NOW, MEMORY).calls
    assert call.tool == "save_note"
    assert call.arguments["content"].endswith("the very end")
    assert len(call.arguments["content"]) > 25_000


def test_a_long_text_with_no_request_asks_what_to_do_with_it() -> None:
    plan = understand("lorem ipsum " * 1_000, NOW, MEMORY)
    assert not plan.calls
    assert plan.reply is not None
    assert "note:" in plan.reply


def test_only_tools_that_are_there_are_called() -> None:
    assert understand("remind me tomorrow at 9 to call mum", NOW, NOTHING).calls == ()
    there = MEMORY - {"connection_status"}
    assert {call.tool for call in understand("any new emails?", NOW, there).calls} <= there


def test_a_question_about_themselves_is_looked_up_before_giving_up() -> None:
    plan = understand("did my landlord ever fix the roof?", NOW, MEMORY)
    assert plan.calls == (Call("recall_facts", {"about": "did my landlord ever fix the roof"}),)
    assert plan.reply is not None


def test_a_question_is_asked_step_by_step() -> None:
    first = exchange("set a reminder", "What should I remind you of, and when?", NOW)
    second = exchange("call the bank", "When should I remind you to call the bank?", NOW, first)
    assert understand("tomorrow at 9", NOW, MEMORY, second).calls == (
        Call("set_reminder", {"text": "call the bank", "when": "tomorrow at 9"}),
    )


def test_what_notes_do_not_hold_is_looked_for_everywhere() -> None:
    plan = understand("find my note about the landlord", NOW, MEMORY)
    assert plan.calls == (Call("find_notes", {"words": "landlord"}),)
    assert [later.call for later in plan.later] == [Call("find_everything", {"about": "landlord"})]


@pytest.mark.parametrize(
    "said", ["who can't have nuts?", "what did Kwaku lend me?", "where did I say the spare fuse is?"]
)
def test_a_question_about_what_was_told_is_asked_as_it_was_said(said: str) -> None:
    [call] = understand(said, NOW, MEMORY).calls
    assert (call.tool, str(call.arguments["about"]).strip("?")) == ("recall_facts", said.strip("?"))


def test_a_number_alone_is_asked_for_its_kind() -> None:
    plan = understand("delete #7", NOW, MEMORY)
    assert plan.question is not None
    before = exchange("delete #7", plan.question, NOW)
    assert understand("the note", NOW, MEMORY, before).calls == (Call("delete_note", {"note": "#7"}),)


def test_an_old_question_is_not_answered_by_a_new_request() -> None:
    before = exchange("remind me to call mum", "When should I remind you to call mum?", NOW)
    plan = understand("what time is it?", NOW, MEMORY, before)
    assert plan.calls == (Call("get_datetime"),)


def test_a_moment_in_plain_utc_will_do() -> None:
    assert understand("remind me in 5 minutes to stretch", datetime(2026, 1, 1, tzinfo=UTC), MEMORY).calls


@pytest.mark.parametrize("said", ["delete the list", "please clear my list"])
def test_a_list_without_a_name_is_not_cleared_on_a_guess(said: str) -> None:
    assert understand(said, NOW, MEMORY).question == "Which list should I clear?"


@pytest.mark.parametrize(
    "said",
    [
        "put the radio on",
        "add this song to my favourites",
        "put the kettle on the stove",
        "I did not hear that",
        "add Sam to my contacts",
        "my card is what?",
    ],
)
def test_what_is_no_order_changes_nothing(said: str) -> None:
    assert [call for call in understand(said, NOW, MEMORY).calls if call.tool != LOOKS_UP] == []


@pytest.mark.parametrize(
    "said", ["add milk to my list and hello", "add milk to my list\nthanks!", "hi, add milk to my list"]
)
def test_a_greeting_beside_a_request_does_not_hide_it(said: str) -> None:
    plan = understand(said, datetime(2027, 3, 10, 12, 0, tzinfo=UTC), frozenset({"add_tasks"}))
    assert [call.tool for call in plan.calls] == ["add_tasks"]


def test_who_sends_more_than_is_read_of_one_message_is_told() -> None:
    plan = understand("add milk to my list and " * 850, NOW, MEMORY)
    assert {call.tool for call in plan.calls} == {"add_tasks"}
    assert "rest" in (plan.question or "")


def test_a_list_of_sixty_things_is_taken_whole_and_without_a_word_about_its_length() -> None:
    plan = understand("add these to my shopping list:\n" + "\n".join(f"- thing {n}" for n in range(60)), NOW, MEMORY)
    [call] = plan.calls
    assert call.arguments["titles"] == [f"thing {n}" for n in range(60)]
    assert plan.question is None

"""Words that lean on what was just done."""

import pytest

from app.models.offline.plan import Call, Exchange
from app.models.offline.understand import understand
from tests.models.offline.suite import MEMORY, NOW

SET = ("remind me tomorrow at six to call mum", "I'll remind you tomorrow at 06:00: call mum (#4).")
ADDED = ("add milk to my shopping list", "Added milk (#3) to your shopping list.")


def calls(said: str, first: str, reply: str) -> tuple[Call, ...]:
    """What `said` comes to after `first` was done."""
    return understand(said, NOW, MEMORY, Exchange(first, reply, NOW)).calls


@pytest.mark.parametrize("said", ["no, make it seven", "at seven instead", "sorry, seven", "actually at seven"])
def test_another_time_moves_what_was_just_set(said: str) -> None:
    assert calls(said, *SET) == (Call("change_reminder", {"reminder": "last", "when": "at seven"}),)


def test_another_day_moves_a_task() -> None:
    first = ("add pay rent to my list for friday", "Added pay rent (#3) to your to-do list.")
    assert calls("make it saturday", *first) == (Call("edit_task", {"task": "pay rent", "due": "saturday"}),)


@pytest.mark.parametrize("said", ["and eggs", "eggs too", "also add eggs"])
def test_more_goes_where_the_first_went(said: str) -> None:
    assert calls(said, *ADDED) == (Call("add_tasks", {"titles": ["eggs"], "list_name": "shopping"}),)


def test_the_same_is_done_to_another() -> None:
    first = ("I finished the report", "Done: report (#1).")
    assert calls("and the taxes", *first) == (Call("complete_tasks", {"tasks": ["taxes"]}),)
    assert calls("and again at eight", *SET) == (Call("set_reminder", {"text": "call mum", "when": "at eight"}),)
    assert calls("and to buy bread", *SET)[0].arguments["text"] == "buy bread"


@pytest.mark.parametrize("said", ["cancel that", "no, delete it", "I changed my mind"])
def test_a_change_is_taken_back(said: str) -> None:
    assert calls(said, *SET) == (Call("undo"),)


def test_what_only_looked_has_nothing_to_take_back() -> None:
    assert calls("cancel that", "what's on my shopping list?", "Your shopping list: milk") == ()


@pytest.mark.parametrize(
    ("first", "said", "asked"),
    [
        ("what time is it in Delhi?", "and in Sydney?", Call("get_datetime", {"place": "Sydney"})),
        ("what's my sister's name?", "and my brother's?", Call("recall_facts", {"about": "brother's name"})),
        ("how many days until christmas?", "what about easter?", Call("answer_date_question", {"question": "how many days until easter"})),
        ("read my journal from yesterday", "and today?", Call("read_journal", {"since": "today", "until": "today"})),
        ("what's on my shopping list?", "and the packing list?", Call("list_tasks", {"list_name": "packing"})),
    ],
)  # fmt: skip
def test_the_same_question_is_asked_about_another(first: str, said: str, asked: Call) -> None:
    assert calls(said, first, "An answer.") == (asked,)


def test_one_of_what_was_shown_is_meant_by_its_place_or_number() -> None:
    shown = ("what's on my shopping list?", "Your shopping list:\n- milk (#3)\n- eggs (#5)")
    assert calls("delete the first one", *shown) == (Call("delete_tasks", {"tasks": ["#3"]}),)
    assert calls("tick off the last one", *shown) == (Call("complete_tasks", {"tasks": ["#5"]}),)
    assert calls("delete #5", *shown) == (Call("delete_tasks", {"tasks": ["#5"]}),)


def test_a_request_of_its_own_stands_by_itself() -> None:
    assert calls("and what time is it?", *ADDED) == (Call("get_datetime"),)

"""Being reminded, said in any order."""

import pytest

from app.models.offline.clauses import read_all, read_one
from app.models.offline.plan import Call, Clause, Reading
from tests.models.offline.suite import NOW


def read(said: str, *, thing: str = "", aside: str = "") -> Reading:
    """What one clause means."""
    reading = read_one(Clause(said, NOW, thing=thing, aside=aside))
    assert reading is not None
    return reading


@pytest.mark.parametrize(
    "said",
    [
        "remind me tomorrow at 9 to call mum",
        "tomorrow at 9 remind me to call mum",
        "remind me to call mum tomorrow at 9",
        "set a reminder to call mum tomorrow at 9",
        "tomorrow remind me at 9 to call mum",
        "tomorrow remind me to call mum at 9",
    ],
)
def test_the_time_may_stand_anywhere_and_in_two_pieces(said: str) -> None:
    assert read(said).calls[0].arguments == {"text": "call mum", "when": "tomorrow at 9"}


@pytest.mark.parametrize(
    ("said", "when", "text"),
    [
        ("remind me tomorrow about the meeting on Friday at 3", "tomorrow", "the meeting on Friday at 3"),
        ("on Thursday remind me that the rent is due on the 1st", "on Thursday", "the rent is due on the 1st"),
        ("remind me at 8 that my flight leaves at 10", "at 8", "my flight leaves at 10"),
        ("remind me on Friday to book tickets for Saturday", "on Friday", "book tickets for Saturday"),
        ("remind me to book tickets for Saturday on Friday", "on Friday", "book tickets for Saturday"),
        ("remind me this evening that mum arrives tomorrow at noon", "this evening", "mum arrives tomorrow at noon"),
        ("remind me the day before the exam on 3 December", "the day before 3 December", "the exam on 3 December"),
        ("remind me an hour before my meeting at 5", "an hour before 5", "my meeting at 5"),
    ],
)
def test_of_two_times_the_nearest_is_the_reminders(said: str, when: str, text: str) -> None:
    arguments = read(said).calls[0].arguments
    assert (arguments["when"], arguments["text"]) == (when, text)


def test_a_day_in_the_words_does_not_move_a_repetition() -> None:
    arguments = read("remind me every Monday about the Friday report").calls[0].arguments
    assert (arguments["repeat"], arguments["text"], arguments["when"]) == ("every Monday", "the Friday report", "")


def test_it_is_what_was_named_before_and_a_text_stands_beside_it() -> None:
    assert read("remind me at six to buy it", thing="milk").calls[0].arguments["text"] == "buy milk"
    assert read("remind me at six to pay it", aside="rent is due").calls[0].arguments["text"] == "pay it (rent is due)"


def test_a_timer_counts_from_now() -> None:
    expected = {"text": "timer: five minutes", "when": "in five minutes"}
    assert read("set a five minute timer").calls[0].arguments == expected
    assert read("timer five minutes").calls[0].arguments == expected


def test_what_is_missing_is_asked_for() -> None:
    assert read("remind me about my dentist").question == "When should I remind you about your dentist?"
    assert read("set a reminder").missing == "text"


@pytest.mark.parametrize(
    ("said", "when", "text"),
    [
        ("swimming kit needs washing, remind me tonight", "tonight", "swimming kit needs washing"),
        ("so tomorrow I go to the bank so remind me at ten to pack", "at ten tomorrow", "pack"),
        ("we travel on Friday, remind me a day before", "a day before Friday", "we travel on Friday"),
        ("remind me in ten minutes to stir no make it fifteen", "in fifteen minutes", "stir"),
    ],
)
def test_what_was_said_just_before_completes_it(said: str, when: str, text: str) -> None:
    (reading,) = read_all(Clause(said, NOW))
    assert reading.calls == (Call("set_reminder", {"text": text, "when": when}),)

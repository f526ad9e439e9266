"""Which kind of watching is meant, and what each kind reads out of a condition's words."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from app.errors import ToolProblem
from app.watching.amounts import bound_in, hours_in, say_hours
from app.watching.reading import source_of
from app.watching.table import WATCHES

NOW = datetime(2027, 3, 10, 12, 0, tzinfo=ZoneInfo("Africa/Accra"))


@pytest.mark.parametrize(
    ("words", "source", "said"),
    [
        ("a task is overdue", "overdue task", "a task is overdue"),
        ("any task is more than 3 days overdue", "overdue task", "a task is more than 3 days overdue"),
        ("a task about the bank is overdue", "overdue task", "a task about “bank” is overdue"),
        ("my resting heart rate goes above 80", "health", "your resting heart rate goes above 80"),
        ("my blood sugar drops below 4.5", "health", "your blood glucose goes below 4.5 mmol/L"),
        ("I haven't written in my journal by 9pm", "check-in", "there is no journal entry by 21:00"),
        ("you haven't heard from me by 10 in the morning", "check-in", "I haven't heard from you by 10:00"),
        ("I get an email from Ama about the invoice", "mail", "mail comes from Ama about “invoice”"),
        ("Kofi writes", "mail", "mail comes from Kofi"),
        ("the invoice from ECG arrives", "mail", "mail comes from ECG about “invoice”"),
        ("Kofi m'écrit", "mail", "mail comes from Kofi"),
        ("mail mentioning “final notice”", "mail", "mail comes about “final notice”"),
        ("there is news about cocoa prices", "news", "there is news about “cocoa prices”"),
    ],
)
def test_a_condition_is_read_and_said_back(words: str, source: str, said: str) -> None:
    assert source_of(words) == source
    watch = WATCHES[source]
    assert watch.say(watch.read(words, NOW)) == said


@pytest.mark.parametrize("words", ["the bus comes", "the shop opens", "it's 5 o'clock", "Kofi calls", ""])
def test_what_nobody_can_watch_has_no_source(words: str) -> None:
    assert source_of(words) is None


@pytest.mark.parametrize(
    ("source", "words"),
    [("health", "heart rate"), ("health", "above 80"), ("check-in", "no journal"), ("mail", "mail"), ("news", ". ")],
)
def test_half_a_condition_is_asked_about(source: str, words: str) -> None:
    with pytest.raises(ToolProblem):
        WATCHES[source].read(words, NOW)


@pytest.mark.parametrize("watch", WATCHES.values(), ids=lambda watch: watch.source)
def test_every_example_can_be_used(watch: object) -> None:
    assert source_of(watch.example) == watch.source  # type: ignore[attr-defined]
    assert watch.say(watch.read(watch.example, NOW))  # type: ignore[attr-defined]


def test_amounts() -> None:
    assert [hours_in(words) for words in ("2 hours", "half past", "three days", "90 minutes", "a week")] == [
        2,
        None,
        72,
        1.5,
        168,
    ]
    assert [say_hours(hours) for hours in (2, 24, 72, 0.5, 1, 1.25)] == [
        "2 hours",
        "1 day",
        "3 days",
        "30 minutes",
        "1 hour",
        "75 minutes",
    ]
    assert [bound_in(words) for words in ("more than 90", "under 4.5", "about 7")] == [
        ("above", 90.0),
        ("below", 4.5),
        None,
    ]

"""One call for each thing that is named, and what else a name may be of."""

import pytest

from app.language.choosing import calendar
from app.language.choosing.understand import understand
from tests.language.choosing.test_joining import NOW, TOOLS, calls, told


def test_each_reminder_that_is_named_is_cancelled() -> None:
    assert calls("cancel the dentist and the gym reminders") == [
        ("cancel_reminder", {"reminder": "dentist"}),
        ("cancel_reminder", {"reminder": "gym"}),
    ]


def test_a_note_that_was_taken_back_is_not_deleted() -> None:
    assert calls("delete note 1, sorry, note 2") == [("delete_note", {"note": "2"})]


def test_each_fact_of_a_list_of_facts_is_kept_by_itself() -> None:
    said = "remember that my shoe size is 43, that my blood type is B negative and that my gym locker is 218"
    assert calls(said) == [
        ("remember_fact", {"statement": "my shoe size is 43"}),
        ("remember_fact", {"statement": "my blood type is B negative"}),
        ("remember_fact", {"statement": "my gym locker is 218"}),
    ]


def test_what_has_no_such_reminder_is_tried_elsewhere_for_each_by_itself() -> None:
    plan = understand("cancel the dentist and the gym reminders", NOW, TOOLS)
    first = [later.instead_of for later in plan.later if later.instead_of in plan.calls]
    assert first == list(plan.calls)


@pytest.mark.parametrize(
    ("said", "when"),
    [
        ("dentist friday at 10, remind me an hour before", "an hour before friday at 10"),
        ("set a timer for 5 minutes, no 10", "in 10 minutes"),
        ("tomorrow at 3 remind me 1 hour before the meeting", "1 hour before tomorrow at 3"),
    ],
)
def test_a_time_said_in_two_pieces_is_one(said: str, when: str) -> None:
    [call] = understand(said, NOW, TOOLS - calendar.TOOLS).calls  # with a calendar, it is an event with its reminder
    assert (call.tool, call.arguments["when"]) == ("set_reminder", when)


def test_a_weekday_in_place_of_another_keeps_the_rule() -> None:
    [(_, arguments)] = calls("remind me every monday at 8, no, tuesday to call mum")
    assert arguments["repeat"] == "every tuesday at 8"


def test_a_time_for_another_reminder_is_not_the_last_ones() -> None:
    before = told("rappel dentiste jeudi 14h30", "rappel vaccin chien vendredi 10h")
    assert calls("dentiste à 16h", before) == [("change_reminder", {"reminder": "dentiste", "when": "à 16h"})]
    assert calls("I meant 7 am for the briefing", told("remind me at 9 to pack lunch boxes")) == [
        ("change_reminder", {"reminder": "briefing", "when": "7 am"})
    ]


def test_what_stands_beside_that_one_says_which_is_meant() -> None:
    before = told(
        "Kindly remind me on Friday at 4pm to pick the children from school",
        "Also on Sunday at 8am remind me of the harvest at church",
    )
    assert calls("My sister will pick the children so cancel that one", before) == [
        ("cancel_reminder", {"reminder": "pick the children from school"})
    ]

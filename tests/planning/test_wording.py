"""What people read of a plan."""

from dataclasses import replace

import pytest

from app.planning.models import Plan, Step, StepState
from app.planning.wording import LONGEST, checklist, preview, summary
from tests.planning.plans_of_ana import STEPS, TRIP

FRESH = [StepState(step) for step in STEPS]
NEVER = ("I'm sorry", "Unfortunately", "I apologise", "I wasn't able to", "I'm afraid")


def test_the_preview_numbers_the_steps_and_says_what_each_will_do() -> None:
    shown = preview(TRIP)
    assert shown.startswith("Here's how I'd do it: a weekend in Osu")
    assert "1. Find a hotel\n    Find a hotel in Osu under 80 dollars for Friday." in shown
    assert "Before anything goes out or is gone for good (step 3), I'll show you exactly what and ask again." in shown
    assert shown.endswith("Shall I?")


def test_the_preview_names_every_step_that_asks_again() -> None:
    steps = (STEPS[2], STEPS[0], replace(STEPS[2], effect="delete"))
    assert "(steps 1 and 3)" in preview(Plan("g", steps))


def test_a_plan_that_only_reads_and_notes_asks_nothing_again() -> None:
    assert "ask again" not in preview(Plan("g", STEPS[:2]))


def test_an_instruction_that_says_no_more_than_the_title_is_not_repeated() -> None:
    assert preview(Plan("g", (Step("Find it", "find it.", "utility", "read"), STEPS[0]))).count("ind it") == 1


def test_the_checklist_shows_where_each_step_stands() -> None:
    states = [FRESH[0].done("x"), FRESH[1].failed("No calendar\nis connected."), FRESH[2]]
    assert checklist("a weekend in Osu", states).splitlines() == [
        "a weekend in Osu",
        "",
        "✅ 1. Find a hotel",
        "⚠️ 2. Put it in the calendar — No calendar is connected.",
        "☐ 3. Tell Yaa",
    ]
    running = checklist("g", [FRESH[0].running(), FRESH[1].waiting("asks"), FRESH[2].skipped()])
    assert running.splitlines()[2:] == [
        "▶ 1. Find a hotel…",
        "⏳ 2. Put it in the calendar — waits for your OK",
        "⏭ 3. Tell Yaa — left out",
    ]


def test_the_summary_tells_what_each_step_found() -> None:
    told = summary([FRESH[0].done("Hotel Nkwa"), FRESH[1].done(""), FRESH[2].skipped()])
    assert told == "✅ Find a hotel\nHotel Nkwa\n\n✅ Put it in the calendar\n\n⏭ Tell Yaa"


def test_the_summary_of_a_failure_says_why_and_what_can_be_done() -> None:
    told = summary([FRESH[0].done("Hotel Nkwa"), FRESH[1].failed("No calendar is connected."), FRESH[2]])
    assert told.endswith(
        "⚠️ Step 2, “Put it in the calendar”, didn't work: No calendar is connected.\n"
        "The last step hasn't begun. I can go on from there."
    )


def test_the_summary_of_what_waits_or_was_stopped_says_so() -> None:
    waiting = summary([FRESH[0].done("x"), FRESH[1].waiting("Shall I put it in?"), FRESH[2]])
    assert waiting.endswith("waits for your OK. The last step hasn't begun.\nShall I put it in?")
    assert "Stopped before step 1, “Find a hotel”." in summary(FRESH)


@pytest.mark.parametrize("status", ["done", "failed", "waiting", "pending"])
def test_everything_stays_within_one_message(status: str) -> None:
    huge = Step("t" * 5_000, "i" * 5_000, "email", "send")
    states = [replace(StepState(huge), status=status, output="o" * 50_000) for _ in range(40)]
    for text in (preview(Plan("g" * 5_000, (huge,) * 40)), checklist("g" * 5_000, states), summary(states)):
        assert 0 < len(text) <= LONGEST
        assert not text.startswith(NEVER)


def test_a_plan_without_outputs_still_ends_in_words() -> None:
    assert summary([]) == "All of it is done."

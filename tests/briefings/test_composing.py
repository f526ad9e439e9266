"""A briefing in plain words: short, warm, and no heading over nothing."""

from datetime import time

import pytest

from app.briefings.composing import NOTHING, compose, counts, hours, shown
from app.briefings.section import Item, Material, Section
from app.timetable.routines import ROUTINES
from tests.briefings.life import Life, at

HELLO = "Good morning, Ama."
TODAY = Section("Today", (Item("call the bank", time(9, 30)), Item("pay rent")), (1,), "One thing today: {}.")
OVERDUE = Section("Overdue", (Item("bill"),), (3,), "One thing is overdue: {}.", more=2)


@pytest.mark.parametrize("routine", [routine.name for routine in ROUTINES])
def test_nothing_to_tell_is_one_line(routine: str) -> None:
    said = compose(routine, Material(HELLO))
    assert said.endswith(NOTHING[routine])
    assert "\n" not in said


def test_one_thing_is_one_line_too() -> None:
    alone = Section("Today", (Item("call the bank!", time(9, 30)),), (1,), "One thing today: {}.")
    said = compose("daily briefing", Material(HELLO, (alone,)))
    assert said == "Good morning, Ama. One thing today: Call the bank at 09:30."


def test_several_things_stand_under_their_headings() -> None:
    assert compose("daily briefing", Material(HELLO, (TODAY, OVERDUE))).splitlines() == [
        HELLO,
        "",
        "Today:",
        "- 09:30 Call the bank",
        "- Pay rent",
        "",
        "Overdue:",
        "- Bill",
        "- and 2 more",
    ]


def test_a_day_that_asks_for_nothing_says_so_before_what_is_overdue() -> None:
    said = compose("daily briefing", Material(HELLO, (OVERDUE,)))
    assert said.startswith("Good morning, Ama. Nothing due today.\n")


def test_what_the_greeting_told_is_something() -> None:
    dated = Material(f"{HELLO} Your interview is today.", (), is_dated=True)
    assert compose("daily briefing", dated).endswith("Your interview is today. Nothing else due today.")


def test_a_model_is_shown_everything_with_how_many_there_are() -> None:
    text = shown(Material(HELLO, (TODAY, OVERDUE)))
    assert text.startswith("Greeting: Good morning, Ama.\nToday (2):\n- 09:30 Call the bank")
    assert "Overdue (3):" in text


def test_no_hour_may_be_left_out_and_counts_follow() -> None:
    material = Material("Your interview is today at 15:00.", (TODAY, OVERDUE))
    assert hours(material) == {(9, 30), (15, 0)}
    assert counts(material) == {2, 3, 5}


async def test_a_busy_monday_reads_well(life: Life) -> None:
    await life.fact("I have an interview at Acme on 23 November 2026 at 15:00")
    await life.talk("flights to Lisbon", at(22, 21))
    await life.reminder("call the bank", at(23, 9, 30))
    await life.task("dentist appointment", at(23, 14), hour=True)
    await life.task("send the invoice to Kofi", at(23))
    await life.task("pay the water bill", at(20))
    assert (await life.briefing()).splitlines() == [
        "Good morning, Ama. You have an interview at Acme today at 15:00. We left off last night at “flights to Lisbon”.",
        "",
        "Today:",
        "- 09:30 Call the bank",
        "- 14:00 Dentist appointment",
        "- Send the invoice to Kofi",
        "",
        "Overdue:",
        "- Pay the water bill, since Friday 20 November",
    ]


async def test_an_empty_house_is_told_in_a_line(life: Life) -> None:
    assert await life.briefing() == "Good morning, Ama. Nothing due today."
    assert (
        await life.briefing("weekly prep", at(22, 18)) == "Good evening, Ama. Nothing is set for the next seven days."
    )

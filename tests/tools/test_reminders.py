"""Reminders: set in the user's zone, repeating by rule, moved and cancelled; what cannot be is said."""

from datetime import UTC, datetime

import pytest

from app.errors import NotFound, ToolProblem
from app.tools import reminders
from app.tools import when as times
from app.tools.undo import undo_entry
from tests.tools.conftest import Desk


async def test_a_reminder_is_confirmed_with_day_and_zone(desk: Desk) -> None:
    done = await reminders.set_reminder(desk.ctx, "call mum", "tomorrow at 9")
    assert done.text == "I'll remind you tomorrow at 09:00 (Sunday 22 November), Paris time: call mum (#1)."
    [stored] = await desk.deps.store.reminders.list("ama")
    assert stored.due_at == datetime(2026, 11, 22, 8, 0, tzinfo=UTC)


async def test_a_day_without_an_hour_means_nine_and_says_so(desk: Desk) -> None:
    done = await reminders.set_reminder(desk.ctx, "renew the insurance", "on 3 March")
    assert "09:00" in done.text
    assert "You named no hour, so I took 09:00." in done.text


@pytest.mark.parametrize(
    "when", ["2026-11-22T09:00", "2026-11-22T09:00:00", "2026-11-22T08:00:00Z", "2026-11-22 09:00"]
)
async def test_local_iso_is_read_too(desk: Desk, when: str) -> None:
    await reminders.set_reminder(desk.ctx, "call mum", when)
    [stored] = await desk.deps.store.reminders.list("ama")
    assert stored.due_at == datetime(2026, 11, 22, 8, 0, tzinfo=UTC)


async def test_a_repetition_starts_on_a_day_its_rule_names(desk: Desk) -> None:
    done = await reminders.set_reminder(desk.ctx, "put the bins out", "", repeat="every Monday at 8")
    [stored] = await desk.deps.store.reminders.list("ama")
    assert stored.due_at == datetime(2026, 11, 23, 7, 0, tzinfo=UTC)
    assert stored.rule == "FREQ=WEEKLY;BYDAY=MO"
    assert "every Monday at 08:00" in done.text


async def test_a_repetition_said_in_when_counts(desk: Desk) -> None:
    await reminders.set_reminder(desk.ctx, "stretch", "every weekday at 7:30")
    [stored] = await desk.deps.store.reminders.list("ama")
    assert stored.rule is not None
    assert stored.local_start == "2026-11-23T07:30:00"


async def test_a_written_rule_and_an_hour_are_joined(desk: Desk) -> None:
    await reminders.set_reminder(desk.ctx, "pay rent", "9am", repeat="RRULE:FREQ=MONTHLY;BYMONTHDAY=1")
    [stored] = await desk.deps.store.reminders.list("ama")
    assert stored.local_start == "2026-12-01T09:00:00"


async def test_every_day_at_an_hour_still_ahead_starts_today(desk: Desk) -> None:
    await reminders.set_reminder(desk.ctx, "take my pills", "at 10pm", repeat="every day")
    [stored] = await desk.deps.store.reminders.list("ama")
    assert stored.local_start == "2026-11-21T22:00:00"


@pytest.mark.parametrize(
    ("when", "repeat", "said"),
    [
        ("31 February", "", "31 February"),
        ("yesterday at 9", "", "in the past"),
        ("today", "", "What time today"),
        ("2020-01-01T09:00", "", "in the past"),
        ("banana o'clock", "", "can't read a time"),
        ("", "", "When should I remind you"),
        ("9am", "when the cows come home", "as a repetition"),
        ("9am", "FREQ=SECONDLY", "five minutes"),
        ("9am", "FREQ=DAILY;COUNT=0", "whole number from 1"),
    ],
)
async def test_what_cannot_be_is_said_and_nothing_is_set(desk: Desk, when: str, repeat: str, said: str) -> None:
    with pytest.raises(ToolProblem, match=said):
        await reminders.set_reminder(desk.ctx, "dance", when, repeat)
    assert await reminders.list_reminders(desk.ctx) == "You have no reminders set."


async def test_a_new_hour_keeps_the_day_and_a_new_day_keeps_the_hour(desk: Desk) -> None:
    await reminders.set_reminder(desk.ctx, "the dentist", "Tuesday at 10")
    hour = await reminders.change_reminder(desk.ctx, "dentist", when="3pm")
    assert "Tuesday 24 November at 15:00" in hour.text
    day = await reminders.change_reminder(desk.ctx, "dentist", when="Friday")
    assert "Friday 27 November at 15:00" in day.text


async def test_a_push_by_an_hour_counts_from_when_it_was_due(desk: Desk) -> None:
    await reminders.set_reminder(desk.ctx, "the invoice", "tomorrow at 9")
    done = await reminders.change_reminder(desk.ctx, "invoice", when="by an hour")
    assert "tomorrow at 10:00" in done.text
    earlier = await reminders.change_reminder(desk.ctx, "invoice", when="30 minutes earlier")
    assert "tomorrow at 09:30" in earlier.text


async def test_a_snooze_moves_only_the_next_time_of_a_repetition(desk: Desk) -> None:
    await reminders.set_reminder(desk.ctx, "take my pills", "", repeat="every day at 9pm")
    done = await reminders.change_reminder(desk.ctx, "pills", when="in 10 minutes")
    [stored] = await desk.deps.store.reminders.list("ama")
    assert stored.due_at == datetime(2026, 11, 21, 11, 10, tzinfo=UTC)
    assert stored.local_start.endswith("21:00:00")
    assert "Only this next time" in done.text


async def test_a_new_hour_moves_a_repetition_for_good(desk: Desk) -> None:
    await reminders.set_reminder(desk.ctx, "take my pills", "", repeat="every day at 9pm")
    done = await reminders.change_reminder(desk.ctx, "pills", when="at 8pm")
    assert "every day at 20:00" in done.text


async def test_a_repetition_can_be_given_and_taken_away(desk: Desk) -> None:
    await reminders.set_reminder(desk.ctx, "water the plants", "tomorrow at 7am")
    await reminders.change_reminder(desk.ctx, "plants", repeat="every day")
    [stored] = await desk.deps.store.reminders.list("ama")
    assert stored.rule == "FREQ=DAILY"
    assert stored.local_start.endswith("07:00:00")
    await reminders.change_reminder(desk.ctx, "plants", repeat="none")
    [stored] = await desk.deps.store.reminders.list("ama")
    assert stored.rule is None


async def test_words_alone_change_without_moving_the_time(desk: Desk) -> None:
    await reminders.set_reminder(desk.ctx, "call mum", "tomorrow at 9")
    done = await reminders.change_reminder(desk.ctx, "1", text="call dad")
    assert "tomorrow at 09:00" in done.text
    assert "call dad" in done.text


async def test_a_cancelled_reminder_is_off_the_list(desk: Desk) -> None:
    await reminders.set_reminder(desk.ctx, "call mum", "tomorrow at 9")
    done = await reminders.cancel_reminder(desk.ctx, "the call mum reminder")
    assert done.text.startswith("Cancelled: call mum")
    with pytest.raises(NotFound):
        await reminders.cancel_reminder(desk.ctx, "1")


async def test_a_time_the_spring_change_skips_moves_forward(desk: Desk) -> None:
    done = await reminders.set_reminder(desk.ctx, "wake", "2027-03-28T02:30")
    assert "03:30" in done.text


async def test_a_day_shows_what_rings_on_it(desk: Desk) -> None:
    await reminders.set_reminder(desk.ctx, "take the pills", "", repeat="every day at 8pm")
    await reminders.set_reminder(desk.ctx, "call mum", "tomorrow at 9")
    await reminders.set_reminder(desk.ctx, "see the dentist", "on Thursday at 10")
    tomorrow = await reminders.list_reminders(desk.ctx, "tomorrow")
    assert "call mum" in tomorrow
    assert "take the pills" in tomorrow
    assert "dentist" not in tomorrow
    assert "call mum" not in await reminders.list_reminders(desk.ctx, "today")


async def test_a_day_without_reminders_is_said(desk: Desk) -> None:
    assert await reminders.list_reminders(desk.ctx, "tomorrow") == "No reminders for tomorrow."


async def test_the_zone_of_no_place_has_its_own_name(desk: Desk) -> None:
    assert times.zone_label("Etc/UTC") == "UTC time"
    assert times.zone_label("America/New_York") == "New York time"


async def test_a_day_left_out_of_a_repetition_is_read_back_and_kept(desk: Desk) -> None:
    done = await reminders.set_reminder(desk.ctx, "stretch", "", repeat="every weekday at 8 except 25 December")
    assert done.text == (
        "I'll remind you every weekday at 08:00, not on 25 December, next time Monday 23 November at 08:00, Paris time: "
        "stretch (#1). Then Tuesday 24 and Wednesday 25 November."
    )
    assert await reminders.list_reminders(desk.ctx, "25 December") == "No reminders for 25 December."
    moved = await reminders.change_reminder(desk.ctx, "1", when="at 9")
    assert "every weekday at 09:00, not on 25 December" in moved.text
    other = await reminders.change_reminder(desk.ctx, "1", repeat="every Monday")
    assert "not on" not in other.text
    await undo_entry(desk.deps.store, "ama", await desk.write(other), desk.deps.now)
    [stored] = await desk.deps.store.reminders.list("ama")
    assert "2026-12-25" in stored.exceptions


async def test_what_comes_once_a_week_is_moved_to_another_weekday_for_good(desk: Desk) -> None:
    await reminders.set_reminder(desk.ctx, "welfare meeting", "every Monday at 7pm")
    moved = await reminders.change_reminder(desk.ctx, "1", when="Wednesday")
    assert "every Wednesday at 19:00" in moved.text
    assert "Only this next time" not in moved.text
    once = await reminders.change_reminder(desk.ctx, "1", when="next Friday")
    assert "Only this next time" in once.text


async def test_the_day_after_tomorrow_keeps_the_hour(desk: Desk) -> None:
    await reminders.set_reminder(desk.ctx, "suit", "tomorrow at 4pm")
    assert "at 16:00" in (await reminders.change_reminder(desk.ctx, "1", when="the day after tomorrow")).text

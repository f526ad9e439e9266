"""From words to events and changes of them."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.errors import ToolProblem
from app.integrations.calendar.event import Event, Guest
from app.tools import event_drafts
from app.tools.event_drafts import Wanted

ACCRA, PARIS = ZoneInfo("Africa/Accra"), ZoneInfo("Europe/Paris")
NOW = datetime(2027, 3, 10, 12, 0, tzinfo=PARIS)  # a Wednesday
OWN = "ana@example.org"
DENTIST = Event(
    "u1",
    "u1",
    "Dentist",
    datetime(2027, 3, 11, 15, tzinfo=PARIS),
    datetime(2027, 3, 11, 15, 45, tzinfo=PARIS),
    zone="Europe/Paris",
)
NOTHING = {"when": "", "length": "", "title": "", "place": "", "notes": "", "scope": ""}


def _draft(title: str, when: str, **more: str) -> Event:
    return event_drafts.draft(Wanted(title, when, **more), (), organizer=OWN, now=NOW, key="turn")


@pytest.mark.parametrize(
    ("when", "more", "start", "lasts"),
    [
        ("tomorrow at 3", {}, datetime(2027, 3, 11, 15, tzinfo=PARIS), timedelta(hours=1)),
        ("tomorrow from 3 to 4:30", {}, datetime(2027, 3, 11, 15, tzinfo=PARIS), timedelta(minutes=90)),
        ("Friday 12:30", {"length": "45 minutes"}, datetime(2027, 3, 12, 12, 30, tzinfo=PARIS), timedelta(minutes=45)),
        ("Friday", {}, date(2027, 3, 12), timedelta(days=1)),
        ("15 to 17 March", {}, date(2027, 3, 15), timedelta(days=3)),
        ("15 March", {"length": "3 days"}, date(2027, 3, 15), timedelta(days=3)),
        ("15 March at 9", {"length": "2 days"}, datetime(2027, 3, 15, 9, tzinfo=PARIS), timedelta(days=2)),
        ("28 March at 1:30 am", {"length": "2 hours"}, datetime(2027, 3, 28, 1, 30, tzinfo=PARIS), timedelta(hours=2)),
    ],
)
def test_a_time_is_read_with_its_length(
    when: str, more: dict[str, str], start: datetime | date, lasts: timedelta
) -> None:
    made = _draft("x", when, **more)
    assert made.start == start
    assert made.all_day == (not isinstance(start, datetime))
    if isinstance(made.start, datetime) and isinstance(made.end, datetime):
        assert (
            made.end.astimezone(UTC) - made.start.astimezone(UTC) == lasts
        )  # real time, also over a change of the clock
    else:
        assert made.end == start + lasts


def test_a_repetition_becomes_a_rule_and_a_reminder_a_length() -> None:
    made = _draft("Gym", "every Monday at 7am", remind="half an hour before")
    assert made.rule == "FREQ=WEEKLY;BYDAY=MO"
    assert made.start == datetime(2027, 3, 15, 7, tzinfo=PARIS)
    assert made.reminders == (timedelta(minutes=30),)


def test_the_same_call_makes_the_same_event_and_another_turn_another() -> None:
    assert _draft("x", "tomorrow at 3").uid == _draft("x", "tomorrow at 3").uid
    other = event_drafts.draft(Wanted("x", "tomorrow at 3"), (), organizer=OWN, now=NOW, key="later")
    assert other.uid != _draft("x", "tomorrow at 3").uid


@pytest.mark.parametrize(("title", "when"), [("", "tomorrow"), ("x", ""), ("x", "some day"), ("x", "31 February")])
def test_what_can_be_no_event_is_asked_about(title: str, when: str) -> None:
    with pytest.raises(ToolProblem):
        _draft(title, when)


def test_nobody_invites_themselves() -> None:
    made = event_drafts.draft(
        Wanted("x", "tomorrow at 3"), ("ANA@example.org", "kofi@b.org"), organizer=OWN, now=NOW, key="t"
    )
    assert [one.address for one in made.guests] == ["kofi@b.org"]
    assert made.organizer is not None


@pytest.mark.parametrize(
    ("when", "start"),
    [
        ("4", datetime(2027, 3, 11, 16, tzinfo=PARIS)),
        ("Friday", datetime(2027, 3, 12, 15, tzinfo=PARIS)),
        ("an hour later", datetime(2027, 3, 11, 16, tzinfo=PARIS)),
        ("Friday at 10", datetime(2027, 3, 12, 10, tzinfo=PARIS)),
    ],
)
def test_a_move_keeps_what_it_does_not_name(when: str, start: datetime) -> None:
    change = event_drafts.change(DENTIST, {**NOTHING, "when": when}, (), organizer=OWN, now=NOW)
    assert change.start == start
    assert change.end == start + timedelta(minutes=45)


def test_a_series_says_which_times_are_meant() -> None:
    series = replace(DENTIST, repeats=True)
    with pytest.raises(ToolProblem, match="following"):
        event_drafts.change(series, {**NOTHING, "when": "4"}, (), organizer=OWN, now=NOW)
    assert event_drafts.scope(series, "one") == "one"
    assert event_drafts.scope(DENTIST, "one") == "all"


def test_a_change_of_nothing_is_asked_about() -> None:
    with pytest.raises(ToolProblem, match="Dentist"):
        event_drafts.change(DENTIST, NOTHING, (), organizer=OWN, now=NOW)


def test_guests_are_added_to_those_who_are_there() -> None:
    there = replace(DENTIST, guests=(Guest("Kofi", "kofi@b.org"),))
    change = event_drafts.change(there, NOTHING, ("kofi@b.org", "esi@b.org"), organizer=OWN, now=NOW)
    assert change.guests is not None
    assert [one.address for one in change.guests] == ["kofi@b.org", "esi@b.org"]


def test_an_event_comes_back_from_json_as_it_was_under_a_new_uid() -> None:
    for event in (DENTIST, replace(DENTIST, all_day=True, start=date(2027, 3, 11), end=date(2027, 3, 12), zone="")):
        again = event_drafts.from_json(event_drafts.as_json(event))
        assert again.uid != event.uid
        assert replace(again, uid=event.uid, key=event.key) == event


@pytest.mark.parametrize(
    ("when", "more"),
    [
        ("tomorrow from 3 to 4:35", {}),
        ("Friday at 10", {"length": "2 days"}),
        ("tomorrow from 11pm to 2am", {}),
        ("27 March from 11pm to 5am", {}),
        ("15 to 17 March", {}),
        ("Friday", {}),
        ("every Monday at 7am", {"length": "90 minutes"}),
    ],
)
def test_what_is_pinned_is_read_as_what_was_meant_whenever_it_is_confirmed(when: str, more: dict[str, str]) -> None:
    meant = _draft("x", when, **more)
    again = Wanted("x", **event_drafts.pinned(meant.start, meant.end), repeat=meant.rule)
    later = NOW.astimezone(ACCRA) + timedelta(minutes=37)
    read = event_drafts.draft(again, (), organizer=OWN, now=later, key="turn")
    assert (read.start, read.end, read.rule) == (meant.start, meant.end, meant.rule)


def test_a_day_that_becomes_hours_ends_when_its_card_said() -> None:
    days = replace(DENTIST, start=date(2027, 3, 11), end=date(2027, 3, 12), all_day=True)
    said = {**NOTHING, "when": "tomorrow 5pm to 7pm"}
    change = event_drafts.change(days, said, (), organizer=OWN, now=NOW)
    assert change.start is not None
    assert change.end is not None
    again = {**NOTHING, **event_drafts.pinned(change.start, change.end)}
    read = event_drafts.change(days, again, (), organizer=OWN, now=NOW)
    assert (read.start, read.end) == (change.start, change.end)
    assert read.end == datetime(2027, 3, 11, 19, tzinfo=PARIS)

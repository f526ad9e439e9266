"""Calendars and mailboxes in a briefing, where any are connected."""

from datetime import timedelta

from app.briefings.connected import letters, meetings
from app.timetable.feeds import Feeds, Letter
from tests.briefings.life import MONDAY, Life, at, lines
from tests.timetable.calendars import Calendars, Mailboxes, meeting


async def test_meetings_stand_in_the_day_with_their_place(life: Life) -> None:
    feeds = Feeds(meetings=(Calendars({"ama": [meeting(at(23, 10), place="Room 3"), meeting(at(24, 9), "other")]}),))
    sections = await meetings(life.occasion(feeds=feeds))
    assert [(section.title, lines([section]), section.taint) for section in sections] == [
        ("Today", ["10:00 Standup, Room 3"], ("calendar",))
    ]


async def test_the_week_ahead_has_them_by_day(life: Life) -> None:
    feeds = Feeds(meetings=(Calendars({"ama": [meeting(at(25, 10))]}),))
    sections = await meetings(life.occasion("weekly prep", at(22, 18), feeds))
    assert [section.title for section in sections] == ["Wednesday 25 November"]


async def test_mail_says_who_what_and_why(life: Life) -> None:
    letter = Letter("Kofi", "The contract", "he waits for your signature", MONDAY - timedelta(hours=3))
    old = Letter("Yaw", "Old", "", MONDAY - timedelta(days=3))
    feeds = Feeds(mail=(Mailboxes({"ama": [letter, old]}),))
    said = await life.briefing("email intelligence", feeds=feeds)
    assert said == "One mail matters: Kofi: The contract, he waits for your signature."
    assert [section.taint for section in await letters(life.occasion(feeds=feeds))] == [("mail",)]


async def test_what_does_not_answer_is_left_out(life: Life) -> None:
    await life.reminder("call the bank", at(23, 9, 30))
    feeds = Feeds(
        meetings=(Calendars({"ama": [meeting(at(23, 10))]}, is_down=True),),
        mail=(Mailboxes({"ama": []}, is_down=True),),
    )
    assert await life.briefing(feeds=feeds) == "Good morning, Ama. One thing today: Call the bank at 09:30."


async def test_with_nothing_connected_nobody_is_asked(life: Life) -> None:
    assert (await meetings(life.occasion()), await letters(life.occasion())) == ([], [])

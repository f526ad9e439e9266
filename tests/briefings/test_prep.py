"""What to know minutes before a meeting."""

from datetime import timedelta

from app.briefings.composing import compose
from app.briefings.prep import prepare
from app.timetable.feeds import Feeds, Letter
from tests.briefings.life import Life, at
from tests.timetable.calendars import Calendars, Mailboxes, meeting

NINE = at(23, 9)
CALENDAR = Calendars({})


async def _said(life: Life, before: timedelta, **more: object) -> str:
    occasion = life.occasion("meeting prep", NINE - before)
    return compose("meeting prep", await prepare(occasion, CALENDAR, meeting(NINE, "budget review", **more)))


async def test_one_line_where_nothing_is_kept_about_it(life: Life) -> None:
    said = await _said(life, timedelta(minutes=15), place="Room 3")
    assert said == "In 15 minutes: Budget review, 09:00–09:30, Room 3."
    assert (await _said(life, timedelta())).startswith("Now: Budget review")


async def test_what_is_kept_about_it_and_its_people_is_said(life: Life) -> None:
    await life.note("Numbers for the budget review")
    await life.note("Gift for Kofi")
    await life.note("Garden")
    await life.task("send Kofi the slides")
    said = await _said(life, timedelta(minutes=15), people=("Kofi", "Esi"))
    assert said.splitlines() == [
        "In 15 minutes: Budget review, 09:00–09:30.",
        "With:",
        "- Kofi, Esi",
        "Your notes:",
        "- Numbers for the budget review",
        "- Gift for Kofi",
        "Your open tasks:",
        "- Send Kofi the slides",
    ]


async def test_its_words_are_other_peoples(life: Life) -> None:
    material = await prepare(life.occasion("meeting prep", NINE), CALENDAR, meeting(NINE))
    assert material.taint == ("calendar",)


async def test_what_is_known_of_its_people_and_their_last_mails_are_said(life: Life) -> None:
    await life.fact("Kofi is my landlord")
    letters = [Letter("kofi@acme.example", "Rent", "", NINE - timedelta(days=1))]
    box, away = Mailboxes({life.user.id: letters}), Mailboxes({}, is_down=True)
    occasion = life.occasion("meeting prep", NINE - timedelta(minutes=15), feeds=Feeds(mail=(away, box)))
    ahead = meeting(NINE, "flat", people=("Kofi Boateng",), addresses=("kofi@acme.example",))
    material = await prepare(occasion, CALENDAR, ahead)
    assert compose("meeting prep", material).splitlines()[1:] == [
        "With:",
        "- Kofi Boateng",
        "What you told me:",
        "- Kofi is my landlord",
        "Last mails:",
        "- Kofi@acme.example: Rent, yesterday (Sunday 22 November)",
    ]
    assert material.taint == ("calendar", "mail")

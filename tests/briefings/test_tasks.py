"""What tasks bring to a briefing."""

import pytest

from app.briefings.section import arranged
from app.briefings.tasks import done, due, someday
from tests.briefings.life import Life, at, lines


async def test_today_holds_what_is_due_by_its_hour_and_without(life: Life) -> None:
    await life.task("send the invoice", at(23))
    await life.task("dentist", at(23, 14), hour=True)
    await life.task("tomorrow's", at(24))
    await life.task("any day")
    assert lines(arranged(await due(life.occasion())), "Today") == ["14:00 Dentist", "Send the invoice"]


async def test_what_is_overdue_says_since_when_the_latest_first(life: Life) -> None:
    await life.task("old", at(3))
    await life.task("newer", at(20))
    await life.task("newest", at(22))
    assert lines(await due(life.occasion()), "Overdue") == [
        "Newest, since yesterday",
        "Newer, since Friday 20 November",
        "Old, since Tuesday 3 November",
    ]


async def test_an_hour_of_today_that_has_passed_is_still_todays(life: Life) -> None:
    await life.task("early call", at(23, 6), hour=True)
    assert lines(await due(life.occasion())) == ["06:00 Early call"]


async def test_the_evening_speaks_of_what_stayed_open_and_of_tomorrow(life: Life) -> None:
    await life.task("invoice", at(23))
    await life.task("old", at(3))
    await life.task("dentist", at(24, 10), hour=True)
    sections = await due(life.occasion("evening recap", at(23, 21)))
    assert (lines(sections, "Still open"), lines(sections, "Tomorrow"), lines(sections, "Overdue")) == (
        ["Invoice"],
        ["10:00 Dentist"],
        [],
    )


async def test_the_week_ahead_is_by_days(life: Life) -> None:
    await life.task("lunch", at(25, 13), hour=True)
    await life.task("today's", at(22))
    await life.task("too far", at(30))
    sections = await due(life.occasion("weekly prep", at(22, 18)))
    assert [(section.title, section.items[0].text) for section in sections] == [
        ("Today", "today's"),
        ("Wednesday 25 November", "lunch"),
    ]


async def test_the_day_is_the_users_own(life: Life) -> None:
    there = await life.moved_to("Pacific/Kiritimati")
    await there.task("lunch", at(23, 23), hour=True)  # the 24th at 13:00 there
    assert lines(await due(there.occasion(now=at(23, 8))), "Tomorrow") == ["13:00 Lunch"]  # at 22:00 there
    assert lines(await due(there.occasion(now=at(23, 18))), "Today") == ["13:00 Lunch"]


async def test_an_item_of_a_list_names_its_list(life: Life) -> None:
    await life.task("passports", at(23), list_name="packing")
    assert lines(await due(life.occasion())) == ["Passports (packing list)"]


async def test_what_has_no_day_is_told_in_a_few(life: Life) -> None:
    for title in ("passport", "bike", "letter", "photos", "shelf"):
        await life.task(title)
    await life.task("milk", list_name="shopping")
    [section] = await someday(life.occasion("weekly prep"))
    assert (lines([section]), section.more) == (["Passport", "Bike", "Letter"], 2)


@pytest.mark.parametrize(
    ("routine", "title", "said"),
    [
        ("evening recap", "Done today", ["Call the landlord", "2 things off your shopping list"]),
        ("weekly recap", "Done this week", ["Slides", "Call the landlord", "2 things off your shopping list"]),
    ],
)
async def test_what_was_done_is_named_and_lists_are_counted(
    life: Life, routine: str, title: str, said: list[str]
) -> None:
    await life.task("slides", done=at(20, 16))
    await life.task("long ago", done=at(10))
    await life.task("call the landlord", done=at(23, 11))
    for thing in ("milk", "bread"):
        await life.task(thing, list_name="shopping", done=at(23, 12))
    [section] = await done(life.occasion(routine, at(23, 21)))
    assert (section.title, lines([section])) == (title, said)


async def test_what_was_ticked_off_at_this_very_moment_was_done(life: Life) -> None:
    await life.task("slides", done=at(23, 21))
    assert lines(await done(life.occasion("evening recap", at(23, 21)))) == ["Slides"]


async def test_other_peoples_words_keep_their_source(life: Life) -> None:
    await life.task("wire the money", at(23), taint=("gmail",))
    assert [section.taint for section in await due(life.occasion())] == [("gmail",)]

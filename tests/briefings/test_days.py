"""The headings that several sources share."""

from datetime import date

from app.briefings.days import AHEAD, TODAY, day_section, plain_section
from app.briefings.section import Item, arranged
from tests.briefings.life import Life, at


def test_a_task_and_a_reminder_of_today_stand_together() -> None:
    [section] = arranged([plain_section(TODAY, Item("a")), plain_section(TODAY, Item("b"))])
    assert (section.title, [item.text for item in section.items]) == ("Today", ["a", "b"])


async def test_days_ahead_stand_in_their_order_and_near_ones_by_their_name(life: Life) -> None:
    occasion = life.occasion("weekly prep", at(22, 18))
    days = [date(2026, 11, 30), date(2026, 11, 22), date(2026, 11, 23), date(2026, 11, 27)]
    sections = arranged(day_section(AHEAD, day, Item("x"), occasion) for day in days)
    assert [section.title for section in sections] == ["Today", "Tomorrow", "Friday 27 November", "Monday 30 November"]


async def test_the_only_thing_ahead_says_its_day(life: Life) -> None:
    await life.task("team lunch", at(25, 13), hour=True)
    assert await life.briefing("weekly prep", at(22, 18)) == (
        "Good evening, Ama. One thing ahead, on Wednesday 25 November: Team lunch at 13:00."
    )
    await life.store.tasks.complete(life.user.id, 1, at(22))
    await life.task("call mum", at(23))
    assert (await life.briefing("weekly prep", at(22, 18))).endswith("One thing ahead, tomorrow: Call mum.")

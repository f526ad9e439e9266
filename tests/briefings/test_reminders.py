"""What reminders bring to a briefing."""

from app.briefings.reminders import promised
from tests.briefings.life import Life, at, lines


async def test_those_of_today_that_are_still_to_come(life: Life) -> None:
    await life.reminder("call the bank", at(23, 9, 30))
    await life.reminder("tomorrow's", at(24, 9))
    assert lines(await promised(life.occasion())) == ["09:30 Call the bank"]


async def test_a_daily_one_comes_once_a_day(life: Life) -> None:
    await life.reminder("stretch", at(23, 9), "FREQ=DAILY")
    assert lines(await promised(life.occasion())) == ["09:00 Stretch"]
    sections = await promised(life.occasion("evening recap", at(23, 8)))
    assert (lines(sections, "Still to come"), lines(sections, "Tomorrow")) == (["09:00 Stretch"], ["09:00 Stretch"])


async def test_one_that_comes_often_is_one_line(life: Life) -> None:
    await life.reminder("drink water", at(23, 10), "FREQ=HOURLY;INTERVAL=2")
    assert lines(await promised(life.occasion())) == ["Drink water, every other hour"]


async def test_the_week_ahead_tells_habits_apart(life: Life) -> None:
    await life.reminder("stretch", at(23, 7), "FREQ=DAILY")
    await life.reminder("bins", at(26, 20), "FREQ=WEEKLY;BYDAY=TH")
    sections = await promised(life.occasion("weekly prep", at(22, 18)))
    assert lines(sections, "As always") == ["Stretch, every day at 07:00"]
    assert lines(sections, "Thursday 26 November") == ["20:00 Bins"]


async def test_a_day_that_is_left_out_is_left_out(life: Life) -> None:
    await life.reminder("bins", at(23, 20), "FREQ=WEEKLY;BYDAY=MO,TU", exceptions=("2026-11-24",))
    sections = await promised(life.occasion("weekly prep", at(23, 8)))
    assert [section.title for section in sections] == ["Today", "Monday 30 November"]


async def test_a_rule_that_cannot_be_read_costs_nobody_else_a_line(life: Life) -> None:
    await life.reminder("odd", at(23, 9), "FREQ=NEVER")
    await life.reminder("call the bank", at(23, 10))
    assert lines(await promised(life.occasion())) == ["09:00 Odd", "10:00 Call the bank"]

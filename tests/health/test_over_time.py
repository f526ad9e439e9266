"""A reading over a time: figures that a hand count confirms, and the words around them."""

from datetime import date, timedelta

import pytest

from app.health.metrics import BY_NAME
from app.health.over_time import Asked, by_this_hour, over_days, over_hours
from app.health.told import NO_DATA, Told
from tests.health.worn import NOW, TODAY, Worn, at, day


async def _told(worn: Worn, metric: str, first: date, last: date = TODAY) -> Told:
    return await over_days(Asked(worn.reading(), BY_NAME[metric], first, last, NOW))


async def test_a_week_of_steps(worn: Worn) -> None:
    worn.daily("steps", [5_000.0] * 28, hour=10, until=7, minutes=30)
    worn.daily("steps", [6_000, 7_000, 8_000, 9_000, 10_000], hour=10, until=2, minutes=30)
    worn.measured("steps", at(0, 10), 1_000, 30)
    told = await _told(await worn.kept(), "steps", day(6))
    assert told.text.splitlines() == [
        "Steps, 12 November to today: 41,000 in all.",
        "A day: 8,000 on average over 5 days, without today, 3,000 more than your usual 5,000.",
        "- Thu 12: ██████ 6,000",
        "- Fri 13: ███████ 7,000",
        "- Sat 14: ████████ 8,000",
        "- Sun 15: █████████ 9,000",
        "- Mon 16: ██████████ 10,000",
        "- Tue 17: no data",
        "- today: █ 1,000 so far",
        "Most: Mon 16, 10,000. Least: Thu 12, 6,000.",
        "The 7 days before: 5,000 a day.",
        "Newest from Galaxy Watch6 3 hours ago.",
    ]
    assert told.chart is not None
    assert told.chart.series[0].values == (6_000, 7_000, 8_000, 9_000, 10_000, None, 1_000)
    assert (told.chart.kind, told.chart.band) == ("bars", (5_000, 5_000))


async def test_today_is_held_against_the_same_hour(worn: Worn) -> None:
    for back in range(9):
        worn.measured("steps", at(back, 8), 1_000 + back, 30).measured("steps", at(back, 18), 3_000, 30)
    worn.drafts = [draft for draft in worn.drafts if draft.start_ms < NOW.timestamp() * 1000]
    told = await _told(await worn.kept(), "steps", TODAY)
    assert told.text.splitlines()[0] == (
        "Steps today: 1,000 so far. By this time you usually have 1,004. A usual day comes to 4,004."
    )
    assert told.chart is None
    assert await by_this_hour(worn.reading(), BY_NAME["distance"], NOW) is None


async def test_totals_of_days_and_meals_say_nothing_of_an_hour(worn: Worn) -> None:
    for back in range(1, 9):
        worn.measured("distance", at(back, 0), 5_000.0, 24 * 60).measured("nutrition", at(back, 8), 600.0, 30)
    await worn.kept()
    for metric in ("distance", "nutrition"):
        assert await by_this_hour(worn.reading(), BY_NAME[metric], NOW) is None


async def test_one_day_that_is_over(worn: Worn) -> None:
    worn.daily("distance", [6_000.0] * 10 + [4_000], hour=9, until=1, minutes=30)
    told = await _told(await worn.kept(), "distance", day(1), day(1))
    assert told.text.startswith("Distance yesterday (Tuesday 17 November): 4.0 km, 2.0 km less than your usual 6.0 km.")


async def test_months_are_told_by_weeks(worn: Worn) -> None:
    worn.daily("steps", [float(1_000 + n) for n in range(40)], hour=9, until=1, minutes=30)
    lines = (await _told(await worn.kept(), "steps", day(40))).text.splitlines()
    assert lines[0] == f"Steps, 9 October to today: {sum(1_000 + n for n in range(40)):,} in all."
    assert lines[2:5] == [
        "- 9–11 Oct: █████████▋ 1,001 a day",
        "- 12–18 Oct: █████████▋ 1,006 a day",
        "- 19–25 Oct: █████████▊ 1,013 a day",
    ]


async def test_years_begin_with_what_there_is(worn: Worn) -> None:
    worn.daily("steps", [2_000.0] * 150, hour=9, until=1, minutes=30)
    lines = (await _told(await worn.kept(), "steps", TODAY - timedelta(days=3_000))).text.splitlines()
    assert lines[0].startswith("Steps, 21 June to today: 300,000")
    assert [line.split(":")[0] for line in lines[2:8]] == [
        "- June",
        "- July",
        "- August",
        "- September",
        "- October",
        "- November",
    ]


async def test_a_measured_week(worn: Worn) -> None:
    worn.daily("resting_heart_rate", [58, 60, 58, 60, 58, 60, 58, 60], until=7)
    worn.daily("resting_heart_rate", [60, 61, 62, 63, 64, 65, 66])
    told = await _told(await worn.kept(), "resting_heart_rate", day(6))
    assert told.text.splitlines() == [
        "Resting heart rate, 12 November to today: 63 bpm on average, from 60 to 66 bpm, on 7 days. That is above your usual range of 58 to 60 bpm.",
        "The last: 66 bpm, today at 07:00.",
        "- Thu 12: 60",
        "- Fri 13: 61",
        "- Sat 14: 62",
        "- Sun 15: 63",
        "- Mon 16: 64",
        "- Tue 17: 65",
        "- today: 66",
        "Over this time: rising, by about 6 bpm.",
        "The 7 days before: 59 bpm on average.",
        "Newest from Galaxy Watch6 today at 07:00.",
    ]
    assert told.chart is not None
    assert (told.chart.kind, told.chart.unit, told.chart.band) == ("line", "bpm", (58, 60))
    assert "60 to 66 bpm, 63 bpm on average" in told.chart.alt


async def test_blood_pressure_has_both_halves_and_a_pointer_where_far_out(worn: Worn) -> None:
    worn.measured("blood_pressure", at(2, 9), 120, detail={"systolic": 120, "diastolic": 80})
    worn.measured("blood_pressure", at(0, 9), 184, detail={"systolic": 184, "diastolic": 110})
    text = (await _told(await worn.kept(), "blood_pressure", day(6))).text
    assert "- Mon 16: 120/80" in text
    assert "The last: 184/110 mmHg, today at 09:00." in text
    assert "184/110 mmHg is far outside what is common for adults." in text


async def test_weight_is_its_newest_and_where_it_went(worn: Worn) -> None:
    worn.measured("weight", at(20, 7), 74, device="Scale").measured("weight", at(3, 7), 72.9, device="Scale")
    told = await _told(await worn.kept(), "weight", day(29))
    assert told.text.splitlines() == [
        "Weight: 72.9 kg, Sunday 15 November at 07:00.",
        "Since Thu 29 Oct: from 74.0 to 72.9 kg (−1.1 kg), between 72.9 and 74.0 kg, on 2 days.",
        "- Thu 29 Oct: 74.0",
        "- Sun 15: 72.9",
        "Newest from Scale Sunday 15 November at 07:00.",
    ]
    before = await _told(worn, "weight", day(29), day(10))
    assert before.text.startswith("Weight, 20 October to 8 November")


async def test_sessions_are_listed(worn: Worn) -> None:
    worn.measured("exercise_session", at(1, 18, 2), 42, 42, detail={"type": "trail_running", "title": "<b>x</b>"})
    worn.measured("exercise_session", at(2, 7), 30, 30, detail={"type": "swimming", "title": ""})
    told = await _told(await worn.kept(), "exercise_session", day(6))
    assert told.text.splitlines()[:3] == [
        "Exercise, 12 November to today: 2 sessions, 1 h 12 min in all.",
        "- Tue 17 at 18:02: trail running, 42 min",
        "- Mon 16 at 07:00: swimming, 30 min",
    ]


async def test_hours(worn: Worn) -> None:
    for minute, pulse in ((20, 60), (30, 70), (50, 110), (58, 80)):
        worn.measured("heart_rate", at(0, 13, minute), pulse)
    asked = Asked((await worn.kept()).reading(), BY_NAME["heart_rate"], TODAY, TODAY, NOW)
    told = await over_hours(asked, at(0, 13), at(0, 14))
    assert told.text.startswith("Heart rate, today from 13:00 to 14:00:")
    assert "from 60 to 110 bpm; the last was 80 bpm at 13:58." in told.text
    nothing = await over_hours(asked, at(1, 13), at(1, 14))
    assert nothing.text.startswith("No heart rate yesterday from 13:00 to 14:00. Newest from Galaxy Watch6 22 min ago.")


async def test_hours_of_what_adds_up(worn: Worn) -> None:
    worn.measured("steps", at(0, 9), 600, 30).measured("steps", at(0, 13), 50, 30)
    asked = Asked((await worn.kept()).reading(), BY_NAME["steps"], TODAY, TODAY, NOW)
    assert (await over_hours(asked, at(0, 6), at(0, 12))).text.startswith(
        "Steps, today from 06:00 to 12:00: 600 steps."
    )


async def test_nothing_in_that_time_says_when_there_was_something(worn: Worn) -> None:
    worn.measured("steps", at(40, 9), 600, 30)
    told = await _told(await worn.kept(), "steps", day(6))
    assert told == Told("No steps from 12 November to today. The newest there is came Friday 9 October 2026 at 09:30.")


@pytest.mark.parametrize("metric", ["steps", "heart_rate", "weight", "exercise_session", "blood_pressure"])
async def test_nothing_at_all_says_how_to_begin(worn: Worn, metric: str) -> None:
    assert (await _told(worn, metric, day(6))).text == NO_DATA

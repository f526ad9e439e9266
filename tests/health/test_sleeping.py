"""Sleep in words: a night, a week with its gap, naps apart, and what is usual."""

from datetime import timedelta

from app.health.sleeping import Nights, slept
from app.health.told import NO_DATA, Told
from tests.health.worn import NOW, TODAY, Worn, at, day

STAGES = (("light", 240), ("deep", 60), ("rem", 90), ("awake", 30))  # 6 h 30 min asleep in seven hours


async def _told(worn: Worn, back: int = 0, until: int = 0) -> Told:
    return await slept(Nights(worn.reading(), day(back), day(until), NOW))


async def test_last_night(worn: Worn) -> None:
    for back in range(1, 15):
        worn.slept(back, "23:00", "06:00")
    worn.slept(0, "23:30", "06:30", *STAGES, score=81)
    told = await _told(await worn.kept())
    assert told.text.splitlines() == [
        "Last night: 6 h 30 min asleep, in bed 23:30 to 06:30.",
        "Deep 1 h (15%), REM 1 h 30 min (23%), light 4 h (62%), awake 30 min.",
        "Score: 81 of 100.",
        "That is 30 min less than your usual 7 h (7 h to 7 h on most nights).",
        "Newest from Galaxy Watch6 today at 06:30.",
    ]
    assert told.chart is not None
    assert len(told.chart.labels) == 7


async def test_a_week_with_a_gap_and_a_nap(worn: Worn) -> None:
    for back in range(7, 28):
        worn.slept(back, "23:00", "06:00")
    for back, up in ((6, "06:00"), (5, "07:00"), (4, "05:00"), (2, "06:30"), (1, "06:00"), (0, "08:00")):
        worn.slept(back, "23:00", up)
    worn.slept(1, "14:00", "14:30")
    told = await _told(await worn.kept(), 6)
    assert told.text.splitlines() == [
        "Sleep, 12 November to today: 7 h 30 min a night on average over 6 nights, naps included, 30 min more than your usual 7 h.",
        "- Thu 12: ███████▊ 7 h (23:00 to 06:00)",
        "- Fri 13: ████████▉ 8 h (23:00 to 07:00)",
        "- Sat 14: ██████▋ 6 h (23:00 to 05:00)",
        "- Sun 15: no data",
        "- Mon 16: ████████▍ 7 h 30 min (23:00 to 06:30)",
        "- Tue 17: ████████▍ 7 h 30 min (23:00 to 06:00), 30 min of it naps",
        "- today: ██████████ 9 h (23:00 to 08:00)",
        "In bed from 23:00 to 06:25 on average.",
        "Naps: 1, 30 min in all.",
        "Longest: today, 9 h. Shortest: Sat 14, 6 h.",
        "Without data: Sun 15.",
        "The 7 nights before: 7 h on average.",
        "Newest from Galaxy Watch6 today at 08:00.",
    ]
    assert told.chart is not None
    assert told.chart.series[0].values == (7, 8, 6, None, 7.5, 7.5, 9)
    assert "6 of 7 nights" in told.chart.alt


async def test_bedtimes_go_round_midnight(worn: Worn) -> None:
    worn.slept(1, "23:30", "07:00", *STAGES, score=70).slept(0, "00:30", "08:00", *STAGES)
    text = (await _told(await worn.kept(), 1)).text
    assert "In bed from 00:00 to 07:30 on average." in text
    assert "A night: deep 1 h, REM 1 h 30 min, light 4 h, awake 30 min." in text
    assert "Score: 70 of 100, on 1 of 2 nights." in text


async def test_last_night_that_has_not_come_in_yet(worn: Worn) -> None:
    worn.slept(1, "23:00", "06:00")
    lines = (await _told(await worn.kept())).text.splitlines()
    assert lines[0] == "Nothing has come in for last night. The one before that there is:"
    assert lines[1] == "The night to yesterday: 7 h asleep, in bed 23:00 to 06:00."
    assert "Last night hasn't come in yet." in (await _told(worn, 6)).text


async def test_a_bridge_that_stopped_is_asked_about(worn: Worn) -> None:
    worn.slept(4, "23:00", "06:00")
    text = (await _told(await worn.kept(), 1)).text
    assert text == (
        "No sleep has come in for 17 November to today. "
        "Nothing newer than Saturday 14 November at 06:00 (4 days ago): is the bridge on your phone running?"
    )
    alone = (await _told(worn, 2, 2)).text
    assert alone.startswith("Nothing has come in for the night to Monday 16 November. Nothing newer than")


async def test_many_gaps_are_counted(worn: Worn) -> None:
    worn.slept(20, "23:00", "06:00").slept(0, "23:00", "06:00")
    text = (await _told(await worn.kept(), 20)).text
    assert "Without data: Fri 30 Oct, Sat 31 Oct, Sun 1, Mon 2, Tue 3 and 14 more." in text


async def test_years_begin_with_what_there_is(worn: Worn) -> None:
    worn.slept(30, "23:00", "06:00").slept(0, "23:00", "06:00")
    told = await slept(Nights((await worn.kept()).reading(), TODAY - timedelta(days=2_000), TODAY, NOW))
    assert told.text.startswith("Sleep, 19 October to today: 7 h a night on average over 2 nights.")


async def test_nothing_at_all_says_how_to_begin(worn: Worn) -> None:
    assert await _told(worn) == Told(NO_DATA)
    worn.measured("steps", at(0, 9), 10, 5)
    assert "No sleep has come in yet, from any device. What I have: steps." in (await _told(await worn.kept())).text

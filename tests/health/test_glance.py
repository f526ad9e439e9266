"""Today at a glance."""

from app.health.glance import at_a_glance
from app.health.told import NO_DATA
from tests.health.worn import NOW, Worn, at


async def test_each_reading_has_its_line(worn: Worn) -> None:
    worn.daily("steps", [8_000.0] * 10, hour=9, until=1, minutes=30).measured("steps", at(0, 9), 2_000, 30)
    worn.daily("resting_heart_rate", [58.0] * 10)
    worn.measured("weight", at(3, 7), 72.4, device="Scale").measured("body_fat", at(40, 7), 20)
    worn.measured("blood_pressure", at(0, 8), 182, detail={"systolic": 182, "diastolic": 95}, device="Cuff")
    for back in range(9):
        worn.slept(back, "23:00", "06:00")
    told = await at_a_glance((await worn.kept()).reading(), NOW)
    assert told.text.splitlines() == [
        "Wednesday 18 November, 14:20:",
        "- Sleep: 7 h last night, about your usual 7 h",
        "- Steps: 2,000 so far (usually 8,000 by now and 8,000 on a usual day)",
        "- Resting heart rate: 58 bpm today, usually 58 to 58 bpm",
        "- Blood pressure: 182/95 mmHg, today at 08:00",
        "- Weight: 72.4 kg, Sunday 15 November at 07:00",
        "182/95 mmHg is far outside what is common for adults. Devices err, so measure again at rest; if it stays there, or you feel "
        "unwell, speak to a doctor.",
        "Newest from Galaxy Watch6 4 hours ago.",
    ]
    assert told.chart is not None
    assert told.chart.title.startswith("Steps, ")


async def test_what_long_has_not_come_in_is_asked_about(worn: Worn) -> None:
    worn.measured("steps", at(4, 9), 500, 30).slept(4, "23:00", "06:00").measured("weight", at(1, 7), 72)
    lines = (await at_a_glance((await worn.kept()).reading(), NOW)).text.splitlines()
    assert lines[1] == "- Weight: 72.0 kg, yesterday at 07:00"
    assert lines[2] == (
        "Nothing of late: sleep (Saturday 14 November) and steps (Saturday 14 November). Is the bridge on your phone running?"
    )


async def test_a_morning_before_the_watch_has_synced(worn: Worn) -> None:
    worn.slept(1, "23:00", "06:00").measured("steps", at(1, 9), 500, 30)
    text = (await at_a_glance((await worn.kept()).reading(), NOW)).text
    assert "- Sleep: 7 h the night before last; nothing of last night yet" in text
    assert "- Steps: none yet today" in text


async def test_old_readings_alone(worn: Worn) -> None:
    worn.measured("weight", at(60, 7), 72)
    text = (await at_a_glance((await worn.kept()).reading(), NOW)).text
    assert "- nothing of today" in text
    assert "Saturday 19 September 2026" in text


async def test_nothing_at_all(worn: Worn) -> None:
    assert (await at_a_glance(worn.reading(), NOW)).text == NO_DATA

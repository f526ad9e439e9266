"""Heart rate variability against its usual band."""

from app.health.told import NO_DATA
from app.health.variability import hrv_trend
from tests.health.worn import NOW, TODAY, Worn, day


async def test_a_month(worn: Worn) -> None:
    worn.daily("hrv_rmssd", [40.0, 50.0] * 11, hour=4, until=7).daily(
        "hrv_rmssd", [38.0, 36, 35, 34, 33, 32, 30], hour=4
    )
    told = await hrv_trend((await worn.kept()).reading(), day(28), TODAY, NOW)
    assert told.text.splitlines() == [
        "Heart rate variability (RMSSD), 21 October to today, 29 of 29 days.",
        "The last 7 days: 34 ms on average, below your usual range of 40 to 50 ms (mean 45).",
        "The last: 30 ms, today.",
        "Direction: falling.",
        "Day by day: ▅█▅█▅█▅█▅█▅█▅█▅█▅█▅█▅█▄▃▃▂▂▂▁",
        "Newest from Galaxy Watch6 today at 04:00.",
    ]
    assert told.chart is not None
    assert told.chart.band == (40, 50)
    assert not {"stress", "ill", "healthy", "recover"} & set(told.text.casefold().split())


async def test_a_first_week_has_no_usual_yet(worn: Worn) -> None:
    worn.daily("hrv_rmssd", [40.0, 41, 42], hour=4)
    text = (await hrv_trend((await worn.kept()).reading(), day(29), TODAY, NOW)).text
    assert "What is usual for you isn't known yet" in text
    assert "Direction" not in text


async def test_a_time_that_is_over(worn: Worn) -> None:
    worn.daily("hrv_rmssd", [40.0] * 20, hour=4, until=5)
    text = (await hrv_trend((await worn.kept()).reading(), day(12), day(8), NOW)).text
    assert "The 7 days to Tuesday 10 November: 40 ms on average" in text
    nothing = await hrv_trend(worn.reading(), day(60), day(50), NOW)
    assert nothing.text.startswith("No heart rate variability from 19 to 29 September.")


async def test_nothing_at_all(worn: Worn) -> None:
    assert (await hrv_trend(worn.reading(), day(29), TODAY, NOW)).text == NO_DATA

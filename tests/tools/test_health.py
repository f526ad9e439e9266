"""The health tools as the gate calls them: the time that is meant, the picture beside the words, and nobody else's data."""

from dataclasses import replace

import pytest

from app.deps import Books
from app.errors import ToolProblem
from app.health.told import NO_DATA
from app.tools import health
from tests.health.worn import ACCRA, NOW, Worn, at
from tests.tools.conftest import Desk


@pytest.fixture
async def wearer(desk: Desk) -> tuple[Desk, Worn]:
    """Somebody in Accra with a week of steps and sleep, on Wednesday at 14:20."""
    deps = desk.deps
    user = replace(deps.user, time_zone=ACCRA.key)
    worn = Worn(deps.store, deps.database, user)
    worn.daily("steps", [4_000.0] * 9 + [1_000], hour=9, minutes=30)
    worn.daily("heart_rate", [60.0] * 10, hour=3)
    worn.measured("heart_rate", at(0, 13, 50), 90).measured("spo2", at(0, 2), 96).measured(
        "active_energy", at(0, 9), 80, 30
    )
    worn.slept(1, "22:00", "06:00").slept(0, "23:00", "06:00")
    await worn.kept()
    return Desk(replace(deps, user=user, now=NOW, books=Books())), worn


async def test_a_reading_over_a_time_and_its_picture(wearer: tuple[Desk, Worn]) -> None:
    desk, _ = wearer
    said = await health.get_recent_health(desk.ctx, "steps", "this week")
    assert said.startswith("Steps, 16 November to today: 9,000 in all.")
    [chart] = desk.deps.books.charts
    assert chart.series[0].values == (4_000, 4_000, 1_000)


@pytest.mark.parametrize(
    ("metric", "when", "begins"),
    [
        ("steps", "", "Steps, 12 November to today: 25,000 in all."),
        ("my step count", "yesterday", "Steps yesterday (Tuesday 17 November): 4,000"),
        ("pulse", "", "Heart rate, today: 75 bpm on average, from 60 to 90 bpm"),
        ("heart rate", "the last hour", "Heart rate, today from 13:20 to 14:20: 90 bpm at 13:50."),
        ("heart rate", "last night", "Heart rate, yesterday at 23:00 to today at 06:00: 60 bpm at 03:00."),
        ("spo2", "overnight", "Blood oxygen, yesterday at 23:00 to today at 06:00: 96 % at 02:00."),
        ("sleep", "last night", "Last night: 7 h asleep"),
        ("calories", "today", "Active energy today: 80 kcal so far."),
        ("body fat", "", "No body fat has come in yet"),
    ],
)
async def test_the_time_and_the_reading_that_are_meant(
    wearer: tuple[Desk, Worn], metric: str, when: str, begins: str
) -> None:
    assert (await health.get_recent_health(wearer[0].ctx, metric, when)).startswith(begins)


@pytest.mark.parametrize(
    "when", ["", "last night", "overnight", "this morning", "today", "Tuesday night", "on Wednesday"]
)
async def test_the_night_that_is_meant(wearer: tuple[Desk, Worn], when: str) -> None:
    assert (await health.get_sleep_summary(wearer[0].ctx, when)).startswith(
        "Last night: 7 h asleep, in bed 23:00 to 06:00."
    )


@pytest.mark.parametrize("when", ["yesterday", "Tuesday", "Monday night", "2026-11-17"])
async def test_an_earlier_night(wearer: tuple[Desk, Worn], when: str) -> None:
    assert (await health.get_sleep_summary(wearer[0].ctx, when)).startswith("The night to yesterday: 8 h asleep")


async def test_several_nights(wearer: tuple[Desk, Worn]) -> None:
    said = await health.get_sleep_summary(wearer[0].ctx, "this week")
    assert said.startswith("Sleep, 16 November to today: 7 h 30 min a night on average over 2 nights.")
    assert wearer[0].deps.books.charts[0].title.startswith("Sleep, ")


async def test_the_trend_and_the_snapshot(wearer: tuple[Desk, Worn]) -> None:
    desk, worn = wearer
    assert "No heart rate variability has come in yet" in await health.get_hrv_trend(desk.ctx)
    await worn.daily("hrv_rmssd", [45.0] * 20, hour=4).kept()
    assert "The last 7 days: 45 ms on average" in await health.get_hrv_trend(desk.ctx, "past month")
    snapshot = await health.get_health_snapshot(desk.ctx)
    assert "- Sleep: 7 h last night" in snapshot
    assert [chart.title.split(",")[0] for chart in desk.deps.books.charts] == ["Heart rate variability", "Steps"]


@pytest.mark.parametrize(("metric", "when"), [("stress", ""), ("steps", "tomorrow"), ("steps", "purple"), ("", "")])
async def test_what_cannot_be_answered_says_why(wearer: tuple[Desk, Worn], metric: str, when: str) -> None:
    with pytest.raises(ToolProblem):
        await health.get_recent_health(wearer[0].ctx, metric, when)


async def test_nobody_sees_what_another_measured(wearer: tuple[Desk, Worn], desk: Desk) -> None:
    other = await desk.deps.store.users.add(
        "kofi", name="Kofi", time_zone=ACCRA.key, zone_source="user", locale="en", at=NOW
    )
    ctx = Desk(replace(desk.deps, user=other, now=NOW, books=Books())).ctx
    assert await health.get_recent_health(ctx, "steps") == NO_DATA
    assert await health.get_sleep_summary(ctx) == NO_DATA
    assert await health.get_hrv_trend(ctx) == NO_DATA
    assert await health.get_health_snapshot(ctx) == NO_DATA
    assert ctx.deps.books.charts == []


def test_each_only_reads() -> None:
    assert not any(row.risk.side_effect or row.risk.egress for row in health.TOOLS)

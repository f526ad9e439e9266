"""Quiet hours and when they end."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.schedule.quiet import QuietHours
from app.schedule.refusals import ScheduleError
from tests.language.time.said import wall

LONDON = ZoneInfo("Europe/London")


def end(hours: str, local: str, zone: ZoneInfo = LONDON) -> str:
    quiet = QuietHours.parse(hours)
    assert quiet is not None
    over = quiet.over(datetime.fromisoformat(local).replace(tzinfo=zone))
    return f"{over:%d %b %H:%M}" if over else ""


@pytest.mark.parametrize(
    ("local", "over"),
    [
        ("2026-11-20T21:59", ""),
        ("2026-11-20T22:00", "21 Nov 07:00"),
        ("2026-11-21T03:00", "21 Nov 07:00"),
        ("2026-11-21T07:00", ""),
    ],
)
def test_a_stretch_over_midnight_ends_in_the_morning(local: str, over: str) -> None:
    assert end("22:00-07:00", local) == over


def test_a_stretch_within_a_day_ends_that_day() -> None:
    assert end("13:00-14:30", "2026-11-20T13:05") == "20 Nov 14:30"
    assert end("13:00-14:30", "2026-11-20T14:30") == ""


def test_an_end_that_spring_skips_moves_forward() -> None:
    assert end("22:00-01:30", "2027-03-28T00:30") == "28 Mar 02:30"


@pytest.mark.parametrize("written", ["22:00-07:00", "22-7", "22:00 – 07:00", "22 to 7"])
def test_several_spellings_are_read(written: str) -> None:
    assert str(QuietHours.parse(written)) == "22:00-07:00"
    assert str(QuietHours.parse("22-24")) == "22:00-00:00"


@pytest.mark.parametrize("written", ["night", "25-7", "22:00", "7-7", "22:99-07:00", "-", "9" * 1000])
def test_anything_else_is_refused(written: str) -> None:
    with pytest.raises(ScheduleError):
        QuietHours.parse(written)


def test_nothing_written_is_no_quiet_hours() -> None:
    assert QuietHours.parse(" ") is None


@given(
    st.sampled_from(["Europe/London", "America/Havana", "Australia/Lord_Howe", "America/Scoresbysund"]),
    st.datetimes(wall("2026-01-01"), wall("2028-01-01")),
    st.sampled_from(["22:00-07:00", "00:00-01:30", "23:30-00:30", "01:00-02:00"]),
    st.sampled_from([0, 1]),
)
def test_the_end_is_always_ahead_and_within_a_day_and_a_bit(name: str, clock: datetime, hours: str, fold: int) -> None:
    local = clock.replace(tzinfo=ZoneInfo("UTC")).astimezone(ZoneInfo(name)).replace(fold=fold)
    quiet = QuietHours.parse(hours)
    over = quiet.over(local) if quiet else None

    assert over is None or timedelta(0) < over.astimezone(ZoneInfo("UTC")) - local.astimezone(
        ZoneInfo("UTC")
    ) < timedelta(hours=26)

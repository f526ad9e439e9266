"""Minutes of exercise, and what was done."""

from app.health.exercise import MOST_LISTED, exercise
from app.memory.records import HealthSample
from tests.health.sampled import DAY, ms, sample


def session(hours: float, minutes: float, kind: str = "running", *, device: str = "watch") -> HealthSample:
    return sample(hours, minutes, minutes, device=device, detail={"type": kind, "title": ""})


def test_a_run_kept_by_two_devices_is_one_run() -> None:
    found = exercise([session(8, 60), session(8.05, 55, "walking", device="phone")])[DAY]
    assert (found.minutes, found.samples) == (60, 2)
    assert [(one["type"], one["start_ms"], one["end_ms"], one["minutes"]) for one in found.sessions] == [
        ("running", ms(8), ms(9), 60)
    ]


def test_one_after_the_other_is_two_even_if_they_touch() -> None:
    found = exercise([session(8, 31, "swimming"), session(8.5, 60, "biking")])[DAY]
    assert found.minutes == 90
    assert [one["type"] for one in found.sessions] == ["swimming", "biking"]


def test_what_goes_on_over_midnight_is_in_both_days() -> None:
    found = exercise([session(23.5, 90)])
    assert (found[DAY].minutes, found[DAY + 1].minutes) == (30, 60)
    assert found[DAY + 1].sessions[0]["start_ms"] == ms(24)


def test_a_day_of_countless_sessions_lists_some() -> None:
    found = exercise([session(number / 60, 0.5) for number in range(1_000)])[DAY]
    assert (found.minutes, found.samples, len(found.sessions)) == (500, 1_000, MOST_LISTED)

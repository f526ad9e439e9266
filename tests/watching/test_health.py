"""Bounds of readings: what is meant by the words, in the unit that is stored."""

from datetime import datetime

import pytest

from app.errors import ToolProblem
from app.health.metrics import BY_NAME
from app.watching.health import NAMES, read, say
from app.watching.reading import source_of
from tests.health.worn import NOW


@pytest.mark.parametrize(
    ("words", "condition", "said"),
    [
        ("my resting heart rate goes above 80", {"metric": "resting_heart_rate", "above": 80}, "your resting heart rate goes above 80"),
        ("my pulse is over 120", {"metric": "heart_rate", "above": 120}, "your heart rate goes above 120"),
        ("my hrv drops below 25", {"metric": "hrv_rmssd", "below": 25}, "your heart rate variability goes below 25"),
        ("my blood sugar drops below 4.5", {"metric": "blood_glucose", "below": pytest.approx(81.07, abs=0.01)}, "your blood glucose goes below 4.5 mmol/L"),
        ("my blood sugar is above 180", {"metric": "blood_glucose", "above": 180}, "your blood glucose goes above 180"),
        ("my weight goes above 180 pounds", {"metric": "weight", "above": pytest.approx(81.6, abs=0.1)}, "your weight goes above 180 lb"),
        ("I slept less than 6 hours", {"metric": "sleep_session", "below": 360}, "your sleep goes below 6 hours"),
        ("my sleep is under 300 minutes", {"metric": "sleep_session", "below": 300}, "your sleep goes below 300 minutes"),
        ("my steps go over 10000", {"metric": "steps", "above": 10_000}, "your steps go above 10000"),
    ],
)  # fmt: skip
def test_a_bound_is_read_and_said_back(words: str, condition: dict[str, object], said: str) -> None:
    made = read(words, NOW)
    assert {name: value for name, value in made.items() if name != "said"} == condition
    assert say(made) == said
    assert source_of(words) == "health"


@pytest.mark.parametrize("words", ["heart rate", "above 80", "my stress goes above 80", ""])
def test_half_of_it_is_asked_about(words: str) -> None:
    with pytest.raises(ToolProblem, match="Name a reading and a bound"):
        read(words, datetime.now(NOW.tzinfo))


@pytest.mark.parametrize(
    ("words", "source"),
    [
        ("news about sleep", "news"),
        ("a task about my weight is overdue", "overdue task"),
        ("mail about my blood pressure", "mail"),
        ("the water is boiling", None),
        ("the training starts", None),
    ],
)
def test_what_else_mentions_the_body_stays_what_it_is(words: str, source: str | None) -> None:
    assert source_of(words) == source


def test_a_rule_made_before_units_were_kept_is_still_said() -> None:
    assert say({"metric": "resting_heart_rate", "above": 80}) == "your resting heart rate goes above 80"
    assert say({"metric": "of_old", "below": 2}) == "your of old goes below 2"


def test_every_name_is_of_a_metric() -> None:
    assert set(NAMES.values()) <= set(BY_NAME)

"""How new something is, and when that is worth a question."""

from datetime import timedelta

import pytest

from app.health.figures import Newest
from app.health.freshness import ALWAYS, fresh, is_stale
from app.health.metrics import BY_NAME
from tests.health.worn import NOW


@pytest.mark.parametrize(
    ("metric", "hours", "said"),
    [
        ("steps", 0.2, "Newest from Watch 12 min ago."),
        ("steps", 7, "Newest from Watch today at 07:20."),
        ("sleep_session", 30, "Newest from Watch yesterday at 08:20."),
        (
            "steps",
            72,
            "Nothing newer than Sunday 15 November at 14:20 (3 days ago): is the bridge on your phone running?",
        ),
        ("weight", 72, "Newest from Watch Sunday 15 November at 14:20."),
    ],
)
def test_it_is_said(metric: str, hours: float, said: str) -> None:
    newest = Newest(1, NOW - timedelta(hours=hours), None, "Watch", 0)
    assert fresh(BY_NAME[metric], newest, NOW) == said
    assert is_stale(BY_NAME[metric], newest, NOW) == said.startswith("Nothing")


def test_what_is_always_measured_are_metrics() -> None:
    assert set(BY_NAME) >= ALWAYS

"""The house's routines are known by what people call them, and by nothing else."""

import pytest

from app.timetable.routines import ROUTINES
from app.tools.routines import named


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("briefing", "daily briefing"),
        ("my morning briefing", "daily briefing"),
        ("the daily brief", "daily briefing"),
        ("tomorrow's briefing", "daily briefing"),
        ("briefings", "daily briefing"),
        ("evening recap", "evening recap"),
        ("the nightly wrap-up", "evening recap"),
        ("Weekly Recap", "weekly recap"),
        ("weekly prep", "weekly prep"),
        ("the week ahead", "weekly prep"),
        ("read-later digest", "read-later digest"),
        ("reading list digest", "read-later digest"),
        ("journal digest", "journal digest"),
        ("email digest", "email intelligence"),
    ],
)
def test_a_routine_is_known_by_its_names(said: str, name: str) -> None:
    routine = named(said)
    assert routine is not None
    assert routine.name == name


@pytest.mark.parametrize(
    "said", ["weekly review", "the weather check", "3", "#3", "it", "", "news briefing", "summary"]
)
def test_other_names_are_the_users_own(said: str) -> None:
    assert named(said) is None


def test_every_routine_is_called_by_its_own_name() -> None:
    assert [routine.name for routine in ROUTINES if named(routine.name) is not routine] == []

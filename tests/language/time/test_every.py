"""Words for repetition."""

import pytest

from tests.language.time.said import read_rule


@pytest.mark.parametrize(
    ("phrase", "rule"),
    [
        ("every other day", "FREQ=DAILY;INTERVAL=2"),
        ("every second day", "FREQ=DAILY;INTERVAL=2"),
        ("every 4 weekends", "FREQ=WEEKLY;INTERVAL=4;BYDAY=SA,SU"),
        ("every half hour", "FREQ=MINUTELY;INTERVAL=30"),
        ("once a week on Sunday", "FREQ=WEEKLY;BYDAY=SU"),
        ("biweekly on Friday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"),
        ("every fortnight", "FREQ=WEEKLY;INTERVAL=2"),
        ("every quarter", "FREQ=MONTHLY;INTERVAL=3"),
        ("tuesdays and thursdays", "FREQ=WEEKLY;BYDAY=TU,TH"),
        ("weekday mornings", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("nightly", "FREQ=DAILY"),
        ("everyday", "FREQ=DAILY"),
        ("every 5th friday", "FREQ=WEEKLY;INTERVAL=5;BYDAY=FR"),
        ("alternate days", "FREQ=DAILY;INTERVAL=2"),
        ("bi-weekly on Monday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"),
        ("on alternate Mondays", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"),
        ("every mon wed sat", "FREQ=WEEKLY;BYDAY=MO,WE,SA"),
        ("semiannually", "FREQ=MONTHLY;INTERVAL=6"),
    ],
)
def test_a_step_and_its_days(phrase: str, rule: str) -> None:
    assert read_rule(phrase).partition(" from ")[0] == rule


@pytest.mark.parametrize(
    "phrase", ["every time", "everyone", "a day", "hourly rate", "my daily dose", "every one of them"]
)
def test_not_everything_with_every_repeats(phrase: str) -> None:
    assert read_rule(phrase) == ""

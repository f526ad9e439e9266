"""Hours that have a name. Said on Thursday 19 November 2026 at 14:00."""

import pytest

from tests.language.time.said import read, read_rule


@pytest.mark.parametrize(
    ("said", "when"),
    [
        ("at dawn", "Fri 2026-11-20 05:00"),
        ("tomorrow dawn", "Fri 2026-11-20 05:00"),
        ("dawn tomorrow", "Fri 2026-11-20 05:00"),
        ("friday dawn at 4:30", "Fri 2026-11-20 04:30"),
        ("this dawn", "Fri 2026-11-20 05:00"),
        ("at the crack of dawn", "Fri 2026-11-20 05:00"),
        ("at daybreak", "Fri 2026-11-20 06:00"),
        ("day break", "Fri 2026-11-20 06:00"),
        ("sunrise on sunday", "Sun 2026-11-22 06:00"),
        ("tomorrow at sunrise", "Fri 2026-11-20 06:00"),
        ("at sunset", "Thu 2026-11-19 18:00"),
        ("before dusk", "Thu 2026-11-19 18:00"),
        ("at breakfast", "Fri 2026-11-20 08:00"),
        ("before breakfast", "Fri 2026-11-20 07:00"),
        ("after breakfast", "Fri 2026-11-20 08:30"),
        ("before school", "Fri 2026-11-20 07:30"),
        ("before work tomorrow", "Fri 2026-11-20 07:30"),
        ("before lunch", "Fri 2026-11-20 11:30"),
        ("lunchtime", "Fri 2026-11-20 12:30"),
        ("lunch time tomorrow", "Fri 2026-11-20 12:30"),
        ("around lunchtime", "Fri 2026-11-20 12:30"),
        ("friday lunchtime", "Fri 2026-11-20 12:30"),
        ("after lunch", "Fri 2026-11-20 13:30"),
        ("after school on monday", "Mon 2026-11-23 15:30"),
        ("after work", "Thu 2026-11-19 17:30"),
        ("tomorrow after work", "Fri 2026-11-20 17:30"),
        ("at teatime", "Thu 2026-11-19 17:00"),
        ("at tea time", "Thu 2026-11-19 17:00"),
        ("after dinner", "Thu 2026-11-19 20:00"),
        ("at dinner time", "Thu 2026-11-19 19:00"),
        ("before bed", "Thu 2026-11-19 21:30"),
        ("at bedtime", "Thu 2026-11-19 22:00"),
        ("last thing at night", "Thu 2026-11-19 22:00"),
        ("30 minutes before bedtime", "Thu 2026-11-19 21:30"),
        ("an hour after sunset", "Thu 2026-11-19 19:00"),
        ("by close of work", "Thu 2026-11-19 17:00"),
        ("by close of day friday", "Fri 2026-11-20 17:00"),
        ("every day at sunset", "FREQ=DAILY from Thu 19 Nov 18:00"),
        ("every sunrise", "FREQ=DAILY from Fri 20 Nov 06:00"),
        ("every friday after work", "FREQ=WEEKLY;BYDAY=FR from Fri 20 Nov 17:30"),
        ("daily after breakfast", "FREQ=DAILY from Fri 20 Nov 08:30"),
        ("every night before bed", "FREQ=DAILY from Thu 19 Nov 21:30"),
    ],
)
def test_a_named_hour_is_read(said: str, when: str) -> None:
    assert (read_rule(said) or read(said)) == when


@pytest.mark.parametrize(
    "said",
    [
        "the sunset is lovely",
        "photos of the sunrise",
        "after work drinks",
        "an hour after work",
        "the day before school",
        "from after school club",
        "my dawn run",
    ],
)
def test_a_name_that_is_no_time_is_left_alone(said: str) -> None:
    assert read(said) == ""


@pytest.mark.parametrize(
    "said",
    [
        "how was my pressure after lunch",
        "i had a headache after dinner",
    ],
)
def test_what_was_after_lunch_is_no_hour_ahead(said: str) -> None:
    assert read(said) == ""


@pytest.mark.parametrize(
    "said",
    [
        "in a bit",
        "in a while",
        "small time",
        "in small time",
        "later",
        "soon",
    ],
)
def test_what_is_vague_is_no_hour(said: str) -> None:
    assert read(said) == ""

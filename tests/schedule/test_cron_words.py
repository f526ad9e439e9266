"""Crons in plain words, where plain words say all of it."""

import pytest

from app.schedule.cron_words import cron_words
from tests.schedule.said import wall


@pytest.mark.parametrize(
    ("cron", "words"),
    [
        ("0 8 * * 1-5", "every weekday at 08:00"),
        ("0 8,20 * * *", "every day at 08:00 and 20:00"),
        ("5 4 * * 0", "every Sunday at 04:05"),
        ("0 9 1,15 * *", "every month on the 1st and the 15th at 09:00"),
        ("0 9 * 6-8 6,0", "every weekend day in June, July and August at 09:00"),
        ("*/30 9-17 * * 1-5", "every 30 minutes from 09:00 to 17:30, every weekday"),
        ("0 */2 * * *", "every 2 hours from 00:00 to 22:00"),
        ("0 * * * *", "every hour"),
        ("15 * * * *", "every hour at 15 minutes past"),
        ("0 9 13 * 5", 'by cron "0 9 13 * 5"'),
        ("0 9 L * *", "every month on the last day at 09:00"),
        ("0 9 15,L * *", "every month on the 15th and the last day at 09:00"),
        ("0 9 L 2 *", "every year on the last day of February at 09:00"),
        ("0 9 * * FRI#2", "every month on the second Friday at 09:00"),
        ("0 9 * * L5", "every month on the last Friday at 09:00"),
        (
            "0 9,17 * 6,12 FRI#2,L5",
            "every year on the second Friday and the last Friday in June and December at 09:00 and 17:00",
        ),
        ("*/30 9-17 * * FRI#2", "every 30 minutes from 09:00 to 17:30, every month on the second Friday"),
        ("0 9 L * 5", 'by cron "0 9 L * 5"'),
        ("*/45 * * * *", 'by cron "*/45 * * * *"'),
    ],
)
def test_a_cron_is_said_plainly_or_shown(cron: str, words: str) -> None:
    assert cron_words(f"CRON:{cron}", wall("2026-11-20 08:00")) == words

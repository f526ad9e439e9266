"""Days told from today become days of the calendar; what has two readings stays as it was said."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from app.language.statements.wording import dated

SUNDAY = datetime(2026, 11, 22, 9, 30, tzinfo=ZoneInfo("Europe/Paris"))


@pytest.mark.parametrize(
    ("said", "outright"),
    [
        ("I started at Acme last week", "I started at Acme in the week of 9 November 2026"),
        ("I moved yesterday", "I moved on 21 November 2026"),
        ("I moved last Friday", "I moved on 20 November 2026"),
        ("I moved last Sunday", "I moved on 15 November 2026"),
        ("I moved two years ago", "I moved around 2024"),
        ("I moved 3 months ago", "I moved in August 2026"),
        ("we marry next month", "we marry in December 2026"),
        ("we marry next year", "we marry in 2027"),
        ("I fly tomorrow morning", "I fly on 23 November 2026 morning"),
        ("we meet next Friday", "we meet next Friday"),
        ("I recently moved", "I recently moved"),
        ("I have lasted 900 years ago", "I have lasted 900 years ago"),
        ("since last weekend", "since on the weekend of 14 November 2026"),
    ],
)
def test_a_relative_moment_is_said_outright(said: str, outright: str) -> None:
    assert dated(said, SUNDAY) == outright

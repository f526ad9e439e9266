"""Times as they are typed in a hurry: hours run together, short forms, no spaces. Said on Thursday 19 November 2026 at 14:00."""

import pytest

from tests.language.time.said import read, read_rule


@pytest.mark.parametrize(
    ("said", "when"),
    [
        ("tomorrow 0600", "Fri 2026-11-20 06:00"),
        ("0600 tomorrow", "Fri 2026-11-20 06:00"),
        ("friday 1430", "Fri 2026-11-20 14:30"),
        ("on monday 0900", "Mon 2026-11-23 09:00"),
        ("call Ama 1745 tomorrow", "Fri 2026-11-20 17:45"),
        ("remind me tomorrow 1830 to pray", "Fri 2026-11-20 18:30"),
        ("tonight 2130", "Thu 2026-11-19 21:30"),
        ("every day 0530", "FREQ=DAILY from Fri 20 Nov 05:30"),
        ("wake me 0530", "Fri 2026-11-20 05:30"),
        ("set the alarm for 0615", "Fri 2026-11-20 06:15"),
        ("tomorrow 2015", "Fri 2026-11-20 20:15"),
        ("at 645", "Thu 2026-11-19 18:45"),
        ("tomorrow 730", "Fri 2026-11-20 07:30"),
        ("730ish", "Thu 2026-11-19 19:30"),
        ("half5", "Thu 2026-11-19 17:30"),
        ("half5 tomorrow", "Fri 2026-11-20 17:30"),
        ("at7", "Thu 2026-11-19 19:00"),
        ("by5pm", "Thu 2026-11-19 17:00"),
        ("at7:30", "Thu 2026-11-19 19:30"),
        ("around7", "Thu 2026-11-19 19:00"),
        ("until18h30", "Thu 2026-11-19 18:30"),
        ("quarter past6", "Thu 2026-11-19 18:15"),
        ("halfpast 5", "Thu 2026-11-19 17:30"),
        ("around sevenish", "Thu 2026-11-19 19:00"),
        ("at 6.30ish", "Thu 2026-11-19 18:30"),
        ("5.30p", "Thu 2026-11-19 17:30"),
        ("5.30pm tomorrow", "Fri 2026-11-20 17:30"),
        ("in2hrs", "Thu 2026-11-19 16:00"),
        ("in 2h30m", "Thu 2026-11-19 16:30"),
        ("in 2hrs15", "Thu 2026-11-19 16:15"),
        ("in 2 hrs 15", "Thu 2026-11-19 16:15"),
        ("in 1h30", "Thu 2026-11-19 15:30"),
        ("in 90min", "Thu 2026-11-19 15:30"),
        ("tmrw 5pm", "Fri 2026-11-20 17:00"),
        ("2moz 5pm", "Fri 2026-11-20 17:00"),
        ("2nite 9", "Thu 2026-11-19 21:00"),
        ("nxt wk", "Mon 2026-11-23"),
        ("nxt fri 5pm", "Fri 2026-11-27 17:00"),
        ("sat morn 9", "Sat 2026-11-21 09:00"),
        ("friday evening 7", "Fri 2026-11-20 19:00"),
        ("fri arvo", "Fri 2026-11-20 15:00"),
        ("30 mins b4 5pm", "Thu 2026-11-19 16:30"),
        ("in a couple hrs", "Thu 2026-11-19 16:00"),
        ("first thing tmrw", "Fri 2026-11-20 08:00"),
        ("eod friday", "Fri 2026-11-20 17:00"),
        ("by eow", "Fri 2026-11-20"),
        ("between 0900 and 1100 tomorrow", "Fri 2026-11-20 09:00"),
        ("0900-1100 tomorrow", "Fri 2026-11-20 09:00"),
        ("from 0900 to 1700", "Fri 2026-11-20 09:00"),
        ("friday 1400-1530", "Fri 2026-11-20 14:00"),
        ("5-ish", "Thu 2026-11-19 17:00"),
        ("7am-ish", "Fri 2026-11-20 07:00"),
        ("wake me up 6.15", "Fri 2026-11-20 06:15"),
        ("midnite", "Fri 2026-11-20 00:00"),
    ],
)
def test_what_is_typed_in_a_hurry_is_read(said: str, when: str) -> None:
    assert (read_rule(said) or read(said)) == when


@pytest.mark.parametrize(
    "said",
    [
        "buy it at 350",
        "sell at 500",
        "set the oven at 220 degrees",
        "at 100 people",
        "order part 0600x",
        "my pin is 0600",
        "page 0600",
        "covid19",
    ],
)
def test_a_sum_of_money_or_a_code_is_no_hour(said: str) -> None:
    assert read(said) == ""


@pytest.mark.parametrize(
    "said",
    [
        "pay Kofi 1500 tomorrow",
        "send 2000 on friday",
        "tomorrow 1500 words",
        "transfer 1250 on monday",
    ],
)
def test_a_sum_of_money_before_a_day_leaves_the_day_without_an_hour(said: str) -> None:
    assert read(said)
    assert ":" not in read(said)

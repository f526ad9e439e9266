"""Rules somebody wrote out are read where they stand, and what nobody can keep is refused in a sentence."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from app.errors import ToolProblem
from app.language.time.phrases import find_time
from app.tools import written

NOW = datetime(2026, 11, 21, 12, tzinfo=ZoneInfo("Africa/Accra"))


@pytest.mark.parametrize(
    ("when", "apart"),
    [
        ("0 8 * * 1-5", ("", "0 8 * * 1-5")),
        ("cron: 0 8 * * mon-fri", ("", "cron: 0 8 * * mon-fri")),
        ("@daily", ("", "@daily")),
        ("RRULE:FREQ=DAILY;COUNT=2 at 7pm", ("at 7pm", "RRULE:FREQ=DAILY;COUNT=2")),
        ("9am INTERVAL=2;FREQ=WEEKLY", ("9am", "INTERVAL=2;FREQ=WEEKLY")),
        ("every Monday at 8", ("every Monday at 8", "")),
        ("tomorrow at 9", ("tomorrow at 9", "")),
    ],
)
def test_a_written_rule_is_told_from_a_phrase(when: str, apart: tuple[str, str]) -> None:
    assert written.apart(when, "") == apart


def test_a_cron_and_an_rrule_are_read() -> None:
    assert written.read("0 8 * * 1-5", NOW).rule == "CRON:0 8 * * 1-5"
    assert written.read("RRULE:freq=daily", NOW).rule == "FREQ=DAILY"


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("0 0 8 * * *", "seconds in front"),
        ("* * * * *", "Five minutes"),
        ("0 0 31 2 *", "never comes round"),
        ("FREQ=SECONDLY", "Five minutes"),
        ("FREQ=MINUTELY;INTERVAL=1", "Five minutes"),
        ("FREQ=DAILY;COUNT=0", "whole number"),
        ("FREQ=NEVER", "needs FREQ"),
    ],
)
def test_a_rule_that_is_not_run_is_refused_with_what_would_work(rule: str, said: str) -> None:
    with pytest.raises(ToolProblem, match=said):
        written.read(rule, NOW)


def test_the_hours_of_a_rule_give_way_to_the_one_that_was_said() -> None:
    seven = find_time("at 7:30am", NOW)
    assert written.at_hour("CRON:0 8 * * 1-5", seven) == "CRON:30 7 * * 1-5"
    assert written.at_hour("FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0", seven) == "FREQ=DAILY"
    assert written.at_hour("FREQ=WEEKLY;BYDAY=MO", None) == "FREQ=WEEKLY;BYDAY=MO"


@pytest.mark.parametrize("when", ["every second", "every minute", "every other minute", "every 2 minutes"])
def test_a_flood_in_words_is_refused(when: str) -> None:
    with pytest.raises(ToolProblem, match="Five minutes"):
        written.refuse_flood(when)


@pytest.mark.parametrize("when", ["every 5 minutes", "every hour", "every day"])
def test_what_comes_seldom_enough_is_not(when: str) -> None:
    written.refuse_flood(when)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("every day at 8 Mars/Phobos", "don't know the time zone"),
        ("DTSTART;TZID=Moon/Base:20261121", "don't know the time zone"),
        ("every day at 8 Atlantis time", "don't know the time zone"),
        ("every day at 8 Europe/Paris", "your own clock"),
        ("every day at 8 New York time", "your own clock"),
    ],
)
def test_a_repetition_on_another_clock_is_refused(text: str, said: str) -> None:
    with pytest.raises(ToolProblem, match=said):
        written.refuse_elsewhere(text, NOW)


@pytest.mark.parametrize("text", ["every day at 8", "every day at 8 Africa/Accra", "every day at 8 Accra time"])
def test_ones_own_clock_may_be_named(text: str) -> None:
    written.refuse_elsewhere(text, NOW)

"""Phrases of repetition and the rules they mean; rules that are refused."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.language.time import RuleMatch, find_time, spans
from app.language.time.recurrence import ScheduleError, find_rule, parse_rule
from tests.language.time.said import NOW, read_rule


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        ("remind me every day at 8 to take my pills", "FREQ=DAILY from Fri 20 Nov 08:00"),
        ("daily", "FREQ=DAILY from Fri 20 Nov"),
        ("every weekday at 8", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR from Fri 20 Nov 08:00"),
        ("on weekends", "FREQ=WEEKLY;BYDAY=SA,SU from Sat 21 Nov"),
        ("every other Tuesday until June", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20270531T235959 from Tue 24 Nov"),
        ("every Monday and Wednesday", "FREQ=WEEKLY;BYDAY=MO,WE from Mon 23 Nov"),
        ("first Monday of the month", "FREQ=MONTHLY;BYDAY=1MO from Mon 07 Dec"),
        ("last day of the month", "FREQ=MONTHLY;BYMONTHDAY=-1 from Mon 30 Nov"),
        ("monthly on the 15th", "FREQ=MONTHLY;BYMONTHDAY=15 from Tue 15 Dec"),
        ("every 3 hours", "FREQ=HOURLY;INTERVAL=3 from Thu 19 Nov 17:00"),
        ("every 4 hours from 8am", "FREQ=HOURLY;INTERVAL=4 from Fri 20 Nov 08:00"),
        ("yearly on 3 March", "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=3 from Wed 03 Mar"),
        ("every 2 weeks on Friday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR from Fri 20 Nov"),
        ("each morning", "FREQ=DAILY from Fri 20 Nov 09:00"),
        ("every night at 10", "FREQ=DAILY from Thu 19 Nov 22:00"),
        ("every Friday for 6 weeks", "FREQ=WEEKLY;BYDAY=FR;COUNT=6 from Fri 20 Nov"),
        ("every day at 8 and 20", "FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0 from Thu 19 Nov 20:00"),
        ("10 am on the 15th of every month", "FREQ=MONTHLY;BYMONTHDAY=15 from Tue 15 Dec 10:00"),
        ("every day next week at 8", "FREQ=DAILY;UNTIL=20261129T235959 from Mon 23 Nov 08:00"),
        ("every Monday in December", "FREQ=WEEKLY;BYDAY=MO;UNTIL=20261231T235959 from Mon 07 Dec"),
    ],
)
def test_phrases_of_repetition_mean_one_rule(sentence: str, rule: str) -> None:
    assert read_rule(sentence) == rule


@pytest.mark.parametrize(
    "sentence",
    [
        "twice a day",
        "once in a while",
        "every minute",
        "every 90 secs",
        "every third Friday",
        "every day except on bank holidays",
        "every day except the first of the month",
        "3 times a day",
        "twice a day at 9",
        "we met every day last week",
        "every day until I finish",
        "every year on the 31st",
        "every 31 February",
        "send the weekly report by Friday",
        "the daily standup",
        "pay by the last day of the month",
        "tomorrow at 9",
    ],
)
def test_what_no_single_rule_says_for_certain_gives_nothing(sentence: str) -> None:
    assert read_rule(sentence) == ""


def test_the_span_covers_the_whole_repetition() -> None:
    found = find_rule("water the plants every Mon, Wed and Fri at 7am please", NOW)

    assert found is not None
    assert found.text == "every Mon, Wed and Fri at 7am"


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=SECONDLY",
        "FREQ=MINUTELY",
        "FREQ=MINUTELY;INTERVAL=4",
        "FREQ=DAILY;COUNT=0",
        "FREQ=DAILY;COUNT=100000",
        "FREQ=DAILY;COUNT=3;UNTIL=20270101",
        "FREQ=DAILY;UNTIL=tomorrow",
        "FREQ=DAILY;INTERVAL=-1",
        "FREQ=DAILY;FREQ=WEEKLY",
        "FREQ=DAILY;BYSECOND=0,1,2",
        "FREQ=WEEKLY;BYDAY=XX",
        "INTERVAL=2",
        "DAILY",
        "",
    ],
)
def test_malformed_rules_and_floods_are_refused(rule: str) -> None:
    with pytest.raises(ScheduleError):
        parse_rule(rule)


def test_a_good_rule_comes_back_in_upper_case_without_its_prefix() -> None:
    assert parse_rule("RRULE:freq=weekly;byday=mo,we") == "FREQ=WEEKLY;BYDAY=MO,WE"


@given(st.text(max_size=200))
def test_no_text_raises(text: str) -> None:
    find_rule(text, NOW)


_WORDS = (
    "every each other day week weeks month year monday and tuesdays fri weekday weekends 2nd third last of the on at 8 "
    "noon until june for 6 times starting tomorrow except daily weekly monthly in may morning night hours , from to"
).split()


@given(st.lists(st.sampled_from(_WORDS), max_size=12).map(" ".join))
def test_every_rule_found_in_a_jumble_is_one_we_would_run(text: str) -> None:
    found = find_rule(text, NOW)

    if found:
        assert parse_rule(found.rule) == found.rule
        assert found.first > NOW


@given(st.text(max_size=60))
def test_any_text_as_a_rule_is_accepted_or_refused(text: str) -> None:
    try:
        parse_rule(text)
    except ScheduleError:
        return
    assert "FREQ=" in text.upper()


def test_every_time_and_repetition_of_a_message_is_found_once_the_longest_first() -> None:
    said = "remind me every Tuesday at 9 to swim, and tomorrow at noon to call Ama"
    found = spans(said, NOW)
    assert [said[match.start : match.end] for match in found] == ["every Tuesday at 9", "tomorrow at noon"]
    assert isinstance(found[0], RuleMatch)
    assert spans("nothing to find here", NOW) == []


def test_the_same_words_are_read_anew_in_another_zone() -> None:
    london, accra = NOW, NOW.astimezone(ZoneInfo("Africa/Accra"))
    in_summer = [find_time("1 July at 9am", now) for now in (london, accra)]
    assert [found.when.utcoffset() for found in in_summer if found] == [timedelta(hours=1), timedelta(0)]

"""The cascade as a whole."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.language.time.phrases import (
    Grain,
    context_for,
    cut,
    find_impossible,
    find_time,
    find_times,
    grammar,
    is_impossible,
    parse,
)
from app.language.time.wording import say_time
from tests.language.time.said import LONDON, NOW, classes, context, read, read_until, wall


def test_the_grammar_is_built_once() -> None:
    assert grammar() is grammar()


def test_a_finished_time_is_one_token() -> None:
    assert classes("tomorrow at 9") == ["MOMENT"]
    assert classes("call mum tomorrow at 9") == ["word", "word", "MOMENT"]


def test_what_does_not_exist_is_marked() -> None:
    assert [is_impossible(token) for token in parse("31 February", context())] == [True]


def test_the_context_knows_the_local_moment_and_the_lean_of_the_sentence() -> None:
    known = context_for("wake me at 6", NOW, month_first=True)

    assert (known.now, known.lean, known.month_first) == (NOW.replace(tzinfo=None), "am", True)


@pytest.mark.parametrize(
    ("sentence", "when"),
    [
        ("remind me at six to buy it", "Thu 2026-11-19 18:00"),
        ("tomorrow at 9", "Fri 2026-11-20 09:00"),
        ("tomorrow at 3", "Fri 2026-11-20 15:00"),
        ("tomorrow 3", "Fri 2026-11-20 15:00"),
        ("dinner at 7 tomorrow", "Fri 2026-11-20 19:00"),
        ("wake me at 6", "Fri 2026-11-20 06:00"),
        ("twenty past four", "Thu 2026-11-19 16:20"),
        ("at half past seven", "Thu 2026-11-19 19:30"),
        ("quarter to 6", "Thu 2026-11-19 17:45"),
        ("noon", "Fri 2026-11-20 12:00"),
        ("in 20 minutes", "Thu 2026-11-19 14:20"),
        ("an hour and a half from now", "Thu 2026-11-19 15:30"),
        ("in half an hour", "Thu 2026-11-19 14:30"),
        ("tomorrow morning", "Fri 2026-11-20 09:00"),
        ("tonight at 9", "Thu 2026-11-19 21:00"),
        ("2027-03-04T09:00", "Thu 2027-03-04 09:00"),
        ("Friday 27 November at 09:00", "Fri 2026-11-27 09:00"),
        ("on Friday from 3 to 5", "Fri 2026-11-20 15:00"),
        ("9am PST", "Thu 2026-11-19 17:00"),
        ("tomorrow (Friday)", "Fri 2026-11-20"),
        ("in a fortnight", "Thu 2026-12-03"),
        ("the day after tomorrow", "Sat 2026-11-21"),
        ("next Friday", "Fri 2026-11-27"),
        ("this Friday", "Fri 2026-11-20"),
        ("Friday week", "Fri 2026-11-27"),
        ("last Tuesday", "Tue 2026-11-17"),
        ("2 weeks ago", "Thu 2026-11-05"),
        ("the 3rd", "Thu 2026-12-03"),
        ("3 March", "Wed 2027-03-03"),
        ("March 3rd 2027", "Wed 2027-03-03"),
        ("3/4/2027", "Sat 2027-04-03"),
        ("end of the month", "Mon 2026-11-30"),
        ("3 days before Christmas", "Tue 2026-12-22"),
        ("send the September report tomorrow", "Fri 2026-11-20"),
    ],
)
def test_everyday_phrases_mean_the_coming_time(sentence: str, when: str) -> None:
    assert read(sentence) == when


@pytest.mark.parametrize(
    "sentence",
    [
        "I want a second opinion",
        "may I come in",
        "march on",
        "she sat down",
        "one of them",
        "version 2.5 is out",
        "10 apples",
        "look at 3 apples",
        "it is in room 101",
        "call 650-650-6500",
        "it costs $5",
        "24/7 support",
        "on the second floor",
        "the first to arrive",
        "one may ask",
        "my ssn is 123-12-1234",
        "a 3/4 cup of sugar",
        "the odds are 50/50",
        "write to bob@example.com",
        "see https://example.com/2027/03/04",
    ],
)
def test_words_that_only_look_like_times_give_nothing(sentence: str) -> None:
    assert find_times(sentence, NOW) == []


def test_an_hour_that_has_gone_by_is_the_next_one_in_waking_hours() -> None:
    evening = NOW.replace(hour=19)

    assert read("at six", evening) == "Fri 2026-11-20 06:00"
    assert read("at 3", evening) == "Fri 2026-11-20 15:00"
    assert read("at 9", NOW) == "Thu 2026-11-19 21:00"


def test_a_weekday_said_on_that_day_is_today_only_while_its_hour_is_ahead() -> None:
    assert read("on Thursday at 5pm") == "Thu 2026-11-19 17:00"
    assert read("on Thursday at 10am") == "Thu 2026-11-26 10:00"
    assert read("on Thursday") == "Thu 2026-11-26"


def test_cutting_the_phrase_leaves_the_task() -> None:
    sentence = "remind me at six to buy milk"

    assert cut(sentence, find_times(sentence, NOW)) == "remind me to buy milk"


def test_a_day_and_an_hour_said_apart_are_one_time_and_both_are_cut() -> None:
    sentence = "remind me on Friday to call mum at 6"
    found = find_time(sentence, NOW)

    assert found is not None
    assert read(sentence) == "Fri 2026-11-20 18:00"
    assert cut(sentence, [found]) == "remind me to call mum"


def test_a_day_that_only_describes_a_thing_is_not_joined_to_the_hour() -> None:
    assert read("at 5 book Monday's flight") == "Thu 2026-11-19 17:00"
    assert read("send the September report at 5") == "Thu 2026-11-19 17:00"
    assert read("prepare Friday's talk tomorrow") == "Fri 2026-11-20"


@pytest.mark.parametrize("said", ["31 February", "29 Feb 2027", "25:00", "32 March", "2027-02-30", "28 pm"])
def test_what_the_calendar_or_the_clock_lacks_is_named_and_never_moved(said: str) -> None:
    sentence = f"remind me on {said} to pay"

    assert said in (find_impossible(sentence, NOW) or "")
    assert find_times(sentence, NOW) == []


def test_an_impossible_hour_takes_its_day_with_it() -> None:
    assert find_times("tomorrow at 25:00", NOW) == []
    assert find_impossible("tomorrow at 25:00", NOW) == "tomorrow at 25:00"


def test_a_weekday_that_contradicts_its_date_is_not_guessed() -> None:
    assert read("Friday 3 March 2027") == ""
    assert find_impossible("Friday 3 March 2027", NOW) == "Friday 3 March 2027"


def test_half_understood_time_words_are_no_answer() -> None:
    assert read("4pm + 3 apples") == ""
    assert read("tomorrow, Saturday at 5, Friday") == read("tomorrow, Saturday at 5, Friday")
    assert read("tomorrow (Saturday)") == ""


def test_a_range_has_an_end() -> None:
    assert read_until("from 3 to 5pm") == "2026-11-19 17:00"
    assert read_until("tomorrow at 3 for 2 hours") == "2026-11-20 17:00"
    assert read_until("this weekend") == "2026-11-23 00:00"
    assert read_until("10 to 22 August") == "2027-08-23 00:00"


def test_the_window_is_what_the_phrase_covers() -> None:
    afternoon = find_time("this afternoon", NOW)
    month = find_time("next month", NOW)

    assert afternoon is not None
    assert [edge.hour for edge in afternoon.window()] == [12, 18]
    assert month is not None
    assert month.grain is Grain.MONTH
    assert [edge.date() for edge in month.window()] == [date(2026, 12, 1), date(2027, 1, 1)]


def test_month_first_swaps_day_and_month_only_where_both_could_be() -> None:
    swapped = find_time("3/4/2027", NOW, month_first=True)

    assert swapped is not None
    assert swapped.when.date() == date(2027, 3, 4)
    assert read("12/25/2027") == "Sat 2027-12-25"


def test_elapsed_minutes_count_through_a_clock_change() -> None:
    before_spring = datetime(2027, 3, 28, 0, 30, tzinfo=LONDON)

    assert read("in 60 minutes", before_spring) == "Sun 2027-03-28 02:30"
    assert read("tomorrow at 9", before_spring) == "Mon 2027-03-29 09:00"


def test_a_wall_clock_time_inside_the_spring_gap_moves_forward() -> None:
    assert read("tomorrow at 01:30", datetime(2027, 3, 27, 12, 0, tzinfo=LONDON)) == "Sun 2027-03-28 02:30"


def test_only_the_first_two_thousand_characters_are_read() -> None:
    assert find_times("x " * 1_500 + "tomorrow at 9", NOW) == []


@given(st.text(max_size=300))
def test_no_text_raises(text: str) -> None:
    find_times(text, NOW)
    find_impossible(text, NOW)


_WORDS = (
    "at on by in the a of for to from next last this every 3 5 12 31 2027 9:30 3/4 half past quarter noon midnight "
    "monday fri march may second third 2nd days weeks hour minutes before after ago now tomorrow tonight morning "
    "weekend month end first - , . until and between pm am christmas easter year week ' ( ) + :"
).split()


@given(st.lists(st.sampled_from(_WORDS), max_size=14).map(" ".join), st.sampled_from(["Europe/London", "Asia/Kolkata"]))
def test_no_jumble_of_time_words_raises_and_spans_lie_in_the_text(text: str, zone: str) -> None:
    for match in find_times(text, NOW.astimezone(ZoneInfo(zone))):
        assert match.text == text[match.start : match.end]
        assert match.when.tzinfo is not None
        assert match.until is None or match.until > match.when


@given(
    st.datetimes(wall("2024-01-01"), wall("2035-12-31")),
    st.sampled_from(["Europe/London", "America/New_York", "Asia/Ho_Chi_Minh", "Africa/Accra", "Australia/Sydney"]),
)
def test_a_time_that_is_said_is_read_back_as_the_same_minute(wall: datetime, name: str) -> None:
    zone = ZoneInfo(name)
    when = wall.replace(second=0, microsecond=0, tzinfo=zone).astimezone(ZoneInfo("UTC")).astimezone(zone)
    now = NOW.astimezone(zone)

    found = find_time(say_time(when, now), now)

    assert found is not None
    assert found.when.replace(tzinfo=None) == when.replace(tzinfo=None)

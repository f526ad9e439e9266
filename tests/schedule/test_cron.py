"""Crons of five fields: what they name, and what is refused with what would work."""

from datetime import date, datetime, timedelta
from itertools import islice

import pytest
from croniter import croniter
from hypothesis import given
from hypothesis import strategies as st

from app.schedule.cron import PREFIX, is_cron, parse_cron, read_cron
from app.schedule.refusals import ScheduleError
from tests.language.time.said import wall


def first_walls(text: str, earliest: str, count: int) -> list[str]:
    return [f"{when:%a %d %b %H:%M}" for when in islice(read_cron(text).walls(wall(earliest)), count)]


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("0 8 * * 1-5", "CRON:0 8 * * 1-5"),
        ("0  8 * JAN mon-FRI", "CRON:0 8 * 1 1-5"),
        ("05 08 ? * 7", "CRON:5 8 * * 7"),
        ("@weekly", "CRON:0 0 * * 0"),
        ("*/15 9-17 1,15 */3 *", "CRON:*/15 9-17 1,15 */3 *"),
        ("CRON:0 8 * * *", "CRON:0 8 * * *"),
        ("0 9 * mar wed", "CRON:0 9 * 3 3"),
        ("@Daily", "CRON:0 0 * * *"),
        ("0 9 l * *", "CRON:0 9 L * *"),
        ("0 9 * * fri#2", "CRON:0 9 * * FRI#2"),
        ("0 9 * * l5", "CRON:0 9 * * L5"),
    ],
)
def test_a_cron_is_kept_in_numbers(written: str, kept: str) -> None:
    assert parse_cron(written) == kept
    assert parse_cron(kept) == kept
    assert is_cron(kept)


def test_times_come_in_order_from_the_moment_on() -> None:
    assert first_walls("0 8,20 * * 1-5", "2026-11-20T09:00", 3) == [
        "Fri 20 Nov 20:00",
        "Mon 23 Nov 08:00",
        "Mon 23 Nov 20:00",
    ]


def test_a_day_and_a_weekday_together_mean_either() -> None:
    assert first_walls("0 9 13 * FRI", "2026-11-09", 3) == ["Fri 13 Nov 09:00", "Fri 20 Nov 09:00", "Fri 27 Nov 09:00"]
    assert first_walls("0 9 14 * FRI", "2026-11-13T12:00", 2) == ["Sat 14 Nov 09:00", "Fri 20 Nov 09:00"]


@pytest.mark.parametrize(
    ("weekdays", "days"),
    [
        ("0", {0}),
        ("7", {0}),
        ("5-7", {0, 5, 6}),
        ("FRI-MON", {0, 1, 5, 6}),
        ("0-7", set(range(7))),
        ("1-5/2", {1, 3, 5}),
    ],
)
def test_weekdays_count_from_sunday_which_is_0_and_7(weekdays: str, days: set[int]) -> None:
    assert read_cron(f"0 9 * * {weekdays}").weekdays == days


def test_29_february_is_found_across_the_year_2100() -> None:
    assert next(read_cron("0 9 29 2 *").walls(wall("2096-03-01"))) == wall("2104-02-29 09:00")


def test_every_hour_is_told_from_named_hours() -> None:
    assert read_cron("0 * * * *").every_hour
    assert read_cron("0 0-23 * * *").every_hour
    assert not read_cron("0 */2 * * *").every_hour


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("0 0 8 * * 1-5", 'seconds in front. I keep five parts, from the minute to the weekday: "0 8 * * 1-5"'),
        ("0 8 * * 1-5 2027", 'a year at the end. I keep five parts, from the minute to the weekday: "0 8 * * 1-5"'),
        ("* * * * * *", "seconds in front"),
        ("* * * * *", "every minute"),
        ("*/2 * * * *", "more often than every five minutes"),
        ("0,3 8 * * *", "more often than every five minutes"),
        ("0 0 31 2 *", "never comes round"),
        ("0 0 31 4,6 *", "never comes round"),
        ("61 * * * *", "goes from 0 to 59"),
        ("0 0 * * 8", "goes from 0 to 7"),
        ("*/90 * * * *", "every 90 minutes"),
        ("H 8 * * *", "Say it in words"),
        ("R(0-20)/10 8 * * *", "Say it in words"),
        ("0 0 15W * *", "Say it in words"),
        ("0 0 LW * *", "Say it in words"),
        ("0 0 * * 5L", '"L5" the last one'),
        ("0 0 * * FRI#6", '"FRI#2" is the second Friday'),
        ("0 0 * * FRI#2,MON", '"FRI#2" is the second Friday'),
        ("0 0 13 * FRI#2", 'Leave the day a "*"'),
        ("0 0 L-3 * *", "L is the last day"),
        ("\u0663 8 * * *", "goes from 0 to 59"),
        ("0 0 * marz *", "JAN to DEC"),
        ("0 0 30 2 *", "never comes round"),
        ("@reboot", "I know @hourly"),
        ("0 0 * * 0-0", 'Write "0"'),
        ("0 0 * * thu-tue/2", "Name the days"),
        ("0 8 * *", "five parts"),
        ("every day", "five parts"),
        ("", "five parts"),
        ("1-2-3 * * * *", "can't read"),
        ("0," * 10_000 + "0 * * * *", "too long"),
    ],
)
def test_what_is_refused_is_told_with_what_would_work(written: str, said: str) -> None:
    with pytest.raises(ScheduleError, match=r"^[^\n]{20,300}$") as problem:
        parse_cron(written)

    assert said in str(problem.value)


@pytest.mark.parametrize(
    ("text", "from_day", "days"),
    [
        ("0 9 L * *", "2027-01-31T12:00", ["Sun 28 Feb 09:00", "Wed 31 Mar 09:00", "Fri 30 Apr 09:00"]),
        ("0 9 15,L 2 *", "2028-01-01", ["Tue 15 Feb 09:00", "Tue 29 Feb 09:00"]),
        ("0 9 * * fri#2", "2026-11-01", ["Fri 13 Nov 09:00", "Fri 11 Dec 09:00", "Fri 08 Jan 09:00"]),
        ("0 9 * * L5", "2026-11-01", ["Fri 27 Nov 09:00", "Fri 25 Dec 09:00"]),
        ("0 9 * * mon-tue#1,sun#5", "2026-11-03T12:00", ["Sun 29 Nov 09:00", "Tue 01 Dec 09:00", "Mon 07 Dec 09:00"]),
        ("0 9 L * fri", "2026-11-27", ["Fri 27 Nov 09:00", "Mon 30 Nov 09:00", "Fri 04 Dec 09:00"]),
    ],
)
def test_the_last_day_and_the_second_friday_come_when_the_calendar_has_them(
    text: str, from_day: str, days: list[str]
) -> None:
    assert first_walls(text, from_day, len(days)) == days


def test_a_fifth_friday_in_february_is_found_28_years_on() -> None:
    assert next(read_cron("0 9 * 2 fri#5").walls(wall("2008-03-01"))) == wall("2036-02-29 09:00")


def test_a_range_from_a_number_to_itself_and_one_that_steps_over_the_end_keep_their_meaning() -> None:
    assert read_cron("0 9-9 * * *").hours == (9,)
    assert read_cron("0 20-4/3 * * *").hours == (2, 20, 23)


@given(
    st.tuples(
        st.sampled_from("0 */15 5,35 10-50/20".split()),
        st.sampled_from("* 9 8,20 22-2 */4".split()),
        st.sampled_from("* 1 15,L L 31 10-20/5".split()),
        st.sampled_from("* 2 jan-mar,dec */5".split()),
        st.sampled_from("* mon 0 6-7 fri#2 mon#1,wed#3 L5 1-5".split()),
    ),
    st.datetimes(wall("1999-01-01"), wall("2060-01-01")),
)
def test_what_is_due_is_what_croniter_says_is_due(fields: tuple[str, ...], since: datetime) -> None:
    text = " ".join(fields)
    try:
        ours = list(islice(read_cron(text).walls(since + timedelta(microseconds=1)), 5))
    except ScheduleError:
        return
    theirs = croniter(text, since, ret_type=datetime, max_years_between_matches=40)
    assert ours == [theirs.get_next() for _ in ours]


@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from("0 7 31 * */5 1-5 MON L 1,2 ? 99 - fri#2 L5 9-9 5-1/3 H R/5 @daily".split())).map(
        " ".join
    )
)
def test_any_text_is_kept_or_refused_and_what_is_kept_fires(text: str) -> None:
    try:
        kept = parse_cron(text)
    except ScheduleError:
        return
    assert kept.startswith(PREFIX)
    assert parse_cron(kept) == kept
    assert next(read_cron(kept).walls(wall("2026-01-01"))).date() >= date(2026, 1, 1)

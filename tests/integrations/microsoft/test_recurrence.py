"""Graph's recurrence to an RRULE and back: our evaluator and the Graph server's own must name the same days."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import InputRefused
from app.integrations.calendar.rules import read_rule
from app.integrations.microsoft.recurrence import ended_before, recurrence_of, rule_of, starting
from tests.fakes.vendors.graph.calendars import days_of

START = datetime(2026, 12, 1, 9, tzinfo=ZoneInfo("Europe/Paris"))
CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


def spread(rule: str, start: datetime, days: int = 800) -> list[date]:
    """The days that our evaluator names."""
    first = start.replace(tzinfo=None)
    read = read_rule(rule, first, UTC)
    assert read is not None
    last = first + timedelta(days=days)
    return [
        wall.date()
        for wall in read.walls(first, first, last)
        if wall <= last and not read.ends_before(wall, wall.replace(tzinfo=UTC))
    ]


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=DAILY",
        "FREQ=DAILY;INTERVAL=3;COUNT=7",
        "FREQ=DAILY;UNTIL=20261210",
        "FREQ=WEEKLY;BYDAY=TU,TH",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=MO",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU",
        "FREQ=MONTHLY;BYMONTHDAY=1",
        "FREQ=MONTHLY;INTERVAL=2;BYDAY=1TU;COUNT=4",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1",
        "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=1",
        "FREQ=YEARLY;BYMONTH=12;BYDAY=1TU",
    ],
)
def test_a_rule_goes_there_and_comes_back_and_means_the_same_days(rule: str) -> None:
    recurrence = recurrence_of(rule, START, "Romance Standard Time")
    back = rule_of(recurrence)
    assert rule_of(recurrence_of(back, START, "Romance Standard Time")) == back
    assert spread(back, START) == spread(rule, START)
    assert list(days_of({"recurrence": recurrence}, START.date() + timedelta(days=800))) == spread(rule, START)


@pytest.mark.parametrize(
    ("rule", "back"),
    [
        ("FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=TU"),
        ("FREQ=MONTHLY", "FREQ=MONTHLY;BYMONTHDAY=1"),
        ("FREQ=YEARLY", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=1"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-1"),
        ("FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1", "FREQ=MONTHLY;BYDAY=-1FR"),
        ("FREQ=DAILY;UNTIL=20261210T070000Z", "FREQ=DAILY;UNTIL=20261209"),
        ("FREQ=DAILY;UNTIL=20261210T080000Z", "FREQ=DAILY;UNTIL=20261210"),
    ],
)
def test_what_can_be_said_otherwise_is(rule: str, back: str) -> None:
    assert rule_of(recurrence_of(rule, START, "UTC")) == back


@pytest.mark.parametrize(
    "rule",
    [
        "",
        "nonsense",
        "FREQ=HOURLY",
        "FREQ=SECONDLY;COUNT=1000000000",
        "FREQ=DAILY;INTERVAL=2;BYDAY=MO",
        "FREQ=DAILY;BYMONTH=2",
        "FREQ=DAILY;INTERVAL=100",
        "FREQ=DAILY;COUNT=1000",
        "FREQ=DAILY;BYHOUR=9,17",
        "FREQ=WEEKLY;BYMONTH=3",
        "FREQ=WEEKLY;BYDAY=1MO",
        "FREQ=MONTHLY;BYMONTHDAY=1,15",
        "FREQ=MONTHLY;BYMONTHDAY=-2",
        "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR",
        "FREQ=MONTHLY;BYDAY=5MO",
        "FREQ=MONTHLY;BYDAY=MO",
        "FREQ=MONTHLY;BYDAY=1MO,3MO",
        "FREQ=MONTHLY;BYDAY=2MO;BYSETPOS=2",
        "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1,2",
        "FREQ=YEARLY;BYDAY=20MO",
        "FREQ=YEARLY;BYDAY=1MO",
        "FREQ=YEARLY;BYMONTH=1,7",
        "FREQ=YEARLY;BYYEARDAY=100",
        "FREQ=DAILY;UNTIL=20261130",
    ],
)
def test_what_graph_cannot_say_is_refused(rule: str) -> None:
    with pytest.raises(InputRefused):
        recurrence_of(rule, START, "UTC")


@pytest.mark.parametrize(
    "rule", ["FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31"]
)
def test_a_day_that_not_every_month_has_is_refused_with_a_way_out(rule: str) -> None:
    with pytest.raises(InputRefused, match="last day of the month"):
        recurrence_of(rule, START, "UTC")


def test_a_yearly_day_that_its_month_has_is_none_of_those() -> None:
    assert (
        rule_of(recurrence_of("FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=31", START, "UTC"))
        == "FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=31"
    )


def test_days_without_a_time_repeat_too() -> None:
    recurrence = recurrence_of("FREQ=WEEKLY;UNTIL=20261215", date(2026, 12, 1), "UTC")
    assert recurrence["range"] == {
        "type": "endDate",
        "startDate": "2026-12-01",
        "endDate": "2026-12-15",
        "recurrenceTimeZone": "UTC",
    }


def test_a_series_ends_the_day_before_and_begins_on_another() -> None:
    recurrence = recurrence_of("FREQ=DAILY;COUNT=9", START, "UTC")
    ended = ended_before(recurrence, date(2026, 12, 4))
    assert rule_of(ended) == "FREQ=DAILY;UNTIL=20261203"
    assert "numberOfOccurrences" not in ended["range"]
    assert starting(recurrence, date(2026, 12, 5))["range"]["startDate"] == "2026-12-05"
    assert recurrence["range"]["startDate"] == "2026-12-01"


@settings(max_examples=80)
@given(st.data())
def test_whatever_is_not_refused_means_the_same_days_there(data: st.DataObject) -> None:
    days = st.lists(st.sampled_from(CODES), min_size=1, max_size=4, unique=True)
    parts = {
        "FREQ": data.draw(st.sampled_from(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"])),
        "INTERVAL": data.draw(st.integers(1, 4)),
        "BYDAY": ",".join(data.draw(st.just([]) | days)),
        "BYMONTHDAY": data.draw(st.none() | st.integers(-2, 31).filter(bool)),
        "BYSETPOS": data.draw(st.none() | st.sampled_from([-1, 1, 2, 3, 4, 5])),
        "BYMONTH": data.draw(st.none() | st.integers(1, 12)),
        "WKST": data.draw(st.none() | st.sampled_from(CODES)),
        "COUNT": data.draw(st.none() | st.integers(1, 9)),
    }
    rule = ";".join(f"{name}={value}" for name, value in parts.items() if value)
    start = START + timedelta(days=data.draw(st.integers(0, 60)))
    try:
        recurrence = recurrence_of(rule, start, "UTC")
    except InputRefused:
        return
    meant = spread(rule, start)
    there = list(days_of({"recurrence": recurrence}, start.date() + timedelta(days=800)))
    assert there[: len(meant)] == meant
    assert len(there) - len(meant) <= 1


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3)
    )
)
def test_a_recurrence_of_any_kind_is_a_rule_or_none(odd: object) -> None:
    for kind in ("weekly", "absoluteMonthly", "relativeYearly", odd):
        pattern = {"type": kind, "interval": odd, "daysOfWeek": odd, "index": odd, "month": odd, "firstDayOfWeek": odd}
        assert isinstance(rule_of({"pattern": pattern, "range": {"type": "numbered", "numberOfOccurrences": odd}}), str)
        assert rule_of({"pattern": odd, "range": odd}) == ""

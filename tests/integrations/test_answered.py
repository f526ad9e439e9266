"""Answers of servers that lie: what no clock shows is no time, and a number of thousands of figures is none."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from app.integrations import answered
from app.integrations.code import github_reading
from app.integrations.dav import files as dav_files
from app.integrations.google import drive as google_drive
from app.integrations.team import slack_text
from app.integrations.tracker import adf
from app.tools import drives

EAST, WEST = timezone(timedelta(hours=14)), timezone(timedelta(hours=-12))
TIMES = (
    "0001-01-01T00:00:00Z",  # as Go writes none
    "0001-01-01T00:00:00+23:59",
    "9999-12-31T23:59:59Z",
    "9999-12-31T23:59:59-23:59",
    "no time",
    "",
)


@pytest.mark.parametrize("said", TIMES)
def test_a_time_can_be_shown_in_every_zone(said: str) -> None:
    for found in (answered.moment({"at": said}, "at"), google_drive._moment(said)):
        assert [found.astimezone(zone).year for zone in (EAST, WEST)] == [1970, 1969]


@pytest.mark.parametrize("ts", ["253402300799", "-62135596800", "nan", "inf", "1e400", ""])
def test_a_message_of_an_impossible_time_is_of_none(ts: str) -> None:
    assert slack_text.moment(ts) == datetime(1970, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    "said", ["Mon, 01 Jan 99999999999999999999 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 -2359", "nothing"]
)
def test_a_file_of_an_impossible_time_is_of_none(said: str) -> None:
    assert dav_files._moment(said) == dav_files.NEVER


def test_a_number_of_thousands_of_figures_is_none() -> None:
    assert github_reading.pages(f'<https://api.github.com/x?page={"9" * 5_000}>; rel="last"') == 1
    assert drives.size(10**4_000).endswith("GB")
    assert drives.size(-5) == "0 bytes"


def test_marks_without_end_cost_nothing() -> None:
    text = {"type": "text", "text": "x" * 100_000, "marks": [{"type": "strong"}] * 200_000}
    assert len(adf.read({"type": "doc", "content": [{"type": "paragraph", "content": [text]}]})) < 101_000

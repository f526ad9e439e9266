"""TZIDs of all kinds to zones, for one file only."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.integrations.calendar.lines import Component, parse
from app.integrations.calendar.zones import Zones

PARIS = ZoneInfo("Europe/Paris")
CUSTOM = """BEGIN:VTIMEZONE
TZID:{name}
BEGIN:STANDARD
DTSTART:16011028T030000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010325T020000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
END:VTIMEZONE"""


def custom(name: str = "Customized Time Zone") -> list[Component]:
    return parse(CUSTOM.format(name=name))[0]


@pytest.mark.parametrize(
    ("tzid", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ('"Europe/Berlin"', "Europe/Berlin"),
        ("W. Europe Standard Time", "Europe/Berlin"),
        ("/freeassociation.sourceforge.net/Europe/Berlin", "Europe/Berlin"),
        ("/citadel.org/20210210_1/America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"),
    ],
)
def test_a_name_is_known_without_a_word(tzid: str, zone: str) -> None:
    assert Zones([], PARIS).find(tzid) == (ZoneInfo(zone), "")


def test_a_name_that_means_nothing_is_the_calendars_zone_and_said() -> None:
    zone, note = Zones([], PARIS, "America/New_York").find("Nowhere")
    assert zone == ZoneInfo("America/New_York")
    assert note == "The time zone “Nowhere” isn't known, so its times are read in America/New_York."


@pytest.mark.parametrize("tzid", ["../../etc/passwd", "/etc/passwd", "", "x" * 100_000, "\x00", "Europe/"])
def test_a_hostile_name_is_only_unknown(tzid: str) -> None:
    zone, note = Zones([], PARIS).find(tzid)
    assert zone == PARIS
    assert note


def test_a_guess_is_said() -> None:
    zone, note = Zones([], PARIS).find("UTC+2")
    assert datetime(2027, 7, 1, tzinfo=zone).utcoffset() == timedelta(hours=2)
    assert note == "The time zone “UTC+2” was taken for Etc/GMT-2."


def test_a_files_own_zone_is_worked_out_and_stays_in_that_file() -> None:
    zone, note = Zones(custom(), ZoneInfo("UTC")).find("Customized Time Zone")
    assert note == ""
    assert zone.utcoffset(datetime(2027, 7, 1, tzinfo=zone)) == timedelta(hours=2)
    assert Zones([], ZoneInfo("UTC")).find("Customized Time Zone")[1]


def test_a_file_cant_give_a_known_zone_other_offsets() -> None:
    assert Zones(custom("Asia/Tokyo"), PARIS).find("Asia/Tokyo")[0] == ZoneInfo("Asia/Tokyo")


@given(st.datetimes(min_value=datetime(1997, 1, 1), max_value=datetime(2090, 1, 1)), st.sampled_from((0, 1)))  # noqa: DTZ001
def test_a_files_own_zone_does_as_the_zone_it_describes(local: datetime, fold: int) -> None:
    zone, _ = Zones(custom(), ZoneInfo("UTC")).find("Customized Time Zone")
    ours, theirs = local.replace(tzinfo=zone, fold=fold), local.replace(tzinfo=PARIS, fold=fold)
    assert ours.utcoffset() == theirs.utcoffset()
    moment = local.replace(tzinfo=UTC)
    assert moment.astimezone(zone).replace(tzinfo=None) == moment.astimezone(PARIS).replace(tzinfo=None)
    assert moment.astimezone(zone).fold == moment.astimezone(PARIS).fold


@pytest.mark.parametrize(
    "observance",
    [
        "",
        "DTSTART:20260101T000000",
        "DTSTART:x\nTZOFFSETFROM:+0100\nTZOFFSETTO:+9900",
        "TZOFFSETFROM:+0100\nTZOFFSETTO:+0100",
    ],
)
def test_a_zone_that_cant_be_worked_out_is_unknown(observance: str) -> None:
    roots, _ = parse(f"BEGIN:VTIMEZONE\nTZID:Odd\nBEGIN:STANDARD\n{observance}\nEND:STANDARD\nEND:VTIMEZONE")
    assert Zones(roots, PARIS).find("Odd")[0] == PARIS


def test_a_zone_that_changes_each_second_changes_once() -> None:
    lines = "DTSTART:20260101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0300\nRRULE:FREQ=SECONDLY"
    roots, _ = parse(f"BEGIN:VTIMEZONE\nTZID:Odd\nBEGIN:STANDARD\n{lines}\nEND:STANDARD\nEND:VTIMEZONE")
    zone, _ = Zones(roots, PARIS).find("Odd")
    assert datetime(2027, 1, 1, tzinfo=zone).utcoffset() == timedelta(hours=3)


def odd(number: int) -> Component:
    """A zone that takes all the days it may look at, and more."""
    days = ",".join(str(day) for day in range(1, 29))
    rules = "".join(
        f"BEGIN:STANDARD\nDTSTART:19700101T{hour:02}{number % 60:02}00\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\n"
        f"RRULE:FREQ=YEARLY;BYMONTHDAY={days}\nEND:STANDARD\n"
        for hour in range(24)
    )
    [root] = parse(f"BEGIN:VTIMEZONE\nTZID:Odd {number}\n{rules}END:VTIMEZONE")[0]
    return root


def test_one_odd_zone_leaves_the_others() -> None:
    zones = Zones([odd(1), odd(2), *custom()], ZoneInfo("UTC"))
    for name in ("Odd 1", "Odd 2"):
        assert zones.find(name)[0] == ZoneInfo("UTC")
        assert "isn't known" in zones.find(name)[1]
    zone, note = zones.find("Customized Time Zone")
    assert note == ""
    assert datetime(2027, 7, 1, tzinfo=zone).utcoffset() == timedelta(hours=2)


def test_many_zones_that_change_by_the_same_rules_are_all_worked_out() -> None:
    names = [f"Office {number}" for number in range(300)]
    zones = Zones([one for name in names for one in custom(name)], ZoneInfo("UTC"))
    assert [zones.find(name)[1] for name in names] == [""] * len(names)
    zone, _ = zones.find(names[-1])
    assert datetime(2090, 7, 1, tzinfo=zone).utcoffset() == timedelta(hours=2)


def test_a_zone_for_which_nothing_is_left_is_said_and_not_half_read() -> None:
    zones = Zones([*(odd(number) for number in range(12)), *custom()], PARIS)
    for number in range(12):
        assert zones.find(f"Odd {number}")[1]
    assert zones.find("Customized Time Zone") == (PARIS, _unknown("Customized Time Zone"))


def _unknown(name: str) -> str:
    return f"The time zone “{name}” isn't known, so its times are read in Europe/Paris."

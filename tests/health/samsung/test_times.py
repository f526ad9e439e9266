"""Times as Samsung writes them."""

import pytest

from app.health.samsung.times import DAY_MS, Zone, moment_ms, offset_of

MAY = 1_746_835_200_000  # 10 May 2025, as its midnight in UTC


@pytest.mark.parametrize(
    ("text", "ms"),
    [
        ("2025-05-10 00:00:00.000", MAY),
        ("2025-05-10 18:30:00.536", MAY + 66_600_536),
        ("2025-05-10 18:30:00", MAY + 66_600_000),
        ("2025-05-10T18:30:00.5Z", MAY + 66_600_500),
        ("2025-05-10 18:30", MAY + 66_600_000),
        ("1746835200000", MAY),
        ("2024-02-29 00:00:00.000", 1_709_164_800_000),
        ("2025-02-29 00:00:00.000", None),
        ("2025-05-10 24:00:00.000", None),
        ("2025-05-10 23:60:00.000", None),
        ("0000-00-00 00:00:00.000", None),
        ("10/05/2025 18:30", None),
        ("yesterday", None),
        ("١٧٤٦٨٣٥٢٠٠٠٠٠", None),
        ("-1", None),
        ("", None),
    ],
)
def test_moments(text: str, ms: int | None) -> None:
    assert moment_ms(text) == ms


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("UTC+0000", 0),
        ("UTC+0530", 19_800),
        ("UTC+0545", 20_700),
        ("UTC-0330", -12_600),
        ("UTC-0500", -18_000),
        ("UTC+05:30", 19_800),
        ("GMT+0100", 3_600),
        ("+1400", 50_400),
        ("UTC", 0),
        ("UTC+28550", None),
        ("UTC+0075", None),
        ("UTC+1900", None),
        ("Asia/Kolkata", None),
        ("", None),
    ],
)
def test_offsets(text: str, seconds: int | None) -> None:
    assert offset_of(text) == seconds


def test_a_day_is_its_local_date_in_any_zone_and_in_both_forms() -> None:
    for zone in ("UTC", "Asia/Kolkata", "America/Bogota", "Pacific/Apia"):
        assert Zone(zone).day("1746835200000") == MAY // DAY_MS
        assert Zone(zone).day("2025-05-10 00:00:00.000") == MAY // DAY_MS
    assert Zone("Asia/Kolkata").day(str(MAY - 19_800_000)) == MAY // DAY_MS  # a true local midnight
    assert Zone("UTC").day("soon") is None


@pytest.mark.parametrize("zone", ["UTC", "Asia/Kathmandu", "America/St_Johns", "Pacific/Apia", "Europe/Berlin"])
def test_a_day_spans_itself_and_nothing_of_its_neighbours(zone: str) -> None:
    there, end_before = Zone(zone), 0
    for day in range(20_000, 20_400):
        start, end, offset = there.span(day)
        assert (start + offset * 1000) // DAY_MS == day
        assert (end - 1 + offset * 1000) // DAY_MS == day
        assert start >= end_before  # the same device never counts an hour twice
        end_before = end


def test_an_unknown_zone_is_utc() -> None:
    assert Zone("Mars/Olympus").span(20_000) == (20_000 * DAY_MS, 20_001 * DAY_MS, 0)
    assert Zone("../../etc/passwd").offset_near(MAY) == 0


def test_times_beyond_the_calendar_have_no_offset() -> None:
    assert Zone("Europe/Berlin").offset_near(10**17) == 0

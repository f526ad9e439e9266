"""Each type of row as measurements: what comes out of columns as the app writes them."""

from typing import Any

import pytest

from app.health.metrics import BY_NAME
from app.health.samsung.kinds import BY_TYPE, KINDS, why_not
from tests.health.samsung.archives import minutes, read, row_of, table

AT = 1_769_932_800_000  # 1 February 2026, 8:00 in UTC
HOUR = 3_600_000
HEART = "com.samsung.shealth.tracker.heart_rate"
HR = "com.samsung.health.heart_rate."

ROWS: tuple[tuple[str, str, dict[str, Any], dict[str, list[float]]], ...] = (
    (HEART, HR, {"heart_rate": 71.0, "min": 0.0}, {"heart_rate": [71]}),
    ("com.samsung.health.weight", "", {"weight": 74.5, "body_fat": 21.4}, {"weight": [74.5], "body_fat": [21.4]}),
    ("com.samsung.health.weight", "", {"weight": 74.5, "body_fat": 0.0}, {"weight": [74.5]}),
    (
        "com.samsung.shealth.blood_glucose",
        "com.samsung.health.blood_glucose.",
        {"glucose": 5.5},
        {"blood_glucose": [99.0858]},
    ),
    ("com.samsung.shealth.blood_glucose", "", {"glucose": 95, "glucose_unit": "mg/dL"}, {"blood_glucose": [95]}),
    ("com.samsung.health.water_intake", "", {"amount": 250.0}, {"hydration": [250]}),
    (
        "com.samsung.shealth.tracker.oxygen_saturation",
        "com.samsung.health.oxygen_saturation.",
        {"spo2": 96.0},
        {"spo2": [96]},
    ),
    ("com.samsung.health.respiratory_rate", "", {"average": 15.5}, {"respiratory_rate": [15.5]}),
    ("com.samsung.health.skin_temperature", "", {"temperature": 33.5}, {"skin_temperature": [33.5]}),
    ("com.samsung.health.floors_climbed", "", {"floor": 3.0}, {"floors_climbed": [3]}),
    ("com.samsung.health.blood_pressure", "", {"systolic": 121.0, "diastolic": 79.0}, {"blood_pressure": [121]}),
    ("com.samsung.health.nutrition", "", {"calorie": 540.0, "title": "Waakye"}, {"nutrition": [540]}),
    ("com.samsung.health.food_intake", "", {"calorie": 170.0}, {"nutrition": [170]}),
)


@pytest.mark.parametrize(("kind", "prefix", "cells", "expected"), ROWS)
def test_a_row_is_what_it_says(kind: str, prefix: str, cells: dict[str, Any], expected: dict[str, list[float]]) -> None:
    out = read(table(kind, row_of(**cells), prefix=prefix))
    assert {metric: [round(number, 4) for number in numbers] for metric, numbers in out.numbers.items()} == expected
    assert out.read == len(out.values)
    assert out.refused == 0
    assert all(start == end == AT for _, start, end, _ in out.values)


def test_every_metric_that_samsung_has_can_be_told() -> None:
    told = {metric for _, _, _, expected in ROWS for metric in expected}
    elsewhere = {
        "steps",
        "distance",
        "active_energy",
        "total_energy",
        "exercise_session",
        "resting_heart_rate",
        "hrv_rmssd",
        "sleep_session",
        "vo2_max",
    }
    assert told | elsewhere == set(BY_NAME)


def test_minutes_stand_for_the_row_they_belong_to() -> None:
    name = "abc.com.samsung.health.heart_rate.binning_data.json"
    cells = row_of(end="2026-02-01 08:59:59.999", heart_rate=66.0, binning_data=name)
    found = f'[{{"heart_rate":61.0,"start_time":{AT},"end_time":{AT + 59_999}}},{{"heart_rate":63.0,"start_time":{AT + 60_000},"end_time":{AT + 119_999}}}]'
    out = read(table(HEART, cells, prefix=HR), minutes(HEART, name, found))
    assert out.values == [("heart_rate", AT, AT + 59_999, 61.0), ("heart_rate", AT + 60_000, AT + 119_999, 63.0)]
    assert out.why == {}


@pytest.mark.parametrize(
    ("text", "code"), [(None, "detail_missing"), ("{", "detail_unreadable"), ("[]", ""), ("[1, 2]", "")]
)
def test_where_the_minutes_are_not_to_be_had_the_row_counts(text: str | None, code: str) -> None:
    name = "abc.binning_data.json"
    cells = row_of(end="2026-02-01 08:59:59.999", heart_rate=66.0, binning_data=name)
    files = [table(HEART, cells, prefix=HR)] + ([minutes(HEART, name, text)] if text is not None else [])
    out = read(*files)
    assert out.values == [("heart_rate", AT, AT + HOUR - 1, 66.0)]
    assert out.why == ({code: 1} if code else {})


def test_what_is_in_minutes_only_is_left_out_without_them() -> None:
    kind = "com.samsung.health.hrv"
    found = f'[{{"sdnn":50.1,"rmssd":42.25,"start_time":{AT},"end_time":{AT + 299_999}}}]'
    rows = [row_of(binning_data=name) for name in ("a.binning_data.json", "b.binning_data.json")]
    out = read(table(kind, *rows), minutes(kind, "a.binning_data.json", found))
    assert out.values == [("hrv_rmssd", AT, AT + 299_999, 42.25)]
    assert (out.read, out.refused, out.why) == (2, 1, {"detail_missing": 1})


def test_an_alert_is_not_a_second_heart_rate() -> None:
    out = read(
        table("com.samsung.shealth.tracker.alerted_heart_rate", row_of(heart_rate=131.0)),
        table(HEART, row_of(heart_rate=71.0)),
    )
    assert out.numbers == {"heart_rate": [71]}
    assert out.why == {"not_used": 1}


def test_a_night_has_its_heart_rate_at_waking() -> None:
    cells = {"day_time": "2026-02-01 00:00:00.000", "shr_value": 52.25, "main_sleep_wake_up_time": AT}
    out = read(table("com.samsung.shealth.vitality_score", cells))
    assert out.values == [("resting_heart_rate", AT, AT, 52.25)]


@pytest.mark.parametrize(
    ("cells", "code"),
    [
        ({"heart_rate": 900.0}, "out_of_range"),
        ({"heart_rate": 0.0}, "out_of_range"),
        ({"heart_rate": -60}, "out_of_range"),
        ({"heart_rate": "inf"}, "out_of_range"),
        ({"heart_rate": "1e400"}, "out_of_range"),
        ({"heart_rate": "NaN"}, "not_a_number"),
        ({"heart_rate": "seventy"}, "not_a_number"),
        ({"heart_rate": ""}, "no_value"),
        ({"heart_rate": 60, "start_time": ""}, "no_time"),
        ({"heart_rate": 60, "start_time": "1 Feb"}, "no_time"),
        ({"heart_rate": 60, "end_time": "2026-02-01 07:00:00.000"}, "ends_before_start"),
        ({"heart_rate": 60, "end_time": "2026-02-09 07:00:00.000"}, "too_long"),
        ({"heart_rate": 60, "start_time": "1970-01-01 00:00:00.000", "end_time": ""}, "too_old"),
        ({"heart_rate": 60, "start_time": "2031-01-01 00:00:00.000", "end_time": ""}, "in_the_future"),
        ({"heart_rate": 60, "start_time": "9999-12-31 00:00:00.000", "end_time": ""}, "in_the_future"),
    ],
)
def test_what_cannot_be_right_is_left_out_alone(cells: dict[str, Any], code: str) -> None:
    out = read(table(HEART, row_of(**cells), row_of(heart_rate=61.0), prefix=HR))
    assert out.numbers == {"heart_rate": [61]}
    assert (out.read, out.refused, out.why) == (2, 1, {code: 1})


@pytest.mark.parametrize("value", ["null", '"61"', "true", "NaN", "-Infinity", "1e400", "[61]", "900"])
def test_a_minute_that_cannot_be_right_is_left_out_alone(value: str) -> None:
    name = "abc.binning_data.json"
    found = f'[{{"heart_rate":{value},"start_time":{AT}}},{{"heart_rate":61,"start_time":{AT + 1000}}},{{"heart_rate":62,"start_time":"soon"}}]'
    out = read(table(HEART, row_of(heart_rate=66.0, binning_data=name)), minutes(HEART, name, found))
    assert out.numbers == {"heart_rate": [61, 62]}
    assert (out.read, out.refused) == (3, 1)


def test_negative_steps_are_left_out() -> None:
    out = read(
        table("com.samsung.shealth.step_daily_trend", {"day_time": 1_769_904_000_000, "count": -5, "source_type": -2})
    )
    assert (out.values, out.why) == ([], {"out_of_range": 1})


def test_offsets_are_the_rows_own_else_those_of_the_persons_zone() -> None:
    rows = [row_of(heart_rate=60, time_offset=text) for text in ("UTC+0545", "UTC-0330", "", "UTC+28550")]
    out = read(table(HEART, *rows), zone="Asia/Tokyo")
    assert [group.zone_offset for group in out.groups] == [20_700, -12_600, 32_400, 32_400]


def test_rows_say_who_measured_and_which_record_they_are() -> None:
    rows = [row_of(heart_rate=60), row_of(heart_rate=61, datauuid="", update_time="", create_time="")]
    one, two = read(table(HEART, *rows)).groups
    assert (one.client_id[:8], one.version, one.device, one.app) == (
        "36531204",
        1_769_936_400_000,
        "watch",
        "com.sec.android.app.shealth",
    )
    assert (two.client_id, two.version) == (f"{HEART}:{AT}:watch", 0)


def test_tables_that_are_not_read_say_why() -> None:
    assert why_not("com.samsung.shealth.badge") == "not_measured"
    assert why_not("com.samsung.shealth.sleep_combined") == "not_used"
    assert why_not("com.samsung.shealth.aura") == "not_known"
    assert not any(
        why_not(kind.type) != "not_known" and not kind.type.startswith("com.samsung.shealth.exercise") for kind in KINDS
    )
    assert set(BY_TYPE) >= {kind.type for kind in KINDS}

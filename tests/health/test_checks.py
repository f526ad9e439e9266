"""A sample of the wire, as it is stored or why it isn't."""

import json
import math
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.health.checks import Moment, Refusal, checked
from app.health.metrics import BY_NAME, METRICS
from app.health.models import Sample
from app.memory.repositories.health_samples import SampleDraft

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
START = datetime(2026, 2, 28, 22, tzinfo=UTC)
START_MS = round(START.timestamp() * 1000)
MINUTE = 60_000
MOMENT = Moment.of(NOW, ZoneInfo("Europe/Berlin"))


def at(minutes: float) -> str:
    return (START + timedelta(minutes=minutes)).isoformat()


def sent(metric: str, **fields: Any) -> dict[str, Any]:
    whole = {"metric": metric, "start": at(0), "device": "watch", "client_id": "c", "version": 1}
    return {name: value for name, value in (whole | fields).items() if value is not ...}


def look(metric: str, **fields: Any) -> SampleDraft | Refusal:
    sample = Sample.model_validate_json(json.dumps(sent(metric, **fields)))
    return checked(sample, BY_NAME[metric], MOMENT)


def kept(metric: str, **fields: Any) -> SampleDraft:
    found = look(metric, **fields)
    assert isinstance(found, SampleDraft), found
    return found


def stage(name: str, start: float, end: float) -> dict[str, str]:
    return {"stage": name, "start": at(start), "end": at(end)}


def test_a_value_with_all_that_comes_with_it() -> None:
    draft = kept("steps", value=400, unit="count", end=at(15), zone_offset_seconds=-3600, app="walker")
    end_ms = START_MS + 15 * MINUTE
    assert draft == SampleDraft("steps", "watch", START_MS, end_ms, -3600, 400, None, "c", 1, "walker")


def test_a_moment_ends_where_it_starts_and_is_of_the_users_zone() -> None:
    draft = kept("heart_rate", value=60, unit="bpm", start="2025-07-01T00:00:00.1239+05:30", end=...)
    assert (
        draft.start_ms == draft.end_ms == round(datetime(2025, 6, 30, 18, 30, 0, tzinfo=UTC).timestamp()) * 1000 + 124
    )
    assert draft.zone_offset == 7200


@pytest.mark.parametrize("metric", [metric for metric in METRICS if not metric.detail], ids=lambda metric: metric.name)
def test_every_metric_takes_its_bounds_and_nothing_beyond(metric: Any) -> None:
    for value in (metric.low, metric.high):
        assert kept(metric.name, value=value, unit=metric.unit).number == value
    for value in (metric.low - 0.01, metric.high + 0.01):
        refusal = look(metric.name, value=value, unit=metric.unit)
        assert isinstance(refusal, Refusal)
        assert refusal.code == "out_of_range"


SLEEP = {"end": at(480)}
PRESSURE = {"unit": "mmHg", "detail": {"systolic": 120, "diastolic": 80}}


@pytest.mark.parametrize(
    ("metric", "fields", "code"),
    [
        ("steps", {"value": -1, "unit": "count"}, "out_of_range"),
        ("heart_rate", {"value": 900, "unit": "bpm"}, "out_of_range"),
        ("heart_rate", {"value": 60, "unit": "rpm"}, "unknown_unit"),
        ("heart_rate", {"value": 60}, "unknown_unit"),
        ("heart_rate", {"unit": "bpm"}, "value_missing"),
        ("heart_rate", {"value": 60, "unit": "bpm", "detail": {}}, "detail_not_allowed"),
        ("heart_rate", {"value": 60, "unit": "bpm", "end": at(-1)}, "ends_before_start"),
        ("heart_rate", {"value": 60, "unit": "bpm", "end": at(24 * 60 + 1)}, "too_long"),
        ("weight", {"value": 70, "unit": "kg", "end": at(1)}, "too_long"),
        ("heart_rate", {"value": 60, "unit": "bpm", "start": "1989-12-31T23:59:59Z"}, "too_old"),
        ("heart_rate", {"value": 60, "unit": "bpm", "start": "0001-01-01T00:00:00+14:00"}, "too_old"),
        ("heart_rate", {"value": 60, "unit": "bpm", "start": "9999-12-31T23:59:59-14:00"}, "in_the_future"),
        ("steps", {"value": 1, "unit": "count", "end": "2026-03-01T12:05:01Z"}, "in_the_future"),
        ("heart_rate", {"value": 60, "unit": "bpm", "device": "a\0"}, "bad_text"),
        ("heart_rate", {"value": 60, "unit": "bpm", "client_id": "a\0"}, "bad_text"),
        ("sleep_session", {**SLEEP, "value": 480}, "value_not_allowed"),
        ("sleep_session", {**SLEEP, "detail": {"stages": [stage("light", 0, 481)]}}, "stage_outside"),
        ("sleep_session", {**SLEEP, "detail": {"stages": [stage("light", -1, 9)]}}, "stage_outside"),
        ("sleep_session", {**SLEEP, "detail": {"stages": [stage("light", 9, 5)]}}, "stage_backwards"),
        (
            "sleep_session",
            {**SLEEP, "detail": {"stages": [stage("rem", 0, 9), stage("deep", 8, 20)]}},
            "stages_overlap",
        ),
        ("sleep_session", {**SLEEP, "detail": {"stages": [stage("dozing", 0, 9)]}}, "bad_detail"),
        ("sleep_session", {**SLEEP, "detail": {"score": 101}}, "bad_detail"),
        ("sleep_session", {**SLEEP, "detail": {"score": math.nan}}, "bad_detail"),
        ("sleep_session", {**SLEEP, "detail": {"phases": []}}, "bad_detail"),
        ("sleep_session", {"end": at(49 * 60)}, "too_long"),
        ("exercise_session", SLEEP, "detail_missing"),
        ("exercise_session", {**SLEEP, "detail": {"type": "Running!"}}, "bad_detail"),
        ("blood_pressure", {"value": 120, "unit": "mmHg"}, "value_not_allowed"),
        ("blood_pressure", {**PRESSURE, "unit": "kPa"}, "unknown_unit"),
        ("blood_pressure", {**PRESSURE, "detail": {"systolic": 80, "diastolic": 120}}, "out_of_range"),
        ("blood_pressure", {**PRESSURE, "detail": {"systolic": math.nan, "diastolic": 80}}, "out_of_range"),
        ("blood_pressure", {**PRESSURE, "detail": {"systolic": 120, "diastolic": math.inf}}, "out_of_range"),
        ("blood_pressure", {**PRESSURE, "detail": {"systolic": "120", "diastolic": 80}}, "bad_detail"),
        ("nutrition", {}, "value_missing"),
        ("nutrition", {"detail": {"grams": {"protein": -1}}}, "bad_detail"),
        ("nutrition", {"detail": {"grams": {"protein": math.nan}}}, "bad_detail"),
    ],
)
def test_what_is_not_believable_is_refused_with_its_reason(metric: str, fields: dict[str, Any], code: str) -> None:
    refusal = look(metric, **fields)
    assert isinstance(refusal, Refusal), refusal
    assert refusal.code == code
    assert refusal.later is (code == "in_the_future")
    assert refusal.sentence.endswith(".")


@pytest.mark.parametrize(
    ("stages", "minutes"),
    [
        ([], 480),
        ([stage("light", 0, 240), stage("awake", 240, 300), stage("deep", 300, 480)], 420),
        ([stage("rem", 60, 90), stage("light", 0, 60)], 90),
        ([stage("out_of_bed", 0, 10), stage("unknown", 10, 20), stage("sleeping", 20, 30)], 20),
        ([stage("awake", 0, 480)], 0),
        ([stage("light", 5, 5)], 480),
    ],
)
def test_the_number_of_a_sleep_is_the_minutes_asleep(stages: list[dict[str, str]], minutes: float) -> None:
    draft = kept("sleep_session", **SLEEP, detail={"stages": stages, "score": 80})
    assert draft.number == minutes
    assert draft.detail is not None
    assert draft.detail["score"] == 80
    starts = [start for _, start, _ in draft.detail["stages"]]
    assert starts == sorted(starts)


def test_a_sleep_without_any_detail_is_one_all_the_same() -> None:
    draft = kept("sleep_session", **SLEEP)
    assert (draft.number, draft.detail) == (480, {"stages": [], "score": None})


@pytest.mark.parametrize(
    ("metric", "fields", "number", "detail"),
    [
        ("exercise_session", {"end": at(45), "detail": {"type": "running"}}, 45, {"type": "running", "title": ""}),
        ("blood_pressure", PRESSURE, 120, {"systolic": 120, "diastolic": 80}),
        ("nutrition", {"value": 418.4, "unit": "kJ"}, 100, {"name": "", "meal": "", "grams": {}}),
        ("nutrition", {"detail": {"name": "tea"}}, 0, {"name": "tea", "meal": "", "grams": {}}),
        (
            "nutrition",
            {"value": 250, "unit": "kcal", "detail": {"meal": "lunch", "grams": {"fat": 9}}},
            250,
            {"name": "", "meal": "lunch", "grams": {"fat": 9}},
        ),
    ],
)
def test_what_has_a_detail_of_its_own(metric: str, fields: dict[str, Any], number: float, detail: Any) -> None:
    draft = kept(metric, **fields)
    assert (draft.number, draft.detail) == (pytest.approx(number), detail)

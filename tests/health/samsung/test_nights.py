"""Nights with their stages, however the stages came."""

from typing import Any

import pytest

from app.health.samsung import nights
from tests.health.samsung.archives import read, row_of, table

SLEEP, STAGES = "com.samsung.shealth.sleep", "com.samsung.health.sleep_stage"
PREFIX = "com.samsung.health.sleep."
NIGHT = row_of("2026-02-01 22:00:00.000", "2026-02-02 06:00:00.000", datauuid="n1")
START = 1_769_983_200_000
HOUR = 3_600_000


def _stage(start: str, end: str, stage: object, night: str = "n1") -> dict[str, object]:
    day = {"2": 1, "0": 2}
    return row_of(
        f"2026-02-0{day[start[0]]} {start}:00.000", f"2026-02-0{day[end[0]]} {end}:00.000", stage=stage, sleep_id=night
    )


def _detail(*rows: dict[str, object], **cells: object) -> tuple[float, Any]:
    out = read(table(SLEEP, {**NIGHT, **cells}, prefix=PREFIX), table(STAGES, *rows))
    [group] = out.groups
    return group.values[0][2], group.detail


def test_minutes_asleep_are_those_of_the_stages_that_are_sleep() -> None:
    minutes, detail = _detail(
        _stage("23:00", "01:00", 40003),
        _stage("22:00", "23:00", 40002),
        _stage("01:00", "01:30", 40001),
        _stage("01:30", "06:00", "40004.0"),
    )
    assert minutes == 60 + 120 + 270
    assert detail == {
        "stages": [
            ["light", START, START + HOUR],
            ["deep", START + HOUR, START + 3 * HOUR],
            ["awake", START + 3 * HOUR, START + 3 * HOUR + HOUR // 2],
            ["rem", START + 3 * HOUR + HOUR // 2, START + 8 * HOUR],
        ],
        "score": None,
    }


def test_without_stages_all_of_it_is_sleep() -> None:
    assert _detail(_stage("22:00", "23:00", 40002, "another")) == (480, {"stages": [], "score": None})


@pytest.mark.parametrize(("cell", "score"), [(79, 79), ("79.0", 79), ("", None), (0, None), (-1, None), (300, None)])
def test_a_score_is_there_where_the_night_has_one(cell: object, score: float | None) -> None:
    _, detail = _detail(_stage("22:00", "06:00", 40002), sleep_score=cell)
    assert detail["score"] == score


def test_stages_that_overlap_or_leave_the_night_are_cut() -> None:
    minutes, detail = _detail(
        _stage("20:00", "23:00", 40002), _stage("22:30", "23:30", 40001), _stage("23:00", "09:00", 40009)
    )
    assert [(name, (start - START) // 60_000, (end - START) // 60_000) for name, start, end in detail["stages"]] == [
        ("light", 0, 60),
        ("awake", 60, 90),
        ("unknown", 90, 480),
    ]
    assert minutes == 450


def test_stages_of_no_night_and_broken_ones_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nights, "MOST_STAGES", 2)
    rows = [
        _stage("22:00", "23:00", 40002, "gone"),
        {**_stage("22:00", "23:00", 40002), "end_time": ""},
        _stage("23:00", "22:00", 40002),
    ]
    rows += [_stage(f"0{hour}:00", f"0{hour}:30", 40002) for hour in range(3)]
    out = read(table(SLEEP, NIGHT, prefix=PREFIX), table(STAGES, *rows))
    assert out.why == {"no_night": 1, "no_time": 1, "ends_before_start": 1, "too_many": 1}
    assert (out.read, out.refused) == (1, 0)
    assert out.numbers == {"sleep_session": [60]}


@pytest.mark.parametrize(
    ("end", "code"), [("2026-02-01 21:00:00.000", "ends_before_start"), ("2026-02-01 22:00:00.000", "no_value")]
)
def test_a_night_of_no_length_is_left_out(end: str, code: str) -> None:
    out = read(table(SLEEP, {**NIGHT, "end_time": end}, prefix=PREFIX))
    assert (out.values, out.why) == ([], {code: 1})

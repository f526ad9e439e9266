"""Sleep: a night is a row, and its stages are rows of another table that name it. Few nights have a score.

Stages wait packed, 17 bytes each: those of fifty years are a dozen megabytes.
"""

import struct
from collections.abc import Iterator

from app.health.samsung.ground import Found, Ground, Refused, code, number
from app.health.samsung.lines import Row
from app.health.samsung.times import moment_ms

TABLE = "com.samsung.health.sleep_stage"
MOST_NIGHTS = 50_000
MOST_STAGES = 2_000  # of a night
MOST_BYTES = 2_000_000 * 17  # of the stages of all nights
_STAGE = struct.Struct("<Bqq")
_STAGES = {"40001": "awake", "40002": "light", "40003": "deep", "40004": "rem"}
_NAMES = (*_STAGES.values(), "unknown")
_AWAKE = "awake"


def survey_nights(row: Row, ground: Ground) -> None:
    """Notes which nights there are, before their stages come."""
    if (night := row.get("datauuid", "")) and len(ground.nights) < MOST_NIGHTS:
        ground.nights.setdefault(night, bytearray())


def survey_stages(row: Row, ground: Ground) -> None:
    """Keeps a stage with its night."""
    start, end = moment_ms(row.get("start_time", "")), moment_ms(row.get("end_time", ""))
    night = ground.nights.get(row.get("sleep_id", ""))
    if start is None or end is None or end <= start or not 0 < start <= end < 2**62:
        ground.notes[TABLE, "no_time" if start is None or end is None else "ends_before_start"] += 1
    elif night is None:
        ground.notes[TABLE, "no_night"] += 1
    elif len(night) >= MOST_STAGES * _STAGE.size or ground.stage_bytes >= MOST_BYTES:
        ground.notes[TABLE, "too_many"] += 1
    else:
        ground.stage_bytes += _STAGE.size
        night += _STAGE.pack(_NAMES.index(_STAGES.get(code(row, "stage"), "unknown")), start, end)


def nights(row: Row, ground: Ground) -> Iterator[Found]:
    """A sleep, with its stages within it and its score, in minutes asleep."""
    start, end, offset = ground.times(row)
    if end < start:
        raise Refused("ends_before_start")
    if end == start:
        raise Refused("no_value")
    stages = _within(ground.nights.get(row.get("datauuid", ""), bytearray()), start, end)
    asleep = sum(to - since for name, since, to in stages if name != _AWAKE) if stages else end - start
    score = number(row, "sleep_score", optional=True)
    detail = {"stages": [list(stage) for stage in stages], "score": score if score and 0 < score <= 100 else None}
    yield Found("sleep_session", start, end, offset, asleep / 60_000, detail)


def _within(packed: bytearray, start: int, end: int) -> list[tuple[str, int, int]]:
    """Stages in their order, cut to the night and to each other, so that no minute counts twice."""
    found: list[tuple[str, int, int]] = []
    at = start
    for name, since, to in sorted(_STAGE.iter_unpack(bytes(packed)), key=lambda stage: stage[1:]):
        since, to = max(since, at), min(to, end)
        if since < to:
            found.append((_NAMES[name], since, to))
            at = to
    return found

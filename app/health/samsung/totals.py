"""Days as totals. Steps come once for each device, once for all of them together, and in two tables: one of those is taken for a day, the
total over all devices where there is one, and the others are known already. What is counted in between is taken for days without a total."""

from collections.abc import Callable, Iterator

from app.health.samsung.ground import COMBINED, Found, Ground, Known, code, number
from app.health.samsung.lines import Row
from app.health.samsung.times import DAY_MS, moment_ms

_ALL_DEVICES = "-2"
_DISTANCE = "distance"


def _is_combined(row: Row) -> bool:
    return code(row, "source_type") == _ALL_DEVICES or row.get("deviceuuid") == COMBINED


def survey_steps(table: str) -> Callable[[Row, Ground], None]:
    """Notes which days a table of daily steps has, with and without all devices."""

    def survey(row: Row, ground: Ground) -> None:
        day = ground.zone.day(row.get("day_time", ""))
        ground.note_day("steps", day)
        ground.note_day(table, day)
        if _is_combined(row):
            ground.note_day("steps of all", day)
            ground.note_day(f"{table} of all", day)

    return survey


def survey_floors(row: Row, ground: Ground) -> None:
    """Notes which days have a total of floors."""
    ground.note_day("floors", ground.zone.day(row.get("day_time", "")))


def daily_steps(column: str, before: str = "") -> Callable[[Row, Ground], Iterator[Found]]:
    """Steps and distance of a day. `before` is the table that is asked first: what it has is known."""

    def find(row: Row, ground: Ground) -> Iterator[Found]:
        day = ground.day(row)
        if _is_combined(row):
            is_known = ground.has(f"{before} of all", day)
        else:
            is_known = ground.has("steps of all", day) or ground.has(before, day)
        if is_known:
            raise Known
        yield from _of_day(row, ground, day, (("steps", column, False), (_DISTANCE, _DISTANCE, True)))

    return find


def step_rows(row: Row, ground: Ground) -> Iterator[Found]:
    """Steps of a minute or so, on days without a total."""
    start, end, offset = ground.times(row)
    if ground.has("steps", (start + offset * 1000) // DAY_MS):
        raise Known
    yield Found("steps", start, end, offset, number(row, "count") or 0.0)
    if (metres := number(row, _DISTANCE, optional=True)) is not None:
        yield Found(_DISTANCE, start, end, offset, metres)


def daily_floors(row: Row, ground: Ground) -> Iterator[Found]:
    """Floors of a day."""
    yield from _of_day(row, ground, ground.day(row), (("floors_climbed", "floor_count", False),))


def floor_rows(row: Row, ground: Ground) -> Iterator[Found]:
    """Floors as they were climbed, on days without a total."""
    start, end, offset = ground.times(row)
    if ground.has("floors", (start + offset * 1000) // DAY_MS):
        raise Known
    yield Found("floors_climbed", start, end, offset, number(row, "floor") or 0.0)


def daily_energy(row: Row, ground: Ground) -> Iterator[Found]:
    """Energy of a day: what moving took, and with rest and digestion all of it."""
    active = number(row, "active_calorie") or 0.0
    rest = number(row, "rest_calorie", optional=True)
    yield from _of_day(row, ground, ground.day(row), (("active_energy", "active_calorie", False),))
    if rest is not None:
        total = active + rest + (number(row, "tef_calorie", optional=True) or 0.0)
        yield Found("total_energy", *_span(row, ground, ground.day(row)), total)


def _of_day(row: Row, ground: Ground, day: int, columns: tuple[tuple[str, str, bool], ...]) -> Iterator[Found]:
    span = _span(row, ground, day)
    for metric, column, optional in columns:
        value = number(row, column, optional=optional)
        if value is not None:
            yield Found(metric, *span, value)


def _span(row: Row, ground: Ground, day: int) -> tuple[int, int, int]:
    """The day, or as much of it as was over when the row was written."""
    start, end, offset = ground.zone.span(day)
    written = moment_ms(row.get("update_time", ""))
    return start, written if written is not None and start < written < end else end, offset

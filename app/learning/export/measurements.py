"""A person's measurements as tables: one CSV file a metric, a page at a time, device by device in the order of time.

Times are local, with the offset the device had; values in the unit that is named. What a metric has besides a number is JSON,
and so is what its sender said of it in fields we don't know.
"""

import csv
import io
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache
from itertools import groupby

from app.health.metrics import BY_NAME
from app.learning.export.pieces import Piece, Source
from app.memory.ports import Row
from app.memory.repositories.health_rows import HealthRows
from app.memory.rows import json_of

FOLDER = "measurements"
HEADER = ("start", "end", "value", "unit", "device", "app", "client_id", "version", "detail", "extra")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


async def measurements(source: Source) -> AsyncIterator[Piece]:
    """A file a metric of which there is anything."""
    series = [one for one in await source.store.health_samples.series(source.user.id) if one.samples]
    for metric, devices in groupby(series, key=lambda one: one.metric):
        name = f"{FOLDER}/{metric}.csv"
        known = BY_NAME.get(metric)
        yield Piece(name, _written([HEADER]))
        for one in devices:
            named = (known.unit if known else "", _safe(one.device))
            async for page in HealthRows(source.database).pages(source.user.id, one.id):
                yield Piece(name, _written([_line(row, named) for row in page]))


def _line(row: Row, named: tuple[str, str]) -> tuple[object, ...]:
    """`named` are the unit and the device, which are a whole series'."""
    number, zone = row["number"], row["zone_offset"]
    start = _moment(row["start_ms"], zone)
    return (
        start,
        start if row["end_ms"] == row["start_ms"] else _moment(row["end_ms"], zone),
        int(number) if number == int(number) else round(number, 6),
        *named,
        _safe(row["app"]),
        _safe(row["client_id"]),
        row["version"],
        _json(row["detail"]),
        _json(row["extra"]),
    )


def _json(value: object) -> str:
    return json.dumps(json_of(value), ensure_ascii=False) if value else ""


def _written(lines: list[tuple[object, ...]]) -> bytes:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(lines)
    return out.getvalue().encode("utf-8", "replace")


def _moment(milliseconds: int, zone: int) -> str:
    """Local time in ISO. Put together from parts that come again and again: there are millions of them."""
    minutes, rest = divmod(milliseconds + zone * 1000, 60_000)
    return f"{_minute(minutes)}:{rest // 1000:02}.{rest % 1000:03}{_offset(zone)}"


@lru_cache(maxsize=4096)
def _minute(minutes: int) -> str:
    return f"{_EPOCH + timedelta(minutes=minutes):%Y-%m-%dT%H:%M}"


@lru_cache(maxsize=256)
def _offset(seconds: int) -> str:
    return datetime(2000, 1, 1, tzinfo=timezone(timedelta(seconds=seconds))).isoformat()[19:]


def _safe(text: str | None) -> str:
    """A name from outside as a spreadsheet shows it and never runs it."""
    return f"'{text}" if text and text[0] in "=+-@\t\r" else text or ""

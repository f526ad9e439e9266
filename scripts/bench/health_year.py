"""A year of one person's measurements, put straight into the tables of either engine: as many rows as a watch makes.

Heart rate comes every few seconds, steps and energy every minute from a watch and, when it is carried, from a phone; nights have stages;
heart rate variability comes by night. What is made depends on the numbers given alone. Every day is stale, as after an import.
"""

import json
import math
import random
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

import asyncpg

from app.health.moments import moment_of

MINUTE, DAY = 60_000, 86_400_000
OFFSET = 3600
PERSON = "ana"
FIRST_SERIES = 1_000  # behind those that the product numbers itself
SERIES, SAMPLES, STALE = "health_series", "health_samples", "health_stale_days"
COLUMNS = {
    SERIES: ("id", "user_id", "metric", "device", "samples", "first_ms", "last_ms", "received_at"),
    SAMPLES: ("series_id", "start_ms", "end_ms", "zone_offset", "number", "detail", "record_id"),
    STALE: ("user_id", "metric", "day"),
}

Row = tuple[int, int, float, str | None]  # start, end, number, detail


@dataclass(frozen=True, slots=True)
class Year:
    """So many days up to `today` (counted from 1970, not in it), with about so many rows of heart rate."""

    today: int
    days: int
    pulses: int

    @property
    def begin(self) -> int:
        """The first local midnight, in milliseconds."""
        return (self.today - self.days) * DAY - OFFSET * 1000

    @property
    def now(self) -> datetime:
        """Half past nine in the morning of today, by UTC."""
        return moment_of(self.today * DAY + 570 * MINUTE)

    def until(self) -> int:
        """The last moment of which there is something."""
        return self.today * DAY + 560 * MINUTE

    def series(self) -> Iterator[tuple[str, str, Iterable[Row]]]:
        """Each metric of each device, with its rows in their order."""
        yield "heart_rate", "watch", self._pulse()
        yield "steps", "watch", self._minutes(8, 22, 14.0)
        yield "steps", "phone", self._minutes(9, 18, 12.0)
        yield "distance", "watch", self._minutes(8, 22, 10.0)
        yield "active_energy", "watch", self._minutes(8, 22, 0.6)
        yield "total_energy", "watch", self._minutes(0, 24, 1.5)
        yield "hrv_rmssd", "watch", self._nightly(5, 42.0)
        yield "spo2", "watch", self._nightly(10, 96.0)
        yield "respiratory_rate", "watch", self._nightly(10, 14.0)
        yield "resting_heart_rate", "watch", self._daily(0, 58.0)
        yield "skin_temperature", "watch", self._daily(420, 34.0)
        yield "weight", "scale", self._daily(0, 80.0)
        yield "exercise_session", "watch", self._exercise()
        yield "sleep_session", "watch", self._sleep(True)
        yield "sleep_session", "phone", self._sleep(False)

    def _pulse(self) -> Iterator[Row]:
        step = self.days * DAY / self.pulses
        for number in range(int((self.until() - self.begin) / step)):
            at = self.begin + int(number * step)
            yield at, at, 62 + 20 * math.sin(at / DAY * 6.283) + number % 17, None

    def _minutes(self, first: int, last: int, most: float) -> Iterator[Row]:
        for day in range(self.days + 1):
            begin = self.begin + day * DAY
            for minute in range(first * 60, last * 60):
                at = begin + minute * MINUTE
                if at < self.until():
                    yield at, at + MINUTE, round(most * ((day * 7 + minute * 13) % 10), 1), None

    def _nightly(self, every: int, about: float) -> Iterator[Row]:
        for day in range(self.days + 1):
            for minute in range(-30, 420, every):
                at = self.begin + day * DAY + minute * MINUTE
                yield at, at, about + (day * 5 + minute) % 9 / 3, None

    def _daily(self, lasts: int, about: float) -> Iterator[Row]:
        for day in range(self.days + 1):
            at = self.begin + day * DAY + 5 * MINUTE
            yield at, at + lasts * MINUTE, about + day % 7 / 5, None

    def _exercise(self) -> Iterator[Row]:
        detail = json.dumps({"type": "running", "title": ""})
        for day in range(0, self.days, 2):
            at = self.begin + day * DAY + 18 * 60 * MINUTE
            yield at, at + 40 * MINUTE, 40.0, detail

    def _sleep(self, stages: bool) -> Iterator[Row]:
        chance = random.Random(3)
        for day in range(self.days + 1):
            at = self.begin + day * DAY - chance.randrange(10, 90) * MINUTE
            end = at + chance.randrange(380, 500) * MINUTE
            parts = [
                [("light", "deep", "rem", "awake")[n % 4], at + n * 12 * MINUTE]
                for n in range((end - at) // (12 * MINUTE))
            ]
            cut = [[stage, start, min(start + 12 * MINUTE, end)] for stage, start in parts] if stages else []
            asleep = sum(until - start for stage, start, until in cut if stage != "awake") if cut else end - at
            yield at, end, asleep / MINUTE, json.dumps({"stages": cut, "score": None})


class Filler(Protocol):
    """Writes rows into a table, many at once."""

    async def write(self, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
        """All of them."""
        ...

    async def settle(self) -> None:
        """Once everything is written."""
        ...


class SqliteFiller:
    """Into a file."""

    def __init__(self, path: Path) -> None:
        """It has our tables."""
        self._path = path

    async def write(self, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
        """In one transaction."""
        columns = COLUMNS[table]
        connection = sqlite3.connect(self._path)
        connection.execute("PRAGMA synchronous = OFF")
        with connection:
            sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
            connection.executemany(sql, (_as_text(row) for row in rows))
        connection.close()

    async def settle(self) -> None:
        """Nothing to gather."""


class PostgresFiller:
    """Into a database on a server."""

    def __init__(self, url: str) -> None:
        """It has our tables."""
        self._url = url

    async def write(self, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
        """As one copy."""
        connection = await asyncpg.connect(self._url)
        await connection.copy_records_to_table(table, columns=COLUMNS[table], records=rows)
        await connection.close()

    async def settle(self) -> None:
        """The statistics that autovacuum gathers by itself after a while."""
        connection = await asyncpg.connect(self._url)
        await connection.execute("VACUUM ANALYZE", timeout=None)
        await connection.close()


async def fill(filler: Filler, year: Year) -> int:
    """Write all of it; how many samples."""
    at, total = datetime(2026, 1, 1, tzinfo=UTC), 0
    for number, (metric, device, rows) in enumerate(year.series(), start=FIRST_SERIES):
        count, first, last = 0, 0, 0

        def stored(rows: Iterable[Row] = rows, number: int = number) -> Iterator[tuple[Any, ...]]:
            nonlocal count, first, last
            for start, end, value, detail in rows:
                count, first, last = count + 1, first or start, start
                yield number, start, end, OFFSET, value, detail, 0

        await filler.write(SAMPLES, stored())
        await filler.write(SERIES, [(number, PERSON, metric, device, count, first, last, at)])
        total += count
    metrics = sorted({metric for metric, _, _ in year.series()})
    days = range(year.today - year.days - 1, year.today + 1)
    await filler.write(STALE, [(PERSON, metric, day) for metric in metrics for day in days])
    return total


def _as_text(row: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(value.isoformat(timespec="microseconds") if isinstance(value, datetime) else value for value in row)

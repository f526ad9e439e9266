"""Makes an archive as Samsung Health's "Download personal data" writes them, of a person who does not exist.

Run: python -m scripts.health_archive OUT.zip --days 730 [--size-mb 1000] [--seed N] [--zone Africa/Accra] [--until 2026-03-01]. The same arguments make the
same archive. What is true to the format: names and folders, the line before the header, the comma too many, columns bare or with their
package, UTC text beside an offset, days in milliseconds of the local day, steps once a device and once for all, stages in a table of their
own, values by the minute in JSON files of which one in fifty is missing, and tables that hold no measurement. What is not: the numbers.
`--size-mb` adds what real archives are mostly made of and nobody measures by: sensor recordings of workouts and nights.
"""

import argparse
import json
import random
import sys
import uuid
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

ROOT = "samsunghealth_nobody_20260301120000"
STAMP = "20260301120000"
PACKAGE = "com.sec.android.app.shealth"
WATCH, PHONE, COMBINED = "Cv7sH/e0hQ", "1kGlEKqwGK", "VfS0qUERdZ"
HEART = "com.samsung.shealth.tracker.heart_rate"
STEPS = "com.samsung.shealth.tracker.pedometer_day_summary"
TREND = "com.samsung.shealth.step_daily_trend"
MINUTE = timedelta(minutes=1)
_MISSING = 50  # of so many files with minutes, one is not there
_POOL = 8
_RECORDING = 1_500_000  # bytes of one recording
Item = dict[str, Any]
Cells = dict[str, object]


@dataclass(slots=True)
class Made:
    """What went into an archive, counted while it was made: `samples` by metric, `steps` and `asleep` (minutes) by local day."""

    samples: Counter[str] = field(default_factory=Counter)
    steps: dict[date, int] = field(default_factory=dict)
    asleep: dict[date, float] = field(default_factory=dict)
    missing: int = 0


@dataclass(slots=True)
class Table:
    """A CSV in the making. `prefix` stands before the columns that are in `bare` only by their short name."""

    type: str
    prefix: str = ""
    bare: frozenset[str] = frozenset()
    rows: list[Cells] = field(default_factory=list)

    def text(self, *, mark: bool) -> str:
        """All of it; `mark`: with a byte order mark."""
        columns = list(dict.fromkeys(column for row in self.rows for column in row))
        heads = [column if column in self.bare else self.prefix + column for column in columns]
        lines = [f"{self.type},6310011,12", ",".join(heads)]
        lines += [",".join(_cell(row.get(column, "")) for column in columns) + "," for row in self.rows]
        return ("\ufeff" if mark else "") + "\r\n".join(lines) + "\r\n"


class Maker:
    """One archive."""

    def __init__(self, out: zipfile.ZipFile, *, until: date, zone: str, seed: int) -> None:
        """Days end before `until`, in `zone`."""
        self.made = Made()
        self._out, self._until, self._zone = out, until, ZoneInfo(zone)
        self._random = random.Random(seed)
        self._tables: dict[str, Table] = {}

    def days(self, count: int) -> None:
        """Everything of so many days."""
        for back in range(count, 0, -1):
            self._day(self._until - timedelta(days=back), is_recent=back <= 30)
        self._devices()
        self._beside(count)

    def finish(self) -> None:
        """Write the tables."""
        for number, table in enumerate(self._tables.values()):
            self._write(f"{table.type}.{STAMP}.csv", table.text(mark=number % 3 > 0))

    def recordings(self, path: Path, size: int) -> None:
        """Add recordings until the file at `path` has `size` bytes."""
        kinds = (
            ("com.samsung.shealth.exercise", "com.samsung.health.exercise.live_data"),
            ("com.samsung.health.oxygen_saturation.raw", "binning_data"),
            ("com.samsung.health.movement", "binning_data"),
        )
        pool = [self._recording() for _ in range(_POOL)]
        number = 0
        while path.stat().st_size < size:
            kind, column = kinds[number % len(kinds)]
            name = self._id()
            self._write(f"jsons/{kind}/{name[0]}/{name}.{column}.json", pool[number % _POOL])
            number += 1

    def _day(self, day: date, *, is_recent: bool) -> None:
        self._heart(day)
        self._night(day)
        self._steps(day, is_recent=is_recent)
        self._body(day)
        if day.toordinal() % 3 == 0:
            self._workout(day)
        self._food(day)

    def _heart(self, day: date) -> None:
        """A row an hour with its minutes, and a reading by hand at noon."""
        table = self._table(HEART, "com.samsung.health.heart_rate.", {"source", "tag_id"})
        for hour in range(24):
            start = self._utc(day, hour)
            minutes = [
                {
                    "heart_rate": (rate := float(self._random.randint(48, 110))),
                    "heart_rate_max": rate + 4,
                    "heart_rate_min": rate - 3,
                    **_span(start + minute * MINUTE, MINUTE),
                }
                for minute in range(0, 60, 1 if hour % 4 else 2)
            ]
            row = self._row(start, start + timedelta(hours=1) - timedelta(milliseconds=1), day)
            row |= {"heart_rate": minutes[0]["heart_rate"], "min": 48.0, "max": 110.0, "tag_id": 21312, "source": ""}
            self._detail(
                table, row, "com.samsung.health.heart_rate.binning_data", "binning_data", minutes, "heart_rate"
            )
        row = self._row(noon := self._utc(day, 12, 30, 15), noon, day)
        table.rows.append(row | {"heart_rate": 71.0, "min": 0.0, "max": 0.0, "tag_id": 21301})
        self.made.samples["heart_rate"] += 1
        alerts = self._table("com.samsung.shealth.tracker.alerted_heart_rate", "", set())
        alerts.rows.append(self._row(noon, noon, day) | {"heart_rate": 131.0})

    def _night(self, day: date) -> None:
        """The night that ends on this day: its stages, and what the watch measured in it."""
        start = self._utc(day, 0) - self._random.randint(10, 70) * MINUTE
        end = self._utc(day, 6) + self._random.randint(0, 90) * MINUTE
        row = self._row(start, end, day)
        scored = {"sleep_score": 40 + day.toordinal() % 60} if day.toordinal() % 7 == 0 else {}
        sleep = self._table(
            "com.samsung.shealth.sleep",
            "com.samsung.health.sleep.",
            {"sleep_score", "efficiency", "sleep_duration", "combined_id"},
        )
        sleep.rows.append(row | {"efficiency": 88.0, "sleep_duration": _minutes(end - start), **scored})
        stages, asleep, at = self._table("com.samsung.health.sleep_stage", "", set()), 0.0, start
        while at < end:
            until, stage = min(at + self._random.randint(4, 45) * MINUTE, end), self._random.choice(range(40001, 40005))
            stages.rows.append(self._row(at, until, day) | {"sleep_id": row["datauuid"], "stage": stage})
            asleep += 0 if stage == 40001 else _minutes(until - at)
            at = until
        self.made.samples["sleep_session"] += 1
        self.made.asleep[day] = self.made.asleep.get(day, 0.0) + asleep
        self._measured_asleep(day, start, end)

    def _measured_asleep(self, day: date, start: datetime, end: datetime) -> None:
        for kind, key, column, name, value, every in (
            ("com.samsung.health.respiratory_rate", "respiratory_rate", "average", "binning_data", 15.0, 1),
            ("com.samsung.health.skin_temperature", "mean", "temperature", "binning_data", 33.5, 1),
            ("com.samsung.health.hrv", "rmssd", "", "binning_data", 45.0, 5),
            ("com.samsung.shealth.tracker.oxygen_saturation", "spo2", "spo2", "binning", 95.0, 10),
        ):
            metric = {"mean": "skin_temperature", "rmssd": "hrv_rmssd"}.get(key, key)
            prefix = "com.samsung.health.oxygen_saturation." if name == "binning" else ""
            table = self._table(kind, prefix, {"tag_id"})
            step = every * MINUTE
            found = [
                {key: round(value + self._random.uniform(-2, 2), 6), **_span(start + number * step, step)}
                for number in range(int((end - start) / step))
            ]
            row = self._row(start, end, day) | ({column: value} if column else {"comment": ""})
            self._detail(table, row, prefix + name, name, found, metric)
        vitality = self._table("com.samsung.shealth.vitality_score", "", set())
        row = self._row(end, end, day, times=False) | {"day_time": f"{day} 00:00:00.000", "shr_value": 52.25}
        vitality.rows.append(row | {"main_sleep_wake_up_time": _ms(end), "total_score": 80.0})
        self.made.samples["resting_heart_rate"] += 1

    def _steps(self, day: date, *, is_recent: bool) -> None:
        """Once the watch, once the phone, once both together, in two tables; and by the minute for the last weeks."""
        watch, phone = self._random.randint(2_000, 14_000), self._random.randint(500, 4_000)
        both = watch + phone // 4
        day_time = _ms(datetime(day.year, day.month, day.day, tzinfo=UTC))
        written = self._utc(day, 23, 59) + timedelta(days=1)
        for kind, count, source in ((STEPS, "step_count", False), (TREND, "count", True)):
            table = self._table(kind, "", set())
            for device, steps, number in ((WATCH, watch, 15), (PHONE, phone, 0), (COMBINED, both, -2)):
                row = self._row(written, written, day, times=False, device=device)
                row |= {"day_time": day_time, count: steps, "distance": round(steps * 0.74, 5), "calorie": 120.5}
                table.rows.append(row | ({"source_type": number} if source else {"walk_step_count": steps}))
        self.made.steps[day] = both
        self.made.samples.update(steps=1, distance=1)
        if is_recent:
            minutes = self._table(
                "com.samsung.shealth.tracker.pedometer_step_count", "com.samsung.health.step_count.", set()
            )
            for hour in range(8, 20):
                row = self._row(start := self._utc(day, hour), start + MINUTE, day)
                minutes.rows.append(row | {"count": 90, "distance": 61.0, "calorie": 3.2})
        floors = self._table("com.samsung.health.floors_climbed", "", set())
        row = self._row(start := self._utc(day, 9), start + MINUTE, day)
        floors.rows.append(row | {"floor": 3.0, "raw_data": f"{row['datauuid']}.raw_data.json"})
        burned = self._table(
            "com.samsung.shealth.calories_burned.details", "com.samsung.shealth.calories_burned.", {"version"}
        )
        row = self._row(written, written, day, times=False, device=PHONE) | {"day_time": day_time, "version": ""}
        burned.rows.append(row | {"active_calorie": 412.25, "rest_calorie": 1450.5, "tef_calorie": 0.0})
        self.made.samples.update(floors_climbed=1, active_energy=1, total_energy=1)

    def _body(self, day: date) -> None:
        at = self._utc(day, 7, 15)
        weight = self._row(at, at, day, device=PHONE) | {
            "weight": 74.5,
            "body_fat": 0.0 if day.day % 2 else 21.4,
            "height": 176.0,
        }
        self._table("com.samsung.health.weight", "", set()).rows.append(weight)
        self.made.samples.update(weight=1, body_fat=0 if day.day % 2 else 1)
        if day.weekday() == 0:
            pressure = self._table("com.samsung.shealth.blood_pressure", "com.samsung.health.blood_pressure.", set())
            pressure.rows.append(self._row(at, at, day) | {"systolic": 121.0, "diastolic": 79.0, "pulse": 64})
            glucose = self._table("com.samsung.shealth.blood_glucose", "com.samsung.health.blood_glucose.", set())
            glucose.rows.append(self._row(at, at, day) | {"glucose": 5.5, "meal_type": 80002})
            self.made.samples.update(blood_pressure=1, blood_glucose=1)

    def _workout(self, day: date) -> None:
        table = self._table("com.samsung.shealth.exercise", "com.samsung.health.exercise.", {"title", "source_type"})
        row = self._row(start := self._utc(day, 17), start + 41 * MINUTE, day)
        row |= {"exercise_type": self._random.choice((1001, 1002, 11007)), "duration": 40 * 60_000, "distance": 5120.5}
        row |= {"title": 'Round the "lake", twice', "source_type": 4, "vo2_max": 44.5 if day.day < 5 else ""}
        table.rows.append(row)
        self.made.samples.update(exercise_session=1, vo2_max=1 if day.day < 5 else 0)

    def _food(self, day: date) -> None:
        """Two meals with what is in them, one of them entered as food too, and a snack of which only that is known."""
        meals, foods = (
            self._table("com.samsung.health.nutrition", "", set()),
            self._table("com.samsung.health.food_intake", "", set()),
        )
        for hour, meal in ((7, 100001), (19, 100003)):
            row = self._row(at := self._utc(day, hour), at, day, device=PHONE, ends=False) | {
                "meal_type": meal,
                "calorie": 540.0,
            }
            meals.rows.append(
                row | {"title": "Waakye", "protein": 18.5, "total_fat": 12.0, "carbohydrate": 88.0, "sodium": 620.0}
            )
        for hour, meal, name in ((7, 100001, "Waakye"), (15, 100005, "Groundnuts, roasted")):
            row = self._row(at := self._utc(day, hour), at, day, device=PHONE, ends=False) | {
                "meal_type": meal,
                "calorie": 170.0,
            }
            foods.rows.append(row | {"name": name, "amount": 1.0, "unit": "120001"})
        water = self._table("com.samsung.health.water_intake", "", set())
        for hour in (8, 13, 18):
            row = self._row(at := self._utc(day, hour), at, day, device=PHONE, ends=False)
            water.rows.append(row | {"amount": 250.0, "unit_amount": 250.0})
        self.made.samples.update(nutrition=3, hydration=3)

    def _devices(self) -> None:
        table = self._table("com.samsung.health.device_profile", "", set())
        for device, name, model, group in (
            (PHONE, "My Device", "SM-S901E", 360001),
            (WATCH, "Galaxy Watch5", "SM-R910", 360003),
            (COMBINED, "Combined", "Combined", 0),
        ):
            row = self._row(at := self._utc(self._until, 0), at, self._until, times=False, device=device)
            table.rows.append(row | {"name": name, "model": model, "device_group": group})

    def _beside(self, count: int) -> None:
        """Tables that hold no measurement of ours."""
        for kind, cells in (
            ("com.samsung.shealth.badge", {"key": "step_milestone_10k_steps", "status": 1}),
            ("com.samsung.shealth.stress", {"score": 42.0, "tag_id": 10000}),
            ("com.samsung.shealth.preferences", {"text_value": '{"fri":true,"mon":true}'}),
            ("com.samsung.shealth.moon_phases", {"phase": 3}),
        ):
            table = self._table(kind, "", set())
            for back in range(min(count, 20)):
                day = self._until - timedelta(days=back + 1)
                table.rows.append(self._row(at := self._utc(day, 10), at, day) | cells)

    def _detail(self, table: Table, row: Cells, column: str, short: str, items: Sequence[Item], metric: str) -> None:
        """A row and the file with its minutes, which may be missing."""
        name = f"{row['datauuid']}.{column}.json"
        table.rows.append(row | {short: name})
        if self._random.randrange(_MISSING) == 0:
            self.made.missing += 1
            self.made.samples[metric] += metric != "hrv_rmssd"
            return
        self._write(f"jsons/{table.type}/{name[0]}/{name}", json.dumps(items))
        self.made.samples[metric] += len(items)

    def _row(
        self, start: datetime, end: datetime, day: date, *, device: str = WATCH, times: bool = True, ends: bool = True
    ) -> Cells:
        """What every row has."""
        written = _text(end + 5 * MINUTE)
        row: Cells = {"create_sh_ver": "6310011", "update_time": written, "create_time": written}
        if times:
            row |= {"start_time": _text(start), "time_offset": _offset(start, self._zone)}
            row |= {"end_time": _text(end)} if ends else {}
        return row | {"deviceuuid": device, "pkg_name": PACKAGE, "datauuid": self._id()}

    def _utc(self, day: date, hour: int, minute: int = 0, second: int = 0) -> datetime:
        """A local time of a day, in UTC."""
        local = datetime(day.year, day.month, day.day, hour, minute, second, tzinfo=self._zone)
        return local.astimezone(UTC)

    def _table(self, kind: str, prefix: str, bare: Iterable[str]) -> Table:
        if kind not in self._tables:
            self._tables[kind] = Table(kind, prefix, frozenset(bare))
        return self._tables[kind]

    def _id(self) -> str:
        return str(uuid.UUID(int=self._random.getrandbits(128), version=4))

    def _recording(self) -> str:
        return "[" + ",".join(self._readings(_RECORDING)) + "]"

    def _readings(self, size: int) -> Iterator[str]:
        at, written = 1_760_000_000_000, 0
        while written < size:
            at += 1_000
            text = f'{{"start_time":{at},"red":{self._random.random():.9f},"ir":{self._random.random():.9f},"speed":{self._random.random():.7f}}}'
            written += len(text)
            yield text

    def _write(self, name: str, text: str) -> None:
        self._out.writestr(f"{ROOT}/{name}", text)


def make(
    path: Path,
    *,
    days: int,
    until: date = date(2026, 3, 1),
    zone: str = "Africa/Accra",
    seed: int = 6,
    size_mb: int = 0,
) -> Made:
    """Write the archive; what went into it."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as out:
        maker = Maker(out, until=until, zone=zone, seed=seed)
        maker.days(days)
        maker.finish()
        maker.recordings(path, size_mb * 1_000_000)
    return maker.made


def _cell(value: object) -> str:
    text = str(value)
    return '"' + text.replace('"', '""') + '"' if any(sign in text for sign in ',"\n') else text


def _text(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S}.{moment.microsecond // 1000:03}"


def _offset(moment: datetime, zone: ZoneInfo) -> str:
    return f"UTC{moment.astimezone(zone):%z}"


def _ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def _minutes(span: timedelta) -> float:
    return span / MINUTE


def _span(start: datetime, length: timedelta) -> Item:
    return {"start_time": _ms(start), "end_time": _ms(start + length) - 1}


def main() -> None:
    """Make one and say what it holds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--days", type=int, default=730)
    parser.add_argument("--until", type=date.fromisoformat, default=date(2026, 3, 1), help="the day after the last")
    parser.add_argument("--zone", default="Africa/Accra")
    parser.add_argument("--seed", type=int, default=6)
    parser.add_argument("--size-mb", type=int, default=0, metavar="N", help="grow to N million bytes with recordings")
    options = parser.parse_args()
    made = make(
        options.out,
        days=options.days,
        until=options.until,
        zone=options.zone,
        seed=options.seed,
        size_mb=options.size_mb,
    )
    sys.stdout.write(f"{options.out}: {options.out.stat().st_size:,} bytes\n")
    for metric, count in sorted(made.samples.items()):
        sys.stdout.write(f"{metric:20} {count:>12,}\n")


if __name__ == "__main__":
    main()

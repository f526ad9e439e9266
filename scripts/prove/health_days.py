"""Days and nights of random devices in every time zone, against an oracle that is slow and shares nothing with the product.

Usage: python -m scripts.prove.health_days [--zones N] [--worlds N] [--seed N] [--engine sqlite|postgres]

A world is a person with up to three devices about a change of their clocks (from 2026 to 2027, if the zone has one), who may fly to
another zone meanwhile, each device noticing when it likes. Samples come in random portions, some are deleted again, and days are read
or settled in between, in random ranges. At the end every day must be what the oracle (scripts/prove/health_oracle.py) makes of what
is stored. Besides, in every zone, a step a minute must come to as many steps as the local day has minutes.
"""

import argparse
import asyncio
import random
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

from app.health.days import DayBook
from app.health.metrics import BY_NAME
from app.health.reading import HealthReading
from app.memory.adapters.postgres import PostgresDatabase
from app.memory.adapters.sqlite import SqliteDatabase
from app.memory.ports import Database
from app.memory.records import User
from app.memory.repositories import Repositories, repositories
from app.memory.repositories.health_samples import SampleDraft
from app.memory.rows import json_of
from scripts.prove.health_oracle import DAY, HOUR, MINUTE, ORACLES, QUARTER, Measured, nights
from tests.postgres import TestRun, server_of

METRICS = ("steps", "hydration", "heart_rate", "skin_temperature", "weight", "exercise_session", "sleep_session")
DEVICES = ("watch", "phone", "ring")
NOISE = 1e-4
_SPAN = 4  # days of a world
_EPOCH = date(1970, 1, 1)
_STORED = """SELECT r.device, s.start_ms, s.end_ms, s.zone_offset, s.number, s.detail FROM health_series r
    JOIN health_samples s ON s.series_id = r.id WHERE r.user_id = $1 AND r.metric = $2 ORDER BY s.start_ms, r.device"""


@dataclass(frozen=True, slots=True)
class House:
    """A database with its repositories."""

    database: Database
    store: Repositories


@dataclass(frozen=True, slots=True)
class World:
    """A person at home in `zone`, and in `other` from `flight` on (milliseconds); devices notice so much later."""

    zone: ZoneInfo
    other: ZoneInfo
    begin: int
    flight: int
    lags: dict[str, int]

    def offset(self, device: str, moment: int) -> int:
        """What a device takes for the local time, in seconds east of UTC."""
        zone = self.other if moment >= self.flight + self.lags[device] else self.zone
        found = datetime.fromtimestamp(moment / 1000, UTC).astimezone(zone).utcoffset()
        return round((found or timedelta(0)).total_seconds())


def world_of(zone: str, chance: random.Random) -> World:
    """About a change of clocks of the zone, where it has one."""
    home = ZoneInfo(zone)
    changes = changes_of(home)
    day = chance.choice(changes) if changes and chance.random() < 0.8 else chance.randrange(20_454, 21_184)
    begin = (day - 2) * DAY
    other = ZoneInfo(chance.choice(sorted(available_timezones()))) if chance.random() < 0.4 else home
    lags = {device: chance.choice((0, 0, 5 * MINUTE, 3 * HOUR)) for device in DEVICES}
    return World(home, other, begin, begin + chance.randrange(_SPAN * DAY), lags)


def changes_of(zone: ZoneInfo) -> list[int]:
    """The days, as the oracle counts them in UTC, of 2026 and 2027 after which the clocks go otherwise."""
    days = range(20_454, 21_184)
    moments = [datetime.fromtimestamp(day * 86_400, UTC).astimezone(zone).utcoffset() for day in days]
    return [day for day, before, after in zip(days, moments, moments[1:], strict=False) if before != after]


def _length(metric: str, chance: random.Random) -> int:
    kinds: dict[str, Sequence[int]] = {
        "steps": (0, MINUTE, MINUTE, 5 * MINUTE, 10 * MINUTE, chance.randrange(HOUR), 2 * HOUR, DAY),
        "hydration": (0, 0, MINUTE, HOUR, 13 * HOUR, DAY),
        "heart_rate": (0, 0, MINUTE, 20 * MINUTE, HOUR),
        "skin_temperature": (0, 6 * HOUR, 9 * HOUR, chance.randrange(HOUR)),
        "weight": (0,),
        "exercise_session": (0, 20 * MINUTE, HOUR, chance.randrange(3 * HOUR)),
        "sleep_session": (0, 20 * MINUTE, 90 * MINUTE, 4 * HOUR, 8 * HOUR, chance.randrange(12 * HOUR)),
    }
    return chance.choice(kinds[metric])


def _detail(metric: str, start: int, end: int, chance: random.Random) -> tuple[float, dict[str, object] | None]:
    if metric == "sleep_session":
        middle = start + (end - start) // 3
        stages = [["awake", start, middle], ["deep", middle, end]] if end > start and chance.random() < 0.5 else []
        asleep = (end - (middle if stages else start)) / MINUTE
        return asleep, {"stages": stages, "score": chance.choice((None, 80))}
    if metric == "exercise_session":
        return (end - start) / MINUTE, {"type": "running", "title": ""}
    return float(chance.choice((0, 50, 60, chance.randrange(200)))), None


def draft(metric: str, world: World, number: int, chance: random.Random) -> SampleDraft:
    """One random sample; most begin at a full minute, and near the middle night."""
    device = chance.choice(DEVICES)
    grid = chance.choice((1, MINUTE, MINUTE, QUARTER))
    where = chance.choice((chance.randrange(_SPAN * DAY), 2 * DAY + chance.randrange(6 * HOUR)))
    start = (world.begin + where) // grid * grid
    offset = world.offset(device, start)
    if metric == "steps" and chance.random() < 0.1:  # from local midnight
        start = (start + offset * 1000) // DAY * DAY - offset * 1000
    end = start + _length(metric, chance)
    value, detail = _detail(metric, start, end, chance)
    return SampleDraft(metric, device, start, end, offset, value, detail, f"c{number}", chance.randrange(3))


async def live(house: House, user: User, metric: str, world: World, chance: random.Random) -> None:
    """Let samples come and go, with looks in between."""
    few = chance.choice((5, 30, 90)) if metric != "sleep_session" else chance.choice((3, 8, 16))
    drafts = [draft(metric, world, number, chance) for number in range(few)]
    now = datetime.fromtimestamp((world.begin + 9 * DAY) / 1000, UTC)
    while drafts:
        size = chance.randint(1, len(drafts))
        part, drafts = drafts[:size], drafts[size:]
        await house.store.health_samples.put_many(user.id, part, now)
        if chance.random() < 0.3:
            gone = [(one.client_id, None) for one in part if chance.random() < 0.2]
            await house.store.health_samples.delete_records(user.id, gone, now)
        first = world.begin // DAY + chance.randint(-1, 4)
        look = HealthReading(house.store, house.database, user, now)
        match chance.randrange(4):
            case 0:
                await look.days(metric, _date(first), _date(first + chance.randint(0, 3)))
            case 1:
                await DayBook(house.store, house.database, user.id, now).settle_all()
            case _:
                pass


async def differences(house: House, user: User, metric: str, world: World) -> list[str]:
    """What reading says otherwise than the oracle."""
    rows = await house.database.fetch(_STORED, user.id, metric)
    samples = [
        Measured(
            device=row["device"],
            start=row["start_ms"],
            end=row["end_ms"],
            offset=row["zone_offset"],
            number=row["number"],
            detail=json_of(row["detail"]),
        )
        for row in rows
    ]
    first, last = world.begin // DAY - 3, world.begin // DAY + _SPAN + 4
    look = HealthReading(house.store, house.database, user, datetime.fromtimestamp((last + 5) * 86_400, UTC))
    found = {one.day: one for one in await look.days(metric, _date(first), _date(last))}
    kind = "entered" if metric == "hydration" else BY_NAME[metric].aggregate
    wrong: list[str] = []
    for day in range(first, last + 1):
        truth, ours = ORACLES[kind](samples, day), found.get(_date(day))
        said = None if ours is None else (ours.number, ours.low, ours.high, ours.samples)
        meant = None if truth is None else (float(truth.number), float(truth.low), float(truth.high), truth.samples)
        if (said is None) != (meant is None) or any(
            abs(one - other) > NOISE for one, other in zip(said or (), meant or (), strict=False)
        ):
            wrong.append(f"{metric} day {day} ({world.zone}): read {said}, meant {meant}")
    if metric == "sleep_session":
        wrong += await _other_nights(look, samples, (first, last))
    return wrong


async def _other_nights(look: HealthReading, samples: Sequence[Measured], days: tuple[int, int]) -> list[str]:
    truth = nights(samples)
    wrong: list[str] = []
    read = {night.day: night for night in await look.nights(_date(days[0]), _date(days[1]))}
    for day in range(days[0], days[1] + 1):
        night = read.get(_date(day))
        sleeps = [] if night is None or night.main is None else [night.main, *night.naps]
        said = [(_ms(one.start), _ms(one.end), round(one.asleep, 3), one.device) for one in sleeps]
        meant = [(one.start, one.end, round(float(one.asleep), 3), one.device) for one in truth.get(day, [])]
        if said != meant:
            wrong.append(f"night {day}: read {said}, meant {meant}")
    return wrong


async def minutes_of_days(house: House, user: User, zone: str, about: int) -> list[str]:
    """A step a minute for five days: each of the three in the middle must have as many as it has minutes by the zone's own clock."""
    here = ZoneInfo(zone)
    world = World(here, here, 0, 2**60, dict.fromkeys(DEVICES, 0))
    begin = (about - 2) * DAY
    steps = [
        SampleDraft("steps", "watch", at, at + MINUTE, world.offset("watch", at), 1.0, None, f"m{at}", 0)
        for at in range(begin, begin + 5 * DAY, MINUTE)
    ]
    now = datetime.fromtimestamp((begin + 9 * DAY) / 1000, UTC)
    await house.store.health_samples.put_many(user.id, steps, now)
    look = HealthReading(house.store, house.database, user, now)
    wrong: list[str] = []
    for day in (_date(about - 1), _date(about), _date(about + 1)):
        begins, ends = (datetime(one.year, one.month, one.day, tzinfo=here) for one in (day, day + timedelta(days=1)))
        meant = (ends.astimezone(UTC) - begins.astimezone(UTC)) / timedelta(minutes=1)
        said = [one.number for one in await look.days("steps", day, day)]
        if said != ([meant] if meant else []):
            wrong.append(f"{zone} {day}: {said} steps, {meant} minutes")
    return wrong


def _date(day: int) -> date:
    return _EPOCH + timedelta(days=day)


def _ms(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


@asynccontextmanager
async def opened(engine: str) -> AsyncIterator[House]:
    """An empty house on either engine, gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        run = TestRun() if engine == "postgres" else None
        try:
            if run is not None:
                server = server_of(run.folder)
                server.execute("CREATE DATABASE health_days TEMPLATE with_extensions")
                database: Database = PostgresDatabase(server.url("health_days"))
            else:
                database = SqliteDatabase(Path(folder) / "kwasi.db")
            await database.open()
            try:
                yield House(database, repositories(database))
            finally:
                await database.close()
        finally:
            if run is not None:
                run.close()


async def person(house: House, name: str, zone: str) -> User:
    """Somebody new."""
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return await house.store.users.add(name, name=name, time_zone=zone, zone_source="setting", locale="en", at=at)


async def prove(options: argparse.Namespace, tell: Callable[[str], None] = print) -> int:
    """Go through the zones; how many days were wrong."""
    chance = random.Random(options.seed)
    zones = sorted(available_timezones())
    if options.zones:
        zones = sorted(chance.sample(zones, options.zones))
    done: Counter[str] = Counter()
    async with opened(options.engine) as house:
        for zone in zones:
            wrong: list[str] = []
            for number in range(options.worlds):
                for metric in METRICS:
                    user = await person(house, f"{zone} {number} {metric}", zone)
                    world = world_of(zone, chance)
                    await live(house, user, metric, world, chance)
                    wrong += await differences(house, user, metric, world)
                    done["worlds"] += 1
            for about in changes_of(ZoneInfo(zone))[:2] or [20_600]:
                user = await person(house, f"{zone} {about}", zone)
                wrong += await minutes_of_days(house, user, zone, about)
                done["days of minutes"] += 3
            done["wrong"] += len(wrong)
            for line in wrong:
                tell(line)
    counts = f"{done['worlds']:,} worlds, {done['days of minutes']:,} days of a step a minute"
    tell(f"{options.engine}: {len(zones)} zones, {counts}: {done['wrong']} wrong")
    return done["wrong"]


def main() -> int:
    """Read the command line and do it."""
    parser = argparse.ArgumentParser(description="Days and nights in every zone, against a slow oracle.")
    parser.add_argument("--zones", type=int, default=0, help="so many at random; all by default")
    parser.add_argument("--worlds", type=int, default=1, help="of each metric in each zone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", choices=("sqlite", "postgres"), default="sqlite")
    return 1 if asyncio.run(prove(parser.parse_args())) else 0


if __name__ == "__main__":
    raise SystemExit(main())

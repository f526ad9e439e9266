"""Days as they are kept: right after whatever came, went and was read in between, on both engines."""

import asyncio
import random
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from app.errors import StorageBusy
from app.health.day_rows import Fresh
from app.health.days import DayBook, Part
from app.memory.ports import Database
from app.memory.records import HealthDay
from app.memory.repositories import Repositories
from app.memory.repositories.health_samples import SampleDraft
from scripts.prove.health_days import METRICS, House, World, differences, live, minutes_of_days, person, world_of
from tests.health.sampled import DAY, MINUTE_MS, ms
from tests.memory.databases import NOON

ZONES = ("Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca")


def book(house: Repositories, database: Database) -> DayBook:
    return DayBook(house, database, "ana", NOON)


def steps(hours: float, number: float, minutes: float = 10, *, metric: str = "steps", **other: object) -> SampleDraft:
    device, client = str(other.get("device", "watch")), str(other.get("client", f"{metric} {hours} {number}"))
    version = int(str(other.get("version", 1)))
    start = ms(hours)
    return SampleDraft(metric, device, start, start + round(minutes * MINUTE_MS), 0, number, None, client, version)


def night(begin: float, end: float, client: str) -> SampleDraft:
    detail = {"stages": [], "score": None}
    return SampleDraft("sleep_session", "watch", ms(begin), ms(end), 0, (end - begin) * 60, detail, client, 1)


async def numbers(days: DayBook, metric: str = "steps", first: int = -5, last: int = 5) -> dict[int, float]:
    return {row.day - DAY: row.number for row in await days.days(metric, DAY + first, DAY + last)}


@pytest.mark.parametrize("metric", METRICS)
async def test_days_are_what_the_slow_oracle_says_after_any_history(
    house: Repositories, database: Database, metric: str
) -> None:
    chance = random.Random(f"days of {metric}")
    here = House(database, house)
    for zone in ZONES:
        user = await person(here, f"{zone} {metric}", zone)
        world = world_of(zone, chance)
        await live(here, user, metric, world, chance)
        assert await differences(here, user, metric, world) == []


@pytest.mark.parametrize(("zone", "day"), [("Europe/London", "2026-03-29"), ("Australia/Lord_Howe", "2026-04-05")])
async def test_a_day_has_as_many_minutes_as_its_clock(
    house: Repositories, database: Database, zone: str, day: str
) -> None:
    here = House(database, house)
    about = datetime.fromisoformat(day).replace(tzinfo=UTC).toordinal() - datetime(1970, 1, 1, tzinfo=UTC).toordinal()
    assert await minutes_of_days(here, await person(here, "walker", zone), zone, about) == []


async def test_a_flight_makes_a_day_longer_and_counts_each_step_once(house: Repositories, database: Database) -> None:
    here = House(database, house)
    user = await person(here, "flyer", "Asia/Tokyo")
    tokyo, hawaii = ZoneInfo("Asia/Tokyo"), ZoneInfo("Pacific/Honolulu")
    lags: dict[str, int] = dict.fromkeys(("watch", "phone", "ring"), 0)
    world = World(tokyo, hawaii, ms(-9), ms(3), lags)  # at noon in Tokyo it is yesterday in Honolulu
    drafts = [
        SampleDraft("steps", "watch", at, at + MINUTE_MS, world.offset("watch", at), 1.0, None, f"m{at}", 0)
        for at in range(ms(-9), ms(34), MINUTE_MS)
    ]
    await house.health_samples.put_many(user.id, drafts, NOON)
    assert await numbers(DayBook(house, database, user.id, NOON)) == {-1: 7 * 60, 0: 36 * 60}


async def test_a_new_version_and_a_deletion_are_seen_at_once(house: Repositories, database: Database) -> None:
    days = book(house, database)
    await house.health_samples.put_many("ana", [steps(8, 100, client="a"), steps(32, 50, client="b")], NOON)
    assert await numbers(days) == {0: 100, 1: 50}
    await house.health_samples.put_many("ana", [steps(8, 70, client="a", version=2)], NOON)
    assert await numbers(days) == {0: 70, 1: 50}
    await house.health_samples.delete_records("ana", [("b", None)], NOON)
    assert await numbers(days) == {0: 70}


async def test_days_of_others_are_theirs(house: Repositories, database: Database) -> None:
    await house.health_samples.put_many("ana", [steps(8, 100)], NOON)
    await house.health_samples.put_many("ben", [steps(8, 999)], NOON)
    assert await numbers(book(house, database)) == {0: 100}
    assert await house.health_days.behind() == ["ben"]


async def test_a_session_that_joins_two_nights_takes_the_first_from_its_day(
    house: Repositories, database: Database
) -> None:
    days = book(house, database)
    await house.health_samples.put_many("ana", [night(-2, -0.5, "a"), night(1, 7, "b")], NOON)
    assert await numbers(days, "sleep_session") == {-1: 90, 0: 360}
    await house.health_samples.put_many("ana", [night(-0.4, 0.9, "c")], NOON)
    assert await numbers(days, "sleep_session", first=-1, last=-1) == {}
    assert await numbers(days, "sleep_session") == {0: pytest.approx(90 + 78 + 360)}
    await house.health_samples.delete_records("ana", [("c", None)], NOON)
    assert await numbers(days, "sleep_session", first=-1, last=-1) == {-1: 90}


async def test_asking_for_a_day_leaves_the_others_for_later(house: Repositories, database: Database) -> None:
    await house.health_samples.put_many("ana", [steps(24 * day, 1 + day) for day in range(5)], NOON)
    assert await numbers(book(house, database), first=2, last=3) == {2: 3, 3: 4}
    assert await house.health_days.count_stale("ana") == 3
    told: list[tuple[int, int]] = []

    async def progress(done: int, left: int) -> None:
        told.append((done, left))

    assert await book(house, database).settle_all(progress) == 3
    assert told == [(3, 0)]
    assert await book(house, database).settle("steps", DAY, DAY + 9) == 0


async def test_days_of_several_metrics_are_made_ready_together(house: Repositories, database: Database) -> None:
    both = [steps(8, 100), steps(8, 70, metric="distance"), steps(8, 60, 0, metric="heart_rate"), steps(80, 1)]
    await house.health_samples.put_many("ana", both, NOON)
    await book(house, database).settle_together(DAY - 1, DAY)
    assert await house.health_days.all_stale("ana", 0, 99_999) == {"steps": [DAY + 3]}
    assert await numbers(book(house, database), "heart_rate") == {0: 60}


async def test_a_metric_that_is_no_more_holds_nothing_up(house: Repositories, database: Database) -> None:
    await house.health_samples.put_many("ana", [steps(8, 1, metric="moods"), steps(8, 100)], NOON)
    assert await book(house, database).settle_all() == 2
    assert await numbers(book(house, database), "moods") == {}


class Interrupted(DayBook):
    """A book whose first look at the samples is followed by a change of them."""

    async def _computed(self, parts: Sequence[Part]) -> dict[str, Fresh]:
        found = await super()._computed(parts)
        if await self.store.health_days.changes("ana") == 1:
            await self.store.health_samples.put_many("ana", [steps(9, 5)], NOON)
        return found


async def test_a_change_between_the_look_and_the_keeping_is_not_lost(house: Repositories, database: Database) -> None:
    await house.health_samples.put_many("ana", [steps(8, 100)], NOON)
    assert await numbers(Interrupted(house, database, "ana", NOON)) == {0: 105}
    assert await numbers(book(house, database)) == {0: 105}


async def test_many_readers_and_a_sender_at_once_agree_in_the_end(house: Repositories, database: Database) -> None:
    async def send() -> None:
        for number in range(12):
            await house.health_samples.put_many("ana", [steps(8 + number, 10), steps(8 - 24 * number, 1)], NOON)

    async def read() -> None:
        for _ in range(6):
            await numbers(book(house, database), first=-12, last=1)

    await asyncio.gather(send(), read(), read(), read())
    assert await numbers(book(house, database), first=-12, last=1) == {0: 120, **{-day: 1.0 for day in range(1, 12)}}
    assert not await house.health_days.any_stale()


async def test_a_database_that_is_busy_still_answers(
    house: Repositories, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.health_samples.put_many("ana", [steps(8, 100)], NOON)

    def busy() -> None:
        raise StorageBusy

    unit: Callable[..., object] = database.transaction
    monkeypatch.setattr(database, "transaction", busy)
    assert await numbers(book(house, database)) == {0: 100}
    with pytest.raises(StorageBusy):
        await book(house, database).settle("steps", DAY, DAY)
    monkeypatch.setattr(database, "transaction", unit)
    page = await house.health_days.between("ana", "steps", DAY, DAY)
    assert (page.rows, page.stale) == ([], [DAY])


async def test_a_day_of_every_metric_is_kept_with_its_figures(house: Repositories, database: Database) -> None:
    drafts = [steps(8, 60, 0, metric="heart_rate"), steps(9, 80, 0, metric="heart_rate", device="ring")]
    await house.health_samples.put_many("ana", drafts, NOON)
    [row] = await book(house, database).days("heart_rate", DAY, DAY)
    assert row == HealthDay("ana", "heart_rate", DAY, 2, 70, 60, 80, ms(9), None)
    assert (await house.health_days.between("ana", "heart_rate", DAY, DAY)).rows == [row]

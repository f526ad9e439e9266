"""Measurements in a forgetting: they go with everything, with everything of a time and where they are meant, and stay otherwise."""

from dataclasses import replace
from pathlib import Path

import pytest

from app.health.metrics import METRICS
from app.learning.forgetting.erase import Eraser
from app.learning.forgetting.look import Look, Wish
from app.learning.forgetting.measured import metrics_meant
from app.learning.forgetting.plan import Forgetting, unpinned
from app.learning.forgetting.topic import topic_of
from app.memory.ports import Database
from app.memory.repositories import Repositories
from app.memory.repositories.health_rows import HealthRows
from app.memory.repositories.health_samples import SampleDraft
from app.memory.repositories.holdings import Holdings, Stretch
from tests.contract.test_isolation import ASIDE
from tests.memory.databases import NOON, another, database, house, later
from tests.memory.rows_of_ana import note

__all__ = ["another", "database", "house"]
HOUR = 3_600_000
STARTS = int(NOON.timestamp() * 1000)
PULSE = SampleDraft("heart_rate", "watch", STARTS, STARTS, 0, 60.0, None, "c", 1)


def some(metric: str, count: int) -> list[SampleDraft]:
    """So many of a metric, one an hour from noon on."""
    starts = [STARTS + hour * HOUR for hour in range(count)]
    return [
        replace(PULSE, metric=metric, start_ms=at, end_ms=at, client_id=f"{metric}{at}", number=70.0) for at in starts
    ]


@pytest.fixture
async def measured(house: Repositories) -> Repositories:
    """Three pulses and two weights of ana's, one pulse of ben's, and one measurement that nobody knows yet."""
    await house.health_samples.put_many("ana", [*some("heart_rate", 3), *some("weight", 2)], NOON)
    await house.health_samples.put_many("ben", [PULSE], NOON)
    await house.health_set_aside.put_many("ana", [ASIDE], NOON)
    return house


async def look(database: Database, house: Repositories, words: str = "", **wish: object) -> Forgetting:
    topic = topic_of(words) if words else None
    return await Look(house, Holdings(database), "ana", Wish(topic=topic, **wish)).find()  # type: ignore[arg-type]


async def forget(database: Database, house: Repositories, plan: Forgetting) -> dict[str, int]:
    async with database.transaction():
        return dict(await Eraser(database, house, "ana").erase(unpinned(plan.pinned()), later(hours=9)))


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("my weight measurements", ["weight"]),
        ("all heart rate readings", ["heart_rate"]),
        ("the data of my HRV", ["hrv_rmssd"]),
        ("my step count history", ["steps"]),
        ("blood pressure values", ["blood_pressure"]),
        ("my sleep data", ["sleep_session"]),
        ("my measurements", [""]),
        ("my health data", [""]),
        ("my weight", []),
        ("sleep", []),
        ("my data", []),
        ("the records", []),
        ("Kofi's weight measurements", []),
        ("the Lisbon trip", []),
    ],
)
def test_what_words_mean(words: str, meant: list[str]) -> None:
    topic = topic_of(words)
    assert topic is not None
    assert metrics_meant(topic) == meant


def test_every_metric_can_be_meant() -> None:
    for metric in METRICS:
        topic = topic_of(f"my {metric.title} measurements")
        assert topic is not None
        assert metrics_meant(topic) == [metric.name]


async def test_everything_takes_all_of_ones_own_and_nothing_of_others(
    database: Database, measured: Repositories
) -> None:
    plan = await look(database, measured, all=True)
    assert plan.counts() == [("measurement", 5)]
    assert (await forget(database, measured, plan))["measurement"] == 5
    for table in ("health_series", "health_records", "health_stale_days", "health_set_aside"):
        assert await database.fetch(f"SELECT * FROM {table} WHERE user_id = $1", "ana") == [], table
    [left] = await database.fetch("SELECT COUNT(*) AS samples FROM health_samples")
    assert left["samples"] == 1
    assert await HealthRows(database).count("ben") == 1


async def test_a_topic_that_is_a_metrics_name_leaves_them_and_says_so(
    database: Database, measured: Repositories
) -> None:
    await note(measured, title="My weight is my own affair")
    plan = await look(database, measured, "my weight")
    assert plan.counts() == [("note", 1)]
    assert plan.hint == "your 2 measurements of weight stay; “forget my weight measurements” takes those"
    await forget(database, measured, plan)
    assert await HealthRows(database).count("ana") == 5


async def test_measurements_of_a_metric_go_where_they_are_meant(database: Database, measured: Repositories) -> None:
    plan = await look(database, measured, "my weight measurements")
    assert (plan.counts(), plan.hint) == ([("measurement", 2)], "")
    assert (await forget(database, measured, plan))["measurement"] == 2
    assert {one.metric for one in await measured.health_samples.series("ana") if one.samples} == {"heart_rate"}
    assert await measured.health_set_aside.count("ana") == 1


async def test_a_time_takes_them_only_with_everything(database: Database, measured: Repositories) -> None:
    stretch = Stretch(since=later(minutes=30))
    assert (await look(database, measured, stretch=stretch)).counts() == []
    plan = await look(database, measured, stretch=stretch, all=True)
    assert plan.counts() == [("measurement", 3)]
    await forget(database, measured, plan)
    assert await HealthRows(database).count("ana") == 2
    assert await measured.health_set_aside.count("ana") == 1


async def test_an_import_under_way_does_not_bring_it_all_back(
    database: Database, measured: Repositories, tmp_path: Path
) -> None:
    ours, theirs = tmp_path / "upload.zip", tmp_path / "downloads.zip"
    for path, upload in ((ours, True), (theirs, False)):
        path.write_bytes(b"PK")
        row = await measured.health_backfills.add(
            "ana", name="a", path=str(path), progress={"upload": upload}, counts={}, at=NOON
        )
        await measured.health_backfills.begin("ana", row.id, row.progress, NOON)
    await forget(database, measured, await look(database, measured, all=True))
    assert await measured.health_backfills.everything("ana") == []
    assert (ours.exists(), theirs.exists()) == (False, True)

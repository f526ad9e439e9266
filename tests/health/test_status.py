"""How fresh measurements are: every metric, the newest of all devices, and the clock of whoever sent last."""

from dataclasses import replace
from datetime import timedelta

from app.health.metrics import METRICS
from app.health.status import status_of
from app.memory.repositories import Repositories
from app.memory.repositories.health_samples import SampleDraft
from tests.contract.test_isolation import ASIDE
from tests.memory.databases import NOON, another, database, house, later

__all__ = ["another", "database", "house"]
START = int(NOON.timestamp() * 1000)
PULSE = SampleDraft("heart_rate", "watch", START, START, 0, 60.0, None, "c", 1)


async def test_nothing_is_zeros_for_every_metric(house: Repositories) -> None:
    status = await status_of(house, "ana", NOON)
    assert [(row.metric, row.unit, row.samples) for row in status.metrics] == [(m.name, m.unit, 0) for m in METRICS]
    assert (status.latest_ingest, status.lag_minutes, status.clock_skew_seconds, status.set_aside) == (
        None,
        None,
        None,
        0,
    )


async def test_devices_are_taken_together(house: Repositories) -> None:
    ring = replace(PULSE, device="ring", start_ms=START - 5_000, end_ms=START - 5_000, client_id="r")
    await house.health_samples.put_many("ana", [PULSE], NOON)
    await house.health_samples.put_many("ana", [ring], later(minutes=10))
    await house.health_set_aside.put_many("ana", [ASIDE], NOON)
    status = await status_of(house, "ana", later(minutes=12, seconds=6))
    pulse = next(row for row in status.metrics if row.metric == "heart_rate")
    assert (pulse.samples, pulse.devices, pulse.latest_sample) == (2, 2, NOON)
    assert (pulse.latest_ingest, pulse.ingest_lag_minutes) == (later(minutes=10), 2.1)
    assert (status.latest_ingest, status.lag_minutes, status.set_aside) == (later(minutes=10), 2.1, 1)


async def test_what_was_deleted_leaves_when_it_came_and_no_sample(house: Repositories) -> None:
    await house.health_samples.put_many("ana", [PULSE], NOON)
    await house.health_samples.delete_records("ana", [("c", None)], NOON)
    status = await status_of(house, "ana", NOON - timedelta(minutes=5))
    pulse = next(row for row in status.metrics if row.metric == "heart_rate")
    assert (pulse.samples, pulse.devices, pulse.latest_sample, pulse.latest_ingest) == (0, 0, None, NOON)
    assert pulse.ingest_lag_minutes == 0.0  # our own clock went back


async def test_the_clock_is_that_of_whoever_sent_last(house: Repositories) -> None:
    for number, skew in enumerate((900.0, 2.0, None)):
        phone = await house.health_senders.add("ana", name="p", digest=str(number), at=NOON)
        if skew is not None:
            await house.health_senders.used("ana", phone.id, later(minutes=number), skew)
    assert (await status_of(house, "ana", NOON)).clock_skew_seconds == 2.0

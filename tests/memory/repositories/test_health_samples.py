"""Measurements of the body, on both engines."""

from datetime import timedelta, timezone
from typing import Any

from app.memory.repositories import Repositories
from app.memory.repositories.health_samples import SampleDraft, Taken
from tests.memory.databases import NOON, later


def pulse(hours: float, count: float = 60, **other: Any) -> SampleDraft:
    values: dict[str, Any] = {
        "metric": "pulse",
        "start_at": later(hours=hours),
        "end_at": later(hours=hours, minutes=1),
        "zone_offset": 3600,
        "value": {"count": count},
        "unit": "bpm",
        "device": "watch",
        "source": "phone",
        "client_id": f"c{hours}",
        "version": 1,
        "received_at": NOON,
        **other,
    }
    return SampleDraft(**values)


async def counts(house: Repositories) -> list[Any]:
    return [one.value["count"] for one in await house.health_samples.between("ana", "pulse", NOON, later(days=99))]


async def test_the_same_samples_again_change_nothing(house: Repositories) -> None:
    samples = [pulse(hours) for hours in range(3)]
    assert await house.health_samples.put_many("ana", samples) == Taken(added=3, replaced=0, unchanged=0)
    before = await house.health_samples.everything("ana")
    assert await house.health_samples.put_many("ana", samples[::-1]) == Taken(added=0, replaced=0, unchanged=3)
    assert await house.health_samples.everything("ana") == before
    assert await house.health_samples.put_many("ana", []) == Taken(0, 0, 0)


async def test_the_newest_version_of_a_sample_counts_in_whatever_order_they_come(house: Repositories) -> None:
    await house.health_samples.put_many("ana", [pulse(0, 62, version=2)])
    taken = await house.health_samples.put_many("ana", [pulse(0, 61, version=1), pulse(1, 70)])
    assert taken == Taken(added=1, replaced=0, unchanged=1)
    taken = await house.health_samples.put_many(
        "ana", [pulse(0, 64, version=4), pulse(0, 63, version=3, client_id="c9"), pulse(2, 80)]
    )
    assert taken == Taken(added=1, replaced=1, unchanged=1)
    assert await counts(house) == [64, 70, 80]


async def test_the_same_moment_in_another_zone_or_on_another_device(house: Repositories) -> None:
    there = NOON.astimezone(timezone(timedelta(hours=-7)))
    taken = await house.health_samples.put_many("ana", [pulse(0), pulse(0, start_at=there), pulse(0, device="ring")])
    assert taken == Taken(added=2, replaced=0, unchanged=1)
    assert [one.device for one in await house.health_samples.between("ana", "pulse", NOON, later(hours=1))] == [
        "ring",
        "watch",
    ]


async def test_samples_are_read_by_metric_and_time(house: Repositories) -> None:
    steps = pulse(5, metric="steps", value={"count": 7000}, zone_offset=None)
    await house.health_samples.put_many("ana", [pulse(1, 61), pulse(0, 60), pulse(2, 62), steps])
    between = await house.health_samples.between("ana", "pulse", NOON, later(hours=2))
    assert [one.value for one in between] == [{"count": 60}, {"count": 61}]
    latest = await house.health_samples.latest("ana")
    assert [(one.metric, one.value, one.zone_offset) for one in latest] == [
        ("pulse", {"count": 62}, 3600),
        ("steps", {"count": 7000}, None),
    ]
    assert await house.health_samples.latest("ben") == []


async def test_a_sample_is_removed_by_what_its_sender_calls_it(house: Repositories) -> None:
    await house.health_samples.put_many("ana", [pulse(hours) for hours in range(3)])
    assert await house.health_samples.delete("ana", ["c0", "c2", "none"]) == 2
    assert await house.health_samples.delete("ana", []) == 0
    assert [one.client_id for one in await house.health_samples.everything("ana")] == ["c1"]


async def test_thousands_of_samples_come_at_once(house: Repositories) -> None:
    samples = [pulse(number / 60) for number in range(1001)]
    assert (await house.health_samples.put_many("ana", samples)).added == 1001
    assert (await house.health_samples.put_many("ana", samples)).unchanged == 1001

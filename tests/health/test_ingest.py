"""Batches, on both engines: what is kept, what is answered, and that nothing is doubled."""

import json
import logging
from datetime import timedelta
from typing import Any

import pytest

from app.clock import ManualClock
from app.errors import StorageError
from app.health import extra
from app.health import ingest as ingest_module
from app.health.ingest import BatchRefused, Ingest, notice
from app.health.metrics import BY_NAME, Metric
from app.health.models import Receipt
from app.memory.ports import Database
from app.memory.records import User
from app.memory.repositories import Repositories
from app.memory.repositories.health_rows import HealthRows
from app.memory.repositories.health_set_aside import SetAsideDraft
from app.memory.rows import json_of
from tests.memory.databases import NOON

PULSE = {"metric": "heart_rate", "value": 60, "unit": "bpm", "device": "watch", "version": 1}


def at(hours: float = 0) -> str:
    return (NOON + timedelta(hours=hours)).isoformat()


def pulse(hours: float, **fields: Any) -> dict[str, Any]:
    return PULSE | {"start": at(hours), "client_id": f"c{hours}"} | fields


class Phone:
    """Sends batches as ana's phone."""

    def __init__(self, house: Repositories, database: Database) -> None:
        self.clock = ManualClock(NOON)
        self.ingest = Ingest(house, database, self.clock)
        self.house = house
        self.database = database

    async def user(self) -> User:
        user = await self.house.users.get("ana")
        assert user is not None
        return user

    async def send(self, *samples: Any, deletions: Any = (), **fields: Any) -> Receipt:
        body = json.dumps({"samples": samples, "deletions": list(deletions), **fields}).encode()
        return await self.ingest.take(await self.user(), body)

    async def numbers(self, metric: str = "heart_rate") -> list[float]:
        start = round(NOON.timestamp() * 1000)
        far = 99 * 3_600_000
        times = start - far, start + far
        found = await self.house.health_figures.between("ana", metric, times, longest_ms=172_800_000)
        return [one.number for one in found]


@pytest.fixture
def phone(house: Repositories, database: Database) -> Phone:
    return Phone(house, database)


def said(receipt: Receipt) -> list[tuple[str, str]]:
    return [(one.verdict, one.code) for one in receipt.verdicts]


async def test_each_item_has_its_verdict_in_its_place(phone: Phone) -> None:
    await phone.send(pulse(-9), pulse(-8, version=4), pulse(-7), deletions=[{"client_id": "c-6"}])
    receipt = await phone.send(
        pulse(-9),
        pulse(-8, version=3),
        pulse(-7, version=2, value=70),
        pulse(-6),
        pulse(-5),
        pulse(-4, value=900),
        pulse(1),
        pulse(-3, metric="stress", value=5, unit=""),
        {"client_id": "none"},
        17,
    )
    assert said(receipt) == [
        ("unchanged", ""),
        ("outdated", ""),
        ("replaced", ""),
        ("deleted", ""),
        ("stored", ""),
        ("refused", "out_of_range"),
        ("later", "in_the_future"),
        ("set_aside", "unknown_metric"),
        ("refused", "malformed"),
        ("refused", "malformed"),
    ]
    assert [one.index for one in receipt.verdicts] == list(range(10))
    assert [one.client_id for one in receipt.verdicts[6:]] == ["c1", "c-3", "none", ""]
    assert receipt.counts == {
        "stored": 1,
        "replaced": 1,
        "unchanged": 1,
        "outdated": 1,
        "deleted": 1,
        "set_aside": 1,
        "later": 1,
        "refused": 3,
    }
    assert all(one.reason.endswith(".") for one in receipt.verdicts if one.code)
    assert await phone.numbers() == [60, 60, 70, 60]


async def test_an_empty_batch_is_answered(phone: Phone) -> None:
    receipt = await phone.send()
    assert (set(receipt.counts.values()), receipt.verdicts, receipt.deletions) == ({0}, [], [])
    assert (receipt.server_time, receipt.clock_skew_seconds, receipt.notice) == (NOON, None, None)


async def test_deletions_come_before_samples_and_have_verdicts_too(phone: Phone) -> None:
    await phone.send(pulse(-2, version=1), pulse(-1))
    asked = [{"client_id": "c-2", "version": 1}, {"client_id": "none"}, {"version": 1}, {"client_id": "a\0"}]
    receipt = await phone.send(pulse(-2, version=2, value=80), pulse(-3, client_id="none"), deletions=asked)
    assert [(one.client_id, one.removed, one.code) for one in receipt.deletions] == [
        ("c-2", 1, ""),
        ("none", 0, ""),
        ("", 0, "malformed"),
        ("a\0", 0, "bad_text"),
    ]
    assert said(receipt) == [("stored", ""), ("deleted", "")]
    assert await phone.numbers() == [80, 60]


async def test_what_is_no_batch_keeps_nothing(phone: Phone) -> None:
    with pytest.raises(BatchRefused):
        await phone.ingest.take(await phone.user(), b"[1]")
    with pytest.raises(BatchRefused):
        await phone.send(pulse(-1), extra=1)
    assert await phone.numbers() == []


async def test_a_batch_is_kept_as_a_whole(phone: Phone, database: Database) -> None:
    await database.execute("ALTER TABLE health_stale_days RENAME TO elsewhere")
    try:
        with pytest.raises(StorageError):
            await phone.send(pulse(-1), pulse(-2, metric="stress"), deletions=[{"client_id": "x"}])
    finally:
        await database.execute("ALTER TABLE elsewhere RENAME TO health_stale_days")
    for table in ("health_samples", "health_records", "health_set_aside", "health_series", "health_state"):
        assert await database.fetch(f"SELECT * FROM {table}") == []


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, None),
        (120, None),
        (-120, None),
        (121, "2 minutes ahead of"),
        (-7_300, "2 hours behind"),
        (86_400 * 9, "9 days ahead of"),
        (5_400, "90 minutes ahead of"),
    ],
)
def test_a_clock_that_is_wrong_is_told(seconds: float, words: str | None) -> None:
    said = notice(seconds)
    assert said is None if words is None else words in (said or "")


async def test_the_senders_clock_is_compared_with_ours(phone: Phone) -> None:
    receipt = await phone.send(pulse(-1), sent_at=at(-2))
    assert receipt.clock_skew_seconds == -7_200
    assert receipt.notice == notice(-7_200)


async def test_a_sample_without_an_offset_is_of_the_users_zone(phone: Phone, house: Repositories) -> None:
    await house.users.set_zone("ana", "Asia/Kolkata", "user")
    await phone.send(pulse(-1))
    await phone.send(pulse(-2, zone_offset_seconds=0))
    found = await house.health_figures.newest("ana", "heart_rate")
    assert found is not None
    assert found.zone_offset == 19_800


async def test_what_is_not_known_is_kept_aside_until_it_is(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    hours = {-3: 5, -2: 900, -1: 7, 1: 8}
    samples = [pulse(hour, metric="stress", unit="points", value=value) for hour, value in hours.items()]
    assert said(await phone.send(*samples, *samples)) == [("set_aside", "unknown_metric")] * 8
    await phone.send(deletions=[{"client_id": "c-3"}])
    assert await phone.ingest.take_up_known(await phone.user()) == 0
    known = Metric("stress", "stress", "points", "mean", 0, 100)
    monkeypatch.setattr(ingest_module, "BY_WIRE_NAME", {**BY_NAME, "stress": known})
    monkeypatch.setattr(ingest_module, "AT_ONCE", 1)
    assert await phone.ingest.take_up_known(await phone.user()) == 1
    assert await phone.numbers("stress") == [7]
    assert await phone.house.health_set_aside.count("ana") == 1
    phone.clock.advance(timedelta(hours=2))
    assert await phone.ingest.take_up_all_known() == 1
    assert await phone.numbers("stress") == [7, 8]


async def test_what_cannot_be_read_any_more_stays_aside(phone: Phone, house: Repositories) -> None:
    odd = SetAsideDraft("heart_rate", 0, "watch", "c", 1, {"metric": "heart_rate", "from": "another version"})
    await house.health_set_aside.put_many("ana", [odd], NOON)
    assert await phone.ingest.take_up_all_known() == 0
    assert await house.health_set_aside.people() == ["ana"]


async def test_there_is_an_end_to_what_is_kept_aside(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ingest_module, "MOST_SET_ASIDE", 2)
    large = pulse(-1, metric="stress", detail={"text": "x" * 30_000})
    receipt = await phone.send(large, *(pulse(hours, metric="stress") for hours in (-4, -3, -2)), pulse(-1))
    assert said(receipt) == [
        ("refused", "too_large"),
        ("set_aside", "unknown_metric"),
        ("set_aside", "unknown_metric"),
        ("refused", "set_aside_full"),
        ("stored", ""),
    ]


async def test_what_is_not_a_number_is_kept_aside_as_nothing(phone: Phone, house: Repositories) -> None:
    body = json.dumps({"samples": [pulse(-1, metric="stress", detail={"level": float("nan")})]}).encode()
    assert b"NaN" in body
    await phone.ingest.take(await phone.user(), body)
    [kept] = await house.health_set_aside.of("ana", "stress", after=0, limit=9)
    assert kept.sample["detail"] == {"level": None}


async def test_the_log_has_counts_and_no_value(phone: Phone, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="app.health"):
        await phone.send(pulse(-1, value=61.25), pulse(-2, value=900))
    [record] = [one for one in caplog.records if getattr(one, "event", "") == "health.ingested"]
    assert (record.stored, record.refused) == (1, 1)  # type: ignore[attr-defined]
    told = {name: value for name, value in vars(record).items() if name not in ("created", "msecs", "relativeCreated")}
    assert "61.25" not in str(told)


async def test_a_day_of_everything_sent_again_changes_nothing(phone: Phone, database: Database) -> None:
    stages = [{"stage": "light", "start": at(-9), "end": at(-5)}]
    detailed = [
        pulse(-9, metric="sleep_session", value=None, unit="", end=at(-4), detail={"stages": stages}),
        pulse(-9, metric="exercise_session", value=None, unit="", end=at(-8), detail={"type": "running"}),
        pulse(-9, metric="blood_pressure", value=None, unit="mmHg", detail={"systolic": 120, "diastolic": 80}),
        pulse(-9, metric="nutrition", value=300, unit="kcal", detail={"name": "soup", "grams": {"fat": 2.5}}),
    ]
    samples = [one | {"client_id": f"s{number}"} for number, one in enumerate(detailed)]
    first = await phone.send(*samples)
    assert first.counts["stored"] == 4
    before = await database.fetch("SELECT * FROM health_samples ORDER BY series_id")
    assert (await phone.send(*samples[::-1], sent_at=at(5))).counts["unchanged"] == 4
    assert await database.fetch("SELECT * FROM health_samples ORDER BY series_id") == before


SECOND_NAMES = {
    "metric": "metric_type",
    "start": "start_time",
    "end": "end_time",
    "device": "source_device",
    "app": "source_app",
}


def renamed(sample: dict[str, Any]) -> dict[str, Any]:
    return {SECOND_NAMES.get(name, name): value for name, value in sample.items()}


async def extras(phone: Phone) -> list[Any]:
    found: list[Any] = []
    for series in await phone.house.health_samples.series("ana"):
        async for page in HealthRows(phone.database).pages("ana", series.id):
            found += [json_of(row["extra"]) for row in page]
    return found


async def test_a_sample_sent_under_our_names_and_under_the_other_names_is_one(phone: Phone) -> None:
    sample = pulse(-2, app="watchapp")
    first = await phone.send(sample)
    second = await phone.send(renamed(sample))
    assert [one.verdicts[0].verdict for one in (first, second)] == ["stored", "unchanged"]
    assert await phone.numbers() == [60]


async def test_a_sample_needs_no_client_id_and_is_still_the_same_measurement(phone: Phone) -> None:
    bare = {"metric_type": "hrv", "start_time": at(-3), "value": 42, "unit": "ms", "source_device": "watch"}
    first = await phone.send(bare)
    again = await phone.send(bare | {"metric_type": "hrv_rmssd"})
    assert [one.verdicts[0].verdict for one in (first, again)] == ["stored", "unchanged"]
    named = first.verdicts[0].client_id
    assert named == again.verdicts[0].client_id
    await phone.send(
        {"metric": "hrv_rmssd", "start": at(-3), "value": 42, "unit": "ms", "device": "watch", "client_id": "mine"}
    )
    assert await phone.numbers("hrv_rmssd") == [42]
    await phone.send(deletions=[{"client_id": "mine"}, {"client_id": named}])
    assert await phone.numbers("hrv_rmssd") == []


async def test_a_value_that_is_an_object_is_a_detail(phone: Phone) -> None:
    pressure = {"metric_type": "blood_pressure", "start_time": at(-3), "source_device": "cuff", "unit": "mmHg"}
    receipt = await phone.send(pressure | {"value": {"systolic": 121, "diastolic": 78}})
    assert receipt.verdicts[0].verdict == "stored"
    assert await phone.numbers("blood_pressure") == [121]


async def test_unknown_fields_are_kept_beside_the_sample_and_go_with_it(phone: Phone) -> None:
    receipt = await phone.send(pulse(-2, firmware="1.2", raw={"led": [1, 2], "gain": float("nan")}), pulse(-1))
    assert [one.verdict for one in receipt.verdicts] == ["stored", "stored"]
    kept = {"firmware": "1.2", "raw": {"led": [1, 2], "gain": None}}
    assert sorted(await extras(phone), key=bool) == [None, kept]
    again = await phone.send(pulse(-2), pulse(-2, firmware="1.2", raw={"led": [1, 2], "gain": None}))
    assert again.counts["unchanged"] == 2
    assert kept in await extras(phone)
    await phone.send(deletions=[{"client_id": "c-2"}])
    assert await extras(phone) == [None]


async def test_unknown_fields_come_back_with_a_sample_that_stood_in_the_shadow(phone: Phone) -> None:
    await phone.send(pulse(-2, client_id="a", mood="calm"), pulse(-2, client_id="b", value=70))
    assert await extras(phone) == [None]
    await phone.send(deletions=[{"client_id": "b"}])
    assert await extras(phone) == [{"mood": "calm"}]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({f"x{number}": 1 for number in range(21)}, "extra_too_large"),
        ({"note": "a" * 1_000}, "extra_too_large"),
        ({"note": "a\0"}, "extra_bad_text"),
    ],
)
async def test_unknown_fields_beyond_the_bounds_are_not_kept_and_the_sample_is(
    phone: Phone, fields: dict[str, Any], code: str
) -> None:
    receipt = await phone.send(pulse(-2, **fields))
    assert (receipt.verdicts[0].verdict, receipt.verdicts[0].code) == ("stored", code)
    assert "kept" in receipt.verdicts[0].reason
    assert await extras(phone) == [None]
    assert await phone.numbers() == [60]


async def test_only_so_many_samples_have_unknown_fields(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extra, "MOST", 2)
    receipt = await phone.send(*(pulse(-hours, mood="calm") for hours in (1, 2, 3)))
    assert [one.code for one in receipt.verdicts] == ["", "", "extra_full"]
    assert sorted(await extras(phone), key=bool) == [None, {"mood": "calm"}, {"mood": "calm"}]


async def test_a_nul_in_what_is_put_aside_costs_no_other(phone: Phone) -> None:
    receipt = await phone.send(pulse(-2, metric="aura", hue="a\0"), pulse(-1))
    assert [(one.verdict, one.code) for one in receipt.verdicts] == [("refused", "bad_text"), ("stored", "")]

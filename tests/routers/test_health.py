"""The phone's door, through the real application: who may come in, what is taken, and what hostile senders get."""

import asyncio
import gzip
import io
import json
import os
import stat
import zipfile
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from jsonschema_rs import Draft202012Validator

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.health.access import Pairing, pair
from app.health.metrics import METRICS
from app.main import create_app
from app.routers.health_api import EXAMPLE
from tests.house import open_house, page_auth, settings_in

NOW = datetime(2026, 11, 22, 8, 0, tzinfo=UTC)
OWN = "a secret of my own choice"
JSON = {"Content-Type": "application/json"}
PULSE: dict[str, Any] = {
    "metric": "heart_rate",
    "start": "2026-11-22T06:05:00+00:00",
    "value": 58,
    "unit": "bpm",
    "device": "watch",
    "client_id": "p1",
}


@dataclass
class Ground:
    """The house, its application as the server has it, and a phone that is paired with its owner."""

    services: Services
    clock: ManualClock
    app: FastAPI
    paired: Pairing

    def client(self, secret: str | None = "", *, peer: str = "203.0.113.9") -> httpx.AsyncClient:
        """Somebody far away, by the name we are published under; with the paired phone's secret unless said."""
        shown = {} if secret is None else {"X-Health-Secret": secret or self.paired.secret}
        transport = httpx.ASGITransport(app=self.app, client=(peer, 50_000), raise_app_exceptions=False)
        return httpx.AsyncClient(transport=transport, base_url="http://home.example", headers=shown)

    @property
    def uploads(self) -> Path:
        """Where archives lie."""
        return self.services.settings.data_dir / "health-archives"

    async def samples(self, user_id: str = "") -> int:
        """How many are kept."""
        series = await self.services.store.health_samples.series(user_id or self.services.owner.id)
        return sum(one.samples for one in series)


@asynccontextmanager
async def opened(folder: Path, **settings: Any) -> AsyncIterator[Ground]:
    """A house whose doors are open and whose loops stand still."""
    clock = ManualClock(NOW)
    kept = settings_in(folder, **{"health_secret": OWN, "public_hosts": "home.example", **settings})
    async with open_house(folder, settings=kept, clock=clock) as services:
        app = create_app(services, auth=page_auth(services), closing=asyncio.Event())
        yield Ground(services, clock, app, await pair(services.store, services.owner.id, "Pixel", NOW))


@pytest.fixture
async def ground(tmp_path: Path) -> AsyncIterator[Ground]:
    async with opened(tmp_path) as ground:
        yield ground


async def post(ground: Ground, body: Any, **headers: str) -> httpx.Response:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    async with ground.client() as phone:
        return await phone.post("/health/ingest", content=content, headers={**JSON, **headers})


def batch(*samples: dict[str, Any]) -> dict[str, Any]:
    return {"samples": list(samples)}


def archive(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name in names:
            packed.writestr(zipfile.ZipInfo(name), "x")
    return out.getvalue()


# --- who may come in -------------------------------------------------------------------------------------------------


async def test_a_paired_phone_sends_and_its_owner_has_it(ground: Ground) -> None:
    answer = await post(ground, batch(PULSE))
    assert answer.status_code == 200
    assert answer.json()["counts"]["stored"] == 1
    assert await ground.samples() == 1
    [phone] = await ground.services.store.health_senders.everything(ground.services.owner.id)
    assert phone.used_at == NOW


async def test_the_secret_of_the_settings_is_the_owners(ground: Ground) -> None:
    async with ground.client(OWN) as script:
        assert (await script.post("/health/ingest", json=batch(PULSE))).status_code == 200
        assert (await script.post("/health/ingest", json=batch(PULSE))).json()["counts"]["unchanged"] == 1
    names = [one.name for one in await ground.services.store.health_senders.everything(ground.services.owner.id)]
    assert names == ["Pixel", "HEALTH_SECRET"]


WRONG = [None, "wrong", "é", "A" * 43, "x" * 5_000, f"setting:{'owner'}"]


PATHS = ["ingest", "backfill", "status", "backfill/1", "backfill/1/undo"]


async def test_without_a_right_secret_nothing_is_read(ground: Ground) -> None:
    read = []

    async def body() -> AsyncIterator[bytes]:
        read.append(1)
        yield b"{"

    for number, (secret, path) in enumerate(product(WRONG, PATHS)):
        shown = {} if secret is None else {"X-Health-Secret": secret.encode("latin-1")}
        method = "GET" if path in ("status", "backfill/1") else "POST"
        async with ground.client(None, peer=f"203.0.113.{number}") as stranger:
            content = body() if method == "POST" else None
            answer = await stranger.request(method, f"/health/{path}", content=content, headers={**JSON, **shown})
        assert (answer.status_code, answer.json()["code"]) == (401, "wrong_secret"), (secret, path)
        assert answer.headers["www-authenticate"] == "X-Health-Secret"
    assert not read


async def test_a_secret_opens_its_own_users_data_alone(ground: Ground) -> None:
    store = ground.services.store
    await store.users.add("ben", name="Ben", time_zone="UTC", zone_source="setting", locale="en", at=NOW)
    bens = await pair(store, "ben", "Ben's phone", NOW)
    await post(ground, batch(PULSE))
    async with ground.client(bens.secret) as phone:
        seen = (await phone.get("/health/status")).json()
        assert (seen["latest_ingest"], sum(row["samples"] for row in seen["metrics"])) == (None, 0)
        gone = await phone.post("/health/ingest", json={"deletions": [{"client_id": "p1"}]})
        assert [one["removed"] for one in gone.json()["deletions"]] == [0]
        assert (await phone.post("/health/ingest", json=batch(PULSE))).json()["counts"]["deleted"] == 1
    async with ground.client() as mine:
        started = await mine.post("/health/backfill", content=archive("a"), headers={"Content-Type": "application/zip"})
    async with ground.client(bens.secret) as phone:
        for method, rest in (("GET", ""), ("POST", "/cancel"), ("POST", "/undo")):
            there = f"{started.headers['location']}{rest}"
            assert (await phone.request(method, there)).status_code == 404, there
    assert await ground.samples() == 1


async def test_an_unpaired_phone_is_out_at_once(ground: Ground) -> None:
    store, owner = ground.services.store, ground.services.owner.id
    assert await store.health_senders.remove(owner, ground.paired.sender.id, NOW)
    assert (await post(ground, batch(PULSE))).status_code == 401


async def test_who_guesses_waits_and_learns_nothing_meanwhile(ground: Ground) -> None:
    async with ground.client(None) as guesser:
        tries = [await guesser.get("/health/status", headers={"X-Health-Secret": f"guess {n}"}) for n in range(6)]
        assert [answer.status_code for answer in tries] == [401] * 5 + [429]
        assert tries[-1].json()["code"] == "slow_down"
        assert int(tries[-1].headers["retry-after"]) >= 1
        right = {"X-Health-Secret": OWN}
        assert (await guesser.get("/health/status", headers=right)).status_code == 429
        ground.clock.advance(timedelta(minutes=16))
        assert (await guesser.get("/health/status", headers=right)).status_code == 200
    async with ground.client(OWN, peer="198.51.100.7") as elsewhere:
        assert (await elsewhere.get("/health/status")).status_code == 200


async def test_nobody_locks_a_paired_phone_out_from_its_own_address(ground: Ground) -> None:
    async with ground.client(None) as neighbour:
        for number in range(9):
            await neighbour.get("/health/status", headers={"X-Health-Secret": f"guess {number}"})
    async with ground.client() as phone:
        assert (await phone.get("/health/status")).status_code == 200


async def test_without_a_secret_of_the_settings_there_is_nothing_to_guess(tmp_path: Path) -> None:
    async with opened(tmp_path) as ground:
        ground.services.settings.health_secret = None
        app = create_app(
            ground.services,
            auth=page_auth(ground.services),
            closing=asyncio.Event(),
        )
        ground.app = app
        async with ground.client("") as phone:
            assert (await phone.get("/health/status")).status_code == 200
        async with ground.client("guess") as guesser:
            assert {(await guesser.get("/health/status")).status_code for _ in range(8)} == {401}


async def test_a_page_of_another_site_is_refused_even_with_the_secret(ground: Ground) -> None:
    answer = await post(ground, batch(PULSE), Origin="https://evil.example")
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")


async def test_whether_the_process_runs_is_still_told_to_anybody(ground: Ground) -> None:
    async with ground.client(None) as probe:
        assert (await probe.get("/health")).json()["status"] == "ok"


# --- what is taken ---------------------------------------------------------------------------------------------------


async def test_the_published_example_is_taken_whole(ground: Ground) -> None:
    receipt = (await post(ground, EXAMPLE)).json()
    assert receipt["counts"] == {**dict.fromkeys(receipt["counts"], 0), "stored": 3}
    again = (await post(ground, EXAMPLE)).json()
    assert again["counts"]["unchanged"] == 3


async def test_what_is_published_is_what_is_taken(ground: Ground) -> None:
    paths = ground.app.openapi()["paths"]
    posted = paths["/health/ingest"]["post"]
    assert posted["security"] == [{"APIKeyHeader": []}]
    body = posted["requestBody"]["content"]["application/json"]
    Draft202012Validator(body["schema"]).validate(body["example"])
    assert "$ref" not in json.dumps(body)
    assert set(posted["responses"]) >= {"200", "401", "413", "415", "422", "429", "503", "507"}
    assert "/health/status" in paths
    assert "/health/backfill/{number}/undo" in paths


async def test_a_gzipped_batch_is_the_same_batch(ground: Ground) -> None:
    packed = gzip.compress(json.dumps(batch(PULSE)).encode())
    half = len(packed) // 2
    assert (await post(ground, packed, **{"Content-Encoding": "gzip"})).json()["counts"]["stored"] == 1
    members = gzip.compress(b'{"samples"') + gzip.compress(b": []}") + bytes(512)
    assert (await post(ground, members, **{"Content-Encoding": "GZIP"})).status_code == 200
    assert (await post(ground, packed[:half], **{"Content-Encoding": "gzip"})).json()["code"] == "invalid_gzip"


async def test_how_fresh_everything_is(ground: Ground) -> None:
    sent = NOW + timedelta(seconds=300)
    await post(ground, {**batch(PULSE), "sent_at": sent.isoformat()})
    ground.clock.advance(timedelta(minutes=7, seconds=30))
    async with ground.client() as phone:
        seen = (await phone.get("/health/status")).json()
    assert [row["metric"] for row in seen["metrics"]] == [row.name for row in METRICS]
    assert (seen["lag_minutes"], seen["clock_skew_seconds"], seen["set_aside"]) == (7.5, 300.0, 0)
    pulse = next(row for row in seen["metrics"] if row["metric"] == "heart_rate")
    assert pulse == {
        "metric": "heart_rate",
        "unit": "bpm",
        "samples": 1,
        "devices": 1,
        "latest_sample": "2026-11-22T06:05:00Z",
        "latest_ingest": "2026-11-22T08:00:00Z",
        "ingest_lag_minutes": 7.5,
    }
    steps = next(row for row in seen["metrics"] if row["metric"] == "steps")
    assert (steps["samples"], steps["devices"], steps["latest_sample"], steps["ingest_lag_minutes"]) == (
        0,
        0,
        None,
        None,
    )


# --- what hostile senders get ----------------------------------------------------------------------------------------

MILLION = b'{"samples": [' + b"1," * 999_999 + b"1]}"
DEEP = b'{"samples": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
BOMB = gzip.compress(bytes(200_000_000), 1)
REFUSED: dict[str, tuple[bytes, dict[str, str], int]] = {
    "words": (b"steps: 5", {}, 422),
    "half a letter": (b'{"sender": "\\ud800"}', {}, 422),
    "nothing": (b"", {}, 422),
    "no UTF-8": (b"\xff\xfe{", {}, 422),
    "a list": (b"[]", {}, 422),
    "a million items": (MILLION, {}, 422),
    "endless nesting": (DEEP, {}, 422),
    "a number of a million digits": (b'{"samples": ' + b"9" * 1_000_000 + b"}", {}, 422),
    "too much": (b'{"sender": "' + b"x" * 10_000_000 + b'"}', {}, 413),
    "a bomb": (BOMB, {"Content-Encoding": "gzip"}, 413),
    "a bomb in a bomb's second half": (gzip.compress(b"{") + BOMB, {"Content-Encoding": "gzip"}, 413),
    "no gzip": (b"{}", {"Content-Encoding": "gzip"}, 422),
    "gzip with something after it": (gzip.compress(b"{}") + b"more", {"Content-Encoding": "gzip"}, 422),
    "a million gzips": (gzip.compress(b"") * 100_000, {"Content-Encoding": "gzip"}, 422),
    "gzip with a wrong checksum": (gzip.compress(b"{}")[:-8] + bytes(8), {"Content-Encoding": "gzip"}, 422),
    "deflate": (zlib.compress(b"{}"), {"Content-Encoding": "deflate"}, 415),
    "brotli": (b"{}", {"Content-Encoding": "br"}, 415),
    "two encodings": (gzip.compress(b"{}"), {"Content-Encoding": "gzip, gzip"}, 415),
    "a form": (b"a=b", {"Content-Type": "application/x-www-form-urlencoded"}, 415),
    "plain text": (b"{}", {"Content-Type": "text/plain"}, 415),
    "no type": (b"{}", {"Content-Type": ""}, 415),
}


async def test_what_is_no_batch_is_refused_with_a_sentence(ground: Ground) -> None:
    for name, (content, headers, status) in REFUSED.items():
        answer = await post(ground, content, **headers)
        assert answer.status_code == status, (name, answer.text)
        said = answer.json()
        assert set(said) == {"error", "code"}, name
        assert said["error"].endswith("."), name
        assert "Traceback" not in answer.text, name
        assert await ground.samples() == 0, name
    assert (await post(ground, batch(PULSE))).json()["counts"]["stored"] == 1  # and the door still works


def of(**changes: Any) -> dict[str, Any]:
    return {**PULSE, **changes}


SINGLE: dict[str, tuple[dict[str, Any], str]] = {
    "a pulse of 900": (of(value=900), "refused"),
    "negative steps": (of(metric="steps", unit="count", value=-5, end="2026-11-22T06:10:00+00:00"), "refused"),
    "an end before its start": (of(end="2026-11-22T06:00:00+00:00"), "refused"),
    "the day after tomorrow": (of(start="2026-11-24T06:05:00+00:00"), "later"),
    "the year 9999": (of(start="9999-12-31T23:59:59+00:00"), "later"),
    "a metric of next year": (of(metric="aura"), "set_aside"),
    "no zone": (of(start="2026-11-22T06:05:00"), "refused"),
    "a huge name": (of(device="x" * 100_000), "refused"),
    "NUL": (of(client_id="a\0b"), "refused"),
    "a unit of elsewhere": (of(unit="furlong"), "refused"),
    "a name of the wrong kind": (of(device=5), "refused"),
    "a version beyond all": (of(version=2**63), "refused"),
    "an offset of two days": (of(zone_offset_seconds=172_800), "refused"),
}


async def test_a_bridge_that_speaks_the_other_names_is_understood_and_what_it_says_besides_is_kept(
    ground: Ground,
) -> None:
    ours = of(client_id="")
    names = {"metric": "metric_type", "start": "start_time", "end": "end_time", "device": "source_device"}
    theirs = {names.get(name, name): value for name, value in ours.items()}
    first = (await post(ground, batch(ours))).json()["verdicts"][0]
    other = (await post(ground, batch(theirs))).json()["verdicts"][0]
    assert (first["verdict"], other["verdict"]) == ("stored", "unchanged")
    more = (await post(ground, batch({**theirs, "firmware": "1.2"}))).json()["verdicts"][0]
    assert (more["verdict"], more["client_id"]) == ("replaced", first["client_id"])
    assert await ground.samples() == 1


async def test_an_item_that_cannot_be_taken_costs_no_other(ground: Ground) -> None:
    for number, (name, (item, verdict)) in enumerate(SINGLE.items()):
        around = [of(client_id=f"{when} {name}", device=f"{when} {number}") for when in ("before", "after")]
        answer = await post(ground, batch(around[0], item, around[1]))
        assert answer.status_code == 200, (name, answer.text)
        assert [one["verdict"] for one in answer.json()["verdicts"]] == ["stored", verdict, "stored"], name
        assert answer.json()["verdicts"][1]["reason"].endswith("."), name
        assert await ground.samples() == 2 * (number + 1), name


async def test_what_is_no_number_is_never_kept(ground: Ground) -> None:
    for number in ("NaN", "Infinity", "-Infinity", "1e999", "1e400"):
        answer = await post(ground, json.dumps(batch(PULSE)).replace("58", number).encode())
        assert answer.status_code in (200, 422), number
        assert await ground.samples() == 0, number


async def test_what_can_be_read_and_is_hostile_comes_back_as_json(ground: Ground) -> None:
    """A receipt repeats the sender's ids: whatever they hold, it is JSON that can be read."""
    ids = ['"};<script>', "\u2028", "\x7f", "🦊" * 50, "\\u0000", "../../etc/passwd"]
    answer = await post(ground, batch(*(of(client_id=one, device=f"d{n}") for n, one in enumerate(ids))))
    assert [one["client_id"] for one in answer.json()["verdicts"]] == ids


# --- archives --------------------------------------------------------------------------------------------------------

ZIP = {"Content-Type": "application/zip"}


async def send_archive(ground: Ground, **how: Any) -> httpx.Response:
    async with ground.client() as phone:
        return await phone.post("/health/backfill", **how)


async def test_an_archive_waits_under_a_name_of_ours(ground: Ground) -> None:
    answer = await send_archive(ground, content=archive("a"), headers=ZIP, params={"name": "../../etc/cron.d/me.zip"})
    assert answer.status_code == 202, answer.text
    report = answer.json()
    assert (report["file"], report["status"]) == ("me.zip", "waiting")
    [kept] = ground.uploads.iterdir()
    assert kept.suffix == ".zip"
    assert kept.read_bytes() == archive("a")
    assert (stat.S_IMODE(kept.stat().st_mode), stat.S_IMODE(ground.uploads.stat().st_mode)) == (0o600, 0o700)
    async with ground.client() as phone:
        assert (await phone.get(answer.headers["location"])).json() == report


async def test_a_name_from_outside_is_words_and_never_a_path(ground: Ground) -> None:
    for name in ("../../../x.zip", "C:\\Windows\\x.zip", "/etc/x.zip", "x\0.zip", "x\n.zip", "", "." * 300):
        answer = await send_archive(ground, content=archive("a"), headers=ZIP, params={"name": name})
        assert answer.status_code == 202, answer.text
        assert not set("/\\\0\n") & set(answer.json()["file"]), name
    assert {path.parent for path in ground.uploads.iterdir()} == {ground.uploads}


async def test_a_form_brings_it_too(ground: Ground) -> None:
    sent = {"archive": ("samsung health.zip", archive("a", "b"), "application/zip")}
    answer = await send_archive(ground, data={"note": "hi"}, files=sent)
    assert (answer.status_code, answer.json()["file"]) == (202, "samsung health.zip")
    [kept] = ground.uploads.iterdir()
    assert kept.read_bytes() == archive("a", "b")


LARGE = archive("a") + bytes(2_000_000)
FORM = {"Content-Type": "multipart/form-data; boundary=b"}
PART = b'--b\r\nContent-Disposition: form-data; name="archive"; filename="a.zip"\r\n\r\n'
NO_ARCHIVES: dict[str, tuple[dict[str, Any], int, str]] = {
    "no zip": ({"content": b"hello, this is a table", "headers": ZIP}, 422, "not_a_zip"),
    "nothing": ({"content": b"", "headers": ZIP}, 422, "not_a_zip"),
    "two bytes": ({"content": b"PK", "headers": ZIP}, 422, "not_a_zip"),
    "too large": ({"content": LARGE, "headers": ZIP}, 413, "too_large"),
    "JSON": ({"json": {}}, 415, "unsupported_type"),
    "another field": ({"files": {"photo": ("a.zip", archive("a"))}}, 422, "no_archive"),
    "a field without a file": ({"content": b'--b\r\nContent-Disposition: form-data; name="archive"\r\n\r\nPK\r\n--b--', "headers": FORM}, 422, "no_archive"),
    "a form with no zip": ({"files": {"archive": ("a.zip", b"hello")}}, 422, "not_a_zip"),
    "a form too large": ({"files": {"archive": ("a.zip", LARGE)}}, 413, "too_large"),
    "a form cut off": ({"content": PART + archive("a"), "headers": FORM}, 400, "invalid_form"),
    "a form without boundary": ({"content": b"x", "headers": {"Content-Type": "multipart/form-data"}}, 400, "invalid_form"),
    "no form": ({"content": b"PK\x03\x04", "headers": FORM}, 400, "invalid_form"),
    "endless headers": ({"content": b"--b\r\n" + b"A: b\r\n" * 50_000, "headers": FORM}, 400, "invalid_form"),
}  # fmt: skip


async def test_what_is_no_archive_leaves_nothing_behind(tmp_path: Path) -> None:
    async with opened(tmp_path, health_max_archive_bytes=1_500_000) as ground:
        for name, (how, status, code) in NO_ARCHIVES.items():
            answer = await send_archive(ground, **how)
            assert (answer.status_code, answer.json()["code"]) == (status, code), name
            assert list(ground.uploads.glob("*")) == [], name
        assert await ground.services.store.health_backfills.everything(ground.services.owner.id) == []


@pytest.mark.parametrize("chunks", [1, 30])
async def test_a_phone_that_goes_away_leaves_nothing_behind(ground: Ground, chunks: int) -> None:
    """The server says that the phone has gone, in the middle of the archive."""
    parts: Iterator[dict[str, Any]] = iter(
        [
            *(
                {"type": "http.request", "body": b"PK\x03\x04" + bytes(99_996), "more_body": True}
                for _ in range(chunks)
            ),
            {"type": "http.disconnect"},
        ]
    )
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return next(parts)

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "POST", "scheme": "http",
        "path": "/health/backfill", "raw_path": b"/health/backfill", "query_string": b"", "root_path": "",
        "headers": [(b"x-health-secret", ground.paired.secret.encode()), (b"content-type", b"application/zip"),
                    (b"host", b"home.example")],
        "client": ("203.0.113.9", 5), "server": ("home.example", 80),
    }  # fmt: skip
    await ground.app(scope, receive, send)
    assert sent[0]["status"] == 422
    assert list(ground.uploads.glob("*")) == []


async def test_parts_that_a_crash_left_are_swept(ground: Ground) -> None:
    ground.uploads.mkdir()
    old, new = ground.uploads / "old.part", ground.uploads / "new.part"
    for path in (old, new):
        path.write_bytes(b"PK")
    os.utime(old, (NOW.timestamp() - 200_000,) * 2)
    os.utime(new, (NOW.timestamp() - 60,) * 2)
    await send_archive(ground, content=archive("a"), headers=ZIP)
    assert not old.exists()
    assert new.exists()


async def test_an_import_is_cancelled_and_its_archive_is_gone(ground: Ground) -> None:
    there = (await send_archive(ground, content=archive("a"), headers=ZIP)).headers["location"]
    async with ground.client() as phone:
        assert (await phone.post(f"{there}/undo")).status_code == 422
        assert (await phone.post(f"{there}/cancel")).json()["status"] == "cancelled"
        assert list(ground.uploads.iterdir()) == []
        assert (await phone.post(f"{there}/undo")).json()["status"] == "undone"
        for number in ("0", "-1", "x", "9" * 40, "99999"):
            assert (await phone.get(f"/health/backfill/{number}")).status_code in (404, 422), number

"""What people and attackers type comes back as it was typed, on both engines alike."""

from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from app.errors import StorageError
from app.memory.repositories import Repositories
from tests.memory.databases import NOON, later

TEXTS = [
    'it\'s "quoted" \\ back`tick',
    "'; DROP TABLE notes; --",
    "$1 $2 ?1 :name %s {} {{id}}",
    "100% _under_ score",
    "👩‍👩‍👧‍👦🇵🇹 e\u0301 ﷽",
    "مرحبا بالعالم \u202e evil",
    "line\r\nbreak\ttab\x01\x7f",
    "",
    " ",
    "ü" * 1_000_000,
    "word " * 200_000,
]


@pytest.mark.parametrize("text", TEXTS, ids=[text[:12].encode("unicode_escape").decode() for text in TEXTS])
async def test_any_text_comes_back_as_it_was(house: Repositories, text: str) -> None:
    note = await house.notes.add(
        "ana", title=text, content=text, tags=[text], source=text, turn_id=text, taint=[text], at=NOON
    )
    assert note == await house.notes.get("ana", note.id)
    assert (note.title, note.content, note.tags, note.turn_id, note.taint) == (text, text, [text], text, [text])
    await house.notes.find("ana", text)
    await house.contexts.put("ana", text[:200], text, NOON)
    entry = await house.contexts.get("ana", text[:200])
    assert entry is not None
    assert entry.content == text


async def test_what_no_database_can_hold_is_taken_out_of_text(house: Repositories) -> None:
    await house.contexts.put("ana", "k\x00", "a\x00b \ud800 c", NOON)
    entry = await house.contexts.get("ana", "k")
    assert entry is not None
    assert entry.content == "ab ? c"


async def test_json_keeps_what_text_cannot(house: Repositories) -> None:
    body: dict[str, Any] = {"nul": "a\x00b", "deep": [[[{"x": [None, True, 1, 1.0, 1e300, -0.0]}]]], "ключ": "值"}
    entry = await house.outbox.put("ana", channel="web", address="", key="k", body=body, turn_id=None, at=NOON)
    assert entry.body == body
    assert repr(entry.body) == repr(body)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}, b"bytes", 2j])
async def test_what_json_cannot_say_is_refused(house: Repositories, value: Any) -> None:
    with pytest.raises(StorageError):
        await house.outbox.put("ana", channel="web", address="", key="k", body={"x": value}, turn_id=None, at=NOON)
    assert await house.outbox.get_by_key("ana", "k") is None


async def test_a_time_comes_back_as_the_same_moment_in_utc(house: Repositories) -> None:
    there = datetime(2026, 7, 1, 0, 30, 0, 1, tzinfo=timezone(timedelta(hours=5, minutes=45)))
    await house.contexts.put("ana", "k", "x", there)
    entry = await house.contexts.get("ana", "k")
    assert entry is not None
    assert entry.updated_at == there
    assert entry.updated_at.utcoffset() == timedelta(0)


async def test_a_time_without_zone_is_refused(house: Repositories) -> None:
    with pytest.raises(StorageError):
        await house.contexts.put("ana", "k", "x", datetime(2026, 7, 1))  # noqa: DTZ001 - the point


async def test_moments_are_ordered_as_time_is_whatever_their_zone(house: Repositories) -> None:
    zones = [timezone(timedelta(hours=hours)) for hours in (-11, 0, 13)]
    for number, zone in enumerate(zones * 3):
        moment = later(minutes=number, microseconds=number).astimezone(zone)
        await house.reminders.add(
            "ana",
            text=str(number),
            due_at=moment,
            local_start="",
            time_zone="UTC",
            rule=None,
            turn_id=None,
            taint=[],
            at=NOON,
        )
    assert [one.text for one in await house.reminders.list("ana")] == [str(number) for number in range(9)]


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 2**200])
async def test_a_number_out_of_range_is_refused(house: Repositories, number: int) -> None:
    with pytest.raises(StorageError):
        await house.notes.get("ana", number)

"""An event as its own server had it, kept with the change that may be taken back."""

import base64
import json
import random
import zlib
from datetime import UTC, datetime, timedelta

import pytest

from app.integrations.calendar.event import Event, Guest
from app.integrations.calendar.former import Former

NOON = datetime(2027, 3, 10, 12, tzinfo=UTC)
LUNCH = Event(
    uid="u1",
    key="u1",
    start=NOON,
    end=NOON + timedelta(hours=1),
    title="Lunch",
    place="Buka",
    notes="the Zanzibar file",
    calendar="Home",
    href="/home/u1.ics",
    guests=(Guest("Kofi", "kofi@acme.example", "accepted"),),
)


def test_it_comes_back_to_the_byte_through_what_is_kept() -> None:
    former = Former.of(LUNCH, b"BEGIN:VCALENDAR\r\nX-COLOUR:teal\r\n", etag='"2"', lost="Its files are gone.")
    assert former is not None
    again = Former.from_json(json.loads(json.dumps(former.as_json())))
    assert again == former
    assert (again.data, again.etag, again.was_taken_away) == (b"BEGIN:VCALENDAR\r\nX-COLOUR:teal\r\n", '"2"', False)


def test_what_is_too_large_is_not_kept() -> None:
    assert Former.of(LUNCH, random.Random(1).randbytes(200_000)) is None


def test_what_it_says_stands_open_for_who_wants_it_forgotten() -> None:
    former = Former.of(LUNCH, b"packed")
    assert former is not None
    kept = json.dumps(former.as_json())
    assert all(word in kept for word in ("Lunch", "Buka", "Zanzibar", "Kofi", "kofi@acme.example"))


@pytest.mark.parametrize("packed", ["no base64!", base64.b64encode(b"not packed").decode(), ""])
def test_what_was_spoiled_is_nothing(packed: str) -> None:
    assert Former.from_json({"uid": "u1", "packed": packed}).data == b""


def test_what_would_grow_without_end_is_cut() -> None:
    packed = base64.b64encode(zlib.compress(b"0" * 50_000_000, 9)).decode()
    assert len(Former.from_json({"packed": packed}).data) == 4_000_000

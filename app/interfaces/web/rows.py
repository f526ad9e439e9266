"""How stored rows look on the page: one JSON shape for the user's words and for everything said to the user.

Ids are stable, so that the browser can tell a message it has from a new one: "in-…" for words received, "out-…" for words said.
"""

from collections.abc import Sequence
from typing import Any, TypedDict

from app.charts.layout import NARROW, WIDE
from app.charts.selection import charts_in
from app.memory.records import InboxEntry, OutboxEntry


class Picture(TypedDict):
    """A chart as the page shows it: `wide` and `narrow` are addresses of the same picture for a desk and for a phone."""

    title: str
    alt: str
    wide: str
    narrow: str


class Shown(TypedDict):
    """A message as the page shows it. `client_id` is the id the sender's device gave it; `at` is ISO, UTC."""

    id: str
    role: str
    kind: str
    text: str
    at: str
    turn_id: str | None
    channel: str
    client_id: str
    buttons: list[dict[str, str]]
    files: list[str]
    charts: list[Picture]


# The frames by the name they have in a picture's address.
FRAMES = {"wide": WIDE, "narrow": NARROW}


def words(entry: InboxEntry, files: Sequence[str] = ()) -> Shown:
    """What the user wrote. `files` are the names of what came with it."""
    return {
        "id": f"in-{entry.id}",
        "role": "user",
        "kind": "words",
        "text": entry.text,
        "at": entry.received_at.isoformat(),
        "turn_id": entry.turn_id,
        "channel": entry.channel,
        "client_id": entry.external_id,
        "buttons": [],
        "files": list(files),
        "charts": [],
    }


def said(entry: OutboxEntry, buttons: list[dict[str, Any]]) -> Shown:
    """What was said to the user, with those of its buttons that still do something."""
    return {
        "id": f"out-{entry.id}",
        "role": "assistant",
        "kind": str(entry.body.get("kind", "reply")),
        "text": str(entry.body.get("text", "")),
        "at": entry.created_at.isoformat(),
        "turn_id": entry.turn_id,
        "channel": entry.channel,
        "client_id": "",
        "buttons": buttons,
        "files": [],
        "charts": _pictures(entry),
    }


def _pictures(entry: OutboxEntry) -> list[Picture]:
    return [
        {
            "title": chart.title,
            "alt": chart.alt,
            "wide": _address(entry, at, "wide"),
            "narrow": _address(entry, at, "narrow"),
        }
        for at, chart in enumerate(charts_in(entry.body))
    ]


def _address(entry: OutboxEntry, at: int, frame: str) -> str:
    return f"/chat/charts/{entry.id}/{at}/{frame}.svg"

"""What is asked of the Graph server, what it answers, and the world it keeps."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.fakes.vendors.graph.odata import Item, Refused

NOON = datetime(2026, 11, 26, 12, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Asked:
    """One request: its path below the version, its query, and the ids in its path."""

    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: Any
    content: bytes
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A status with JSON, or with bytes."""

    status: int
    body: dict[str, Any] | bytes | None = None
    location: str = ""


@dataclass
class World:
    """All that one person has at Microsoft. `owner` is their address; what comes gets a time of its own, a second apart."""

    owner: str = "ana@example.org"
    now: datetime = NOON
    folders: dict[str, Item] = field(default_factory=dict)
    messages: dict[str, Item] = field(default_factory=dict)
    journal: list[tuple[str, str]] = field(default_factory=list)
    oldest_token: int = 0
    went_out: list[bytes] = field(default_factory=list)
    calendars: dict[str, Item] = field(default_factory=dict)
    events: dict[str, Item] = field(default_factory=dict)
    told: list[tuple[str, str]] = field(default_factory=list)
    schedules: dict[str, list[Item]] = field(default_factory=dict)
    lists: dict[str, Item] = field(default_factory=dict)
    tasks: dict[str, dict[str, Item]] = field(default_factory=dict)
    people: dict[str, dict[str, Item]] = field(default_factory=dict)
    drive: dict[str, Item] = field(default_factory=dict)
    contents: dict[str, bytes] = field(default_factory=dict)
    shared: dict[str, list[Item]] = field(default_factory=dict)
    made: int = 0

    def number(self) -> int:
        """The next of all numbers."""
        self.made += 1
        return self.made

    def id(self, kind: str) -> str:
        """An id with the marks in it that Graph's have."""
        return f"AAkAL{kind}-{self.number():04d}_x=="

    def tick(self) -> str:
        """The time, a second later than before."""
        self.now += timedelta(seconds=1)
        return self.now.strftime("%Y-%m-%dT%H:%M:%SZ")

    def version(self) -> str:
        """An etag."""
        return f'W/"{self.number()}"'


def held(items: dict[str, Item], id_: str) -> Item:
    """The one of that id."""
    if id_ not in items:
        raise Refused(404, "ErrorItemNotFound", "The specified object was not found in the store.")
    return items[id_]


def unchanged(item: Item, asked: Asked) -> None:
    """Refuses a change of another version than the one that is there."""
    wanted = asked.headers.get("if-match", "*")
    if wanted not in ("*", item["@odata.etag"]):
        raise Refused(412, "ErrorIrresolvableConflict", "The send or update operation could not be performed.")

"""What there is on the server: a number, people, what they see, files, templates. Its clock is a test's."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.fakes.graph_api.orders import Call, Fault
from tests.fakes.graph_api.people import Person

WINDOW = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Shown:
    """A message as a phone shows it: `buttons` by label, with what a tap sends."""

    wamid: str
    kind: str
    text: str
    at: datetime
    buttons: dict[str, str] = field(default_factory=dict)
    data: bytes = b""
    name: str = ""
    voice: bool = False


@dataclass(slots=True)
class File:
    """A file that was handed over, or that somebody sent."""

    name: str
    media_type: str
    data: bytes
    ticket: str = ""


@dataclass(slots=True)
class World:
    """All of it. `templates` are names with their languages; each has one variable."""

    token: str = "token-of-the-tests"
    app_secret: str = "secret-of-the-tests"
    verify_token: str = "word-of-the-tests"
    number_id: str = "106540352242922"
    display: str = "15550783881"
    account: str = "102290129340398"
    quality: str = "GREEN"
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    templates: dict[str, str] = field(default_factory=lambda: {"for_you": "en"})
    statuses: dict[str, str] = field(default_factory=dict)  # of templates that aren't approved
    people: list[Person] = field(default_factory=list)
    seen: dict[str, list[Shown]] = field(default_factory=dict)
    files: dict[str, File] = field(default_factory=dict)
    read: list[tuple[str, bool]] = field(default_factory=list)
    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    orders: dict[Call, list[Fault]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    slow: float = 0.0  # seconds from what a call does to its answer
    showed: Callable[[Shown], None] = lambda _: None
    stamp: int = 0

    def new_id(self, kind: str) -> str:
        """An id that there wasn't."""
        self.stamp += 1
        return f"{kind}{self.stamp:012d}"

    def find(self, to: str) -> Person | None:
        """Who has this number or this id."""
        asked = to.removeprefix("+")
        return next((each for each in self.people if asked in (each.number, each.user_id) and asked), None)

    def is_open(self, person: Person) -> bool:
        """Whether they wrote within 24 hours."""
        return person.wrote_at is not None and self.now() < person.wrote_at + WINDOW

    def keep(self, file: File) -> str:
        """The id of a file."""
        media_id = self.new_id("")
        self.files[media_id] = file
        return media_id

    def expire(self) -> None:
        """The addresses that were given for files are good no more."""
        for file in self.files.values():
            file.ticket = ""

    def order(self, call: Call, *faults: Fault) -> None:
        """The next calls of this kind fail, in this order."""
        self.orders.setdefault(call, []).extend(faults)

    def fault(self, call: Call) -> Fault | None:
        """What was ordered for this call."""
        waiting = self.orders.get(call)
        return waiting.pop(0) if waiting else None

"""What comes from people's calendars, mailboxes and work, as the clock asks for it: three small ports, and whatever is connected to them.

Knows no service. With nothing connected every tuple is empty, and nothing is asked, planned or said on their account.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Meeting:
    """A meeting in somebody's calendar. `people` are names (addresses where there is none), `addresses` of whom any is known. `key` names it in its source, and stays when it is moved; times are aware. One of whole days
    (`all_day`) lasts from midnight to midnight on its user's clock, and nobody is told shortly before it.

    What it says (title, place, people, notes) was written by other people.
    """

    key: str
    title: str
    start: datetime
    end: datetime
    place: str = ""
    people: tuple[str, ...] = ()
    notes: str = ""
    addresses: tuple[str, ...] = ()
    all_day: bool = False


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail that matters: who wrote it, about what, and in a few words why it matters. Other people's words."""

    sender: str
    subject: str
    why: str
    received_at: datetime


class MeetingSource(Protocol):
    """Calendars of one kind."""

    @property
    def name(self) -> str:
        """What it is called where its words taint something, such as "google calendar"."""
        ...

    async def users(self) -> Sequence[str]:
        """The ids of the users who have connected one."""
        ...

    async def upcoming(self, user_id: str, since: datetime, until: datetime) -> Sequence[Meeting]:
        """Meetings that start from `since` on and before `until`, and days that lie between, soonest first. Raises AssistantError where nobody answers."""
        ...


class MailSource(Protocol):
    """Mailboxes of one kind."""

    @property
    def name(self) -> str:
        """What it is called where its words taint something, such as "gmail"."""
        ...

    async def users(self) -> Sequence[str]:
        """The ids of the users who have connected one."""
        ...

    async def matters(self, user_id: str, since: datetime) -> Sequence[Letter]:
        """What came since then and matters, the most important first. Raises AssistantError where nobody answers."""
        ...

    async def between_us(self, user_id: str, address: str, limit: int) -> Sequence[Letter]:
        """The last mails from that address, newest first, each without a reason. Raises AssistantError where nobody answers."""
        ...


@dataclass(frozen=True, slots=True)
class Task:
    """Something at work that waits for somebody: `name` is how it is called there ("acme/site#12"), `why` in a few words, `where` what the
    service is called, "" where that is its source's name. Other people's words."""

    name: str
    title: str
    why: str
    at: datetime
    source: str
    where: str = ""


class WorkSource(Protocol):
    """Services of one kind."""

    @property
    def name(self) -> str:
        """What it is called, such as "GitHub"."""
        ...

    async def waiting(self, user_id: str) -> Sequence[Task]:
        """What waits for its user there, the most urgent first. Raises AssistantError where nobody answers."""
        ...


@dataclass(frozen=True, slots=True)
class Feeds:
    """All that is connected in this house."""

    meetings: tuple[MeetingSource, ...] = ()
    mail: tuple[MailSource, ...] = ()
    work: tuple[WorkSource, ...] = ()


NOTHING_CONNECTED = Feeds()

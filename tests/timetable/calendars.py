"""Calendars and mailboxes for tests: they hold what a test puts in, and count how often they are asked."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from app.errors import AssistantError
from app.timetable.feeds import Letter, Meeting


def meeting(start: datetime, title: str = "standup", *, key: str = "m1", **more: object) -> Meeting:
    """Half an hour from `start`."""
    return Meeting(key, title, start, start + timedelta(minutes=30), **more)  # type: ignore[arg-type]


class Calendars:
    """Meetings by user."""

    name = "calendar"

    def __init__(self, meetings: Mapping[str, Sequence[Meeting]], *, is_down: bool = False) -> None:
        self.meetings = dict(meetings)
        self.is_down = is_down
        self.asked = 0

    async def users(self) -> Sequence[str]:
        """All of them."""
        return list(self.meetings)

    async def upcoming(self, user_id: str, since: datetime, until: datetime) -> Sequence[Meeting]:
        """Those that start in the time."""
        self.asked += 1
        if self.is_down:
            raise AssistantError("The calendar isn't answering.")
        return [one for one in self.meetings.get(user_id, ()) if since <= one.start < until]


class Mailboxes:
    """Letters by user."""

    name = "mail"

    def __init__(self, letters: Mapping[str, Sequence[Letter]], *, is_down: bool = False) -> None:
        self.letters = letters
        self.is_down = is_down

    async def users(self) -> Sequence[str]:
        """All of them."""
        return list(self.letters)

    async def matters(self, user_id: str, since: datetime) -> Sequence[Letter]:
        """What came since then."""
        if self.is_down:
            raise AssistantError("The mailbox isn't answering.")
        return [one for one in self.letters.get(user_id, ()) if one.received_at >= since]

    async def between_us(self, user_id: str, address: str, limit: int) -> Sequence[Letter]:
        """Those from that sender."""
        if self.is_down:
            raise AssistantError("The mailbox isn't answering.")
        return [one for one in self.letters.get(user_id, ()) if one.sender == address][:limit]

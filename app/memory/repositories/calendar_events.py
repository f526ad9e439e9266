"""Events that were seen in calendars, so that each time of each has a number. Knows no calendar."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app.memory.records import EventHeading
from app.memory.repositories.repository import Repository
from app.memory.rows import record, records
from app.memory.words import fold

_SEEN = """INSERT INTO calendar_events (user_id, account_id, calendar, href, key, title, starts_at, ends_at, all_day, taint, listed_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    ON CONFLICT (user_id, account_id, href, key) DO UPDATE SET
    calendar = $3, title = $6, starts_at = $7, ends_at = $8, all_day = $9, taint = $10, listed_at = $11, deleted_at = NULL
    RETURNING *"""
_OPEN = "SELECT * FROM calendar_events WHERE user_id = $1 AND deleted_at IS NULL"
_LATEST = 300


@dataclass(frozen=True, slots=True)
class SeenEvent:
    """One time of an event as a calendar gives it; times are aware."""

    account_id: int
    calendar: str
    href: str
    key: str
    title: str
    starts_at: datetime
    ends_at: datetime
    all_day: bool
    taint: tuple[str, ...]


class CalendarEvents(Repository):
    """An event keeps its number wherever it is moved in time."""

    async def seen(self, user_id: str, events: Sequence[SeenEvent], at: datetime) -> list[EventHeading]:
        """Write them down, and give them back with their numbers, in their order."""
        rows: list[EventHeading] = []
        async with self._db.transaction():
            for one in events:
                place = (one.account_id, one.calendar, one.href, one.key, one.title)
                [row] = await self._db.fetch(
                    _SEEN, user_id, *place, one.starts_at, one.ends_at, one.all_day, list(one.taint), at
                )
                rows.append(record(EventHeading, row))
        return rows

    async def get(self, user_id: str, id: int) -> EventHeading | None:
        """The one of that number, also one that is gone."""
        row = await self._db.fetch_one("SELECT * FROM calendar_events WHERE user_id = $1 AND id = $2", user_id, id)
        return record(EventHeading, row) if row else None

    async def latest(self, user_id: str, limit: int = 50) -> list[EventHeading]:
        """Those that were listed last, in the order of their times."""
        sql = f"{_OPEN} ORDER BY listed_at DESC, starts_at, id LIMIT $2"
        return records(EventHeading, await self._db.fetch(sql, user_id, limit))

    async def find(self, user_id: str, words: str) -> list[EventHeading]:
        """Those whose title has all the words, of the latest `_LATEST`."""
        asked = [fold(word) for word in words.split()]
        return [
            one
            for one in await self.latest(user_id, _LATEST)
            if all(word in fold(f"{one.title} {one.calendar}") for word in asked)
        ]

    async def gone(self, user_id: str, id: int, at: datetime) -> None:
        """It is no longer there."""
        sql = "UPDATE calendar_events SET deleted_at = $3 WHERE user_id = $1 AND id = $2"
        await self._db.execute(sql, user_id, id, at)

"""How far each background reader of the conversation has come. A reader writes its mark together with what it made.

Who is behind is asked often and with many turns kept, so it reads one turn a user, off the index of each user's turns.
"""

from datetime import datetime, timedelta

from app.memory.records import CLOCK, Behind, Mark
from app.memory.repositories.operator import operator
from app.memory.repositories.repository import Repository
from app.memory.rows import moment, record, records

_PUT = """INSERT INTO marks (user_id, name, turn_number, at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (user_id, name) DO UPDATE SET turn_number = excluded.turn_number, at = excluded.at"""
# Users come first, and of each the last turn in the order of their index: nothing walks through everybody's turns. In what the clock
# asked for nobody said anything, so nobody is behind with it.
_LAST = f"SELECT number FROM turns WHERE user_id = u.id AND channel <> '{CLOCK}' ORDER BY number + 0 DESC LIMIT 1"
BEHIND = f"""FROM users u
    CROSS JOIN turns t
    LEFT JOIN marks m ON m.user_id = u.id AND m.name = $1
    WHERE t.number = ({_LAST}) AND t.user_id = u.id AND t.number > COALESCE(m.turn_number, 0)"""
_LIST = f"""SELECT u.id AS user_id, COALESCE(m.turn_number, 0) AS mark, t.number AS newest, t.finished_at AS newest_at
    {BEHIND} AND t.finished_at <= $2 ORDER BY t.finished_at, t.number LIMIT $3"""
FAR_BEHIND = """SELECT u.id AS user_id FROM users u LEFT JOIN marks m ON m.user_id = u.id AND m.name = $1
    WHERE EXISTS (SELECT 1 FROM turns t WHERE t.user_id = u.id AND t.number + 0 > COALESCE(m.turn_number, 0)
        ORDER BY t.number + 0 LIMIT 1 OFFSET $2)
    ORDER BY u.id LIMIT $3"""


class Marks(Repository):
    """One row a user and reader; a reader without one has read nothing."""

    async def get(self, user_id: str, name: str) -> Mark | None:
        """Where a reader stands, or None."""
        row = await self._db.fetch_one("SELECT * FROM marks WHERE user_id = $1 AND name = $2", user_id, name)
        return record(Mark, row) if row else None

    async def put(self, user_id: str, name: str, turn_number: int, at: datetime) -> None:
        """The reader has read up to that turn, it included."""
        await self._db.execute(_PUT, user_id, name, turn_number, at)

    @operator
    async def behind(self, name: str, *, quiet_since: datetime, limit: int = 50) -> list[Behind]:
        """Users with turns of their own that the reader has not read, and who said nothing since then: whoever waits longest first."""
        return records(Behind, await self._db.fetch(_LIST, name, quiet_since, limit))

    @operator
    async def far_behind(self, name: str, *, turns: int, limit: int = 50) -> list[str]:
        """Ids of users with more than so many turns that the reader has not read."""
        rows = await self._db.fetch(FAR_BEHIND, name, turns, limit)
        return [row["user_id"] for row in rows]

    @operator
    async def next_due(self, name: str, quiet: timedelta) -> datetime | None:
        """When the first of the users the reader is behind with will have been quiet for so long; None where it is not."""
        row = await self._db.fetch_one(f"SELECT MIN(t.finished_at) AS newest_at {BEHIND}", name)
        newest_at = moment(row["newest_at"]) if row else None
        return newest_at + quiet if newest_at else None

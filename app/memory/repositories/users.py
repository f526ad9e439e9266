"""Users, and by which names the channels know them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from app.errors import ActionRefused
from app.memory.ports import Database, Row, Value
from app.memory.records import Identity, User
from app.memory.repositories.operator import operator
from app.memory.repositories.repository import Repository
from app.memory.rows import marks, parts, record, records

_ADD = """INSERT INTO users (id, name, time_zone, zone_source, locale, settings, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING"""
_LINK = """INSERT INTO identities (channel, external_id, user_id, created_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (channel, external_id) DO NOTHING"""


class Users(Repository):
    """Who the assistant works for."""

    def __init__(self, db: Database) -> None:
        """All methods work on `db`."""
        super().__init__(db)
        self._zones_of_this_run: dict[str, str] = {}

    def lend_zone(self, user_id: str, zone: str) -> None:
        """Let a user's clock be in a zone for this process alone, until they name another; nothing of it is stored."""
        self._zones_of_this_run[user_id] = zone

    async def add(
        self, user_id: str, *, name: str, time_zone: str, zone_source: str, locale: str, at: datetime
    ) -> User:
        """Make a user; one who exists is returned as they are."""
        await self._db.execute(_ADD, user_id, name, time_zone, zone_source, locale, {}, at)
        [row] = await self._db.fetch("SELECT * FROM users WHERE id = $1", user_id)
        return self._user(row)

    async def get(self, user_id: str) -> User | None:
        """The user, or None."""
        row = await self._db.fetch_one("SELECT * FROM users WHERE id = $1", user_id)
        return self._user(row) if row else None

    def _user(self, row: Row) -> User:
        user = record(User, row)
        lent = self._zones_of_this_run.get(user.id)
        return replace(user, time_zone=lent, zone_source="setting") if lent else user

    @operator
    async def those(self, ids: Sequence[str]) -> list[User]:
        """The users of these ids who are there, in no order."""
        found: list[User] = []
        for part in parts(ids):
            sql = f"SELECT * FROM users WHERE id IN ({marks(len(part))})"
            found += records(User, await self._db.fetch(sql, *part))
        return found

    async def set_zone(self, user_id: str, zone: str, source: str) -> None:
        """Where the user's clock is, and how we know."""
        self._zones_of_this_run.pop(user_id, None)
        await self._db.execute("UPDATE users SET time_zone = $2, zone_source = $3 WHERE id = $1", user_id, zone, source)

    async def set_setting(self, user_id: str, name: str, value: Value) -> None:
        """Keep one of the user's own settings; None takes it back."""
        async with self._db.transaction():
            user = await self.get(user_id)
            if user is None:
                return
            others = {key: kept for key, kept in user.settings.items() if key != name}
            settings = others if value is None else {**others, name: value}
            await self._db.execute("UPDATE users SET settings = $2 WHERE id = $1", user_id, settings)

    @operator
    async def everyone(self, after: str, limit: int) -> list[User]:
        """Users by id, those after `after`."""
        sql = "SELECT * FROM users WHERE id > $1 ORDER BY id LIMIT $2"
        return records(User, await self._db.fetch(sql, after, limit))

    @operator
    async def everyone_on(self, channels: Sequence[str]) -> set[str]:
        """The ids of all users whom one of these channels knows."""
        if not channels:
            return set()
        sql = f"SELECT DISTINCT user_id FROM identities WHERE channel IN ({marks(len(channels))})"
        return {row["user_id"] for row in await self._db.fetch(sql, *channels)}

    async def link(self, user_id: str, channel: str, external_id: str, at: datetime) -> Identity:
        """Let a channel's sender be this user. Raises ActionRefused where the sender is somebody else already."""
        async with self._db.transaction():
            await self._db.execute(_LINK, channel, external_id, user_id, at)
            sql = "SELECT * FROM identities WHERE channel = $1 AND external_id = $2"
            [row] = await self._db.fetch(sql, channel, external_id)
        identity = record(Identity, row)
        if identity.user_id != user_id:
            raise ActionRefused("That sender already belongs to another user.")
        return identity

    async def unlink(self, user_id: str, channel: str, external_id: str) -> bool:
        """Let a channel's sender be nobody again; False where the sender isn't this user."""
        sql = "DELETE FROM identities WHERE user_id = $1 AND channel = $2 AND external_id = $3"
        return await self._db.execute(sql, user_id, channel, external_id) > 0

    @operator
    async def find(self, channel: str, external_id: str) -> User | None:
        """Who a channel's sender is, or None: the question that comes before there is a user."""
        sql = (
            "SELECT u.* FROM users u JOIN identities i ON i.user_id = u.id WHERE i.channel = $1 AND i.external_id = $2"
        )
        row = await self._db.fetch_one(sql, channel, external_id)
        return self._user(row) if row else None

    async def identities(self, user_id: str) -> list[Identity]:
        """All names of one user, oldest first."""
        sql = "SELECT * FROM identities WHERE user_id = $1 ORDER BY created_at, channel, external_id"
        return records(Identity, await self._db.fetch(sql, user_id))

    @operator
    async def known_on(self, ids: Sequence[str], channels: Sequence[str]) -> list[Identity]:
        """The names of these users on these channels, oldest first."""
        found: list[Identity] = []
        for part in parts(ids) if channels else ():
            sql = (
                f"SELECT * FROM identities WHERE user_id IN ({marks(len(part))})"
                f" AND channel IN ({marks(len(channels), 1 + len(part))}) ORDER BY created_at, channel, external_id"
            )
            found += records(Identity, await self._db.fetch(sql, *part, *channels))
        return found

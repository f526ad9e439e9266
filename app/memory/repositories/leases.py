"""Leases: who may do a thing until when. They serve processes, not people."""

from datetime import datetime, timedelta

from app.memory.records import Json, Lease
from app.memory.repositories.operator import operator
from app.memory.repositories.repository import Repository
from app.memory.rows import record, records

_ACQUIRE = """INSERT INTO leases (name, holder, expires_at, info) VALUES ($1, $2, $3, $4)
    ON CONFLICT (name) DO UPDATE SET holder = $2, expires_at = $3, info = $4
    WHERE leases.holder = $2 OR leases.expires_at <= $5"""


class Leases(Repository):
    """Leases by name."""

    @operator
    async def acquire(self, name: str, holder: str, *, now: datetime, ttl: timedelta, info: Json | None = None) -> bool:
        """Take it or keep it for `ttl`; False while somebody else holds it."""
        return await self._db.execute(_ACQUIRE, name, holder, now + ttl, info or {}, now) > 0

    @operator
    async def renew(self, name: str, holder: str, until: datetime) -> bool:
        """Keep it until then; False where it is not the holder's any more. Never takes it."""
        sql = "UPDATE leases SET expires_at = $3 WHERE name = $1 AND holder = $2"
        return await self._db.execute(sql, name, holder, until) > 0

    @operator
    async def release(self, name: str, holder: str) -> bool:
        """Give it up; False where it was not the holder's."""
        return await self._db.execute("DELETE FROM leases WHERE name = $1 AND holder = $2", name, holder) > 0

    @operator
    async def get(self, name: str) -> Lease | None:
        """The lease, expired or not."""
        row = await self._db.fetch_one("SELECT * FROM leases WHERE name = $1", name)
        return record(Lease, row) if row else None

    @operator
    async def live(self, prefix: str, now: datetime) -> list[Lease]:
        """The leases that hold now and whose name begins so, by name."""
        rows = await self._db.fetch("SELECT * FROM leases WHERE expires_at > $1 ORDER BY name", now)
        return [lease for lease in records(Lease, rows) if lease.name.startswith(prefix)]

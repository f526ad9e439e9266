"""Which key the vault seals with: its fingerprint, one for all processes on this database. The key itself is never here."""

from datetime import datetime

from app.memory.repositories.operator import operator
from app.memory.repositories.repository import Repository

_PLACE = "current"


class VaultKeys(Repository):
    """One row, there since the first secret was kept."""

    @operator
    async def current(self) -> str | None:
        """The fingerprint; None where nothing was ever kept."""
        row = await self._db.fetch_one("SELECT key_id FROM vault_keys WHERE place = $1", _PLACE)
        return row["key_id"] if row else None

    @operator
    async def begin(self, key_id: str, at: datetime) -> str:
        """The fingerprint, which is this one where nothing was kept before. Until the end of the open transaction nobody else seals."""
        sql = (
            "INSERT INTO vault_keys (place, key_id, changed_at) VALUES ($1, $2, $3)"
            " ON CONFLICT (place) DO UPDATE SET place = vault_keys.place RETURNING key_id"
        )
        [row] = await self._db.fetch(sql, _PLACE, key_id, at)
        return row["key_id"]

    @operator
    async def change(self, key_id: str, at: datetime) -> None:
        """Seal with that one from now on."""
        sql = "UPDATE vault_keys SET key_id = $2, changed_at = $3 WHERE place = $1"
        await self._db.execute(sql, _PLACE, key_id, at)

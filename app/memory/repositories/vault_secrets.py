"""Secrets of people's accounts, sealed. Knows no key: what is written and read is what lies on the disk."""

from datetime import datetime

from app.memory.records import Sealed, SealedSecret, SecretName
from app.memory.repositories.operator import operator
from app.memory.repositories.repository import Repository
from app.memory.rows import record, records

_SEALED = "id, user_id, account, name, key_id, nonce, ciphertext"
_NAMED = "user_id, account, name, key_id, created_at, updated_at"
_PUT = """INSERT INTO vault_secrets (user_id, account, name, key_id, nonce, ciphertext, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
    ON CONFLICT (user_id, account, name) DO UPDATE SET key_id = $4, nonce = $5, ciphertext = $6, updated_at = $7"""


class VaultSecrets(Repository):
    """At most one of a name for each account."""

    async def put(self, user_id: str, account: str, name: str, sealed: Sealed, at: datetime) -> None:
        """Keep it; what was there under that name is written over."""
        await self._db.execute(_PUT, user_id, account, name, sealed.key_id, sealed.nonce, sealed.ciphertext, at)

    async def get(self, user_id: str, account: str, name: str) -> SealedSecret | None:
        """The one of that name."""
        sql = f"SELECT {_SEALED} FROM vault_secrets WHERE user_id = $1 AND account = $2 AND name = $3"
        row = await self._db.fetch_one(sql, user_id, account, name)
        return record(SealedSecret, row) if row else None

    async def names(self, user_id: str) -> list[SecretName]:
        """What is kept, by account and name, without the values."""
        sql = f"SELECT {_NAMED} FROM vault_secrets WHERE user_id = $1 ORDER BY account, name"
        return records(SecretName, await self._db.fetch(sql, user_id))

    async def delete(self, user_id: str, account: str) -> int:
        """Remove all that is kept of an account; how many there were."""
        sql = "DELETE FROM vault_secrets WHERE user_id = $1 AND account = $2"
        return await self._db.execute(sql, user_id, account)

    async def delete_one(self, user_id: str, account: str, name: str) -> bool:
        """Remove one; False where there is none of that name."""
        sql = "DELETE FROM vault_secrets WHERE user_id = $1 AND account = $2 AND name = $3"
        return await self._db.execute(sql, user_id, account, name) > 0

    async def reseal(self, user_id: str, id: int, sealed: Sealed, was: bytes) -> bool:
        """Put the same value under another key; False where the row no longer has the nonce `was`: somebody wrote it anew."""
        sql = (
            "UPDATE vault_secrets SET key_id = $3, nonce = $4, ciphertext = $5"
            " WHERE user_id = $1 AND id = $2 AND nonce = $6"
        )
        return await self._db.execute(sql, user_id, id, sealed.key_id, sealed.nonce, sealed.ciphertext, was) > 0

    @operator
    async def everyones(self) -> list[SealedSecret]:
        """All of them, in the order they were first kept."""
        return records(SealedSecret, await self._db.fetch(f"SELECT {_SEALED} FROM vault_secrets ORDER BY id"))

    @operator
    async def key_ids(self) -> set[str]:
        """The keys that something is sealed with."""
        return {row["key_id"] for row in await self._db.fetch("SELECT DISTINCT key_id FROM vault_secrets")}

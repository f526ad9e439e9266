"""What is known about a person, with where it came from. Nothing is overwritten: a correction supersedes.

A fact from a tainted turn stands apart until the person confirms it: it supersedes nothing, no search finds it.
"""

from collections.abc import Sequence
from datetime import datetime

from app.memory.records import Fact
from app.memory.repositories.searchable import Searchable
from app.memory.rows import marks, parts, record, records

_LIVE = "superseded_by IS NULL AND ended_at IS NULL"


class Facts(Searchable[Fact]):
    """Facts by what they are about."""

    table = "facts"
    kind = "fact"
    cls = Fact

    async def add(
        self,
        user_id: str,
        *,
        key: str,
        statement: str,
        confidence: float,
        source: str,
        turn_id: str | None,
        taint: Sequence[str],
        confirmed: bool,
        at: datetime,
        kind: str = "other",
        quote: str = "",
    ) -> Fact:
        """Learn one. It supersedes the live one of its key; the same statement again is the fact there is.

        An unconfirmed one that was rejected before comes back as that, ended: nobody is asked twice."""
        async with self._db.transaction():
            known = await self._same(user_id, key, statement)
            if known is not None and (known.confirmed or not confirmed):
                return known
            if known is not None and known.ended_at is None:
                await self._hold(known)
                return record(Fact, await self._row(user_id, known.id))
            fact = await self._add(
                user_id,
                key=key,
                statement=statement,
                confidence=confidence,
                source=source,
                turn_id=turn_id,
                taint=list(taint),
                confirmed=confirmed,
                created_at=at,
                kind=kind,
                quote=quote,
            )
            await self._supersede(fact)
            if confirmed:
                await self._documents.add(user_id, self.kind, str(fact.id), statement, at)
        return fact

    async def current(self, user_id: str, *, include_unconfirmed: bool = False) -> list[Fact]:
        """What holds now, in the order it was learned."""
        apart = "" if include_unconfirmed else " AND confirmed = TRUE"
        sql = f"SELECT * FROM facts WHERE user_id = $1 AND {_LIVE}{apart} ORDER BY id"
        return records(Fact, await self._db.fetch(sql, user_id))

    async def page(self, user_id: str, limit: int, offset: int) -> list[Fact]:
        """`limit` of what holds now and is confirmed, the newest first, behind the first `offset` of them."""
        sql = f"SELECT * FROM facts WHERE user_id = $1 AND {_LIVE} AND confirmed = TRUE ORDER BY id DESC LIMIT $2 OFFSET $3"
        return records(Fact, await self._db.fetch(sql, user_id, limit, offset))

    async def count(self, user_id: str) -> int:
        """How many hold now and are confirmed."""
        sql = f"SELECT COUNT(*) AS facts_there FROM facts WHERE user_id = $1 AND {_LIVE} AND confirmed = TRUE"
        [row] = await self._db.fetch(sql, user_id)
        return row["facts_there"]

    async def past(self, user_id: str, keys: Sequence[str]) -> list[Fact]:
        """What was so under any of these keys and no longer is, the newest first."""
        found: list[Fact] = []
        for part in parts(keys):
            sql = (
                f"SELECT * FROM facts WHERE user_id = $1 AND key IN ({marks(len(part), 2)})"
                " AND ended_at IS NOT NULL AND confirmed = TRUE"
            )
            found += records(Fact, await self._db.fetch(sql, user_id, *part))
        return sorted(found, key=lambda fact: -fact.id)

    async def waiting(self, user_id: str) -> list[Fact]:
        """Those that wait for the person's word, in the order they were learned."""
        sql = f"SELECT * FROM facts WHERE user_id = $1 AND {_LIVE} AND confirmed = FALSE ORDER BY id"
        return records(Fact, await self._db.fetch(sql, user_id))

    async def find(self, user_id: str, words: str) -> list[Fact]:
        """Current, confirmed ones whose statement holds all the words, newest first."""
        return records(Fact, await self._holding(user_id, words, where=_LIVE, order="t.id DESC"))

    async def ended(self, user_id: str, since: datetime) -> list[tuple[Fact, str]]:
        """What was so and ended since then, each with what is so instead, "" where nothing is; without what is so again."""
        sql = (
            "SELECT old.*, now.statement AS instead FROM facts old LEFT JOIN facts now ON now.user_id = old.user_id"
            " AND now.key = old.key AND now.superseded_by IS NULL AND now.ended_at IS NULL AND now.confirmed = TRUE"
            " WHERE old.user_id = $1 AND old.confirmed = TRUE AND old.ended_at >= $2"
            " AND (now.id IS NULL OR now.statement <> old.statement) ORDER BY old.id"
        )
        rows = await self._db.fetch(sql, user_id, since)
        return [(record(Fact, row), row["instead"] or "") for row in rows]

    async def history(self, user_id: str, key: str) -> list[Fact]:
        """All there ever was under a key, oldest first."""
        sql = "SELECT * FROM facts WHERE user_id = $1 AND key = $2 ORDER BY id"
        return records(Fact, await self._db.fetch(sql, user_id, key))

    async def confirm(self, user_id: str, id: int) -> Fact | None:
        """The person says it is so: from now on it holds. None where there is no such live fact."""
        async with self._db.transaction():
            sql = f"SELECT * FROM facts WHERE user_id = $1 AND id = $2 AND {_LIVE}"
            row = await self._db.fetch_one(sql, user_id, id)
            if row is None:
                return None
            await self._hold(record(Fact, row))
        return await self.get(user_id, id)

    async def reject(self, user_id: str, id: int, at: datetime) -> bool:
        """The person says it is not so: it never held. False where there is no unconfirmed live fact of that number."""
        sql = f"UPDATE facts SET ended_at = $3 WHERE user_id = $1 AND id = $2 AND {_LIVE} AND confirmed = FALSE"
        return await self._db.execute(sql, user_id, id, at) > 0

    async def erase(self, user_id: str, ids: Sequence[int]) -> int:
        """Remove these for good, with what searches know of them; what they superseded stays ended. How many there were."""
        async with self._db.transaction():
            for part in parts(ids):
                sql = f"UPDATE facts SET superseded_by = NULL WHERE user_id = $1 AND superseded_by IN ({marks(len(part), 2)})"
                await self._db.execute(sql, user_id, *part)
            return await super().erase(user_id, ids)

    async def forget(self, user_id: str, id: int) -> bool:
        """Remove a fact, everything there ever was under its key, and what searches know of it."""
        async with self._db.transaction():
            fact = await self.get(user_id, id)
            if fact is None:
                return False
            for past in await self.history(user_id, fact.key):
                await self._documents.remove(user_id, self.kind, str(past.id))
            await self._db.execute("DELETE FROM facts WHERE user_id = $1 AND key = $2", user_id, fact.key)
        return True

    async def _hold(self, fact: Fact) -> None:
        """Make a live fact a confirmed one, with all that follows."""
        await self._db.execute(
            "UPDATE facts SET confirmed = TRUE WHERE user_id = $1 AND id = $2", fact.user_id, fact.id
        )
        await self._supersede(fact, confirmed=True)
        await self._documents.put(fact.user_id, self.kind, str(fact.id), fact.statement, fact.created_at)

    async def _supersede(self, fact: Fact, *, confirmed: bool = False) -> None:
        """End the live ones of the same key; an unconfirmed fact ends only unconfirmed ones."""
        only = "" if confirmed or fact.confirmed else " AND confirmed = FALSE"
        sql = (
            f"UPDATE facts SET superseded_by = $3, ended_at = $4 WHERE user_id = $1 AND key = $2 AND id <> $3"
            f" AND {_LIVE}{only} RETURNING id"
        )
        for row in await self._db.fetch(sql, fact.user_id, fact.key, fact.id, fact.created_at):
            await self._documents.remove(fact.user_id, self.kind, str(row["id"]))

    async def _same(self, user_id: str, key: str, statement: str) -> Fact | None:
        """The newest fact that says so and was not superseded: one that holds, waits, or was rejected."""
        sql = (
            "SELECT * FROM facts WHERE user_id = $1 AND key = $2 AND statement = $3 AND superseded_by IS NULL"
            " AND (ended_at IS NULL OR confirmed = FALSE) ORDER BY id DESC LIMIT 1"
        )
        row = await self._db.fetch_one(sql, user_id, key, statement)
        return record(Fact, row) if row else None

    async def _row(self, user_id: str, id: int) -> dict[str, object]:
        [row] = await self._db.fetch("SELECT * FROM facts WHERE user_id = $1 AND id = $2", user_id, id)
        return row

"""Records as their senders name them: which version of each counts, and up to which it was deleted.

`version` is the newest that was sent or deleted; samples of a record are always of that version, so none has a version of its own. It
depends on what came and never on the order in which it came.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from app.memory.ports import Database, Kind

FOREVER = 2**63 - 1  # deleted through any version that may ever come
NEVER = -1

_COLUMNS: dict[str, Kind] = {
    "user_id": "text",
    "client_id": "text",
    "version": "int",
    "deleted_through": "int",
    "app": "text",
    "backfill_id": "int",
    "received_at": "time",
}
_NEWER = (
    "ON CONFLICT (user_id, client_id) DO UPDATE SET version = excluded.version, deleted_through = excluded.deleted_through,"
    " app = excluded.app, backfill_id = excluded.backfill_id, received_at = excluded.received_at"
)


class Part(Protocol):
    """A sample, as far as its record is concerned."""

    @property
    def client_id(self) -> str:
        """The record's name."""
        ...

    @property
    def version(self) -> int:
        """The record's version it is of."""
        ...

    @property
    def app(self) -> str:
        """What wrote the record."""
        ...


@dataclass(slots=True)
class RecordStanding:
    """A record. `fresh`: it is new, or its version has just risen, so none of its samples is there yet."""

    id: int
    client_id: str
    version: int
    deleted_through: int
    app: str = ""
    backfill_id: int | None = None
    fresh: bool = False


class RecordBook:
    """The records of one person, for one unit of work."""

    def __init__(self, db: Database, user_id: str, at: datetime) -> None:
        """Changes are made as of `at`."""
        self._db = db
        self._user_id = user_id
        self._at = at

    async def take(
        self, samples: Iterable[Part], backfill_id: int | None
    ) -> tuple[dict[str, RecordStanding], list[RecordStanding]]:
        """Where the records of these samples stand with them, by client id; and those that had an older version until now."""
        newest = _newest(samples)
        standings = await self._begin(newest, backfill_id)
        known = await self.known([client_id for client_id in newest if client_id not in standings])
        raised = [one for one in known.values() if one.deleted_through < one.version < newest[one.client_id][0]]
        changed = [one for one in known.values() if _take_note(one, *newest[one.client_id], backfill_id)]
        await self._write(changed)
        return standings | known, raised

    async def _begin(self, newest: Mapping[str, tuple[int, str]], backfill_id: int | None) -> dict[str, RecordStanding]:
        """Keep those that are new; most are."""
        rows = [
            (self._user_id, client_id, version, NEVER, app, backfill_id, self._at)
            for client_id, (version, app) in newest.items()
        ]
        new = await self._db.insert_new("health_records", _COLUMNS, rows, returning="id, client_id")
        return {
            row["client_id"]: RecordStanding(
                row["id"], row["client_id"], newest[row["client_id"]][0], NEVER, fresh=True
            )
            for row in new
        }

    async def delete(self, through: Mapping[str, int]) -> list[RecordStanding]:
        """Records are deleted up to and with these versions, by client id; those that had samples until now."""
        standings = await self.known(through)
        gone: list[RecordStanding] = []
        changed: list[RecordStanding] = []
        for client_id, version in through.items():
            standing = standings.get(client_id) or RecordStanding(0, client_id, NEVER, NEVER)
            if version <= standing.deleted_through:
                continue
            if standing.deleted_through < standing.version <= version:
                gone.append(standing)
            if standing.version <= version:
                standing.version, standing.app, standing.backfill_id = version, "", None
            standing.deleted_through = version
            changed.append(standing)
        await self._write(changed)
        return gone

    async def known(self, client_ids: Collection[str]) -> dict[str, RecordStanding]:
        """Those of these that there are, by client id."""
        if not client_ids:
            return {}
        sql = (
            "SELECT id, client_id, version, deleted_through, app, backfill_id FROM health_records"
            " WHERE user_id = $1 AND client_id IN (SELECT value FROM given)"
        )
        found = await self._db.fetch_among(sql, client_ids, self._user_id)
        return {row["client_id"]: RecordStanding(**row) for row in found}

    async def _write(self, changed: Sequence[RecordStanding]) -> None:
        """Keep them as they stand now."""
        rows = [
            (self._user_id, one.client_id, one.version, one.deleted_through, one.app, one.backfill_id, self._at)
            for one in changed
        ]
        await self._db.insert_many("health_records", _COLUMNS, rows, conflict=_NEWER)


def _newest(samples: Iterable[Part]) -> dict[str, tuple[int, str]]:
    """The newest version of each record among them, and who wrote it; where two are said to have, the later by name."""
    newest: dict[str, tuple[int, str]] = {}
    for sample in samples:
        mine = sample.version, sample.app
        has = newest.get(sample.client_id)
        if has is None or mine > has:
            newest[sample.client_id] = mine
    return newest


def _take_note(standing: RecordStanding, version: int, app: str, backfill_id: int | None) -> bool:
    """What a record that was known is sent as now; whether that changes anything about it."""
    if version <= standing.deleted_through:
        return False
    changed = _change_owner(standing, version, backfill_id)
    if version > standing.version:
        standing.version, standing.app, standing.fresh, changed = version, app, True, True
    elif version == standing.version and app > standing.app:
        standing.app, changed = app, True
    return changed


def _change_owner(standing: RecordStanding, version: int, backfill_id: int | None) -> bool:
    """Undoing an import takes what is its own: what a phone sends is the phone's from then on, what two imports bring is the first's,
    or that one's which has it newer. Whether the owner changes."""
    gone = standing.version <= standing.deleted_through < version
    newer = version > standing.version and standing.backfill_id is not None
    taken_over = standing.backfill_id is not None and backfill_id is None
    if not (gone or newer or taken_over) or standing.backfill_id == backfill_id:
        return False
    standing.backfill_id = backfill_id
    return True

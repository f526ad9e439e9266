"""The switches a person has: pause, stop, and which held action their next message corrects."""

from datetime import datetime

from app.memory.ports import Value
from app.memory.records import Controls as Switches
from app.memory.repositories.repository import Repository
from app.memory.rows import moment, record

_SET = """INSERT INTO controls (user_id, {columns}, editing, editing_in) VALUES ($1, $2, '', '')
    ON CONFLICT (user_id) DO UPDATE SET {columns} = excluded.{columns}"""
_PAUSE = f"{_SET.format(columns='paused_at')} WHERE controls.paused_at IS NULL"
_STOP = _SET.format(columns="stopped_at")
_EDIT = """INSERT INTO controls (user_id, editing, editing_in, editing_since) VALUES ($1, $2, $3, $4)
    ON CONFLICT (user_id) DO UPDATE
    SET editing = excluded.editing, editing_in = excluded.editing_in, editing_since = excluded.editing_since"""


class Controls(Repository):
    """One row a person, from the first time they touch a switch."""

    async def get(self, user_id: str) -> Switches:
        """How all of them stand."""
        row = await self._db.fetch_one("SELECT * FROM controls WHERE user_id = $1", user_id)
        return record(Switches, row) if row else Switches(user_id)

    async def pause(self, user_id: str, at: datetime) -> bool:
        """Say nothing unasked from now on; False where that holds already (since when it did is kept)."""
        return await self._db.execute(_PAUSE, user_id, at) > 0

    async def resume(self, user_id: str) -> bool:
        """End the pause; False where there was none."""
        sql = "UPDATE controls SET paused_at = NULL WHERE user_id = $1 AND paused_at IS NOT NULL"
        return await self._db.execute(sql, user_id) > 0

    async def stop(self, user_id: str, at: datetime) -> None:
        """End every turn that started before `at`."""
        await self._db.execute(_STOP, user_id, at)

    async def stopped_at(self, user_id: str) -> datetime | None:
        """When the person last said stop; asked before every call, so it reads one row by its key."""
        row = await self._db.fetch_one("SELECT stopped_at FROM controls WHERE user_id = $1", user_id)
        return moment(row["stopped_at"]) if row else None

    async def edit(self, user_id: str, action_id: str, place: str, at: datetime) -> None:
        """Await the correction of a held action in a place ("channel|address"); "" for the action awaits none."""
        values: list[Value] = [action_id, place, at] if action_id else ["", "", None]
        await self._db.execute(_EDIT, user_id, *values)

    async def take_edit(self, user_id: str, place: str) -> str:
        """The action whose correction was awaited there, given to one caller alone; "" where none was."""
        awaited = await self.get(user_id)
        if not awaited.editing or awaited.editing_in != place:
            return ""
        sql = (
            "UPDATE controls SET editing = '', editing_in = '', editing_since = NULL"
            " WHERE user_id = $1 AND editing = $2 AND editing_in = $3"
        )
        return awaited.editing if await self._db.execute(sql, user_id, awaited.editing, place) else ""

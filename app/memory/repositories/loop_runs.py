"""The runs of the background loops. They serve the house, not one person; the last few of each are kept."""

from datetime import datetime

from app.memory.records import LoopRun
from app.memory.repositories.operator import operator
from app.memory.repositories.repository import Repository
from app.memory.rows import record, records

KEPT = 50

_START = "INSERT INTO loop_runs (name, started_at, status, error) VALUES ($1, $2, 'running', '') RETURNING *"
_TIDY = """DELETE FROM loop_runs WHERE name = $1
    AND id <= (SELECT id FROM loop_runs WHERE name = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)"""
_FINISH = "UPDATE loop_runs SET status = $2, error = $3, next_run_at = $4, finished_at = $5 WHERE id = $1"


class LoopRuns(Repository):
    """Runs by loop."""

    @operator
    async def start(self, name: str, at: datetime) -> LoopRun:
        """Say that a run begins."""
        async with self._db.transaction():
            [row] = await self._db.fetch(_START, name, at)
            await self._db.execute(_TIDY, name, KEPT)
        return record(LoopRun, row)

    @operator
    async def finish(self, id: int, *, status: str, error: str, next_run_at: datetime | None, at: datetime) -> None:
        """Say how it ended and when the next one is."""
        await self._db.execute(_FINISH, id, status, error, next_run_at, at)

    @operator
    async def latest(self) -> dict[str, LoopRun]:
        """The last run of each loop."""
        sql = "SELECT * FROM loop_runs WHERE id IN (SELECT MAX(id) FROM loop_runs GROUP BY name)"
        return {run.name: run for run in records(LoopRun, await self._db.fetch(sql))}

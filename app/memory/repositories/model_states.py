"""When each model answered last, and when and why it last didn't. They serve the house, not one person."""

from datetime import datetime

from app.memory.records import ModelState
from app.memory.repositories.operator import operator
from app.memory.repositories.repository import Repository
from app.memory.rows import record, records

_ANSWERED = """INSERT INTO model_states (model, answered_at, trouble) VALUES ($1, $2, '')
    ON CONFLICT (model) DO UPDATE SET answered_at = $2"""
_FAILED = """INSERT INTO model_states (model, failed_at, trouble) VALUES ($1, $2, $3)
    ON CONFLICT (model) DO UPDATE SET failed_at = $2, trouble = $3"""


class ModelStates(Repository):
    """One row a model."""

    @operator
    async def answered(self, model: str, at: datetime) -> None:
        """It did, at that moment."""
        await self._db.execute(_ANSWERED, model, at)

    @operator
    async def failed(self, model: str, trouble: str, at: datetime) -> None:
        """It didn't; `trouble` is a name from `models/troubles.py`."""
        await self._db.execute(_FAILED, model, at, trouble)

    @operator
    async def get(self, model: str) -> ModelState | None:
        """How it went lately; None where nobody has called it yet."""
        row = await self._db.fetch_one("SELECT * FROM model_states WHERE model = $1", model)
        return record(ModelState, row) if row else None

    @operator
    async def troubled(self, since: datetime, until: datetime) -> list[ModelState]:
        """Those whose last failure fell between these moments."""
        sql = "SELECT * FROM model_states WHERE failed_at >= $1 AND failed_at <= $2 ORDER BY failed_at"
        return records(ModelState, await self._db.fetch(sql, since, until))

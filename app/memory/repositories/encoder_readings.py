"""What was measured of an encoder, kept between starts: one reading of each kind, as opaque bytes under a key that says what it is made of."""

from datetime import datetime

from app.memory.repositories.operator import operator
from app.memory.repositories.repository import Repository

_PUT = """INSERT INTO encoder_readings (encoder, kind, key, reading, made_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (encoder, kind) DO UPDATE SET key = $3, reading = $4, made_at = $5"""


class EncoderReadings(Repository):
    """Readings by encoder and kind."""

    @operator
    async def get(self, encoder: str, kind: str, key: str) -> bytes | None:
        """The reading; None where there is none under this very key."""
        sql = "SELECT reading FROM encoder_readings WHERE encoder = $1 AND kind = $2 AND key = $3"
        row = await self._db.fetch_one(sql, encoder, kind, key)
        return bytes(row["reading"]) if row else None

    @operator
    async def put(self, encoder: str, kind: str, key: str, reading: bytes, at: datetime) -> None:
        """Keep it, in place of the one before."""
        await self._db.execute(_PUT, encoder, kind, key, reading, at)

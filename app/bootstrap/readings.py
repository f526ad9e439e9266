"""What was measured of encoders, kept in the database: where it can't be read or written, it is measured again at the next start."""

import logging

from app.clock import Clock
from app.errors import StorageError
from app.memory.repositories.encoder_readings import EncoderReadings

log = logging.getLogger(__name__)


class StoredReadings:
    """Readings of one kind. A key is the encoder's name, a colon, and a digest of all that the reading is made of."""

    def __init__(self, readings: EncoderReadings, clock: Clock, kind: str) -> None:
        """Reads nothing yet."""
        self._readings = readings
        self._clock = clock
        self._kind = kind

    async def load(self, key: str) -> bytes | None:
        """What was saved under the key."""
        try:
            return await self._readings.get(_encoder(key), self._kind, key)
        except StorageError:
            log.warning("reading not read", extra={"event": "encoder.reading_unread", "kind": self._kind})
            return None

    async def save(self, key: str, reading: bytes) -> None:
        """Keep it, in place of the one before."""
        try:
            await self._readings.put(_encoder(key), self._kind, key, reading, self._clock.now())
        except StorageError:
            log.warning("reading not kept", extra={"event": "encoder.reading_unkept", "kind": self._kind})


def _encoder(key: str) -> str:
    return key.rpartition(":")[0]

"""A backfill: everything that is stored gets a vector of the present encoder, and those of other encoders go.

That somebody asked for it stands in storage, and how far it is follows from what is there: whoever asks again, from whichever process,
before or after a restart, asks for the same one. The work itself is the embedding's.
"""

import logging
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Literal

from app.learning.study import Study
from app.memory.records import Json
from app.memory.repositories import Repositories
from app.models.embeddings import Embedder

log = logging.getLogger(__name__)
JOB = "embed-backfill"
_ASKED = "asked"
_HOLDS = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class BackfillStatus:
    """How far it is: "off" without an encoder, "running" while it is asked for and not through, else "done" or "idle" (texts are left,
    and are embedded in the background without anybody's asking)."""

    status: Literal["off", "running", "done", "idle"]
    model: str = ""
    texts: int = 0
    embedded: int = 0
    left: int = 0
    asked_at: str = ""

    def as_dict(self) -> Json:
        """As JSON."""
        return asdict(self)


class Backfill:
    """Asking for one, and how far it is."""

    def __init__(self, study: Study, embedder: Embedder | None) -> None:
        """Asks for nothing yet."""
        self._study = study
        self._embedder = embedder

    async def ask(self) -> BackfillStatus:
        """Ask for it, if it isn't asked for already; how far it is."""
        if self._embedder is not None and await self._asked_at() is None:
            now = self._study.clock.now()
            info = {"asked_at": now.isoformat()}
            await self._study.store.leases.acquire(JOB, _ASKED, now=now, ttl=_HOLDS, info=info)
            await self._study.database.nudge("embedding")
            log.info("backfill asked for", extra={"event": "backfill.asked", "model": self._embedder.name})
        return await self.status()

    async def status(self) -> BackfillStatus:
        """How far it is, of all users together."""
        if self._embedder is None:
            return BackfillStatus("off")
        asked_at = await self._asked_at()
        texts = await self._study.store.documents.count()
        embedded = await self._study.store.embeddings.count(self._embedder.name)
        left = max(0, texts - embedded)
        status = "running" if asked_at else "idle" if left else "done"
        return BackfillStatus(status, self._embedder.name, texts, embedded, left, asked_at or "")

    async def _asked_at(self) -> str | None:
        job = await self._study.store.leases.get(JOB)
        if job is None or job.expires_at <= self._study.clock.now():
            return None
        return str(job.info.get("asked_at", ""))


async def end_backfill(store: Repositories, model: str) -> None:
    """It is through: what other encoders left is taken away, if nothing lacks a vector of this one."""
    if await store.embeddings.count(model):
        gone = await store.embeddings.remove_others(model)
        log.info("backfill done", extra={"event": "backfill.done", "model": model, "removed": gone})
    await store.leases.release(JOB, _ASKED)

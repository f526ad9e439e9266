"""Makes stored texts findable by meaning, behind the foreground: whatever has no vector of the present encoder gets one.

A write never waits for it and never fails because of it. A change of encoder is the same work over again.
"""

import asyncio
import logging
from datetime import datetime, timedelta

from app.clock import Clock
from app.errors import EmbedderUnavailable
from app.memory.repositories import Repositories
from app.models.embeddings import Embedder

log = logging.getLogger(__name__)
_BATCH = 8
_REST = 0.02  # seconds between batches, so that a turn in the foreground goes first
_LONGEST_TEXT = 2_000
_NEWEST = 200
_ALL = 1_000_000_000
_LOOK_THROUGH = timedelta(minutes=5)


class Embedding:
    """The background writer of vectors. Without an embedder it does nothing."""

    def __init__(self, store: Repositories, embedder: Embedder | None, clock: Clock) -> None:
        """Loads nothing yet."""
        self._clock = clock
        self._looked_through: datetime | None = None
        self._store = store
        self._embedder = embedder

    async def catch_up(self, most: int = 1_000) -> int:
        """Embed up to `most` texts that lack a vector; how many were done."""
        if self._embedder is None:
            return 0
        done, among = 0, self._among()
        while done < most:
            documents = await self._store.documents.unembedded(self._embedder.name, _BATCH, among=among)
            if not documents:
                break
            try:
                vectors = await self._embedder.embed_passages([document.text[:_LONGEST_TEXT] for document in documents])
            except EmbedderUnavailable:
                log.warning("no embedder", extra={"event": "embedding.unavailable"})
                break
            for document, vector in zip(documents, vectors, strict=True):
                await self._store.embeddings.put(
                    document.user_id,
                    document.kind,
                    document.owner_id,
                    model=self._embedder.name,
                    dimensions=self._embedder.dimensions,
                    vector=vector.tolist(),
                )
            done += len(documents)
            await asyncio.sleep(_REST)
        else:
            self._looked_through = None  # there may be more: the next run looks at everything again
        return done

    def _among(self) -> int:
        """How many of the newest texts to look at: mostly a few; now and then all, for texts that were changed."""
        now = self._clock.now()
        if self._looked_through is not None and now - self._looked_through < _LOOK_THROUGH:
            return _NEWEST
        self._looked_through = now
        return _ALL

"""Makes stored texts findable by meaning, behind the foreground: whatever has no vector of the present encoder gets one.

A write never waits for it and never fails because of it. A change of encoder is the same work over again.
"""

import asyncio
import logging

from app.errors import EmbedderUnavailable
from app.memory.repositories import Repositories
from app.models.embeddings import Embedder

log = logging.getLogger(__name__)
_BATCH = 8
_REST = 0.02  # seconds between batches, so that a turn in the foreground goes first
_LONGEST_TEXT = 2_000


class Embedding:
    """The background writer of vectors. Without an embedder it does nothing."""

    def __init__(self, store: Repositories, embedder: Embedder | None) -> None:
        """Loads nothing yet."""
        self._store = store
        self._embedder = embedder

    async def catch_up(self, most: int = 1_000) -> int:
        """Embed up to `most` texts that lack a vector; how many were done."""
        if self._embedder is None:
            return 0
        done = 0
        while done < most:
            documents = await self._store.documents.unembedded(self._embedder.name, _BATCH)
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
        return done

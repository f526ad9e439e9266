"""Makes stored texts findable by meaning, behind the foreground: whatever has no vector of the present encoder gets one.

A write never waits for it and never fails because of it. What is to do stands in storage alone, so that it can be broken off at any
time and goes on where it was. A change of encoder is the same work over again. A vector is kept only for the text it was made of.
"""

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from app.clock import Clock
from app.errors import EmbedderBusy, EmbedderUnavailable
from app.learning.backfill import JOB, end_backfill
from app.memory.records import Document
from app.memory.repositories import Repositories
from app.models.embeddings import Embedder

log = logging.getLogger(__name__)
ROWS_A_SECOND = 10.0  # so that a turn in the foreground goes first, and no encoder is overrun
_BATCH = 8
_RUN = 200
_LONGEST_TEXT = 2_000
_NEWEST = 200
_ALL = 1_000_000_000
_LOOK_THROUGH = timedelta(minutes=5)
_PROBE = "hello"


class Embedding:
    """The background writer of vectors. Without an embedder it does nothing."""

    def __init__(
        self, store: Repositories, embedder: Embedder | None, clock: Clock, *, rows_a_second: float = ROWS_A_SECOND
    ) -> None:
        """Loads nothing yet."""
        self._clock = clock
        self._looked_through: datetime | None = None
        self._store = store
        self._embedder = embedder
        self._seconds_a_row = 1 / rows_a_second
        self._refused: set[tuple[str, str, str, str]] = (
            set()
        )  # texts the encoder fails on by themselves, in this process

    async def catch_up(self, most: int = _RUN) -> int:
        """Embed up to `most` texts that lack a vector; how many were done. Ends a backfill that was asked for and is through."""
        if self._embedder is None:
            return 0
        asked = await self._asked()
        done, among = 0, _ALL if asked else self._among()
        while done < most:
            documents = await self._next(self._embedder, among)
            if not documents:
                if asked:
                    await end_backfill(self._store, self._embedder.name)
                break
            began = asyncio.get_running_loop().time()
            if not await self._embed(self._embedder, documents):
                break
            done += len(documents)
            if len(documents) == _BATCH:
                took = asyncio.get_running_loop().time() - began
                await asyncio.sleep(max(0.0, self._seconds_a_row * len(documents) - took))
        else:
            self._looked_through = None  # there may be more: the next run looks at everything again
        return done

    async def waits(self) -> bool:
        """Whether there is something to do: a text without a vector, or a backfill that was asked for."""
        if self._embedder is None:
            return False
        before, among = self._looked_through, self._among()
        if await self._next(self._embedder, among):
            self._looked_through = before  # `catch_up` looks at as many
            return True
        return await self._asked()

    async def _next(self, embedder: Embedder, among: int) -> list[Document]:
        """The next few texts without a vector, the newest first."""
        found = await self._store.documents.unembedded(embedder.name, _BATCH + len(self._refused), among=among)
        return [document for document in found if _name(document) not in self._refused][:_BATCH]

    async def _embed(self, embedder: Embedder, documents: Sequence[Document]) -> bool:
        """Keep their vectors; False where the encoder doesn't answer. One text that it fails on does not hold up the rest."""
        try:
            await self._keep(embedder, documents)
        except EmbedderBusy:
            log.warning("no embedder", extra={"event": "embedding.unavailable"})
            return False
        except EmbedderUnavailable:
            return len(documents) > 1 and await self._one_by_one(embedder, documents)
        return True

    async def _one_by_one(self, embedder: Embedder, documents: Sequence[Document]) -> bool:
        try:
            await embedder.embed_passages([_PROBE])
        except EmbedderUnavailable:
            log.warning("no embedder", extra={"event": "embedding.unavailable"})
            return False
        for document in documents:
            try:
                await self._keep(embedder, [document])
            except EmbedderBusy:
                return False
            except EmbedderUnavailable:
                self._refused.add(_name(document))
                log.warning("text not embedded", extra={"event": "embedding.refused", "kind": document.kind})
        return True

    async def _keep(self, embedder: Embedder, documents: Sequence[Document]) -> None:
        vectors = await embedder.embed_passages([document.text[:_LONGEST_TEXT] for document in documents])
        for document, vector in zip(documents, vectors, strict=True):
            await self._store.embeddings.put(
                document.user_id,
                document.kind,
                document.owner_id,
                model=embedder.name,
                dimensions=embedder.dimensions,
                vector=vector.tolist(),
                text=document.text,
            )

    async def _asked(self) -> bool:
        """Whether somebody asked for everything to be gone through."""
        job = await self._store.leases.get(JOB)
        return job is not None and job.expires_at > self._clock.now()

    def _among(self) -> int:
        """How many of the newest texts to look at: mostly a few; now and then all, for texts that were changed."""
        now = self._clock.now()
        if self._looked_through is not None and now - self._looked_through < _LOOK_THROUGH:
            return _NEWEST
        self._looked_through = now
        return _ALL


def _name(document: Document) -> tuple[str, str, str, str]:
    """The very text: once it is changed, it is another one."""
    return document.user_id, document.kind, document.owner_id, document.text[:_LONGEST_TEXT]

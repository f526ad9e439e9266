"""The embedding stage: what a message means, read against each domain's anchors on a scale common to all encoders.

An encoder's `Reading` (`reading.py`) turns a vector into one calibrated score a domain. The reading of the embedded encoder
is shipped (`scripts/build_anchors.py` makes it, a test fails when it is stale); any other encoder embeds the anchors
once, when first needed, and an `AnchorStore` keeps what came of it. Invariant: a message waits a moment at most for a
reading in the making; until it is ready there are no scores. Knows nothing of keywords, hints or which scores are enough.
"""

from __future__ import annotations

import asyncio
import hashlib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from app.errors import EmbedderUnavailable
from app.routing.keywords import OUTSIDE, expand, read_phrases

if TYPE_CHECKING:
    from app.models.embeddings import Embedder
    from app.routing.domains import Domain
    from app.routing.reading import Reading

SHIPPED = Path(__file__).parent / "reading_e5.npz"
READ_CHARS = 200
PATIENCE_SECONDS = 2.0
RETRY_SECONDS = 600.0
# Variants of an anchor help a little and cost an encoder's time: the shipped reading has them, a remote encoder gets one each.
SHIPPED_VARIANTS = 6
REMOTE_VARIANTS = 1
# Part of every key: raise it when the way a reading is computed changes.
METHOD = "layers-3"


class AnchorStore(Protocol):
    """Keeps readings between starts, as opaque bytes under a key that changes with anchors and encoder."""

    async def load(self, key: str) -> bytes | None:
        """What was saved under the key."""
        ...

    async def save(self, key: str, reading: bytes) -> None:
        """Keep it; another key of the same encoder is obsolete then."""
        ...


class AnchorTable:
    """Scores of messages against the anchors of a table of domains, through one encoder."""

    def __init__(
        self,
        embedder: Embedder,
        domains: tuple[Domain, ...],
        *,
        store: AnchorStore | None = None,
        shipped: Path = SHIPPED,
    ) -> None:
        self._embedder = embedder
        self._domains = domains
        self._store = store
        self._shipped = shipped
        self._readings: dict[str, tuple[float, asyncio.Task[Reading]]] = {}

    async def scores(self, text: str) -> dict[str, float]:
        """Calibrated score of each domain; empty while the reading is being made. Raises `EmbedderUnavailable`."""
        vectors = await self._embedder.embed_queries([text[:READ_CHARS]])
        reading = await self._reading_within(PATIENCE_SECONDS)
        return {} if reading is None else reading.scores(vectors[0])

    async def prepare(self) -> None:
        """Have the reading ready before the first message asks for it. Raises `EmbedderUnavailable`."""
        await asyncio.shield(self._task())

    async def _reading_within(self, seconds: float) -> Reading | None:
        task = self._task()
        begun, _ = self._readings[self._embedder.name]
        left = begun + seconds - asyncio.get_running_loop().time()
        if left > 0 and not task.done():  # one that takes long is waited for once, not by each message
            await asyncio.wait({task}, timeout=left)
        return task.result() if task.done() and not task.cancelled() else None

    def _task(self) -> asyncio.Task[Reading]:
        """The one computation for the encoder's present name; one that failed is tried again after a while, one that was cut off at once."""
        loop = asyncio.get_running_loop()
        name = self._embedder.name
        begun, task = self._readings.get(name, (0.0, None))
        if task is None or task.cancelled() or (_failed(task) and loop.time() >= begun + RETRY_SECONDS):
            task = loop.create_task(self._make(name), name=f"anchors of {name}")
            self._readings[name] = (loop.time(), task)
        return task

    async def _make(self, name: str) -> Reading:
        shipped = await asyncio.to_thread(self._open_shipped, name)
        return shipped or await self._compute(name)

    def _open_shipped(self, name: str) -> Reading | None:
        from app.routing.reading import Reading  # numpy, which a keyword route does not need

        return Reading.open(self._shipped, anchor_key(name, labelled_anchors(self._domains, SHIPPED_VARIANTS)))

    async def _compute(self, name: str) -> Reading:
        from app.routing.reading import Reading, fit  # numpy, which a keyword route does not need

        labelled = labelled_anchors(self._domains, REMOTE_VARIANTS)
        key = anchor_key(name, labelled)
        kept = await self._store.load(key) if self._store else None
        if kept is not None:
            return Reading.from_bytes(kept)
        vectors = await self._embedder.embed_queries([text for _, _, text in labelled])
        if self._embedder.name != name:
            # It fell back to another model meanwhile; the next message starts over under that model's name.
            raise EmbedderUnavailable
        reading = await asyncio.to_thread(fit, vectors, labelled, key)
        if self._store:
            await self._store.save(key, reading.to_bytes())
        return reading


Labelled = tuple[str, int, str]


@cache
def labelled_anchors(domains: tuple[Domain, ...], variants: int) -> tuple[Labelled, ...]:
    """(domain, number of the anchor it varies, utterance), up to `variants` of each anchor, those outside all domains too."""
    rows: list[Labelled] = []
    number = 0
    for name in (*(domain.name for domain in domains), OUTSIDE):
        for anchor in read_phrases(name).anchors:
            number += 1
            rows += [(name, number, text) for text in expand(anchor, variants)]
    return tuple(rows)


def anchor_key(encoder: str, labelled: tuple[Labelled, ...]) -> str:
    """Names a reading by all it depends on."""
    digest = hashlib.sha256(METHOD.encode())
    for name, _, text in labelled:
        digest.update(f"\n{name}\t{text}".encode())
    return f"{encoder}:{digest.hexdigest()[:24]}"


def _failed(task: asyncio.Task[Reading]) -> bool:
    return task.done() and task.exception() is not None

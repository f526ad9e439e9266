"""What a cosine means: raw scores of an encoder put on a scale from 0 to 1 that is the same for all encoders.

Encoders disagree on what is alike: one puts all texts above 0.7, another hardly any above 0.5. Each is measured on the same
everyday texts (`background.toml`): how alike questions are to sentences that have nothing to do with them, and to the
note that answers them. A logistic curve through two points follows: what one in a hundred unrelated sentences reaches scores
0.45, what half of the answers reach scores 0.75. Thresholds elsewhere are written on this scale.

Invariant: monotone, so an order of raw scores is kept. The embedded encoder's calibration is shipped (a test measures it
again); others are measured once, when first needed. Knows nothing of what is compared or which score is enough.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
import tomllib
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from app.errors import EmbedderUnavailable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.models.embeddings import Embedder

BACKGROUND = Path(__file__).parent / "background.toml"
UNRELATED_SHARE = 0.99
UNRELATED_SCORE = 0.45
RELATED_SHARE = 0.5
RELATED_SCORE = 0.75
COMMON_SCORE = 0.1
RETRY_SECONDS = 600.0
# Beyond this many widths the curve is flat; the bound keeps `exp` from overflowing.
_FLAT = 60.0


@dataclass(frozen=True, slots=True)
class Calibration:
    """A logistic curve: the raw cosine that scores one half, and how many cosine points one unit of log odds takes."""

    encoder: str
    middle: float
    width: float

    def score(self, raw: float) -> float:
        """The calibrated score of a raw cosine, between 0 and 1."""
        steps = max(-_FLAT, min(_FLAT, (raw - self.middle) / self.width))
        return 1 / (1 + math.exp(-steps))

    def raw(self, score: float) -> float:
        """The raw cosine that scores this much: for a threshold inside a query; `score` lies between 0 and 1, both excluded."""
        return self.middle + self.width * _log_odds(score)

    def as_dict(self) -> dict[str, Any]:
        """For storing; `Calibration(**row)` reads it back."""
        return asdict(self)


SHIPPED: tuple[Calibration, ...] = (Calibration("e5-small-q4", middle=0.8110, width=0.0375),)


class CalibrationStore(Protocol):
    """Keeps calibrations between starts, as opaque bytes under a key that changes with the texts they are measured on."""

    async def load(self, key: str) -> bytes | None:
        """What was saved under the key."""
        ...

    async def save(self, key: str, reading: bytes) -> None:
        """Keep it; another key of the same encoder is obsolete then."""
        ...


class Calibrations:
    """The calibration of each encoder in use: shipped, known from before, or measured once."""

    def __init__(self, known: Iterable[Calibration] = (), *, store: CalibrationStore | None = None) -> None:
        """`known` are calibrations measured earlier; `store` keeps those that are measured from now on."""
        self._store = store
        self._known = {calibration.encoder: calibration for calibration in (*SHIPPED, *known)}
        self._measuring = asyncio.Lock()
        self._tasks: dict[str, tuple[float, asyncio.Task[Calibration]]] = {}

    async def of(self, embedder: Embedder) -> Calibration:
        """The encoder's calibration. Raises `EmbedderUnavailable` when it must be measured and cannot be."""
        found = self._known.get(embedder.name)
        if found is not None:
            return found
        async with self._measuring:
            if embedder.name not in self._known:
                measured = await self._kept(embedder.name) or await self._measured(embedder)
                self._known[measured.encoder] = measured
            return self._known[embedder.name]

    async def soon(self, embedder: Embedder, seconds: float) -> Calibration | None:
        """The calibration if it is there within so many seconds; it goes on being made behind, and is tried again later if it
        can't be made now."""
        found = self._known.get(embedder.name)
        if found is not None:
            return found
        task = self._task(embedder)
        begun, _ = self._tasks[embedder.name]
        left = begun + seconds - asyncio.get_running_loop().time()
        if left > 0 and not task.done():  # one that takes long is waited for once, not by each message
            await asyncio.wait({task}, timeout=left)
        return task.result() if task.done() and not _failed(task) else None

    async def _kept(self, encoder: str) -> Calibration | None:
        found = await self._store.load(_key(encoder)) if self._store else None
        return Calibration(**json.loads(found)) if found else None

    async def _measured(self, embedder: Embedder) -> Calibration:
        measured = await calibrate(embedder)
        if self._store:
            await self._store.save(_key(measured.encoder), json.dumps(measured.as_dict()).encode())
        return measured

    def _task(self, embedder: Embedder) -> asyncio.Task[Calibration]:
        now = asyncio.get_running_loop().time()
        begun, task = self._tasks.get(embedder.name, (0.0, None))
        if task is None or (_failed(task) and now >= begun + RETRY_SECONDS):
            task = asyncio.create_task(self.of(embedder), name=f"calibration of {embedder.name}")
            self._tasks[embedder.name] = (now, task)
        return task


def _key(encoder: str) -> str:
    """Names a calibration by the texts it is measured on."""
    return f"{encoder}:{hashlib.sha256(BACKGROUND.read_bytes()).hexdigest()[:24]}"


def _failed(task: asyncio.Task[Calibration]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


async def calibrate(embedder: Embedder) -> Calibration:
    """Measure an encoder: some 50 questions and 320 sentences are embedded. Raises `EmbedderUnavailable`."""
    sentences, pairs = background()
    questions = await embedder.embed_queries([question for question, _ in pairs])
    answers = await embedder.embed_passages([answer for _, answer in pairs])
    unrelated = await embedder.embed_passages(sentences)
    # The name is read after the first answer: an encoder may fall back to its second model.
    return fit(embedder.name, (questions @ unrelated.T).ravel().tolist(), (questions * answers).sum(axis=1).tolist())


def fit(encoder: str, unrelated: list[float], related: list[float]) -> Calibration:
    """The curve through the two points. Raises `EmbedderUnavailable` for an encoder to which all texts are alike.

    Where answers are no more alike than chance, the width comes from the unrelated texts alone: half of them score 0.1.
    """
    low, high = _quantile(unrelated, UNRELATED_SHARE), _quantile(related, RELATED_SHARE)
    width = (high - low) / (_log_odds(RELATED_SCORE) - _log_odds(UNRELATED_SCORE))
    if width <= 0:
        common = _quantile(unrelated, 0.5)
        width = (low - common) / (_log_odds(UNRELATED_SCORE) - _log_odds(COMMON_SCORE))
    if width <= 0:
        raise EmbedderUnavailable
    return Calibration(encoder, middle=low - width * _log_odds(UNRELATED_SCORE), width=width)


@cache
def background() -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Unrelated sentences, and pairs of a question and the note that answers it."""
    rows = tomllib.loads(BACKGROUND.read_text(encoding="utf-8"))
    return tuple(rows["background"]), tuple((question, answer) for question, answer in rows["pairs"])


def _quantile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[round(share * (len(ordered) - 1))]


def _log_odds(share: float) -> float:
    return math.log(share / (1 - share))

"""Finding what was stored: by words and by meaning, fused; single rows of every kind, and windows of neighbouring turns.

What is recalled informs a reply and never decides anything. Without an embedder, or with one that fails or hangs, search by words works
alone. Knows no prompt and no tool.
"""

import asyncio
import logging
from collections.abc import Sequence

from app.errors import AssistantError, StorageError
from app.language import matching
from app.learning.dates import dates_in
from app.learning.nearness import Question, nearness
from app.learning.windows import WEIGHTS, Evidence, Neighbourhood, Weights, Window
from app.memory.ports import Database
from app.memory.records import Found, Hit, Place
from app.memory.repositories import Repositories
from app.models.calibration import Calibrations
from app.models.embeddings import Embedder

log = logging.getLogger(__name__)

SUMMARY = "summary"  # a note that sums up a session; no kind of its own where it is stored
SUMMARY_TITLE = "Summary: "
ALL_KINDS = ("note", "task", "reminder", "fact", "journal", "read_later", "page", "turn")
ENCODER_SECONDS = 2.0
NEAR_ENOUGH = 0.55  # on the scale all encoders share: below it lies what has nothing to do with a question
_RANK_OFFSET = 60  # reciprocal rank fusion, Cormack et al. 2009
_LOOKED_AT = 1_000  # of the turns that hold a word, the newest
_CANDIDATES = 60  # turns of each search whose windows are compared
# An encoder is foreign code behind a port; vectors that can't be read cost the meaning, not the words.
_FAILURES = (AssistantError, TimeoutError, OSError, RuntimeError, ValueError)


class Recall:
    """Search over one database."""

    def __init__(
        self,
        database: Database,
        store: Repositories,
        embedder: Embedder | None,
        *,
        weights: Weights = WEIGHTS,
        patience: float = ENCODER_SECONDS,
        calibrations: Calibrations | None = None,
    ) -> None:
        """`embedder` None: by words alone, as where it needs longer than `patience` seconds. With `calibrations`, what is not near
        enough in meaning is not found by `search`."""
        self._calibrations = calibrations
        self._patience = patience
        self._weights = weights
        self._database = database
        self._store = store
        self._embedder = embedder

    async def search(self, user_id: str, query: str, *, kinds: Sequence[str] = ALL_KINDS, limit: int = 10) -> Found:
        """Hits of both searches fused by rank, newer first among equals. The kind "summary" is the notes that sum up a session."""
        stored = tuple(dict.fromkeys("note" if kind == SUMMARY else kind for kind in kinds))
        by_words, (question, by_meaning) = await asyncio.gather(
            self._database.search_words(user_id, query, kinds=stored, limit=2 * limit),
            self._by_meaning(user_id, query, kinds=stored, limit=2 * limit),
        )
        near = await self._near_enough(by_meaning)
        hits = [hit for hit in fuse(by_words, near) if _is_meant(hit, kinds)][:limit]
        return Found(hits, by_words=bool(by_words), by_meaning=bool(near), compared=question is not None)

    async def by_words(
        self, user_id: str, query: str, *, kinds: Sequence[str] = ALL_KINDS, limit: int = 10
    ) -> list[Hit]:
        """Hits of the words alone, best first."""
        return (await self._database.search_words(user_id, query, kinds=tuple(kinds), limit=limit))[:limit]

    async def by_meaning(
        self, user_id: str, query: str, *, kinds: Sequence[str] = ALL_KINDS, limit: int = 10
    ) -> Found | None:
        """Hits that are near in meaning, whatever their words, nearest first; None where nothing can compare meanings now."""
        stored = tuple(dict.fromkeys("note" if kind == SUMMARY else kind for kind in kinds))
        question, hits = await self._by_meaning(user_id, query, kinds=stored, limit=2 * limit)
        if question is None:
            return None
        near = [hit for hit in await self._near_enough(hits) if _is_meant(hit, kinds)][:limit]
        return Found(near, by_words=False, by_meaning=bool(near), compared=True)

    async def nearness(self, query: str, texts: Sequence[str]) -> list[float] | None:
        """How well each of a few texts matches the query in meaning, from 0 to 1: as was learned for the embedded encoder, by nearness alone for
        others; None where nothing can tell now."""
        if self._embedder is None or not texts:
            return None
        try:
            async with asyncio.timeout(self._patience):
                [vector] = await self._embedder.embed_queries([query])
                rows = await self._embedder.embed_passages(texts)
        except _FAILURES as failure:
            fields = {"event": "recall.embedder_failed", "problem": type(failure).__name__}
            log.warning("not compared by meaning", extra=fields)
            return None
        if self._embedder.name == matching.ENCODER:
            return matching.scores(vector, list(rows))
        calibration = await (self._calibrations or Calibrations()).soon(self._embedder, self._patience)
        return None if calibration is None else [calibration.score(float(row @ vector)) for row in rows]

    async def windows(self, user_id: str, query: str, *, limit: int = 5) -> list[Window]:
        """Turns about `query` with their neighbours, best window first, newer first among equals; no turn stands in two.

        Raises StorageError where even the words can't be looked up.
        """
        postings, (question, near) = await asyncio.gather(
            self._database.find_words(user_id, query, kinds=("turn",), enough=_LOOKED_AT),
            self._by_meaning(user_id, query, kinds=("turn",), limit=_CANDIDATES),
        )
        by_words = list(postings.best(_CANDIDATES))
        found = await self._store.places.of(user_id, by_words, [hit.owner_id for hit in near])
        beside = await self._store.places.at(user_id, _missing(found))
        meanings = await self._meanings(user_id, question, [*found, *beside]) if question else {}
        talk = Neighbourhood(found, beside, self._weights)
        return await self._cut(user_id, talk, Evidence(postings, meanings, dates_in(query)), limit)

    async def _cut(self, user_id: str, talk: Neighbourhood, evidence: Evidence, limit: int) -> list[Window]:
        scores = talk.scores(evidence)
        cut = talk.cut(scores, limit)
        rows = await self._store.places.turns(user_id, [number for numbers in cut.values() for number in numbers])
        turns = {turn.number: turn for turn in rows}
        return [
            Window(tuple(turns[one] for one in numbers if one in turns), turns[number], scores[number])
            for number, numbers in cut.items()
            if number in turns
        ]

    async def _meanings(self, user_id: str, question: Question, places: Sequence[Place]) -> dict[str, float]:
        """How near each of these turns is to the question, by id; nothing where that can't be told."""
        try:
            stored, ordinary = await asyncio.gather(
                self._database.vectors_of(user_id, "turn", [place.id for place in places], model=question.model),
                self._database.newest_vectors(user_id, "turn", model=question.model, limit=self._weights.ordinary),
            )
        except StorageError:
            log.warning("no vectors", extra={"event": "recall.storage_failed"})
            return {}
        return nearness(question.vector, ordinary, stored)

    async def _near_enough(self, hits: list[Hit]) -> list[Hit]:
        """Without those that are only the nearest there is; all of them where nobody knows how near is near."""
        if self._calibrations is None or self._embedder is None or not hits:
            return hits
        calibration = await self._calibrations.soon(self._embedder, self._patience)
        return [hit for hit in hits if calibration is None or calibration.score(hit.score) >= NEAR_ENOUGH]

    async def _by_meaning(
        self, user_id: str, query: str, *, kinds: Sequence[str], limit: int
    ) -> tuple[Question | None, list[Hit]]:
        """The question as it was compared, and what is near it; neither where that can't be told, which the words make up for."""
        if self._embedder is None:
            return None, []
        try:
            async with asyncio.timeout(self._patience):
                vectors = await self._embedder.embed_queries([query])
            question = Question(vectors[0], self._embedder.name)  # the name may change with the answer
            hits = await self._database.search_vectors(
                user_id, vectors[0].tolist(), model=question.model, kinds=kinds, limit=limit
            )
        except _FAILURES as failure:
            fields = {"event": "recall.embedder_failed", "problem": type(failure).__name__}
            log.warning("not searched by meaning", extra=fields)
            return None, []
        return question, hits


def fuse(*rankings: Sequence[Hit]) -> list[Hit]:
    """One list from several, by reciprocal rank; among equals the newer first."""
    scores: dict[tuple[str, str], float] = {}
    hits: dict[tuple[str, str], Hit] = {}
    for ranking in rankings:
        for rank, hit in enumerate(ranking):
            key = (hit.kind, hit.owner_id)
            scores[key] = scores.get(key, 0.0) + 1 / (_RANK_OFFSET + rank)
            hits.setdefault(key, hit)
    return sorted(hits.values(), key=lambda hit: (scores[hit.kind, hit.owner_id], hit.created_at), reverse=True)


def _is_meant(hit: Hit, kinds: Sequence[str]) -> bool:
    """Of notes, a search for summaries means only those; one for notes means them too."""
    return hit.kind in kinds or hit.text.startswith(SUMMARY_TITLE)


def _missing(found: Sequence[Place]) -> list[int]:
    """The numbers of the turns beside those found that are not found themselves."""
    known = {place.number for place in found}
    return sorted({number for place in found for number in (place.before, place.after) if number} - known)

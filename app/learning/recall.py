"""Finding what was stored: by words first, by meaning beside it, fused; and what of it goes beside a message.

What is recalled informs a reply and never decides anything. Without an embedder, search by words works alone. Everything put
into a prompt is escaped and cut to a budget.
"""

import asyncio
import logging
from collections.abc import Sequence

from app.errors import EmbedderUnavailable, StorageError
from app.memory.ports import Database
from app.memory.records import Fact, Found, Hit
from app.memory.repositories import Repositories
from app.models.embeddings import Embedder
from app.prompts.turn import escape

log = logging.getLogger(__name__)

ALL_KINDS = ("note", "task", "reminder", "fact", "journal", "read_later", "turn")
_BESIDE_KINDS = ("note", "read_later")
_BESIDE_CHARACTERS = 4_000  # about 1,000 tokens
_BESIDE_ONE = 600
_BESIDE_HITS = 4
_ABOUT_CHARACTERS = 2_400
_PROFILE_CHARACTERS = 4_800
_ABOUT_TOGETHER = 5_600  # so that facts keep 800 beside a full profile, and most tools stay whole in a small request
_RANK_OFFSET = 60  # reciprocal rank fusion, Cormack et al. 2009
_SHORTEST_QUERY = 3


class Recall:
    """Search and context over one database."""

    def __init__(self, database: Database, store: Repositories, embedder: Embedder | None) -> None:
        """`embedder` None: by words alone."""
        self._database = database
        self._store = store
        self._embedder = embedder

    async def search(self, user_id: str, query: str, *, kinds: Sequence[str] = ALL_KINDS, limit: int = 10) -> Found:
        """Hits of both searches fused by rank, newer first among equals."""
        by_words, by_meaning = await asyncio.gather(
            self._database.search_words(user_id, query, kinds=kinds, limit=2 * limit),
            self._by_meaning(user_id, query, kinds=kinds, limit=2 * limit),
        )
        hits = fuse(by_words, by_meaning)[:limit]
        return Found(hits, by_words=bool(by_words), by_meaning=bool(by_meaning))

    async def _by_meaning(self, user_id: str, query: str, *, kinds: Sequence[str], limit: int) -> list[Hit]:
        if self._embedder is None:
            return []
        try:
            vector = (await self._embedder.embed_queries([query]))[0]
        except EmbedderUnavailable:
            log.warning("no embedder", extra={"event": "recall.embedder_failed"})
            return []
        return await self._database.search_vectors(
            user_id, vector.tolist(), model=self._embedder.name, kinds=kinds, limit=limit
        )

    async def beside(self, user_id: str, text: str) -> str:
        """The memory block for a message: stored notes and read-later items that share its words; empty when nothing does."""
        if len(text) < _SHORTEST_QUERY:
            return ""
        try:
            hits = await self._database.search_words(user_id, text[:500], kinds=_BESIDE_KINDS, limit=_BESIDE_HITS)
        except StorageError:
            log.warning("recall failed", extra={"event": "recall.storage_failed"})
            return ""
        return "\n".join(within(_BESIDE_CHARACTERS, [_line(hit) for hit in hits]))

    async def about(self, user_id: str) -> str:
        """What is known of the user for the prompt's dynamic end: confirmed facts, then the profile."""
        facts, profile = await asyncio.gather(
            self._store.facts.current(user_id), self._store.contexts.get(user_id, "profile")
        )
        known = escape(profile.content[:_PROFILE_CHARACTERS]) if profile is not None else ""
        room = min(_ABOUT_CHARACTERS, _ABOUT_TOGETHER - len(known))
        lines = within(room, [_statement(fact) for fact in reversed(facts)])
        return "\n".join([*lines, known] if known else lines)


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


def within(characters: int, lines: list[str]) -> list[str]:
    """As many lines as fit, in their order."""
    kept: list[str] = []
    for line in lines:
        characters -= len(line) + 1
        if characters < 0:
            break
        kept.append(line)
    return kept


def _line(hit: Hit) -> str:
    return f"<{hit.kind} id={hit.owner_id}>{escape(hit.text[:_BESIDE_ONE])}</{hit.kind}>"


def _statement(fact: Fact) -> str:
    return f"- {escape(fact.statement)}"

"""What a message is about: keywords first, then meaning, then the domain of the turn before.

Stages, each asked only when the one before found nothing: keyword patterns (microseconds), embedding anchors on a
calibrated scale (at least `CERTAIN`: that domain alone; down to `POSSIBLE`: every domain within `NEAR` of the best, three
at most), and for a short follow-up the single domain it follows. `hits` may also name `outside` (words of what no domain
does) and `followup`: they steer, they are no domains.

Invariant: deterministic, explainable by its `Route`, and it never raises for an encoder that fails: words and hint decide
then. Utility joins any other domain; an empty set means the full agent. Knows nothing of agents, tools or storage.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from app.errors import AssistantError
from app.routing.anchors import AnchorStore, AnchorTable
from app.routing.domains import DOMAINS, UTILITY, Domain
from app.routing.keywords import FOLLOW_UP, OUTSIDE, KeywordTable, read_phrases

if TYPE_CHECKING:
    from app.models.embeddings import Embedder

CERTAIN = 0.65
POSSIBLE = 0.45
NEAR = 0.10
MOST_DOMAINS = 3
DOUBTED = 0.1
SURE = 0.9
FOLLOW_UP_WORDS = 8

Method = Literal["keyword", "semantic", "context_hint", "none"]
log = logging.getLogger(__name__)
# An encoder is foreign code behind a port: what it may raise besides its own error must not cost the user a turn.
_ENCODER_FAILURES = (AssistantError, OSError, RuntimeError, ValueError)


@dataclass(frozen=True, slots=True)
class Route:
    """The domains of a message and why: the words that hit, or the calibrated score of each domain."""

    domains: frozenset[str]
    method: Method
    hits: dict[str, list[str]] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """For the turn's row and its trace."""
        return {"domains": sorted(self.domains), "method": self.method, "hits": self.hits, "scores": self.scores}


class IntentRouter:
    """Routes messages; without an embedder by words and hint alone."""

    def __init__(
        self, embedder: Embedder | None, domains: tuple[Domain, ...] = DOMAINS, *, store: AnchorStore | None = None
    ) -> None:
        """`store` keeps the anchors of encoders that ship none, so that they are embedded once and not at each start."""
        self._keywords = keyword_table(domains)
        self._anchors = AnchorTable(embedder, domains, store=store) if embedder is not None else None

    async def route(self, text: str, hint: frozenset[str] = frozenset()) -> Route:
        """The route of a message; `hint` is what the turn before was routed to."""
        scan = self._keywords.scan(text)
        by_words = _route_of_hits(scan.hits)
        if by_words.domains:
            return await self._doubted(text, by_words) if OUTSIDE in scan.hits else by_words
        followed = _single(hint) if _is_short(text) else None
        if followed and FOLLOW_UP in scan.hits:
            return Route(_with_utility({followed}), "context_hint", hits=scan.hits)
        scores = {name: score for name, score in (await self._scores(text)).items() if name not in scan.refused}
        if OUTSIDE in scan.hits:
            sure = {name for name, score in scores.items() if score >= SURE}
            return Route(_with_utility(sure), "semantic" if sure else "none", hits=scan.hits, scores=scores)
        if chosen := choose(scores):
            return Route(_with_utility(chosen), "semantic", hits=scan.hits, scores=scores)
        if followed:
            return Route(_with_utility({followed}), "context_hint", hits=scan.hits, scores=scores)
        return Route(frozenset(), "none", hits=scan.hits, scores=scores)

    async def _doubted(self, text: str, by_words: Route) -> Route:
        """Words of ours and words of none in one message: ours stand unless the meaning is clearly elsewhere."""
        scores = await self._scores(text)
        if scores and max(scores.get(name, 0.0) for name in by_words.domains) < DOUBTED:
            return Route(frozenset(), "none", hits=by_words.hits, scores=scores)
        return Route(by_words.domains, "keyword", hits=by_words.hits, scores=scores)

    async def prepare(self) -> None:
        """Have the anchors of a remote encoder ready before the first message; a failure is logged and tried again."""
        if self._anchors is None:
            return
        try:
            await self._anchors.prepare()
        except _ENCODER_FAILURES as error:
            _log_failure(error)

    async def _scores(self, text: str) -> dict[str, float]:
        if self._anchors is None or not text.strip():
            return {}
        try:
            return await self._anchors.scores(text)
        except _ENCODER_FAILURES as error:
            _log_failure(error)
            return {}


def route_by_keywords(text: str) -> Route:
    """The keyword stage alone: pure, no encoder, no hint."""
    return _route_of_hits(keyword_table(DOMAINS).scan(text).hits)


def choose(scores: dict[str, float]) -> set[str]:
    """The domains that calibrated scores speak for: one when certain, up to three when close, none when weak."""
    if not scores:
        return set()
    ranked = sorted(scores, key=lambda name: (-scores[name], name))
    best = scores[ranked[0]]
    if best >= CERTAIN:
        return {ranked[0]}
    close = [name for name in ranked if scores[name] >= POSSIBLE and scores[name] >= best - NEAR]
    return set(close[:MOST_DOMAINS])


@cache
def keyword_table(domains: tuple[Domain, ...]) -> KeywordTable:
    """The compiled patterns of a table of domains, with what lies outside and what only follows up."""
    phrasebook = {domain.name: domain.phrases for domain in domains}
    return KeywordTable(phrasebook | {OUTSIDE: read_phrases(OUTSIDE), FOLLOW_UP: read_phrases(FOLLOW_UP)})


def _route_of_hits(hits: dict[str, list[str]]) -> Route:
    chosen = hits.keys() - {OUTSIDE, FOLLOW_UP}
    return Route(_with_utility(set(chosen)), "keyword" if chosen else "none", hits=hits)


def _with_utility(chosen: set[str]) -> frozenset[str]:
    return frozenset(chosen | {UTILITY}) if chosen else frozenset()


def _log_failure(error: Exception) -> None:
    log.warning("routing without meaning", extra={"event": "route.embedder_failed", "error": type(error).__name__})


def _single(hint: frozenset[str]) -> str | None:
    others = hint - {UTILITY}
    return next(iter(others)) if len(others) == 1 else None


def _is_short(text: str) -> bool:
    return len(text) <= 120 and len(text.split()) <= FOLLOW_UP_WORDS

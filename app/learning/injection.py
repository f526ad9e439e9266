"""What memory puts beside a message, unasked: notes near to it, sessions it continues, reading it touches, talk it goes back to.

Everything here informs and decides nothing. Invariant: stored text never stands here without its sources, so that a turn that is shown
what somebody else wrote is held like the turn that read it. Each search has a time limit and fails alone: what can't be
searched now is left out, and the conversation goes on.
"""

import asyncio
import logging
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Protocol, TypeVar

from app.errors import AssistantError
from app.learning.blocks import Item, line, share
from app.memory.ports import Database
from app.memory.records import Hit, Note, ReadLaterItem, TurnRecord
from app.memory.repositories import Repositories
from app.memory.words import telling
from app.models.calibration import Calibration, Calibrations
from app.models.embeddings import Embedder

log = logging.getLogger(__name__)

RELATED = 0.6  # on the scale all encoders share
SECONDS = 2.0  # of any one search
ENCODER_SECONDS = 1.5
SUMMARY_SOURCE, SUMMARY_TITLE = "session", "Summary: "
_ASKED = 500  # characters of a message that are looked for
_READ = 50_000  # characters of a note
_CANDIDATES = 12
_RECENCY, _HALF_LIFE = 0.1, 30.0  # what being new adds to a score, and after how many days half of it
_MANY_WORDS = 4  # from here on one word in common is chance
_WORDS_ALONE = 0.5  # of the words, where one in common is chance
_NOTES, _SUMMARIES, _READING, _WINDOWS = 4, 3, 3, 3
_NOTE_LENGTH, _SUMMARY_LENGTH, _READING_LENGTH, _SAID_LENGTH = 600, 400, 200, 220
# An encoder is foreign code behind a port.
_FAILURES = (AssistantError, TimeoutError, OSError, RuntimeError, ValueError)
_Found = dict[str, list[Item]]
R = TypeVar("R")


class Window(Protocol):
    """A few turns of talk in their order, and the untrusted sources they had read."""

    @property
    def turns(self) -> Sequence[TurnRecord]: ...
    @property
    def taint(self) -> Sequence[str]: ...


class Talk(Protocol):
    """Where earlier talk is found."""

    async def windows(self, user_id: str, query: str, *, limit: int) -> Sequence[Window]:
        """Windows of neighbouring turns about `query`, best first."""
        ...


@dataclass(frozen=True)
class _Message:
    """Whose message it is, what it says, and when, on its user's clock."""

    user_id: str
    text: str
    now: datetime

    @cached_property
    def words(self) -> list[str]:
        """What it says that says something, folded."""
        return telling(self.text)


class Injection:
    """Finds what belongs beside a message."""

    def __init__(
        self,
        database: Database,
        store: Repositories,
        embedder: Embedder | None,
        talk: Talk,
        *,
        calibrations: Calibrations | None = None,
        seconds: float = SECONDS,
    ) -> None:
        """`embedder` None: by words alone. No search takes longer than `seconds`."""
        self._database = database
        self._store = store
        self._embedder = embedder
        self._talk = talk
        self._calibrations = calibrations or Calibrations()
        self._seconds = seconds

    @property
    def by_meaning(self) -> bool:
        """Whether it finds by meaning beside words."""
        return self._embedder is not None

    async def find(self, user_id: str, text: str, *, now: datetime) -> _Found:
        """Lines by the name of their block, best first. `now` is aware, in the user's zone. Never raises for what fails outside."""
        message = _Message(user_id, text[:_ASKED], now)
        if not message.words:
            return {}
        searches = (("notes", self._notes), ("reading", self._reading), ("talk", self._earlier))
        found = await asyncio.gather(*(self._alone(name, search(message), {}) for name, search in searches))
        return {block: items for part in found for block, items in part.items()}

    async def _notes(self, message: _Message) -> _Found:
        """Notes and session summaries: near in meaning or in words, the newer the better."""
        by_words, near = await asyncio.gather(self._by_words(message, "note"), self._near(message, "note"))
        found = {int(owner_id) for owner_id in (*(hit.owner_id for hit in by_words), *near)}
        rows = await self._store.notes.glimpses(message.user_id, [*found], _READ)
        scores = {row.id: max(_by_share(_text(row), message), near.get(str(row.id), 0.0)) for row in rows}
        kept = [row for row in rows if scores[row.id] >= RELATED]
        kept.sort(key=lambda row: scores[row.id] + _newness(row.updated_at, message.now), reverse=True)
        summaries = [row for row in kept if _is_summary(row)]
        notes = [row for row in kept if not _is_summary(row)]
        return {
            "notes": [_note(row, message, _NOTE_LENGTH) for row in notes[:_NOTES]],
            "summaries": [_note(row, message, _SUMMARY_LENGTH) for row in summaries[:_SUMMARIES]],
        }

    async def _reading(self, message: _Message) -> _Found:
        """What is kept to be read, by how many of its tags the message names."""
        hits = await self._by_words(message, "read_later")
        rows = await self._store.read_later.many(message.user_id, [int(hit.owner_id) for hit in hits])
        ranked = [
            (overlap, row.read_at is None, row.created_at, row)
            for row in rows
            if row.deleted_at is None and (overlap := _overlap(row, message)) > 0
        ]
        ranked.sort(key=lambda entry: entry[:3], reverse=True)
        return {"read_later": [_item(entry[3], message) for entry in ranked[:_READING]]}

    async def _earlier(self, message: _Message) -> _Found:
        """Talk that this message goes back to: it holds half of the words, or is near in meaning."""
        windows = await self._talk.windows(message.user_id, message.text, limit=_WINDOWS)
        apart = [window for window in windows if share(_said(window), message.words) < _WORDS_ALONE]
        near = await self._near_turns(message, [turn.id for window in apart for turn in window.turns])
        kept = [window for window in windows if window not in apart or any(turn.id in near for turn in window.turns)]
        return {"earlier": [_talk(window, message) for window in kept if window.turns]}

    async def _near_turns(self, message: _Message, turn_ids: Sequence[str]) -> set[str]:
        """Which of these turns are RELATED to the message."""
        if self._embedder is None or not turn_ids:
            return set()
        return await self._alone("nearness", self._compared(message, turn_ids, self._embedder), set())

    async def _compared(self, message: _Message, turn_ids: Sequence[str], embedder: Embedder) -> set[str]:
        calibration, vector = await self._encoded(message, embedder)
        if calibration is None:
            return set()
        stored = await self._database.vectors_of(message.user_id, "turn", turn_ids, model=embedder.name)
        import numpy as np  # heavy, and loaded already where there is an encoder

        rows = {turn_id: np.frombuffer(held, "<f2") for turn_id, held in stored.items()}
        fits = {turn_id: row for turn_id, row in rows.items() if len(row) == len(vector)}
        return {turn_id for turn_id, row in fits.items() if calibration.score(float(row @ np.array(vector))) >= RELATED}

    async def _by_words(self, message: _Message, kind: str) -> list[Hit]:
        return await self._database.search_words(message.user_id, message.text, kinds=(kind,), limit=_CANDIDATES)

    async def _near(self, message: _Message, kind: str) -> dict[str, float]:
        """Calibrated scores of at least RELATED by owner id; none where no encoder works."""
        if self._embedder is None:
            return {}
        return await self._alone("meaning", self._scores(message, kind, self._embedder), {})

    async def _scores(self, message: _Message, kind: str, embedder: Embedder) -> dict[str, float]:
        calibration, vector = await self._encoded(message, embedder)
        if calibration is None:
            return {}
        hits = await self._database.search_vectors(
            message.user_id, vector, model=embedder.name, kinds=(kind,), limit=_CANDIDATES
        )
        scores = {hit.owner_id: calibration.score(hit.score) for hit in hits}
        return {owner_id: score for owner_id, score in scores.items() if score >= RELATED}

    async def _encoded(self, message: _Message, embedder: Embedder) -> tuple[Calibration | None, list[float]]:
        async with asyncio.timeout(ENCODER_SECONDS):
            vectors = await embedder.embed_queries([message.text])
        return await self._calibrations.soon(embedder, ENCODER_SECONDS / 3), vectors[0].tolist()

    async def _alone(self, name: str, search: Awaitable[R], nothing: R) -> R:
        """What a search finds, or nothing where it fails or takes too long."""
        try:
            async with asyncio.timeout(self._seconds):
                return await search
        except _FAILURES as failure:
            fields = {"event": "injection.failed", "search": name, "problem": type(failure).__name__}
            log.warning("not searched", extra=fields)
            return nothing


def _by_share(text: str, message: _Message) -> float:
    """A score from the words in common, on the calibrated scale: RELATED where they are just enough."""
    shared = share(text, message.words)
    enough = _WORDS_ALONE if len(message.words) >= _MANY_WORDS else 1 / max(len(message.words), 1)
    return RELATED + (1 - RELATED) * shared / 2 if shared and shared >= enough - 1e-9 else 0.0


def _newness(at: datetime, now: datetime) -> float:
    """Nothing is newer than now, whatever the clock said when it was written."""
    days = max((now - at).total_seconds() / 86_400, 0.0)
    return _RECENCY * 0.5 ** (days / _HALF_LIFE)


def _text(note: Note) -> str:
    return "\n".join((note.title, *note.tags, note.content))


def _is_summary(note: Note) -> bool:
    return note.source == SUMMARY_SOURCE and note.title.startswith(SUMMARY_TITLE)


def _overlap(row: ReadLaterItem, message: _Message) -> float:
    """Tags the message names; of an item without such tags, its title where the message is clearly about it."""
    tags = sum(share(tag, [word]) > 0 for tag in row.tags for word in message.words)
    return tags or (0.5 if _by_share(row.title, message) else 0.0)


def _note(row: Note, message: _Message, most: int) -> Item:
    repeated = row.content.startswith(row.title.rstrip("…")) or _is_summary(row)
    title = row.title.removeprefix(SUMMARY_TITLE) if _is_summary(row) else row.title
    text = row.content if repeated and not _is_summary(row) else f"{title[:100]}: {row.content}"
    return Item(f"#{row.id} ({_day(row.updated_at, message.now)}) {line(text, most, message.words)}", tuple(row.taint))


def _item(row: ReadLaterItem, message: _Message) -> Item:
    text = " ".join(part for part in (row.title, row.url, *(f"#{tag}" for tag in row.tags)) if part)
    return Item(f"#{row.id} {line(text, _READING_LENGTH, message.words)}", tuple(row.taint))


def _talk(window: Window, message: _Message) -> Item:
    first = window.turns[0]
    said = " | ".join(
        f"user: {line(turn.text, _SAID_LENGTH, message.words)} · you: {line(turn.reply, _SAID_LENGTH, message.words)}"
        for turn in window.turns
    )
    turns = frozenset(turn.id for turn in window.turns)
    return Item(f"({_day(first.started_at, message.now)}) {said}", tuple(window.taint), turns)


def _said(window: Window) -> str:
    return "\n".join(f"{turn.text}\n{turn.reply}" for turn in window.turns)


def _day(at: datetime, now: datetime) -> str:
    """ "3 March 2027", as the user's calendar has it."""
    local = at.astimezone(now.tzinfo)
    return f"{local.day} {local:%B %Y}"

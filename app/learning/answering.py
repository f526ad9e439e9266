"""Finding the sentence that answers a question: all that a user keeps and has said, cut into sentences, ranked by `language/answers`.

What is new stands for itself whatever its words; what is older is found by words and by meaning. Of talk only the user's own words can
answer, and none that a tool has dealt with: what was remembered, noted or corrected is told by its row, as it is now.
Knows no prompt and no tool.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from app.language import slips
from app.language.answers import ENOUGH, MAYBE, Answer, Told, rank, sentences
from app.language.matching import pieces
from app.language.orders import speech
from app.language.people import who_is_who, with_names
from app.language.questions import read_question
from app.language.vocabulary import lexicon, words_of
from app.learning.windows import Window
from app.memory.records import Fact, Found, JournalEntry, Note, ReadLaterItem, Reminder, Task, TurnRecord
from app.memory.repositories import Repositories
from app.offload import offloaded
from app.prompts.turn import own_part

Row = Fact | Note | Task | Reminder | JournalEntry | ReadLaterItem | TurnRecord

KINDS = ("fact", "note", "reminder", "task", "journal", "read_later")
_NEWEST, _LATEST = 300, 60  # documents and turns that stand for themselves: no search finds a word with a typo
_FOUND, _TALK = 30, 24  # hits of a search, windows of talk
_COMPARED = 16  # sentences that are compared by meaning: each is read by the encoder
_MOST = 3
_AS_GOOD, _SAID_AS_MUCH = 0.2, 0.15  # how far behind the best another answer may be
_DEALT_WITH = 0.6  # of a sentence's telling words in what a tool was called with
_SHORT_NOTE = 240  # characters
_SUMMARY = "session"  # the source of a note that sums up talk: it is nobody's own words


class Nearness(Protocol):
    """What compares by meaning."""

    async def nearness(self, query: str, texts: Sequence[str]) -> list[float] | None:
        """How near each text is in meaning, calibrated; None where that can't be told."""
        ...


class Search(Nearness, Protocol):
    """What is searched."""

    async def search(self, user_id: str, query: str, *, kinds: tuple[str, ...], limit: int) -> Found:
        """Hits by words and meaning."""
        ...

    async def windows(self, user_id: str, query: str, *, limit: int) -> Sequence[Window]:
        """Talk by words and meaning."""
        ...


@dataclass(frozen=True, slots=True)
class Quote:
    """A sentence that answers, the row it stands in, and how well it answers (0 to 1)."""

    sentence: str
    kind: str
    row: Row
    score: float


async def find_answers(store: Repositories, search: Search, user_id: str, question: str) -> list[Quote]:
    """The sentences that answer, the best first, few; none where nothing does well enough. Raises StorageError."""
    if not read_question(question).asked:
        return []
    (kept, hits), talk = await asyncio.gather(
        _kept(store, search, user_id, question), _said(store, search, user_id, question)
    )
    sources: list[tuple[str, Row]] = [*kept, *(("turn", turn) for turn, _ in talk)]
    told = [
        *(one for index, (kind, row) in enumerate(kept) for one in _told(row, kind, index)),
        *(
            Told(slips.put_right(text), len(kept) + index, turn.text, is_talk=True)
            for index, (turn, texts) in enumerate(talk)
            for text in texts
        ),
    ]
    people = who_is_who(one.text for one in told)
    told = [replace(one, named=with_names(one.text, people)) for one in told] if people else told
    order = {source: place for place, source in enumerate(hits)}
    far = len(order)
    nearest = sorted(range(len(told)), key=lambda place: order.get(_name(sources[told[place].key]), far))
    found = [place for place in nearest if _name(sources[told[place].key]) in order]
    best = best_of(await ranked(search, question, told, found))
    return [Quote(one.told.text, *sources[one.told.key], one.score) for one in best]


def _name(source: tuple[str, Row]) -> tuple[str, str]:
    """What a search calls a row."""
    return source[0], str(source[1].id)


async def ranked(
    search: Nearness, question: str, told: Sequence[Told], found: Sequence[int], *, most: int = _COMPARED
) -> list[Answer]:
    """The likeliest by words and by meaning, each compared with the question, `most` at most. `found`: the places of what a search finds, best
    first."""
    characters = sum(len(one.text) for one in told)
    by_words = await offloaded(lambda: rank(question, told), characters=characters)
    places = {id(one): place for place, one in enumerate(told)}
    likely = [*(places[id(one.told)] for one in by_words[: most // 2]), *found[:most], *range(most)]
    first = [told[place] for place in dict.fromkeys(likely) if place < len(told)][:most]
    texts = [one.named or one.text for one in first]
    apart = [(place, piece) for place, text in enumerate(texts) for piece in pieces(text)][:most]
    near = await search.nearness(question, [*texts, *(piece for _, piece in apart)]) if first else None
    if near is None:
        return by_words
    best = dict(enumerate(near[: len(texts)]))
    for (place, _), score in zip(apart, near[len(texts) :], strict=True):
        best[place] = max(best[place], score)
    return rank(question, first, best)


def best_of(answers: Sequence[Answer]) -> list[Answer]:
    """Those that answer well enough and nearly as well as the best, each sentence once; the likeliest alone where none does well enough."""
    if answers and MAYBE <= answers[0].score < ENOUGH:
        return [answers[0]]
    enough = {" ".join(one.told.text.casefold().split()): one for one in reversed(answers) if one.score >= ENOUGH}
    first = sorted(enough.values(), key=lambda one: -one.score)
    return [
        one for one in first if one.score >= first[0].score - _AS_GOOD and one.said >= first[0].said - _SAID_AS_MUCH
    ][:_MOST]


async def _kept(
    store: Repositories, search: Search, user_id: str, question: str
) -> tuple[list[tuple[str, Row]], list[tuple[str, str]]]:
    """What is kept: the newest, and what a search finds; facts first, the newer first. Beside it, what the search found, best first."""
    newest, found = await asyncio.gather(
        store.documents.newest(user_id, KINDS, _NEWEST), search.search(user_id, question, kinds=KINDS, limit=_FOUND)
    )
    ids: dict[str, dict[int, None]] = {}
    for one in (*newest, *found.hits):
        ids.setdefault(one.kind, {})[int(one.owner_id)] = None
    shelves = {
        "fact": store.facts,
        "note": store.notes,
        "reminder": store.reminders,
        "task": store.tasks,
        "journal": store.journal,
        "read_later": store.read_later,
    }
    rows: list[tuple[str, Row]] = []
    for kind in KINDS:
        of_kind = await shelves[kind].many(user_id, [*ids.get(kind, ())])
        rows += [(kind, row) for row in reversed(of_kind) if not _is_gone(row)]
    return rows, [(one.kind, str(one.owner_id)) for one in found.hits]


def _is_gone(row: Row) -> bool:
    """What is no longer so, was taken back, or is nobody's own words."""
    if isinstance(row, Fact):
        return row.superseded_by is not None or row.ended_at is not None or not row.confirmed
    if isinstance(row, Reminder):
        return row.status == "cancelled"
    if isinstance(row, Note) and row.source == _SUMMARY:
        return True
    return getattr(row, "deleted_at", None) is not None


def _told(row: Row, kind: str, key: int) -> Iterable[Told]:
    """The sentences of a row, with what says what they are about."""
    match row:
        case Fact():
            return [Told(row.statement, key, row.key)]
        case Task():
            return [Told(row.title, key, row.list_name, has_time=row.due_at is not None)]
        case Reminder():
            return [Told(row.text, key, has_time=True)]
        case ReadLaterItem():
            return [Told(row.title or row.url, key, " ".join(row.tags))]
        case Note():
            title = "" if row.content.startswith(row.title.rstrip("…")) else row.title
            around = " ".join((row.title, *row.tags, row.content))
            whole = " · ".join(row.content.split("\n"))  # a short note is said whole
            said = [whole] if len(whole) <= _SHORT_NOTE else sentences(row.content)
            return [Told(f"{title}: {one}" if title else one, key, around) for one in said]
        case JournalEntry():
            return [Told(one, key, row.content, has_time=True) for one in sentences(row.content)]
        case TurnRecord():
            return []


async def _said(store: Repositories, search: Search, user_id: str, question: str) -> list[tuple[TurnRecord, list[str]]]:
    """The user's own sentences in past talk, the newer first, without those that a tool has dealt with."""
    windows, latest = await asyncio.gather(
        search.windows(user_id, question, limit=_TALK), store.turns.recent(user_id, _LATEST)
    )
    turns = {turn.id: turn for turn in (*latest, *(turn for window in windows for turn in window.turns))}
    dealt = await _dealt_with(store, user_id, [*turns])
    newest = sorted(turns.values(), key=lambda turn: turn.number, reverse=True)
    own = (
        (turn, [one for one in sentences(own_part(turn.text)) if one.split(maxsplit=1)[0].casefold() not in _SUPPOSES])
        for turn in newest
    )
    return [
        (turn, [one for one in texts if not _is_dealt_with(one, dealt.get(turn.id, frozenset()))])
        for turn, texts in own
    ]


_SUPPOSES = frozenset(("if", "suppose", "imagine", "si"))  # what begins so tells nothing that is so


async def _dealt_with(store: Repositories, user_id: str, turn_ids: Sequence[str]) -> Mapping[str, frozenset[str]]:
    """The words that tools were called with in these turns, and of the facts that came of them, by turn."""
    calls, facts = await asyncio.gather(
        store.ledger.of_turns(user_id, turn_ids), store.facts.of_turns(user_id, turn_ids)
    )
    texts: dict[str, list[str]] = {}
    for call in calls:
        texts.setdefault(call.turn_id, []).append(str(call.arguments))
    for fact in facts:
        texts.setdefault(fact.turn_id or "", []).append(f"{fact.statement} {fact.quote}")
    return {turn: frozenset(word.stem for text in found for word in words_of(text)) for turn, found in texts.items()}


def _is_dealt_with(sentence: str, words: frozenset[str]) -> bool:
    said = speech.without(sentence, front=("lead", "frame", "remember"), back=("tail", "remembered"))
    own = [word.stem for word in words_of(said) if not lexicon().has("empty", word)]
    return bool(own) and sum(one in words for one in own) >= _DEALT_WITH * len(own)

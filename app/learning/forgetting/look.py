"""Looking for all that a forgetting would take: through every table of a person, and on to what was drawn from what is found.

Reads only. A table is read page by page, so that years of talk fit. What is found is rows, never a guess by meaning.
"""

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.learning.forgetting import measured
from app.learning.forgetting.plan import Forgetting, line_mark
from app.learning.forgetting.topic import Topic
from app.learning.origins import OUTRIGHT, SAID
from app.memory.holdings import BY_TABLE, HOLDINGS, Holding
from app.memory.ports import Row
from app.memory.repositories import Repositories
from app.memory.repositories.holdings import ALWAYS, Holdings, Stretch
from app.memory.rows import json_of, moment

PLAN_PREFIX = "forgetting:"  # a plan that waits for its user's word, among the named texts
PROFILE, SOURCES = "profile", "profile_sources"
_SEARCHED = ("item", "talk", "book")
# A hit here means that the words were said in that turn, whatever of it the turn's own row keeps.
_SPOKEN = ("inbox", "outbox")
_UNDER_WAY = ("received", "running", "started", "executing", "sending")  # still needed by whoever is at it
_FIRST_PERSON = re.compile(r"\s*(?:i|we)\b", re.IGNORECASE)
_DRAWN = tuple(row for row in HOLDINGS if row.fate == "item" and row.turn)


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be forgotten: what holds the words of `topic` and was made in the stretch, and the facts named by number with all
    their history. Without any of them and with `all`: everything."""

    topic: Topic | None = None
    stretch: Stretch = ALWAYS
    facts: tuple[int, ...] = ()
    all: bool = False


@dataclass(slots=True)
class Look:
    """One look. `find` is called once."""

    store: Repositories
    holdings: Holdings
    user_id: str
    wish: Wish
    found: Forgetting = field(default_factory=Forgetting)
    turns: dict[str, int] = field(default_factory=dict)  # the numbers of the turns that go, by id

    async def find(self) -> Forgetting:
        """All that would go."""
        await self._named_facts()
        if self.wish.topic or self.wish.stretch or self.wish.all:
            for holding in HOLDINGS:
                if holding.fate in _SEARCHED:
                    await self._search(holding)
            await self._search_within()
        if self.wish == Wish(all=True):
            await self._logins()
        await self._measured()
        await self._drawn_from_turns()
        await self._sessions()
        await self._summary()
        await self._named_texts()
        return self.found

    async def _named_facts(self) -> None:
        """Facts meant by number: all there ever was under their keys, and the turns they were said in."""
        for number in self.wish.facts:
            fact = await self.store.facts.get(self.user_id, number)
            for past in await self.store.facts.history(self.user_id, fact.key) if fact else ():
                self.found.add("facts", past.id, name=past.statement, sources=past.taint)
                await self._take_turns([past.turn_id] if past.turn_id else [])

    async def _search(self, holding: Holding) -> None:
        wish = self.wish
        if holding.wide and not (wish.topic or wish.all):
            return
        async for page in self.holdings.pages(self.user_id, holding, wish.stretch):
            hits = [row for row in page if self._meant(holding, row)]
            if holding.table in _SPOKEN:
                told = await self._take_turns([row["turn_id"] for row in hits if row["turn_id"]])
                hits = [row for row in hits if row["turn_id"] not in told]
            for row in hits:
                self._take(holding, row)

    async def _search_within(self) -> None:
        """What was said in a turn besides its own words: to and by the tools, and the names of files that came."""
        if self.wish.topic is None:
            return
        async for page in self.holdings.pages(self.user_id, BY_TABLE["turn_messages"]):
            await self._take_turns([row["turn_id"] for row in page if self._meant(BY_TABLE["turn_messages"], row)])
        async for page in self.holdings.pages(self.user_id, BY_TABLE["attachments"]):
            came = [row["inbox_id"] for row in page if self._meant(BY_TABLE["attachments"], row)]
            for row in await self.holdings.of(self.user_id, BY_TABLE["inbox"], "id", came):
                await self._take_turns([row["turn_id"]] if row["turn_id"] else [])

    async def _logins(self) -> None:
        """What opens accounts elsewhere."""
        for holding in HOLDINGS:
            if holding.fate == "login":
                await self._search(holding)

    async def _measured(self) -> None:
        """Measurements, where these are meant; where only their name is, that they stay."""
        wish, database = self.wish, self.holdings.database
        self.found.measured = await measured.find(
            database, self.user_id, topic=wish.topic, stretch=wish.stretch, everything=wish.all
        )
        if not self.found.measured:
            self.found.hint = await measured.hint(database, self.user_id, wish.topic)

    def _meant(self, holding: Holding, row: Row) -> bool:
        if holding.fate == "book" and row.get("status") in _UNDER_WAY:
            return False
        return self.wish.topic is None or self.wish.topic.in_values([row[name] for name in holding.texts])

    def _take(self, holding: Holding, row: Row) -> None:
        name = str(row[holding.texts[0]]) if holding.noun and holding.texts else ""
        sources = json_of(row["taint"]) if "taint" in row else ()
        self.found.add(holding.table, row[holding.key[-1]], name=name, sources=sources)
        if holding.fate == "talk":
            self.turns[row["id"]] = row["number"]

    async def _take_turns(self, turn_ids: Sequence[str]) -> set[str]:
        """Turns by their ids, where they lie in the stretch; which of the ids are turns at all."""
        told = {turn_id for turn_id in turn_ids if turn_id in self.turns}
        new = [turn_id for turn_id in turn_ids if turn_id not in told]
        talk = BY_TABLE["turns"]
        for row in await self.holdings.of(self.user_id, talk, "id", new) if new else ():
            told.add(row["id"])
            if self.wish.stretch.holds(moment(row[talk.at])):
                self._take(talk, row)
        return told

    async def _drawn_from_turns(self) -> None:
        """What was learned in the turns that go: it would say again what is to be forgotten."""
        for holding in _DRAWN if self.turns else ():
            for row in await self.holdings.of(self.user_id, holding, "turn_id", list(self.turns)):
                if self.wish.topic is None or not said_of_themselves(row):
                    self._take(holding, row)

    async def _sessions(self) -> None:
        """Sums of talk that any of these turns were part of, and the notes that hold them."""
        numbers, notes = sorted(self.turns.values()), set(self.found.keys("notes"))
        for session in await self.store.sessions.everything(self.user_id):
            first = bisect_left(numbers, session.first_turn)
            touched = first < len(numbers) and numbers[first] <= session.last_turn
            if touched or session.note_id in notes:
                self.found.add("sessions", session.id)
            if touched and session.note_id is not None:
                note = await self.store.notes.get(self.user_id, session.note_id)
                if note is not None and note.source == "session":
                    self.found.add("notes", note.id, name=note.title, sources=note.taint)

    async def _summary(self) -> None:
        summary = await self.store.summaries.get(self.user_id)
        if summary is None:
            return
        for lines in summary.sections.values():
            for line in lines:
                self._take_line(str(line.get("text", "")), line.get("turns", ()))
        for source in summary.taint:
            self._take_line(source, ())

    async def _named_texts(self) -> None:
        """The profile line by line; any other text that mentions it whole."""
        async for page in self.holdings.pages(self.user_id, BY_TABLE["context"]):
            texts = {row["key"]: str(row["content"]) for row in page if not row["key"].startswith(PLAN_PREFIX)}
            drawn = drawn_from(texts.pop(SOURCES, ""))
            for line in texts.pop(PROFILE, "").splitlines():
                self._take_line(line, drawn.get(line.strip(), ()))
            for key, content in texts.items():
                if self.wish.topic.in_text(content) if self.wish.topic else self.wish.all:
                    self.found.add("context", key)

    def _take_line(self, text: str, turn_ids: Sequence[str]) -> None:
        held = self.wish.topic is not None and not self.wish.stretch and self.wish.topic.in_text(text)
        everything = self.wish.all and not self.wish.topic and not self.wish.stretch
        if text.strip() and (held or everything or any(turn_id in self.turns for turn_id in turn_ids)):
            self.found.lines.append(line_mark(text))


def said_of_themselves(row: Row) -> bool:
    """Whether what was learned is what its user said of themselves: of a talk about Kofi, "I work at the port" is not about Kofi, and
    "he hates dogs" may be."""
    return row["source"] in (OUTRIGHT, SAID) and bool(_FIRST_PERSON.match(row.get("statement", "")))


def drawn_from(stored: str) -> Mapping[str, Sequence[str]]:
    """The turns that each line of the profile was drawn from, as stored beside it; nothing where that can't be read."""
    try:
        read: Any = json_of(stored) if stored else {}
    except ValueError:
        return {}
    pairs = read.items() if isinstance(read, dict) else ()
    return {str(line).strip(): [str(turn) for turn in turns] for line, turns in pairs if isinstance(turns, list)}

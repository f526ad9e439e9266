"""A house that has been lived in for years: 100,000 turns, 20,000 notes, facts, journal, a reading list and their vectors.

Lengths are as uneven as people's: most messages a line, a note from a line to a megabyte. Words come from a made-up language
whose words are as unevenly common as real ones. The same seed writes the same rows.
"""

import math
from datetime import UTC, datetime, timedelta

from app.bootstrap.services import Services
from app.learning.running.lines import SECTIONS
from app.memory.ports import Database, Value
from app.memory.records import Json
from app.memory.words import fold, scope
from scripts.bench.clusters import Clusters
from scripts.bench.storage import DOCUMENT, TURN, Language, batches, insert
from scripts.bench.stores import Store

BEGAN = datetime(2023, 1, 1, tzinfo=UTC)
APART = timedelta(minutes=15)
NOTE = "user_id, title, content, tags, source, turn_id, taint, created_at, updated_at"
HUGE_NOTES = 10  # of a megabyte each
SMALL = {"facts": 200, "journal": 1_500, "read_later": 1_000, "learnings": 40}
PROFILE_WORDS = 550
NOT_SUMMED_UP = 20  # turns


class Writer:
    """Writes one user's rows, many at once; the documents as their repositories would."""

    def __init__(self, services: Services, seed: int = 1) -> None:
        """All rows are the owner's."""
        self.language = Language(seed)
        self._services = services
        self._user = services.owner.id

    def words(self, middle: float, most: int) -> str:
        """A text of about `middle` words, now and then many times as many."""
        count = int(middle * math.exp(self.language.rng.gauss(0, 0.9)))
        return self.language.text(min(max(count, 1), most))

    async def turns(self, count: int) -> None:
        """Turns with their messages; every fifth used a tool."""
        for numbers in batches(count, 200):
            said = {number: (self.words(12, 400), self.words(45, 800)) for number in numbers}
            async with self._services.database.transaction():
                await self._many("turns", TURN, [self._turn(number, *texts) for number, texts in said.items()])
                messages = [self._messages(number, *texts) for number, texts in said.items()]
                rows = [row for turn in messages for row in turn]
                await self._many("turn_messages", "user_id, turn_id, position, message", rows)
                await self._many("documents", DOCUMENT, [self._document(n, *texts) for n, texts in said.items()])

    async def notes(self, count: int) -> None:
        """Notes, a few of them huge."""
        for numbers in batches(count, 100):
            async with self._services.database.transaction():
                rows = [self._note(number, count) for number in numbers]
                made = await self._ids("notes", NOTE, rows)
                mark, user = scope(self._user, "note"), self._user
                texts = [f"{row[1]}\n{row[2]}" for row in rows]
                documents: list[list[Value]] = [
                    [user, "note", str(id_), text, fold(text), mark, row[-1]]
                    for id_, text, row in zip(made, texts, rows, strict=True)
                ]
                await self._many("documents", DOCUMENT, documents)

    async def small_things(self) -> None:
        """Facts, a profile, a journal, a reading list: through their repositories."""
        store, user, rng = self._services.store, self._user, self.language.rng
        async with self._services.database.transaction():
            for number in range(SMALL["facts"]):
                await store.facts.add(
                    user,
                    key=f"key {number}",
                    statement=self.words(9, 40),
                    confidence=0.9,
                    source="user",
                    turn_id=None,
                    taint=[],
                    confirmed=True,
                    at=BEGAN,
                )
            for number in range(SMALL["journal"]):
                day = (BEGAN + timedelta(days=number / 2)).date().isoformat()
                text = self.words(60, 600)
                await store.journal.add(user, entry_date=day, content=text, mood="", turn_id=None, taint=[], at=BEGAN)
            for number in range(SMALL["read_later"]):
                title, url = self.words(8, 30), f"https://example.org/{number}/{rng.choice(self.language.words)}"
                tags = rng.choices(self.language.words[:3_000], k=2)
                await store.read_later.add(user, url=url, title=title, tags=tags, turn_id=None, taint=[], at=BEGAN)
            for _ in range(SMALL["learnings"]):
                text = self.words(10, 40)
                await store.learnings.add(
                    user,
                    kind="learning",
                    content=text,
                    status="active",
                    source="reflection",
                    turn_id=None,
                    taint=[],
                    at=BEGAN,
                )
            await store.contexts.put(user, "profile", self.language.text(PROFILE_WORDS), BEGAN)

    async def summary(self) -> None:
        """A running summary of all but the last turns."""
        store, user = self._services.store, self._user
        covered = (await store.turns.recent(user, NOT_SUMMED_UP))[0].number - 1
        sections = {name: [{"text": self.words(14, 40), "turns": ["t1"]} for _ in range(5)] for name in SECTIONS}
        await store.summaries.put(user, sections, covered, [], BEGAN)

    async def _ids(self, table: str, columns: str, rows: list[list[Value]]) -> list[int]:
        database: Database = self._services.database
        [before] = await database.fetch(f"SELECT COALESCE(MAX(id), 0) AS id FROM {table}")
        await self._many(table, columns, rows)
        made = await database.fetch(f"SELECT id FROM {table} WHERE id > $1 ORDER BY id", before["id"])
        return [row["id"] for row in made]

    async def _many(self, table: str, columns: str, rows: list[list[Value]]) -> None:
        for few in batches(len(rows), 250):
            await insert(self._services.database, table, columns, rows[few.start : few.stop])

    def _turn(self, number: int, said: str, answered: str) -> list[Value]:
        at, route = BEGAN + APART * number, {"domains": ["notes"], "source": "keyword"}
        row: list[Value] = [f"t{number}", self._user, "web", said, answered, "done", route]
        return [*row, ["web"] if number % 50 == 0 else [], {"requests": 1}, "m", "trace", at, at]

    def _messages(self, number: int, said: str, answered: str) -> list[list[Value]]:
        asked: Json = {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": said}]}
        replied: Json = {"kind": "response", "parts": [{"part_kind": "text", "content": answered}]}
        messages = [asked, replied]
        if number % 5 == 0:
            call = {"tool_name": "find_notes", "tool_call_id": f"c{number}"}
            messages[1:1] = [
                {"kind": "response", "parts": [{"part_kind": "tool-call", "args": {"words": said[:60]}, **call}]},
                {"kind": "request", "parts": [{"part_kind": "tool-return", "content": self.words(80, 800), **call}]},
            ]
        return [[self._user, f"t{number}", place, message] for place, message in enumerate(messages)]

    def _document(self, number: int, said: str, answered: str) -> list[Value]:
        text, at = f"user: {said}\nassistant: {answered}", BEGAN + APART * number
        return [self._user, "turn", f"t{number}", text, fold(text), scope(self._user, "turn"), at]

    def _note(self, number: int, count: int) -> list[Value]:
        at = BEGAN + APART * number * 5
        content = self.words(80, 20_000)
        if number % max(count // HUGE_NOTES, 1) == 1:
            content = self.language.text(200_000)
        return [self._user, self.words(4, 12), content, [], "user", None, [], at, at]


async def embed_all(services: Services, store: Store, clusters: Clusters) -> int:
    """A made-up vector for every document there is; how many."""
    sql = "SELECT id, user_id, kind FROM documents ORDER BY id"
    owned = [(row["id"], row["user_id"], row["kind"]) for row in await services.database.fetch(sql)]
    for numbers in batches(len(owned), 20_000):
        await store.keep(owned[numbers.start : numbers.stop], clusters.draw(len(numbers)))
    await store.after_load()
    return len(owned)

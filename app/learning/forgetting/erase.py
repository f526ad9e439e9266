"""Taking away what a plan names, all of it or nothing, with what was drawn from it meanwhile.

Runs inside the caller's transaction. Needs no word of what is forgotten: rows go by their keys, lines by their fingerprints. Whoever
keeps talk in memory notices by the mark "forgotten", which rises with each forgetting.
"""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.cards.card import Card, cards_in
from app.learning.forgetting import measured
from app.learning.forgetting.look import PLAN_PREFIX, PROFILE, SOURCES, drawn_from, said_of_themselves
from app.learning.forgetting.plan import Forgetting, counted, line_mark
from app.memory.holdings import BY_TABLE, FORGOTTEN, HOLDINGS, Holding
from app.memory.ports import Database, Value
from app.memory.records import Json
from app.memory.repositories import Repositories
from app.memory.repositories.holdings import Holdings
from app.memory.rows import json_of

MARK = "forgotten"
TOOLS = ("forget_fact", "forget")  # now, and as it was called once
_BOOKS = tuple(row for row in HOLDINGS if row.fate == "book" and row.turn and row.table != "outbox")
Remove = Callable[[str, Sequence[int]], Awaitable[int]]


async def times_forgotten(store: Repositories, user_id: str) -> int:
    """How often something was forgotten so far: a copy of talk made before this last rose may hold what is gone."""
    mark = await store.marks.get(user_id, MARK)
    return mark.turn_number if mark else 0


@dataclass(slots=True)
class Eraser:
    """Takes plans of one user away."""

    database: Database
    store: Repositories
    user_id: str

    async def erase(self, plan: Forgetting, at: datetime) -> list[tuple[str, int]]:
        """What went, by kind, in the order a person is told it. The caller holds the transaction."""
        await self.store.reservations.lock(
            self.user_id
        )  # learners hold it too: nothing is drawn from what is just going
        own = f"{PLAN_PREFIX}{plan.fingerprint()}"
        await self._widen(plan)
        turn_ids = await self._turn_ids(plan)
        counts = [(row.noun, await self._take(row, plan)) for row in HOLDINGS if row.noun]
        for row in HOLDINGS:
            if row.fate == "book" or row.table == "context":
                await self._remove(row.table, plan.keys(row.table))
        await self._clear_turns([turn_id for turn_id in turn_ids if turn_id != plan.asked])
        await self._strike(set(plan.lines), set(turn_ids), at)
        if plan.asked:
            await self._clear_asking(plan.asked, counted(counts))
        await self.store.contexts.delete(self.user_id, own)
        await self.store.marks.put(self.user_id, MARK, await times_forgotten(self.store, self.user_id) + 1, at)
        await self.database.scrub()
        return counts

    @property
    def _holdings(self) -> Holdings:
        return Holdings(self.database)

    async def _widen(self, plan: Forgetting) -> None:
        """What a learner drew from these turns since the plan was made goes with them."""
        turns = await self._holdings.of(self.user_id, BY_TABLE["turns"], "number", plan.keys("turns"))
        ids = [row["id"] for row in turns]
        for holding in HOLDINGS:
            if holding.fate == "item" and holding.turn:
                for row in await self._holdings.of(self.user_id, holding, holding.turn, ids):
                    if not said_of_themselves(row):
                        plan.add(holding.table, row["id"])
        sessions = await self._holdings.of(self.user_id, BY_TABLE["sessions"], "id", plan.keys("sessions"))
        for note in await self.store.notes.many(self.user_id, [row["note_id"] for row in sessions if row["note_id"]]):
            if note.source == "session":
                plan.add("notes", note.id)

    async def _turn_ids(self, plan: Forgetting) -> list[str]:
        turns = await self._holdings.of(self.user_id, BY_TABLE["turns"], "number", plan.keys("turns"))
        return [row["id"] for row in turns]

    async def _take(self, row: Holding, plan: Forgetting) -> int:
        if row.fate == "measured":
            return await measured.erase(self.store, self.user_id, plan.measured)
        return await self._remove(row.table, plan.keys(row.table))

    async def _remove(self, table: str, keys: Sequence[Any]) -> int:
        """Rows of one table, with what searches know of them."""
        if not keys:
            return 0
        holding, store = BY_TABLE[table], self.store
        searched: Mapping[str, Remove] = {
            "facts": store.facts.erase,
            "notes": store.notes.erase,
            "tasks": store.tasks.erase,
            "reminders": store.reminders.erase,
            "journal_entries": store.journal.erase,
            "read_later": store.read_later.erase,
            "kept_pages": store.kept_pages.erase,
        }
        if table == "inbox":
            await self._holdings.erase(self.user_id, BY_TABLE["attachments"], "inbox_id", keys)
        if table == "turns":
            rows = await self._holdings.of(self.user_id, holding, "number", keys)
            return await store.turns.delete(self.user_id, [row["id"] for row in rows])
        if table in searched:
            return await searched[table](self.user_id, keys)
        return await self._holdings.erase(self.user_id, holding, holding.key[-1], keys)

    async def _clear_turns(self, turn_ids: Sequence[str]) -> None:
        """What was written down of turns that are gone, and of the runs of workers that they asked for."""
        runs = await self.store.worker_messages.runs_of_turns(self.user_id, turn_ids) if turn_ids else []
        for holding in _BOOKS:
            await self._holdings.erase(self.user_id, holding, holding.turn, [*turn_ids, *runs])
        await self.store.worker_messages.erase_runs(self.user_id, runs)
        await self.store.inbox.erase_turns(self.user_id, turn_ids)
        await self.store.outbox.erase_turns(self.user_id, turn_ids)

    async def _clear_asking(self, asked: str, what: str) -> None:
        """The turn that asked goes too; its message stays where it stands, without a word, and the held call says no more than counts."""
        store, user_id = self.store, self.user_id
        waiting: set[str] = set()
        for action in await store.pending.of_turn(user_id, asked):
            if action.status == "pending":
                waiting.add(action.id)
            elif action.tool in TOOLS:
                summary: dict[str, Value] = {"summary": f"forget for good: {what}"}
                await self._holdings.write(user_id, BY_TABLE["pending_actions"], "id", [action.id], summary)
        await store.turns.delete(user_id, [asked])
        await store.inbox.erase_turns(user_id, [asked])
        await self._holdings.erase(user_id, BY_TABLE["inbox"], "turn_id", [asked])
        await self._holdings.erase(user_id, BY_TABLE["audit_log"], "turn_id", [asked])
        for row in await self._holdings.of(user_id, BY_TABLE["outbox"], "turn_id", [asked]):
            body: Json = {**json_of(row["body"]), "text": FORGOTTEN, "format": "plain", "charts": [], "files": []}
            # A card stays, so that no part of the message is left standing where it was delivered; its words go.
            body["cards"] = [
                card.as_dict() if card.action in waiting else Card(card.action, card.title, ended=card.ended).as_dict()
                for card in cards_in(body)
            ]
            await self._holdings.write(user_id, BY_TABLE["outbox"], "id", [row["id"]], {"body": body})

    async def _strike(self, lines: set[str], turn_ids: set[str], at: datetime) -> None:
        """Lines of the running summary and of the profile that say it, or were drawn from a turn that is gone."""
        store, user_id = self.store, self.user_id
        summary = await store.summaries.get(user_id)
        if summary is not None:
            kept = {
                name: [
                    line for line in section if not _goes(line.get("text", ""), line.get("turns", ()), lines, turn_ids)
                ]
                for name, section in summary.sections.items()
            }
            taint = [source for source in summary.taint if line_mark(source) not in lines]
            if kept != summary.sections or taint != summary.taint:
                await store.summaries.put(user_id, kept, summary.covers, taint, at)
        await self._strike_profile(lines, turn_ids, at)

    async def _strike_profile(self, lines: set[str], turn_ids: set[str], at: datetime) -> None:
        contexts, user_id = self.store.contexts, self.user_id
        profile, sources = await contexts.get(user_id, PROFILE), await contexts.get(user_id, SOURCES)
        if profile is None:
            return
        drawn = drawn_from(sources.content) if sources else {}
        old = profile.content.splitlines()
        kept = [line for line in old if not _goes(line, drawn.get(line.strip(), ()), lines, turn_ids)]
        if kept == old:
            return
        await contexts.put(user_id, PROFILE, "\n".join(kept), at)
        if sources:
            still = {line.strip() for line in kept}
            left = {line: turns for line, turns in drawn.items() if line in still}
            await contexts.put(user_id, SOURCES, json.dumps(left, ensure_ascii=False), at)


def _goes(text: object, turns: object, lines: set[str], turn_ids: set[str]) -> bool:
    drawn = isinstance(turns, list | tuple) and any(turn in turn_ids for turn in turns)
    return drawn or line_mark(str(text)) in lines

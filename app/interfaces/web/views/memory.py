"""Memory: what is known of its user with where it is from, what waits for their word, how I go by, and what was summed up."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from app.interfaces.web.views.viewer import Viewer, number_in, page_number, turned
from app.language.statements.wording import sentence
from app.learning.origins import day, grouped, origin_of
from app.learning.profile import PROFILE, SECTIONS, read_profile
from app.learning.proposals import standing
from app.memory.records import Fact, Learning, Note
from app.memory.words import LONGEST_QUERY

FACTS, TALKS = 25, 8  # of one page
_FOUND, _MOST_WAITING, _MOST_BEFORE = 25, 20, 5
_LONGEST_SUMMARY = 900


async def view(seen: Viewer, query: Mapping[str, str]) -> dict[str, Any]:
    """All of it; `?q=` looks for facts, `?fact=` and `?talk=` show one."""
    words = query.get("q", "").strip()[:LONGEST_QUERY]
    facts, page = await _facts(seen, words, query)
    past: dict[str, list[Fact]] = {}
    for fact in await seen.store.facts.past(seen.user.id, list(dict.fromkeys(fact.key for fact in facts))):
        past.setdefault(fact.key, []).append(fact)
    waiting = await seen.store.facts.waiting(seen.user.id)
    learnings = await standing(seen.store, seen.user.id)
    return {
        "title": "Memory",
        "q": words,
        "alone": bool(number_in(query, "fact")),
        "count": await seen.store.facts.count(seen.user.id),
        "groups": [
            (heading, [_fact(one, past.get(one.key, ()), seen) for one in rows]) for heading, rows in grouped(facts)
        ],
        "page": page,
        "waiting": [_fact(one, (), seen) for one in waiting[:_MOST_WAITING]],
        "proposed": [_learning(one, seen) for one in learnings if one.status == "proposed"],
        "active": [_learning(one, seen) for one in reversed(learnings) if one.status == "active"],
        "profile": await _profile(seen),
        **await _talks(seen, query),
    }


async def _facts(seen: Viewer, words: str, query: Mapping[str, str]) -> tuple[Sequence[Fact], dict[str, str]]:
    """Those of this page, and where the ones beside it are."""
    store, at = seen.store.facts, page_number(query)
    if one := number_in(query, "fact"):
        return [fact for fact in await store.many(seen.user.id, [one]) if _holds(fact)], {}
    if words:
        found = await seen.house.recall.search(seen.user.id, words, kinds=("fact",), limit=_FOUND)
        rows = {
            str(fact.id): fact for fact in await store.many(seen.user.id, [int(hit.owner_id) for hit in found.hits])
        }
        return [rows[hit.owner_id] for hit in found.hits if hit.owner_id in rows and _holds(rows[hit.owner_id])], {}
    rows = await store.page(seen.user.id, FACTS + 1, at * FACTS)
    return rows[:FACTS], turned("/memory", at, more=len(rows) > FACTS)


def _holds(fact: Fact) -> bool:
    return fact.confirmed and fact.ended_at is None and fact.superseded_by is None


def _fact(fact: Fact, past: Sequence[Fact], seen: Viewer) -> dict[str, Any]:
    said = sentence(fact.statement)
    return {
        "id": fact.id,
        "key": fact.key,
        "statement": fact.statement,
        "said": said,
        "origin": _origin(fact, seen),
        "turn": turn_link(fact.turn_id),
        "quote": fact.quote if fact.quote.strip(" .") != fact.statement.strip(" .") else "",
        "taint": fact.taint,
        "past": [_before(one, seen) for one in past[:_MOST_BEFORE]],
    }


def _origin(fact: Fact, seen: Viewer) -> str:
    """Where it is from, without whose words it holds: those stand beside it."""
    return origin_of(fact, seen.zone, now=seen.now).partition(", read in ")[0]


def _before(fact: Fact, seen: Viewer) -> dict[str, str]:
    until = f"until {day(fact.ended_at, seen.zone, seen.now)}; " if fact.ended_at else ""
    return {"said": sentence(fact.statement), "when": f"{until}{_origin(fact, seen)}", "turn": turn_link(fact.turn_id)}


def turn_link(turn_id: str | None) -> str:
    """Where a turn, or what was pressed on a page, is told of; "" for none."""
    return f"/activity/{quote(turn_id, safe=':')}" if turn_id else ""


def _learning(learning: Learning, seen: Viewer) -> dict[str, Any]:
    return {
        "id": learning.id,
        "said": learning.content,
        "when": f"from what you said {day(learning.created_at, seen.zone, seen.now)}",
        "turn": turn_link(learning.turn_id),
        "taint": learning.taint,
    }


async def _profile(seen: Viewer) -> dict[str, Any]:
    """Who it thinks its user is, by section."""
    kept = await seen.store.contexts.get(seen.user.id, PROFILE)
    lines = await read_profile(seen.store, seen.user.id) if kept else []
    sections = [(title, [line.text for line in lines if line.section == name]) for name, title in SECTIONS.items()]
    return {
        "sections": [(title, told) for title, told in sections if told],
        "when": seen.day(kept.updated_at) if kept else "",
    }


async def _talks(seen: Viewer, query: Mapping[str, str]) -> dict[str, Any]:
    """What earlier talks came to, the newest first, and what the one that goes on has so far."""
    at, one = number_in(query, "talks") % 10_000, number_in(query, "talk")
    sessions = await seen.store.sessions.recent(seen.user.id, (at + 1) * TALKS + 1)
    shown = sessions[at * TALKS : (at + 1) * TALKS]
    ids = [one] if one else [session.note_id for session in shown if session.note_id]
    notes = [
        note
        for note in await seen.store.notes.many(seen.user.id, ids)
        if note.deleted_at is None and note.source == "session"
    ]
    running = await seen.store.summaries.get(seen.user.id) if not at else None
    lines = [
        str(line.get("text", "")) for section in (running.sections if running else {}).values() for line in section
    ]
    return {
        "talks": [_talk(note, seen, is_open=note.id == one) for note in reversed(notes)],
        "talk_pages": turned("/memory", at, more=len(sessions) > (at + 1) * TALKS, name="talks") if not one else {},
        "running": lines[-30:],
        "running_taint": running.taint if running else [],
    }


def _talk(note: Note, seen: Viewer, *, is_open: bool) -> dict[str, Any]:
    cut = len(note.content) > _LONGEST_SUMMARY
    return {
        "id": note.id,
        "title": note.title.removeprefix("Summary: "),
        "when": seen.said(note.created_at),
        "text": f"{note.content[:_LONGEST_SUMMARY]}…" if cut else note.content,
        "taint": note.taint,
        "open": is_open,
    }

"""Notes, what is kept to read later, and the journal."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from app.interfaces.web.acts import LONGEST_WRITTEN
from app.interfaces.web.views.memory import turn_link
from app.interfaces.web.views.viewer import Viewer, number_in, page_number, turned
from app.language.time.wording import say_date
from app.memory.records import JournalEntry, Note, ReadLaterItem
from app.memory.words import LONGEST_QUERY

NOTES, READING, ENTRIES = 30, 20, 12  # of one page
_FOUND = 30
_SHOWN = 400  # characters of a note, or of an entry, that stands among others
_WHOLE = 30_000  # of one that is looked at by itself
_FAR = 10_000


async def view(seen: Viewer, query: Mapping[str, str]) -> dict[str, Any]:
    """All three, the newest of each; `?q=` looks for notes, `?note=` and `?entry=` show one whole."""
    words = query.get("q", "").strip()[:LONGEST_QUERY]
    one, entry = number_in(query, "note"), number_in(query, "entry")
    notes, page = await _notes(seen, words, query)
    values: dict[str, Any] = {
        "title": "Notes",
        "q": words,
        "one": one,
        "entry": entry,
        "most": LONGEST_WRITTEN,
        "notes": [_note(note, seen, most=_WHOLE if one else _SHOWN) for note in notes],
        "page": page,
    }
    if not (words or one):
        values |= {**(await _reading(seen, query) if not entry else {}), **await _journal(seen, query)}
    return values


async def _notes(seen: Viewer, words: str, query: Mapping[str, str]) -> tuple[Sequence[Note], dict[str, str]]:
    """Those of this page, and where the ones beside it are."""
    store, at = seen.store.notes, page_number(query)
    if number_in(query, "entry"):
        return [], {}
    if one := number_in(query, "note"):
        return [note for note in await store.many(seen.user.id, [one]) if note.deleted_at is None], {}
    if words:
        found = await seen.house.recall.search(seen.user.id, words, kinds=("note",), limit=_FOUND)
        ids = [int(hit.owner_id) for hit in found.hits]
        rows = {note.id: note for note in await store.glimpses(seen.user.id, ids, _SHOWN + 1)}
        return [rows[number] for number in ids if number in rows and rows[number].source != "session"], {}
    rows = await store.page(seen.user.id, NOTES + 1, at * NOTES, _SHOWN + 1)
    return rows[:NOTES], turned("/notes", at, more=len(rows) > NOTES)


def _note(note: Note, seen: Viewer, *, most: int) -> dict[str, Any]:
    text, begins = note.content[:most], note.title.rstrip("…").rstrip()
    return {
        "id": note.id,
        "title": "" if note.content.startswith(begins) else note.title,
        "name": note.title or note.content[:60],
        "text": text,
        "cut": len(note.content) > most,
        "long": len(note.content) > LONGEST_WRITTEN,
        "tags": note.tags,
        "when": seen.said(note.updated_at),
        "turn": turn_link(note.turn_id),
        "taint": note.taint,
    }


async def _reading(seen: Viewer, query: Mapping[str, str]) -> dict[str, Any]:
    at = number_in(query, "reading") % _FAR
    rows = await seen.store.read_later.list(seen.user.id, include_read=True, limit=(at + 1) * READING + 1)
    return {
        "reading": [_item(item, seen) for item in rows[at * READING : (at + 1) * READING]],
        "reading_pages": turned("/notes", at, more=len(rows) > (at + 1) * READING, name="reading"),
    }


def _item(item: ReadLaterItem, seen: Viewer) -> dict[str, Any]:
    is_web = item.url.startswith(("https://", "http://"))
    return {
        "id": item.id,
        "title": item.title or item.url,
        "url": item.url if is_web else "",
        "host": item.url.split("/")[2] if is_web and item.title and item.url.count("/") > 1 else "",
        "read": seen.said(item.read_at) if item.read_at else "",
        "when": seen.said(item.created_at),
        "taint": item.taint,
    }


async def _journal(seen: Viewer, query: Mapping[str, str]) -> dict[str, Any]:
    at, one = number_in(query, "journal") % _FAR, number_in(query, "entry")
    if one:
        rows = [row for row in await seen.store.journal.many(seen.user.id, [one]) if row.deleted_at is None]
        return {"journal": [_entry(row, seen, most=_WHOLE) for row in rows]}
    rows = await seen.store.journal.list(seen.user.id, limit=(at + 1) * ENTRIES + 1)
    return {
        "journal": [_entry(row, seen, most=_SHOWN) for row in rows[at * ENTRIES : (at + 1) * ENTRIES]],
        "journal_pages": turned("/notes", at, more=len(rows) > (at + 1) * ENTRIES, name="journal"),
    }


def _entry(entry: JournalEntry, seen: Viewer, *, most: int) -> dict[str, Any]:
    return {
        "id": entry.id,
        "day": say_date(date.fromisoformat(entry.entry_date), seen.local_now),
        "mood": entry.mood,
        "text": entry.content[:most],
        "cut": len(entry.content) > most,
        "taint": entry.taint,
    }

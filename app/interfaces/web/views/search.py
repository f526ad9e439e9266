"""Search: one box over everything that is kept, by words and by meaning, kind by kind, each with where it stands."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import quote

from app.interfaces.web.views.lists import list_label
from app.interfaces.web.views.marking import marked
from app.interfaces.web.views.memory import turn_link
from app.interfaces.web.views.viewer import Viewer
from app.language.statements.wording import sentence
from app.learning.blocks import share
from app.learning.windows import Window
from app.memory.records import Fact, Hit, JournalEntry, KeptPage, Note, ReadLaterItem, Reminder, Task
from app.memory.words import LONGEST_QUERY, terms

LIMIT, WINDOWS = 60, 8
_MOST, _MOST_NEAR, _SHOWN = 8, 2, 260  # rows of a kind; of one that holds none of the words; characters of one
KINDS: tuple[tuple[str, str], ...] = (
    ("fact", "What I know of you"),
    ("note", "Notes"),
    ("task", "On your lists"),
    ("reminder", "Reminders"),
    ("journal", "Journal"),
    ("read_later", "To read later"),
    ("page", "Pages you kept"),
    ("summary", "Earlier talks, summed up"),
)
_STORED = tuple(kind for kind, _ in KINDS)


class _Row(Protocol):
    """Whatever can be found."""

    @property
    def id(self) -> int:
        """Its number."""
        ...

    @property
    def taint(self) -> list[str]:
        """Whose words it holds."""
        ...


@dataclass(frozen=True, slots=True)
class _Place:
    """What is shown of a row, beside its text where it stands, and its address."""

    text: str
    beside: str
    link: str


async def view(seen: Viewer, query: Mapping[str, str]) -> dict[str, Any]:
    """What `?q=` finds; the page doesn't change by itself while somebody reads it."""
    words = query.get("q", "").strip()[:LONGEST_QUERY]
    found: dict[str, Any] = await _found(seen, words) if words else {}
    return {"title": "Search", "q": words, "here_url": "", **found}


async def _found(seen: Viewer, about: str) -> dict[str, Any]:
    user_id, recall = seen.user.id, seen.house.recall
    found, windows = await asyncio.gather(
        recall.search(user_id, about, kinds=_STORED, limit=LIMIT), recall.windows(user_id, about, limit=WINDOWS)
    )
    words = terms(about)
    rows = await _rows(seen, found.hits)
    kinds: dict[str, list[dict[str, Any]]] = {}
    for hit in found.hits:
        row = rows.get((hit.kind, hit.owner_id))
        if row is not None:
            kinds.setdefault(_kind(hit, row), []).append(_result(hit, row, words, seen))
    groups = [(heading, kinds[kind][:_MOST]) for kind, heading in KINDS if kind in kinds]
    talk = [_talk(window, words, seen) for window in windows if found.compared or share(window.text, words) > 0]
    groups = [*groups, *([("What we said", talk)] if talk else [])]
    only_near = bool(groups) and not any(_holds(row, words) for _, shown in groups for row in shown)
    return {
        "groups": [(heading, shown[:_MOST_NEAR]) for heading, shown in groups] if only_near else groups,
        "only_near": only_near,
        "by_words_alone": not found.compared,
    }


def _holds(row: Mapping[str, Any], words: Sequence[str]) -> bool:
    """Whether one of the words that were asked for stands in what is shown."""
    return share(row["beside"], words) > 0 or any(
        piece.found for part in ("pieces", "reply") for piece in row.get(part) or ()
    )


async def _rows(seen: Viewer, hits: Sequence[Hit]) -> dict[tuple[str, str], _Row]:
    """What was found, by kind and number; what has gone since is left out."""
    store, user_id = seen.store, seen.user.id
    shelves = {
        "fact": store.facts.many,
        "note": store.notes.many,
        "task": store.tasks.many,
        "reminder": store.reminders.many,
        "journal": store.journal.many,
        "read_later": store.read_later.many,
        "page": store.kept_pages.many,
    }
    found: dict[tuple[str, str], _Row] = {}
    for kind, many in shelves.items():
        ids = [int(hit.owner_id) for hit in hits if hit.kind == kind][: 2 * _MOST]
        found |= {(kind, str(row.id)): row for row in (await many(user_id, ids) if ids else ())}
    return found


def _kind(hit: Hit, row: _Row) -> str:
    return "summary" if isinstance(row, Note) and row.source == "session" else hit.kind


def _result(hit: Hit, row: _Row, words: Sequence[str], seen: Viewer) -> dict[str, Any]:
    place = _place(hit, row, seen)
    return {
        "pieces": marked(place.text, words, _SHOWN),
        "beside": place.beside,
        "when": seen.said(hit.created_at),
        "link": place.link,
        "taint": row.taint,
    }


def _place(hit: Hit, row: _Row, seen: Viewer) -> _Place:
    """Where it stands."""
    match row:
        case Fact():
            return _Place(sentence(row.statement), "", f"/memory?fact={row.id}#fact-{row.id}")
        case Note() if row.source == "session":
            return _Place(row.content, row.title.removeprefix("Summary: "), f"/memory?talk={row.id}#talk-{row.id}")
        case Note():
            title = "" if row.content.startswith(row.title.rstrip("…").rstrip()) else row.title
            return _Place(row.content, title, f"/notes?note={row.id}#note-{row.id}")
        case Task():
            where = f"/lists?list={quote(row.list_name, safe='')}#task-{row.id}"
            return _Place(row.title, f"{list_label(row.list_name)}{', done' if row.done_at else ''}", where)
        case Reminder():
            return _Place(row.text, "", f"/schedules#reminder-{row.id}")
        case JournalEntry():
            return _Place(row.content, row.entry_date, f"/notes?entry={row.id}#journal-{row.id}")
        case ReadLaterItem():
            return _Place(f"{row.title} {row.url}".strip(), "", f"/notes#reading-{row.id}")
        case KeptPage():
            return _Place(hit.text, row.title, f"/notes#reading-{row.item_id}")
        case _:
            return _Place(hit.text, "", "/")


def _talk(window: Window, words: Sequence[str], seen: Viewer) -> dict[str, Any]:
    """The turn that was found; its user's words first, and what was answered where the word stands there."""
    turn = window.found
    in_reply = share(turn.text, words) == 0 and share(turn.reply, words) > 0
    return {
        "pieces": marked(turn.text, words, _SHOWN),
        "reply": marked(turn.reply, words, _SHOWN) if in_reply else [],
        "beside": "",
        "when": seen.said(turn.started_at),
        "link": turn_link(turn.id),
        "taint": turn.taint,
    }

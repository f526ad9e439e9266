"""The tools for notes: keep, find, change and throw away, everything undoable.

A note's title is the user's or its first words. Does not search by meaning: `recall.py` does.
"""

from collections.abc import Sequence

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.errors import ToolProblem
from app.gate.outcome import Done
from app.gate.risk import ADDS, READS, WRITES
from app.memory.caps import check_length
from app.memory.records import Note
from app.tools.pick import Shelf, of_shelf, pick
from app.tools.provenance import carry, with_sources
from app.tools.toolset import Tool

TITLE_LENGTH = 60
SHOWN_LENGTH = 200
MAX_LISTED = 50


async def save_note(ctx: RunContext[AgentDeps], content: str, *, title: str = "", tags: Sequence[str] = ()) -> Done:
    """Keep a note."""
    deps = ctx.deps
    if not content.strip():
        raise ToolProblem("What should the note say?")
    check_length(content)
    note = await deps.store.notes.add(
        deps.user.id,
        title=title.strip() or headline(content),
        content=content.strip(),
        tags=list(tags),
        source="user",
        turn_id=deps.turn_id,
        taint=deps.taint.all,
        at=deps.now,
    )
    return Done(f"Saved note #{note.id}: {name_of(note)}.", undo={"action": "delete_note", "id": note.id})


async def find_notes(ctx: RunContext[AgentDeps], words: str = "", limit: int = 10) -> str:
    """Notes by words, or newest."""
    deps = ctx.deps
    limit = max(1, min(limit, MAX_LISTED))
    if not words.strip():
        notes = await deps.store.notes.list(deps.user.id, limit=limit)
        return _listed("Your notes:", notes, deps) if notes else "You have no notes yet."
    notes = await deps.store.notes.find(deps.user.id, words)
    if not notes:
        found = await deps.search.search(deps.user.id, words, kinds=("note",), limit=limit)
        near = [await deps.store.notes.get(deps.user.id, int(hit.owner_id)) for hit in found.hits]
        notes = [note for note in near if note is not None and note.deleted_at is None]
    if not notes:
        return f'No note mentions "{words.strip()}".'
    return _listed(f'Notes about "{words.strip()}":', notes[:limit], deps)


async def edit_note(ctx: RunContext[AgentDeps], note: str, content: str, *, add: bool = False) -> Done:
    """Rewrite a note, or add to it."""
    deps = ctx.deps
    old = await pick(shelf(deps), note)
    if not content.strip():
        raise ToolProblem("What should the note say now?")
    content = f"{old.content}\n{content.strip()}" if add else content
    check_length(content)
    title = headline(content) if old.title == headline(old.content) else old.title
    await deps.store.notes.update(
        deps.user.id,
        old.id,
        title=title,
        content=content.strip(),
        tags=old.tags,
        taint=with_sources(old, deps),
        at=deps.now,
    )
    undo = {
        "action": "edit_note",
        "id": old.id,
        "title": old.title,
        "content": old.content,
        "tags": old.tags,
        "taint": old.taint,
    }
    return Done(f"Note #{old.id} now says: {content.strip()}", undo=undo)


async def delete_note(ctx: RunContext[AgentDeps], note: str) -> Done:
    """Trash a note."""
    deps = ctx.deps
    gone = await pick(shelf(deps), note)
    await deps.store.notes.delete(deps.user.id, gone.id, deps.now)
    return Done(f"Deleted note #{gone.id}: {name_of(gone)}.", undo={"action": "restore_note", "id": gone.id})


def shelf(deps: AgentDeps) -> Shelf[Note]:
    """How one of the user's notes is looked up."""

    async def get(number: int) -> Note | None:
        note = await deps.store.notes.get(deps.user.id, number)
        return note if note is not None and note.deleted_at is None else None

    return Shelf(
        noun="note",
        deps=deps,
        get=get,
        find=lambda words: deps.store.notes.find(deps.user.id, words),
        all=lambda: deps.store.notes.list(deps.user.id, limit=MAX_LISTED),
        name=name_of,
    )


def name_of(note: Note) -> str:
    """What a list calls a note."""
    return note.title or headline(note.content)


def headline(content: str) -> str:
    """The first words of a text, for a title."""
    line = next((line.strip() for line in content.splitlines() if line.strip()), "")
    return line if len(line) <= TITLE_LENGTH else line[: TITLE_LENGTH - 1].rsplit(" ", 1)[0] + "…"


def _listed(heading: str, notes: Sequence[Note], deps: AgentDeps) -> str:
    carry(deps, notes)
    if len(notes) == 1:
        return _line(notes[0])
    return "\n".join((heading, *(f"- {_line(note)}" for note in notes)))


def _line(note: Note) -> str:
    """`#3 Wifi: the code is …`; a title that is only the first words is not said twice."""
    text = " ".join(note.content.split())
    text = text if len(text) <= SHOWN_LENGTH else text[: SHOWN_LENGTH - 1] + "…"
    title = name_of(note)
    return f"#{note.id} {text}" if title == headline(note.content) else f"#{note.id} {title}: {text}"


TOOLS: tuple[Tool, ...] = (
    Tool(save_note, ADDS),
    Tool(find_notes, READS),
    Tool(edit_note, WRITES, of_shelf("note", shelf, "change the note")),
    Tool(delete_note, WRITES, of_shelf("note", shelf, "throw away the note")),
)

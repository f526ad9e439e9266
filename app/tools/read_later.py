"""The tools for the read-later list: pages and titles to come back to. Opens nothing; a page's text is the web tools'."""

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.errors import ToolProblem
from app.gate.outcome import Done
from app.gate.risk import ADDS, READS, WRITES
from app.memory.records import ReadLaterItem
from app.tools.pick import Shelf, of_shelf, pick
from app.tools.provenance import carry
from app.tools.toolset import Tool

MAX_URL = 2000
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


async def save_to_read_later(
    ctx: RunContext[AgentDeps], url: str = "", *, title: str = "", tags: Sequence[str] = ()
) -> Done:
    """Keep for later."""
    deps = ctx.deps
    link = _link(url)
    if not (link or title.strip()):
        raise ToolProblem("What should I keep for later? A link or a title is enough.")
    item = await deps.store.read_later.add(
        deps.user.id,
        url=link,
        title=title.strip(),
        tags=list(tags),
        turn_id=deps.turn_id,
        taint=deps.taint.all,
        at=deps.now,
    )
    return Done(f"Kept for later, #{item.id}: {name_of(item)}", undo={"action": "delete_read_later", "id": item.id})


async def list_read_later(ctx: RunContext[AgentDeps], *, include_read: bool = False) -> str:
    """The reading list."""
    deps = ctx.deps
    items = await deps.store.read_later.list(deps.user.id, include_read=include_read)
    if not items:
        return "Your read-later list is empty."
    carry(deps, items)
    lines = [f"- #{item.id} {_line(item)}{' ✓' if item.read_at else ''}" for item in items]
    return "\n".join(("To read later:", *lines))


async def mark_read(ctx: RunContext[AgentDeps], item: str) -> Done:
    """Mark read."""
    deps = ctx.deps
    found = await pick(shelf(deps), item)
    await deps.store.read_later.mark_read(deps.user.id, found.id, deps.now)
    return Done(f"Marked as read: {name_of(found)}", undo={"action": "unread_read_later", "id": found.id})


async def delete_read_later(ctx: RunContext[AgentDeps], item: str) -> Done:
    """Remove one."""
    deps = ctx.deps
    gone = await pick(shelf(deps), item)
    await deps.store.read_later.delete(deps.user.id, gone.id, deps.now)
    undo = {"action": "restore_read_later", "id": gone.id}
    return Done(f"Removed from your read-later list: {name_of(gone)}", undo=undo)


def shelf(deps: AgentDeps) -> Shelf[ReadLaterItem]:
    """How one of the user's read-later items is looked up."""

    async def get(number: int) -> ReadLaterItem | None:
        item = await deps.store.read_later.get(deps.user.id, number)
        return item if item is not None and item.deleted_at is None else None

    return Shelf(
        noun="read-later item",
        deps=deps,
        get=get,
        find=lambda words: deps.store.read_later.find(deps.user.id, words),
        all=lambda: deps.store.read_later.list(deps.user.id),
        name=lambda item: f"{item.title} {item.url}".strip(),
    )


def name_of(item: ReadLaterItem) -> str:
    """What a list calls an item."""
    return item.title or item.url


def _line(item: ReadLaterItem) -> str:
    return f"{item.title}: {item.url}" if item.title and item.url else name_of(item)


def _link(url: str) -> str:
    """The address as it is stored, with its scheme; raises for what no reader opens."""
    bare = url.strip().strip("<>")
    if not bare:
        return ""
    if not _SCHEME.match(bare):
        bare = f"https://{bare}"
    try:
        parts = urlsplit(bare)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme.lower() not in ("http", "https") or not parts.hostname or len(bare) > MAX_URL or " " in bare:
        raise ToolProblem("That isn't a web address I can keep. One like https://example.org/page works.")
    return bare


TOOLS: tuple[Tool, ...] = (
    Tool(save_to_read_later, ADDS),
    Tool(list_read_later, READS),
    Tool(mark_read, WRITES, of_shelf("item", shelf, "mark as read")),
    Tool(delete_read_later, WRITES, of_shelf("item", shelf, "take off your reading list")),
)

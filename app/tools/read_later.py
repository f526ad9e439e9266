"""The tools for the read-later list: pages and titles to come back to, and the texts of those pages.

An address that its user typed or was shown is read soon after by a loop (`loops/reading_list.py`); any other only once they open it.
"""

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from pydantic_ai import RunContext

from app.deps import AgentDeps
from app.errors import ToolProblem
from app.gate.outcome import Done
from app.gate.risk import ADDS, READS, WRITES, Risk
from app.integrations.pages.keeping import as_kept
from app.integrations.pages.port import Page
from app.memory.records import KeptPage, ReadLaterItem
from app.tools.addresses import is_shown
from app.tools.page_answers import told_about
from app.tools.pick import Shelf, of_shelf, pick
from app.tools.provenance import carry, has_read
from app.tools.toolset import Tool
from app.tools.web import OPENS, page_of, summary, text_part

MAX_URL = 2000
OPENS_KEPT = Risk(egress=True, reads_private=True)
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
    if link:
        is_theirs = deps.approved is not None or await is_shown(deps, url.strip().strip("<>"))
        await deps.store.kept_pages.expect(deps.user.id, item.id, deps.now, turn_id=deps.turn_id, look=is_theirs)
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


async def open_read_later(ctx: RunContext[AgentDeps], item: str, part: int = 1, about: str = "") -> str:
    """Text of a kept page, in parts, or what it says about something."""
    deps = ctx.deps
    found = await pick(shelf(deps), item)
    kept = await deps.store.kept_pages.of_item(deps.user.id, found.id)
    if kept is None or not kept.text:
        kept = await _read_now(deps, found)
    await has_read(deps, *kept.taint)
    page = Page(found.url, kept.title or name_of(found), kept.text, note=kept.note, site=kept.site)
    if about.strip():
        return await told_about(deps, page, about)
    return summary(page) if deps.by_rules and part <= 1 else text_part(page, part)


async def _read_now(deps: AgentDeps, item: ReadLaterItem) -> KeptPage:
    """The page of an item, read while its user waits, and kept. Raises ToolProblem where there is none."""
    if not item.url:
        raise ToolProblem(f"“{name_of(item)}” is a title without an address, so there is no page to open.")
    page = await page_of(deps, item.url)
    pages, user_id = deps.store.kept_pages, deps.user.id
    if await pages.of_item(user_id, item.id) is None:
        await pages.expect(user_id, item.id, deps.now, turn_id=deps.turn_id, look=False)
    waiting = await pages.of_item(user_id, item.id)
    if waiting is None:
        raise ToolProblem("That is no longer on your reading list.")
    kept = as_kept(waiting, page)
    await pages.keep(user_id, kept, deps.now)
    await deps.store.read_later.name(user_id, item.id, kept.title, kept.taint)
    return kept


async def _weigh_reading(deps: AgentDeps, arguments: dict[str, Any]) -> Risk:
    """What is kept is only read. A page is opened without asking where its address is its user's own."""
    item = await pick(shelf(deps), str(arguments.get("item", "")))
    kept = await deps.store.kept_pages.of_item(deps.user.id, item.id)
    return READS if (kept is not None and kept.text) or not item.taint or await is_shown(deps, item.url) else OPENS


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
PAGES: tuple[Tool, ...] = (Tool(open_read_later, OPENS_KEPT, weigh=_weigh_reading),)

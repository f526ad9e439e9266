"""Pages on reading lists are read soon after they were put there, so that their texts can be searched, and read when the page is gone.

Nobody sits in front of it: what a host asks programs to leave alone is left alone. A page that can't be read is tried again, later each time,
and then left to its user, who can still open it. One page of a host at a time.
"""

import asyncio
import logging
from datetime import datetime, timedelta

from app.errors import AssistantError, FetchFailed
from app.integrations.pages.keeping import as_kept
from app.integrations.pages.port import Pages
from app.loops.ground import Ground
from app.memory.records import KeptPage

log = logging.getLogger(__name__)

_AT_ONCE = 10
_SECONDS = 120.0  # for one page, with all that it is made of
_PAUSES = (timedelta(minutes=5), timedelta(hours=1), timedelta(hours=12))
_NOT_THERE = frozenset((401, 403, 404, 410, 451))  # HTTP statuses that asking again changes nothing of
_TOOK_TOO_LONG = "That page took too long."


async def next_due(ground: Ground) -> datetime | None:
    """When the next page is to be read; None where none is, or nobody outside is asked."""
    return await ground.store.kept_pages.next_due() if ground.web.pages is not None else None


async def read_due(ground: Ground) -> int:
    """Read the pages whose time has come; how many were looked at."""
    if ground.web.pages is None:
        return 0
    due = await ground.store.kept_pages.due(ground.clock.now(), _AT_ONCE)
    for page in due:
        await _read(ground, ground.web.pages, page)
    return len(due)


async def _read(ground: Ground, pages: Pages, waiting: KeptPage) -> None:
    store, now, user_id = ground.store, ground.clock.now(), waiting.user_id
    item, user = await store.read_later.get(user_id, waiting.item_id), await store.users.get(user_id)
    if item is None or user is None:
        return  # both go with their pages: just now
    try:
        async with asyncio.timeout(_SECONDS):
            page = await pages.read(item.url, language=user.locale.partition("-")[0], attended=False)
    except TimeoutError:
        await _put_off(ground, waiting, _TOOK_TOO_LONG)
    except AssistantError as problem:
        is_away = isinstance(problem, FetchFailed) and problem.status not in _NOT_THERE
        await _put_off(ground, waiting, problem.sentence, again=is_away)
    else:
        kept = as_kept(waiting, page)
        async with ground.database.transaction():
            if await store.kept_pages.keep(user_id, kept, now):
                await store.read_later.name(user_id, item.id, kept.title, kept.taint)
        log.info("page kept", extra={"event": "reading.kept", "item": item.id, "characters": len(kept.text)})


async def _put_off(ground: Ground, waiting: KeptPage, why: str, *, again: bool = True) -> None:
    is_over = not again or waiting.attempts >= len(_PAUSES)
    until = None if is_over else ground.clock.now() + _PAUSES[waiting.attempts]
    await ground.store.kept_pages.put_off(waiting.user_id, waiting.id, why, until)
    event = "reading.given_up" if is_over else "reading.put_off"
    log.info("page not read", extra={"event": event, "item": waiting.item_id, "attempts": waiting.attempts + 1})

"""Outside: what was sent or changed elsewhere, newest first, and how each ended."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from app.cards.literal import one_line
from app.cards.wording import in_words
from app.interfaces.web.views.activity.rows import TROUBLE, href, outcome
from app.interfaces.web.views.viewer import Viewer
from app.learning.turn_log import readable
from app.memory.records import LedgerEntry
from app.tools.catalogue import TOOLSETS

_MOST = 40
_FAR = 2**62
_WORDS = 400


@cache
def tools() -> tuple[str, ...]:
    """What changes or sends something elsewhere."""
    risky = {row.name for rows in TOOLSETS.values() for row in rows if row.risk.egress or not row.risk.local}
    return tuple(sorted(risky & {row.name for rows in TOOLSETS.values() for row in rows if row.risk.side_effect}))


async def view(seen: Viewer, query: Mapping[str, str]) -> dict[str, Any]:
    """The ledger of those tools."""
    said = query.get("before", "")
    before = int(said) if said.isascii() and said.isdecimal() and len(said) < 19 else _FAR
    lines = await seen.store.ledger.of_tools(seen.user.id, tools(), before, _MOST + 1)
    return {
        "effects": [effect(line, seen) for line in lines[:_MOST]],
        "newest": "/activity?show=outside" if said else "",
        "older": f"/activity?show=outside&before={lines[_MOST - 1].id}" if len(lines) > _MOST else "",
    }


def effect(line: LedgerEntry, seen: Viewer) -> dict[str, Any]:
    """One line of the ledger: what, how it ended, what the tool said of it."""
    return {
        "words": one_line(readable(in_words(line.tool, line.arguments))[0], _WORDS),
        "href": href(line.turn_id),
        "at": seen.said(line.started_at),
        "ended": outcome(line.status) or "done",
        "trouble": line.status in TROUBLE,
        "result": readable(line.result, _WORDS)[0],
        "undone": seen.said(line.undone_at) if line.undone_at else "",
    }

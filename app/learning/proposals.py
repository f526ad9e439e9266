"""What is proposed to be gone by from now on: told, taken up or dropped by its user alone. No model and no tool can take one up.

A proposal was drawn by a model from talk, so it is not used before its user says yes. It keeps its taint, and its words are shown as data.
"""

import uuid
from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from app.cards.literal import one_line
from app.errors import NotFound
from app.learning.origins import day
from app.memory.records import Json, Learning
from app.memory.repositories import Repositories
from app.memory.repositories.audit import AuditDraft

FOLLOW = "follow_guideline"  # what a held proposal is called on its card; no tool has this name
SHOWN = 60
_LONGEST = 300
_SPACE = uuid.UUID("0e6b7f0c-3a55-4d0d-8f0e-2f8f6f7c9a11")
_GONE = "There's no #{number} among what I learned. /learnings lists it, with its numbers."
NOTHING = "Nothing is proposed, and there is nothing that I go by."
PROPOSED = "Proposed, and not used until you say yes:"
USED = "What I go by:"
HELP = "/learnings accept 5 takes #5 up, /learnings dismiss 5 drops it."


def action_id(learning: Learning) -> str:
    """The id of the held action that its card decides."""
    return uuid.uuid5(_SPACE, f"{learning.user_id}:{learning.id}").hex


def arguments_of(learning: Learning) -> Json:
    """What its card shows, and what its Confirm is bound to."""
    return {"number": learning.id, "guideline": learning.content}


async def standing(store: Repositories, user_id: str) -> list[Learning]:
    """What is proposed and what is used, newest last."""
    found = await store.learnings.list(user_id, SHOWN)
    return [one for one in reversed(found) if one.status != "retired"]


def told(found: Sequence[Learning], zone: ZoneInfo, now: datetime) -> str:
    """The list with its numbers; what stands in it is shown letter by letter."""
    parts = [
        "\n".join((heading, *lines))
        for heading, status in ((PROPOSED, "proposed"), (USED, "active"))
        if (lines := [_line(one, zone, now) for one in found if one.status == status])
    ]
    return "\n\n".join((*parts, HELP)) if parts else NOTHING


async def accept(
    store: Repositories, user_id: str, number: int, at: datetime, *, turn_id: str, as_shown: str = ""
) -> str:
    """Go by it from now on; what is said then. With `as_shown` only while it still says that. Raises NotFound. To be called in a transaction."""
    one = await _get(store, user_id, number)
    if as_shown and one.content != as_shown:
        raise NotFound(_GONE.format(number=number))
    if not await store.learnings.set_status(user_id, number, "active", at):
        return f"I go by that already: {shown(one)}."
    await _write_down(store, one, "accept_learning", at, turn_id)
    await store.pending.decide(user_id, action_id(one), from_status="pending", to_status="done", now=at)
    return f"From now on I go by this: {shown(one)}. /learnings dismiss {number} takes it back."


async def dismiss(store: Repositories, user_id: str, number: int, at: datetime, *, turn_id: str) -> str:
    """Don't go by it, or no longer; what is said then. Raises NotFound. To be called in a transaction."""
    one = await _get(store, user_id, number)
    if not await store.learnings.set_status(user_id, number, "retired", at):
        return f"That was dropped already: {shown(one)}."
    await _write_down(store, one, "dismiss_learning", at, turn_id)
    await store.pending.decide(user_id, action_id(one), from_status="pending", to_status="cancelled", now=at)
    was = "I no longer go by this" if one.status == "active" else "Dropped"
    return f"{was}: {shown(one)}. /learnings accept {number} takes it up after all."


def shown(learning: Learning) -> str:
    """What it says, on one line, letter by letter."""
    return one_line(learning.content, _LONGEST).rstrip(".")


async def _get(store: Repositories, user_id: str, number: int) -> Learning:
    found = await store.learnings.get(user_id, number)
    if found is None:
        raise NotFound(_GONE.format(number=number))
    return found


def _line(one: Learning, zone: ZoneInfo, now: datetime) -> str:
    read = f", beside {', '.join(one_line(source, 60) for source in one.taint)}" if one.taint else ""
    return f"- #{one.id} {shown(one)} (from what you said {day(one.created_at, zone, now)}{read})"


async def _write_down(store: Repositories, one: Learning, what: str, at: datetime, turn_id: str) -> None:
    """What its user decided stands in the audit log."""
    await store.audit.add_many(one.user_id, turn_id, [AuditDraft(what, {"learning": one.id}, "run", "done")], at)

"""What `/sources`, `/trust` and `/distrust` do: whose words were read, and which of them act as their user's own would. No model can call it."""

import logging

from app.conversation.turn import Resources, Turn
from app.errors import ToolProblem
from app.gate.trust import may_be_trusted
from app.memory.repositories.audit import AuditDraft

log = logging.getLogger(__name__)

SOURCES = "What I read that you hadn't written. What it says asks you first, unless you /trust it:"
NO_SOURCES = "So far I've read nothing but your own words."
_LISTED, _KNOWN = 20, 500


async def listed(resources: Resources, turn: Turn, _: str) -> str:
    """Whose words were read lately, and which of them may act."""
    store, user_id = resources.store, turn.user.id
    trusted = await store.sources.trusted(user_id)
    lately = [row.name for row in await store.sources.list(user_id, _LISTED)]
    names = list(dict.fromkeys((*lately, *sorted(trusted))))
    turn.taint.carry(names)  # strangers choose their names
    lines = [f"- {name}{' (trusted)' if name in trusted else ''}" for name in names]
    return "\n".join((SOURCES if lines else NO_SOURCES, *lines))


async def trust(resources: Resources, turn: Turn, words: str) -> str:
    """Let what one source says act as the user's own words would. No model can call it: it is theirs to say."""
    source = await _source(resources, turn, words)
    if not may_be_trusted(source):
        raise ToolProblem(f"“{source}” can be anybody, so I can't trust it once for all. Confirm what you want of it.")
    async with resources.database.transaction():
        await resources.store.sources.trust(turn.user.id, source, resources.clock.now())
        await _write_down(resources, turn, "trust_source", source)
    return f"What “{source}” says may act from now on as if you had said it. /distrust {source} takes that back."


async def distrust(resources: Resources, turn: Turn, words: str) -> str:
    """Take that back."""
    source = await _source(resources, turn, words)
    async with resources.database.transaction():
        if not await resources.store.sources.distrust(turn.user.id, source):
            return f"I don't trust “{source}” anyway: what it says asks you first."
        await _write_down(resources, turn, "distrust_source", source)
    return f"Taken back: what “{source}” says asks you first again."


async def _source(resources: Resources, turn: Turn, words: str) -> str:
    """The one source those words mean."""
    sources = resources.store.sources
    if words and await sources.is_known(turn.user.id, words):
        return words
    known = [*await sources.trusted(turn.user.id)]
    known += [row.name for row in await sources.list(turn.user.id, _KNOWN)]
    meant = list(dict.fromkeys(name for name in known if words and words.casefold() in name.casefold()))
    if len(meant) != 1:
        raise ToolProblem("Which source? /sources lists what I read lately, by its name.")
    return meant[0]


async def _write_down(resources: Resources, turn: Turn, what: str, source: str) -> None:
    """Trust and its end stand in the audit log."""
    row = AuditDraft(what, {"source": source}, "run", "done")
    await resources.store.audit.add_many(turn.user.id, turn.id, [row], resources.clock.now())
    log.info("trust changed", extra={"event": f"source.{what.removesuffix('_source')}", "user": turn.user.id})

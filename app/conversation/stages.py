"""The stages of a turn, each with one job: admit → obey → stand → fetch → hear → see → decide → correct → route → plan → recall → run.

A stage reads and fills the Turn; one that sets `turn.reply` ends the way early. Only `route` writes the route. Knows no channel.
(`obey` and `decide` are in commands.py, `stand` in changed.py, `fetch`, `hear` and `see` in media.py, `plan` in plans.py.)
"""

import asyncio
from dataclasses import replace
from datetime import timedelta
from functools import partial

from pydantic_ai.exceptions import RunCancelled

from app.conversation.answering import STOPPED, answer_by_chain, keep_what_was_said
from app.conversation.groups import heard_here
from app.conversation.media import unread
from app.conversation.names import learn_names
from app.conversation.quotes import quoted_sources
from app.conversation.statements import own_words
from app.conversation.turn import Resources, Turn
from app.deps import CallNote
from app.language.choosing.understand import understand
from app.learning.blocks import compose_blocks
from app.learning.portrait import portrait
from app.offload import offloaded
from app.prompts.turn import compose
from app.routing.intent import Route
from app.tools.catalogue import TOOLSETS
from app.tracing.spans import content, span
from app.workers.roster import roster

_TOOLS = frozenset(row.name for rows in TOOLSETS.values() for row in rows)
WORKERS_DOMAIN = "memory"  # whose agent can set workers to work
_ANSWERED_WITHIN = timedelta(days=1)


async def admit(turn: Turn, resources: Resources) -> None:
    """Nothing for a turn that its user has stopped before it began; and whose words it brings, where they are other people's."""
    stopped_at = await resources.store.controls.stopped_at(turn.user.id)
    if stopped_at is not None and stopped_at >= turn.moment:
        turn.stop()
        turn.reply, turn.status = STOPPED, "stopped"
        turn.text = "\n".join(entry.text for entry in turn.entries if entry.text)
    for source in (entry.untrusted for entry in turn.entries if entry.untrusted):
        turn.taint.add(source)
        await resources.store.sources.seen(turn.user.id, source, "", resources.clock.now())


async def route(turn: Turn, resources: Resources) -> None:
    """Write the route: by keywords, by meaning, or inherited from the turn before."""
    before = [] if turn.in_group else await resources.store.turns.recent(turn.user.id, 1)
    hint = frozenset(before[-1].route.get("domains", ())) if before else frozenset[str]()
    with span("routing.classify_intent") as part:
        found = await resources.router.route(turn.request, hint)
        turn.route = await _with_workers(found, turn, resources)
        part.set(categories=sorted(turn.route.domains), method=turn.route.method)


async def _with_workers(found: Route, turn: Turn, resources: Resources) -> Route:
    """Where a worker waits for an answer, whatever is said may be one, and has to reach it."""
    if not found.domains or WORKERS_DOMAIN in found.domains:
        return found
    waiting = await resources.store.workers.waiting(turn.user.id)
    is_fresh = any(turn.moment - worker.updated_at < _ANSWERED_WITHIN for worker in waiting)
    return replace(found, domains=found.domains | {WORKERS_DOMAIN}) if is_fresh else found


async def recall(turn: Turn, resources: Resources) -> None:
    """Bring the conversation, what is known of the user, what is stored near these words, and who works behind them; where others read
    along, what was heard there and nothing else."""
    user_id = turn.user.id
    if turn.in_group:
        turn.history = await heard_here(turn, resources)
        turn.taint.carry(await quoted_sources(turn, resources))
        return
    with span("message_history_retrieval") as part:
        turn.history, turn.about_user, found, workers = await asyncio.gather(
            resources.histories.load(user_id, turn.moment),
            portrait(resources.store, user_id),
            resources.injection.find(user_id, turn.text, now=turn.local_moment),
            roster(resources.store, user_id),
        )
        near, by_meaning = len(found.get("earlier", ())), resources.injection.by_meaning
        part.set(mode="window", recent_count=len(turn.history), semantic_count=near, semantic_enabled=by_meaning)
    with span("context_injection") as part:
        beside = compose_blocks(found, shown=resources.histories.shown(user_id))
        turn.memory = "\n".join(filter(None, (workers.text, beside.text)))
        counts = {f"count__{name}": len(lines) for name, lines in found.items()}
        part.set(**counts, characters=len(turn.memory), **content(preview=turn.memory))
    sources = (*resources.histories.carried(user_id), *workers.sources, *beside.sources)
    turn.taint.carry((*sources, *await quoted_sources(turn, resources)))


async def run(turn: Turn, resources: Resources) -> None:
    """Let the agent of the route answer; a turn that is stopped keeps what it said and did."""
    turn.said, turn.sayable = own_words(turn), True
    if turn.taint.carried and turn.said:
        reading = partial(understand, turn.said, turn.local_moment, _TOOLS)
        read = await offloaded(reading, characters=len(turn.said))
        turn.asked_for = tuple(CallNote(call.tool, dict(call.arguments), "asked", "") for call in read.calls)
    memory = "\n".join(filter(None, (turn.memory, unread(turn.notices))))
    prompt = compose(turn.request, turn.local_moment, memory=memory)
    try:
        await answer_by_chain(turn, resources, prompt)
    except RunCancelled:
        turn.status = "stopped"
    if turn.status == "stopped":
        await keep_what_was_said(turn, resources, prompt)
    await learn_names(turn, resources)


def route_of(turn: Turn) -> Route:
    """The route as it was found; a turn that ended before it was routed has none."""
    return turn.route or Route(frozenset(), "none", {}, {})

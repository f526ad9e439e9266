"""The end of a turn, in one transaction: the turn with all its messages, the audit rows, the usage, the reply into the outbox,
what it came from closed, the lease given back. Either all of it is on disk or the turn is taken up again.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime

from app.charts.chart import Chart
from app.charts.selection import selected
from app.conversation.answering import EMPTY, STOPPED
from app.conversation.buttons import buttons_of
from app.conversation.cards import cards_of
from app.conversation.groups import may_be_heard
from app.conversation.history import storable, told
from app.conversation.outbox import SAID_BEFORE, Mailroom
from app.conversation.programs import lead_of
from app.conversation.shortening import bare
from app.conversation.stages import route_of
from app.conversation.statements import learn_from
from app.conversation.turn import Resources, Turn
from app.errors import TakenOver
from app.memory.records import Json
from app.memory.repositories.audit import AuditDraft
from app.messages import Document, Format, Link, OutboundMessage
from app.models.offline.model import NAME as OFFLINE

_WAITED_FOR, _WORTH_SAYING = 1.0, 0.05  # seconds
log = logging.getLogger(__name__)
_LONG = 5  # lines
_MOST_FILES, _MOST_LINKS = 3, 8


@dataclass(frozen=True, slots=True)
class Ending:
    """What differs between turns: the `lease` to give back, the `channel` that stands in the turn's row, what of where it came from is
    closed, and last the message that goes out. None: nothing is said, and there is no row of the turn."""

    lease: str
    channel: str
    close: Callable[[datetime], Awaitable[None]]
    message: Callable[[datetime], Awaitable[OutboundMessage]] | None


def lease_name(user_id: str) -> str:
    """The lease that makes one turn at a time per user."""
    return f"turn:{user_id}"


async def settle(turn: Turn, resources: Resources, mailroom: Mailroom) -> None:
    """Write a turn of the conversation down. Raises StorageError with nothing written."""
    turn.voice = turn.voice or (resources.settings.speak_long_replies and is_long(turn.reply or ""))

    async def close(_: datetime) -> None:
        await learn_from(turn, resources)
        await resources.store.inbox.finish(turn.user.id, turn.id)

    async def message(_: datetime) -> OutboundMessage:
        lead = await lead_of(turn, resources, format_of(turn)) if any(entry.deliver for entry in turn.entries) else ""
        return replace(reply_message(turn), lead=lead, aloud=await may_be_heard(turn, resources))

    await settle_as(turn, resources, Ending(lease_name(turn.user.id), turn.channel, close, message), mailroom)


async def settle_as(turn: Turn, resources: Resources, ending: Ending, mailroom: Mailroom) -> None:
    """Write a turn down that ends so. Raises StorageError with nothing written."""
    store, user_id, now = resources.store, turn.user.id, resources.clock.now()
    async with resources.database.transaction():
        turn.buttons = await buttons_of(turn, resources)
        if not await store.leases.release(ending.lease, turn.holder):
            raise TakenOver
        if ending.message is not None:
            await _keep(turn, resources, channel=ending.channel, now=now)
        await ending.close(now)
        drafts = [AuditDraft(call.tool, call.arguments, call.decision, call.outcome) for call in turn.books.calls]
        if drafts:
            await store.audit.add_many(user_id, turn.id, drafts, now)
        if turn.status == "failed":
            await store.scores.add(user_id, trace_id=turn.trace_id, name="agent_error", value=1.0, note="", at=now)
        if turn.spending is not None:
            await turn.spending.write_down()
        if ending.message is not None:
            message = await ending.message(now)
            said = await mailroom.put(message, now, unless_since=turn.moment if message.text == STOPPED else None)
            turn.said_before = bool(said.body.get(SAID_BEFORE))
            elsewhere = [action.id for action in turn.waiting if said.key != f"reply:{action.turn_id}"]
            await store.pending.stand_on(user_id, elsewhere, said.key)
    log.info(
        "turn settled", extra={"event": "turn.settled", "turn": turn.id, "status": turn.status, "model": turn.model}
    )


async def _keep(turn: Turn, resources: Resources, *, channel: str, now: datetime) -> None:
    """The turn's row, with its messages as the next turns will read them."""
    carried = _carried(turn, resources)
    await resources.store.turns.add(
        turn.user.id,
        id=turn.id,
        channel=channel,
        text=turn.text,
        reply=turn.reply or EMPTY,
        status=turn.status,
        route=route_of(turn).as_dict(),
        taint=list(dict.fromkeys((*turn.taint.sources, *carried))),
        carried=[source for source in carried if source not in turn.taint.sources],
        usage=_usage(turn),
        model=turn.model,
        trace_id=turn.trace_id,
        started_at=turn.moment,
        finished_at=now,
        messages=bare(storable(turn.messages or told(turn.text, turn.reply or EMPTY))),
    )


def _carried(turn: Turn, resources: Resources) -> list[str]:
    """What its answer may repeat. The rules that answer without a language model say what their tools said, and nothing that was shown."""
    asked_none = not turn.resumed and not (turn.spending and turn.spending.calls)
    by_rules = asked_none and turn.model == resources.models.offline.model_name
    return [] if by_rules else turn.taint.carried


def is_long(reply: str) -> bool:
    """Whether a reply is more to read than a screen of chat likes: more than five lines that say something."""
    return sum(1 for line in reply.splitlines() if line.strip()) > _LONG


def reply_message(turn: Turn) -> OutboundMessage:
    """The reply as it goes out; its key makes it one reply a turn."""
    return OutboundMessage(
        user_id=turn.user.id,
        channel=turn.channel,
        address=turn.address,
        key=f"reply:{turn.id}",
        kind="card" if turn.entries[-1].corrects else "reply",
        text="\n\n".join((turn.reply or EMPTY, *dict.fromkeys(turn.notices))),
        turn_id=turn.id,
        buttons=tuple(turn.buttons),
        voice=turn.voice,
        charts=charts_of(turn),
        files=files_of(turn),
        links=links_of(turn),
        cards=cards_of(turn.waiting, turn.language),
        format=format_of(turn),
    )


def format_of(turn: Turn) -> Format:
    """Markdown where a language model wrote the reply; what tools and rules say holds what is stored, letter by letter."""
    return "plain" if turn.model in ("", OFFLINE) else "markdown"


def charts_of(turn: Turn) -> tuple[Chart, ...]:
    """What the turn's tools drew, where it came to an answer."""
    return selected(turn.books.charts) if turn.status == "done" else ()


def files_of(turn: Turn) -> tuple[Document, ...]:
    """The files that the turn's tools made, where it came to an answer: the last few."""
    return tuple(turn.books.files[-_MOST_FILES:]) if turn.status == "done" else ()


def links_of(turn: Turn) -> tuple[Link, ...]:
    """What its answer was made from, each once: the pages that it read or names, else what a search or the news showed it."""
    if turn.status != "done":
        return ()
    found: dict[str, Link] = {}
    for link in turn.books.links:
        if link.opened or link.url not in found:
            found[link.url] = link
    used = [link for link in found.values() if link.opened or link.url in (turn.reply or "")]
    return tuple((used or list(found.values()))[:_MOST_LINKS])


def _usage(turn: Turn) -> Json:
    """What its models used: by the books where they are paid for, else by the agent's own count; and, of a slow turn, what took how long."""
    usage, paid = turn.usage, turn.spending.summary() if turn.spending else {}
    slow = _slow_parts(turn)
    if paid or not usage.requests:
        return {**paid, **slow}
    counts = {"requests": usage.requests, "input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens}
    return {**counts, "cost": 0.0, **slow}


def _slow_parts(turn: Turn) -> Json:
    """{"seconds": {"model:…": 4.2, "tool:get_weather": 1.3}} of a turn that anybody waited for; empty for the others."""
    models = turn.spending.took if turn.spending else {}
    took = {**turn.books.took, **{f"model:{name}": seconds for name, seconds in models.items()}}
    if sum(took.values()) < _WAITED_FOR:
        return {}
    return {"seconds": {name: round(seconds, 2) for name, seconds in took.items() if seconds >= _WORTH_SAYING}}

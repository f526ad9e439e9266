"""The end of an event, in the same transaction as any turn's: besides, its occurrence ends and its schedule waits for its next moment.

What has nothing to say leaves the occurrence, and the books of what ran. What has goes everywhere its user can be reached.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from pydantic_ai.messages import ModelMessage, ModelRequest, UserPromptPart

from app.conversation.answering import reword
from app.conversation.cards import cards_of
from app.conversation.event import Event
from app.conversation.history import told
from app.conversation.outbox import EVERYWHERE, Mailroom
from app.conversation.settle import Ending, charts_of, files_of, format_of, links_of, settle_as
from app.language.time.wording import say_time
from app.memory.records import CLOCK
from app.messages import OutboundMessage
from app.prompts.turn import compose, split
from app.timetable.closing import close
from app.timetable.reckoning import is_late
from app.timetable.wording import Moment, Reader, late_text
from app.workers.silence import without_silence

SILENT = "silent"
_ASK_AGAIN = "Ask me for it whenever you like and I'll do it then."


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an event came to: what is said, "" for nothing. `problem`: when it is due next is said too; `skipped`: it was not done;
    `reason` stands in the books."""

    text: str
    kind: Literal["unasked", "notice"] = "unasked"
    problem: bool = False
    skipped: bool = False
    reason: str = ""


def event_lease(user_id: str) -> str:
    """The lease that makes one event at a time per user."""
    return f"events:{user_id}"


def event_key(event: Event) -> str:
    """What makes it one message for each due moment."""
    return f"event:{event.schedule.id}:{event.occurrence.due_at.isoformat()}"


async def settle_event(event: Event, outcome: Outcome, mailroom: Mailroom) -> None:
    """Write it down. Raises StorageError with nothing written."""
    turn, store = event.turn, event.resources.store
    text = _text(event, outcome)
    _leave_to_read(event, text)

    async def end(now: datetime) -> None:
        late = "late" if _is_late(event, now) else "ran"
        status = "skipped" if outcome.skipped else late
        reason = outcome.reason or ("" if text else SILENT)
        await close(store, event.occurrence, event.schedule, status=status, reason=reason, now=now)

    async def message(now: datetime) -> OutboundMessage:
        return OutboundMessage(
            user_id=turn.user.id,
            channel=EVERYWHERE,
            key=event_key(event),
            text=await _words(event, outcome, text, now),
            kind=outcome.kind,
            turn_id=turn.id,
            buttons=tuple(turn.buttons),
            charts=() if outcome.problem else charts_of(turn),
            files=() if outcome.problem else files_of(turn),
            links=() if outcome.problem else links_of(turn),
            cards=cards_of(turn.waiting, turn.language),
            format=format_of(turn),
        )

    ending = Ending(event_lease(turn.user.id), CLOCK, end, message if text else None)
    await settle_as(turn, event.resources, ending, mailroom)


def _text(event: Event, outcome: Outcome) -> str:
    """What it says itself; what waits for leave is never passed over in silence."""
    text = without_silence(outcome.text).strip()
    return text or (f"For “{event.name}”:" if event.turn.books.held else "")


def _leave_to_read(event: Event, text: str) -> None:
    """What the next turns read of it: nobody takes what the clock asked for something that was just said."""
    turn, asked = event.turn, compose(event.asked, event.turn.local_moment)
    turn.messages = [_marked(one, event) for one in turn.messages] or told(asked, text)
    if text != turn.reply:
        reword(turn, text)
    turn.text = event.asked


def _marked(message: ModelMessage, event: Event) -> ModelMessage:
    """The instruction as a prompt gets the clock's mark."""
    if not isinstance(message, ModelRequest):
        return message
    parts = [
        replace(part, content=compose(event.asked, event.turn.local_moment))
        if isinstance(part, UserPromptPart)
        and isinstance(part.content, str)
        and split(part.content).text == event.schedule.instruction
        else part
        for part in message.parts
    ]
    return replace(message, parts=parts)


def _is_late(event: Event, now: datetime) -> bool:
    """By when it was first begun, so that what takes long is not late; after a crash by when it is said."""
    begun = now if event.turn.resumed else event.turn.moment
    return is_late(event.occurrence.due_at, begun)


async def _words(event: Event, outcome: Outcome, text: str, now: datetime) -> str:
    """The message: the words, what is told whatever they are, what comes next, and that it is late."""
    turn, due = event.turn, event.occurrence.due_at
    words = "\n\n".join((text, *dict.fromkeys(turn.notices)))
    if outcome.problem:
        words = f"{words} {await _next(event, outcome, now)}".rstrip()
    elif _is_late(event, now):
        words = late_text(Moment(words, due), Reader(turn.user.time_zone, now))
    return words


async def _next(event: Event, outcome: Outcome, now: datetime) -> str:
    """When it is due again, as its schedule stands now."""
    schedule = await event.resources.store.scheduled_tasks.get(event.turn.user.id, event.schedule.id)
    if schedule is not None and schedule.status == "active" and schedule.due_at > now:
        return f"Next: {say_time(event.local(schedule.due_at), event.local(now))}."
    return "" if outcome.reason == "stopped" else _ASK_AGAIN

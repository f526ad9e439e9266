"""What a person does with a row they see (ticks it, moves it, deletes it): one tool call, made by them and by no model.

It goes through the one gate, so what can't be taken back waits for its Confirm, with its card in the conversation; what was done is in
the ledger and the audit log, and is taken back like everything else. Done once, however often it is sent: its id is made from the sender's.
"""

import logging
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.cards.wording import in_words
from app.conversation.buttons import buttons_of
from app.conversation.cards import cards_of
from app.conversation.outbox import Mailroom
from app.conversation.stream import TurnEvent
from app.conversation.turn import Resources, Turn, trace_of
from app.deps import CallNote
from app.errors import AssistantError, StorageError
from app.gate.executor import run_call
from app.gate.ledger import digest
from app.gate.outcome import WENT_WRONG
from app.language.saying import in_language
from app.memory.records import InboxEntry, User
from app.memory.repositories.audit import AuditDraft
from app.messages import OutboundMessage

log = logging.getLogger(__name__)
ASKS_FIRST = "That needs your OK first."
ACT = "act:"  # what begins the id of a turn that is one such call


@dataclass(frozen=True, slots=True)
class Acted:
    """What came of it. `turn_id` takes it back where `can_undo`; `waiting` names the request that now waits for its Confirm, "" where none does."""

    text: str
    turn_id: str
    ok: bool
    can_undo: bool = False
    waiting: str = ""


async def act(
    resources: Resources,
    mailroom: Mailroom,
    user: User,
    tool: str,
    arguments: Mapping[str, Any],
    *,
    channel: str,
    external_id: str,
    decides: bool = False,
) -> Acted:
    """One call. Raises only StorageError; what the tool refuses is a sentence. `decides`: what was pressed is the answer to a question
    that stood beside it, so it isn't asked again."""
    turn = _turn_of(resources, user, tool, arguments, channel=channel, external_id=external_id)
    if asked := await resources.store.pending.of_turn(user.id, turn.id):  # sent before, and it waits or was decided
        return Acted(in_language(ASKS_FIRST, turn.language), turn.id, ok=True, waiting=asked[0].id)
    approved = digest(tool, dict(arguments)) if decides else None
    try:
        deps = turn.deps(resources, approved=approved)
        text = await run_call(resources.agents.select(frozenset()), tool, dict(arguments), deps)
    except StorageError:
        raise
    except AssistantError as problem:
        return Acted(problem.sentence, turn.id, ok=False)
    buttons = await buttons_of(turn, resources)
    await _write_down(resources, turn)
    if turn.waiting:
        await _ask(resources, mailroom, turn, buttons)
    log.info("row acted on", extra={"event": "act.done", "tool": tool, "turn": turn.id, "waits": bool(turn.waiting)})
    resources.hub.publish(TurnEvent("changed", user.id, turn.id))
    outcome = turn.books.calls[-1].outcome if turn.books.calls else "failed"
    return Acted(
        in_language(ASKS_FIRST, turn.language) if turn.waiting else in_language(text, turn.language),
        turn.id,
        ok=outcome not in WENT_WRONG,
        can_undo=any(button.verb == "undo" for button in buttons),
        waiting=turn.waiting[0].id if turn.waiting else "",
    )


def _turn_of(
    resources: Resources, user: User, tool: str, arguments: Mapping[str, Any], *, channel: str, external_id: str
) -> Turn:
    """A turn of this one call, which its user asks for in so many words."""
    now, words = resources.clock.now(), in_words(tool, dict(arguments))
    mark = uuid.uuid5(uuid.NAMESPACE_URL, f"{user.id}|act|{channel}|{external_id}").hex
    entry = InboxEntry("", user.id, channel, external_id, "", words, "done", None, now)
    turn = Turn(id=f"{ACT}{mark}", user=user, entries=[entry], moment=now, trace_id=trace_of(mark))
    turn.text = turn.said = words
    turn.asked_for = (CallNote(tool, dict(arguments), "", ""),)
    return turn


async def _write_down(resources: Resources, turn: Turn) -> None:
    calls = [AuditDraft(call.tool, call.arguments, call.decision, call.outcome) for call in turn.books.calls]
    if calls:
        await resources.store.audit.add_many(turn.user.id, turn.id, calls, resources.clock.now())


async def _ask(resources: Resources, mailroom: Mailroom, turn: Turn, buttons: Any) -> None:
    """The card stands in the conversation too: its user may decide it from wherever they are."""
    cards = cards_of(turn.waiting, turn.language)
    message = OutboundMessage(
        user_id=turn.user.id,
        channel=turn.channel,
        address="",
        key=f"reply:{turn.id}",
        text=in_language(ASKS_FIRST, turn.language),
        kind="command",
        buttons=tuple(buttons),
        cards=cards,
        turn_id=turn.id,
    )
    said = await mailroom.say(message, resources.clock.now())
    await resources.store.pending.stand_on(turn.user.id, [card.action for card in cards], said.key)

"""What is proposed to be gone by is told once, at a good moment, with a card to decide it; after that /learnings has it.

One message a user and look: the first that was not told yet has the card, and how many others there are is said.
"""

import logging
from collections.abc import Sequence
from datetime import datetime

from app.cards.wording import in_words
from app.conversation.buttons import choices
from app.conversation.cards import cards_of
from app.conversation.outbox import EVERYWHERE
from app.conversation.spoken import language_of
from app.errors import TooMany
from app.gate.ledger import digest
from app.learning.proposals import FOLLOW, action_id, arguments_of
from app.loops.ground import Ground
from app.memory.records import Learning, PendingAction, User
from app.messages import OutboundMessage
from app.timetable.manners import may_speak

log = logging.getLogger(__name__)
OWNER = "learning"
_USERS = 200
_OFFER = "Something I could go by from now on, drawn from what you said. I won't unless you confirm it."
_OTHERS = "{count} more {wait}: /learnings lists them all."


async def tell_due(ground: Ground) -> tuple[int, datetime | None]:
    """Tell of what is proposed and was not told yet, where that may be said now; how many messages, and when to look again."""
    told, again = 0, list[datetime]()
    for user_id in await ground.store.learnings.untold_users(_USERS):
        user = await ground.store.users.get(user_id)
        if user is None:
            continue
        now = ground.clock.now()
        leave = await may_speak(ground.store, ground.settings, user, now)
        if leave.ok:
            told += int(await _tell(ground, user, now))
        elif leave.again_at is not None:
            again.append(leave.again_at)
    return told, min(again, default=None)


async def _tell(ground: Ground, user: User, now: datetime) -> bool:
    """Tell it once, however many processes look."""
    store = ground.store
    language = await language_of(store, user.id)
    try:
        async with ground.database.transaction():
            await store.reservations.lock(user.id)
            waiting = await store.learnings.untold(user.id)
            if not waiting:
                return False
            action = await store.pending.add(_held(ground, waiting[0], now))
            for number, one in enumerate(waiting):
                await store.occurrences.record(
                    user.id,
                    owner_kind=OWNER,
                    owner_id=str(one.id),
                    due_at=one.created_at,
                    status="ran",
                    reason="silent" if number else "",
                    at=now,
                )
            await ground.conversation.mailroom.put(_message(waiting, action, language), now)
    except TooMany:
        log.info("proposal not told", extra={"event": "learnings.no_room", "user": user.id})
        return False
    await ground.conversation.mailroom.announce(user.id)
    log.info("proposal told", extra={"event": "learnings.told", "learnings": len(waiting)})
    return True


def _held(ground: Ground, one: Learning, now: datetime) -> PendingAction:
    """The call that its card decides, carrying whose words it was drawn from."""
    arguments = arguments_of(one)
    return PendingAction(
        id=action_id(one),
        user_id=one.user_id,
        turn_id=_turn_of(one),
        trace_id=_turn_of(one),
        channel=EVERYWHERE,
        tool=FOLLOW,
        arguments=arguments,
        digest=digest(FOLLOW, arguments),
        summary=in_words(FOLLOW, arguments),
        taint=one.taint,
        status="pending",
        result="",
        created_at=now,
        expires_at=now + ground.settings.approval_lifetime,
        decided_at=None,
        card=_key(one),
    )


def _message(waiting: Sequence[Learning], action: PendingAction, language: str) -> OutboundMessage:
    others = len(waiting) - 1
    more = [_OTHERS.format(count=others, wait="waits" if others == 1 else "wait")] if others else []
    return OutboundMessage(
        user_id=action.user_id,
        channel=EVERYWHERE,
        key=_key(waiting[0]),
        text="\n".join((_OFFER, *more)),
        kind="unasked",
        turn_id=_turn_of(waiting[0]),
        buttons=tuple(one for one in choices(action.id, "", language) if one.verb != "edit"),
        cards=cards_of([action], language),
    )


def _key(one: Learning) -> str:
    return f"learning:{one.id}"


def _turn_of(one: Learning) -> str:
    """The turn it was drawn from, so that forgetting that takes the message and the card too."""
    return one.turn_id or _key(one)

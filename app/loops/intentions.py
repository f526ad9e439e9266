"""What is to be asked or said later, said once at a good moment: not in quiet hours, not in the middle of a conversation.

Saying one is one transaction: its status, the occurrence, the message, and a turn, so that an answer to it finds what it answers. One
at a time for each person; what nobody could be told in time expires unsaid.
"""

import logging
import re
import uuid
from datetime import datetime, timedelta

from app.conversation.history import storable, told
from app.conversation.outbox import EVERYWHERE
from app.language.statements.wording import to_you
from app.loops.ground import Ground
from app.memory.records import CLOCK, Intention, User
from app.messages import OutboundMessage
from app.timetable.allowed import OFF_THE_LIST
from app.timetable.manners import may_speak

log = logging.getLogger(__name__)

_AT_ONCE = 200
_LATE = timedelta(hours=1)
_ASK = r"(?:ask|check)(?: with)?(?: the user| them| him| her| you)?"
_WENT = re.compile(rf"\A{_ASK} how (?P<what>.+?) (?:went|was|goes|is going|turned out)\W*\Z", re.IGNORECASE)
_ABOUT = re.compile(
    rf"\A(?:{_ASK} (?:about|after)|check in (?:on|about)|follow up (?:on|about)|check (?:on|up on)) (?P<what>.+?)\W*\Z",
    re.IGNORECASE,
)
_QUESTION = re.compile(rf"\A{_ASK} (?P<what>(?:whether|if|what|when|where|who|which|how|why) .+?)\W*\Z", re.IGNORECASE)
_SAY = re.compile(
    r"\A(?:tell|remind|mention|say)(?: to)?(?: the user| them| him| her| you)?(?: of| about| that| to)? (?P<what>.+?)\W*\Z",
    re.IGNORECASE,
)
_THEIRS = re.compile(r"\b(?:the user's|their|his|her|my)\b", re.IGNORECASE)
_THEM = re.compile(r"\b(?:the user|they)\b", re.IGNORECASE)


async def deliver_due(ground: Ground) -> tuple[int, datetime | None]:
    """Say what is due and may be said now; how many were said, and when the next one may be."""
    store, now = ground.store, ground.clock.now()
    await store.intentions.expire(now)
    said, again, seen = 0, [], set[str]()
    for intention in await store.intentions.due(now, _AT_ONCE):
        if intention.user_id in seen:
            continue
        seen.add(intention.user_id)
        user = await store.users.get(intention.user_id)
        if user is None:
            continue
        if not await ground.conversation.mailroom.allowed.lets(user.id):
            await _pass_over(ground, intention, now)
            continue
        leave = await may_speak(store, ground.settings, user, now)
        if leave.ok:
            said += int(await _say(ground, user, intention, now=now))
        elif leave.again_at is not None:
            again.append(leave.again_at)
    following = await store.intentions.next_due()
    if following is not None and following > now:
        again.append(following)
    return said, min(again, default=None)


async def _pass_over(ground: Ground, intention: Intention, now: datetime) -> None:
    """Let one that nobody may be told of expire, and write down why."""
    async with ground.database.transaction():
        await ground.store.intentions.set_status(intention.user_id, intention.id, "expired", now)
        await ground.store.occurrences.record(
            intention.user_id,
            owner_kind="intention",
            owner_id=str(intention.id),
            due_at=intention.due_at,
            status="skipped",
            reason=OFF_THE_LIST,
            at=now,
        )


async def _say(ground: Ground, user: User, intention: Intention, *, now: datetime) -> bool:
    """Say it once, however many processes look; False where another one was first."""
    store, text = ground.store, worded(intention, user)
    turn_id = uuid.uuid5(uuid.NAMESPACE_URL, f"intention|{user.id}|{intention.id}").hex
    async with ground.database.transaction():
        await store.reservations.lock(user.id)
        if await store.intentions.get(user.id, intention.id) != intention:
            return False
        await store.intentions.set_status(user.id, intention.id, "delivered", now)
        status = "late" if now - intention.due_at > _LATE else "ran"
        await store.occurrences.record(
            user.id,
            owner_kind="intention",
            owner_id=str(intention.id),
            due_at=intention.due_at,
            status=status,
            reason="",
            at=now,
        )
        await _leave_to_read(ground, intention, text, turn_id=turn_id, now=now)
        await ground.conversation.mailroom.put(
            OutboundMessage(
                user_id=user.id,
                channel=EVERYWHERE,
                key=f"intention:{intention.id}",
                text=text,
                kind="unasked",
                turn_id=turn_id,
            ),
            now,
        )
    await ground.conversation.mailroom.announce(user.id)
    log.info("intention said", extra={"event": "intention.said", "intention": intention.id, "status": status})
    return True


async def _leave_to_read(ground: Ground, intention: Intention, text: str, *, turn_id: str, now: datetime) -> None:
    """As a turn, so that who answers is understood."""
    meant = f"(of itself) {intention.text}"
    await ground.store.turns.add(
        intention.user_id,
        id=turn_id,
        channel=CLOCK,
        text=meant,
        reply=text,
        status="done",
        route={},
        taint=intention.taint,
        usage={},
        model="",
        trace_id=turn_id,
        started_at=now,
        finished_at=now,
        messages=storable(told(meant, text)),
    )


def worded(intention: Intention, user: User) -> str:
    """An intention as it is said: "Ask how the interview went" as "How did the interview go?"."""
    text = _without_name(intention.text, user)
    if found := _WENT.match(text):
        said = f"How did {_yours(found['what'])} go?"
    elif found := _ABOUT.match(text):
        said = f"How is it going with {_yours(found['what'])}?"
    elif found := _QUESTION.match(text):
        said = f"I meant to ask you {_yours(found['what'])}."
    elif found := _SAY.match(text):
        said = f"I meant to bring this up: {_yours(found['what'])}."
    else:
        said = f"I meant to come back to this: {_yours(text.rstrip(' .'))}."
    return f"{said}\n(From {', '.join(intention.taint)}.)" if intention.taint else said


def _yours(words: str) -> str:
    return to_you(_THEM.sub("you", _THEIRS.sub("your", words.strip())))


def _without_name(text: str, user: User) -> str:
    """ "Ask Ama how her interview went" is said to Ama."""
    if not user.name:
        return text
    name = re.escape(user.name)
    return re.sub(
        rf"\b{name}'s\b",
        "your",
        re.sub(rf"\b(ask|tell|remind|check with) {name}\b", r"\1 you", text, flags=re.IGNORECASE),
    )

"""Opening the schedules that are due, and waking the lane that does them.

What is too old to be done is told in the transaction that writes it down, joined for each user: once, or not at all.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from app.conversation.outbox import EVERYWHERE
from app.loops.ground import Ground
from app.memory.records import User
from app.messages import OutboundMessage
from app.timetable.opening import Skipped, open_due
from app.timetable.wording import Moment, Reader, missed_text, set_aside_text

_LOOK_AGAIN = timedelta(seconds=30)  # for what another process has begun, which may not live to end it


async def run_due(ground: Ground) -> tuple[int, datetime | None]:
    """Open what is due and see that it is done; how many schedules came due, and when to look again. Waits for none of them."""
    worked, now = 0, ground.clock.now()
    due = await ground.store.scheduled_tasks.next_due()
    if due is not None and due <= now:
        worked = await _open(ground)
        due = await ground.store.scheduled_tasks.next_due()
    await ground.background.run_due()
    again = now + _LOOK_AGAIN if ground.background.is_busy else None
    return worked, min((moment for moment in (due, again) if moment), default=None)


async def _open(ground: Ground) -> int:
    """How many of them wait now, or were skipped."""

    async def tell(skipped: Sequence[Skipped], now: datetime) -> None:
        whose = dict.fromkeys(one.schedule.user_id for one in skipped)
        barred = await ground.conversation.mailroom.allowed.barred(whose)
        users = await ground.store.users.those([user_id for user_id in whose if user_id not in barred])
        messages = [_message(user, [one for one in skipped if one.schedule.user_id == user.id], now) for user in users]
        await ground.conversation.mailroom.put_many(messages, now)

    opened = await open_due(ground.store, ground.database, ground.clock, tell=tell)
    told = dict.fromkeys(one.schedule.user_id for one in opened.skipped)
    if told:
        await ground.conversation.mailroom.announce(*told)
    return len(opened.users) + len(opened.skipped)


def _message(user: User, skipped: Sequence[Skipped], now: datetime) -> OutboundMessage:
    """What one user is told of all that is not made up for."""
    missed = [Moment(one.schedule.name, one.due_at, one.earlier) for one in skipped if not one.set_aside]
    aside = [one.schedule.name for one in skipped if one.set_aside]
    texts = [missed_text(missed, Reader(user.time_zone, now))] if missed else []
    texts += [set_aside_text(aside)] if aside else []
    first = skipped[0]
    return OutboundMessage(
        user_id=user.id,
        channel=EVERYWHERE,
        key=f"missed:{first.schedule.id}:{first.due_at.isoformat()}",
        text="\n\n".join(texts),
        kind="notice",
    )

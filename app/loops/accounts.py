"""Every account is tried once a day; one that broke is told of once, with what to do, until it works again."""

import logging
from datetime import datetime, timedelta

from app.conversation.outbox import EVERYWHERE
from app.loops.ground import Ground
from app.memory.records import Account
from app.messages import OutboundMessage

log = logging.getLogger(__name__)

_EACH = timedelta(days=1)
_SOON = timedelta(minutes=30)  # after an account broke, before it is told of: a server may only be away
_BROKE = "I can't reach your account “{label}” ({identity}) any more: {problem}"


async def next_due(ground: Ground) -> datetime | None:
    """When the next account is to be tried; None where there is none."""
    moments = [_due(one) for one in await ground.store.accounts.everyones()]
    return min((one for one in moments if one), default=None)


async def check_due(ground: Ground) -> int:
    """Try those whose time has come; how many."""
    now, done = ground.clock.now(), 0
    for account in await ground.store.accounts.everyones():
        due = _due(account)
        if due is not None and due <= now:
            problem = await ground.accounts.check(account)
            await _tell(ground, account, problem, now)
            done += 1
    return done


def _due(account: Account) -> datetime | None:
    """A day after it was tried; sooner where it broke and nobody was told."""
    last = account.checked_at or account.created_at
    return last + (_SOON if account.state != "ok" and account.told_at is None else _EACH)


async def _tell(ground: Ground, account: Account, problem: str, now: datetime) -> None:
    if not problem:
        return
    text = _BROKE.format(label=account.label, identity=account.identity, problem=problem)
    async with ground.database.transaction():
        told = await ground.store.accounts.told(account.user_id, account.id, now)
        if told:
            key = f"account:{account.id}:{now.isoformat()}"
            message = OutboundMessage(account.user_id, EVERYWHERE, key, text, kind="notice")
            await ground.conversation.mailroom.put(message, now)
    if told:
        await ground.conversation.mailroom.announce(account.user_id)
        log.warning("account broken", extra={"event": "account.broken", "account": account.id})

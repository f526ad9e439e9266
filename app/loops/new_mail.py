"""New mail: the inboxes of people who wait for some are heard of as mails come, one process an inbox.

Each inbox has a task of its own beside the loops: it holds the account's lease, asks what came since the watermark, and then waits for the
server to say something. Invariant: the watermark and the mails that somebody waits for are written together, so that no mail is missed or
told twice whatever happens in between; an account that breaks waits by itself, longer each time, and holds up no other.
"""

import asyncio
import logging
from datetime import timedelta
from functools import partial

from app.conversation.holder import this_process
from app.conversation.leasing import take_lease
from app.errors import AccountClosed, AssistantError
from app.integrations.accounts import offers
from app.integrations.ports import MailWatch, NewMail
from app.loops.alerts import check_source
from app.loops.ground import Ground
from app.memory.records import Account
from app.tools.mailboxes import seen
from app.watching.mail import SOURCE, fits

log = logging.getLogger(__name__)

_AT_ONCE = 100  # mails told at a time
_LOOK = 60.0  # seconds between looks at our own lease; a vendor that can't say that something came is asked as often
_LEASE = timedelta(minutes=10)
_RENEW = 240.0
_FIRST_PAUSE = 5.0
_LONGEST_PAUSE = 1800.0


async def keep_watch(ground: Ground) -> int:
    """Begin to hear of the inboxes that somebody waits for, and cease with the others; how many were begun. Waits for none."""
    waiting = set(await ground.store.alert_rules.watched(SOURCE))
    accounts = await ground.store.accounts.everyones() if waiting or ground.beside.names else []
    wanted = [one for one in accounts if one.user_id in waiting and "mail watch" in offers(one) and _lets_in(one)]
    begun = await ground.beside.keep({_name(one): partial(_attend, ground, one) for one in wanted})
    for account in accounts:
        if (
            account.watermark and account.user_id not in waiting
        ):  # whoever waits anew is not told of what came meanwhile
            await ground.store.accounts.heard(account.user_id, account.id, "", before=account.watermark)
    return begun


def _lets_in(account: Account) -> bool:
    """One that no longer does is tried again when it was connected anew."""
    return account.state not in ("expired", "revoked")


def _name(account: Account) -> str:
    return f"new mail:{account.id}:{account.updated_at.isoformat()}"


async def _attend(ground: Ground, account: Account) -> None:
    """Hear of one inbox for as long as nobody else does, over every failure that may pass."""
    pauses = _Pauses()
    try:
        while await _hold(ground, account):
            try:
                async with ground.accounts.mail_watch(account) as watch:
                    await _listen(ground, account, watch, pauses)
            except AccountClosed:
                log.warning("inbox closed to us", extra={"event": "mail.watch_closed", "account": account.id})
                return
            except AssistantError as problem:
                fields = {"event": "mail.watch_broken", "account": account.id, "problem": type(problem).__name__}
                log.info("inbox not heard of", extra=fields)
            await asyncio.sleep(pauses.next())
    finally:
        await ground.store.leases.release(_lease(account), this_process())


async def _listen(ground: Ground, account: Account, watch: MailWatch, pauses: "_Pauses") -> None:
    """Over one connection; ends where the account is gone or somebody else holds it."""
    accounts, held_at = ground.store.accounts, _time()
    is_first = is_due = True
    while True:
        if is_due:
            row = await accounts.get(account.user_id, account.id)
            if row is None:
                return
            came = await watch.news(row.watermark, _AT_ONCE)
            await _note(ground, row, came)
            if is_first:  # it works again, where it did not
                await accounts.used(account.user_id, account.id, ground.clock.now())
            is_first, is_due = False, len(came.mails) == _AT_ONCE
            pauses.restart()
        if _time() - held_at > _RENEW:
            if not await _hold(ground, account):
                return
            held_at = _time()
        is_due = is_due or await watch.wait(_LOOK)


async def _note(ground: Ground, account: Account, came: NewMail) -> None:
    """Write down how far it was heard, and what somebody waits for; tell that."""
    store, user_id = ground.store, account.user_id
    if came.missed:
        log.warning("mails may have been missed", extra={"event": "mail.missed", "account": account.id})
    if came.watermark == account.watermark:
        return
    rules = await store.alert_rules.of_source(user_id, SOURCE)
    wanted = [one for one in came.mails if any(fits(rule.condition, one) for rule in rules)]
    async with ground.database.transaction():
        if not await store.accounts.heard(user_id, account.id, came.watermark, before=account.watermark):
            return
        if wanted:
            now = ground.clock.now()
            rows = await store.mails.seen(user_id, [seen(account, one) for one in wanted], now)
            await store.mails.came(user_id, [row.id for row in rows], now)
    log.info("new mail", extra={"event": "mail.came", "mails": len(came.mails), "wanted": len(wanted)})
    if wanted:
        await check_source(ground, user_id, SOURCE)


async def _hold(ground: Ground, account: Account) -> bool:
    return await take_lease(ground.store.leases, _lease(account), this_process(), ground.clock.now(), lasts=_LEASE)


def _lease(account: Account) -> str:
    return f"new mail:{account.id}"


class _Pauses:
    """Between one try and the next, each twice as long as the one before."""

    def __init__(self) -> None:
        self._next = _FIRST_PAUSE

    def restart(self) -> None:
        """It worked."""
        self._next = _FIRST_PAUSE

    def next(self) -> float:
        """Seconds."""
        pause, self._next = self._next, min(self._next * 2, _LONGEST_PAUSE)
        return pause


def _time() -> float:
    return asyncio.get_running_loop().time()

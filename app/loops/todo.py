"""Lists that are kept the same as one elsewhere: each every ten minutes, and soon after ours was changed.

Nothing is asked of a service where no list is synced. A failure is waited out, longer each time; an account that broke is told of by the loop
that looks after accounts. A list that is gone elsewhere ends the syncing, which is told: ours stays as it is.
"""

import logging
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from app.conversation.outbox import EVERYWHERE
from app.errors import AccountAway, AccountError, NotFound, ToolProblem, VaultError
from app.integrations.todo.syncing import Emptied, Syncing
from app.loops.ground import Ground
from app.memory.records import Account, SyncedList
from app.messages import OutboundMessage

log = logging.getLogger(__name__)

_EACH = timedelta(minutes=10)
_FIRST_PAUSE, _LONGEST_PAUSE = timedelta(minutes=10), timedelta(hours=6)
_GONE = (
    "“{title}” at {label} isn't there any more, so I no longer keep your {name} list the same. Yours stays as it is."
)


async def next_due(ground: Ground) -> datetime | None:
    """When the next list is to be synced; None where there is none."""
    lists = await ground.store.synced_lists.everyones()
    stands = await ground.store.synced_lists.stands() if lists else {}
    return min((_due(one, stands, ground.clock.now()) for one in lists), default=None)


async def sync_due(ground: Ground) -> int:
    """Sync those whose time has come; how many."""
    lists = await ground.store.synced_lists.everyones()
    stands = await ground.store.synced_lists.stands() if lists else {}
    due = [one for one in lists if _due(one, stands, ground.clock.now()) <= ground.clock.now()]
    for listed in due:
        await _sync(ground, listed, stands.get(listed.id, ""))
    return len(due)


def _due(listed: SyncedList, stands: dict[int, str], now: datetime) -> datetime:
    """Now, where ours was changed since and the last run went well."""
    is_changed = not listed.failures and stands.get(listed.id, "") != listed.stood
    return min(now, listed.next_at) if is_changed else listed.next_at


async def _sync(ground: Ground, listed: SyncedList, stood: str) -> None:
    account = await ground.accounts.get(listed.user_id, listed.account_id)
    user = await ground.store.users.get(listed.user_id)
    if account is None or user is None:
        return  # both go with their lists: just now
    now, told = ground.clock.now(), list[str]()

    async def tell(key: str, text: str) -> None:
        told.append(key)
        await _put(ground, listed.user_id, key, text)

    try:
        async with ground.accounts.tasks(account) as remote:
            run = Syncing(
                ground.store,
                ground.database,
                remote,
                listed,
                account.label,
                ZoneInfo(user.time_zone),
                now,
                tell,
            )
            counts = await run.run()
    except Emptied as problem:
        await _end(ground, listed, problem.sentence)
    except NotFound:
        await _end(ground, listed, _GONE.format(title=listed.title, label=account.label, name=_name(listed)))
    except (AccountError, VaultError, ToolProblem) as problem:
        await _later(ground, listed, account, problem)
    else:
        await ground.store.synced_lists.synced(listed.user_id, listed.id, stood=stood, next_at=now + _EACH, at=now)
        fields = {"list": listed.id, "here": counts.here, "there": counts.there, "left": counts.left}
        log.info("list synced", extra={"event": "todo.synced", **fields})
    if told:
        await ground.conversation.mailroom.announce(listed.user_id)


async def _later(ground: Ground, listed: SyncedList, account: Account, problem: Exception) -> None:
    """Again after a while, each time longer; sooner where the account is only away."""
    doublings = listed.failures if isinstance(problem, AccountAway) else listed.failures + 2
    at = ground.clock.now() + min(_FIRST_PAUSE * 2 ** min(doublings, 8), _LONGEST_PAUSE)
    await ground.store.synced_lists.failed(listed.user_id, listed.id, at)
    fields = {"list": listed.id, "account": account.id, "problem": type(problem).__name__}
    log.warning("list not synced", extra={"event": "todo.later", **fields})


async def _end(ground: Ground, listed: SyncedList, sentence: str) -> None:
    """Keep them the same no longer, and say so, together."""
    async with ground.database.transaction():
        if await ground.store.synced_lists.remove(listed.user_id, listed.id):
            await _put(ground, listed.user_id, f"todo:{listed.id}:ended", sentence)
    await ground.conversation.mailroom.announce(listed.user_id)
    log.warning("list no longer synced", extra={"event": "todo.ended", "list": listed.id})


async def _put(ground: Ground, user_id: str, key: str, text: str) -> None:
    message = OutboundMessage(user_id, EVERYWHERE, key, text, kind="notice")
    await ground.conversation.mailroom.put(message, ground.clock.now())


def _name(listed: SyncedList) -> str:
    return "to-do" if listed.list_name == "todo" else listed.list_name

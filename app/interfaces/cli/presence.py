"""Whether anything is running that will say a reminder when it is due, and what to tell somebody who just set one."""

from typing import Any

from app.conversation.conversation import Reply
from app.conversation.holder import PRESENCE, is_gone
from app.memory.records import Lease

_FOR_LATER = frozenset(("set_reminder", "schedule_task", "set_alert"))
NOBODY = "(Nothing is running that could remind you. Keep `./scripts/run` or `./scripts/run chat` open, and it will be said on time.)"
NO_SENDER = (
    "(Nothing is running that could send your mail. It goes out once `./scripts/run` or `./scripts/run chat` is open.)"
)


async def running(services: Any) -> list[Lease]:
    """The presence leases of processes that run the loops now."""
    leases = await services.store.leases.live(f"{PRESENCE}:", services.clock.now())
    return [lease for lease in leases if not is_gone(lease.holder)]


async def reminder_warning(services: Any, reply: Reply) -> str:
    """A sentence when this turn set something for later that nothing would say or do; empty otherwise."""
    entries = await services.store.ledger.of_turn(services.owner.id, reply.turn_id)
    if not any(entry.tool in _FOR_LATER and entry.status == "done" for entry in entries):
        return ""
    return "" if await running(services) else NOBODY


async def mail_warning(services: Any) -> str:
    """A sentence when a mail waits to go out that nothing would send; empty otherwise."""
    waits = await services.store.mail_outbox.next_due() is not None
    return NO_SENDER if waits and not await running(services) else ""

"""Reads the archives that were sent to us, one after the other. One that another process reads is left to it, unless that process is gone."""

from datetime import datetime, timedelta

from app.conversation.holder import this_process
from app.conversation.leasing import take_lease
from app.health.backfill import Backfills
from app.health.importing import LEASE
from app.loops.ground import Ground
from app.models.reading.archives import archive_reader

_AGAIN = timedelta(minutes=1)


async def read_waiting(ground: Ground) -> tuple[int, datetime | None]:
    """How many were read, to their end or a part of the way; and when to look again, where some are left."""
    backfills = Backfills(ground.store, ground.database, ground.clock, archive_reader, this_process())
    worked = 0
    for row in await ground.store.health_backfills.unfinished():
        if not row.progress["upload"]:  # somebody's own file: the terminal that named it reads it
            continue
        lease = LEASE.format(id=row.id)
        if await take_lease(ground.store.leases, lease, this_process(), ground.clock.now()):
            worked += await backfills.run(row.user_id, row.id) is not None
    left = any(row.progress["upload"] for row in await ground.store.health_backfills.unfinished())
    return worked, ground.clock.now() + _AGAIN if left else None

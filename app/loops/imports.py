"""Reads the archives that were sent to us, one after the other. One that another process reads is left to it, unless that process is gone.

A file that came whole, and that no import knows because its process ended just then, is removed: its sender was told nothing, and sends
it again.
"""

import asyncio
import contextlib
import logging
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.conversation.holder import this_process
from app.conversation.leasing import take_lease
from app.health.backfill import Backfills
from app.health.importing import LEASE, UPLOADS
from app.loops.ground import Ground
from app.models.reading.archives import archive_reader

log = logging.getLogger(__name__)
_AGAIN = timedelta(minutes=1)
_ORPHANED = timedelta(hours=1)  # between a file and its row lie moments


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


async def drop_orphans(ground: Ground) -> int:
    """Remove what was sent to us and no import waits for; how many files that were. The database is asked only where there are any."""
    before = ground.clock.now() - _ORPHANED
    found = await asyncio.to_thread(_older, ground.settings.data_dir / UPLOADS, before)
    if not found:
        return 0
    waiting = {Path(row.path).name for row in await ground.store.health_backfills.unfinished()}
    orphans = [path for path in found if path.name not in waiting]
    for path in orphans:
        log.warning("upload of no import removed", extra={"event": "health.orphan_removed", "file": path.name})
        await asyncio.to_thread(path.unlink, missing_ok=True)
    return len(orphans)


def _older(folder: Path, moment: datetime) -> list[Path]:
    found: list[Path] = []
    for path in folder.glob("*.zip"):
        with contextlib.suppress(OSError):  # gone meanwhile
            if datetime.fromtimestamp(path.stat().st_mtime, UTC) < moment:
                found.append(path)
    return found

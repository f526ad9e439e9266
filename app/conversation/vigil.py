"""What is watched over while a turn runs: its lease is kept, and a stop that was said in another process is heeded here.

Knows nothing of what the turn does; a database that does not answer for a moment ends neither.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.conversation.leasing import LEASE_TIME
from app.conversation.turn import Resources, Turn
from app.errors import StorageError

log = logging.getLogger(__name__)
_STOP_LOOK = 0.4


@asynccontextmanager
async def watched(turn: Turn, resources: Resources, lease: str) -> AsyncIterator[None]:
    """Around the run of a turn whose holder has taken `lease`."""
    heeding = asyncio.create_task(_heed_stop(turn, resources))
    try:
        async with lease_kept(turn, resources, lease):
            yield
    finally:
        heeding.cancel()


@asynccontextmanager
async def lease_kept(turn: Turn, resources: Resources, lease: str) -> AsyncIterator[None]:
    """The lease alone is kept, for as long as its holder has it: what is given back or lost is not taken again."""
    keeping = asyncio.create_task(_keep_lease(turn, resources, lease))
    try:
        yield
    finally:
        keeping.cancel()


async def _heed_stop(turn: Turn, resources: Resources) -> None:
    """A stop that was said in another process ends the model's thinking here; the gate looks for itself before each call."""
    while True:
        await asyncio.sleep(_STOP_LOOK)
        try:
            stopped_at = await resources.store.controls.stopped_at(turn.user.id)
        except StorageError:
            log.warning("stop not looked for", extra={"event": "vigil.stop_unknown", "user": turn.user.id})
            continue
        if stopped_at is not None and stopped_at >= turn.moment:
            turn.stop()
            return


async def _keep_lease(turn: Turn, resources: Resources, lease: str) -> None:
    while True:
        await asyncio.sleep(LEASE_TIME.total_seconds() / 3)
        try:
            until = resources.clock.now() + LEASE_TIME
            if not await resources.store.leases.renew(lease, turn.holder, until):
                return
        except StorageError:
            log.warning("lease not renewed", extra={"event": "vigil.lease_not_renewed", "user": turn.user.id})

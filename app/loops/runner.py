"""Runs the loops: supervised, each under a lease so that replicas share, each on its own when another one fails.

Sleeps until the next due time or a nudge. A run that did something, or failed, leaves a row; an idle look leaves none.
"""

import asyncio
import logging
from datetime import datetime, timedelta

from app.conversation.holder import PRESENCE
from app.errors import StorageError
from app.loops.table import LOOPS, Ground, Loop, Ran

log = logging.getLogger(__name__)

_LEASE = timedelta(seconds=30)
_HEARTBEAT = 8.0
_NEWS = timedelta(minutes=1)
_LONGEST_WAIT = 10.0
LOOK = _LEASE.total_seconds() / 3
_BREATH = 1.0  # what did nothing and says that it is due now does not spin
_BACKOFF_FIRST = 1.0
_BACKOFF_MOST = 300.0


class Runner:
    """Background work of one process."""

    def __init__(
        self,
        ground: Ground,
        *,
        holder: str,
        info: dict[str, str],
        loops: tuple[Loop, ...] = LOOPS,
        look: float = LOOK,
    ) -> None:
        """`info` is written on this process's presence lease: where it can be reached. `look` is how many seconds a loop sleeps at
        once, often enough to keep its lease."""
        self._look = look
        self._ground = ground
        self._holder = holder
        self._info = info
        self._loops = [loop for loop in loops if loop.condition(ground.settings)]
        self._tasks: list[asyncio.Task[None]] = []
        self._changed = asyncio.Condition()
        self._version = 0  # rises with every nudge, so that one that comes while a loop works is not missed
        self._held_until: dict[str, datetime] = {}
        self._recorded: dict[str, datetime] = {}

    def start(self) -> None:
        """Start every loop, the presence lease and the watch for nudges."""
        self._tasks = [
            asyncio.create_task(self._keep_presence(), name="presence"),
            asyncio.create_task(self._watch(), name="nudges"),
            *(asyncio.create_task(self._supervise(loop), name=f"loop:{loop.name}") for loop in self._loops),
        ]

    async def stop(self) -> None:
        """End every loop and give the leases back, so that another process takes over at once."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        leases = self._ground.store.leases
        try:
            for name in (self._presence, *(_lease(loop) for loop in self._loops)):
                await leases.release(name, self._holder)
        except StorageError:
            log.warning("leases not released", extra={"event": "loops.release_failed"})

    @property
    def _presence(self) -> str:
        return f"{PRESENCE}:{self._holder}"

    async def _keep_presence(self) -> None:
        """While this lease lives, others know that reminders will be said."""
        while True:
            try:
                now = self._ground.clock.now()
                await self._ground.store.leases.acquire(
                    self._presence, self._holder, now=now, ttl=_LEASE, info=self._info
                )
            except StorageError:
                log.warning("presence not written", extra={"event": "loops.presence_failed"})
            await asyncio.sleep(_HEARTBEAT)

    async def _watch(self) -> None:
        """One watcher of the database wakes all loops, when there is news and not before."""
        seen: int | None = None
        while True:
            try:
                news = await self._ground.database.changed(_LONGEST_WAIT, since=seen)
            except StorageError:
                await asyncio.sleep(_BACKOFF_FIRST)
                news = None  # what came meanwhile may have been missed
            if news is not None and news == seen:
                continue
            seen = news
            async with self._changed:
                self._version += 1
                self._changed.notify_all()

    async def _supervise(self, loop: Loop) -> None:
        """Run for ever; a failure is written down, waited out longer each time, and tried again."""
        backoff = _BACKOFF_FIRST
        while True:
            try:
                seen = self._version
                ran = await self._once(loop)
                backoff = _BACKOFF_FIRST
                await self._rest(loop, ran, seen)
            except Exception as failure:
                log.exception("loop failed", extra={"event": "loop.failed", "loop": loop.name})
                await self._record(loop, worked=0, error=f"{type(failure).__name__}: {failure}"[:500])
                await asyncio.sleep(backoff)
                backoff = min(backoff * 2, _BACKOFF_MOST)

    async def _once(self, loop: Loop) -> Ran | None:
        """One run if this process holds the loop's lease, else None."""
        if not await self._hold(_lease(loop)):
            return None
        keeping = asyncio.create_task(self._keep(loop), name=f"lease:{loop.name}")
        try:
            ran = await loop.function(self._ground)
        finally:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)
        if ran.worked and self._is_news(loop):
            await self._record(loop, worked=ran.worked, error="")
        return ran

    async def _keep(self, loop: Loop) -> None:
        """Hold the lease while a run takes long: nobody else begins the same work meanwhile."""
        while True:
            await asyncio.sleep(self._look)
            try:
                await self._hold(_lease(loop))
            except StorageError:
                log.warning("lease not kept", extra={"event": "loop.lease_failed", "loop": loop.name})

    def _is_news(self, loop: Loop) -> bool:
        """Whether a run is worth a row: one a minute tells as much as one a message."""
        now = self._ground.clock.now()
        news = now - self._recorded.get(loop.name, now - _NEWS) >= _NEWS
        if news:
            self._recorded[loop.name] = now
        return news

    async def _hold(self, name: str) -> bool:
        """Take or renew a lease; one that is good for a while yet is not written again."""
        now = self._ground.clock.now()
        if self._held_until.get(name, now) > now + _LEASE / 2:
            return True
        held = await self._ground.store.leases.acquire(name, self._holder, now=now, ttl=_LEASE, info={})
        self._held_until[name] = now + _LEASE if held else now
        return held

    async def _rest(self, loop: Loop, ran: Ran | None, seen: int) -> None:
        """Until the loop is due, its cadence is over, or somebody nudges it; the lease is kept meanwhile, and nothing else is
        asked of the database. Without the lease: a moment, then it may be free."""
        ends = asyncio.get_running_loop().time() + (loop.cadence.total_seconds() if ran is not None else self._look)
        if ran is not None and not ran.worked and self._left(ran, ends) <= 0:
            await asyncio.sleep(_BREATH)
        while (seconds := min(self._look, self._left(ran, ends))) > 0:
            if await self._nudged(loop, seen, seconds) or not await self._hold(_lease(loop)):
                return

    def _left(self, ran: Ran | None, ends: float) -> float:
        """Seconds until there is something to do: by the process's own time, and by the clock, which may be set."""
        left = ends - asyncio.get_running_loop().time()
        if ran is None or ran.next_at is None:
            return left
        return min(left, (ran.next_at - self._ground.clock.now()).total_seconds())

    async def _nudged(self, loop: Loop, seen: int, seconds: float) -> bool:
        """Wait so long; True at once where there is news."""
        try:
            async with asyncio.timeout(seconds), self._changed:
                return await self._changed.wait_for(lambda: loop.nudged and self._version != seen)
        except TimeoutError:
            return False

    async def _record(self, loop: Loop, *, worked: int, error: str) -> None:
        now = self._ground.clock.now()
        runs = self._ground.store.loop_runs
        try:
            run = await runs.start(loop.name, now)
            await runs.finish(run.id, status="failed" if error else "ok", error=error, next_run_at=None, at=now)
        except StorageError:
            log.warning(
                "loop run not written", extra={"event": "loop.record_failed", "loop": loop.name, "worked": worked}
            )


def _lease(loop: Loop) -> str:
    """The lease that makes one process run a loop."""
    return f"loop:{loop.name}"

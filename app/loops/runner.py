"""Runs the loops: supervised, each at one time in one process where its work asks for that, and on its own when another one fails.

Sleeps until the next due time or a nudge, and holds nothing meanwhile: a lease is taken when there is something to do and given back
after it. What has no due time is looked at on a beat all loops share. A run that did something, or failed, leaves a row; an idle
look leaves none.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, TypeVar

from app.conversation.leasing import LEASE_TIME, take_lease
from app.errors import StorageError
from app.loops.ground import Ground, Ran
from app.loops.presence import BEAT, Presence
from app.loops.table import LOOPS, Loop
from app.memory.records import LoopSwitch
from app.observability import from_vendor
from app.tracing.spans import trace

log = logging.getLogger(__name__)
Said = TypeVar("Said")

LOOK = LEASE_TIME.total_seconds() / 6  # the clock may be set; a lease is kept
CALM = 1.0
_NEWS = timedelta(minutes=1)
_LONGEST_WAIT = 60.0
_PEERS = 1.0
_MEET = 5.0
_GRID = 30.0
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
        calm: float = CALM,
    ) -> None:
        """`info` is told to others: where this process can be reached. `look` is how many seconds a loop sleeps at once; `calm`
        how many pass between news and a look of what nobody waits for, so that a burst of news is one look."""
        self._look = look
        self._calm = calm
        self._ground = ground
        self._holder = holder
        self._presence = Presence(ground.store.leases, ground.clock, holder, info)
        self._loops = [loop for loop in loops if not loop.routine and loop.condition(ground.settings)]
        self._tasks: list[asyncio.Task[None]] = []
        self._changed = asyncio.Condition()
        self._version = 0  # rises with every nudge, so that one that comes while a loop works is not missed
        self._losses = 0  # rises when a process was lost: every loop looks, nudged or not
        self._recorded: dict[str, datetime] = {}
        self._started_at = ground.clock.now()
        self._switches: dict[str, LoopSwitch] = {}
        self._switched = Counter[str]()  # by loop: rises when its operator touched it
        self._ready = asyncio.Event()  # from then on it is known what is paused
        self._at_once: set[str] = set()  # which are to look now, whatever is due
        self._tell_at = 0.0
        self._look_at = 0.0
        self._met = 0  # the version at the last look at who else is there

    def start(self) -> None:
        """Start every loop, the word that this process is there, and the watch for nudges."""
        self._tasks = [
            asyncio.create_task(self._for_ever(self._keep_presence), name="presence"),
            asyncio.create_task(self._for_ever(self._watch), name="nudges"),
            *(asyncio.create_task(self._supervise(loop), name=f"loop:{loop.name}") for loop in self._loops),
        ]

    async def stop(self) -> None:
        """End every loop, give back what is held and say so, so that another process goes on at once."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._ground.beside.close()
        try:
            await self._presence.leave()
            await self._ground.database.nudge("loops")
        except StorageError:
            log.warning("leave not taken", extra={"event": "loops.leave_failed"})

    async def _for_ever(self, work: Callable[[], Awaitable[None]]) -> None:
        """What all loops hang on goes on after whatever went wrong in it."""
        while True:
            try:
                await work()
            except Exception:
                log.exception("clock stumbled", extra={"event": "loops.stumbled", "work": work.__name__})
            await asyncio.sleep(_BREATH)

    async def _keep_presence(self) -> None:
        """While this process is known to be there, others know that reminders will be said; and it looks after the others."""
        while True:
            try:
                await self._meet()
                if lost := await self._presence.lost():
                    log.warning("a process was lost", extra={"event": "loops.peer_lost", "holders": lost})
                    await self._wake(lost=True)
            except StorageError:
                log.warning("presence not written", extra={"event": "loops.presence_failed"})
            await asyncio.sleep(_PEERS)

    async def _meet(self) -> None:
        """Say that we are there when it is time; after news, now and then, look who else is: somebody may have come."""
        now, news = _time(), self._version
        if now >= self._tell_at:
            self._tell_at = now + _BREATH  # where that fails
            await self._presence.tell()
            self._tell_at = _on_the_beat(now + BEAT.total_seconds())
        elif news != self._met and now >= self._look_at:
            await self._presence.look()
        else:
            return
        self._met, self._look_at = news, now + _MEET

    async def _watch(self) -> None:
        """One watcher of the database wakes all loops, when there is news and not before."""
        seen: int | None = None
        while True:
            try:
                if seen is None:
                    seen = await self._ground.database.changed(0.0)
                    await self._read_switches()
                    self._ready.set()
                news = await self._ground.database.changed(_LONGEST_WAIT, since=seen)
            except StorageError:
                await asyncio.sleep(_BACKOFF_FIRST)
                news = None  # what came meanwhile may have been missed
            if news is not None and news == seen:
                continue
            seen = news
            try:
                await self._read_switches()
            except StorageError:
                log.warning("switches not read", extra={"event": "loops.switches_failed"})
            self._ground.conversation.mailroom.look()
            await self._wake()

    async def _read_switches(self) -> None:
        """What the operator paused, and what they want run at once."""
        before, self._switches = self._switches, await self._ground.store.loop_switches.every()
        for name, switch in self._switches.items():
            old = before.get(name)
            if switch == old:
                continue
            self._switched[name] += 1
            is_asked = switch.run_at is not None and switch.run_at >= self._started_at
            if is_asked and (old is None or old.run_at != switch.run_at):
                self._at_once.add(name)

    def _is_paused(self, loop: Loop) -> bool:
        switch = self._switches.get(loop.name)
        return switch is not None and switch.paused_at is not None

    async def _wake(self, *, lost: bool = False) -> None:
        async with self._changed:
            self._version += 1
            self._losses += lost
            self._changed.notify_all()

    async def _supervise(self, loop: Loop) -> None:
        """Run for ever; a failure is written down, waited out longer each time, and tried again."""
        backoff = _BACKOFF_FIRST
        await self._ready.wait()
        while True:
            try:
                seen = self._seen(loop)
                ran = await self._once(loop)
                if backoff > _BACKOFF_FIRST and ran is not None:  # the failure is no longer the last that is known
                    await self._record(loop, "", ran.next_at or self._ground.clock.now() + loop.cadence)
                backoff = _BACKOFF_FIRST
                await self._rest(loop, ran, seen)
            except Exception as failure:
                log.exception("loop failed", extra={"event": "loop.failed", "loop": loop.name})
                again = self._ground.clock.now() + timedelta(seconds=backoff)
                said = "" if from_vendor(failure) else f": {failure}"
                await self._record(loop, f"{type(failure).__name__}{said}"[:500], again)
                await asyncio.sleep(backoff)
                backoff = min(backoff * 2, _BACKOFF_MOST)

    async def _once(self, loop: Loop) -> Ran | None:
        """One run, if it is due; None where another process is at it."""
        ground, wanted = self._ground, loop.name in self._at_once
        self._at_once.discard(loop.name)
        if self._is_paused(loop) and not wanted:
            return Ran()
        due = await loop.due(ground) if loop.due and not wanted else ground.clock.now()
        if due is None or due > ground.clock.now():
            return Ran(next_at=due)
        if loop.shared:
            return await self._run(loop, wanted=wanted)
        try:
            return await self._run_alone(loop, wanted=wanted) if await self._hold(loop) else None
        finally:  # also where the taking was broken off: nobody knows how far it came
            await self._give_back(loop)

    async def _run_alone(self, loop: Loop, *, wanted: bool) -> Ran:
        """Run it while its lease is kept."""
        keeping = asyncio.create_task(self._keep(loop), name=f"lease:{loop.name}")
        try:
            return await self._run(loop, wanted=wanted)
        finally:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)

    async def _run(self, loop: Loop, *, wanted: bool) -> Ran:
        """One that somebody asked for leaves a row whatever it found."""
        with trace(self._ground.tracing.record, f"loop.{loop.name}") as whole:
            ran = await loop.function(self._ground)
            whole.set(worked=ran.worked)
        if wanted or (ran.worked and self._is_news(loop)):
            await self._record(loop, "", ran.next_at or self._ground.clock.now() + loop.cadence)
        return ran

    async def _hold(self, loop: Loop) -> bool:
        """Take the lease or take it again. A taking that began is waited for also when the loop ends: broken off on this side, it could
        come into force in the database after the lease was given back."""
        ground = self._ground
        return await _to_its_end(take_lease(ground.store.leases, _lease(loop), self._holder, ground.clock.now()))

    async def _keep(self, loop: Loop) -> None:
        """Hold the lease while a run takes long: nobody else begins the same work meanwhile."""
        while True:
            await asyncio.sleep(self._look)
            try:
                await self._hold(loop)
            except StorageError:
                log.warning("lease not kept", extra={"event": "loop.lease_failed", "loop": loop.name})

    async def _give_back(self, loop: Loop) -> None:
        try:  # a giving back that began is waited for as well: the runner often ends just as a loop has done its work
            await _to_its_end(self._ground.store.leases.release(_lease(loop), self._holder))
        except StorageError:  # then it ends by its time
            log.warning("lease not released", extra={"event": "loop.release_failed", "loop": loop.name})

    def _is_news(self, loop: Loop) -> bool:
        """Whether a run is worth a row: one a minute tells as much as one a message."""
        now = self._ground.clock.now()
        news = now - self._recorded.get(loop.name, now - _NEWS) >= _NEWS
        if news:
            self._recorded[loop.name] = now
        return news

    async def _rest(self, loop: Loop, ran: Ran | None, seen: tuple[int, int, int]) -> None:
        """Until the loop is due, its cadence is over, or somebody nudges it; nothing is asked of the database meanwhile. Where
        another process is at it: a moment, then it may be done."""
        cadence = loop.cadence.total_seconds() if ran is not None else self._look
        ends = _on_the_beat(_time() + cadence) if cadence >= _GRID else _time() + cadence
        if ran is not None and not ran.worked and self._left(ran, ends) <= 0:
            await asyncio.sleep(_BREATH)
        while (seconds := min(self._look, self._left(ran, ends))) > 0:
            if await self._woken(loop, seen, seconds):
                await asyncio.sleep(0 if loop.shared else self._calm)
                return

    def _left(self, ran: Ran | None, ends: float) -> float:
        """Seconds until there is something to do: by the process's own time, and by the clock, which may be set."""
        left = ends - _time()
        if ran is None or ran.next_at is None:
            return left
        return min(left, (ran.next_at - self._ground.clock.now()).total_seconds())

    async def _woken(self, loop: Loop, seen: tuple[int, int, int], seconds: float) -> bool:
        """Wait so long; True at once where there is news."""
        try:
            async with asyncio.timeout(seconds), self._changed:
                return await self._changed.wait_for(lambda: self._seen(loop) != seen)
        except TimeoutError:
            return False

    def _seen(self, loop: Loop) -> tuple[int, int, int]:
        """The news that concerns a loop, so far."""
        return self._version if loop.nudged else 0, self._losses, self._switched[loop.name]

    async def _record(self, loop: Loop, error: str, next_at: datetime) -> None:
        now = self._ground.clock.now()
        runs, status = self._ground.store.loop_runs, "failed" if error else "ok"
        try:
            run = await runs.start(loop.name, now)
            await runs.finish(run.id, status=status, error=error, next_run_at=next_at, at=now)
        except StorageError:
            log.warning("loop run not written", extra={"event": "loop.record_failed", "loop": loop.name})


async def _to_its_end(work: Coroutine[Any, Any, Said]) -> Said:
    """Do it; where the task that does is cancelled meanwhile, wait for its end a moment and be cancelled then."""
    doing = asyncio.create_task(work)
    try:
        return await asyncio.shield(doing)
    except asyncio.CancelledError:
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(doing, return_exceptions=True), _BREATH)
        raise


def _lease(loop: Loop) -> str:
    """The lease that makes one process run a loop."""
    return f"loop:{loop.name}"


def _time() -> float:
    return asyncio.get_running_loop().time()


def _on_the_beat(moment: float) -> float:
    """The last moment before it at which all look that have no due time of their own: one look at the database, then quiet."""
    return (moment + _BREATH) // _GRID * _GRID

"""Where messages are received and turns begin: durable, deduplicated, joined, one turn at a time per user.

A message is on disk before it is acknowledged. Users run side by side, so many at once and in turn: after each turn a user stands behind
those who wait. Who writes too fast is answered at a pace. What arrives while a turn runs becomes the next turn.
A lease per user holds across processes; one whose process is gone is taken over, and its turn taken up with the same id.
"""

import asyncio
import logging
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import datetime

from app.conversation.leasing import take_lease
from app.conversation.outbox import CHANNELS
from app.conversation.pace import Pace
from app.conversation.settle import lease_name
from app.conversation.turn import PLAN_PREFIX, Resources, Turn, trace_of
from app.conversation.vigil import watched
from app.errors import StorageBusy, StorageError, TakenOver
from app.memory.records import InboxEntry, User
from app.prompts.turn import CHANGED

log = logging.getLogger(__name__)
RunTurn = Callable[[Turn], Awaitable[None]]
_RETRY_PAUSE = 5.0
_LONGEST_JOINING = 10  # windows; somebody who never pauses is answered too
_MOST_TRIES = 3  # of a turn that a busy database breaks off, before it is told


class Dispatcher:
    """Starts turns for the users that have something waiting."""

    def __init__(self, resources: Resources, run_turn: RunTurn, holder: str) -> None:
        """`holder` names this process on leases."""
        self._resources = resources
        self._run_turn = run_turn
        self._holder = holder
        self._pace = Pace(resources)
        self._places = asyncio.Semaphore(resources.settings.turns_at_once)  # first come, first served
        self._workers: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._windows: dict[str, float] = {}
        self._broken_off: Counter[str] = Counter()  # how often, by turn
        self.running: dict[str, Turn] = {}

    def wake(self, user_id: str, channel: str = "") -> None:
        """Something waits for this user: a worker takes it, now or right after its present turn. What came by `channel` may be
        the first of several, so it waits for that channel's joining window."""
        if channel:
            self._windows[user_id] = self._window(channel)
        worker = self._workers.get(user_id)
        if worker is not None and not worker.done():
            self._again.add(user_id)
            return
        self._workers[user_id] = asyncio.create_task(self._work(user_id), name=f"turns:{user_id}")

    async def sweep(self) -> None:
        """Wake every user with open messages: after a start, and for what another process left behind."""
        for user_id in await self._resources.store.inbox.users_with_open():
            self.wake(user_id)

    async def drain(self) -> None:
        """Wait until every worker is idle."""
        while open_workers := [worker for worker in self._workers.values() if not worker.done()]:
            await asyncio.gather(*open_workers, return_exceptions=True)

    async def close(self) -> None:
        """Let running turns be cut off; they are taken up at the next start."""
        for worker in self._workers.values():
            worker.cancel()
        await asyncio.gather(*self._workers.values(), return_exceptions=True)

    async def _work(self, user_id: str) -> None:
        """Turn after turn until nothing waits."""
        while True:
            self._again.discard(user_id)
            try:
                while await self._answer_next(user_id):
                    continue
            except TakenOver:
                log.info("turn taken over", extra={"event": "inbox.taken_over", "user": user_id})
            except StorageError:
                log.exception("storage failed", extra={"event": "inbox.storage_failed", "user": user_id})
                await asyncio.sleep(_RETRY_PAUSE)
                continue
            if user_id not in self._again:
                return

    async def _answer_next(self, user_id: str) -> bool:
        """One turn of this user, when its time has come and there is a place; False where nothing waits."""
        await self._pace.wait(user_id)
        if window := self._windows.pop(user_id, 0.0):
            await self._quiet_for(user_id, window)
        async with self._places:
            turn = await self._take(user_id)
            if turn is None:
                return False
            if not turn.resumed:
                await self._pace.taken(turn.entries)
            await self._run(turn)
        return True

    async def _run(self, turn: Turn) -> None:
        """Run a turn under watch."""
        self.running[turn.user.id] = turn
        try:
            async with watched(turn, self._resources, lease_name(turn.user.id)):
                await self._run_turn(turn)
            del self._broken_off[turn.id]
        except StorageBusy:
            self._broken_off[turn.id] += 1
            raise
        finally:
            del self.running[turn.user.id]

    async def _acquire(self, user_id: str) -> bool:
        """Take or renew the user's lease."""
        resources = self._resources
        return await take_lease(resources.store.leases, lease_name(user_id), self._holder, resources.clock.now())

    async def _take(self, user_id: str) -> Turn | None:
        """The next turn of this user, its messages marked as taken; None when nothing waits or another process is at it."""
        inbox = self._resources.store.inbox
        async with self._resources.database.transaction():
            if not any(await self._open(user_id)) or not await self._acquire(user_id):
                return None
            # Read again under the lease: what another process ended in between is not taken a second time.
            unfinished, waiting = await self._open(user_id)
            if not unfinished and not waiting:
                await self._resources.store.leases.release(lease_name(user_id), self._holder)
                return None
            first = self._pace.first(waiting)
            if not unfinished and first is None:  # it came after the look at the pace, and waits for its time
                self._again.add(user_id)
                await self._resources.store.leases.release(lease_name(user_id), self._holder)
                return None
            turn_id = unfinished[0] if unfinished else uuid.uuid4().hex
            entries = await inbox.of_turn(user_id, turn_id) if first is None else _joined(waiting, first)
            if not unfinished:
                await inbox.assign(user_id, [entry.id for entry in entries], turn_id)
            user = await self._resources.store.users.get(user_id)
        if user is None:
            return None
        return self._turn(turn_id, user, entries, resumed=bool(unfinished))

    async def _open(self, user_id: str) -> tuple[list[str], list[InboxEntry]]:
        """Turns that were begun and not ended; where there are none, the messages that no turn has taken."""
        inbox = self._resources.store.inbox
        unfinished = await inbox.running_turns(user_id)
        return unfinished, [] if unfinished else await inbox.waiting(user_id)

    def _turn(self, turn_id: str, user: User, entries: list[InboxEntry], *, resumed: bool) -> Turn:
        return Turn(
            id=turn_id,
            user=user,
            entries=entries,
            moment=entries[-1].received_at,
            trace_id=trace_of(turn_id),
            holder=self._holder,
            resumed=resumed,
            patient=self._broken_off[turn_id] < _MOST_TRIES - 1,
        )

    def _window(self, channel: str) -> float:
        """Seconds."""
        return getattr(self._resources.settings, CHANNELS[channel].joining).total_seconds()

    async def _quiet_for(self, user_id: str, window: float) -> None:
        """Wait until nothing new has come for `window` seconds, so that a burst becomes one turn; not for ever."""
        while waiting := await self._resources.store.inbox.waiting(user_id):
            now = self._resources.clock.now()
            longest = window * _LONGEST_JOINING - _seconds(waiting[0].received_at, now)
            rest = min(window - _seconds(waiting[-1].received_at, now), longest)
            if rest <= 0:
                return
            await asyncio.sleep(rest)


def _joined(waiting: list[InboxEntry], first: InboxEntry) -> list[InboxEntry]:
    """What becomes one turn: everything from `first` on up to a change of place; a correction, a plan or a changed message stands alone."""
    joined = [first]
    for entry in waiting[waiting.index(first) + 1 :]:
        if _place(entry) != _place(first) or any(map(_stands_alone, (first, entry))):
            break
        joined.append(entry)
    return joined


def _place(entry: InboxEntry) -> tuple[str, str]:
    return entry.channel, entry.address


def _stands_alone(entry: InboxEntry) -> bool:
    return bool(entry.corrects) or entry.external_id.startswith(PLAN_PREFIX) or entry.text.startswith(CHANGED)


def _seconds(since: datetime, now: datetime) -> float:
    return (now - since).total_seconds()

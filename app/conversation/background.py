"""The background lane: open occurrences of schedules, each done once, as turns beside the conversation.

One user's run one after the other in the order in which they were due, users side by side, so many at once and in turn. A lease per user
holds across processes; one whose process is gone is taken over, and its event begun again as the same turn, so that nothing that
ran runs again. Who is paused waits. Knows no kind of schedule: a job is a row of what it is given.
"""

import asyncio
import logging
from datetime import datetime

from app.conversation.event import Event, Job, Jobs, Said
from app.conversation.event_settle import event_lease
from app.conversation.event_turn import run_event
from app.conversation.leasing import take_lease
from app.conversation.outbox import EVERYWHERE
from app.conversation.turn import Resources, Turn, trace_of
from app.conversation.vigil import watched
from app.deps import Taint
from app.errors import StorageError, TakenOver
from app.memory.records import InboxEntry, Occurrence, ScheduledTask, User
from app.timetable.allowed import OFF_THE_LIST
from app.timetable.closing import close
from app.timetable.opening import SCHEDULE

__all__ = ["Background", "Event", "Job", "Jobs", "Said"]
log = logging.getLogger(__name__)
_RETRY_PAUSE = 5.0
_AT_ONCE = 500


class Background:
    """The lane of one process."""

    def __init__(self, resources: Resources, holder: str, jobs: Jobs, *, look: int = _AT_ONCE) -> None:
        """`holder` names this process on leases; `jobs` do the schedules, by their kind. So many users are looked for at a time."""
        self._look, self._enough = look, look // 10
        self._resources = resources
        self._holder = holder
        self._jobs = jobs
        self._queue: dict[str, None] = {}
        self._working: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._more = False  # whether there may be others than those in the queue
        self._moved = False  # whether anything was done since they were looked for
        self._looking: set[asyncio.Task[int]] = set()
        self.running: dict[str, Turn] = {}

    @property
    def is_busy(self) -> bool:
        """Whether anybody is served, or waits to be, as far as this process knows."""
        return bool(self._working or self._queue)

    async def run_due(self) -> int:
        """See that everybody is served for whom something is open; with how many users it was begun now. Waits for none of them.

        While many wait nobody is looked for: whoever comes later has waited less long.
        """
        self._more = self._more or len(self._queue) > self._enough
        if len(self._queue) <= self._enough:
            found = await self._resources.store.occurrences.users_with_open(self._look)
            self._more, self._moved = len(found) == self._look, False
            self._queue |= dict.fromkeys(user_id for user_id in found if user_id not in self._working)
            self._again |= self._working.keys() & set(found)
        return self._fill()

    def wake(self) -> None:
        """Something is open: look at once."""
        looking = asyncio.create_task(self.run_due(), name="events")
        self._looking.add(looking)
        looking.add_done_callback(self._looked)

    async def drain(self) -> None:
        """Wait until nothing runs and nobody waits."""
        while under_way := [*self._looking, *self._working.values()]:
            await asyncio.gather(*under_way, return_exceptions=True)

    async def close(self) -> None:
        """Let what runs be cut off; it is taken up at the next start."""
        self._queue.clear()
        self._again.clear()
        under_way = [*self._looking, *self._working.values()]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)

    def _looked(self, looking: asyncio.Task[int]) -> None:
        self._looking.discard(looking)
        if not looking.cancelled() and looking.exception() is not None:
            log.warning("not looked", extra={"event": "events.look_failed"}, exc_info=looking.exception())

    def _fill(self) -> int:
        """Begin with those who wait longest, while there is room; how many those are."""
        begun = 0
        while self._queue and len(self._working) < self._resources.settings.background_at_once:
            user_id = next(iter(self._queue))
            del self._queue[user_id]
            self._working[user_id] = asyncio.create_task(self._work(user_id), name=f"events:{user_id}")
            begun += 1
        if self._more and self._moved and len(self._queue) <= self._enough and not self._looking:
            self.wake()
        return begun

    async def _work(self, user_id: str) -> None:
        """One event of this user; then it is the next user's turn."""
        self._again.discard(user_id)
        more = False
        try:
            more = await self._one(user_id)
            self._moved = self._moved or more
        except TakenOver:
            log.info("event taken over", extra={"event": "events.taken_over", "user": user_id})
        except StorageError:
            log.exception("storage failed", extra={"event": "events.storage_failed", "user": user_id})
            await asyncio.sleep(_RETRY_PAUSE)
            more = True
        except Exception:  # the edge of one user's events: what is open is looked at again later
            log.exception("event broke", extra={"event": "events.broke", "user": user_id})
        finally:
            del self._working[user_id]
        if more or user_id in self._again:
            self._queue.setdefault(user_id)
        self._fill()

    async def _one(self, user_id: str) -> bool:
        """Do the event that is next; False where there is none, or another process is at it."""
        event = await self._take(user_id)
        if event is None:
            return False
        log.info("event begun", extra={"event": "events.begun", "turn": event.turn.id, "kind": event.schedule.kind})
        self.running[user_id] = event.turn
        try:
            async with watched(event.turn, self._resources, event_lease(user_id)):
                await run_event(event, self._jobs.get(event.schedule.kind))
        finally:
            del self.running[user_id]
        await self._resources.mailroom.announce(user_id)
        return True

    async def _take(self, user_id: str) -> Event | None:
        """The next event of this user, begun in the books; None when nothing waits, they are paused, or another process is at it."""
        store, now = self._resources.store, self._resources.clock.now()
        if await store.occurrences.next_open(user_id) is None:
            return None
        async with self._resources.database.transaction():
            if not await take_lease(store.leases, event_lease(user_id), self._holder, now):
                return None
            # Read again under the lease: what another process ended in between is not begun a second time.
            user, controls = await store.users.get(user_id), await store.controls.get(user_id)
            event = None if user is None or controls.paused_at else await self._begin(user, controls.stopped_at, now)
            if event is None:
                await store.leases.release(event_lease(user_id), self._holder)
        return event

    async def _begin(self, user: User, stopped_at: datetime | None, now: datetime) -> Event | None:
        """Begin what is next, or begin it again; what nobody wants any more is ended on the way."""
        store = self._resources.store
        allowed = await self._resources.mailroom.allowed.lets(user.id)
        while occurrence := await store.occurrences.next_open(user.id):
            schedule = await self._schedule(occurrence)
            if not allowed:
                await close(store, occurrence, schedule, status="skipped", reason=OFF_THE_LIST, now=now)
                continue
            if schedule is None or schedule.status not in ("active", "processing"):
                reason = f"{schedule.status} meanwhile" if schedule else "its schedule is gone"
                await close(store, occurrence, schedule, status="skipped", reason=reason, now=now)
                continue
            begun = await store.occurrences.begin(user.id, occurrence.id, now)
            if begun is not None:
                event = self._event(user, begun, schedule)
                if stopped_at is not None and stopped_at >= occurrence.ended_at:
                    event.turn.stop()
                return event
        return None

    async def _schedule(self, occurrence: Occurrence) -> ScheduledTask | None:
        if occurrence.owner_kind != SCHEDULE:
            return None
        return await self._resources.store.scheduled_tasks.get(occurrence.user_id, int(occurrence.owner_id))

    def _event(self, user: User, begun: Occurrence, schedule: ScheduledTask) -> Event:
        """The turn has the occurrence's own id, whoever does it, and the moment at which it was first begun."""
        asked = InboxEntry(
            "",
            user.id,
            EVERYWHERE,
            f"event:{begun.id}",
            "",
            schedule.instruction,
            "running",
            begun.run_id,
            begun.ended_at,
        )
        turn = Turn(
            id=begun.run_id,
            user=user,
            entries=[asked],
            moment=begun.ended_at,
            trace_id=trace_of(begun.run_id),
            holder=self._holder,
            resumed=begun.attempts > 1,
            by_clock=True,
            text=schedule.instruction,
            taint=Taint(list(schedule.taint)),
        )
        return Event(turn, self._resources, begun, schedule)

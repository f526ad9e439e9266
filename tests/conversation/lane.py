"""Schedules that fall due in a house, jobs that wait for the test, and what came of it all."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from app.bootstrap.services import Services
from app.conversation.event import Event, Jobs, Said
from app.loops.events import run_due
from app.memory.records import OutboxEntry, ScheduledTask

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
ONE = NOON + timedelta(hours=1)


async def schedule(
    house: Services,
    instruction: str = "add milk to my shopping list",
    *,
    user: str = "",
    at: datetime = NOON + timedelta(hours=1),
    **more: Any,
) -> ScheduledTask:
    """A schedule of the owner's, due at 13:00 UTC and daily from then on unless said otherwise."""
    return await house.store.scheduled_tasks.add(
        user or house.owner.id,
        **{
            "name": instruction,
            "instruction": instruction,
            "rule": "FREQ=DAILY",
            "local_start": at.replace(tzinfo=None).isoformat(),
            "time_zone": "UTC",
            "due_at": at,
            "turn_id": None,
            "taint": [],
            "at": house.clock.now(),
            **more,
        },
    )


async def pass_time(house: Services, moment: datetime) -> None:
    """What the clock does when it shows `moment`."""
    house.clock.set(moment)  # type: ignore[attr-defined]
    await run_due(house.ground)
    await house.background.drain()


async def said(house: Services, user: str = "") -> list[OutboxEntry]:
    """All that was said to somebody, in order."""
    return await house.store.outbox.after(user or house.owner.id, ("local",), 0, 50)


async def endings(house: Services, task: ScheduledTask) -> list[tuple[str, str]]:
    """How each due moment ended, and why."""
    found = await house.store.occurrences.list(task.user_id, "schedule", str(task.id))
    return [(one.status, one.reason) for one in found]


async def user(house: Services, name: str) -> str:
    """Somebody else; their id."""
    await house.store.users.add(name, name=name, time_zone="UTC", zone_source="setting", locale="en-GB", at=NOON)
    return name


class Lane:
    """A house whose jobs wait for the test, and say what they are told to."""

    def __init__(self) -> None:
        self.house: Services
        self.begun: list[str] = []
        self.events: list[Event] = []
        self.says: Callable[[Event], Said | Awaitable[Said]] = lambda event: Said(f"Done: {event.schedule.name}.")
        self._open: set[str] = set()
        self._changed = asyncio.Condition()

    @property
    def jobs(self) -> Jobs:
        """What a house is opened with."""
        return {"task": self}

    async def __call__(self, event: Event) -> Said:
        async with self._changed:
            self.begun.append(event.schedule.name)
            self.events.append(event)
            self._changed.notify_all()
            await self._changed.wait_for(lambda: bool({event.schedule.name, "all"} & self._open))
        answer = self.says(event)
        return answer if isinstance(answer, Said) else await answer

    def let(self, name: str) -> None:
        """Let one job (or "all") end."""
        self._open.add(name)
        self._waking = asyncio.create_task(self._wake())

    async def _wake(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def has_begun(self, count: int) -> list[str]:
        """Wait for so many to have begun; their names in order."""
        async with asyncio.timeout(5), self._changed:
            await self._changed.wait_for(lambda: len(self.begun) >= count)
        return self.begun

    async def state_of(self, task: ScheduledTask) -> str:
        """As people are shown it."""
        stored = await self.house.store.scheduled_tasks.get(task.user_id, task.id)
        assert stored is not None
        return stored.state


async def start(lane: Lane, moment: datetime = ONE) -> None:
    """Let it be `moment`, and begin with what is due."""
    lane.house.clock.set(moment)  # type: ignore[attr-defined]
    await run_due(lane.house.ground)

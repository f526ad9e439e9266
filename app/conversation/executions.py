"""Who runs a confirmed action: one taker at a time, to its end whoever stops waiting, and again after a crash.

A lease an action, held under a name that is made for each taking: two that look for leavings in one process, as its start and its
loops do, are two. Knows neither what is run nor what comes of it.
"""

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from app.conversation.leasing import take_lease
from app.conversation.turn import Resources
from app.errors import TakenOver
from app.memory.records import PendingAction, User

log = logging.getLogger(__name__)
Execute = Callable[[User, PendingAction, str], Awaitable[str]]  # the action, and whom its lease is held by
T = TypeVar("T")
_AT_ONCE = 4  # of those that are taken up


def execution_lease(action_id: str) -> str:
    """The lease that makes one run of an action at a time."""
    return f"approval:{action_id}"


class Executions:
    """Runs of confirmed actions in this process."""

    def __init__(self, resources: Resources, holder: str, execute: Execute) -> None:
        """`holder` names this process; `execute` brings an action whose lease is held to its end."""
        self._resources = resources
        self._holder = holder
        self._execute = execute
        self._under_way: set[asyncio.Task[Any]] = set()
        self._room = asyncio.Semaphore(_AT_ONCE)

    async def hold(self, action_id: str) -> str | None:
        """Take the lease of an action; the name under which it is held, None while somebody else is at it."""
        resources, taker = self._resources, f"{self._holder}|{uuid.uuid4().hex}"
        taken = await take_lease(resources.store.leases, execution_lease(action_id), taker, resources.clock.now())
        return taker if taken else None

    def beside(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Let it run to its end whoever stops waiting for it."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task

    async def recover(self) -> None:
        """See that what was confirmed but has no outcome comes to its end: a process died between the two. Waits for none of it; one
        that fails stays open and is looked at again. The ledger keeps it single."""
        for action in await self._resources.store.pending.executing():
            self.beside(self._take_up(action))

    async def drain(self) -> None:
        """Wait until nothing is under way."""
        while self._under_way:
            await asyncio.gather(*self._under_way, return_exceptions=True)

    async def close(self) -> None:
        """Let what is under way be cut off; it is taken up at the next start."""
        for task in self._under_way:
            task.cancel()
        await self.drain()

    async def _take_up(self, found: PendingAction) -> None:
        """Bring one to its end, unless somebody else is at it or has been meanwhile."""
        try:
            async with self._room:
                taken = await self._taken(found)
                if taken is not None:
                    log.info("approval taken up", extra={"event": "approval.taken_up", "action": found.id})
                    await self._execute(*taken)
        except TakenOver:
            log.info("approval taken over", extra={"event": "approval.taken_over", "action": found.id})
        except Exception:  # the edge of one action: it holds up neither the others nor the start
            log.exception("approval not taken up", extra={"event": "approval.not_taken_up", "action": found.id})

    async def _taken(self, found: PendingAction) -> tuple[User, PendingAction, str] | None:
        """The action with its user and whom its lease is now held by; None where there is nothing to do, or somebody else does it."""
        store = self._resources.store
        async with self._resources.database.transaction():
            user = await store.users.get(found.user_id)
            holder = await self.hold(found.id) if user is not None else None
            if user is None or holder is None:
                return None
            # Read under the lease: what was ended in between is not run a second time.
            action = await store.pending.get(found.user_id, found.id)
            if action is None or action.status != "executing":
                await store.leases.release(execution_lease(found.id), holder)
                return None
        return user, action, holder

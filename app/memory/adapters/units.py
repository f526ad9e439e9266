"""A unit of work: statements of one task that are kept together or not at all.

The open unit is found through a context variable and belongs to the task that opened it: a task started inside inherits
the variable but not the unit, so it can neither write into somebody else's transaction nor be undone by it. Knows no engine:
what begins, commits and rolls back is given.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from app.errors import StorageError

C = TypeVar("C")

BROKEN = "A part of that failed, so none of it was kept. Please try again."


@dataclass(eq=False, slots=True)
class Unit(Generic[C]):
    """An open transaction: its connection, who opened it, and what is to be done about it at the end."""

    connection: C
    task: asyncio.Task[Any] | None
    open: bool = True
    failed: bool = False
    rings: bool = False

    @contextmanager
    def statement(self) -> Iterator[None]:
        """Around one statement: after one that failed, no other can make the unit whole again."""
        if self.failed:
            raise StorageError(BROKEN)
        self.failed = True
        yield
        self.failed = False


class Units(Generic[C]):
    """The units of one database. `begin` gives a connection for as long as its block runs and commits or rolls back."""

    def __init__(self, begin: Callable[[], AbstractAsyncContextManager[C]], ring: Callable[[], None]) -> None:
        """`ring` is called after the commit of a unit in which somebody asked for it."""
        self._begin = begin
        self._ring = ring
        self._open: ContextVar[Unit[C] | None] = ContextVar("unit", default=None)

    def current(self) -> Unit[C] | None:
        """The unit this task opened, if it is in one."""
        unit = self._open.get()
        return unit if unit is not None and unit.open and unit.task is asyncio.current_task() else None

    def ring(self) -> None:
        """Tell who waits that there is news: at once, or when the open unit commits."""
        unit = self.current()
        if unit is None:
            self._ring()
        else:
            unit.rings = True

    @asynccontextmanager
    async def join(self) -> AsyncIterator[None]:
        """Open a unit, or take part in the one that is open."""
        unit = self.current()
        if unit is None:
            async with self._opened():
                yield
            return
        whole = False
        try:
            yield
            whole = True
        finally:
            unit.failed = unit.failed or not whole

    @asynccontextmanager
    async def _opened(self) -> AsyncIterator[None]:
        async with self._begin() as connection:
            unit = Unit(connection, asyncio.current_task())
            token = self._open.set(unit)
            try:
                yield
                if unit.failed:  # an inner block failed and its error was swallowed: half of it must not be kept
                    raise StorageError(BROKEN)
            finally:
                unit.open = False
                self._open.reset(token)
        if unit.rings:
            self._ring()

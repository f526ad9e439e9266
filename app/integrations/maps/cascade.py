"""Maps of several services, asked one after the other: the first that knows it answers, and one that failed rests (`fetching/service.py`)."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from app.errors import OutsideError
from app.integrations.maps.port import Journey, Maps, Mode, Place, Route, Where

T = TypeVar("T")


class MapsInTurn:
    """The services in the order in which they are asked, at least one."""

    def __init__(self, services: Sequence[Maps]) -> None:
        self._services = services

    @property
    def modes(self) -> frozenset[Mode]:
        """What one of them has routes for."""
        return frozenset[Mode]().union(*(service.modes for service in self._services))

    async def find(
        self, name: str, *, near: Place | None = None, where: Where = "anywhere", language: str = "en"
    ) -> Sequence[Place]:
        """See the port."""
        found = await self._first(lambda maps: maps.find(name, near=near, where=where, language=language))
        return found or ()

    async def route(self, journey: Journey) -> Route | None:
        """See the port."""
        return await self._first(lambda maps: maps.route(journey), journey.mode)

    async def _first(self, ask: Callable[[Maps], Awaitable[T]], mode: Mode | None = None) -> T | None:
        """The first answer that is one; None where all that answered have none. Raises what the last one raised where none of them did."""
        problem: OutsideError | None = None
        answered = False
        for maps in self._services:
            if mode and mode not in maps.modes:
                continue
            try:
                if answer := await ask(maps):
                    return answer
                answered = True
            except OutsideError as failure:
                problem = failure
        if problem and not answered:
            raise problem
        return None

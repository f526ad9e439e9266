"""Maps of several services, asked one after the other: the first that knows it answers, and one that failed rests (`fetching/service.py`)."""

from collections.abc import Sequence

from app.integrations.fetching.in_turn import first_answer
from app.integrations.maps.port import Journey, Maps, Mode, Place, Route, Where


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
        found = await first_answer(
            self._services, lambda maps: maps.find(name, near=near, where=where, language=language)
        )
        return found or ()

    async def route(self, journey: Journey) -> Route | None:
        """See the port."""
        fit = (maps for maps in self._services if journey.mode in maps.modes)
        return await first_answer(fit, lambda maps: maps.route(journey))

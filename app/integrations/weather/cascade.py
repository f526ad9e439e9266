"""One service for the weather after another until one answers; what was told a moment ago is told again without asking."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from app.clock import Clock
from app.errors import OutsideError
from app.integrations.fetching.refusals import failed
from app.integrations.weather.port import Forecast, Place, Weather

T = TypeVar("T")
_FRESH, _KNOWN = timedelta(minutes=15), timedelta(days=7)
_HOUR = timedelta(hours=1)
_MOST_KEPT = 300


class Forecasts:
    """All services there are, as one."""

    def __init__(self, services: Sequence[Weather], clock: Clock) -> None:
        """`services` in the order in which they are asked."""
        self._services = services
        self._clock = clock
        self._kept: OrderedDict[tuple[object, ...], tuple[datetime, object]] = OrderedDict()

    async def places(self, name: str, *, language: str, limit: int = 5) -> Sequence[Place]:
        """Of the first that knows the name; none where no one does."""
        wanted = " ".join(name.casefold().split())

        async def ask(service: Weather) -> Sequence[Place]:
            return await service.places(wanted, language=language, limit=limit)

        return await self._kept_or(("place", wanted, language), _KNOWN, lambda: self._first(ask, takes=bool)) or []

    async def forecast(self, place: Place, *, days: int = 7) -> Forecast:
        """Of the first that answers; what is over by this hour is left out. Raises FetchFailed where none does."""

        async def ask(service: Weather) -> Forecast | None:
            told = await service.forecast(place, days=days)
            return _from_now(told, self._clock.now())

        key = ("forecast", round(place.latitude, 2), round(place.longitude, 2), days)
        told = await self._kept_or(key, _FRESH, lambda: self._first(ask, takes=bool))
        now = _from_now(told, self._clock.now()) if told else None
        if now is None:
            raise failed("protocol", "The weather service")
        return now

    async def _first(self, ask: Callable[[Weather], Awaitable[T]], *, takes: Callable[[T], bool]) -> T | None:
        """What the first brings that `takes` likes; None where all were asked and had nothing. Raises the last one's problem where none answered."""
        problem: OutsideError | None = None
        answered = False
        for service in self._services:
            try:
                found = await ask(service)
            except OutsideError as error:
                problem = error
                continue
            answered = True
            if takes(found):
                return found
        if problem is not None and not answered:
            raise problem
        return None

    async def _kept_or(self, key: tuple[object, ...], fresh: timedelta, ask: Callable[[], Awaitable[T]]) -> T:
        kept, now = self._kept.get(key), self._clock.now()
        if kept is not None and now - kept[0] < fresh:
            return kept[1]  # pyright: ignore[reportReturnType] - kept under the key of what made it
        found = await ask()
        if found:
            self._kept[key] = now, found
            self._kept.move_to_end(key)
            if len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return found


def _from_now(told: Forecast, now: datetime) -> Forecast | None:
    """A forecast from the present hour and day on; None where all of it is over, which is no forecast."""
    hours = tuple(one for one in told.hours if one.at + _HOUR > now)
    days = tuple(one for one in told.days if hours and one.on >= now.astimezone(hours[0].at.tzinfo).date())
    if not hours or not days:
        return None
    return Forecast(told.place, hours[0], hours, days, told.source)

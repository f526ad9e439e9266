"""One service for the weather after another until one answers; what was told a moment ago is told again without asking."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from app.clock import Clock
from app.integrations.fetching.in_turn import first_answer
from app.integrations.fetching.kept import Kept
from app.integrations.fetching.refusals import failed
from app.integrations.weather.port import Forecast, Place, Weather

_FRESH, _KNOWN = timedelta(minutes=15), timedelta(days=7)
_HOUR = timedelta(hours=1)


class Forecasts:
    """All services there are, as one."""

    def __init__(self, services: Sequence[Weather], clock: Clock) -> None:
        """`services` in the order in which they are asked."""
        self._services = services
        self._clock = clock
        self._places: Kept[Sequence[Place]] = Kept(clock, _KNOWN)
        self._told: Kept[Forecast] = Kept(clock, _FRESH)

    async def places(self, name: str, *, language: str, limit: int = 5) -> Sequence[Place]:
        """Of the first that knows the name; none where no one does."""
        wanted = " ".join(name.casefold().split())
        if known := self._places.get((wanted, language)):
            return known[0]
        found = await first_answer(self._services, lambda one: one.places(wanted, language=language, limit=limit))
        return self._places.put((wanted, language), found) if found else []

    async def forecast(self, place: Place, *, days: int = 7) -> Forecast:
        """Of the first that answers; what is over by this hour is left out. Raises FetchFailed where none does."""

        async def ask(service: Weather) -> Forecast | None:
            return _from_now(await service.forecast(place, days=days), self._clock.now())

        asked = round(place.latitude, 2), round(place.longitude, 2), days
        known = self._told.get(asked)
        told = known[0] if known else await first_answer(self._services, ask)
        now = _from_now(told, self._clock.now()) if told else None
        if told is None or now is None:
            raise failed("protocol", "The weather service")
        if not known:
            self._told.put(asked, told)
        return now


def _from_now(told: Forecast, now: datetime) -> Forecast | None:
    """A forecast from the present hour and day on; None where all of it is over, which is no forecast."""
    hours = tuple(one for one in told.hours if one.at + _HOUR > now)
    days = tuple(one for one in told.days if hours and one.on >= now.astimezone(hours[0].at.tzinfo).date())
    if not hours or not days:
        return None
    return Forecast(told.place, hours[0], hours, days, told.source)

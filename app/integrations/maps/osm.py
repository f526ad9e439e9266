"""Places and routes of OpenStreetMap: Nominatim's search (format jsonv2) and OSRM's route service (version 1).

Usage policies are kept: at most one request a second to a public server, with a User-Agent that names us; places are kept for a day, routes
for an hour; who made the data is named. An OSRM server has the profile it was started with, whatever its URL says: `{mode}` in its base stands
for car, foot or bike where each has one of its own; without it times on foot and by bike are estimated from the distance by car.
Knows no timetable and no traffic.
"""

import asyncio
from collections.abc import Hashable, Sequence
from dataclasses import replace
from datetime import timedelta
from math import cos, hypot, radians
from typing import Annotated

from pydantic import BaseModel, Field, RootModel

from app.clock import Clock
from app.errors import FetchFailed
from app.integrations.fetching.fetcher import Fetcher
from app.integrations.fetching.kept import Kept
from app.integrations.fetching.pace import Pace, Sleep
from app.integrations.fetching.service import Service
from app.integrations.maps.port import Journey, Mode, Place, Route, Where
from app.web_settings import NOMINATIM, OSRM

CREDIT = "© OpenStreetMap contributors"
PER_MODE = "{mode}"
_GAP = timedelta(seconds=1)  # operations.osmfoundation.org/policies/nominatim
_DAY, _HOUR = timedelta(days=1), timedelta(hours=1)
_MOST_FOUND = 10
_MOST_BYTES = 8_000_000  # of a route across a continent, with each of its crossings
_AROUND = 0.5  # degrees: some 55 km each way
_SPEEDS: dict[Mode, float] = {"foot": 5 / 3.6, "bike": 15 / 3.6}  # metres a second
_PARTS = 3  # of a place's long name
_LONGEST = 200  # characters of a name
_MOST_ROADS = 3
_SHORTEST_ROAD = 0.08  # of the whole way
_KM_PER_DEGREE = 111.2
_NO_ROUTE = 400  # what OSRM answers with where no road leads there (code NoRoute or NoSegment)
_MOST_ASKED = 200  # characters of a name that is looked for

Degrees = Annotated[float, Field(ge=-180, le=180, allow_inf_nan=False)]
Amount = Annotated[float, Field(ge=0, le=1e8, allow_inf_nan=False)]


class _Found(BaseModel):
    lat: Annotated[float, Field(ge=-90, le=90, allow_inf_nan=False)]  # written as texts
    lon: Degrees
    display_name: str = Field(min_length=1)


class _AllFound(RootModel[list[_Found]]):
    pass


class _Step(BaseModel):
    distance: Amount
    name: str = ""
    ref: str = ""


class _Leg(BaseModel):
    steps: list[_Step] = []


class _Way(BaseModel):
    distance: Amount
    duration: Amount
    legs: list[_Leg] = []


class _Ways(BaseModel):
    routes: list[_Way] = Field(min_length=1)


class OpenStreetMap:
    """Maps without a key."""

    def __init__(
        self,
        fetcher: Fetcher,
        clock: Clock,
        *,
        nominatim: str = NOMINATIM,
        osrm: str = OSRM,
        sleep: Sleep = asyncio.sleep,
        seconds: float = 8.0,
    ) -> None:
        """Base URLs of the two; `sleep` takes seconds; `seconds` are for one answer. Raises OutsideRefused where a base can't be read."""
        self._places = Service(fetcher, nominatim, usual=NOMINATIM, seconds=seconds)
        modes: tuple[Mode, ...] = ("car", "foot", "bike") if PER_MODE in osrm else ("car",)
        self._ways = {
            mode: Service(
                fetcher,
                osrm.replace(PER_MODE, mode),
                usual=OSRM.replace(PER_MODE, mode),
                seconds=seconds,
                most_bytes=_MOST_BYTES,
            )
            for mode in modes
        }
        self._place_pace = Pace(clock, gap=_GAP if nominatim == NOMINATIM else timedelta(0), sleep=sleep)
        self._way_pace = Pace(clock, gap=_GAP if osrm == OSRM else timedelta(0), sleep=sleep)
        self._found: Kept[Sequence[Place]] = Kept(clock, _DAY)
        self._routes: Kept[Route | None] = Kept(clock, _HOUR)

    @property
    def modes(self) -> frozenset[Mode]:
        """All but what a timetable is needed for."""
        return frozenset(("car", "foot", "bike"))

    async def find(
        self, name: str, *, near: Place | None = None, where: Where = "anywhere", language: str = "en"
    ) -> Sequence[Place]:
        """See the port. Around a place what lies there comes first; what doesn't is taken where nothing does."""
        within = near is not None and where != "anywhere"
        found = await self._search(name, near, language, bounded=within)
        if not found and within and where == "around":
            found = await self._search(name, near, language, bounded=False)
        if near is not None and where == "nearest":
            return sorted(found, key=lambda place: _apart(place, near))
        return found

    async def route(self, journey: Journey) -> Route | None:
        """See the port. Times of day change nothing: nobody here knows the traffic."""
        if journey.mode not in self.modes:
            return None
        ends = _point(journey.origin), _point(journey.destination)
        kept = self._routes.get((journey.mode, ends))
        route = kept[0] if kept else self._routes.put((journey.mode, ends), await self._routed(journey.mode, ends))
        return _timed(route, journey) if route else None

    async def _search(self, name: str, near: Place | None, language: str, *, bounded: bool) -> Sequence[Place]:
        box = _box(near) if near else ""
        asked: tuple[Hashable, ...] = (name.casefold(), box, language, bounded)
        if kept := self._found.get(asked):
            return kept[0]
        parameters = {
            "q": name[:_MOST_ASKED],
            "format": "jsonv2",
            "limit": _MOST_FOUND,
            "accept-language": language,
            "viewbox": box,
            "bounded": 1 if bounded else "",
        }
        async with self._place_pace.turn(self._places.host):
            answer = await self._places.get("/search", parameters)
        found = self._places.read(_AllFound, answer).root[:_MOST_FOUND]
        host = self._places.host
        return self._found.put(asked, [Place(_short(one.display_name), one.lat, one.lon, host) for one in found])

    async def _routed(self, mode: Mode, ends: tuple[str, str]) -> Route | None:
        service = self._ways.get(mode)
        is_estimate = service is None
        service = service or self._ways["car"]
        profile = "driving" if is_estimate else _PROFILES[mode]
        try:
            async with self._way_pace.turn(service.host):
                answer = await service.get(
                    f"/route/v1/{profile}/{';'.join(ends)}", {"overview": "false", "steps": "true"}
                )
        except FetchFailed as problem:
            if problem.status == _NO_ROUTE:
                return None
            raise
        best = service.read(_Ways, answer).routes[0]
        seconds = best.distance / _SPEEDS[mode] if is_estimate else best.duration
        return Route(best.distance, seconds, mode, service.host, CREDIT, roads=_roads(best), is_estimate=is_estimate)


_PROFILES: dict[Mode, str] = {"car": "driving", "foot": "foot", "bike": "bike"}


def _timed(route: Route, journey: Journey) -> Route:
    """The route with when it begins and ends, where one of them is wished for."""
    taken = timedelta(seconds=route.seconds)
    if journey.arrive_by:
        return replace(route, departs=journey.arrive_by - taken, arrives=journey.arrive_by)
    if journey.depart_at:
        return replace(route, departs=journey.depart_at, arrives=journey.depart_at + taken)
    return route


def _roads(way: _Way) -> tuple[str, ...]:
    """The longest roads that have names, in their order."""
    lengths: dict[str, float] = {}
    for leg in way.legs:
        for step in leg.steps:
            if name := (step.name or step.ref).strip()[:_LONGEST]:
                lengths[name] = lengths.get(name, 0.0) + step.distance
    longest = sorted(lengths, key=lambda name: -lengths[name])[:_MOST_ROADS]
    least = _SHORTEST_ROAD * way.distance
    return tuple(name for name in lengths if name in longest and lengths[name] >= least)


def _short(name: str) -> str:
    """ "12, Oxford Street, Osu, Accra, …, Ghana": its first parts; a number counts with the street behind it."""
    kept, counted = list[str](), 0
    for part in name[: 2 * _LONGEST].split(","):
        kept.append(part.strip())
        counted += not part.strip().isdigit()
        if counted == _PARTS:
            break
    return ", ".join(filter(None, kept))[:_LONGEST]


def _point(place: Place) -> str:
    """As OSRM has it: longitude first."""
    return f"{place.longitude:.5f},{place.latitude:.5f}"


def _box(place: Place) -> str:
    """Two corners around a place, as Nominatim has them; the same for all places within a hundredth of a degree."""
    x, y = round(place.longitude, 2), round(place.latitude, 2)
    return f"{x - _AROUND:.2f},{y + _AROUND:.2f},{x + _AROUND:.2f},{y - _AROUND:.2f}"


def _apart(one: Place, other: Place) -> float:
    """Kilometres between two places that are near to each other."""
    x = (one.longitude - other.longitude) * cos(radians(other.latitude))
    return hypot(x, one.latitude - other.latitude) * _KM_PER_DEGREE

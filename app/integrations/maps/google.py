"""Places and routes of Google Maps with a key: the Geocoding API, and the Routes API's computeRoutes (version 2).

Routes know the traffic at an hour, and buses and trains by their timetables. Both say what went wrong in their own way: Geocoding by a
`status` in an answer that is an HTTP 200. Nothing is kept: traffic changes, and Google's terms want it so.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from app.clock import Clock
from app.integrations.fetching.fetcher import Fetcher
from app.integrations.fetching.service import Service
from app.integrations.maps.port import Journey, Mode, Place, Ride, Route, Where
from app.web_settings import GOOGLE_MAPS

CREDIT = "Google Maps"
ROUTES = "https://routes.googleapis.com"
_FIELDS = ",".join(
    (
        *("routes.distanceMeters", "routes.duration", "routes.description"),
        *("routes.legs.steps.staticDuration", "routes.legs.steps.transitDetails"),
    )
)
_MODES: dict[Mode, str] = {"car": "DRIVE", "foot": "WALK", "bike": "BICYCLE", "transit": "TRANSIT"}
_AROUND = 0.5  # degrees
_MOST_FOUND = 10
_MOST_ASKED, _LONGEST = 200, 200  # characters
_MOST_RIDES = 20
_SOON = timedelta(minutes=1)  # a departure must lie ahead
_GUESS = timedelta(minutes=30)  # how long a drive may take before it is known
_FAR = timedelta(minutes=10)  # another traffic

Amount = Annotated[int, Field(ge=0, le=100_000_000)]
Seconds = Annotated[str, Field(pattern=r"^[0-9]{1,8}(?:\.[0-9]{1,9})?s$")]


class _Read(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel)


class _Point(BaseModel):
    lat: Annotated[float, Field(ge=-90, le=90, allow_inf_nan=False)]
    lng: Annotated[float, Field(ge=-180, le=180, allow_inf_nan=False)]


class _Geometry(BaseModel):
    location: _Point


class _Found(BaseModel):
    formatted_address: str
    geometry: _Geometry


class _Geocoded(BaseModel):
    status: Literal["OK", "ZERO_RESULTS"]  # a denied or exhausted key is a failure, though it comes as a 200
    results: list[_Found]


class _Stop(BaseModel):
    name: str = ""


class _Stops(_Read):
    departure_stop: _Stop = _Stop()
    arrival_stop: _Stop = _Stop()
    departure_time: AwareDatetime | None = None
    arrival_time: AwareDatetime | None = None


class _Word(BaseModel):
    text: str = ""


class _Vehicle(BaseModel):
    name: _Word = _Word()


class _Line(_Read):
    name: str = ""
    name_short: str = ""
    vehicle: _Vehicle = _Vehicle()


class _Transit(_Read):
    stop_details: _Stops = _Stops()
    transit_line: _Line = _Line()


class _Step(_Read):
    static_duration: Seconds = "0s"
    transit_details: _Transit | None = None


class _Leg(_Read):
    steps: list[_Step] = []


class _Way(_Read):
    distance_meters: Amount = 0  # left out where it is 0
    duration: Seconds
    description: str = ""
    legs: list[_Leg] = []


class _Ways(_Read):
    routes: list[_Way] = []  # left out where there is none


class GoogleMaps:
    """Maps with a key."""

    def __init__(
        self, fetcher: Fetcher, clock: Clock, key: str, *, base: str = GOOGLE_MAPS, seconds: float = 8.0
    ) -> None:
        """A gateway at `base` answers for both of Google's hosts. Raises OutsideRefused where it can't be read."""
        self._clock = clock
        self._key = key
        self._places = Service(fetcher, base, usual=GOOGLE_MAPS, seconds=seconds)
        routes = ROUTES if base == GOOGLE_MAPS else base
        headers = {"X-Goog-Api-Key": key, "X-Goog-FieldMask": _FIELDS}
        self._routes = Service(fetcher, routes, usual=ROUTES, headers=headers, seconds=seconds)

    @property
    def modes(self) -> frozenset[Mode]:
        """All of them."""
        return frozenset(_MODES)

    async def find(
        self, name: str, *, near: Place | None = None, where: Where = "anywhere", language: str = "en"
    ) -> Sequence[Place]:
        """See the port. What kind of place lies nearest is nothing that Geocoding knows."""
        if where == "nearest":
            return ()
        asked = {"address": name[:_MOST_ASKED], "bounds": _box(near), "language": language, "key": self._key}
        answer = self._places.read(_Geocoded, await self._places.get("/maps/api/geocode/json", asked))
        host = self._places.host
        return [
            Place(one.formatted_address[:_LONGEST] or name, one.geometry.location.lat, one.geometry.location.lng, host)
            for one in answer.results[:_MOST_FOUND]
        ]

    async def route(self, journey: Journey) -> Route | None:
        """See the port. A drive is asked for by when it begins alone: to be there in time it is asked for twice."""
        if journey.mode != "car" or journey.arrive_by is None:
            return await self._routed(journey, journey.depart_at)
        begins = journey.arrive_by - _GUESS
        route = await self._routed(journey, begins)
        if route and abs(timedelta(seconds=route.seconds) - _GUESS) > _FAR:
            route = await self._routed(journey, journey.arrive_by - timedelta(seconds=route.seconds))
        return route

    async def _routed(self, journey: Journey, begins: datetime | None) -> Route | None:
        asked: dict[str, Any] = {
            "origin": _point(journey.origin),
            "destination": _point(journey.destination),
            "travelMode": _MODES[journey.mode],
            "languageCode": journey.language,
            "units": "METRIC",
            **self._when(journey, begins),
        }
        answer = self._routes.read(_Ways, await self._routes.post("/directions/v2:computeRoutes", asked))
        return _route(answer.routes[0], journey, self._routes.host) if answer.routes else None

    def _when(self, journey: Journey, begins: datetime | None) -> Mapping[str, str]:
        if journey.mode == "transit" and journey.arrive_by:
            return {"arrivalTime": _written(journey.arrive_by)}
        traffic = {"routingPreference": "TRAFFIC_AWARE"} if journey.mode == "car" else {}
        is_ahead = begins is not None and begins > self._clock.now() + _SOON
        return {**traffic, **({"departureTime": _written(begins)} if begins and is_ahead else {})}


def _route(way: _Way, journey: Journey, host: str) -> Route:
    steps = [step for leg in way.legs for step in leg.steps]
    rides = tuple(_ride(step.transit_details) for step in steps if step.transit_details)[:_MOST_RIDES]
    departs, arrives = _times(steps, journey, _seconds(way.duration))
    return Route(
        metres=float(way.distance_meters),
        seconds=_seconds(way.duration),
        mode=journey.mode,
        source=host,
        credit=CREDIT,
        roads=(way.description[:_LONGEST],) if way.description and not rides else (),
        rides=rides,
        departs=departs,
        arrives=arrives,
        has_traffic=journey.mode == "car",
    )


def _times(steps: Sequence[_Step], journey: Journey, seconds: float) -> tuple[datetime | None, datetime | None]:
    """When it begins and ends: by the timetable with the walks before and after it, else by what is wished for."""
    taken = timedelta(seconds=seconds)
    rides = [(at, step.transit_details.stop_details) for at, step in enumerate(steps) if step.transit_details]
    if rides and (first := rides[0][1].departure_time) and (last := rides[-1][1].arrival_time):
        walked = sum(_seconds(step.static_duration) for step in steps[: rides[0][0]])
        to_walk = sum(_seconds(step.static_duration) for step in steps[rides[-1][0] + 1 :])
        return first - timedelta(seconds=walked), last + timedelta(seconds=to_walk)
    if journey.arrive_by:
        return journey.arrive_by - taken, journey.arrive_by
    return (journey.depart_at, journey.depart_at + taken) if journey.depart_at else (None, None)


def _ride(transit: _Transit) -> Ride:
    stops, line = transit.stop_details, transit.transit_line
    name = " ".join(filter(None, (line.vehicle.name.text, line.name_short or line.name)))
    return Ride(
        name[:_LONGEST],
        stops.departure_stop.name[:_LONGEST],
        stops.arrival_stop.name[:_LONGEST],
        stops.departure_time,
        stops.arrival_time,
    )


def _point(place: Place) -> dict[str, object]:
    return {"location": {"latLng": {"latitude": place.latitude, "longitude": place.longitude}}}


def _box(near: Place | None) -> str:
    """South-west and north-east corner around a place, which Geocoding prefers."""
    if near is None:
        return ""
    south, west = round(near.latitude - _AROUND, 2), round(near.longitude - _AROUND, 2)
    return f"{south},{west}|{round(near.latitude + _AROUND, 2)},{round(near.longitude + _AROUND, 2)}"


def _seconds(written: str) -> float:
    return float(written.removesuffix("s"))


def _written(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")

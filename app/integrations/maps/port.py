"""What maps can do for us, in words of the domain. No vendor's types, names or errors here."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

Mode = Literal["car", "foot", "bike", "transit"]
# How a name is looked for: wherever it is best known, around a place, or the one that lies nearest to it.
Where = Literal["anywhere", "around", "nearest"]


@dataclass(frozen=True, slots=True)
class Place:
    """A point with a name. `source` is the host that named it, whose words the name is; "" where nobody else did."""

    name: str
    latitude: float  # degrees
    longitude: float
    source: str = ""


@dataclass(frozen=True, slots=True)
class Journey:
    """What a route is asked for. Times are aware; at most one of them is given, none means now."""

    origin: Place
    destination: Place
    mode: Mode = "car"
    depart_at: datetime | None = None
    arrive_by: datetime | None = None
    language: str = "en"


@dataclass(frozen=True, slots=True)
class Ride:
    """One stretch by bus, train or ferry: the line as it is called, its stops, and when it goes (aware)."""

    line: str
    start: str
    stop: str
    departs: datetime | None = None
    arrives: datetime | None = None


@dataclass(frozen=True, slots=True)
class Route:
    """One route. `roads` are the longest of its roads in their order, `credit` whom the data is owed to, `source` the host that answered.

    `departs` and `arrives` (aware) are known where a timetable or a wished time says so. `has_traffic`: what is on the roads was counted;
    `is_estimate`: the time comes from the distance by road and a usual speed.
    """

    metres: float
    seconds: float
    mode: Mode
    source: str
    credit: str
    roads: tuple[str, ...] = ()
    rides: tuple[Ride, ...] = ()
    departs: datetime | None = None
    arrives: datetime | None = None
    has_traffic: bool = False
    is_estimate: bool = False


class Maps(Protocol):
    """Places by name, and routes between them."""

    @property
    def modes(self) -> frozenset[Mode]:
        """What there are routes for at all: without a timetable no transit."""
        ...

    async def find(
        self, name: str, *, near: Place | None = None, where: Where = "anywhere", language: str = "en"
    ) -> Sequence[Place]:
        """The places a name means, the likeliest first; none where nobody knows one. Without `near` a name is looked for anywhere.
        Raises FetchFailed, OutsideRefused."""
        ...

    async def route(self, journey: Journey) -> Route | None:
        """The best route; None where there is none. Raises FetchFailed, OutsideRefused."""
        ...

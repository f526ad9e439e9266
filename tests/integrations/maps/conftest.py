"""Three services of maps on loopback, written by us: they answer in the JSON that Nominatim (release-docs, Search and Output, jsonv2), OSRM
(docs/http.md, route service) and Google (Geocoding API; Routes API v2, computeRoutes) document.

What they check of a question: Nominatim the path, `format`, a `q`, four numbers in `viewbox`, `bounded` only with it, and a User-Agent that
names us; OSRM the path with a profile and two points, longitude first, and its options; Google the key, the field mask, the travel mode, that
`routingPreference` stands with DRIVE alone, `arrivalTime` with TRANSIT alone, and that no departure lies in the past. What is asked otherwise
is answered as they answer it: with a 400. They know the few places and ways below.
"""

import json
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from app.clock import ManualClock
from app.integrations.maps.cascade import MapsInTurn
from app.integrations.maps.google import GoogleMaps
from app.integrations.maps.osm import OpenStreetMap
from tests.integrations.fetching.conftest import NOON, Answer, Internet, answer, internet

__all__ = ["internet"]
KEY = "a key of the tests"
OSM_ADDRESS, OSRM_ADDRESS, GOOGLE_ADDRESS = "93.184.216.34", "93.184.216.35", "93.184.216.36"
NOMINATIM, OSRM, GOOGLE = "http://places.example", "http://ways.example/routed-{mode}", "http://google.example"
# Name as it is asked for: (latitude, longitude, the long name)
PLACES = {
    "osu": (5.5560, -0.1820, "Osu, Korle-Klottey, Greater Accra Region, Ghana"),
    "tema": (5.6698, -0.0166, "Tema, Tema Metropolitan District, Greater Accra Region, Ghana"),
    "airport": (5.6052, -0.1668, "Kotoka International Airport, Airport Bypass Road, Accra, Ghana"),
    "12 oxford street": (5.5565, -0.1815, "12, Oxford Street, Osu, Accra, Ghana"),
    "pharmacy": (5.5600, -0.1900, "Far Pharmacy, Ring Road, Accra, Ghana"),
    "île de gorée": (14.6670, -17.3980, "Île de Gorée, Dakar, Sénégal"),
}
NEAR_PHARMACY = (5.5562, -0.1822, "Near Pharmacy, Oxford Street, Osu, Accra, Ghana")
_POINTS = re.compile(
    r"/routed-(car|foot|bike)/route/v1/(driving|foot|bike)/(-?[\d.]+),(-?[\d.]+);(-?[\d.]+),(-?[\d.]+)\Z"
)
_SPEED = {"car": 10.0, "foot": 1.25, "bike": 4.0}  # metres a second
_WAY = 29_000.0  # metres of every way but those within Osu


def body(value: object, status: str = "200 OK") -> bytes:
    """A whole response in JSON."""
    return answer(json.dumps(value).encode(), status, content_type="application/json; charset=utf-8")


def _asked(request: str) -> tuple[str, dict[str, str]]:
    url = urlsplit(request.split(" ", 2)[1])
    return url.path, {name: values[0] for name, values in parse_qs(url.query).items()}


def _place(number: int, found: tuple[float, float, str]) -> dict[str, Any]:
    latitude, longitude, name = found
    return {
        "place_id": number,
        "licence": "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright",
        "osm_type": "node",
        "osm_id": number,
        "lat": str(latitude),
        "lon": str(longitude),
        "category": "place",
        "type": "suburb",
        "place_rank": 20,
        "importance": 0.3,
        "addresstype": "suburb",
        "name": name.partition(",")[0],
        "display_name": name,
        "boundingbox": [str(latitude - 0.01), str(latitude + 0.01), str(longitude - 0.01), str(longitude + 0.01)],
    }


def nominatim(request: str) -> bytes:
    """`/search` in jsonv2."""
    path, said = _asked(request)
    box = said.get("viewbox", "")
    is_box = re.fullmatch(r"-?[\d.]+(?:,-?[\d.]+){3}", box)
    if path != "/search" or said.get("format") != "jsonv2" or not said.get("q") or (box and not is_box):
        return body({"error": {"code": 400, "message": "Invalid parameter"}}, "400 Bad Request")
    if "\r\nUser-Agent: Kwasi/" not in request or (said.get("bounded") and not box):
        return body({"error": {"code": 403, "message": "Access blocked"}}, "403 Forbidden")
    name = said["q"].casefold()
    found = [PLACES[name]] if name in PLACES else []
    if name == "pharmacy":
        found.append(NEAR_PHARMACY)
    if said.get("bounded") and found:
        west, north, east, south = map(float, box.split(","))
        found = [one for one in found if south <= one[0] <= north and west <= one[1] <= east]
    return body([_place(number, one) for number, one in enumerate(found, 1)])


def osrm(request: str) -> bytes:
    """`/route/v1/…`, one server for each profile. Gorée has no road to it."""
    path, said = _asked(request)
    asked = _POINTS.fullmatch(path)
    if asked is None or said != {"overview": "false", "steps": "true"}:
        return body({"code": "InvalidQuery", "message": "Query string malformed"}, "400 Bad Request")
    if asked[3].startswith("-17") or asked[5].startswith("-17"):
        return body({"code": "NoRoute", "message": "Impossible route between points"}, "400 Bad Request")
    is_near = asked[4][:4] == asked[6][:4] == "5.55"
    metres = 600.0 if is_near else _WAY
    steps = [
        {
            "distance": metres * 0.05,
            "duration": 10.0,
            "name": "Lane",
            "mode": "driving",
            "maneuver": {"type": "depart"},
        },
        {
            "distance": metres * 0.55,
            "duration": 50.0,
            "name": "",
            "ref": "N1",
            "mode": "driving",
            "maneuver": {"type": "turn"},
        },
        {
            "distance": metres * 0.40,
            "duration": 50.0,
            "name": "Beach Road",
            "mode": "driving",
            "maneuver": {"type": "turn"},
        },
        {"distance": 0.0, "duration": 0.0, "name": "Beach Road", "mode": "driving", "maneuver": {"type": "arrive"}},
    ]
    taken = metres / _SPEED[asked[1]]
    leg = {"distance": metres, "duration": taken, "summary": "N1, Beach Road", "weight": taken, "steps": steps}
    route = {"distance": metres, "duration": taken, "weight": taken, "weight_name": "routability", "legs": [leg]}
    points = [
        {"hint": "", "distance": 1.0, "name": "", "location": [float(asked[at]), float(asked[at + 1])]} for at in (3, 5)
    ]
    return body({"code": "Ok", "routes": [route], "waypoints": points})


@dataclass
class Google:
    """Both of its APIs at one base, as a gateway has them. `minutes`: how long a drive takes, by the hour in UTC it begins in."""

    minutes: dict[int, int] = field(default_factory=dict[int, int])
    now: datetime = NOON
    asked: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    def __call__(self, request: str) -> bytes:
        """One answer."""
        path, said = _asked(request)
        if path == "/maps/api/geocode/json":
            return self._geocoded(said)
        if path == "/directions/v2:computeRoutes" and request.startswith("POST "):
            return self._routed(request)
        return body({"error": {"code": 404, "status": "NOT_FOUND"}}, "404 Not Found")

    def _geocoded(self, said: dict[str, str]) -> bytes:
        if said.get("key") != KEY:
            denied = {"error_message": "The provided API key is invalid.", "results": [], "status": "REQUEST_DENIED"}
            return body(denied)
        found = PLACES.get(said["address"].casefold())
        if found is None:
            return body({"results": [], "status": "ZERO_RESULTS"})
        point = {"lat": found[0], "lng": found[1]}
        one = {
            "address_components": [],
            "formatted_address": f"{found[2]} (Google)",
            "geometry": {
                "location": point,
                "location_type": "APPROXIMATE",
                "viewport": {"northeast": point, "southwest": point},
            },
            "place_id": "ChIJ",
            "types": ["political"],
        }
        return body({"results": [one], "status": "OK"})

    def _routed(self, request: str) -> bytes:
        head, _, sent = request.partition("\r\n\r\n")
        asked = json.loads(sent)
        self.asked.append(asked)
        is_drive, is_transit = asked["travelMode"] == "DRIVE", asked["travelMode"] == "TRANSIT"
        wrong = (
            asked["travelMode"] not in ("DRIVE", "WALK", "BICYCLE", "TRANSIT")
            or ("routingPreference" in asked and not is_drive)
            or ("arrivalTime" in asked and not is_transit)
            or ("departureTime" in asked and datetime.fromisoformat(asked["departureTime"]) < self.now)
            or {"latitude", "longitude"} != asked["origin"]["location"]["latLng"].keys()
            or "X-Goog-FieldMask: routes." not in head
        )
        if f"X-Goog-Api-Key: {KEY}" not in head:
            return body({"error": {"code": 403, "message": "denied", "status": "PERMISSION_DENIED"}}, "403 Forbidden")
        if wrong:
            return body({"error": {"code": 400, "message": "bad", "status": "INVALID_ARGUMENT"}}, "400 Bad Request")
        if asked["destination"]["location"]["latLng"]["longitude"] < -17:
            return body({})
        if is_transit:
            return body({"routes": [_by_bus(asked)]})
        begins = datetime.fromisoformat(asked.get("departureTime", self.now.isoformat()))
        minutes = self.minutes.get(begins.astimezone(UTC).hour, 40)
        way = {"distanceMeters": 29_000, "duration": f"{minutes * 60}s", "description": "Accra-Tema Motorway/N1"}
        return body({"routes": [{**way, "legs": [{"steps": [{"staticDuration": "2400s"}]}]}]})


def _by_bus(asked: dict[str, Any]) -> dict[str, Any]:
    """Three minutes on foot, a bus of forty, five on foot; the bus is there eight minutes before the time that is wished for."""
    arrives = datetime.fromisoformat(asked["arrivalTime"]) if "arrivalTime" in asked else NOON + timedelta(hours=1)
    stops = {
        "departureStop": {"name": "Circle", "location": {"latLng": {"latitude": 5.57, "longitude": -0.21}}},
        "arrivalStop": {"name": "Tema Station", "location": {"latLng": {"latitude": 5.66, "longitude": -0.02}}},
        "departureTime": (arrives - timedelta(minutes=48)).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "arrivalTime": (arrives - timedelta(minutes=8)).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
    line = {
        "agencies": [{"name": "Metro Mass", "uri": "http://metro.example/"}],
        "name": "Circle – Tema",
        "nameShort": "12",
        "vehicle": {"name": {"text": "Bus"}, "type": "BUS", "iconUri": "//maps.example/bus.png"},
    }
    steps = [
        {"staticDuration": "180s"},
        {
            "staticDuration": "2400s",
            "transitDetails": {"stopDetails": stops, "transitLine": line, "headsign": "Tema", "stopCount": 9},
        },
        {"staticDuration": "300s"},
    ]
    return {"distanceMeters": 31_000, "duration": "2880s", "legs": [{"steps": steps}]}


@dataclass
class Fakes:
    """The three, and maps that ask them."""

    internet: Internet
    google: Google
    clock: ManualClock

    def osm(self, **bases: str) -> OpenStreetMap:
        """OpenStreetMap alone."""
        where = {"nominatim": NOMINATIM, "osrm": OSRM, **bases}
        return OpenStreetMap(
            self.internet.fetcher(), self.clock, nominatim=where["nominatim"], osrm=where["osrm"], seconds=1.0
        )

    def keyed(self, key: str = KEY) -> GoogleMaps:
        """Google alone."""
        return GoogleMaps(self.internet.fetcher(), self.clock, key, base=GOOGLE, seconds=1.0)

    def both(self) -> MapsInTurn:
        """Google's, then OpenStreetMap's."""
        return MapsInTurn([self.keyed(), self.osm()])

    async def serve(self, **others: Answer | bytes) -> None:
        """Let all three answer, or what stands for one of them: `places`, `ways`, `google`."""
        hosts: dict[str, tuple[Answer, str, str]] = {
            "places": (nominatim, "places.example", OSM_ADDRESS),
            "ways": (osrm, "ways.example", OSRM_ADDRESS),
            "google": (self.google, "google.example", GOOGLE_ADDRESS),
        }
        for name, (usual, host, address) in hosts.items():
            await self.internet.serve(others.get(name, usual), host, address=address)


@pytest.fixture
async def fakes(internet: Internet) -> Fakes:
    """Nobody serves yet."""
    return Fakes(internet, Google(), ManualClock(NOON))

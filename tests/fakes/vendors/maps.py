"""Services of maps on loopback, ours and not theirs: Nominatim (release-docs: Search, Output; json and jsonv2), OSRM (docs/http.md, route
service) and Google (Geocoding API; Routes API v2, computeRoutes), in the JSON that they document.

What they check of a question: Nominatim the path, `format`, a `q`, four numbers in `viewbox`, `bounded` only with it, and a User-Agent that
names us; OSRM the path with a profile and two points, longitude first, and its options; Google the key, the field mask, the travel mode, that
`routingPreference` stands with DRIVE alone, `arrivalTime` with TRANSIT alone, and that no departure lies in the past. What is asked otherwise
is answered as they answer it: with a 400. They know the few places and ways below.

`tests/fakes/test_maps.py` holds them to what others wrote, which asks them as ours does and understands the answer: Nominatim and Geocoding
to `geopy`; OSRM to `routingpy`, and each field of its answers to the types of the npm package @types/osrm; Routes to Google's own
`google-maps-routing`, whose protocol buffers take both our questions and the answers strictly.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.servers.json_server import Question, Status

KEY = "a key of the tests"
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
TRAVEL_MODES = {"DRIVE": 1, "BICYCLE": 2, "WALK": 3, "TRANSIT": 7}
"""Google takes either the name or the number."""
_POINTS = re.compile(
    r"/routed-(car|foot|bike)/route/v1/(driving|foot|bike)/(-?[\d.]+),(-?[\d.]+);(-?[\d.]+),(-?[\d.]+)\Z"
)
_OPTIONS = {"overview": ("false", "simplified", "full"), "steps": ("true", "false"), "geometries": ("polyline",)}
_SPEED = {"car": 10.0, "foot": 1.25, "bike": 4.0}  # metres a second
_WAY = 29_000.0  # metres of every way but those within Osu


def nominatim(asked: Question) -> object:
    """`/search`."""
    said = asked.query
    form, box = said.get("format", "jsonv2"), said.get("viewbox", "")
    is_box = re.fullmatch(r"-?[\d.]+(?:,-?[\d.]+){3}", box)
    if asked.path != "/search" or form not in ("json", "jsonv2") or not said.get("q") or (box and not is_box):
        return Status(400, {"error": {"code": 400, "message": "Invalid parameter"}})
    if not asked.headers.get("user-agent", "").startswith("Kwasi/") or (said.get("bounded") and not box):
        return Status(403, {"error": {"code": 403, "message": "Access blocked"}})
    name = said["q"].casefold()
    found = [PLACES[name]] if name in PLACES else []
    if name == "pharmacy":
        found.append(NEAR_PHARMACY)
    if said.get("bounded") and found:
        xs, ys = (sorted(map(float, box.split(",")[at::2])) for at in (0, 1))
        found = [one for one in found if ys[0] <= one[0] <= ys[1] and xs[0] <= one[1] <= xs[1]]
    limit = int(said.get("limit", "10"))
    return [_place(number, one, "category" if form == "jsonv2" else "class") for number, one in enumerate(found, 1)][
        :limit
    ]


def _place(number: int, found: tuple[float, float, str], kind: str) -> dict[str, Any]:
    """Numbers as the server writes them: texts with seven decimals."""
    latitude, longitude, name = found
    edges = (latitude - 0.01, latitude + 0.01, longitude - 0.01, longitude + 0.01)
    return {
        "place_id": number,
        "licence": "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright",
        "osm_type": "node",
        "osm_id": number,
        "lat": f"{latitude:.7f}",
        "lon": f"{longitude:.7f}",
        kind: "place",
        "type": "suburb",
        "place_rank": 20,
        "importance": 0.3,
        "addresstype": "suburb",
        "name": name.partition(",")[0],
        "display_name": name,
        "boundingbox": [f"{one:.7f}" for one in edges],
    }


def osrm(asked: Question) -> object:
    """`/route/v1/…`, one server for each profile. Gorée has no road to it."""
    found, said = _POINTS.fullmatch(asked.path), asked.query
    if found is None or any(value not in _OPTIONS.get(name, ()) for name, value in said.items()):
        return Status(400, {"code": "InvalidQuery", "message": "Query string malformed close to position 1"})
    ends = [[float(found[at]), float(found[at + 1])] for at in (3, 5)]
    if any(longitude < -17 for longitude, _ in ends):
        return Status(400, {"code": "NoRoute", "message": "Impossible route between points"})
    is_near = all(5.55 <= latitude < 5.56 for _, latitude in ends)
    metres = 600.0 if is_near else _WAY
    taken = metres / _SPEED[found[1]]
    steps = _steps(metres, ends) if said.get("steps") == "true" else []
    leg = {"distance": metres, "duration": taken, "summary": "N1, Beach Road", "weight": taken, "steps": steps}
    route: dict[str, object] = {
        "distance": metres,
        "duration": taken,
        "weight": taken,
        "weight_name": "routability",
        "legs": [leg],
    }
    if said.get("overview", "simplified") != "false":
        route["geometry"] = polyline(ends)
    points = [{"hint": "", "distance": 1.0, "name": "", "location": end} for end in ends]
    return {"code": "Ok", "routes": [route], "waypoints": points}


def _steps(metres: float, ends: Sequence[Sequence[float]]) -> list[dict[str, Any]]:
    """A lane, a road with a number alone, a road with a name, and the arrival."""
    rows = (
        ("depart", 0.05, 10.0, {"name": "Lane"}),
        ("turn", 0.55, 50.0, {"name": "", "ref": "N1"}),
        ("turn", 0.40, 50.0, {"name": "Beach Road"}),
        ("arrive", 0.0, 0.0, {"name": "Beach Road"}),
    )
    return [
        {
            "distance": metres * part,
            "duration": seconds,
            "weight": seconds,
            "mode": "driving",
            "geometry": polyline(ends),
            "maneuver": {
                "type": kind,
                "modifier": "left",
                "location": ends[0],
                "bearing_before": 0,
                "bearing_after": 90,
            },
            **named,
        }
        for kind, part, seconds, named in rows
    ]


def polyline(points: Sequence[Sequence[float]]) -> str:
    """Points, longitude first, in Google's encoded polyline of five decimals."""
    said, last = "", (0, 0)
    for longitude, latitude in points:
        here = round(latitude * 1e5), round(longitude * 1e5)
        for now, before in zip(here, last, strict=True):
            moved = (now - before) << 1
            left = ~moved if now < before else moved
            while left >= 0x20:
                said += chr((0x20 | (left & 0x1F)) + 63)
                left >>= 5
            said += chr(left + 63)
        last = here
    return said


@dataclass
class Google:
    """Both of its APIs at one base, as a gateway has them. `minutes`: how long a drive takes, by the hour in UTC it begins in."""

    now: datetime
    minutes: dict[int, int] = field(default_factory=dict[int, int])
    asked: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    def __call__(self, asked: Question) -> object:
        """One answer."""
        if asked.path == "/maps/api/geocode/json":
            return self._geocoded(asked.query)
        if asked.path == "/directions/v2:computeRoutes" and asked.method == "POST":
            return self._routed(asked)
        return _google_error(404, "NOT_FOUND", "Requested entity was not found.")

    def _geocoded(self, said: Mapping[str, str]) -> object:
        if said.get("key") != KEY:
            return {"error_message": "The provided API key is invalid.", "results": [], "status": "REQUEST_DENIED"}
        if not said.get("address"):
            return Status(400, {"error_message": "Invalid request.", "results": [], "status": "INVALID_REQUEST"})
        found = PLACES.get(said["address"].casefold())
        if found is None:
            return {"results": [], "status": "ZERO_RESULTS"}
        point = {"lat": found[0], "lng": found[1]}
        one = {
            "address_components": [{"long_name": "Ghana", "short_name": "GH", "types": ["country", "political"]}],
            "formatted_address": f"{found[2]} (Google)",
            "geometry": {
                "location": point,
                "location_type": "APPROXIMATE",
                "viewport": {"northeast": point, "southwest": point},
            },
            "place_id": "ChIJ",
            "types": ["political"],
        }
        return {"results": [one], "status": "OK"}

    def _routed(self, asked: Question) -> object:
        said = asked.body if isinstance(asked.body, dict) else {}
        if asked.headers.get("x-goog-api-key") != KEY:
            return _google_error(403, "PERMISSION_DENIED", "The caller does not have permission")
        self.asked.append(said)
        mode = _mode(said.get("travelMode"))
        if not self._fits(said, mode, asked.headers.get("x-goog-fieldmask", "")):
            return _google_error(400, "INVALID_ARGUMENT", "Request contains an invalid argument.")
        if said["destination"]["location"]["latLng"]["longitude"] < -17:
            return {}
        if mode == "TRANSIT":
            return {"routes": [_by_bus(said, self.now)]}
        begins = datetime.fromisoformat(said.get("departureTime", self.now.isoformat()))
        minutes = self.minutes.get(begins.astimezone(UTC).hour, 40)
        way = {"distanceMeters": 29_000, "duration": f"{minutes * 60}s", "description": "Accra-Tema Motorway/N1"}
        return {"routes": [{**way, "legs": [{"steps": [{"staticDuration": "2400s"}]}]}]}

    def _fits(self, said: Mapping[str, Any], mode: str, fields: str) -> bool:
        ends = [said.get(name, {}).get("location", {}).get("latLng", {}) for name in ("origin", "destination")]
        return (
            bool(mode)
            and ("routingPreference" not in said or mode == "DRIVE")
            and ("arrivalTime" not in said or mode == "TRANSIT")
            and ("departureTime" not in said or datetime.fromisoformat(said["departureTime"]) >= self.now)
            and all(end.keys() == {"latitude", "longitude"} for end in ends)
            and all(one.startswith("routes.") for one in fields.split(","))
        )


def _mode(said: object) -> str:
    """A travel mode's name, "" where it is none."""
    return next((name for name, number in TRAVEL_MODES.items() if said in (name, number)), "")


def _google_error(code: int, status: str, message: str) -> Status:
    return Status(code, {"error": {"code": code, "message": message, "status": status}})


def _by_bus(asked: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    """Three minutes on foot, a bus of forty, five on foot; the bus is there eight minutes before the time that is wished for."""
    arrives = datetime.fromisoformat(asked["arrivalTime"]) if "arrivalTime" in asked else now + timedelta(hours=1)
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

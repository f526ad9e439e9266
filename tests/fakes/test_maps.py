"""The fakes of the services of maps: the clients that others wrote ask them and understand the answer, and ask as ours do."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from geopy.exc import GeocoderInsufficientPrivileges, GeocoderQueryError
from geopy.geocoders import GoogleV3, Nominatim
from google.api_core.exceptions import BadRequest, Forbidden, GoogleAPICallError
from google.auth.credentials import AnonymousCredentials
from google.maps import routing_v2 as routing
from google.maps.routing_v2.services.routes.transports import RoutesRestTransport
from google.protobuf import json_format
from routingpy.exceptions import RouterApiError
from routingpy.routers import OSRM
from routingpy.utils import decode_polyline5

from app.clock import ManualClock
from app.config import Settings
from app.integrations.fetching.fetcher import Fetcher, fetcher_of
from app.integrations.maps.google import GoogleMaps
from app.integrations.maps.osm import OpenStreetMap
from app.integrations.maps.port import Journey, Place
from tests.fakes.vendors import maps as fakes
from tests.fakes.vendors.maps import KEY, PLACES, Google, nominatim, osrm
from tests.fakes.vendors.npm import Package
from tests.fakes.vendors.typescript import declared
from tests.integrations.fetching.conftest import NOON
from tests.servers.json_server import JsonServer, Question, Status, json_server

OSU, TEMA, GOREE = Place("Osu", 5.5560, -0.1820), Place("Tema", 5.6698, -0.0166), Place("Gorée", 14.667, -17.398)
AGENT = "Kwasi/1"
TYPES = Package(
    "@types/osrm", "5.25.6", "BA6hWbTy+6LaJlnWgJ+cpnRQBtJ4agxpPhcb8uRCRc93F2B5bw6OmdVT7ADhfClK8Gg60NVHW+HMDAKKPxM5Ng=="
)


@pytest.fixture
def server() -> Iterator[JsonServer]:
    """All of them at one address."""
    google = Google(NOON)
    answers = {"/search": nominatim, "/routed-*": osrm, "/maps/*": google, "/directions/*": google}
    with json_server(answers) as running:
        yield running


@pytest.fixture
def fetcher() -> Fetcher:
    return fetcher_of(Settings(), ManualClock(NOON))


def osm(fetcher: Fetcher, server: JsonServer) -> OpenStreetMap:
    return OpenStreetMap(fetcher, ManualClock(NOON), nominatim=server.url, osrm=f"{server.url}/routed-{{mode}}")


def google_maps(fetcher: Fetcher, server: JsonServer) -> GoogleMaps:
    return GoogleMaps(fetcher, ManualClock(NOON), KEY, base=server.url)


def host(server: JsonServer) -> str:
    return server.url.removeprefix("http://")


@pytest.mark.parametrize("where", ["anywhere", "around"])
async def test_nominatim_is_asked_as_geopy_asks(fetcher: Fetcher, server: JsonServer, where: Any) -> None:
    ours = await osm(fetcher, server).find("Tema", near=OSU, where=where, language="fr")
    client = Nominatim(user_agent=AGENT, domain=host(server), scheme="http")
    around = [(OSU.latitude - 0.496, OSU.longitude - 0.498), (OSU.latitude + 0.504, OSU.longitude + 0.502)]
    read = client.geocode("Tema", exactly_one=False, limit=10, language="fr", viewbox=around, bounded=where == "around")
    us, they = (dict(one.query) for one in server.asked)
    assert (us.pop("format"), they.pop("format")) == ("jsonv2", "json")
    boxes = [[float(one) for one in asked.pop("viewbox").split(",")] for asked in (us, they)]
    assert [sorted(boxes[0][at::2]) for at in (0, 1)] == [pytest.approx(sorted(boxes[1][at::2])) for at in (0, 1)]
    assert us == they
    assert [(one.latitude, one.longitude) for one in ours] == [(one.latitude, one.longitude) for one in read]
    assert read[0].address == PLACES["tema"][2]


def test_what_nominatim_does_not_take_is_the_error_that_geopy_knows(server: JsonServer) -> None:
    client = Nominatim(user_agent=AGENT, domain=host(server), scheme="http")
    assert client.geocode("nowhere at all") is None
    with pytest.raises(GeocoderQueryError):
        client.geocode("")
    with pytest.raises(GeocoderInsufficientPrivileges):
        Nominatim(user_agent="a stranger", domain=host(server), scheme="http").geocode("Tema")


@pytest.mark.parametrize(("mode", "profile"), [("car", "driving"), ("foot", "foot"), ("bike", "bike")])
async def test_osrm_is_asked_as_routingpy_asks(fetcher: Fetcher, server: JsonServer, mode: Any, profile: str) -> None:
    ours = await osm(fetcher, server).route(Journey(OSU, TEMA, mode))
    assert ours is not None
    points = [[OSU.longitude, OSU.latitude], [TEMA.longitude, TEMA.latitude]]
    client = OSRM(base_url=f"{server.url}/routed-{mode}")
    read = client.directions(points, profile=profile, steps=True, overview="simplified")
    us, they = server.asked
    assert numbers(us.path) == numbers(they.path)
    assert (us.query, they.query) == (
        {"steps": "true", "overview": "false"},
        {"steps": "true", "overview": "simplified"},
    )
    assert (read.distance, read.duration) == (int(ours.metres), int(ours.seconds))
    assert read.geometry == [tuple(point) for point in points]


def numbers(path: str) -> list[float | str]:
    """A path with its points as numbers."""
    *front, ends = path.split("/")
    return [*front, *(float(one) for end in ends.split(";") for one in end.split(","))]


def test_where_no_road_leads_routingpy_says_so_too(server: JsonServer) -> None:
    client = OSRM(base_url=f"{server.url}/routed-car")
    with pytest.raises(RouterApiError, match="NoRoute"):
        client.directions([[OSU.longitude, OSU.latitude], [GOREE.longitude, GOREE.latitude]])
    with pytest.raises(RouterApiError, match="InvalidQuery"):
        client.directions([[OSU.longitude, OSU.latitude], [TEMA.longitude, TEMA.latitude]], overview="somewhat")


def test_osrms_answer_has_the_fields_of_its_types() -> None:
    types = declared(TYPES, "osrm/index.d.ts")
    path = "/routed-car/route/v1/driving/-0.18200,5.55600;-0.01660,5.66980"
    for options in ({"steps": "true", "overview": "false"}, {}):
        assert options.keys() <= types.fields("RouteOptions").keys()
        said: Any = osrm(Question("GET", path, options, {}))
        assert said.pop("code") == "Ok"  # which stands in the answers by HTTP alone
        assert list(types.faults("RouteResults", said)) == []
    said["routes"][0]["length"] = 5
    assert list(types.faults("RouteResults", said)) == ["RouteResults.routes[]: no field length"]
    assert decode_polyline5(fakes.polyline([[-0.182, 5.556], [-17.398, 14.667]])) == [
        (-0.182, 5.556),
        (-17.398, 14.667),
    ]


async def test_geocoding_is_asked_as_geopy_asks(fetcher: Fetcher, server: JsonServer) -> None:
    ours = await google_maps(fetcher, server).find("Tema", near=OSU, language="fr")
    client = GoogleV3(KEY, domain=host(server), scheme="http")
    read = client.geocode("Tema", bounds=[(5.06, -0.68), (6.06, 0.32)], language="fr", exactly_one=False)
    us, they = (one.query for one in server.asked)
    assert {**us, "sensor": "false"} == they  # which Google no longer asks for
    assert [(one.name, one.latitude, one.longitude) for one in ours] == [
        (one.address, one.latitude, one.longitude) for one in read
    ]
    assert client.geocode("nowhere at all") is None
    with pytest.raises(GeocoderQueryError, match="invalid"):
        GoogleV3("another", domain=host(server), scheme="http").geocode("Tema")


def routed(server: JsonServer, request: routing.ComputeRoutesRequest, key: str = KEY) -> routing.ComputeRoutesResponse:
    """What Google's own client is answered."""
    transport = RoutesRestTransport(host=host(server), url_scheme="http", credentials=AnonymousCredentials())
    client = routing.RoutesClient(transport=transport)
    fields = ("x-goog-fieldmask", "routes.distanceMeters,routes.duration,routes.legs")
    try:
        return client.compute_routes(request, metadata=[fields, ("x-goog-api-key", key)], retry=None, timeout=5)
    finally:
        transport.close()


def wish(journey: Journey, **more: Any) -> routing.ComputeRoutesRequest:
    """A journey as Google's types have it."""
    ends = {
        name: {"location": {"lat_lng": {"latitude": place.latitude, "longitude": place.longitude}}}
        for name, place in (("origin", journey.origin), ("destination", journey.destination))
    }
    return routing.ComputeRoutesRequest({**ends, "language_code": "en", "units": "METRIC", **more})


LATER = NOON + timedelta(hours=2, minutes=5)
JOURNEYS = {
    "drive": (Journey(OSU, TEMA), {"travel_mode": "DRIVE", "routing_preference": "TRAFFIC_AWARE"}),
    "drive later": (
        Journey(OSU, TEMA, depart_at=LATER),
        {"travel_mode": "DRIVE", "routing_preference": "TRAFFIC_AWARE", "departure_time": LATER},
    ),
    "walk": (Journey(OSU, TEMA, "foot"), {"travel_mode": "WALK"}),
    "cycle": (Journey(OSU, TEMA, "bike"), {"travel_mode": "BICYCLE"}),
    "bus": (Journey(OSU, TEMA, "transit", arrive_by=LATER), {"travel_mode": "TRANSIT", "arrival_time": LATER}),
    "no way": (Journey(OSU, GOREE), {"travel_mode": "DRIVE", "routing_preference": "TRAFFIC_AWARE"}),
}


@pytest.mark.parametrize("name", JOURNEYS)
async def test_routes_is_asked_as_googles_client_asks(fetcher: Fetcher, server: JsonServer, name: str) -> None:
    journey, more = JOURNEYS[name]
    ours = await google_maps(fetcher, server).route(journey)
    request = wish(journey, **more)
    read = routed(server, request)
    us, they = server.asked
    assert (us.method, us.path) == (they.method, they.path)
    for asked in (us, they):  # strictly: nothing that the types don't know
        parsed = json_format.ParseDict(asked.body, routing.ComputeRoutesRequest.pb(routing.ComputeRoutesRequest()))
        assert parsed == routing.ComputeRoutesRequest.pb(request)
    assert (us.headers["x-goog-api-key"], they.headers["x-goog-api-key"]) == (KEY, KEY)
    assert (ours is None) == (not read.routes)
    if ours is not None:
        [route] = read.routes
        assert (ours.metres, ours.seconds) == (route.distance_meters, route.duration.total_seconds())


async def test_googles_types_know_every_field_of_the_answer_and_every_field_that_is_asked_for(
    fetcher: Fetcher, server: JsonServer
) -> None:
    ours = await google_maps(fetcher, server).route(JOURNEYS["bus"][0])
    assert ours is not None
    [asked] = server.asked
    said: Any = Google(NOON)(asked)
    answer = routing.ComputeRoutesResponse.pb(routing.ComputeRoutesResponse())
    [step] = [
        one for one in json_format.ParseDict(said, answer).routes[0].legs[0].steps if one.HasField("transit_details")
    ]
    transit = step.transit_details
    [ride] = ours.rides
    assert (ride.start, ride.stop) == (transit.stop_details.departure_stop.name, transit.stop_details.arrival_stop.name)
    assert ride.line == f"{transit.transit_line.vehicle.name.text} {transit.transit_line.name_short}"
    assert ride.departs == transit.stop_details.departure_time.ToDatetime(UTC)
    for path in asked.headers["x-goog-fieldmask"].split(","):
        at = answer.DESCRIPTOR
        for part in path.split("."):
            known = {one.camelcase_name: one for one in at.fields}
            assert part in known, path
            at = known[part].message_type or at


@pytest.mark.parametrize(
    ("more", "key", "error"),
    [
        ({"travel_mode": "WALK", "routing_preference": "TRAFFIC_AWARE"}, KEY, BadRequest),
        ({"travel_mode": "DRIVE", "arrival_time": LATER}, KEY, BadRequest),
        ({"travel_mode": "DRIVE", "departure_time": NOON - timedelta(hours=1)}, KEY, BadRequest),
        ({"travel_mode": "DRIVE"}, "another", Forbidden),
    ],
)
def test_what_routes_does_not_take_is_the_error_that_googles_client_knows(
    server: JsonServer, more: dict[str, Any], key: str, error: type[GoogleAPICallError]
) -> None:
    with pytest.raises(error):
        routed(server, wish(Journey(OSU, TEMA), **more), key)


def test_googles_numbers_of_the_travel_modes_are_those_of_its_types() -> None:
    assert {
        one.name: one.value for one in routing.RouteTravelMode if one.name in fakes.TRAVEL_MODES
    } == fakes.TRAVEL_MODES
    assert isinstance(Google(datetime(2026, 11, 1, tzinfo=UTC))(Question("GET", "/maps", {}, {})), Status)

"""Places and routes of OpenStreetMap: what is asked, what is kept, how politely, and what is made of lies."""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from app.errors import FetchFailed, OutsideRefused
from app.integrations.maps.osm import CREDIT, OpenStreetMap
from app.integrations.maps.port import Journey, Place
from app.web_settings import NOMINATIM as PUBLIC
from tests.fakes.vendors.maps import nominatim
from tests.integrations.fetching.conftest import NOON, Internet, answer, certificate_for
from tests.integrations.maps.conftest import NOMINATIM, Fakes, body, in_http

OSU = Place("Osu", 5.5560, -0.1820)
TEMA = Place("Tema", 5.6698, -0.0166)


async def test_a_place_is_found_with_the_first_parts_of_its_name(fakes: Fakes) -> None:
    await fakes.serve()
    [place] = await fakes.osm().find("12 Oxford Street")
    assert place == Place("12, Oxford Street, Osu, Accra", 5.5565, -0.1815, "places.example")
    assert await fakes.osm().find("nowhere at all") == []


async def test_what_lies_nearest_comes_first(fakes: Fakes) -> None:
    await fakes.serve()
    found = await fakes.osm().find("pharmacy", near=OSU, where="nearest")
    assert [place.name.partition(",")[0] for place in found] == ["Near Pharmacy", "Far Pharmacy"]


async def test_what_does_not_lie_around_is_looked_for_everywhere(fakes: Fakes) -> None:
    await fakes.serve()
    [place] = await fakes.osm().find("Île de Gorée", near=OSU, where="around")
    assert place.latitude == 14.6670
    assert await fakes.osm().find("Île de Gorée", near=OSU, where="nearest") == []


async def test_a_route_has_its_distance_time_and_main_roads(fakes: Fakes) -> None:
    await fakes.serve()
    route = await fakes.osm().route(Journey(OSU, TEMA))
    assert route is not None
    assert (route.metres, route.seconds, route.roads) == (29_000, 2_900, ("N1", "Beach Road"))
    assert (route.credit, route.source, route.has_traffic, route.is_estimate) == (CREDIT, "ways.example", False, False)


@pytest.mark.parametrize(("mode", "seconds"), [("foot", 29_000 / 1.25), ("bike", 29_000 / 4)])
async def test_each_mode_has_a_server_of_its_own(fakes: Fakes, mode: str, seconds: float) -> None:
    await fakes.serve()
    route = await fakes.osm().route(Journey(OSU, TEMA, "foot" if mode == "foot" else "bike"))
    assert route is not None
    assert route.seconds == pytest.approx(seconds)
    assert not route.is_estimate


async def test_a_server_for_cars_alone_gives_estimates_for_the_others(fakes: Fakes) -> None:
    await fakes.serve()
    maps = fakes.osm(osrm="http://ways.example/routed-car")
    walked = await maps.route(Journey(OSU, TEMA, "foot"))
    assert walked is not None
    assert walked.is_estimate
    assert walked.seconds == pytest.approx(29_000 / (5 / 3.6))
    assert await maps.route(Journey(OSU, TEMA, "transit")) is None


async def test_a_wished_time_says_when_to_leave_and_when_one_is_there(fakes: Fakes) -> None:
    await fakes.serve()
    maps, taken = fakes.osm(), timedelta(seconds=2_900)
    there = await maps.route(Journey(OSU, TEMA, arrive_by=NOON))
    gone = await maps.route(Journey(OSU, TEMA, depart_at=NOON))
    assert there is not None
    assert gone is not None
    assert (there.departs, gone.arrives) == (NOON - taken, NOON + taken)


async def test_where_no_road_leads_there_is_no_route_and_nobody_rests(fakes: Fakes) -> None:
    await fakes.serve()
    maps = fakes.osm()
    assert await maps.route(Journey(OSU, Place("Gorée", 14.667, -17.398))) is None
    assert await maps.route(Journey(OSU, TEMA)) is not None


async def test_places_are_kept_for_a_day_and_routes_for_an_hour(fakes: Fakes) -> None:
    await fakes.serve()
    maps = fakes.osm()
    for _ in range(3):
        await maps.find("Tema")
        await maps.find("TEMA")
        await maps.route(Journey(OSU, TEMA))
    assert len(fakes.internet.asked) == 2
    fakes.clock.advance(timedelta(hours=1))
    await maps.find("Tema")
    await maps.route(Journey(OSU, TEMA))
    assert len(fakes.internet.asked) == 3
    fakes.clock.advance(timedelta(hours=23))
    await maps.find("Tema")
    assert len(fakes.internet.asked) == 4


async def test_a_public_server_is_asked_once_a_second_and_told_who_asks(
    fakes: Fakes, internet: Internet, tmp_path: Path
) -> None:
    host = PUBLIC.removeprefix("https://")
    server, internet.verify = certificate_for(host, tmp_path)
    served = await internet.serve(in_http(nominatim), host, context=server)
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        fakes.clock.advance(timedelta(seconds=seconds))

    maps = OpenStreetMap(internet.fetcher(), fakes.clock, sleep=sleep)
    for name in ("Osu", "Tema", "airport"):
        await maps.find(name)
    assert slept == [1.0, 1.0]
    agents = [re.search(r"\r\nUser-Agent: (\S+)", request) for request in served.requests]
    assert [found[1].startswith("Kwasi/") for found in agents if found] == [True, True, True]


LIES = (
    b"no JSON",
    b"[[[[",
    b"null",
    b'{"routes": []}',
    b'[{"lat": "91", "lon": "0", "display_name": "x"}]',
    b'[{"lat": "NaN", "lon": "0", "display_name": "x"}]',
    b'[{"lat": "1", "lon": "1e999", "display_name": "x"}]',
    b'[{"lat": "1", "lon": "1"}]',
    b'{"code": "Ok", "routes": [{"distance": -1, "duration": 5}]}',
    b'{"code": "Ok", "routes": [{"distance": 1, "duration": "Infinity"}]}',
    b'{"code": "Ok", "routes": [{"distance": 1e300, "duration": 5}]}',
    b'{"code": "Ok", "routes": [{"distance": 1, "duration": 5, "legs": [{"steps": [{"distance": 1, "name": 5}]}]}]}',
)


@pytest.mark.parametrize("lie", LIES)
async def test_lies_are_failures_and_who_lied_rests(fakes: Fakes, lie: bytes) -> None:
    await fakes.serve(places=answer(lie), ways=answer(lie))
    maps = fakes.osm()
    with pytest.raises(FetchFailed) as found:
        await maps.find("Tema")
    assert found.value.reason == "protocol"
    with pytest.raises(FetchFailed):
        await maps.route(Journey(OSU, TEMA))
    with pytest.raises(FetchFailed) as rested:
        await maps.find("Osu")
    assert rested.value.reason == "resting"


async def test_long_names_of_strangers_are_cut(fakes: Fakes) -> None:
    long = {"lat": "1", "lon": "1", "display_name": "x" * 5_000}
    steps = [{"distance": 1_000, "name": "y" * 5_000}] * 200
    way = {"code": "Ok", "routes": [{"distance": 1_000, "duration": 5, "legs": [{"steps": steps}]}]}
    await fakes.serve(places=body([long] * 100), ways=body(way))
    found = await fakes.osm().find("Tema")
    assert (len(found), len(found[0].name)) == (10, 200)
    route = await fakes.osm().route(Journey(OSU, TEMA))
    assert route is not None
    assert [len(road) for road in route.roads] == [200]


def test_a_base_that_cannot_be_read_is_refused(fakes: Fakes) -> None:
    with pytest.raises(OutsideRefused):
        fakes.osm(nominatim="ftp://places.example")
    assert fakes.osm(nominatim=NOMINATIM).modes == {"car", "foot", "bike"}

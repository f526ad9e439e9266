"""Google's maps, then OpenStreetMap's: whichever of them fails, is slow or lies, the other answers; and nobody is asked where both do."""

import itertools

import pytest

from app.errors import FetchFailed
from app.integrations.maps.port import Journey, Place
from tests.integrations.fetching.conftest import Answer, Pieces, answer
from tests.integrations.maps.conftest import Fakes

OSU = Place("Osu", 5.5560, -0.1820)
TEMA = Place("Tema", 5.6698, -0.0166)
GOREE = Place("Gorée", 14.667, -17.398)


def _slow(_request: str) -> Pieces:
    yield None


BROKEN: dict[str, bytes | Answer] = {
    "failing": answer(b"{}", "500 Internal Server Error"),
    "slow": _slow,
    "lying": answer(b'{"status": "OK", "routes": [{"duration": 5}], "results": 7}'),
}
SUBSETS = [dict(zip(("google", "osm"), how, strict=True)) for how in itertools.product(("well", *BROKEN), repeat=2)]


@pytest.mark.parametrize("how", SUBSETS, ids=lambda how: f"google {how['google']}, osm {how['osm']}")
async def test_whoever_is_well_answers(fakes: Fakes, how: dict[str, str]) -> None:
    broken = {
        name: BROKEN[how["google" if name == "google" else "osm"]]
        for name in ("google", "places", "ways")
        if how["google" if name == "google" else "osm"] != "well"
    }
    await fakes.serve(**broken)
    maps = fakes.both()
    well = next((name for name in ("google", "osm") if how[name] == "well"), "")
    if not well:
        with pytest.raises(FetchFailed):
            await maps.find("Tema")
        with pytest.raises(FetchFailed):
            await maps.route(Journey(OSU, TEMA))
        return
    [place] = await maps.find("Tema")
    route = await maps.route(Journey(OSU, TEMA))
    assert route is not None
    hosts = {"google": ("google.example", "google.example"), "osm": ("places.example", "ways.example")}
    assert (place.source, route.source) == hosts[well]


async def test_what_one_does_not_know_the_other_may(fakes: Fakes) -> None:
    await fakes.serve()
    [first, *_] = await fakes.both().find("pharmacy", near=OSU, where="nearest")
    assert first.source == "places.example"


async def test_what_nobody_knows_is_none_and_no_failure(fakes: Fakes) -> None:
    await fakes.serve(google=BROKEN["failing"])
    maps = fakes.both()
    assert await maps.find("nowhere at all") == ()
    assert await maps.route(Journey(OSU, GOREE)) is None


async def test_buses_are_asked_of_who_has_timetables_alone(fakes: Fakes) -> None:
    await fakes.serve(google=BROKEN["failing"])
    maps = fakes.both()
    assert "transit" in maps.modes
    with pytest.raises(FetchFailed):
        await maps.route(Journey(OSU, TEMA, "transit"))


async def test_who_failed_is_left_alone_for_a_while(fakes: Fakes) -> None:
    await fakes.serve(google=BROKEN["failing"])
    maps = fakes.both()
    for name in ("Tema", "Osu", "airport"):
        await maps.find(name)
    assert fakes.internet.asked.count("93.184.216.36") == 1

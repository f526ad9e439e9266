"""Places and routes of Google: what is asked of which API, traffic at an hour, lines and stops, and keys that aren't taken."""

from datetime import UTC, datetime, timedelta

import pytest

from app.errors import FetchFailed
from app.integrations.maps.port import Journey, Place, Ride
from tests.integrations.fetching.conftest import NOON, answer
from tests.integrations.maps.conftest import Fakes

OSU = Place("Osu", 5.5560, -0.1820)
TEMA = Place("Tema", 5.6698, -0.0166)
GOREE = Place("Gorée", 14.667, -17.398)


async def test_a_place_is_found_by_its_address(fakes: Fakes) -> None:
    await fakes.serve()
    maps = fakes.keyed()
    [place] = await maps.find("Tema", near=OSU, language="fr")
    assert (place.latitude, place.source) == (5.6698, "google.example")
    assert await maps.find("nowhere at all") == []
    assert await maps.find("pharmacy", near=OSU, where="nearest") == ()


async def test_a_drive_counts_the_traffic_when_it_begins(fakes: Fakes) -> None:
    fakes.google.minutes = {14: 70}
    await fakes.serve()
    maps = fakes.keyed()
    now = await maps.route(Journey(OSU, TEMA))
    later = await maps.route(Journey(OSU, TEMA, depart_at=datetime(2026, 11, 1, 14, 5, tzinfo=UTC)))
    assert now is not None
    assert later is not None
    assert (now.seconds, later.seconds, later.has_traffic) == (2_400, 4_200, True)
    assert (now.roads, now.credit) == (("Accra-Tema Motorway/N1",), "Google Maps")
    assert later.arrives == datetime(2026, 11, 1, 15, 15, tzinfo=UTC)


async def test_to_be_there_in_time_the_traffic_of_the_drive_itself_counts(fakes: Fakes) -> None:
    fakes.google.minutes = {17: 70, 16: 70}
    await fakes.serve()
    arrives = datetime(2026, 11, 1, 18, 0, tzinfo=UTC)
    route = await fakes.keyed().route(Journey(OSU, TEMA, arrive_by=arrives))
    assert route is not None
    assert route.departs == arrives - timedelta(minutes=70)
    assert [asked["departureTime"] for asked in fakes.google.asked] == [
        "2026-11-01T17:30:00+00:00",
        "2026-11-01T16:50:00+00:00",
    ]


async def test_no_departure_lies_in_the_past(fakes: Fakes) -> None:
    await fakes.serve()
    route = await fakes.keyed().route(Journey(OSU, TEMA, arrive_by=NOON + timedelta(minutes=10)))
    assert route is not None
    assert "departureTime" not in fakes.google.asked[0]


@pytest.mark.parametrize(("mode", "said"), [("foot", "WALK"), ("bike", "BICYCLE"), ("transit", "TRANSIT")])
async def test_only_a_drive_asks_for_traffic(fakes: Fakes, mode: str, said: str) -> None:
    await fakes.serve()
    journey = {"foot": Journey(OSU, TEMA, "foot"), "bike": Journey(OSU, TEMA, "bike")}.get(
        mode, Journey(OSU, TEMA, "transit")
    )
    route = await fakes.keyed().route(journey)
    assert route is not None
    assert not route.has_traffic
    assert fakes.google.asked[0]["travelMode"] == said


async def test_a_bus_has_its_line_its_stops_and_the_walks_around_it(fakes: Fakes) -> None:
    await fakes.serve()
    arrives = datetime(2026, 11, 1, 18, 0, tzinfo=UTC)
    route = await fakes.keyed().route(Journey(OSU, TEMA, "transit", arrive_by=arrives))
    assert route is not None
    begins, ends = datetime(2026, 11, 1, 17, 12, tzinfo=UTC), datetime(2026, 11, 1, 17, 52, tzinfo=UTC)
    assert route.rides == (Ride("Bus 12", "Circle", "Tema Station", begins, ends),)
    assert route.departs == begins - timedelta(minutes=3)
    assert route.arrives == ends + timedelta(minutes=5)


async def test_an_empty_answer_is_no_route(fakes: Fakes) -> None:
    await fakes.serve()
    assert await fakes.keyed().route(Journey(OSU, GOREE)) is None


async def test_a_key_that_is_not_taken_is_a_failure_and_rests(fakes: Fakes) -> None:
    await fakes.serve()
    maps = fakes.keyed("another key")
    with pytest.raises(FetchFailed):
        await maps.find("Tema")
    with pytest.raises(FetchFailed) as denied:
        await maps.route(Journey(OSU, TEMA))
    assert denied.value.status == 403
    assert "another key" not in denied.value.sentence
    with pytest.raises(FetchFailed) as rested:
        await maps.find("Tema")
    assert rested.value.reason == "resting"


@pytest.mark.parametrize(
    "lie",
    [
        b"[]",
        b'{"status": "OK"}',
        b'{"routes": [{"duration": "x"}], "status": "OVER_QUERY_LIMIT", "results": []}',
        b'{"routes": [{"duration": "99999999999s"}], "status": 1}',
        b'{"routes": [{"duration": "5s", "distanceMeters": -5}], "results": [{}]}',
        b'{"routes": [{"duration": "5s", "legs": [{"steps": [{"transitDetails": {"stopDetails": {"departureTime": "soon"}}}]}]}]}',
    ],
)
async def test_lies_are_failures(fakes: Fakes, lie: bytes) -> None:
    await fakes.serve(google=answer(lie))
    with pytest.raises(FetchFailed):
        await fakes.keyed().find("Tema")
    if lie != b'{"status": "OK"}':  # without routes there is none
        with pytest.raises(FetchFailed):
            await fakes.keyed().route(Journey(OSU, TEMA))

"""The fakes of the three services of maps, in a small internet, and maps that ask them."""

import json
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import parse_qsl, urlsplit

import pytest

from app.clock import ManualClock
from app.integrations.maps.cascade import MapsInTurn
from app.integrations.maps.google import GoogleMaps
from app.integrations.maps.osm import OpenStreetMap
from tests.fakes.vendors.maps import KEY, Google, nominatim, osrm
from tests.integrations.fetching.conftest import NOON, Answer, Internet, answer, internet
from tests.servers import json_server

__all__ = ["internet"]
OSM_ADDRESS, OSRM_ADDRESS, GOOGLE_ADDRESS = "93.184.216.34", "93.184.216.35", "93.184.216.36"
NOMINATIM, OSRM, GOOGLE = "http://places.example", "http://ways.example/routed-{mode}", "http://google.example"


def body(value: object, status: str = "200 OK") -> bytes:
    """A whole response in JSON."""
    return answer(json.dumps(value).encode(), status, content_type="application/json; charset=utf-8")


def in_http(fake: json_server.Answer) -> Answer:
    """A fake as the small internet has its servers: from a request's text to a response's."""

    def respond(request: str) -> bytes:
        head, _, sent = request.partition("\r\n\r\n")
        first, *lines = head.split("\r\n")
        method, target, _ = first.split(" ", 2)
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        url, asked = urlsplit(target), json.loads(sent) if sent else None
        said = fake(json_server.Question(method, url.path, dict(parse_qsl(url.query)), headers, asked))
        if isinstance(said, json_server.Status):
            return body(said.body, f"{said.code} {HTTPStatus(said.code).phrase}")
        return body(said)

    return respond


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
            "places": (in_http(nominatim), "places.example", OSM_ADDRESS),
            "ways": (in_http(osrm), "ways.example", OSRM_ADDRESS),
            "google": (in_http(self.google), "google.example", GOOGLE_ADDRESS),
        }
        for name, (usual, host, address) in hosts.items():
            await self.internet.serve(others.get(name, usual), host, address=address)


@pytest.fixture
async def fakes(internet: Internet) -> Fakes:
    """Nobody serves yet."""
    return Fakes(internet, Google(NOON), ManualClock(NOON))

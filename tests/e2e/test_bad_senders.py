"""Senders that leave in the middle, say nothing or say far too much, at the real server, on either database."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from tests.e2e.commands import Machine, events, eventually
from tests.e2e.house import TOKEN, House, open_house
from tests.postgres import PostgresServer

pytestmark = pytest.mark.slow
HEALTH = "a secret of the tests"


@pytest.fixture(params=["sqlite", "postgres"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[House]:
    settings = {"HEALTH_SECRET": HEALTH, "SENDER_PATIENCE": "2"}
    if request.param == "sqlite":
        with open_house(Machine(tmp_path, settings)) as house:
            yield house
        return
    server: PostgresServer = request.getfixturevalue("postgres_server")
    with server.database() as url, open_house(Machine(tmp_path, {**settings, "DATABASE_URL": url})) as house:
        yield house


@pytest.fixture
def callers() -> Iterator[ExitStack]:
    """Closes the connections that a test opens."""
    with ExitStack() as opened:
        yield opened


def connected(house: House, callers: ExitStack) -> socket.socket:
    place = urlsplit(house.server.url)
    return callers.enter_context(socket.create_connection((str(place.hostname), place.port or 80), timeout=20))


def begin(house: House, callers: ExitStack, path: str, body: bytes, *headers: str) -> socket.socket:
    """A request of 50,000 bytes of which no more comes than this."""
    caller = connected(house, callers)
    cookie = "; ".join(f"{name}={value}" for name, value in house.browser.cookies.items())
    own = (f"Host: {urlsplit(house.server.url).netloc}", f"Cookie: {cookie}", "Sec-Fetch-Site: same-origin")
    head = "\r\n".join((f"POST {path} HTTP/1.1", *own, *headers, "Content-Length: 50000"))
    caller.sendall(f"{head}\r\n\r\n".encode() + body)
    return caller


JSON, FORM, ZIP = (
    f"Content-Type: {kind}" for kind in ("application/json", "multipart/form-data; boundary=x", "application/zip")
)
PART = b'--x\r\nContent-Disposition: form-data; name="archive"; filename="a.zip"\r\n\r\nPK\x03\x04'
BEGUN = [
    ("/message", b'{"text":', JSON, f"X-API-Token: {TOKEN}"),
    ("/message", PART, FORM, f"X-API-Token: {TOKEN}"),
    ("/chat/messages", b'{"text":', JSON),
    ("/chat/actions", b'{"verb":', JSON),
    ("/login", PART, FORM),
    ("/health/ingest", b'{"samples":[', JSON, f"X-Health-Secret: {HEALTH}"),
    ("/health/backfill", b"PK\x03\x04", ZIP, f"X-Health-Secret: {HEALTH}"),
    ("/health/backfill", PART, FORM, f"X-Health-Secret: {HEALTH}"),
]


def test_who_leaves_in_the_middle_leaves_nothing_behind(house: House, callers: ExitStack) -> None:
    for path, body, *headers in BEGUN:
        begin(house, callers, path, body, *headers).close()
    for number in range(10):
        with house.browser.stream("GET", "chat/events") as stream:
            next(stream.iter_lines())
            if number % 3 == 0:
                house.say("remind me tomorrow at 9 to call Ama")
    eventually(lambda: events(house.server.err).count("chat.stream_closed") == 10)
    assert house.say("hello")
    assert "Traceback" not in house.server.err
    assert not [*house.machine.data.glob("health-archives/*")]


def test_who_stops_in_the_middle_is_told_so(house: House, callers: ExitStack) -> None:
    begun = [begin(house, callers, path, body, *headers) for path, body, *headers in BEGUN]
    assert [caller.recv(12) for caller in begun] == [b"HTTP/1.1 408"] * len(begun)
    assert "Traceback" not in house.server.err


def test_two_hundred_half_open_requests_neither_stay_nor_stand_in_the_way(house: House, callers: ExitStack) -> None:
    half_open = [connected(house, callers) for _ in range(200)]
    for caller in half_open:
        caller.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
    assert house.say("hello")
    assert all(caller.recv(12) == b"HTTP/1.1 408" for caller in half_open)


def test_millions_of_empty_samples_and_a_form_without_an_end_are_refused(house: House) -> None:
    many = b'{"samples":[' + b"{}," * 1_500_000 + b"{}]}"
    sent = {"X-Health-Secret": HEALTH, "Content-Type": "application/json"}
    assert httpx.post(f"{house.server.url}health/ingest", content=many, headers=sent).status_code == 422
    form = {"Content-Type": "multipart/form-data; boundary=x"}
    answer = house.browser.post("login", content=PART + b"a" * 20_000_000, headers=form)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")

"""A published calendar: read from a real HTTP server on loopback, asked again by its ETag, never written."""

import threading
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.errors import AccountClosed, FetchFailed, OutsideError, ToolProblem
from app.integrations.calendar.event import Event
from app.integrations.calendar_links import connect_link
from tests.house import open_house, settings_in, tell

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
HOLIDAYS = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Somebody//Else//EN
X-WR-CALNAME:Holidays in Ghana
BEGIN:VEVENT
UID:founders@example.org
DTSTAMP:20270101T000000Z
DTSTART;VALUE=DATE:20270312
SUMMARY:Founders' Day
END:VEVENT
END:VCALENDAR
"""


@dataclass
class Site:
    """What the server gives at /secret-4711.ics, and what it was asked."""

    url: str = ""
    body: str = HOLIDAYS
    status: int = 200
    asked: list[str] = field(default_factory=list[str])


@pytest.fixture
def site() -> Iterator[Site]:
    """A server of ours: it checks nothing but the ETag."""
    made = Site()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            made.asked.append(self.headers.get("if-none-match", ""))
            tag = f'"{hash(made.body)}"'
            same = self.headers.get("if-none-match") == tag
            data = b"" if same else made.body.replace("\n", "\r\n").encode()
            self.send_response(304 if same else made.status)
            self.send_header("etag", tag)
            self.send_header("content-type", "text/calendar; charset=utf-8")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
            """Told in `asked`."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    made.url = f"http://127.0.0.1:{server.server_port}/secret-4711.ics"
    yield made
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Services]:
    """A house at noon in UTC."""
    settings = settings_in(tmp_path, time_zone="UTC")
    async with open_house(tmp_path, settings=settings, clock=ManualClock(NOON)) as services:
        yield services


async def _connected(house: Services, site: Site) -> None:
    assert house.accounts.fetcher is not None
    await connect_link(house.accounts, house.accounts.fetcher, house.owner.id, site.url, zone=ZoneInfo("UTC"))


async def test_its_events_stand_beside_all_others(house: Services, site: Site) -> None:
    await _connected(house, site)
    told = (await tell(house, "what's on my calendar on Friday?")).text
    assert "All day [Holidays in Ghana] Founders' Day" in told


async def test_it_is_asked_again_only_after_a_while_and_by_its_tag(house: Services, site: Site) -> None:
    await _connected(house, site)
    [account] = await house.accounts.every(house.owner.id)
    site.asked.clear()
    for minutes in (0, 5, 20):
        house.clock.set(NOON + timedelta(minutes=minutes))  # type: ignore[attr-defined]
        async with house.accounts.calendar(account) as calendar:
            assert len(await calendar.between(NOON, NOON + timedelta(days=3), zone=ZoneInfo("UTC"))) == 1
    assert [bool(one) for one in site.asked] == [False, True]


async def test_it_cannot_be_written(house: Services, site: Site) -> None:
    await _connected(house, site)
    [account] = await house.accounts.every(house.owner.id)
    event = Event("u", "u", "Mine", NOON, NOON + timedelta(hours=1))
    async with house.accounts.calendar(account) as calendar:
        with pytest.raises(ToolProblem, match="only be read"):
            await calendar.create(event, zone=ZoneInfo("UTC"), at=NOON)


async def test_what_is_no_calendar_is_not_kept(house: Services, site: Site) -> None:
    site.body = "<html>sign in</html>"
    with pytest.raises(ToolProblem, match="no calendar"):
        await _connected(house, site)
    site.status = 404
    with pytest.raises(FetchFailed):
        await _connected(house, site)
    assert await house.accounts.every(house.owner.id) == []


async def test_a_link_that_leads_inside_is_refused_unless_it_is_what_was_entered(house: Services) -> None:
    assert house.accounts.fetcher is not None
    for url in ("file:///etc/passwd", "ftp://example.org/a.ics", "http://[::ffff:127.0.0.1/"):
        with pytest.raises(OutsideError):
            await connect_link(house.accounts, house.accounts.fetcher, house.owner.id, url, zone=ZoneInfo("UTC"))


async def test_a_link_that_was_withdrawn_is_told_of_without_its_address(house: Services, site: Site) -> None:
    await _connected(house, site)
    [account] = await house.accounts.every(house.owner.id)
    site.status, site.body = 403, "no"
    house.clock.set(NOON + timedelta(hours=1))  # type: ignore[attr-defined]
    with pytest.raises(AccountClosed) as problem:
        async with house.accounts.calendar(account) as calendar:
            await calendar.between(NOON, NOON + timedelta(days=3), zone=ZoneInfo("UTC"))
    assert "secret" not in problem.value.sentence
    assert "secret" not in account.identity


async def test_a_link_that_gives_something_else_is_read_anew(house: Services, site: Site) -> None:
    await _connected(house, site)
    assert "Founders" in (await tell(house, "what's on my calendar on Friday?")).text
    site.body = HOLIDAYS.replace("Founders' Day", "Harvest")
    house.clock.set(NOON + timedelta(minutes=16))  # type: ignore[attr-defined]
    told = (await tell(house, "what's on my calendar on Friday?")).text
    assert "Harvest" in told
    assert "Founders" not in told

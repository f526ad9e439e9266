"""What the CalDAV and CardDAV servers of the tests have in common: where they are, who has an account there, and things made there by hand.

What is made here goes through plain HTTP and none of our code.
"""

import re
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import unquote, urlsplit

import httpx
from pydantic import SecretStr

from app.clock import ManualClock
from app.integrations.access import Access
from app.integrations.dav.site import Site
from app.memory.records import Account
from tests.servers.dovecot import free_port

ANA, PASSWORD = "ana@example.org", "swordfish-7351"
NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class DavServer:
    """One that runs. `home` and `books` are paths of Ana's calendars and address books."""

    name: str
    url: str
    home: str
    books: str
    user: str = ANA

    def as_user(self, user: str) -> "DavServer":
        """The same for somebody else, who looks at what is Ana's."""
        return replace(self, user=user)

    @property
    def site(self) -> Site:
        """Where Ana's things are."""
        return Site(self.url + self.home, self.url + self.books, "", (ANA,))

    def ask(self, method: str, path: str, *, status: int, data: bytes = b"", **headers: str) -> httpx.Response:
        """One request of its user's, with the status it must have."""
        said = {name.replace("_", "-"): value for name, value in headers.items()}
        reply = _client().request(method, self.url + path, content=data, headers=said, auth=(self.user, PASSWORD))
        assert reply.status_code == status, (method, path, reply.status_code, reply.text[:500])
        return reply

    def fresh(self) -> None:
        """Have Ana without any calendar, list or book."""
        for home in {self.home, self.books}:
            reply = _client().request("PROPFIND", self.url + home, headers={"depth": "1"})
            for path in sorted(set(re.findall(r"href>(/[^<]+)</", reply.text))):
                if len(unquote(path)) > len(home):
                    self.ask("DELETE", path, status={"radicale": 200, "xandikos": 204}[self.name])

    def add_calendar(self, name: str, shown: str, *, holds: str = "VEVENT", zone: str = "") -> str:
        """A calendar or a list of tasks; its path."""
        zones = f"<c:calendar-timezone>{escape(zone)}</c:calendar-timezone>" if zone else ""
        body = (
            '<c:mkcalendar xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:"><d:set><d:prop>'
            f"<d:displayname>{escape(shown)}</d:displayname>{zones}<c:supported-calendar-component-set>"
            f'<c:comp name="{holds}"/></c:supported-calendar-component-set></d:prop></d:set></c:mkcalendar>'
        )
        path = f"{self.home}{name}/"
        self.ask("MKCALENDAR", path, status=201, data=body.encode(), content_type="application/xml")
        return path

    def add_book(self, name: str, shown: str) -> str:
        """An address book; its path."""
        body = (
            '<d:mkcol xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav"><d:set><d:prop><d:resourcetype>'
            f"<d:collection/><c:addressbook/></d:resourcetype><d:displayname>{escape(shown)}</d:displayname>"
            "</d:prop></d:set></d:mkcol>"
        )
        path = f"{self.books}{name}/"
        self.ask("MKCOL", path, status=201, data=body.encode(), content_type="application/xml")
        return path

    def get(self, path: str) -> str:
        """What lies there."""
        return self.ask("GET", path, status=200).text

    def files(self, place: str) -> list[str]:
        """The paths of the events in a calendar."""
        found = self.ask("PROPFIND", place, status=207, depth="1").text
        return [path for path in sorted(set(re.findall(r"href>(/[^<]+)</", found))) if path.endswith(".ics")]

    def put(self, path: str, data: str, *, status: int = 201) -> None:
        """A file there, as another program puts it."""
        kind = "text/vcard" if path.endswith(".vcf") else "text/calendar"
        self.ask(
            "PUT", path, status=status, data=data.replace("\n", "\r\n").encode(), content_type=f"{kind}; charset=utf-8"
        )


def access(
    settings: Mapping[str, object], *, identity: str = ANA, password: str = PASSWORD, secrets: list[str] | None = None
) -> Access:
    """An account as a connector is given it; `secrets` is told what was turned down."""

    async def secret(refused: str) -> SecretStr:
        if secrets is not None:
            secrets.append(refused)
        return SecretStr(password)

    account = Account(1, "ana", "caldav", "home", identity, dict(settings), [], "ok", "", None, None, None, NOON, NOON)
    return Access(account, secret, ManualClock(NOON))


@cache
def _client() -> httpx.Client:
    """One for all: to make one takes longer than to use it."""
    return httpx.Client(auth=(ANA, PASSWORD), trust_env=False, headers={"connection": "close"})


@contextmanager
def running(command: Callable[[int], list[str]], folder: Path) -> Iterator[str]:
    """A server's process on a free loopback port; its URL. Another port where that one was taken in between."""
    for _ in range(3):
        port = free_port()
        with (folder / "server.log").open("ab") as log:
            process = subprocess.Popen(command(port), stdout=log, stderr=log)
        try:
            if _answers(f"http://127.0.0.1:{port}/", process):
                yield f"http://127.0.0.1:{port}"
                return
        finally:
            process.terminate()
            process.wait(20)
    raise RuntimeError((folder / "server.log").read_text(encoding="utf-8")[-2_000:])


def _answers(url: str, process: "subprocess.Popen[bytes]") -> bool:
    """Whether it does, in time; False where it ended."""
    end = time.monotonic() + 30
    while time.monotonic() < end and process.poll() is None:
        try:
            _client().get(url)
        except httpx.TransportError:
            time.sleep(0.05)
        else:
            return True
    return False


def host_of(url: str) -> str:
    """Host and port, as an owner writes them."""
    return urlsplit(url).netloc

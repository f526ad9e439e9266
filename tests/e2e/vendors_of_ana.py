"""Ana's accounts at each vendor, seen from outside: the servers, how she connects, what comes and what lies there.

A real Dovecot with a real SMTP server and a real Radicale; Google as `emulate` has it (signing in and Gmail), with our
fake for what it lacks (events that are changed, Tasks, People); Microsoft as our two fakes (signing in, Graph). Our
fakes are held to what the vendors publish.
"""

import asyncio
import base64
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage
from email.utils import format_datetime
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import httpx
import icalendar

from app.config import Settings
from tests.e2e.commands import Machine
from tests.fakes.vendors.google_api import GoogleApi, google_api
from tests.fakes.vendors.graph import World, graph_server
from tests.fakes.vendors.graph.calendars import calendar
from tests.fakes.vendors.graph.mails import deliver, mailbox, place
from tests.fakes.vendors.graph.todos import task, todo_list
from tests.fakes.vendors.oauth import ANA as ANA_AT_MICROSOFT
from tests.fakes.vendors.oauth import microsoft as sign_in_server
from tests.house import settings_in
from tests.integrations.oauth.houses import at_google, at_microsoft
from tests.servers import dav, emulate
from tests.servers.front import front
from tests.servers.post import ANA, PASSWORD, post
from tests.servers.radicale import radicale

KOFI = "Kofi Boateng <kofi@acme.example>"
PAGE = "http://127.0.0.1:8321"
SHOPPING = "Shopping"  # a list of hers at each vendor, with this on it
BREAD, BREAD_DUE = "Bread", "2027-03-09"
_CLIENT = {"client_id": emulate.CLIENT_ID, "client_secret": emulate.CLIENT_SECRET, "name": "Kwasi"}
_TASK = f"""BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Somebody//Else//EN
BEGIN:VTODO
UID:bread@example.org
DTSTAMP:20270301T080000Z
DUE;VALUE=DATE:{BREAD_DUE.replace("-", "")}
SUMMARY:{BREAD}
END:VTODO
END:VCALENDAR
"""


@dataclass(frozen=True, slots=True)
class Ana:
    """Her terminal, and her browser that is signed in to the page."""

    terminal: Machine
    browser: httpx.AsyncClient

    async def types(self, *command: str, password: str) -> str:
        """What her command says; it must go well, and the password is asked for."""
        said = await asyncio.to_thread(self.terminal.run, *command, stdin=f"{password}\n".encode())
        assert (said.code, password in said.read) == (0, False), said.read
        return said.read

    async def opens(self, address: str) -> httpx.Response:
        """A page of ours."""
        parts = urlsplit(address)
        return await self.browser.get(f"{parts.path}?{parts.query}")

    async def signs_in(self, vendor: str, agree: Callable[[str], str]) -> str:
        """What the page says once she has agreed at the vendor's."""
        begun = await self.opens(f"/connect/{vendor}")
        back = await self.opens(await asyncio.to_thread(agree, begun.headers["location"]))
        return (await self.opens(back.headers["location"])).text


@dataclass(frozen=True, slots=True)
class Vendor:
    """Where her accounts are, and who she is there. `settings` are those of a house that is known there, made as
    `settings_in` makes them; `connect` is what she does; `comes` takes a mail and its time. `left`, `sent`: the mails
    that went out, and those in Sent; `events` by title; `tasks` of her list."""

    address: str
    settings: Callable[..., Settings]
    connect: Callable[[Ana], Awaitable[str]]
    comes: Callable[[bytes, datetime], None]
    left: Callable[[], list[bytes]]
    sent: Callable[[], list[bytes]]
    events: Callable[[], dict[str, datetime]]
    tasks: Callable[[], list[str]]


def written(subject: str, text: str, *, to: str, at: datetime) -> bytes:
    """A mail of Kofi's."""
    message = EmailMessage(policy=policy.SMTP)
    message["From"], message["To"], message["Subject"] = KOFI, to, subject
    message["Date"], message["Message-ID"] = format_datetime(at), f"<{subject.replace(' ', '.')}@acme.example>"
    message.set_content(text)
    return bytes(message)


@asynccontextmanager
async def imap_and_caldav() -> AsyncIterator[Vendor]:
    """Two accounts of one address, connected in the terminal."""
    with post() as mail, radicale() as server:
        home = server.add_calendar("home", "Home")
        shopping = server.add_calendar("shopping", SHOPPING, holds="VTODO")
        server.put(f"{shopping}bread.ics", _TASK)
        places = ("--imap", f"127.0.0.1:{mail.box.port}:none", "--smtp", f"127.0.0.1:{mail.smtp.port}:none")

        async def connect(ana: Ana) -> str:
            said = await ana.types("connect", "imap", ANA, *places, password=PASSWORD)
            return said + await ana.types("connect", "caldav", ANA, "--url", server.url, password=dav.PASSWORD)

        def kept(where: str, name: str) -> Iterator[Any]:
            for path in server.files(where):
                yield from icalendar.Calendar.from_ical(server.get(path)).walk(name)

        yield Vendor(
            address=ANA,
            settings=settings_in,
            connect=connect,
            comes=lambda message, _: mail.box.deliver(ANA, message),
            left=lambda: [message for _, _, message in mail.smtp.taken],
            sent=lambda: [one.read_bytes() for one in (mail.box.root / "mail" / ANA / ".Sent").glob("[cn][ue][rw]/*")],
            events=lambda: {
                str(one["summary"]): one.decoded("dtstart").astimezone(UTC) for one in kept(home, "VEVENT")
            },
            tasks=lambda: [str(one["summary"]) for one in kept(shopping, "VTODO")],
        )


@contextmanager
def _google_places() -> Iterator[tuple[emulate.Emulate, GoogleApi, str]]:
    """`emulate`, our fake, and the one address of both: mail and who somebody is are asked of `emulate`."""
    clients = [{**_CLIENT, "redirect_uris": [f"{PAGE}/connect/google/callback"]}]
    with emulate.emulate(oauth_clients=clients) as theirs, google_api() as ours:
        ours.lets_in = lambda token: token.startswith("google_")  # as those that `emulate` gives
        with front({"/(gmail|oauth2)/": theirs.url, "/": ours.url}) as api:
            yield theirs, ours, api


@asynccontextmanager
async def google() -> AsyncIterator[Vendor]:
    """One account, signed in to from the page."""
    bearer = {"Authorization": "Bearer any"}  # somebody's who looks from outside
    with (
        _google_places() as (theirs, ours, api),
        httpx.Client(base_url=f"{theirs.url}/gmail/v1/users/me/", headers=bearer) as gmail,
    ):
        bread = {"kind": "tasks#task", "id": "bread", "title": BREAD, "status": "needsAction", "etag": '"0"'}
        ours.tasks.lists["shopping"] = SHOPPING
        ours.tasks.kept["shopping"] = {"bread": {**bread, "due": f"{BREAD_DUE}T00:00:00.000Z"}}

        def comes(message: bytes, _: datetime) -> None:
            raw = base64.urlsafe_b64encode(message).decode()
            gmail.post("messages", json={"raw": raw, "labelIds": ["INBOX", "UNREAD"]}).raise_for_status()

        def sent() -> list[bytes]:
            listed = gmail.get("messages", params={"labelIds": "SENT"}).json()["messages"]
            every = [gmail.get(f"messages/{one['id']}", params={"format": "raw"}).json()["raw"] for one in listed]
            return [base64.urlsafe_b64decode(f"{one}==") for one in every]

        def events() -> dict[str, datetime]:
            kept = [one for one in ours.calendars.events[ANA].values() if one["status"] != "cancelled"]
            return {one["summary"]: datetime.fromisoformat(one["start"]["dateTime"]).astimezone(UTC) for one in kept}

        yield Vendor(
            address=emulate.ANA,
            settings=partial(at_google, server=theirs, google_api_url=api),
            connect=lambda ana: ana.signs_in("google", theirs.agree),
            comes=comes,
            left=sent,
            sent=sent,
            events=events,
            tasks=lambda: [one["title"] for one in ours.tasks.kept["shopping"].values()],
        )


@asynccontextmanager
async def microsoft() -> AsyncIterator[Vendor]:
    """One account, signed in to from the page by another address than her calendar has, as an alias is."""
    world = World()
    mailbox(world)
    calendar(world, "Calendar", is_default=True)
    todo_list(world, "Tasks", is_default=True)
    shopping = todo_list(world, SHOPPING)
    task(world, shopping, BREAD, dueDateTime={"dateTime": f"{BREAD_DUE}T00:00:00.0000000", "timeZone": "UTC"})

    def comes(message: bytes, at: datetime) -> None:
        world.now = at
        deliver(world, message)

    def sent() -> list[bytes]:
        folder = place(world, "sentitems")
        return [one["_mime"] for one in world.messages.values() if one["parentFolderId"] == folder]

    async with graph_server(world) as graph:
        with sign_in_server() as signing_in, front({"/v1.0/me$": signing_in.url, "/": graph.place}) as api:
            graph.lets_in = signing_in.lets_in
            graph.url = graph.url.replace(graph.place, api)  # as its pages name each other
            yield Vendor(
                address=ANA_AT_MICROSOFT,
                settings=partial(at_microsoft, server=signing_in, microsoft_graph_url=api),
                connect=lambda ana: ana.signs_in("microsoft", signing_in.agree),
                comes=comes,
                left=lambda: world.went_out,
                sent=sent,
                events=lambda: {one["subject"]: one["_start"].astimezone(UTC) for one in world.events.values()},
                tasks=lambda: [one["title"] for one in world.tasks[shopping].values()],
            )


VENDORS: dict[str, Callable[[], AbstractAsyncContextManager[Vendor]]] = {
    "imap and caldav": imap_and_caldav,
    "google": google,
    "microsoft": microsoft,
}

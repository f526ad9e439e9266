#!/usr/bin/env python3
"""Kill -9 at every step of sending and answering a mail, inviting guests, bringing in a calendar file and taking an event back: is anything lost, or done twice?

    python -m scripts.prove.outside_kills [--engine sqlite|postgres|both] [--postgres URL] [--share 1.0] [--seed 0] [--only WORD]… [--most N]

Real processes, real SIGKILLs, a real Dovecot with an SMTP server that files into it, a real Radicale. What is held for an OK is prepared once;
each kill falls on a copy of it, at the n-th step from the tap on Confirm to the last word with a server: each use of the database, each command
and each answer of SMTP, IMAP and CalDAV, before and after. Then the program starts as the server does, hours pass, its user confirms what
still waits. At the end the mail is there once (the event is, or is gone), or it was told that nobody knows. Exit code 1 when anything was
lost, done twice, left open, or unknown without a word.
"""

import imaplib
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta

import httpx
from aiosmtplib.protocol import SMTPProtocol
from pydantic import SecretStr

from app.bootstrap.services import Services
from app.integrations.dav.connecting import DavLogin, connect_dav
from app.loops.mail import send_due
from app.messages import Attachment, InboundMessage
from scripts.prove.crash_storm import WITHIN, say
from scripts.prove.killing import Act, Scenario, confirm, later, options_of, proven, warm
from tests.servers.dav import ANA, PASSWORD, DavServer
from tests.servers.post import Post, post
from tests.servers.radicale import radicale

KOFI = "kofi@acme.example"
TRIP = "\r\n".join(
    (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        *(
            f"BEGIN:VEVENT\r\nUID:{day}@trip.example\r\nDTSTART;VALUE=DATE:202703{day}\r\nSUMMARY:Day {day}\r\nEND:VEVENT"
            for day in (15, 16, 17)
        ),
        "END:VCALENDAR\r\n",
    )
)
_WORDS = (
    (SMTPProtocol, "write", "smtp"),
    (SMTPProtocol, "read_response", "smtp"),
    (imaplib.IMAP4, "send", "imap"),
    (imaplib.IMAP4, "_get_tagged_response", "imap"),
    (httpx.AsyncClient, "send", "dav"),
)


# ------------------------------------------------------------------------------------------------ the servers


@dataclass
class Servers:
    """All that is outside. `files` of the calendar are those that a scenario began with."""

    mail: Post
    dav: DavServer
    files: dict[str, str] = field(default_factory=dict)

    def clear(self) -> None:
        """With an empty calendar."""
        self.files = {}
        self.fresh()

    def fresh(self) -> None:
        """As it was before anything was sent: what arrived and what was kept is gone, the calendar holds its first files."""
        self.mail.smtp.taken.clear()
        for place in (KOFI, f"{ANA}/.Sent"):
            for path in (self.mail.box.root / "mail" / place).glob("*/*"):
                if path.parent.name in ("new", "cur"):
                    path.unlink()
        self.dav.fresh()
        self.dav.add_calendar("home", "Home")
        for path, data in self.files.items():
            self.dav.put(path, data)

    def keep(self) -> None:
        """What lies in the calendar now is what it begins with."""
        self.files = {path: self.dav.ask("GET", path, status=200).text for path in self._paths()}

    def arrived(self) -> int:
        """How many mails Kofi has."""
        return len([path for path in (self.mail.box.root / "mail" / KOFI).glob("*/*") if path.parent.name == "new"])

    def events(self) -> int:
        """How many events lie in the calendar."""
        return len(self._paths())

    def _paths(self) -> list[str]:
        reply = self.dav.ask("PROPFIND", f"{self.dav.home}home/", status=207, depth="1")
        hrefs = [part.split("<")[0] for part in reply.text.split("href>") if part.startswith("/")]
        return sorted({one for one in hrefs if one.endswith(".ics")})


@contextmanager
def servers() -> Iterator[Servers]:
    """They, running."""
    with post() as mail, radicale() as dav:
        mail.comes(f"Kofi Boateng <{KOFI}>", "Invoice 214", "Dear Ana,\r\nplease pay 480 by Friday.")
        yield Servers(mail, dav)


# ------------------------------------------------------------------------------------------------ what is done


async def connected(house: Services, outside: Servers) -> None:
    """Ana's mail and her calendar."""
    await outside.mail.connected(house)
    await connect_dav(house.accounts, house.owner.id, DavLogin(ANA, SecretStr(PASSWORD), url=outside.dav.url))


def with_accounts(prepare: Act) -> Callable[[Services, Servers], Awaitable[None]]:
    """What needs them, with them."""

    async def both(house: Services, outside: Servers) -> None:
        await connected(house, outside)
        await prepare(house)

    return both


async def new_mail(house: Services) -> None:
    await say(house, f"email {KOFI} that I'm late", "a1")


async def answer(house: Services) -> None:
    await say(house, "find the invoice from Kofi", "b1")
    await say(house, "reply that I'll pay on Friday", "b2")


async def invitation(house: Services) -> None:
    await say(house, f"schedule a call about rent tomorrow at 2pm and invite {KOFI}", "c1")


async def own_event(house: Services) -> None:
    await say(house, "put dentist in my calendar tomorrow at 3", "d1")


async def file_sent(house: Services) -> None:
    await _sent(house, "e1")


async def confirm_and_send_again(house: Services) -> None:
    """The tap; and the same file once more, for what of it may be missing."""
    await confirm(house)
    await _sent(house, "e2")
    await confirm(house)


async def _sent(house: Services, name: str) -> None:
    file = Attachment("trip.ics", "text/calendar", TRIP.encode())
    message = InboundMessage(
        house.owner.id, "cli", name, "add these to my calendar", house.clock.now(), attachments=(file,)
    )
    receipt = await house.conversation.receive(message)
    await house.conversation.answer(house.owner.id, receipt.inbox_id, timeout=WITHIN)


async def confirm_and_send(house: Services) -> None:
    await confirm(house)
    later(house, timedelta(minutes=1))
    await send_due(house.ground)


async def undo(house: Services) -> None:
    await say(house, "undo", "d2")


SCENARIOS = (
    Scenario("a mail is sent", with_accounts(new_mail), confirm_and_send, "send_mail", Servers.arrived),
    Scenario("a mail is answered", with_accounts(answer), confirm_and_send, "reply_to_mail", Servers.arrived),
    Scenario("guests are invited", with_accounts(invitation), confirm, "add_event", Servers.events),
    Scenario("guests are told by mail", with_accounts(invitation), confirm_and_send, "add_event", Servers.arrived),
    Scenario(
        "a file is brought in",
        with_accounts(file_sent),
        confirm_and_send_again,
        "import_events",
        Servers.events,
        3,
        again=True,
    ),
    Scenario("an own event is taken back", with_accounts(own_event), undo, "undo", Servers.events, 0),
)


def main() -> int:
    """0 when nothing was lost, done twice, left open or kept quiet."""
    options = options_of(__doc__ or "")
    with servers() as outside:
        outside.clear()

        async def connect(house: Services) -> None:
            await connected(house, outside)

        warm(connect, new_mail, answer, invitation, own_event, file_sent, confirm_and_send)
        return proven(SCENARIOS, _WORDS, lambda _: outside, options)


if __name__ == "__main__":
    sys.exit(main())

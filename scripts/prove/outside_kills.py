#!/usr/bin/env python3
"""Kill -9 at every step of sending and answering a mail, inviting guests, bringing in a calendar file and taking an event back: is anything lost, or done twice?

    python -m scripts.prove.outside_kills [--engine sqlite|postgres|both] [--postgres URL] [--share 1.0] [--seed 0] [--only WORD] [--most N]

Real processes, real SIGKILLs, a real Dovecot with an SMTP server that files into it, a real Radicale. What is held for an OK is prepared once;
each kill falls on a copy of it, at the n-th step from the tap on Confirm to the last word with a server: each use of the database, each command
and each answer of SMTP, IMAP and CalDAV, before and after. Then the program starts as the server does, hours pass, its user confirms what
still waits. At the end the mail is there once (the event is, or is gone), or it was told that nobody knows. Exit code 1 when anything was
lost, done twice, left open, or unknown without a word.
"""

import argparse
import asyncio
import imaplib
import inspect
import logging
import os
import random
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
from aiosmtplib.protocol import SMTPProtocol
from pydantic import SecretStr

from app.bootstrap.services import Services, build_services
from app.bootstrap.storage import build_database
from app.clock import ManualClock
from app.config import Settings
from app.integrations.dav.connecting import DavLogin, connect_dav
from app.loops.mail import send_due
from app.messages import Attachment, InboundMessage
from app.routing.agents import Agents
from scripts.prove.crash_corners import Home, start
from scripts.prove.crash_storm import NOON, WITHIN, DoomedDatabase, in_process, say
from scripts.prove.engines import engines_of, own_postgres
from tests.servers.dav import ANA, PASSWORD, DavServer
from tests.servers.post import Post, post
from tests.servers.radicale import radicale

KOFI = "kofi@acme.example"
LATER = timedelta(minutes=10)  # longer than whoever took a mail may take
AGENTS = Agents()  # they hold nothing of a house
_MOST_SHOWN = 20
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
_UNKNOWN = ("can't tell whether", "not certain whether", "isn't certain whether")
_FAILED = ("was not sent", "Not done", "didn't work")
_OPEN = ("waiting", "sending", "started", "executing", "pending")
_OUTSIDE: tuple[tuple[Any, str, str], ...] = (
    (SMTPProtocol, "write", "smtp"),
    (SMTPProtocol, "read_response", "smtp"),
    (imaplib.IMAP4, "send", "imap"),
    (imaplib.IMAP4, "_get_tagged_response", "imap"),
    (httpx.AsyncClient, "send", "dav"),
)


class Doomed(DoomedDatabase):
    """It counts the words with servers too; `steps` says what each step was."""

    def __init__(self, inner: Any) -> None:
        super().__init__(inner, None)
        self.steps: list[str] = []

    def step(self, what: str = "database") -> None:
        self.steps.append(what)
        super().step()

    def begin(self, doom: int | None) -> None:
        """Count from here on."""
        self.uses, self.steps, self.doom = 0, [], doom


def watch_words(step: Callable[[str], None]) -> None:
    """Have all that goes out and comes in counted, in a process that ends soon."""
    for owner, name, what in _OUTSIDE:
        setattr(owner, name, _counted(getattr(owner, name), what, step))


def _counted(word: Callable[..., Any], what: str, step: Callable[[str], None]) -> Callable[..., Any]:
    def called(*values: Any, **named: Any) -> Any:
        step(what)
        said = word(*values, **named)
        step(what)
        return said

    async def awaited(*values: Any, **named: Any) -> Any:
        step(what)
        said = await word(*values, **named)
        step(what)
        return said

    return awaited if inspect.iscoroutinefunction(word) else called


# ------------------------------------------------------------------------------------------------ the servers


@dataclass
class Servers:
    """All that is outside. `files` of the calendar are those that a scenario began with."""

    mail: Post
    dav: DavServer
    files: dict[str, str] = field(default_factory=dict)

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


async def confirm(house: Services) -> None:
    """The tap, on what still waits for it."""
    for action in await house.store.pending.waiting(house.owner.id, house.clock.now()):
        await house.conversation.decide(house.owner.id, "confirm", action.id)


async def confirm_and_send(house: Services) -> None:
    await confirm(house)
    _later(house, timedelta(minutes=1))
    await send_due(house.ground)


async def undo(house: Services) -> None:
    await say(house, "undo", "d2")


async def hours_pass(house: Services) -> None:
    """Whoever took a mail and never finished has had their time."""
    for _ in range(3):
        _later(house, LATER)
        await send_due(house.ground)
    await house.conversation.drain()


def _later(house: Services, span: timedelta) -> None:
    house.clock.set(house.clock.now() + span)  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Scenario:
    """`act` is killed on a copy of what `prepare` left, and done again after the next start; `tool` is what it calls; `count` things are
    `wanted` at the end. `again`: what was left undone is asked for again in it, so that nothing may be missing."""

    name: str
    prepare: Callable[[Services], Awaitable[None]]
    act: Callable[[Services], Awaitable[None]]
    tool: str
    count: Callable[[Servers], int]
    wanted: int = 1
    again: bool = False


SCENARIOS = (
    Scenario("a mail is sent", new_mail, confirm_and_send, "send_mail", Servers.arrived),
    Scenario("a mail is answered", answer, confirm_and_send, "reply_to_mail", Servers.arrived),
    Scenario("guests are invited", invitation, confirm, "add_event", Servers.events),
    Scenario("guests are told by mail", invitation, confirm_and_send, "add_event", Servers.arrived),
    Scenario("a file is brought in", file_sent, confirm_and_send_again, "import_events", Servers.events, 3, again=True),
    Scenario("an own event is taken back", own_event, undo, "undo", Servers.events, 0),
)


# ------------------------------------------------------------------------------------------------ lives


async def live(
    settings: Settings,
    *work: Callable[[Services], Awaitable[Any]],
    doom: int | None = None,
    late: bool = False,
    counts: bool = True,
) -> tuple[list[str], Any]:
    """One life of the program: each in turn; what its steps were (with `counts` those outside too), and what the last one said."""
    database = Doomed(build_database(settings))
    clock = ManualClock(NOON + LATER if late else NOON)
    house = await build_services(settings, database=database, clock=clock, embedder=None, agents=AGENTS)
    if counts:
        watch_words(database.step)
    database.begin(doom)
    try:
        said = [await one(house) for one in work]
        database.doom = None
        return database.steps, said[-1]
    finally:
        await house.close()


def lived(settings: Settings, *work: Callable[[Services], Awaitable[Any]], **how: Any) -> tuple[int, Any]:
    """The same in a process of its own; its wait status, and what came of it."""
    return in_process(lambda: asyncio.run(live(settings, *work, **how)))


def warm(outside: Servers) -> None:
    """Load here what each life would load again: processes are forked from this one."""

    async def all_of_it(house: Services) -> None:
        await connected(house, outside)
        for one in SCENARIOS:
            await one.prepare(house)
        await confirm_and_send(house)

    outside.fresh()
    with tempfile.TemporaryDirectory() as folder, Home(Path(folder)).database() as settings:
        asyncio.run(live(settings, all_of_it, counts=False))


async def seen(house: Services) -> dict[str, Any]:
    """What stands in the books, and what was said."""
    mails = await house.database.fetch("SELECT state FROM mail_outbox")
    calls = await house.database.fetch("SELECT tool, status FROM ledger ORDER BY id")
    actions = await house.database.fetch("SELECT status FROM pending_actions")
    said = await house.store.outbox.after(house.owner.id, ("local",), 0, 100)
    return {
        "mails": [row["state"] for row in mails],
        "calls": [(row["tool"], row["status"]) for row in calls],
        "actions": [row["status"] for row in actions],
        "open": await house.store.inbox.users_with_open(),
        "said": [entry.body["text"] for entry in said],
        "keys": [entry.key for entry in said],
    }


# ------------------------------------------------------------------------------------------------ what must hold


@dataclass
class Tally:
    """What came of one scenario. `unknown`: told that nobody knows; `quiet`: not told."""

    kills: int = 0
    lost: int = 0
    twice: int = 0
    unknown: int = 0
    quiet: int = 0
    left: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def is_well(self) -> bool:
        """Nothing is as it must not be."""
        return not (self.lost or self.twice or self.quiet or self.left)


def judge(one: Scenario, where: str, books: dict[str, Any] | None, there: int, tally: Tally) -> None:
    """Write one kill's end into the tally."""
    if books is None:
        tally.left += 1
        tally.wrong.append(f"{where}: the start died")
        return
    states = [status for tool, status in books["calls"] if tool == one.tool] + books["mails"]
    ends = [*states, *(status for status in books["actions"])]
    is_unknown, is_failed = "unknown" in states, "failed" in states
    told = "\n".join(books["said"])
    is_told = any(word in told for word in (_UNKNOWN if is_unknown else _FAILED))
    facts = {
        "twice": there > max(one.wanted, 1) or len(books["keys"]) != len(set(books["keys"])),
        "left": bool(books["open"]) or any(state in _OPEN for state in ends),
        "quiet": (is_unknown or is_failed) and not is_told,
        "lost": there != one.wanted and (one.again or not (is_unknown or is_failed)),
    }
    tally.unknown += is_unknown and is_told
    for what, is_so in facts.items():
        setattr(tally, what, getattr(tally, what) + is_so)
    if any(facts.values()):
        found = ", ".join(what for what, is_so in facts.items() if is_so)
        tally.wrong.append(f"{where}: {found}; {there} there, {books}")


def kills(one: Scenario, home: Home, outside: Servers, *, share: float, rng: random.Random, most: int) -> Tally:
    """Kill at every step of it, or at a seeded share of them; without any share at the last word with a mail's or a calendar's server but one."""
    tally = Tally()

    async def prepare(house: Services) -> None:
        await connected(house, outside)
        await one.prepare(house)

    outside.files = {}
    outside.fresh()
    with home.database() as prepared:
        if lived(prepared, prepare)[0]:
            raise SystemExit(f"{one.name}: nothing could be prepared")
        outside.keep()
        with home.database(prepared) as calm:
            status, told = lived(calm, one.act)
            books = lived(calm, hours_pass, seen, late=True)[1]
            checked = Tally()
            judge(one, "undisturbed", books and books[1], one.count(outside), checked)
            if status or not checked.is_well or checked.unknown:
                raise SystemExit(f"{one.name}: the undisturbed run failed: {checked.wrong}")
        for step in _chosen(told[0], share, rng, most):
            outside.fresh()
            with home.database(prepared) as settings:
                tally.kills += os.WIFSIGNALED(lived(settings, one.act, doom=step)[0])
                status, after = lived(settings, start, one.act, hours_pass, seen, late=True)
                where = f"step {step} ({told[0][step - 1]}) of “{one.name}”"
                judge(one, where, after[1] if after and not status else None, one.count(outside), tally)
    return tally


def _chosen(steps: Sequence[str], share: float, rng: random.Random, most: int) -> list[int]:
    """All of them or a part, those with servers before the others; the numbers of steps begin with one."""
    words = [number for number, what in enumerate(steps, 1) if what != "database"]
    if share <= 0:
        return [words[-2]]
    found = [number for number in range(1, len(steps) + 1) if rng.random() < share]
    if most and len(found) > most:
        found = rng.sample(found, most)
    return sorted(found) or [words[-2]]


def main() -> int:
    """0 when nothing was lost, done twice, left open or kept quiet."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--engine", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--postgres", default="", metavar="URL")
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--most", type=int, default=0, metavar="N", help="no more kills than that of a scenario")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", metavar="WORD", help="scenarios whose name has it")
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)  # dying processes say little of interest
    wrong = 0
    print(
        f"{'engine':9} {'scenario':28} {'kills':>6} {'lost':>5} {'twice':>6} {'unknown, told':>14} {'not told':>9} {'left':>5}"
    )
    with servers() as outside:
        warm(outside)
        for engine in engines_of(options.engine):
            given = nullcontext(options.postgres) if options.postgres or engine == "sqlite" else own_postgres()
            with given as url, tempfile.TemporaryDirectory() as folder:
                home = Home(Path(folder), url if engine == "postgres" else "")
                for one in (one for one in SCENARIOS if options.only in one.name):
                    rng = random.Random(f"{options.seed}:{engine}:{one.name}")
                    tally = kills(one, home, outside, share=options.share, rng=rng, most=options.most)
                    wrong += not tally.is_well
                    row = f"{tally.kills:6} {tally.lost:5} {tally.twice:6} {tally.unknown:14} {tally.quiet:9} {tally.left:5}"
                    print(f"{engine:9} {one.name:28} {row}", flush=True)
                    for what in tally.wrong[:_MOST_SHOWN]:
                        print(f"  {what}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Mail in a folder of 10,000 over a real Dovecot: what a listing, a search, a reading and the news cost, beside the server's own time.

    python -m scripts.bench.mailbox [--mails 10000] [--times 20]

The tools are called as a turn calls them, with their rows on SQLite; beside each stands what a bare `imaplib` connection that is kept open takes
for the same answer. "words" counts what is sent to the server, the sign-in included. At the end three accounts (two mailboxes, one CalDAV)
are watched while nothing comes, for `--idle` seconds with the loops of the server running. Prints Markdown tables.
"""

import argparse
import asyncio
import imaplib
import os
import resource
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from functools import partial
from pathlib import Path
from typing import Any

import httpx
from pydantic import SecretStr
from pydantic_ai import RunContext
from pydantic_ai.usage import RunUsage

from app.bootstrap.services import Services, build_services
from app.config import Settings
from app.deps import AgentDeps, Taint
from app.integrations.dav.connecting import DavLogin, connect_dav
from app.integrations.mail.connecting import MailLogin, connect_mail
from app.integrations.mail.server import Security, Server
from app.tools import account_search, alerts, email
from tests.servers import dav as dav_servers
from tests.servers.post import ANA, PASSWORD, Post, post
from tests.servers.radicale import radicale

AIM = 300.0  # ms beside the server's own time
OTHER = "ama@example.org"
# What is asked in words: the mails that may say it are looked for, read, and ranked sentence by sentence.
QUESTIONS = (
    ("a question that one mail answers", "what does Esi Rare say about Zanzibar?"),
    ("a question that many mails may answer", "what did person 17 say about last week?"),
    ("a question that none answers", "which colour is the submarine?"),
)
_TO_WATCH = 4  # words at least: sign in, open, look, wait
_RARE, _SENDER = 97, 53  # each so manieth mail has the rare word; is from the one who writes rarely


@dataclass
class Words:
    """What is sent to IMAP servers, and what is asked of others."""

    sent: list[str] = field(default_factory=list[str])


@contextmanager
def counted() -> Iterator[Words]:
    """Count it for a while."""
    words, send, ask = Words(), imaplib.IMAP4.send, httpx.AsyncClient.send

    def sends(self: imaplib.IMAP4, data: bytes) -> None:
        words.sent.append("imap")
        send(self, data)

    async def asks(self: httpx.AsyncClient, request: httpx.Request, **how: Any) -> httpx.Response:
        words.sent.append("caldav")
        return await ask(self, request, **how)

    imaplib.IMAP4.send, httpx.AsyncClient.send = sends, asks  # type: ignore[method-assign]
    try:
        yield words
    finally:
        imaplib.IMAP4.send, httpx.AsyncClient.send = send, ask


def fill(servers: Post, mails: int) -> None:
    """A folder of so many, an hour apart, a few kilobytes each. Written as files: what is measured is reading."""
    folder = servers.box.root / "mail" / ANA / "new"
    servers.comes("Kofi <kofi@acme.example>", "First", "Hello.")
    owner = folder.stat()
    begun = datetime.now(UTC) - timedelta(hours=mails)
    for number in range(mails):
        at = begun + timedelta(hours=number)
        who = (
            "Esi Rare <esi@rare.example>"
            if number % _SENDER == 0
            else f"Person {number % 211} <p{number % 211}@many.example>"
        )
        word = "Zanzibar" if number % _RARE == 0 else "hello"
        text = f"Dear Ana,\r\n{word} {number}.\r\n" + "It is about what we spoke of last week.\r\n" * 60
        head = f"From: {who}\r\nTo: {ANA}\r\nSubject: About matter {number}\r\nMessage-ID: <{number}@many.example>\r\nDate: {format_datetime(at)}\r\n\r\n"
        path = folder / f"{int(at.timestamp())}.M{number}.bench"
        path.write_text(head + text, encoding="utf-8", newline="")
        os.utime(path, (at.timestamp(), at.timestamp()))
        os.chown(path, owner.st_uid, owner.st_gid)


@dataclass
class Cost:
    """Milliseconds of each time, and how many words went out each time."""

    name: str
    ours: list[float] = field(default_factory=list[float])
    bare: list[float] = field(default_factory=list[float])
    words: int = 0

    def row(self) -> str:
        """A table's row."""
        ours, bare = statistics.median(self.ours), statistics.median(self.bare) if self.bare else 0.0
        beside = f"{bare:,.0f} | {ours - bare:,.0f}" if self.bare else "– | –"
        return f"| {self.name} | {ours:,.0f} / {max(self.ours):,.0f} | {beside} | {self.words} |"


async def timed(
    cost: Cost, times: int, ours: Callable[[], Awaitable[Any]], bare: Callable[[], Any] | None = None
) -> Cost:
    """Each so often, in turn."""
    for _ in range(times):
        with counted() as words:
            begun = time.perf_counter()
            await ours()
            cost.ours.append(1000 * (time.perf_counter() - begun))
        cost.words = len(words.sent)
        if bare is not None:
            begun = time.perf_counter()
            await asyncio.to_thread(bare)
            cost.bare.append(1000 * (time.perf_counter() - begun))
    return cost


@contextmanager
def bare_connection(servers: Post) -> Iterator[imaplib.IMAP4]:
    """Signed in, with the inbox selected."""
    box = imaplib.IMAP4("127.0.0.1", servers.box.port)
    box.login(ANA, PASSWORD)
    box.select("INBOX", readonly=True)
    yield box
    box.logout()


def context_of(house: Services) -> RunContext[AgentDeps]:
    """What a tool is called with in a new turn of the owner's."""
    given = house.resources
    deps = AgentDeps(
        user=house.owner,
        turn_id=uuid.uuid4().hex,
        trace_id="bench",
        channel="cli",
        now=house.clock.now(),
        clock=house.clock,
        database=house.database,
        store=house.store,
        search=given.recall,
        connections=given.connections,
        accounts=given.accounts,
        feeds=given.feeds,
        reader=given.media,
        taint=Taint(),
    )
    return RunContext(deps=deps, model=house.models.chain("primary"), usage=RunUsage())


async def _answered(house: Services, question: str) -> str:
    return await account_search.find_in_accounts(context_of(house), question)


async def measure(house: Services, servers: Post, times: int) -> list[Cost]:
    """All rows."""
    account = await servers.connected(house)
    first = await timed(Cost("first listing of the inbox"), 1, lambda: email.search_mail(context_of(house)))
    costs = [first]
    with bare_connection(servers) as box:

        def search(*asked: str) -> list[bytes]:
            found = box.uid("SEARCH", *asked)[1][0].split()[-email.SHOWN :]
            if found:
                box.uid("FETCH", b",".join(found).decode(), "(FLAGS RFC822.SIZE BODY.PEEK[HEADER])")
            return found

        rows: tuple[tuple[str, dict[str, Any], tuple[str, ...]], ...] = (
            ("listing the inbox again", {}, ("ALL",)),
            ("search by sender", {"sender": "esi@rare.example"}, ("FROM", "esi@rare.example")),
            ("search by a word, in all the text", {"words": "Zanzibar"}, ("TEXT", "Zanzibar")),
        )
        for name, asked, said in rows:
            few = min(times, 3) if "words" in asked else times
            costs.append(
                await timed(
                    Cost(name),
                    few,
                    lambda: email.search_mail(context_of(house), **asked),  # noqa: B023
                    lambda: search(*said),  # noqa: B023
                )
            )
        for name, question in QUESTIONS:
            asked_for = partial(_answered, house, question)
            costs.append(await timed(Cost(name), min(times, 5), asked_for))
        newest = search("ALL")[-1].decode()
        costs.append(
            await timed(
                Cost("reading one mail"),
                times,
                lambda: email.read_mail(context_of(house), "latest"),
                lambda: box.uid("FETCH", newest, "(BODY.PEEK[])"),
            )
        )
    watermark = ""

    async def news() -> None:
        nonlocal watermark
        async with house.accounts.mail_watch(account) as watch:
            found = await watch.news(watermark, 100)
        watermark = watermark or found.watermark

    costs.append(await timed(Cost("the first look at what is new"), 1, news))
    number = int(watermark.partition(":")[2])
    watermark = f"{watermark.partition(':')[0]}:{number - 100}"
    costs.append(await timed(Cost("100 new mails told"), 1, news))

    async def all_news() -> None:
        mark, told = f"{watermark.partition(':')[0]}:1", 0
        async with house.accounts.mail_watch(account) as watch:
            while (found := await watch.news(mark, 100)).mails:
                mark, told = found.watermark, told + len(found.mails)
        costs[-1].name = f"{told:,} new mails told, 100 at a time"

    costs.append(Cost("all"))
    await timed(costs[-1], 1, all_news)
    return costs


async def idle(house: Services, servers: Post, seconds: float) -> str:
    """What the loops ask of three accounts while nothing comes; somebody waits for mail."""
    servers.box.add_user(OTHER, PASSWORD)
    local = Server("127.0.0.1", servers.box.port, Security.NONE), Server("127.0.0.1", servers.smtp.port, Security.NONE)
    second = MailLogin(OTHER, SecretStr(PASSWORD), imap=local[0], smtp=local[1])
    await connect_mail(house.accounts, house.owner.id, second)
    with radicale() as calendars:
        calendars.add_calendar("home", "Home")
        given = DavLogin(dav_servers.ANA, SecretStr(dav_servers.PASSWORD), url=calendars.url)
        await connect_dav(house.accounts, house.owner.id, given)
        await email_rule(house)
        runner = house.runner()
        try:
            with counted() as first:
                runner.start()
                await asyncio.sleep(10)
            begun = time.process_time()
            with counted() as words:
                await asyncio.sleep(seconds)
            spent = time.process_time() - begun
        finally:
            await runner.stop()
    kinds = {kind: words.sent.count(kind) for kind in ("imap", "caldav")}
    said = ", ".join(f"{kind} {3600 * count / seconds:,.0f}" for kind, count in kinds.items())
    if first.sent.count("imap") < 2 * _TO_WATCH:
        raise SystemExit("the inboxes were not watched")
    return f"idle for {seconds:.0f} s with two mailboxes watched and one CalDAV account: words an hour: {said}; processor {1000 * spent / seconds:.1f} ms a second"


async def email_rule(house: Services) -> None:
    """Somebody waits for mail, so that both inboxes are heard of."""
    await alerts.set_alert(context_of(house), "a mail from kofi@acme.example comes")


async def main() -> int:
    """0 where reading one mail keeps to its aim."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--mails", type=int, default=10_000)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--idle", type=float, default=120.0, metavar="SECONDS")
    options = parser.parse_args()
    with post() as servers, tempfile.TemporaryDirectory() as folder:
        fill(servers, options.mails)
        settings = Settings(data_dir=Path(folder), embedder="none", time_zone="UTC", _env_file=None)  # type: ignore[call-arg]
        house = await build_services(settings)
        try:
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            costs = await measure(house, servers, options.times)
            grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
            print("| | ms median / most | bare server | beside it | words |\n|---|---|---|---|---|")
            print("\n".join(one.row() for one in costs))
            print(f"memory: {grown / 1024:.0f} MiB more at its highest")
            print(await idle(house, servers, options.idle))
        finally:
            await house.close()
    [reading] = [one for one in costs if one.name == "reading one mail"]
    return 0 if statistics.median(reading.ours) - statistics.median(reading.bare) <= AIM else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))

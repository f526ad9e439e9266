"""A house for the doors' tests: real storage, real hub, real routers and guard; only the conversation is a stand-in of ours.

The stand-in keeps the conversation's promises to the doors (stored before acknowledged, once per id, settled into the outbox)
and lets a test say what a turn does, step by step.
"""

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI
from pydantic import SecretStr

from app.bootstrap.models import build_models
from app.bootstrap.storage import build_database
from app.cards.card import Card, cards_in
from app.cards.wording import in_words
from app.charts.chart import Chart
from app.charts.selection import charts_in
from app.clock import ManualClock
from app.config import Settings
from app.conversation.stream import Hub, TurnEvent
from app.errors import ActionRefused, InputRefused
from app.interfaces.web.auth import PageAuth
from app.interfaces.web.guard import Guard
from app.interfaces.web.intake import Intake, allowances
from app.interfaces.web.proxies import Proxies, TrustedProxies
from app.learning.recall import Recall
from app.memory.ports import Database
from app.memory.records import InboxEntry, Json, OutboxEntry, PendingAction, User
from app.memory.repositories import Repositories, repositories
from app.messages import Button, Document, InboundMessage, Link, OutboundMessage, files_in
from app.models.roles import Models
from app.routers import chat, errors, export, message, page, sessions, system

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
HOST = "127.0.0.1:8321"


@dataclass(frozen=True)
class Receipt:
    inbox_id: str
    new: bool
    same: bool = True


@dataclass(frozen=True)
class Reply:
    turn_id: str
    text: str
    status: str = "done"
    buttons: tuple[Button, ...] = ()
    charts: tuple[Chart, ...] = ()
    cards: tuple[Card, ...] = ()
    files: tuple[Document, ...] = ()


@dataclass
class ScriptedConversation:
    """Ours, for tests: a turn does what the test says."""

    store: Repositories
    hub: Hub
    clock: ManualClock
    received: list[InboundMessage] = field(default_factory=list)
    decided: list[tuple[str, str, str]] = field(default_factory=list)
    answers: bool = False
    failure: Exception | None = None
    turn_id: str = ""
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def has_received(self, count: int) -> None:
        """Wait until so many messages have come in."""
        async with asyncio.timeout(5), self.changed:
            await self.changed.wait_for(lambda: len(self.received) >= count)

    async def receive(self, inbound: InboundMessage) -> Receipt:
        if self.failure:
            raise self.failure
        if inbound.text == "refuse me":
            raise InputRefused("That's too much for one message.")
        entry, new = await self.store.inbox.receive(
            inbound.user_id,
            id=uuid.uuid4().hex,
            channel=inbound.channel,
            external_id=inbound.external_id,
            address=inbound.address,
            text=inbound.text,
            attachments=inbound.attachments,
            at=inbound.received_at,
        )
        self.received.append(inbound)
        async with self.changed:
            self.changed.notify_all()
        if new and self.answers:
            await self.begin()
            await self.settle(f"You said {inbound.text}")
        return Receipt(entry.id, new, same=entry.text == inbound.text)

    async def answer(self, user_id: str, inbox_id: str, *, timeout: float) -> Reply:
        async with asyncio.timeout(timeout):
            while True:
                entry = await self.store.inbox.get(user_id, inbox_id)
                if entry and entry.status == "done":
                    said = await self.store.outbox.get_by_key(user_id, f"reply:{entry.turn_id}")
                    body = said.body if said else {"text": ""}
                    return Reply(
                        entry.turn_id or "",
                        body["text"],
                        charts=charts_in(body),
                        cards=cards_in(body),
                        files=files_in(body),
                    )
                await asyncio.sleep(0.01)

    async def decide(self, user_id: str, verb: str, target: str, text: str = "") -> str:
        if target == "stale":
            raise ActionRefused("That was done already.")
        self.decided.append((verb, target, text))
        return f"{verb} it is"

    async def stop(self, user_id: str) -> bool:
        return bool(self.turn_id)

    async def begin(self) -> str:
        """A turn takes what waits."""
        self.turn_id = uuid.uuid4().hex
        waiting = await self.store.inbox.waiting("owner")
        await self.store.inbox.assign("owner", [entry.id for entry in waiting], self.turn_id)
        self.tell("started")
        return self.turn_id

    def tell(self, kind: str, text: str = "") -> None:
        self.hub.publish(TurnEvent(kind, "owner", self.turn_id, text))  # type: ignore[arg-type]

    async def settle(
        self, text: str, *buttons: Button, charts: tuple[Chart, ...] = (), cards: tuple[Card, ...] = ()
    ) -> OutboxEntry:
        """The turn ends with a reply."""
        key = f"reply:{self.turn_id}"
        entry = await self.say(text, key=key, turn_id=self.turn_id, buttons=buttons, charts=charts, cards=cards)
        await self.store.inbox.finish("owner", self.turn_id)
        self.tell("settled")
        self.turn_id = ""
        self.hub.publish(TurnEvent("outbox", "owner"))
        return entry

    async def say(
        self,
        text: str,
        *,
        key: str = "",
        kind: str = "reply",
        turn_id: str | None = None,
        buttons: tuple[Button, ...] = (),
        channel: str = "local",
        charts: tuple[Chart, ...] = (),
        cards: tuple[Card, ...] = (),
        files: tuple[Document, ...] = (),
        links: tuple[Link, ...] = (),
        plain: bool = False,
    ) -> OutboxEntry:
        """Something is said to the owner."""
        self.clock.advance(timedelta(seconds=1))
        said = OutboundMessage(
            "owner",
            channel,
            key,
            text,
            kind=kind,  # type: ignore[arg-type]
            buttons=buttons,
            charts=charts,
            cards=cards,
            files=files,
            links=links,
            format="plain" if plain else "markdown",
        )
        body = said.body()
        return await self.store.outbox.put(
            "owner",
            channel=channel,
            address="",
            key=key or uuid.uuid4().hex,
            body=body,
            turn_id=turn_id,
            status="sent",
            at=self.clock.now(),
        )

    async def hear(self, text: str, *, channel: str = "cli") -> InboxEntry:
        """The owner says something on another surface."""
        self.clock.advance(timedelta(seconds=1))
        receipt = await self.receive(
            InboundMessage("owner", channel, uuid.uuid4().hex, text, received_at=self.clock.now())
        )
        entry = await self.store.inbox.get("owner", receipt.inbox_id)
        assert entry is not None
        return entry


@dataclass
class House:
    """What the routers are given, and the application made of it."""

    settings: Settings
    clock: ManualClock
    database: Database
    store: Repositories
    hub: Hub
    owner: User
    conversation: ScriptedConversation
    auth: PageAuth
    closing: asyncio.Event
    recall: Recall
    models: Models
    version: str = "1.2.3"
    app: FastAPI = field(default_factory=lambda: FastAPI(openapi_url=None))

    def client(self, *, host: str = HOST, peer: str = "127.0.0.1") -> httpx.AsyncClient:
        """A visitor, nothing signed in."""
        transport = httpx.ASGITransport(app=self.app, client=(peer, 50000), raise_app_exceptions=False)
        return httpx.AsyncClient(transport=transport, base_url=f"http://{host}")

    @asynccontextmanager
    async def signed_in(self) -> AsyncIterator[httpx.AsyncClient]:
        """A browser that opened the one-time link."""
        async with self.client() as client:
            client.headers["Sec-Fetch-Site"] = "same-origin"
            opened = await client.get(f"/?token={self.auth.local.issue()}")
            assert opened.status_code == 303
            yield client

    async def hold(
        self, action_id: str, *, status: str = "pending", tool: str = "forget_fact", arguments: Json | None = None
    ) -> PendingAction:
        """An action that waits for the owner's OK."""
        now = self.clock.now()
        action = PendingAction(
            id=action_id,
            user_id="owner",
            turn_id="t",
            trace_id="",
            channel="web",
            tool=tool,
            arguments=arguments or {},
            digest="d",
            summary=in_words(tool, arguments) if arguments else "Forget it",
            taint=[],
            status=status,  # type: ignore[arg-type]
            result="",
            created_at=now,
            expires_at=now + timedelta(hours=24),
            decided_at=None,
        )
        return await self.store.pending.add(action)


@asynccontextmanager
async def open_house(
    folder: Path,
    *,
    password: str | None = None,
    token: str | None = None,
    public_hosts: str = "",
    trusted_proxies: str = "",
    patience: timedelta = timedelta(seconds=5),
    max_body: int = 1024 * 1024,
    **more: Any,
) -> AsyncIterator[House]:
    """A house on a database of its own; `more` are settings."""
    settings = Settings(
        **more,
        data_dir=folder,
        page_password=SecretStr(password) if password else None,
        api_token=SecretStr(token) if token else None,
        public_hosts=public_hosts,
        trusted_proxies=trusted_proxies,
    )
    clock, hub, database = ManualClock(START), Hub(), build_database(settings)
    await database.open()
    try:
        store = repositories(database)
        owner = await store.users.add(
            "owner", name="Esi", time_zone="Africa/Accra", zone_source="system", locale="en-GB", at=START
        )
        auth = PageAuth(
            password=settings.page_password,
            data_dir=folder,
            clock=clock,
            store=store,
            user_id=owner.id,
            ended=partial(_look, hub),
        )
        conversation = ScriptedConversation(store, hub, clock)
        recall, models = Recall(database, store, None), build_models(settings)
        house = House(settings, clock, database, store, hub, owner, conversation, auth, asyncio.Event(), recall, models)
        _furnish(house, patience=patience, max_body=max_body)
        yield house
        house.closing.set()
    finally:
        await database.close()


async def _look(hub: Hub) -> None:
    hub.refresh()


def _furnish(house: House, *, patience: timedelta, max_body: int) -> None:
    app = house.app
    app.include_router(system.build_router(house))
    app.include_router(page.build_router(house, house.auth))
    app.include_router(sessions.build_router(house, house.auth))
    app.include_router(chat.build_router(house, house.auth, closing=house.closing, max_body=max_body))
    app.include_router(export.build_router(house, house.auth))
    app.include_router(message.build_router(house, patience=patience, max_body=max_body))
    errors.install(app)
    table = allowances(upload=max_body, archive=max_body)
    app.add_middleware(Intake, table=table, patience=house.settings.sender_patience)
    app.add_middleware(Guard, auth=house.auth, public_hosts=house.settings.public_hosts)
    app.add_middleware(Proxies, trusted=TrustedProxies.of(house.settings.trusted_proxies))

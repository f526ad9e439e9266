"""One turn while it runs, and what its stages work with.

A turn is born from inbox entries and ends in `settle`. Id, user, channel and moment never change; the route is written once, by
one stage. Mutable on purpose: stages fill it in, in the order of the pipeline.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol
from zoneinfo import ZoneInfo

from pydantic_ai import CancellationToken
from pydantic_ai.messages import ModelMessage
from pydantic_ai.usage import RunUsage

from app.clock import Clock
from app.config import Settings
from app.conversation.history import Histories
from app.conversation.outbox import Mailroom, is_group
from app.conversation.stream import EventKind, Hub, TurnEvent
from app.deps import AgentDeps, Books, CallNote, Connections, Taint
from app.integrations.accounts import Accounts
from app.integrations.names import Names
from app.integrations.web import Web
from app.learning.injection import Injection
from app.learning.recall import Recall
from app.memory.ports import Database
from app.memory.records import InboxEntry, PendingAction, StoredAttachment, User
from app.memory.repositories import Repositories
from app.messages import Button
from app.models.budget import Budget, Spending
from app.models.media import Media
from app.models.roles import Models
from app.routing.agents import Agents
from app.routing.intent import IntentRouter, Route
from app.timetable.feeds import Feeds
from app.tracing.tracing import NO_TRACING, Tracing
from app.workers.run import Workforce

PLAN_PREFIX = "plan:"  # the external id of an inbox entry that is not a message but a plan to go on with
RUN_PLAN = "run_plan"  # the tool of a plan that waits for leave


class FileSource(Protocol):
    """Where a channel keeps the bytes of what was sent."""

    async def fetch(self, reference: str) -> bytes:
        """The bytes. Raises InputRefused where they will never come, DeliveryLater where they may yet."""
        ...

    async def close(self) -> None:
        """Let go of the connections."""
        ...


@dataclass(frozen=True, slots=True)
class Resources:
    """What every turn shares: built once, by bootstrap."""

    settings: Settings
    clock: Clock
    database: Database
    store: Repositories
    router: IntentRouter
    agents: Agents
    models: Models
    budget: Budget
    recall: Recall
    injection: Injection
    connections: Connections
    accounts: Accounts
    names: Names
    feeds: Feeds
    web: Web
    histories: Histories
    hub: Hub
    mailroom: Mailroom
    media: Media
    workers: Workforce
    files: Mapping[str, FileSource]  # where bytes are fetched from that are still at a channel, by the channel's name
    tracing: Tracing = NO_TRACING


def trace_of(turn_id: str) -> str:
    """The trace a turn is followed under (32 hex digits), made from its id: the same in whichever process takes it up again."""
    return uuid.uuid5(uuid.NAMESPACE_URL, f"trace|{turn_id}").hex


@dataclass(slots=True)
class Turn:
    """`moment` is when the last of its messages was received: "in 20 minutes" counts from there, also after a restart."""

    id: str
    user: User
    entries: list[InboxEntry]
    moment: datetime
    trace_id: str
    holder: str = ""
    resumed: bool = False
    patient: bool = False  # where the database is busy it is broken off and taken up again, instead of answered without
    anew: bool = False  # what failed in an earlier attempt is to be tried again
    by_clock: bool = False  # a schedule asked for it: nobody watches it, and nobody has just said its words
    part_of: str = ""  # the turn whose answer this one is a part of, where it has none of its own
    above: str = ""  # what stands above its draft
    text: str = ""
    asked: str = ""  # what a model is asked, where that is more than its user's words: the call they change
    changes: str = ""  # the request that its words change
    change: str = ""  # which of its words say how, where others only name that request
    lead: str = ""  # what came of a decision that its first words were; the rest is what is asked
    said: str = ""  # its user's own part of the text
    asked_for: tuple[CallNote, ...] = ()  # the calls that rules find it to ask for
    attachments: list[StoredAttachment] = field(default_factory=list)
    route: Route | None = None
    about_user: str = ""
    instructions: str = ""  # what a language model is told of this turn, beside the prompt that all have
    memory: str = ""
    history: list[ModelMessage] = field(default_factory=list)
    taint: Taint = field(default_factory=Taint)
    books: Books = field(default_factory=Books)
    cancellation: CancellationToken = field(default_factory=CancellationToken)
    draft: str = ""  # what its model had said when it was last heard
    reply: str | None = None
    status: str = "done"
    undoes: str = ""  # the earlier turn that its Undo takes back, where it tells of that one
    buttons: list[Button] = field(default_factory=list)
    waiting: list[PendingAction] = field(default_factory=list)  # the calls whose cards go under the reply
    language: str = ""  # which cards and buttons under the reply speak
    notices: list[str] = field(default_factory=list)  # what the user is told whatever the model says
    sayable: bool = False  # its answer was made of what a group may see; where others read along no other is said aloud
    said_before: bool = False  # its reply's very words were said just before in the same place
    claimed: bool = False  # its model said of something that it was done, and made no call at all
    answered_early: bool = False  # by a command: its words state nothing
    voice: bool = False  # the answer is spoken too: what it answers was, or its user likes long ones so
    messages: list[ModelMessage] = field(default_factory=list)
    usage: RunUsage = field(default_factory=RunUsage)
    spending: Spending | None = None  # what its calls of paid models cost; set while it runs
    model: str = ""

    @property
    def channel(self) -> str:
        """Where the last message came from, and so where the reply goes."""
        return self.entries[-1].channel

    @property
    def request(self) -> str:
        """What is asked of a model."""
        return self.asked or self.text

    @property
    def address(self) -> str:
        """The place within the channel."""
        return self.entries[-1].address

    @property
    def in_group(self) -> bool:
        """Whether others read along where it was asked."""
        return is_group(self.channel, self.address)

    @property
    def said_alone(self) -> bool:
        """Whether its user said something, and nothing else came with it: no file, no quote, nobody else's words."""
        apart = any(entry.untrusted or entry.corrects for entry in self.entries) or self.attachments or self.notices
        typed = " ".join(entry.text for entry in self.entries).split()
        return bool(typed) and not apart and not self.by_clock and typed == self.text.split()

    @property
    def local_moment(self) -> datetime:
        """The turn's moment on the user's wall clock."""
        return self.moment.astimezone(ZoneInfo(self.user.time_zone))

    def stop(self) -> None:
        """End it: no further tool call runs, and the model's present answer is cut off."""
        self.books.stopped = True
        self.cancellation.cancel()

    def deps(self, resources: Resources, *, approved: str | None = None, by_rules: bool = False) -> AgentDeps:
        """The tools' container for this turn: the one factory, whatever the interface."""
        return AgentDeps(
            user=self.user,
            turn_id=self.id,
            trace_id=self.trace_id,
            channel=self.channel,
            now=self.moment,
            clock=resources.clock,
            database=resources.database,
            store=resources.store,
            search=resources.recall,
            connections=resources.connections,
            accounts=resources.accounts,
            feeds=resources.feeds,
            web=resources.web,
            traces=resources.tracing.reader_for(self.user.id),
            reader=resources.media,
            taint=self.taint,
            books=self.books,
            approved=approved,
            approval_lifetime=resources.settings.approval_lifetime,
            schedule_freshness=resources.settings.schedule_freshness,
            pushed=resources.mailroom.said_first.windows,
            workers=resources.workers,
            by_clock=self.by_clock,
            said=self.said,
            asked_for=self.asked_for,
            said_alone=self.said_alone,
            by_rules=by_rules,
            about_user=self.about_user,
            domains=self.route.domains if self.route else frozenset(),
        )

    def tell(self, resources: Resources, kind: EventKind, text: str = "") -> None:
        """Let whoever watches this user know what is going on. Of what the clock asked, only what is said in the end is shown."""
        if self.by_clock:
            return
        if kind == "draft" and self.above:
            text = f"{self.above}\n\n{text}"
        where = {"channel": self.channel, "address": self.address}
        resources.hub.publish(TurnEvent(kind, self.user.id, self.part_of or self.id, text, **where))

"""Everything, built once and put together: the server, the terminal, the loops and the tests take the same Services."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import pydantic_ai
from pydantic import SecretStr

from app.bootstrap.channels import build_files
from app.bootstrap.connections import SettingsConnections
from app.bootstrap.models import build_embedder, build_models
from app.bootstrap.owner import ensure_owner
from app.bootstrap.readings import StoredReadings
from app.bootstrap.storage import build_database
from app.bootstrap.tracing import build_tracing
from app.bootstrap.web import build_web
from app.clock import Clock, SystemClock
from app.config import Settings
from app.conversation.background import Background
from app.conversation.conversation import Conversation
from app.conversation.event_jobs import build_jobs
from app.conversation.history import Histories
from app.conversation.holder import this_process
from app.conversation.outbox import Mailroom, windows
from app.conversation.stream import Hub
from app.conversation.turn import Resources
from app.integrations.accounts import Accounts
from app.integrations.adopting import adopt
from app.integrations.calendar.telling import tell_calendar
from app.integrations.calendar_feed import CalendarFeed
from app.integrations.code_feed import CodeFeed
from app.integrations.fetching.fetcher import Fetcher, fetcher_of
from app.integrations.keys import KeyRing
from app.integrations.mail_feed import MailFeed
from app.integrations.names import Names
from app.integrations.oauth.signing_in import SigningIn
from app.integrations.oauth.tokens import StoredTokens
from app.integrations.tracker_feed import TrackerFeed
from app.integrations.vault import Vault
from app.integrations.web import Web
from app.language.reader.reading import read
from app.language.statements.facts import facts_in
from app.language.time.phrases import find_times
from app.learning.embedding import Embedding
from app.learning.injection import Injection
from app.learning.recall import Recall
from app.learning.study import Study
from app.loops.beside import Beside
from app.loops.ground import Ground
from app.loops.runner import Runner
from app.memory.folder import tighten
from app.memory.ports import Database
from app.memory.records import Account, User
from app.memory.repositories import Repositories, repositories
from app.models.asking import Asker
from app.models.budget import Budget
from app.models.calibration import Calibrations
from app.models.embeddings import Embedder
from app.models.media import Media, build_media
from app.models.roles import Models
from app.prompts.lock import warn_of_drift
from app.routing.agents import Agents
from app.routing.intent import IntentRouter, route_by_keywords
from app.timetable.allowed import Allowlist
from app.timetable.feeds import Feeds
from app.timetable.said_first import SaidFirst
from app.tracing.tracing import Tracing
from app.version import VERSION
from app.workers.run import Workforce

Given = Callable[[str], Awaitable[list[Account]]]


@dataclass(frozen=True, slots=True)
class Services:
    """What interfaces, routers and loops are given."""

    settings: Settings
    clock: Clock
    database: Database
    store: Repositories
    models: Models
    embedder: Embedder | None
    conversation: Conversation
    background: Background
    hub: Hub
    owner: User
    resources: Resources
    study: Study
    vault: Vault
    signing_in: SigningIn
    beside: Beside
    version: str = VERSION

    @property
    def accounts(self) -> Accounts:
        """People's accounts elsewhere."""
        return self.resources.accounts

    @property
    def feeds(self) -> Feeds:
        """What comes from them."""
        return self.resources.feeds

    @property
    def web(self) -> Web:
        """What the world outside is asked with."""
        return self.resources.web

    @property
    def tracing(self) -> Tracing:
        """Where traces go."""
        return self.resources.tracing

    @property
    def recall(self) -> Recall:
        """What finds what is kept."""
        return self.resources.recall

    @property
    def ground(self) -> Ground:
        """What loops work with."""
        return Ground(
            settings=self.settings,
            clock=self.clock,
            database=self.database,
            store=self.store,
            conversation=self.conversation,
            background=self.background,
            embedding=Embedding(self.store, self.embedder, self.clock),
            study=self.study,
            accounts=self.accounts,
            beside=self.beside,
            owner_id=self.owner.id,
            feeds=self.feeds,
            web=self.web,
            tracing=self.tracing,
        )

    def runner(self, **info: str) -> Runner:
        """The loops of this process; `info` says where it can be reached."""
        return Runner(self.ground, holder=this_process(), info=info)

    def warm(self) -> None:
        """Load what the first message would otherwise wait for: the model's SDK, the agents, the grammar. Safe in a thread."""
        self.models.chain("primary")
        self.resources.agents.select(frozenset())
        route_by_keywords("hello")
        warn_of_drift()
        find_times("tomorrow at nine", self.clock.now())
        facts_in("I live somewhere")
        if not self.models.names("primary"):
            read("hello")  # it reads what no language model does

    async def close(self) -> None:
        """Stop taking turns and let go of all that is open. What isn't finished is taken up at the next start."""
        await self.beside.close()
        await self.background.close()
        await self.conversation.close()
        await self.resources.names.close()
        await self.resources.media.close()
        for source in self.resources.files.values():
            await source.close()
        await self.signing_in.close()
        await self.models.close()
        if self.web.browser is not None:
            await self.web.browser.close()
        await self.resources.tracing.close()
        await self.database.close()


async def build_services(settings: Settings, *, serves: bool = False, **overrides: Any) -> Services:
    """Build and open everything; `serves` where it is the server's. `overrides`: clock, database, models, embedder, agents, media,
    files, jobs, web, tracing.

    Raises ConfigurationError or MigrationError with a sentence that says what to change.
    """
    pydantic_ai.BANNER_ENABLED = False  # what is printed is ours
    clock: Clock = overrides.get("clock") or SystemClock()
    models: Models = overrides.get("models") or build_models(settings)
    embedder: Embedder | None = overrides["embedder"] if "embedder" in overrides else build_embedder(settings)
    database: Database = overrides.get("database") or build_database(settings)
    await asyncio.to_thread(tighten, settings.data_dir)
    await database.open()
    store = _hiding_secrets(repositories(database), settings)
    vault = Vault(database, store, KeyRing(settings), clock)
    tokens, hub, fetcher = StoredTokens(settings, vault, store.leases, clock), Hub(), fetcher_of(settings, clock)
    accounts = Accounts(store, vault, clock, tokens, fetcher)
    media, web = _media_and_web(settings, fetcher, clock, overrides)
    signing_in = SigningIn(settings, vault, clock, accounts=accounts, tokens=tokens)
    given = partial(adopt, settings, accounts, signing_in) if serves else None
    owner = await _begun(ensure_owner(store, settings, clock, serves=serves), vault, database, given)
    recall, injection = _finding(database, store, embedder, clock)
    budget = Budget(settings, database, store, clock=clock, most_output=settings.max_output_tokens)
    agents, feeds = overrides.get("agents") or Agents(), _feeds(accounts, store)
    resources = Resources(
        settings=settings,
        clock=clock,
        database=database,
        store=store,
        router=IntentRouter(embedder, store=StoredReadings(store.encoder_readings, clock, "anchors")),
        agents=agents,
        models=models,
        budget=budget,
        recall=recall,
        injection=injection,
        connections=SettingsConnections(settings),
        accounts=accounts,
        names=Names(accounts, store, clock),
        feeds=feeds,
        web=web,
        histories=Histories(store, pause=settings.session_pause),
        hub=hub,
        mailroom=_mailroom(settings, database, store, hub, owner),
        media=media,
        workers=Workforce(settings, database, store, models, agents, budget),
        files=overrides.get("files") or build_files(settings),
        tracing=overrides.get("tracing") or build_tracing(settings, _secrets(settings), owner.id),
    )
    return Services(
        settings=settings,
        clock=clock,
        database=database,
        store=store,
        models=models,
        embedder=embedder,
        conversation=Conversation(resources, holder=this_process()),
        background=Background(resources, this_process(), overrides.get("jobs") or build_jobs(feeds)),
        hub=hub,
        owner=owner,
        resources=resources,
        study=Study(settings, clock, database, store, Asker(models, budget)),
        vault=vault,
        signing_in=signing_in,
        beside=Beside(),
    )


def _mailroom(settings: Settings, database: Database, store: Repositories, hub: Hub, owner: User) -> Mailroom:
    """What puts words where they go."""
    return Mailroom(database, store, hub, SaidFirst(store, Allowlist(settings, store, owner.id), windows(settings)))


def _finding(
    database: Database, store: Repositories, embedder: Embedder | None, clock: Clock
) -> tuple[Recall, Injection]:
    """What finds what is kept, and what brings it beside a message."""
    calibrations = Calibrations(store=StoredReadings(store.encoder_readings, clock, "calibration"))
    recall = Recall(database, store, embedder, calibrations=calibrations)
    return recall, Injection(database, store, embedder, recall, calibrations=calibrations)


def _media_and_web(settings: Settings, fetcher: Fetcher, clock: Clock, given: Mapping[str, Any]) -> tuple[Media, Web]:
    """What reads files and recordings, and what asks the world outside, which reads files with it."""
    media: Media = given.get("media") or build_media(settings, tell_calendar)
    return media, given.get("web") or build_web(settings, fetcher, clock, media)


def _hiding_secrets(store: Repositories, settings: Settings) -> Repositories:
    store.audit.hide(*_secrets(settings))
    return store


def _feeds(accounts: Accounts, store: Repositories) -> Feeds:
    """What comes from everybody's accounts, as the clock asks for it."""
    work = (CodeFeed(accounts), TrackerFeed(accounts))
    return Feeds((CalendarFeed(accounts, store),), (MailFeed(accounts, store),), work)


async def _begun(owner: Awaitable[User], vault: Vault, database: Database, given: Given | None) -> User:
    """The owner, once all that a start looks at is well; the database is closed where it isn't. `given` makes their accounts of the
    environment."""
    try:
        found = await owner
        await vault.check()
        if given is not None:
            await given(found.id)
    except BaseException:
        await database.close()
        raise
    return found


def _secrets(settings: Settings) -> list[str]:
    """What the settings hold and nobody may read in a log."""
    values = (getattr(settings, name) for name in type(settings).model_fields)
    return [value.get_secret_value() for value in values if isinstance(value, SecretStr)]

"""Everything, built once and put together: the server, the terminal, the loops and the tests take the same Services."""

import asyncio
from dataclasses import dataclass
from typing import Any

import pydantic_ai
from pydantic import SecretStr

from app.bootstrap.channels import build_files
from app.bootstrap.connections import SettingsConnections
from app.bootstrap.models import build_embedder, build_models
from app.bootstrap.owner import ensure_owner
from app.bootstrap.readings import StoredReadings
from app.bootstrap.storage import build_database
from app.clock import Clock, SystemClock
from app.config import Settings
from app.conversation.background import Background
from app.conversation.conversation import Conversation
from app.conversation.event_jobs import build_jobs
from app.conversation.history import Histories
from app.conversation.holder import this_process
from app.conversation.outbox import Mailroom, pushed_channels
from app.conversation.stream import Hub
from app.conversation.turn import Resources
from app.integrations.keys import KeyRing
from app.integrations.vault import Vault
from app.language.reader.reading import read
from app.language.statements.facts import facts_in
from app.language.time.phrases import find_times
from app.learning.embedding import Embedding
from app.learning.injection import Injection
from app.learning.recall import Recall
from app.learning.study import Study
from app.loops.ground import Ground
from app.loops.runner import Runner
from app.memory.folder import tighten
from app.memory.ports import Database
from app.memory.records import User
from app.memory.repositories import Repositories, repositories
from app.models.asking import Asker
from app.models.budget import Budget
from app.models.calibration import Calibrations
from app.models.embeddings import Embedder
from app.models.media import build_media
from app.models.roles import Models
from app.routing.agents import Agents
from app.routing.intent import IntentRouter, route_by_keywords
from app.timetable.allowed import Allowlist
from app.version import VERSION
from app.workers.run import Workforce


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
    version: str = VERSION

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
            owner_id=self.owner.id,
        )

    def runner(self, **info: str) -> Runner:
        """The loops of this process; `info` says where it can be reached."""
        return Runner(self.ground, holder=this_process(), info=info)

    def warm(self) -> None:
        """Load what the first message would otherwise wait for: the model's SDK, the agents, the grammar. Safe in a thread."""
        self.models.chain("primary")
        self.resources.agents.select(frozenset())
        route_by_keywords("hello")
        find_times("tomorrow at nine", self.clock.now())
        facts_in("I live somewhere")
        if not self.models.names("primary"):
            read("hello")  # it reads what no language model does

    async def close(self) -> None:
        """Stop taking turns and let go of all that is open. What isn't finished is taken up at the next start."""
        await self.background.close()
        await self.conversation.close()
        await self.resources.media.close()
        for source in self.resources.files.values():
            await source.close()
        await self.models.close()
        await self.database.close()


async def build_services(settings: Settings, *, serves: bool = False, **overrides: Any) -> Services:
    """Build and open everything; `serves` where it is the server's. `overrides`: clock, database, models, embedder, agents, media,
    files, jobs.

    Raises ConfigurationError or MigrationError with a sentence that says what to change.
    """
    pydantic_ai.BANNER_ENABLED = False  # what is printed is ours
    clock: Clock = overrides.get("clock") or SystemClock()
    models: Models = overrides.get("models") or build_models(settings)
    embedder: Embedder | None = overrides["embedder"] if "embedder" in overrides else build_embedder(settings)
    database: Database = overrides.get("database") or build_database(settings)
    await asyncio.to_thread(tighten, settings.data_dir)
    await database.open()
    store = repositories(database)
    store.audit.hide(*_secrets(settings))
    try:
        owner = await ensure_owner(store, settings, clock, serves=serves)
        vault = Vault(database, store, KeyRing(settings), clock)
        await vault.check()
    except BaseException:
        await database.close()
        raise
    hub = Hub()
    calibrations = Calibrations(store=StoredReadings(store.encoder_readings, clock, "calibration"))
    recall = Recall(database, store, embedder, calibrations=calibrations)
    budget = Budget(settings, database, store, clock=clock, most_output=settings.max_output_tokens)
    agents = overrides.get("agents") or Agents()
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
        injection=Injection(database, store, embedder, recall, calibrations=calibrations),
        connections=SettingsConnections(settings),
        histories=Histories(store, pause=settings.session_pause),
        hub=hub,
        mailroom=Mailroom(database, store, hub, Allowlist(settings, store, owner.id), pushed_channels(settings)),
        media=overrides.get("media") or build_media(settings),
        workers=Workforce(settings, database, store, models, agents, budget),
        files=overrides.get("files") or build_files(settings),
    )
    return Services(
        settings=settings,
        clock=clock,
        database=database,
        store=store,
        models=models,
        embedder=embedder,
        conversation=Conversation(resources, holder=this_process()),
        background=Background(resources, this_process(), overrides.get("jobs") or build_jobs()),
        hub=hub,
        owner=owner,
        resources=resources,
        study=Study(settings, clock, database, store, Asker(models, budget)),
        vault=vault,
    )


def _secrets(settings: Settings) -> list[str]:
    """What the settings hold and nobody may read in a log."""
    values = (getattr(settings, name) for name in type(settings).model_fields)
    return [value.get_secret_value() for value in values if isinstance(value, SecretStr)]

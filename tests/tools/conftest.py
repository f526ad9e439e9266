"""The tools on a real SQLite file, as the gate would call them: real repositories, real search by words, a still clock."""

import uuid
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from pydantic_ai import RunContext
from pydantic_ai.models.test import TestModel
from pydantic_ai.usage import RunUsage

from app.clock import ManualClock
from app.deps import AgentDeps, Taint
from app.gate.outcome import Done
from app.learning.recall import Recall
from app.memory.adapters.sqlite import SqliteDatabase
from app.memory.ports import Database
from app.memory.records import Account, LedgerEntry
from app.memory.repositories import repositories
from tests.servers.dav import DavServer
from tests.servers.radicale import radicale
from tests.sqlite import migrated_file

NOON = datetime(2026, 11, 21, 11, 0, tzinfo=UTC)  # Saturday, twelve o'clock in Paris


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The settings of one of the two engines, by the test's name: a file of tools runs on both, each of its tests on one. What is stored is held to
    both in tests/contract, whole days are in tests/e2e."""
    on_postgres = crc32(request.node.name.encode()) % 2
    return {"database_url": request.getfixturevalue("postgres_url")} if on_postgres else {}


@pytest.fixture(scope="session")
def dav_server() -> Iterator[DavServer]:
    """A real Radicale, whose tests begin with `fresh`."""
    with radicale() as server:
        yield server


class NothingConnected:
    """Says which service was asked for."""

    def status(self, service: str, accounts: Sequence[Account] = (), channel: str = "") -> str:
        """One sentence."""
        assert (list(accounts), channel) in (([], "cli"), ([], ""))
        return f"{service} isn't connected."


@dataclass
class Desk:
    """A user's desk: the context tools are called with, and what tests do around the calls."""

    deps: AgentDeps

    @property
    def ctx(self) -> RunContext[AgentDeps]:
        """What a tool gets."""
        return RunContext(deps=self.deps, model=TestModel(), usage=RunUsage())

    def later(self, **by: float) -> "Desk":
        """The same desk, in a new turn some time later."""
        now = self.deps.now + timedelta(**by)
        return Desk(replace(self.deps, now=now, turn_id=uuid.uuid4().hex, taint=Taint()))

    def tainted(self, source: str) -> "Desk":
        """The same desk in a turn that has read `source`."""
        return Desk(replace(self.deps, turn_id=uuid.uuid4().hex, taint=Taint([source])))

    async def write(self, done: Done) -> LedgerEntry:
        """Put a change on the ledger, as the gate does."""
        user_id, turn_id = self.deps.user.id, self.deps.turn_id
        ledger = self.deps.store.ledger
        entry = await ledger.start(
            user_id, turn_id=turn_id, call_key=uuid.uuid4().hex, tool="a tool", arguments={}, at=self.deps.now
        )
        assert entry is not None
        await ledger.finish(user_id, entry.id, status="done", result=done.text, undo=done.undo, at=self.deps.now)
        written = await ledger.get(user_id, entry.id)
        assert written is not None
        return written


@asynccontextmanager
async def desk_over(database: Database, time_zone: str) -> AsyncIterator[Desk]:
    """An empty one, of somebody in that zone."""
    await database.open()
    store = repositories(database)
    user = await store.users.add("ama", name="Ama", time_zone=time_zone, zone_source="user", locale="en", at=NOON)
    yield Desk(
        AgentDeps(
            user=user,
            turn_id="turn-1",
            trace_id="trace-1",
            channel="cli",
            now=NOON,
            clock=ManualClock(NOON),
            database=database,
            store=store,
            search=Recall(database, store, None),
            connections=NothingConnected(),
            taint=Taint(),
        )
    )
    await database.close()


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    """An empty desk in Paris on Saturday at noon."""
    async with desk_over(SqliteDatabase(migrated_file(tmp_path / "kwasi.db")), "Europe/Paris") as made:
        yield made

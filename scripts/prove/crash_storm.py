#!/usr/bin/env python3
"""Kill -9 at every step of a turn, then start again: is anything lost, is anything done twice?

Each run is a real process that is killed with a real SIGKILL just before or just after its n-th use of the database, n from
the first to the last. A second process then starts on the same database and must bring things to their end. What must hold:
the message has exactly one turn and one reply, and the world looks as after an undisturbed run.

    crash_storm.py [--engine sqlite|postgres|both] [--postgres URL] [--share 1.0] [--seed 0]

`--share` takes a seeded part of the steps. Postgres needs the URL of a server on which databases may be made, or the
development environment, which brings one. Prints a table; exit code 1 when anything was lost or doubled.
"""

import argparse
import asyncio
import logging
import os
import random
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models import Model
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel

from app.bootstrap.services import Services, build_services
from app.bootstrap.storage import build_database
from app.clock import ManualClock
from app.config import Settings
from app.loops.events import run_due
from app.loops.reminders import deliver_due
from app.messages import InboundMessage
from app.routing.agents import Agents

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
AGENTS = Agents()  # built once: each life is forked from here
WITHIN = 30.0
USES = ("fetch", "fetch_one", "fetch_among", "execute", "insert_many", "insert_new", "claim", "put_vector")


class DoomedDatabase:
    """A real database that kills its own process at the chosen use of it; it counts commits as uses of their own."""

    def __init__(self, inner: Any, doom: int | None) -> None:
        self.inner, self.doom, self.uses = inner, doom, 0
        self.depth = 0

    def __getattr__(self, name: str) -> Any:
        found = getattr(self.inner, name)
        if name not in USES:
            return found

        async def used(*values: Any, **named: Any) -> Any:
            self.step()
            result = await found(*values, **named)
            self.step()
            return result

        return used

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[None]:
        self.step()
        async with self.inner.transaction():
            yield
            self.step()
        self.step()

    def step(self) -> None:
        self.uses += 1
        if self.uses == self.doom:
            os.kill(os.getpid(), signal.SIGKILL)


# ------------------------------------------------------------------------------------------------ what is done, and how it ends


async def say(house: Services, text: str, name: str = "m1") -> str:
    message = InboundMessage(house.owner.id, "cli", name, text, house.clock.now())
    receipt = await house.conversation.receive(message)
    reply = await house.conversation.answer(house.owner.id, receipt.inbox_id, timeout=WITHIN)
    return reply.text


async def joined(house: Services) -> None:
    await say(house, "add milk and eggs to my shopping list and remind me at 18:00 to buy them")


async def noted(house: Services) -> None:
    await say(house, "note that the wifi code is on the fridge")


async def confirmed(house: Services) -> None:
    """Ask for what can't be undone and, once it has asked back, confirm it; after a crash all of that is done again."""
    await say(house, "remember that my sister's name is Ama", "m0")
    await say(house, "forget my sister's name")
    for action in await house.store.pending.waiting(house.owner.id, house.clock.now()):
        await house.conversation.decide(house.owner.id, "confirm", action.id)


async def reminded(house: Services) -> None:
    """A reminder falls due and is said."""
    if not await house.store.turns.count(house.owner.id):
        await say(house, "remind me at 13:00 to call mum")
    house.clock.set(NOON + timedelta(hours=2))  # type: ignore[attr-defined]
    await deliver_due(house.store, house.database, house.conversation.mailroom, house.clock, house.settings)


async def scheduled(house: Services) -> None:
    """A scheduled task falls due, adds a to-do and says so."""
    schedules = house.store.scheduled_tasks
    if not await schedules.everything(house.owner.id):
        await schedules.add(
            house.owner.id,
            name="weekly milk",
            instruction="add milk to my shopping list",
            rule="FREQ=WEEKLY",
            local_start="2027-03-10T13:00:00",
            time_zone="UTC",
            due_at=NOON + timedelta(hours=1),
            turn_id=None,
            taint=[],
            at=NOON,
        )
    house.clock.set(NOON + timedelta(hours=1))  # type: ignore[attr-defined]
    await run_due(house.ground)
    await house.background.drain()


async def world(house: Services) -> dict[str, Any]:
    """What a user would see."""
    user, store = house.owner.id, house.store
    said = await store.outbox.after(user, ("local",), 0, 100)
    return {
        "turns": await store.turns.count(user),
        "tasks": sorted(task.title for task in await store.tasks.list(user)),
        "notes": sorted(note.content for note in await store.notes.list(user, limit=50)),
        "reminders": sorted((item.text, item.due_at.isoformat()) for item in await store.reminders.list(user)),
        "facts": sorted(fact.statement for fact in await store.facts.current(user)),
        "said": sorted(entry.key.split(":")[0] for entry in said),
        "schedules": sorted((one.state, one.due_at.isoformat()) for one in await store.scheduled_tasks.list(user)),
        "ended": sorted(one.status for one in await store.occurrences.recent(user, 100)),
        "open": await store.inbox.users_with_open(),
        "waiting": len(await store.pending.waiting(user, house.clock.now())),
    }


def reworded(messages: list[ModelMessage], run: int) -> ModelResponse:
    """A model that never says the same thing twice: each process of it has its own words for the same wish."""
    done = [part for message in messages for part in message.parts if part.part_kind == "tool-return"]
    if len(done) >= 2:
        return ModelResponse(parts=[TextPart("All set.")])
    wishes = [
        ToolCallPart("add_tasks", {"titles": ["milk" if run == 0 else "Milk (semi-skimmed)"], "list_name": "shopping"}),
        ToolCallPart("save_note", {"content": "fridge" if run == 0 else "The fridge note"}),
    ]
    return ModelResponse(parts=[wishes[len(done)]])


def wordy(run: int) -> Model:
    async def stream(messages: list[ModelMessage], _: AgentInfo) -> AsyncIterator[Any]:
        [part] = reworded(messages, run).parts
        if isinstance(part, ToolCallPart):
            yield {0: DeltaToolCall(part.tool_name, part.args_as_json_str(), tool_call_id=part.tool_call_id)}
        else:
            yield "All set."

    return FunctionModel(lambda messages, _: reworded(messages, run), stream_function=stream)


async def wordily(house: Services) -> None:
    await say(house, "add milk to my shopping list and note the fridge")


def same(expected: dict[str, Any], seen: dict[str, Any]) -> bool:
    return expected == seen


def same_but_for_words(expected: dict[str, Any], seen: dict[str, Any]) -> bool:
    """As many of everything, whichever words the model chose."""
    counts = {key: len(value) if isinstance(value, list) else value for key, value in seen.items()}
    return counts == {key: len(value) if isinstance(value, list) else value for key, value in expected.items()}


@dataclass(frozen=True)
class Scenario:
    """One thing a user does. `model` None: the offline model."""

    name: str
    act: Callable[[Services], Awaitable[None]]
    model: Callable[[int], Model] | None = None
    agrees: Callable[[dict[str, Any], dict[str, Any]], bool] = same


SCENARIOS = (
    Scenario("two things in one sentence, offline model", joined),
    Scenario("a note, offline model", noted),
    Scenario("a model that words it anew each time", wordily, wordy, same_but_for_words),
    Scenario("approval asked and confirmed", confirmed),
    Scenario("a reminder falls due", reminded),
    Scenario("a scheduled task falls due", scheduled),
    Scenario("... and its model words it anew each time", scheduled, wordy, same_but_for_words),
)


# ------------------------------------------------------------------------------------------------ processes


class Scripted:
    """Models with one scripted model first."""

    def __init__(self, first: Model, offline: Model) -> None:
        self.first, self.offline = first, offline

    def chain(self, _: str) -> Model:
        return self.first

    def online(self, _: str) -> Model | None:
        return None

    def names(self, _: str) -> list[str]:
        return []

    async def close(self) -> None:
        return


async def live(scenario: Scenario, settings: Settings, *, doom: int | None, run: int) -> tuple[int, dict[str, Any]]:
    """One life of the process: open the house, take up what is open, do the thing, look at the world."""
    database = DoomedDatabase(build_database(settings), None)
    overrides: dict[str, Any] = {"database": database, "clock": ManualClock(NOON), "embedder": None}
    if scenario.model:
        from app.models.offline.model import OfflineModel

        overrides["models"] = Scripted(scenario.model(run), OfflineModel())
    house = await build_services(settings, **{"agents": AGENTS, **overrides})
    database.doom = doom
    try:
        await house.conversation.sweep()
        await scenario.act(house)
        await house.conversation.drain()
        database.doom = None
        return database.uses, await world(house)
    finally:
        await house.close()


def in_process(work: Callable[[], Any]) -> tuple[int, Any]:
    """Run `work` in a forked process; its wait status, and what it returned when it lived."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        code = 1
        try:
            answer = repr(work())
            os.write(writing, answer.encode())
            code = 0
        except BaseException as problem:  # noqa: BLE001 - the child ends here, whatever it was
            sys.stderr.write(f"{type(problem).__name__}: {problem}\n")
        os._exit(code)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        answer = pipe.read()
    _, status = os.waitpid(child, 0)
    import ast

    return status, ast.literal_eval(answer) if answer else None


@contextmanager
def fresh(engine: str, server: Any) -> Iterator[Settings]:
    """Settings of an empty house."""
    with tempfile.TemporaryDirectory() as folder:
        common: dict[str, Any] = {"data_dir": Path(folder), "time_zone": "UTC", "embedder": "none", "_env_file": None}
        if engine == "sqlite":
            yield Settings(**common)
            return
        with server.database() as url:
            yield Settings(**common, database_url=url)


@dataclass
class Tally:
    """What came of one scenario."""

    kills: int = 0
    lost: int = 0
    doubled: int = 0


def storm(scenario: Scenario, engine: str, server: Any, *, share: float, rng: random.Random) -> Tally:
    """Kill at every step (or a seeded share of them), restart, compare."""
    with fresh(engine, server) as settings:
        status, calm = in_process(lambda: asyncio.run(live(scenario, settings, doom=None, run=0)))
        if status:
            raise SystemExit(f"{scenario.name}: the undisturbed run failed")
    steps, expected = calm
    # Runs differ by a step or two, so that the very last one may never come: a share of none is the middle one.
    chosen = [step for step in range(1, steps + 1) if rng.random() < share] or [(steps + 1) // 2]
    tally = Tally()
    for step in chosen:
        with fresh(engine, server) as settings:
            status, _ = in_process(lambda: asyncio.run(live(scenario, settings, doom=step, run=0)))  # noqa: B023
            tally.kills += os.WIFSIGNALED(status)
            status, again = in_process(lambda: asyncio.run(live(scenario, settings, doom=None, run=1)))
            compare(scenario, step, expected, again[1] if again and not status else None, tally)
    return tally


def compare(scenario: Scenario, step: int, expected: dict[str, Any], seen: dict[str, Any] | None, tally: Tally) -> None:
    if seen is not None and scenario.agrees(expected, seen):
        return
    more = seen is not None and any(_size(seen[key]) > _size(expected[key]) for key in expected)
    tally.doubled += more
    tally.lost += not more
    difference = (
        "no answer"
        if seen is None
        else {key: (expected[key], seen[key]) for key in expected if seen[key] != expected[key]}
    )
    sys.stderr.write(f"  step {step} of “{scenario.name}”: {difference}\n")


def _size(value: Any) -> int:
    return len(value) if isinstance(value, list) else value


class GivenServer:
    """A Postgres server whose URL was given: a database is made and dropped for each run."""

    def __init__(self, url: str) -> None:
        self.url, self.count = url, 0

    @contextmanager
    def database(self) -> Iterator[str]:
        self.count += 1
        name = f"kwasi_storm_{os.getpid()}_{self.count}"
        in_process(lambda: asyncio.run(self._run(f"CREATE DATABASE {name}")))
        try:
            yield f"{self.url.rsplit('/', 1)[0]}/{name}"
        finally:
            in_process(lambda: asyncio.run(self._run(f"DROP DATABASE {name} WITH (FORCE)")))

    async def _run(self, statement: str) -> None:
        import asyncpg

        connection = await asyncpg.connect(self.url)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()


def main() -> int:
    """0 when nothing was lost and nothing doubled."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--postgres", default="", metavar="URL")
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)  # dying processes say little of interest
    engines = ("sqlite", "postgres") if options.engine == "both" else (options.engine,)
    bad = 0
    with postgres_for(engines, options.postgres) as server:
        print(f"{'engine':9} {'scenario':44} {'kills':>6} {'lost':>5} {'doubled':>8}")
        for engine in engines:
            for scenario in SCENARIOS:
                rng = random.Random(f"{options.seed}:{engine}:{scenario.name}")
                tally = storm(scenario, engine, server, share=options.share, rng=rng)
                bad += tally.lost + tally.doubled
                print(f"{engine:9} {scenario.name:44} {tally.kills:6} {tally.lost:5} {tally.doubled:8}", flush=True)
    return 1 if bad else 0


@contextmanager
def postgres_for(engines: tuple[str, ...], url: str) -> Iterator[Any]:
    """The given server, or the development environment's own."""
    if "postgres" not in engines:
        yield None
    elif url:
        yield GivenServer(url)
    else:
        from tests.postgres import TestRun, server_of

        run = TestRun()
        try:
            yield server_of(run.folder)
        finally:
            run.close()


if __name__ == "__main__":
    sys.exit(main())

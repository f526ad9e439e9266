#!/usr/bin/env python3
"""Two processes share one Postgres, one is killed at random, again and again: is anything missed, is anything done twice?

    python -m scripts.prove.replicas [--kills 500] [--elsewhere 0] [--users 12] [--latency 2] [--burst 1] [--pool 10]
        [--seed 0] [--postgres URL] [--log FILE]

Each process runs the services and all loops, as a server does. Meanwhile reminders, repeating ones among them, and schedules come due all
the time and messages come in at either process; kills fall into that with SIGKILL, often just after messages were taken or in
the second in which much is due, and the process is started again. Whoever handed a message to a process that died without a
word hands it to another one under the same id, as channels do.

At the end: every due moment has one occurrence that was done and one message, every message one turn and one answer, every instruction
was carried out once. The takeover time of what a killed process held is from the kill to the moment at which it was settled. With
`--elsewhere` as many kills more hit processes that say they are on another machine, where only the time of a lease tells that its holder
is gone. `--latency` (milliseconds a statement) makes turns last as long as with a database across a network. `--burst` is how many messages
a user writes at once when a process is about to be killed, so that one turn has several calls to make; `--log` keeps what processes warn of.
"""

import argparse
import asyncio
import logging
import multiprocessing
import random
import socket
import statistics
import sys
import time
import uuid
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from typing import Any

from app.bootstrap.services import build_services
from app.bootstrap.storage import build_database
from app.config import Settings
from app.memory.ports import Database
from app.memory.repositories import Repositories, repositories
from app.messages import InboundMessage
from app.observability import EventFormatter
from scripts.prove.engines import storage_of

SPAWN = multiprocessing.get_context("forkserver")
QUIET = (  # nothing of its own accord: what is due is what this script sets
    "briefing_time evening_recap_time weekly_recap_time weekly_prep_time read_later_digest_time journal_digest_time"
    " email_intel_time reflection_time quiet_hours"
).split()
_STARTED = 60.0
_SETTLED = 240.0
_RECOVERS = 0.8
_GIVEN_UP = "broke off 3 times"


# ------------------------------------------------------------------------------------------------ one process


class Slow:
    """A database across a network: each statement costs so many seconds more."""

    def __init__(self, inner: Any, seconds: float) -> None:
        self._inner, self._seconds = inner, seconds

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if name not in ("fetch", "fetch_one", "execute", "claim"):
            return found

        async def asked(*values: Any, **named: Any) -> Any:
            await asyncio.sleep(self._seconds)
            return await found(*values, **named)

        return asked


def live(settings: dict[str, Any], host: str, latency: float, door: Connection, log: str) -> None:
    """The life of one process: it says when it is ready, then what it was handed is answered with its id once it is kept. What it warns
    of goes to the file `log`, where one is named."""
    if log:
        handler = logging.FileHandler(log, encoding="utf-8")
        handler.setFormatter(EventFormatter())
        logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    else:
        logging.disable(logging.CRITICAL)
    if host:
        socket.gethostname = lambda: host
    asyncio.run(_live(settings, latency, door))


async def _live(settings: dict[str, Any], latency: float, door: Connection) -> None:
    built = Settings(**settings)
    services = await build_services(built, database=Slow(build_database(built), latency), embedder=None)
    services.runner().start()
    await services.conversation.sweep()
    handed: asyncio.Queue[tuple[str, str, str]] = asyncio.Queue()
    asyncio.get_running_loop().add_reader(door.fileno(), lambda: handed.put_nowait(door.recv()))
    door.send("ready")
    taking: set[asyncio.Task[None]] = set()
    while True:
        taking.add(asyncio.create_task(_take(services, door, *await handed.get())))


async def _take(services: Any, door: Connection, user_id: str, external_id: str, text: str) -> None:
    message = InboundMessage(user_id, "http", external_id, text, services.clock.now())
    await services.conversation.receive(message)
    door.send(external_id)


@dataclass
class Replica:
    """A process, started again as often as it is killed."""

    settings: dict[str, Any]
    latency: float
    elsewhere: bool = False
    log: str = ""
    host: str = ""
    process: Any = None
    door: Any = None
    ready: bool = False
    handed: dict[str, tuple[str, str, str]] = field(default_factory=dict)

    @property
    def holder(self) -> str:
        """How its name on leases begins."""
        return f"{self.host or socket.gethostname()}|{self.process.pid}|"

    def start(self) -> None:
        self.door, theirs = SPAWN.Pipe()
        self.ready = False
        self.host = f"machine-{uuid.uuid4().hex}" if self.elsewhere else ""  # one that was lost does not come back
        given = (self.settings, self.host, self.latency, theirs, self.log)
        self.process = SPAWN.Process(target=live, args=given, daemon=True)
        self.process.start()
        theirs.close()

    def kill(self) -> list[tuple[str, str, str]]:
        """End it without a word; what was handed to it and not acknowledged."""
        self.ready = False
        self.process.kill()
        self.process.join()
        self.listen()
        self.door.close()
        lost, self.handed = list(self.handed.values()), {}
        return lost

    def hand(self, message: tuple[str, str, str]) -> bool:
        """Give it a message; False where it is not there."""
        if not self.ready:
            return False
        with suppress(OSError):
            self.door.send(message)
            self.handed[message[1]] = message
            return True
        return False

    def listen(self) -> None:
        """Hear what it has to say."""
        with suppress(OSError, EOFError):
            while self.door.poll():
                said = self.door.recv()
                self.ready = self.ready or said == "ready"
                self.handed.pop(said, None)


# ------------------------------------------------------------------------------------------------ what comes in


@dataclass
class World:
    """What was asked for, to be found again at the end."""

    database: Database
    store: Repositories
    users: list[str]
    rng: random.Random
    reminders: dict[int, tuple[str, datetime]] = field(default_factory=dict)
    schedules: dict[int, tuple[str, str]] = field(default_factory=dict)
    messages: dict[str, tuple[str, str]] = field(default_factory=dict)
    waiting: list[tuple[str, str, str]] = field(default_factory=list)
    count: int = 0

    def name(self, kind: str) -> str:
        """A word that stands for one thing alone."""
        self.count += 1
        letters, number = "", self.count
        while number:
            number, letter = divmod(number, 20)
            letters += "bcdfghjklmnpqrstvwxz"[letter]
        return f"{kind}{letters}q"

    async def people(self) -> None:
        now = datetime.now(UTC)
        for user_id in self.users:
            await self.store.users.add(user_id, name=user_id, time_zone="UTC", zone_source="user", locale="en", at=now)
        for user_id in self.users[::3]:
            await self.remind(user_id, "each minute", now + timedelta(seconds=20), rule="FREQ=MINUTELY")

    async def remind(self, user_id: str, text: str, due_at: datetime, rule: str | None = None) -> None:
        start = due_at.replace(tzinfo=None).isoformat()
        row = await self.store.reminders.add(
            user_id,
            text=text,
            due_at=due_at,
            local_start=start,
            time_zone="UTC",
            rule=rule,
            turn_id=None,
            taint=[],
            at=datetime.now(UTC),
        )
        if rule is None:
            self.reminders[row.id] = (text, due_at)

    async def schedule(self, user_id: str, due_at: datetime) -> None:
        title = self.name("s")
        row = await self.store.scheduled_tasks.add(
            user_id,
            name=title,
            instruction=f"add {title} to my jobs list",
            rule="",
            local_start=due_at.replace(tzinfo=None).isoformat(),
            time_zone="UTC",
            due_at=due_at,
            turn_id=None,
            taint=[],
            at=datetime.now(UTC),
        )
        self.schedules[row.id] = (user_id, title)

    def say(self, user_id: str) -> None:
        """Something comes in from a user."""
        title, external_id = self.name("m"), uuid.uuid4().hex
        self.messages[external_id] = (user_id, title)
        self.waiting.append((user_id, external_id, f"add {title} to my shopping list"))

    async def more(self, seconds: float) -> None:
        """Something due within so many seconds, and a message."""
        for user_id in self.rng.sample(self.users, 1):
            due_at = datetime.now(UTC) + timedelta(seconds=self.rng.uniform(0.2, seconds))
            await self.remind(user_id, self.name("r"), due_at)
            await self.schedule(user_id, due_at)
        await self.database.nudge("work")
        self.say(self.rng.choice(self.users))


# ------------------------------------------------------------------------------------------------ kills


@dataclass
class Held:
    """What a killed process was at: a turn or an event, by its turn's id."""

    turn_id: str
    killed_at: datetime


@dataclass
class Storm:
    """Replicas, what comes in at them, and what they held when they were killed."""

    world: World
    replicas: list[Replica]
    held: list[Held] = field(default_factory=list)
    kills: int = 0
    patience: float = 20.0
    burst: int = 1

    async def rage(self, kills: int) -> None:
        """Kill so many times."""
        tasks = [asyncio.create_task(self._feed()), asyncio.create_task(self._hand_out())]
        until = self.kills + kills
        try:
            while self.kills < until:
                await self._all_ready()
                if self.world.rng.random() < _RECOVERS:
                    await self._taken_over()
                await asyncio.sleep(self.world.rng.uniform(0.1, 0.8))
                await self._strike(self.world.rng.choice(self.replicas))
                if self.kills % 50 == 0:
                    print(f"  {self.kills} kills", file=sys.stderr, flush=True)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _strike(self, victim: Replica) -> None:
        """Kill one a moment after some users wrote to it."""
        rng = self.world.rng
        for user_id in rng.sample(self.world.users, rng.randint(0, 4)):
            for _ in range(self.burst):
                self.world.say(user_id)
                victim.hand(self.world.waiting.pop())
        await asyncio.sleep(rng.uniform(0.0, 0.25))
        holder, killed_at = victim.holder, datetime.now(UTC)
        self.world.waiting += victim.kill()
        self.kills += 1
        self.held += [Held(turn_id, killed_at) for turn_id in await self._held_by(holder)]
        await asyncio.sleep(rng.uniform(0.0, 0.5))
        victim.start()

    async def _held_by(self, holder: str) -> list[str]:
        sql = (
            "SELECT i.turn_id AS id FROM leases l JOIN inbox i ON l.name = 'turn:' || i.user_id AND i.status = 'running'"
            " WHERE starts_with(l.holder, $1) UNION"
            " SELECT o.run_id AS id FROM leases l JOIN occurrences o ON l.name = 'events:' || o.user_id"
            " AND o.status = 'running' WHERE starts_with(l.holder, $1)"
        )
        return [row["id"] for row in await self.world.database.fetch(sql, holder)]

    async def _all_ready(self) -> None:
        async with asyncio.timeout(_STARTED):
            while not all(replica.ready for replica in self.replicas):
                await asyncio.sleep(0.01)

    async def _taken_over(self) -> None:
        """What was held is settled: most kills fall into a house that has recovered, the others into its recovery."""
        begun = time.monotonic()
        while time.monotonic() - begun < self.patience and await self._unsettled():
            await asyncio.sleep(0.1)

    async def _unsettled(self) -> int:
        held = [one.turn_id for one in self.held[-20:]]
        sql = "SELECT COUNT(*) AS settled FROM turns WHERE id = ANY($1)"
        [row] = await self.world.database.fetch(sql, held)
        return len(held) - row["settled"]

    async def _feed(self) -> None:
        """As much as the processes can do: a backlog would measure the machine."""
        while True:
            if await self._open() < 2 * len(self.world.users):
                await self.world.more(3.0)
            await asyncio.sleep(0.3)

    async def _hand_out(self) -> None:
        """Each message to a process that is there; one that was lost, to another."""
        while True:
            for replica in self.replicas:
                replica.listen()
            ready = [replica for replica in self.replicas if replica.ready]
            while self.world.waiting and ready:
                message = self.world.waiting.pop(0)
                if not self.world.rng.choice(ready).hand(message):
                    self.world.waiting.append(message)
                    break
            await asyncio.sleep(0.02)

    async def settle(self) -> None:
        """Let what is open come to its end."""
        handing = asyncio.create_task(self._hand_out())
        try:
            async with asyncio.timeout(_SETTLED):
                while self.world.waiting or any(one.handed for one in self.replicas) or await self._open():
                    await asyncio.sleep(0.2)
        except TimeoutError:
            print("  not everything came to its end", file=sys.stderr)
        finally:
            handing.cancel()
            await asyncio.gather(handing, return_exceptions=True)

    async def _open(self) -> int:
        sql = (
            "SELECT (SELECT COUNT(*) FROM inbox WHERE status <> 'done')"
            " + (SELECT COUNT(*) FROM occurrences WHERE status IN ('waiting', 'running'))"
            " + (SELECT COUNT(*) FROM reminders WHERE rule IS NULL AND status IN ('active', 'processing'))"
            " + (SELECT COUNT(*) FROM scheduled_tasks WHERE status IN ('active', 'processing')) AS open"
        )
        [row] = await self.world.database.fetch(sql)
        return row["open"]


# ------------------------------------------------------------------------------------------------ what came of it


@dataclass
class Tally:
    """How many there were, and what is wrong."""

    counts: dict[str, int] = field(default_factory=dict)
    missed: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    lateness: list[float] = field(default_factory=list)
    takeovers: list[float] = field(default_factory=list)
    undisturbed: list[float] = field(default_factory=list)

    def once(self, what: str, found: int) -> None:
        """It should be there once."""
        if found != 1:
            (self.missed if found < 1 else self.doubled).append(f"{what}: {found} times")


async def _count(database: Database, sql: str) -> Counter[str]:
    return Counter({row["name"]: row["found"] for row in await database.fetch(sql)})


async def tally(storm: Storm) -> Tally:
    """Compare what was asked for with what is there."""
    world, found = storm.world, Tally()
    await _reminders(world, found)
    await _repeating(world, found)
    await _schedules(world, found)
    await _messages(world, found)
    ended = {row["id"]: row["at"] for row in await world.database.fetch("SELECT id, finished_at AS at FROM turns")}
    found.takeovers = [
        (ended[one.turn_id] - one.killed_at).total_seconds() for one in storm.held if one.turn_id in ended
    ]
    held = [one.turn_id for one in storm.held]
    sql = "SELECT extract(epoch FROM finished_at - started_at)::float8 AS seconds FROM turns WHERE id <> ALL($1)"
    found.undisturbed = [row["seconds"] for row in await world.database.fetch(sql, held)]
    found.counts["held when killed"] = len(storm.held)
    return found


async def _reminders(world: World, found: Tally) -> None:
    rows = await world.database.fetch(
        "SELECT body, created_at FROM outbox WHERE key LIKE 'reminder:%' OR key LIKE '%missed%'"
    )
    said: Counter[str] = Counter()
    when: dict[str, datetime] = {}
    for row in rows:
        for word in row["body"]["text"].replace("\n", " ").split():
            said[word.strip('.,:;()“”"—')] += 1
            when.setdefault(word.strip('.,:;()“”"—'), row["created_at"])
    ended = await _count(
        world.database,
        "SELECT owner_id AS name, COUNT(*) AS found FROM occurrences WHERE owner_kind = 'reminder'"
        " AND status IN ('ran', 'late') GROUP BY owner_id",
    )
    for number, (text, due_at) in world.reminders.items():
        found.once(f"reminder {number} in the books", ended[str(number)])
        found.once(f"reminder {number} said", said[text])
        if text in when:
            found.lateness.append((when[text] - due_at).total_seconds())
    found.counts["reminders"] = len(world.reminders)


async def _repeating(world: World, found: Tally) -> None:
    """Each minute of each repeating reminder was done, and told by a message of its own."""
    sql = (
        "SELECT o.owner_id, o.due_at, o.status, COUNT(b.id) AS messages FROM occurrences o"
        " JOIN reminders r ON r.id::text = o.owner_id AND r.rule IS NOT NULL"
        " LEFT JOIN outbox b ON b.user_id = o.user_id AND b.created_at = o.ended_at"
        " AND b.body::text LIKE '%each minute%' WHERE o.owner_kind = 'reminder'"
        " GROUP BY o.owner_id, o.due_at, o.status ORDER BY o.owner_id, o.due_at"
    )
    last: dict[str, datetime] = {}
    rows = await world.database.fetch(sql)
    for row in rows:
        what = f"repeating reminder {row['owner_id']} at {row['due_at']:%H:%M}"
        found.once(what, row["messages"] if row["status"] in ("ran", "late") else 0)
        before = last.get(row["owner_id"])
        if before is not None and row["due_at"] - before != timedelta(minutes=1):
            found.missed.append(f"{what}: not the minute after the last")
        last[row["owner_id"]] = row["due_at"]
    found.counts["occurrences of repeating reminders"] = len(rows)


async def _schedules(world: World, found: Tally) -> None:
    """What was killed three times at the same thing is left at that, told, and counted by itself."""
    ended = await _count(
        world.database,
        "SELECT owner_id AS name, COUNT(*) AS found FROM occurrences WHERE owner_kind = 'schedule'"
        f" AND (status IN ('ran', 'late') OR reason = '{_GIVEN_UP}') GROUP BY owner_id",
    )
    given_up = await _count(
        world.database,
        "SELECT owner_id AS name, COUNT(*) AS found FROM occurrences WHERE owner_kind = 'schedule'"
        f" AND reason = '{_GIVEN_UP}' GROUP BY owner_id",
    )
    said = await _count(
        world.database,
        "SELECT split_part(key, ':', 2) AS name, COUNT(*) AS found FROM outbox WHERE key LIKE 'event:%' GROUP BY 1",
    )
    done = await _count(world.database, "SELECT title AS name, COUNT(*) AS found FROM tasks GROUP BY title")
    for number, (_, title) in world.schedules.items():
        found.once(f"schedule {number} in the books", ended[str(number)])
        found.once(f"schedule {number} said", said[str(number)])
        found.once(f"schedule {number} carried out", max(done[title], given_up[str(number)]))
    found.counts["schedules"] = len(world.schedules)
    found.counts["left at that after three kills, told"] = len(given_up)


async def _messages(world: World, found: Tally) -> None:
    """What came in while a turn ran is one turn with the next, so a turn may answer several."""
    answers = await _count(
        world.database,
        "SELECT i.external_id AS name, COUNT(o.id) AS found FROM inbox i LEFT JOIN outbox o ON o.user_id = i.user_id"
        " AND o.key = 'reply:' || i.turn_id WHERE i.status = 'done' GROUP BY i.external_id",
    )
    turns = await _count(
        world.database,
        "SELECT i.external_id AS name, COUNT(t.number) AS found FROM inbox i JOIN turns t ON t.id = i.turn_id"
        " GROUP BY i.external_id",
    )
    done = await _count(world.database, "SELECT title AS name, COUNT(*) AS found FROM tasks GROUP BY title")
    for external_id, (_, title) in world.messages.items():
        found.once(f"answer to {external_id}", answers[external_id])
        found.once(f"turn of {external_id}", turns[external_id])
        if done[title] != 1:
            found.once(f"item of {external_id} ({await _how(world, external_id)})", done[title])
    found.counts["messages"] = len(world.messages)


async def _how(world: World, external_id: str) -> str:
    """What the turn of a message made of it, and the calls in its books."""
    sql = (
        "SELECT t.id, t.status, t.text, t.reply FROM inbox i JOIN turns t ON t.id = i.turn_id WHERE i.external_id = $1"
    )
    told = []
    for row in await world.database.fetch(sql, external_id):
        ran = await world.database.fetch("SELECT * FROM ledger WHERE turn_id = $1 ORDER BY id", row["id"])
        books = ", ".join(f"{one['tool']} {one['arguments']} {one['status']} at {one['started_at']}" for one in ran)
        told.append(f"turn {row['id']} {row['status']}: {row['text']!r} → {row['reply']!r}; books: {books}")
    return "; ".join(told)


def spread(seconds: list[float]) -> str:
    """Median, 95th percentile and most, in seconds."""
    if not seconds:
        return "–"
    ordered = sorted(seconds)
    return f"{statistics.median(ordered):.2f} / {ordered[int(len(ordered) * 0.95)]:.2f} / {ordered[-1]:.2f} s"


def print_tally(name: str, kills: int, found: Tally, took: float) -> None:
    print(f"\n{name}: {kills} kills in {took / 60:.1f} min")
    for what, count in found.counts.items():
        print(f"  {what:36} {count:6}")
    print(f"  {'missed':36} {len(found.missed):6}\n  {'doubled':36} {len(found.doubled):6}")
    print(f"  {'takeover p50 / p95 / max':36} {spread(found.takeovers)}")
    print(f"  {'beside them, a turn left in peace':36} {spread(found.undisturbed)}")
    print(f"  {'lateness of reminders p50 / p95 / max':36} {spread(found.lateness)}", flush=True)
    for wrong in [*found.missed, *found.doubled][:20]:
        print(f"    {wrong}", file=sys.stderr)


async def prove(options: argparse.Namespace, name: str, kills: int, *, elsewhere: bool) -> bool:
    """One storm on an empty database; whether all of it was done once."""
    with storage_of("postgres", options.postgres) as given:
        settings = {**given, "joining_window": 0, "messages_per_minute": 1_000, **dict.fromkeys(QUIET, "")}
        settings["database_pool_size"] = options.pool
        database = build_database(Settings(**settings))
        await database.open()
        users = [f"user{number:02}" for number in range(options.users)]
        world = World(database, repositories(database), users, random.Random(options.seed))
        replicas = [
            Replica(settings, options.latency / 1000, elsewhere, f"{options.log}.{number}" if options.log else "")
            for number in (1, 2)
        ]
        storm, began = (
            Storm(world, replicas, patience=150.0 if elsewhere else 20.0, burst=options.burst),
            time.monotonic(),
        )
        try:
            for replica in replicas:
                replica.start()
            await world.people()
            await storm.rage(kills)
            await storm.settle()
            found = await tally(storm)
        finally:
            for replica in replicas:
                replica.kill()
            await database.close()
    print_tally(name, kills, found, time.monotonic() - began)
    return not found.missed and not found.doubled


def main() -> int:
    """0 when nothing was missed and nothing doubled."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--elsewhere", type=int, default=0, metavar="KILLS")
    parser.add_argument("--users", type=int, default=12)
    parser.add_argument("--latency", type=float, default=2.0, metavar="MS")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--postgres", default="", metavar="URL")
    parser.add_argument("--burst", type=int, default=1, metavar="MESSAGES")
    parser.add_argument(
        "--pool", type=int, default=10, metavar="CONNECTIONS", help="few of them keep the database busy"
    )
    parser.add_argument(
        "--log", default="", metavar="FILE", help="where each process writes its warnings, as FILE.1 and FILE.2"
    )
    options = parser.parse_args()
    SPAWN.set_forkserver_preload(["app.bootstrap.services", "scripts.prove.engines"])
    well = True
    if options.kills:
        well = asyncio.run(prove(options, "on one machine", options.kills, elsewhere=False))
    if options.elsewhere:
        well &= asyncio.run(prove(options, "on two machines", options.elsewhere, elsewhere=True))
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())

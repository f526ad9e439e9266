#!/usr/bin/env python3
"""Kill -9 between every two statements of Confirm, Cancel, a start and the sweep after a lost process: does the next start live?

    python -m scripts.prove.crash_corners [--engine sqlite|postgres|both] [--postgres URL] [--share 1.0] [--seed 0] [--only WORD]

Real processes, real SIGKILLs. What a corner needs is prepared once; each kill falls on a copy of it, at the n-th use of the database, n from
the first to the last (`--share`: a seeded part of them, at least one). Then the program starts as the server does, its loops beside a
sweep of its own; every third such start is killed too, at a random statement, and started again. What its user had not seen happen
they ask for again. At the end the action has run once (or not at all, where it was cancelled), is said once, its card is decided, its
books have one line, nothing is held and nothing is open. Prints a table; exit code 1 when a start died or anything was lost, doubled
or left.
"""

import argparse
import asyncio
import logging
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import asyncpg

from app.bootstrap.services import Services, build_services
from app.bootstrap.storage import build_database
from app.clock import ManualClock
from app.config import Settings
from app.conversation.executions import execution_lease
from app.conversation.holder import PRESENCE, is_gone, this_process
from app.conversation.leasing import LEASE_TIME
from app.conversation.settle import lease_name
from app.memory.records import Lease, PendingAction
from scripts.prove.crash_storm import AGENTS, NOON, DoomedDatabase, in_process, say, world
from scripts.prove.engines import engines_of, own_postgres

QUIET = (  # nothing of its own accord
    "briefing_time evening_recap_time weekly_recap_time weekly_prep_time read_later_digest_time journal_digest_time"
    " email_intel_time reflection_time quiet_hours"
).split()
PATIENCE = 30.0
_MOST_SHOWN = 20
_HELD = ("approval:", "turn:", "events:")


# ------------------------------------------------------------------------------------------------ what is left, and what is done


async def asked(house: Services) -> None:
    """A call waits for its user's OK."""
    await say(house, "remember that my sister's name is Ama", "m0")
    await say(house, "forget my sister's name", "m1")


async def left_open(house: Services) -> None:
    """This process ends with a confirmed action that has not run, a turn that has begun, and a message that nobody has taken."""
    await asked(house)
    store, user, me = house.store, house.owner.id, this_process()
    for number, text in enumerate(("add milk to my shopping list", "add eggs to my shopping list", "note: fridge")):
        await store.inbox.receive(
            user,
            id=f"left{number}",
            channel="cli" if number < 2 else "web",
            external_id=f"left{number}",
            address="",
            text=text,
            attachments=(),
            at=NOON + timedelta(seconds=number),
        )
    async with house.database.transaction():
        [action] = await store.pending.waiting(user, NOON)
        await store.pending.decide(user, action.id, from_status="pending", to_status="executing", now=NOON)
        await store.leases.acquire(execution_lease(action.id), me, now=NOON, ttl=LEASE_TIME)
        await store.inbox.assign(user, ["left0", "left1"], "left-turn")
        await store.leases.acquire(lease_name(user), me, now=NOON, ttl=LEASE_TIME)
        await store.leases.acquire(f"{PRESENCE}:{me}", me, now=NOON, ttl=LEASE_TIME)


async def nothing(_: Services) -> None:
    """An empty house."""


async def confirm(house: Services) -> None:
    await _decide(house, "confirm")


async def confirm_beside_sweeps(house: Services) -> None:
    """A tap while the loops look for what was left."""
    async with asyncio.TaskGroup() as group:
        group.create_task(_decide(house, "confirm"))
        for _ in range(3):
            group.create_task(house.conversation.sweep())


async def cancel(house: Services) -> None:
    await _decide(house, "cancel")


async def expire(house: Services) -> None:
    house.clock.set(NOON + timedelta(days=2))  # type: ignore[attr-defined]
    await house.conversation.expire_approvals()


async def two_of_a_kind(house: Services) -> None:
    await say(house, "add milk to my shopping list\nadd eggs to my shopping list", "m2")


async def start(house: Services) -> None:
    """As the server starts, with one more sweep beside the loop's own; until nothing is open."""
    runner = house.runner()
    runner.start()
    try:
        await house.conversation.sweep()
        await _settled(house)
    finally:
        await runner.stop()


async def sweep_after_a_loss(house: Services) -> None:
    """Its loops have looked and found nothing yet; then they hear that a process is lost, and two sweeps run."""
    async with asyncio.TaskGroup() as group:
        for _ in range(2):
            group.create_task(house.conversation.sweep())
    await _settled(house)


async def _decide(house: Services, verb: str) -> None:
    for action in await house.store.pending.waiting(house.owner.id, house.clock.now()):
        await house.conversation.decide(house.owner.id, verb, action.id)


async def _settled(house: Services) -> None:
    async with asyncio.timeout(PATIENCE):
        while await house.store.inbox.users_with_open() or await house.store.pending.executing():
            await asyncio.sleep(0.02)
        await house.conversation.drain()


@dataclass(frozen=True)
class Corner:
    """`prepare` leaves what `act` finds; `act` is killed and, after the next start, done again by its user where they saw nothing of it."""

    name: str
    prepare: Callable[[Services], Awaitable[None]]
    act: Callable[[Services], Awaitable[None]]
    status: str = "done"  # what becomes of the action that waited, if there was one


CORNERS = (
    Corner("confirm", asked, confirm),
    Corner("confirm beside three sweeps", asked, confirm_beside_sweeps),
    Corner("cancel", asked, cancel, "cancelled"),
    Corner("nobody decides in time", asked, expire, "expired"),
    Corner("a message with two calls of a kind", nothing, two_of_a_kind),
    Corner("start after a crash", left_open, start),
    Corner("sweep after a lost process", left_open, sweep_after_a_loss),
)


# ------------------------------------------------------------------------------------------------ what must hold


async def wrong(house: Services, corner: Corner) -> list[str]:
    """What is not as it should be."""
    user, store = house.owner.id, house.store
    held = await store.leases.live("", NOON - timedelta(days=1))
    found = [f"held: {lease.name}" for lease in held if _is_work(lease)]
    found += [f"open: {one}" for one in await store.inbox.users_with_open()]
    said = await store.outbox.after(user, ("local",), 0, 100)
    keys = [entry.key for entry in said]
    found += [f"said twice: {key}" for key in set(keys) if keys.count(key) > 1]
    for row in await house.database.fetch("SELECT id FROM pending_actions"):
        action = await store.pending.get(user, row["id"])
        if action is not None:
            found += await _wrong_with(house, action, keys, corner)
            buttons = [one for entry in said for one in entry.body["buttons"] if one["target"] == action.id]
            found += ["its card still has buttons"] if buttons else []
    rows = await house.database.fetch("SELECT i.id, i.turn_id FROM inbox i JOIN turns t ON t.id = i.turn_id")
    found += [f"no reply to {row['id']}" for row in rows if keys.count(f"reply:{row['turn_id']}") != 1]
    states = await house.database.fetch("SELECT status FROM ledger")
    return found + [f"a call ended {row['status']}" for row in states if row["status"] != "done"]


def _is_work(lease: Lease) -> bool:
    """What a dead process held of a loop is that loop's again when it next looks; an action and a turn are brought to their end."""
    return lease.name.startswith(_HELD) or (lease.name.startswith("loop:") and not is_gone(lease.holder))


async def _wrong_with(house: Services, action: PendingAction, keys: list[str], corner: Corner) -> list[str]:
    user, run = house.owner.id, f"approval:{action.id}"
    ran = 1 if corner.status == "done" else 0
    lines = await house.store.ledger.of_turn(user, run)
    facts = {
        f"the action is {action.status}": action.status != corner.status,
        f"it is said {keys.count(run)} times": keys.count(run) != ran,
        f"it has {len(lines)} lines in the books": len(lines) != ran,
        "its turn is not there once": (await house.store.turns.get(user, run) is not None) != bool(ran),
    }
    return [what for what, is_so in facts.items() if is_so]


# ------------------------------------------------------------------------------------------------ processes


async def live(
    settings: Settings, *work: Callable[[Services], Awaitable[Any]], doom: int | None = None
) -> tuple[int, Any]:
    """One life of the program: open the house, do each in turn; how often it used the database, and what the last one said."""
    database = DoomedDatabase(build_database(settings), None)
    house = await build_services(settings, database=database, clock=ManualClock(NOON), embedder=None, agents=AGENTS)
    database.uses, database.doom, said = 0, doom, None  # opening it is the same each time
    try:
        for one in work:
            said = await one(house)
        database.doom = None
        return database.uses, said
    finally:
        await house.close()


def lived(settings: Settings, *work: Callable[[Services], Awaitable[Any]], doom: int | None = None) -> tuple[int, Any]:
    """The same in a process of its own; its wait status, and what came of it."""
    return in_process(lambda: asyncio.run(live(settings, *work, doom=doom)))


@dataclass
class Home:
    """Where a corner's database is, and copies of it. `server`: the URL of a Postgres server, or none for SQLite."""

    folder: Path
    server: str = ""
    count: int = 0

    def settings(self, folder: Path, name: str) -> Settings:
        given: dict[str, Any] = {"data_dir": folder, "time_zone": "UTC", "embedder": "none", "_env_file": None}
        url = {"database_url": f"{self.server.rsplit('/', 1)[0]}/{name}"} if self.server else {}
        return Settings(**given, **url, **dict.fromkeys(QUIET, ""))

    @contextmanager
    def database(self, like: Settings | None = None) -> Iterator[Settings]:
        """An empty one, or a copy of another."""
        self.count += 1
        folder, name = self.folder / str(self.count), f"kwasi_corner_{os.getpid()}_{self.count}"
        if like is None:
            folder.mkdir()
        else:
            shutil.copytree(like.data_dir, folder)
        template = ""
        if self.server and like is not None and like.database_url is not None:
            template = f" TEMPLATE {like.database_url.get_secret_value().rsplit('/', 1)[1]}"
        self._run(f"CREATE DATABASE {name}{template}")
        try:
            yield self.settings(folder, name)
        finally:
            self._run(f"DROP DATABASE {name} WITH (FORCE)")
            shutil.rmtree(folder)

    def _run(self, statement: str) -> None:
        async def run() -> None:
            connection = await asyncpg.connect(self.server)
            try:
                await connection.execute(statement)
            finally:
                await connection.close()

        if self.server:
            in_process(lambda: asyncio.run(run()))


@dataclass
class Tally:
    """What came of one corner."""

    kills: int = 0
    dead_starts: int = 0
    wrong: list[str] = field(default_factory=list)


def corner(one: Corner, home: Home, share: float, rng: random.Random) -> Tally:
    """Kill at every statement of it, or at a seeded share of them."""
    tally = Tally()

    async def seen(house: Services) -> dict[str, Any]:
        return {"world": await world(house), "wrong": await wrong(house, one)}

    with home.database() as prepared:
        status, _ = lived(prepared, one.prepare)
        if status:
            raise SystemExit(f"{one.name}: nothing could be prepared")
        with home.database(prepared) as calm:
            status, told = lived(calm, one.act, start, seen)
            if status or told[1]["wrong"]:
                raise SystemExit(f"{one.name}: the undisturbed run failed: {told}")
            steps, expected = _steps(prepared, home, one), told[1]["world"]
        drawn = [step for step in range(1, steps + 1) if rng.random() < share] or [rng.randint(1, steps)]
        while drawn:
            step = drawn.pop(0)
            with home.database(prepared) as settings:
                tally.kills += os.WIFSIGNALED(lived(settings, one.act, doom=step)[0])
                if rng.random() < 1 / 3:
                    tally.kills += os.WIFSIGNALED(lived(settings, start, doom=rng.randint(1, 60))[0])
                status, told = lived(settings, start, one.act, start, seen)
                _compare(f"step {step} of “{one.name}”", told[1] if told and not status else None, expected, tally)
            if (
                not drawn and not tally.kills and step > 1
            ):  # where several are at it, one run takes fewer steps than another
                drawn.append(step // 2)
    return tally


def _steps(prepared: Settings, home: Home, one: Corner) -> int:
    with home.database(prepared) as settings:
        return lived(settings, one.act)[1][0]


def _compare(where: str, seen: dict[str, Any] | None, expected: dict[str, Any], tally: Tally) -> None:
    if seen is None:
        tally.dead_starts += 1
        tally.wrong.append(f"{where}: the start died")
        return
    differs = {key: (expected[key], seen["world"][key]) for key in expected if seen["world"][key] != expected[key]}
    tally.wrong += [f"{where}: {what}" for what in (*seen["wrong"], *([f"{differs}"] if differs else []))]


def main() -> int:
    """0 when every start lived and everything was done once."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--engine", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--postgres", default="", metavar="URL")
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", metavar="WORD", help="corners whose name has it")
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)  # dying processes say little of interest
    bad = 0
    with tempfile.TemporaryDirectory() as folder, Home(Path(folder)).database() as settings:
        asyncio.run(live(settings, asked, confirm))  # loaded here, not anew in each life that is forked from here
    print(f"{'engine':9} {'corner':38} {'kills':>6} {'dead starts':>12} {'wrong':>6}")
    for engine in engines_of(options.engine):
        given = nullcontext(options.postgres) if options.postgres or engine == "sqlite" else own_postgres()
        with given as url, tempfile.TemporaryDirectory() as folder:
            home = Home(Path(folder), url if engine == "postgres" else "")
            for one in (one for one in CORNERS if options.only in one.name):
                tally = corner(one, home, options.share, random.Random(f"{options.seed}:{engine}:{one.name}"))
                bad += len(tally.wrong)
                line = f"{engine:9} {one.name:38} {tally.kills:6} {tally.dead_starts:12} {len(tally.wrong):6}"
                print(line, flush=True)
                for what in tally.wrong[:_MOST_SHOWN]:
                    print(f"  {what}", file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

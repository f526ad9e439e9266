#!/usr/bin/env python3
"""A process that changes the vault's key again and again is killed with SIGKILL at random moments: is any secret ever lost?

    python -m scripts.prove.vault_kills [--kills 200] [--secrets 100] [--seed 0] [--engine sqlite|postgres|both] [--postgres URL]

After each kill every secret is read, one is kept anew, and it is noted whether the kill fell into the middle of a change (the key file
then has more than one key). At the end one change that nobody disturbs must leave one key, and everything readable.
"""

import argparse
import asyncio
import contextlib
import multiprocessing
import random
import sys
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path

from pydantic import SecretStr

from app.clock import ManualClock
from app.config import Settings
from app.errors import AssistantError
from app.integrations.keys import KeyFile, KeyRing
from app.integrations.vault import Vault
from app.memory.adapters.postgres import PostgresDatabase
from app.memory.adapters.sqlite import SqliteDatabase
from app.memory.ports import Database
from app.memory.repositories import Repositories, repositories
from scripts.prove.engines import engines_of, own_postgres

AT = datetime(2026, 1, 1, tzinfo=UTC)
USER, ACCOUNT = "ana", "imap:ana"
Place = tuple[str, str, str]  # an engine, where its data is, and the folder of the key


@dataclass(slots=True)
class Tally:
    """What a storm came to."""

    kills: int = 0
    midway: int = 0
    lost: int = 0


@contextlib.asynccontextmanager
async def opened(place: Place) -> AsyncIterator[tuple[Vault, Repositories]]:
    """The vault there, and its rows."""
    engine, where, folder = place
    database: Database = (
        SqliteDatabase(Path(where)) if engine == "sqlite" else PostgresDatabase(where, max_connections=3)
    )
    await database.open()
    try:
        ring = KeyRing(Settings(data_dir=Path(folder)))
        yield Vault(database, repositories(database), ring, ManualClock(AT)), repositories(database)
    finally:
        await database.close()


def change_for_ever(place: Place, ready: Connection) -> None:
    """What is killed. Runs in a process of its own."""
    asyncio.run(_change(place, ready))


async def _change(place: Place, ready: Connection) -> None:
    async with opened(place) as (vault, _):
        ready.send("go")
        while True:
            await vault.rotate()


async def fill(place: Place, secrets: int) -> None:
    """Somebody with so many secrets."""
    async with opened(place) as (vault, store):
        await store.users.add(USER, name=USER, time_zone="UTC", zone_source="setting", locale="en", at=AT)
        for number in range(secrets):
            await vault.put(USER, ACCOUNT, f"{number}", SecretStr(f"value {number}"))


async def lost(place: Place, secrets: int) -> int:
    """How many can't be read or kept anew."""
    wrong = 0
    async with opened(place) as (vault, _):
        for number in range(secrets):
            try:
                value = await vault.get(USER, ACCOUNT, f"{number}")
                wrong += value is None or value.get_secret_value() != f"value {number}"
            except AssistantError:
                wrong += 1
        await vault.put(USER, ACCOUNT, "0", SecretStr("value 0"))
    return wrong


def storm(place: Place, kills: int, secrets: int, rng: random.Random) -> Tally:
    """Kill so often; then one change that nobody disturbs."""
    tally = Tally()
    processes = multiprocessing.get_context("spawn")
    asyncio.run(fill(place, secrets))
    file = KeyFile(Path(place[2]))
    while tally.kills < kills:
        ours, theirs = processes.Pipe()
        process = processes.Process(target=change_for_ever, args=(place, theirs))
        process.start()
        ours.recv()
        process.join(rng.uniform(0.0, 0.3))
        process.kill()
        process.join()
        tally.kills += 1
        tally.midway += len(file.read()) > 1
        tally.lost += asyncio.run(lost(place, secrets))
    asyncio.run(_settle(place))
    tally.lost += asyncio.run(lost(place, secrets)) + len(file.read()) - 1
    return tally


async def _settle(place: Place) -> None:
    async with opened(place) as (vault, _):
        await vault.rotate()


def _prove(place: Place, options: argparse.Namespace) -> int:
    tally = storm(place, options.kills, options.secrets, random.Random(options.seed))
    sys.stdout.write(
        f"{place[0]}: {tally.kills} kills, {tally.midway} of them in the middle of a change: {tally.lost} secrets lost\n"
    )
    return tally.lost


def main() -> int:
    """Run the storms; 1 where anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--secrets", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--engine", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--postgres", metavar="URL", help="a database to fill; without it, the one the tests use")
    options = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for engine in engines_of(options.engine):
            keys = f"{folder}/{engine}"
            if engine == "sqlite":
                wrong += _prove((engine, f"{folder}/kwasi.db", keys), options)
            else:
                with contextlib.nullcontext(options.postgres) if options.postgres else own_postgres() as url:
                    wrong += _prove((engine, url, keys), options)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

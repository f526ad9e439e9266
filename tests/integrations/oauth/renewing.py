"""Processes that renew one account's token: all at once, or killed in the middle of it."""

import asyncio
import multiprocessing
import time
from multiprocessing.connection import Connection
from typing import Any

from app.bootstrap.storage import build_database
from app.clock import SystemClock
from app.config import Settings
from app.errors import AssistantError
from app.integrations.keys import KeyRing
from app.integrations.oauth.tokens import StoredTokens
from app.integrations.vault import Vault
from app.memory.records import Account
from app.memory.repositories import repositories
from tests.fakes.vendors.oauth import MicrosoftServer

TASKS = 12
_spawned = multiprocessing.get_context("spawn")


def race(settings: Settings, account: Account, refused: str) -> list[str]:
    """What two processes find that begin at the same moment, with so many tasks each."""
    pipes = [_spawned.Pipe() for _ in range(2)]
    started = [
        _spawned.Process(target=_renew, args=(settings.model_dump(), account, refused, theirs)) for _, theirs in pipes
    ]
    for process in started:
        process.start()
    for ours, _ in pipes:
        assert ours.recv() == "ready"
    for ours, _ in pipes:
        ours.send("go")
    found = [token for ours, _ in pipes for token in ours.recv()]
    for process in started:
        process.join()
    return found


def killed(settings: Settings, account: Account, refused: str, server: MicrosoftServer) -> None:
    """A process is killed with SIGKILL once its question has reached the vendor, who answers it all the same."""
    ours, theirs = _spawned.Pipe()
    process = _spawned.Process(target=_renew, args=(settings.model_dump(), account, refused, theirs))
    process.start()
    assert ours.recv() == "ready"
    ours.send("go")
    assert server.asked.wait(60)
    process.kill()
    process.join()
    end = time.monotonic() + 60
    while not server.refreshes and time.monotonic() < end:
        time.sleep(0.02)
    assert server.refreshes == 1


def _renew(settings: dict[str, Any], account: Account, refused: str, pipe: Connection) -> None:
    asyncio.run(_renew_all(Settings(**settings), account, refused, pipe))


async def _renew_all(settings: Settings, account: Account, refused: str, pipe: Connection) -> None:
    database, clock = build_database(settings), SystemClock()
    await database.open()
    store = repositories(database)
    tokens = StoredTokens(settings, Vault(database, store, KeyRing(settings), clock), store.leases, clock)

    async def one() -> str:
        try:
            return (await tokens.token(account, refused)).get_secret_value()
        except AssistantError as problem:
            return f"problem: {problem.sentence}"

    pipe.send("ready")
    await asyncio.to_thread(pipe.recv)
    pipe.send(list(await asyncio.gather(*(one() for _ in range(TASKS)))))
    await database.close()

#!/usr/bin/env python3
"""Fifty model calls at once against a cap, from several processes: what is spent beyond the cap?

Real processes on one database call a real server on loopback through the product's own chain. The server answers with as many
tokens as it was allowed, so a call costs about what was set aside for it; what it served is priced by the list the product uses.
With `--kill` every process gets SIGKILL while its calls are under way, and fresh ones then ask for as much again: what the dead had
set aside counts as spent.

    budget.py [--engine sqlite|postgres|both] [--postgres URL] [--calls 50] [--processes 5] [--rounds 3] [--kill]

Postgres needs the URL of an empty database, or the development environment, which brings one. Prints a table; exit code 1 when more
than the cap and one reservation was spent.
"""

import argparse
import asyncio
import contextlib
import json
import logging
import random
import sys
from collections.abc import Awaitable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from genai_prices import Usage, calc_price
from pydantic_ai import Agent

from app.bootstrap.models import build_models
from app.bootstrap.storage import build_database
from app.clock import SystemClock
from app.config import Settings
from app.memory.repositories import repositories
from app.models.budget import Budget
from scripts.prove.engines import engines_of, storage_of
from tests.models.openai_server import Answer, model_server

MODEL = "gpt-5-mini"
LONGEST = 1_000
FITTING = 10.5  # calls under the cap, so that the last one does not fit


@dataclass
class Till:
    """Serves the model, slowly enough that all calls meet, and knows what it has sold."""

    answered: int = 0
    billed: float = 0.0

    async def serve(self, body: dict[str, Any]) -> Answer:
        """An answer as long as was allowed. What arrives is billed, whether or not somebody still listens."""
        tokens = {"prompt_tokens": len(json.dumps(body)) // 4, "completion_tokens": body["max_completion_tokens"]}
        used = Usage(input_tokens=tokens["prompt_tokens"], output_tokens=tokens["completion_tokens"])
        self.answered += 1
        self.billed += float(calc_price(used, MODEL, provider_id="openai").total_price)
        await asyncio.sleep(random.uniform(0.1, 0.4))
        choice = {"index": 0, "message": {"role": "assistant", "content": "yes"}, "finish_reason": "stop"}
        answer = {"id": "c", "object": "chat.completion", "created": 1, "model": MODEL, "choices": [choice]}
        return 200, "application/json", json.dumps({**answer, "usage": {**tokens, "total_tokens": 0}}).encode()


async def call_many(settings: Settings, user_id: str, calls: int, until: Awaitable[object]) -> None:
    """Make ready, wait for the word, make all calls at once."""
    database, clock = build_database(settings), SystemClock()
    await database.open()
    store = repositories(database)
    user = await store.users.add(
        user_id, name="Ana", time_zone="UTC", zone_source="setting", locale="en", at=clock.now()
    )
    budget = Budget(settings, database, store, clock=clock, most_output=LONGEST)
    chain, agent = build_models(settings).chain("primary"), Agent(None, instructions="Be brief.")

    async def one(number: int) -> None:
        with budget.spends(user, f"{id(budget)}:{number}", clock.now()):
            await agent.run("hello", model=chain)

    await until
    await asyncio.gather(*(one(number) for number in range(calls)))
    await database.close()


async def told() -> None:
    """A child says that it is ready, and waits for a line."""
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)


@dataclass
class Round:
    """One person's calls from several processes: their settings, and how to start one."""

    settings: dict[str, Any]
    user_id: str
    calls: int
    processes: int

    async def run(self, *, kill: bool = False) -> None:
        """All at once; `kill` ends the processes while their calls are under way."""
        started = await asyncio.gather(*(self._start() for _ in range(self.processes)))
        for process in started:
            assert process.stdin is not None
            process.stdin.write(b"go\n")
        if kill:
            await asyncio.sleep(random.uniform(0.05, 0.6))
            for process in started:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
        await asyncio.gather(*(process.wait() for process in started))

    async def _start(self) -> asyncio.subprocess.Process:
        child = json.dumps([self.settings, self.user_id, self.calls // self.processes])
        process = await asyncio.create_subprocess_exec(
            sys.executable, __file__, "--child", child, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout is not None
        if (await process.stdout.readline()).strip() != b"ready":
            raise SystemExit("a process did not start")
        return process


async def prove(engine: str, storage: dict[str, Any], options: argparse.Namespace) -> float:
    """The rounds of one engine, one line each; what was spent beyond the cap at worst, in reservations."""
    worst = 0.0
    for number in range(options.rounds):
        till = Till()
        async with model_server(till.serve) as server:
            settings = {**storage, "model_name": f"openai-chat:{MODEL}", "openai_base_url": server.url}
            await call_many(Settings(**settings, max_daily_cost=1), f"first{number}", 1, asyncio.sleep(0))
            one, till.answered, till.billed = till.billed, 0, 0.0
            cap = FITTING * one
            paying = Round({**settings, "max_daily_cost": cap}, f"ana{number}", options.calls, options.processes)
            if options.kill:
                await paying.run(kill=True)
            await paying.run()
        over = max(0.0, till.billed - cap)
        worst = max(worst, over / one)
        said = f"{engine:9} {options.processes:9} {options.calls:6} {till.answered:9}"
        print(f"{said}   ${cap:.5f}  ${till.billed:.5f}  ${over:.5f}", flush=True)
    return worst


def main() -> int:
    """0 when at most one reservation was spent beyond the cap."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--postgres", default="", metavar="URL")
    parser.add_argument("--calls", type=int, default=50)
    parser.add_argument("--processes", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--kill", action="store_true")
    parser.add_argument("--child", default="", help=argparse.SUPPRESS)
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)  # each refusal is a line
    if options.child:
        settings, user_id, calls = json.loads(options.child)
        asyncio.run(call_many(Settings(**settings), user_id, calls, told()))
        return 0
    print(f"{'engine':9} {'processes':>9} {'calls':>6} {'answered':>9}   {'cap':8}  {'spent':8}  beyond the cap")
    worst = 0.0
    for engine in engines_of(options.engine):
        with storage_of(engine, options.postgres) as storage:
            worst = max(worst, asyncio.run(prove(engine, storage, options)))
    print(f"\nspent beyond the cap at worst: {worst:.2f} of one reservation")
    return 0 if worst <= 1 else 1


if __name__ == "__main__":
    sys.exit(main())

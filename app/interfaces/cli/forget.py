"""`forget`: shows what would go, asks, takes it away and prints the receipt. The same list, and the same call through the gate, as in chat."""

import argparse
import sys
from typing import Any

from app.config import Settings
from app.gate.executor import run_call
from app.gate.ledger import digest
from app.interfaces.cli.owner import agrees, turn_of
from app.interfaces.cli.typed import begin_anew
from app.tools import forgetting

ASK = "\nType yes to go on: "
LEFT = "Left as it is.\n"


async def run(settings: Settings, build_services: Any, options: argparse.Namespace) -> int:
    """0 where it is forgotten, 1 where it was left. What can't be meant is an error with its sentence."""
    services = await build_services(settings)
    try:
        turn = turn_of(services)
        deps = turn.deps(services.resources)
        said = {"what": " ".join(options.what), "since": options.since, "until": options.until}
        arguments, summary = await forgetting.prepare(deps, said)
        sys.stdout.write(f"{summary[:1].upper()}{summary[1:]}.\n")
        if not options.yes and not agrees(ASK):
            await forgetting.let_go(deps, arguments)
            sys.stdout.write(LEFT)
            return 1
        agent = services.resources.agents.select(frozenset())
        approved = turn.deps(services.resources, approved=digest(forgetting.NAME, arguments))
        sys.stdout.write(f"{await run_call(agent, forgetting.NAME, arguments, approved)}\n")
        await begin_anew(settings, services.store, services.owner.id)
    finally:
        await services.close()
    return 0 if any(call.outcome == "done" for call in turn.books.calls) else 1

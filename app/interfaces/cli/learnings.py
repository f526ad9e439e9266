"""`learnings`: how Kwasi behaves towards its owner, what is proposed for that, and taking that up or dropping it."""

import argparse
import json
import sys
import uuid
from typing import Any
from zoneinfo import ZoneInfo

from app.config import Settings
from app.errors import NotFound
from app.learning.proposals import accept, dismiss, standing, told

_DECISIONS = {"accept": accept, "dismiss": dismiss}
_WHICH = "Say which, by its number: ./scripts/run learnings {action} 5\n"


async def run(settings: Settings, build_services: Any, options: argparse.Namespace) -> int:
    """List or decide them; 1 where there is none of a number."""
    decide = _DECISIONS.get(options.action)
    if decide is not None and not options.numbers:
        sys.stderr.write(_WHICH.format(action=options.action))
        return 1
    services = await build_services(settings)
    try:
        return await (_list(services, options) if decide is None else _decide(services, decide, options))
    finally:
        await services.close()


async def _list(services: Any, options: argparse.Namespace) -> int:
    found = await standing(services.store, services.owner.id)
    if options.json:
        rows = [{"id": one.id, "status": one.status, "content": one.content, "read_in": one.taint} for one in found]
        sys.stdout.write(json.dumps(rows, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write(f"{told(found, ZoneInfo(services.owner.time_zone), services.clock.now())}\n")
    return 0


async def _decide(services: Any, decide: Any, options: argparse.Namespace) -> int:
    """All of them or, where one isn't there, none."""
    store, owner, now = services.store, services.owner.id, services.clock.now()
    turn_id = f"cli-{uuid.uuid4().hex}"
    try:
        async with services.database.transaction():
            said = [await decide(store, owner, number, now, turn_id=turn_id) for number in options.numbers]
    except NotFound as problem:
        sys.stderr.write(f"{problem.sentence}\n")
        return 1
    await services.resources.mailroom.announce(owner)  # open pages look how their cards stand
    sys.stdout.write(
        json.dumps(said, ensure_ascii=False) + "\n" if options.json else "".join(f"{line}\n" for line in said)
    )
    return 0

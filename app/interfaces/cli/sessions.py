"""`sessions`: which browsers are signed in to the page, and signing one of them or all of them out. The page itself shows the same."""

import argparse
import json
import sys
from typing import Any
from zoneinfo import ZoneInfo

from app.config import Settings
from app.interfaces.web.sessions import Sessions
from app.memory.records import PageSession

NOBODY = "No browser is signed in to the page. ./scripts/run link makes a way in.\n"
NONE_SUCH = "There's no session #{id}. ./scripts/run sessions lists those there are.\n"


async def run(settings: Settings, build_services: Any, options: argparse.Namespace) -> int:
    """List or end them; 1 where there is no session of that number."""
    services = await build_services(settings)
    try:
        # The server may have been started with another password than this shell knows: all are listed.
        sessions = Sessions(services.store, services.owner.id, door="")
        if options.action == "end":
            return await _end(services, sessions, options)
        return await _list(services, sessions, options)
    finally:
        await services.close()


async def _list(services: Any, sessions: Sessions, options: argparse.Namespace) -> int:
    found = await sessions.everything(services.clock.now())
    zone = ZoneInfo(services.owner.time_zone)
    if options.json:
        said = json.dumps([_row(session) for session in found], ensure_ascii=False) + "\n"
    else:
        said = "".join(_line(session, zone) for session in found) or NOBODY
    sys.stdout.write(said)
    return 0


async def _end(services: Any, sessions: Sessions, options: argparse.Namespace) -> int:
    count = await sessions.end_all() if options.all else int(await sessions.end(options.id))
    await services.resources.mailroom.announce(services.owner.id)  # open pages look whether they may stay
    if options.json:
        sys.stdout.write(json.dumps({"ended": count}) + "\n")
    elif count or options.all:
        sys.stdout.write(f"Signed out: {count} browser{'' if count == 1 else 's'}.\n")
    else:
        sys.stderr.write(NONE_SUCH.format(id=options.id))
    return 0 if count or options.all else 1


def _line(session: PageSession, zone: ZoneInfo) -> str:
    began, used = (f"{moment.astimezone(zone):%a %d %b %Y %H:%M}" for moment in (session.created_at, session.used_at))
    return f"#{session.id}  {session.browser}: signed in {began}, last here {used}\n"


def _row(session: PageSession) -> dict[str, Any]:
    moments = {name: getattr(session, name).isoformat() for name in ("created_at", "used_at", "expires_at")}
    return {"id": session.id, "browser": session.browser, **moments}

"""`link`: a fresh one-time link to the page of the server that runs on this data folder, or one that makes an account
on a chat channel its owner's."""

import argparse
import sys
from typing import Any

from app.config import Settings
from app.interfaces.cli.channels import ROWS
from app.interfaces.cli.presence import running
from app.interfaces.web.access import LocalAccess
from app.interfaces.web.sessions import session_key


async def run(settings: Settings, build_services: Any, options: argparse.Namespace) -> int:
    """Print the link; 1 where there is nothing to link to."""
    services = await build_services(settings)
    try:
        if options.place != "page":
            return await _account(services, options.place)
        urls = [lease.info["url"] for lease in await running(services) if lease.info.get("url")]
    finally:
        await services.close()
    if not urls:
        sys.stderr.write("No server is running here. Start one with ./scripts/run\n")
        return 1
    query = "" if settings.page_password else f"?token={LocalAccess(session_key(settings.data_dir)).issue()}"
    sys.stdout.write(f"{urls[0]}/{query}\n")
    return 0


async def _account(services: Any, channel: str) -> int:
    """Open it on the phone and send what it writes: that account is you from then on, with all that is there."""
    linked, said = await ROWS[channel].link(services)
    (sys.stdout if linked else sys.stderr).write(f"{said}\n")
    return 0 if linked else 1

"""`link`: a fresh one-time link to the page of the server that runs on this data folder, or one that makes a Telegram account
its owner's."""

import argparse
import sys
from typing import Any

from app.config import Settings
from app.interfaces.cli.presence import running
from app.interfaces.web.access import LocalAccess
from app.interfaces.web.sessions import session_key


async def run(settings: Settings, build_services: Any, options: argparse.Namespace) -> int:
    """Print the link; 1 where there is nothing to link to."""
    services = await build_services(settings)
    try:
        if options.place == "telegram":
            return await _telegram(services)
        urls = [lease.info["url"] for lease in await running(services) if lease.info.get("url")]
    finally:
        await services.close()
    if not urls:
        sys.stderr.write("No server is running here. Start one with ./scripts/run\n")
        return 1
    query = "" if settings.page_password else f"?token={LocalAccess(session_key(settings.data_dir)).issue()}"
    sys.stdout.write(f"{urls[0]}/{query}\n")
    return 0


async def _telegram(services: Any) -> int:
    """Open it on the phone and press Start: that account is you from then on, with all that is there."""
    from app.interfaces.telegram.linking import telegram_link  # its library is large, and only this needs it

    said = await telegram_link(services)
    linked = said.startswith("https://")
    (sys.stdout if linked else sys.stderr).write(f"{said}\n")
    return 0 if linked else 1

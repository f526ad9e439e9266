"""`link`: a fresh one-time link to the page of the server that runs on this data folder."""

import argparse
import sys
from typing import Any

from app.config import Settings
from app.interfaces.cli.presence import running
from app.interfaces.web.access import LocalAccess
from app.interfaces.web.sessions import session_key


async def run(settings: Settings, build_services: Any, _: argparse.Namespace) -> int:
    """Print the link; 1 when no server runs."""
    services = await build_services(settings)
    try:
        urls = [lease.info["url"] for lease in await running(services) if lease.info.get("url")]
    finally:
        await services.close()
    if not urls:
        sys.stderr.write("No server is running here. Start one with ./scripts/run\n")
        return 1
    query = "" if settings.dashboard_secret else f"?token={LocalAccess(session_key(settings.data_dir)).issue()}"
    sys.stdout.write(f"{urls[0]}/{query}\n")
    return 0

"""`export`: everything that is kept of one person, into a folder of its own: Markdown to read, JSON to take elsewhere."""

import argparse
import sys
from pathlib import Path
from typing import Any

from app.config import Settings
from app.learning.export.archive import into_folder
from app.learning.export.pieces import Source

NOBODY = "I know nobody with the id “{user}”. /export tells each of them theirs, on Telegram.\n"
_STEP = 5_000_000  # bytes between two words of progress


async def run(settings: Settings, build_services: Any, options: argparse.Namespace) -> int:
    """Write it and say where; 1 where it can't be written, or nobody has that id."""
    services = await build_services(settings)
    try:
        now, whose = services.clock.now(), options.user or services.owner.id
        user = await services.store.users.get(whose)
        if user is None:
            sys.stderr.write(NOBODY.format(user=whose[:100]))
            return 1
        source = Source(services.database, services.store, user, now)
        folder = _place(options.folder or f"kwasi-export-{source.local(now):%Y-%m-%d}")
        written = await into_folder(source, folder, Progress())
    finally:
        await services.close()
    sys.stdout.write(f"{folder}\n")
    sys.stderr.write(f"{written / 1_000_000:,.1f} MB. Start with README.md; everything.json has it all as data.\n")
    return 0


def _place(named: str) -> Path:
    return Path(named).expanduser().absolute()


class Progress:
    """A line now and then on standard error, where there is much to write."""

    def __init__(self) -> None:
        self._next = _STEP

    def __call__(self, written: int) -> None:
        if written >= self._next:
            self._next += _STEP
            sys.stderr.write(f"{written / 1_000_000:,.0f} MB so far …\n")

"""Imports of archives as jobs: taken in, listed, stopped, undone, and read to their end by whichever process comes to it first.

A job goes on where it was after whatever ended it, and loses and doubles nothing; see `importing`.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from app.clock import Clock
from app.errors import InputRefused, NotFound
from app.health.import_report import COUNTS, beginning, report_of
from app.health.importing import OPEN, Helper, Importing, Tell, end, stamp, unreadable
from app.health.models import BackfillReport
from app.health.samsung.problems import ARCHIVE
from app.memory.ports import Database
from app.memory.records import HealthBackfill
from app.memory.repositories import Repositories

log = logging.getLogger(__name__)

_MOST_NAME = 200
_LISTED = 50
NO_SUCH = "There is no import of that number."
STILL = "That import isn't over. Cancel it first, then undo it."
OVER = "That import is over already, so there is nothing to cancel. You can undo it."


@dataclass(frozen=True, slots=True)
class Backfills:
    """A person's imports. `helper` starts a process that reads and `holder` names this process; only `run` needs them."""

    store: Repositories
    database: Database
    clock: Clock
    helper: Callable[[], Helper] | None = None
    holder: str = ""

    async def start(
        self, user_id: str, name: str, path: Path, *, upload: bool = False, zone: str = ""
    ) -> BackfillReport:
        """Take an archive in; a process that runs `run` then reads it. One that is being imported already is not taken twice.

        `name` is what its sender calls it. An `upload` is ours: it is removed at the end. `zone` is the person's unless given. Raises
        InputRefused where there is no such file."""
        try:
            size, changed = await asyncio.to_thread(stamp, path)
        except OSError as problem:
            code = unreadable(problem)
            raise InputRefused(ARCHIVE["missing" if code == "gone" else code]) from problem
        async with self.database.transaction():
            now = self.clock.now()
            await self.store.health_samples.lock(user_id, now)  # the same file twice at once is one import
            found = await self.store.health_backfills.open_of(user_id, str(path))
            if found is None:
                progress = beginning(size, changed, upload=upload, zone=zone)
                said = " ".join(name.replace("\0", "").split())[:_MOST_NAME] or path.name
                found = await self.store.health_backfills.add(
                    user_id, name=said, path=str(path), progress=progress, counts=dict.fromkeys(COUNTS, 0), at=now
                )
        await self.database.nudge("loops")
        log.info("import waits", extra={"event": "health.import_waits", "import": found.id})
        return report_of(found)

    async def report(self, user_id: str, import_id: int) -> BackfillReport:
        """Where one stands. Raises NotFound."""
        return report_of(await self._get(user_id, import_id))

    async def list(self, user_id: str) -> list[BackfillReport]:
        """The newest first."""
        return [report_of(row) for row in await self.store.health_backfills.newest(user_id, _LISTED)]

    async def cancel(self, user_id: str, import_id: int) -> BackfillReport:
        """Stop one. What was kept stays until it is undone. Raises NotFound, and InputRefused where it is over."""
        if not await end(self.store, await self._get(user_id, import_id), "cancelled", self.clock):
            raise InputRefused(OVER)
        return await self.report(user_id, import_id)

    async def undo(self, user_id: str, import_id: int) -> BackfillReport:
        """Remove what one brought and no phone sent since. Asked again, it carries on. Raises NotFound, and InputRefused while it isn't over."""
        row = await self._get(user_id, import_id)
        if row.status in OPEN:
            raise InputRefused(STILL)
        now = self.clock.now()
        removed = await self.store.health_samples.undo_backfill(user_id, import_id, now)
        await self.store.health_backfills.end(user_id, import_id, status="undone", problem="", at=now, was=row.status)
        log.info("import undone", extra={"event": "health.import_undone", "import": import_id, "samples": removed})
        return await self.report(user_id, import_id)

    async def run(self, user_id: str, import_id: int, tell: Tell | None = None) -> BackfillReport | None:
        """Read one to its end, telling now and then how far it is. None where another process is at it.

        Whatever ends this early, the next call goes on. Raises StorageError, and NotFound where there is none of that number."""
        if self.helper is None or not self.holder:
            raise RuntimeError("this one can't read archives")
        importing = Importing(self.store, self.database, self.clock, self.holder, self.helper())
        if not await importing.hold(import_id):
            return None
        try:
            await importing.run(user_id, import_id, tell or _silent)
            await self.database.nudge("loops")  # days to compute
            return await self.report(user_id, import_id)
        finally:
            await importing.let_go(import_id)

    async def _get(self, user_id: str, import_id: int) -> HealthBackfill:
        row = await self.store.health_backfills.get(user_id, import_id)
        if row is None:
            raise NotFound(NO_SUCH)
        return row


def _silent(_: BackfillReport) -> None:
    """Nobody wants to know."""

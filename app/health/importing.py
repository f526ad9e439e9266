"""One run of an import: the archive is read in a process of its own, and what it holds is written batch by batch.

Invariant: measurements, the place up to which the archive is done and what came of its rows are written in one unit of work, under the
person's lock, by the one process whose name the job carries. Whatever ends a run, the next one goes on from there.
"""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Protocol

from app.clock import Clock
from app.errors import AssistantError, StorageError
from app.health.import_report import counted, moved, report_of
from app.health.models import BackfillReport
from app.health.samsung.batches import BEGIN, Batch
from app.health.samsung.packing import unpacked
from app.health.samsung.problems import ARCHIVE
from app.memory.ports import Database
from app.memory.records import HealthBackfill, Json
from app.memory.repositories import Repositories
from app.memory.repositories.health_samples import SampleDraft

log = logging.getLogger(__name__)

LEASE = "health-import:{id}"
UPLOADS = "health-archives"  # the folder of what was sent to us
_TTL = timedelta(minutes=3)
_ANSWER = 120.0  # seconds an answer may take; a lease outlives it
_MOST_TRIES = 3
_EARLIER = 50  # imports whose names of devices are still known
OPEN = ("waiting", "running")
Tell = Callable[[BackfillReport], None]


class Helper(Protocol):
    """A process that reads an archive; `app.health.samsung.answering` has what it is asked. Its failures are AssistantErrors."""

    async def ask(self, head: dict[str, Any], body: bytes = b"", *, seconds: float) -> tuple[dict[str, Any], bytes]:
        """Its answer."""
        ...

    async def close(self) -> None:
        """End it."""
        ...


class Stopped(Exception):
    """The job is over, or another process has it."""


class ArchiveRefused(Exception):
    """The archive can't be read; `code` is one of `problems.ARCHIVE`."""

    def __init__(self, code: str) -> None:
        """`code` says why."""
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Importing:
    """A run. `holder` names this process."""

    store: Repositories
    database: Database
    clock: Clock
    holder: str
    helper: Helper

    async def hold(self, import_id: int) -> bool:
        """Take or keep the right to read one; False while another process has it."""
        now = self.clock.now()
        return await self.store.leases.acquire(LEASE.format(id=import_id), self.holder, now=now, ttl=_TTL)

    async def let_go(self, import_id: int) -> None:
        """End the reader, and let others read on."""
        await self.helper.close()
        with contextlib.suppress(StorageError):  # then it ends by its time
            await self.store.leases.release(LEASE.format(id=import_id), self.holder)

    async def run(self, user_id: str, import_id: int, tell: Tell) -> None:
        """Read it to its end, or to what stops it. Raises StorageError."""
        row = await self._begin(user_id, import_id)
        if row is None:
            return
        try:
            await self._through(row, tell)
        except Stopped:
            await drop(self.store, row)
        except ArchiveRefused as problem:
            fields = {"event": "health.import_refused", "import": row.id, "code": problem.code}
            log.warning("archive refused", extra=fields)
            await end(self.store, row, "failed", self.clock, ARCHIVE[problem.code])
        except StorageError:
            raise
        except (AssistantError, ValueError, KeyError, TypeError) as problem:
            await self._stumbled(row, problem)
        else:
            await end(self.store, row, "done", self.clock)

    async def _begin(self, user_id: str, import_id: int) -> HealthBackfill | None:
        """Write our name on it; None where it is over."""
        now = self.clock.now()
        async with self.database.transaction():
            await self.store.health_samples.lock(user_id, now)
            row = await self.store.health_backfills.get(user_id, import_id)
            if row is None:
                return None
            progress = {**row.progress, "holder": self.holder}
            if not await self.store.health_backfills.begin(user_id, import_id, progress, now):
                return None
        return await self.store.health_backfills.get(user_id, import_id)

    async def _through(self, row: HealthBackfill, tell: Tell) -> None:
        """Batch by batch: the next is read while one is written."""
        await self._ask(await self._opening(row))
        coming = asyncio.ensure_future(self._ask({}))
        try:
            while "end" not in (answer := await coming)[0]:
                coming = asyncio.ensure_future(self._ask({}))
                row = await self._take(row, unpacked(*answer))
                tell(report_of(row))
        finally:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)
        await self._remember(row, answer[0]["devices"])

    async def _take(self, row: HealthBackfill, batch: Batch) -> HealthBackfill:
        """The row after a batch; one without a place of its own only says that work goes on."""
        if batch.place != BEGIN:
            return await self._keep(row, batch)
        if not await self.hold(row.id):
            raise Stopped
        return moved(row, batch)

    async def _opening(self, row: HealthBackfill) -> Json:
        """What the reader is told first."""
        try:
            if await asyncio.to_thread(stamp, Path(row.path)) != (row.progress["size"], row.progress["changed"]):
                raise ArchiveRefused("changed")
        except OSError as problem:
            raise ArchiveRefused(unreadable(problem)) from problem
        user = await self.store.users.get(row.user_id)
        return {
            "open": row.path,
            "zone": row.progress["zone"] or (user.time_zone if user else "UTC"),
            "now": int(self.clock.now().timestamp() * 1000),
            "place": row.progress["place"],
            "devices": await self._devices(row.user_id),
        }

    async def _ask(self, question: Json) -> tuple[Json, bytes]:
        head, body = await self.helper.ask(question, seconds=_ANSWER)
        if "refused" in head:
            raise ArchiveRefused(head["refused"] if head["refused"] in ARCHIVE else "damaged")
        return head, body

    async def _keep(self, row: HealthBackfill, batch: Batch) -> HealthBackfill:
        """Write a batch, and with it how far the job is. Raises Stopped where it isn't ours any more."""
        now = self.clock.now()
        async with self.database.transaction():
            await self.store.health_samples.lock(row.user_id, now)
            stands = await self.store.health_backfills.get(row.user_id, row.id)
            is_ours = stands is not None and stands.progress["holder"] == self.holder and await self.hold(row.id)
            if stands is None or stands.status != "running" or not is_ours:
                raise Stopped
            samples = list(_drafts(batch))
            fates = await self.store.health_samples.put_many(row.user_id, samples, now, backfill_id=row.id)
            after = counted(moved(stands, batch), batch, Counter(fates))
            await self._write(after)
        return after

    async def _stumbled(self, row: HealthBackfill, problem: Exception) -> None:
        """The reader failed; at the same place for the third time, that is the end."""
        fields = {"event": "health.import_stumbled", "import": row.id, "problem": type(problem).__name__}
        log.warning("import stumbled: %s", problem, extra=fields)
        async with self.database.transaction():
            await self.store.health_samples.lock(row.user_id, self.clock.now())
            stands = await self.store.health_backfills.get(row.user_id, row.id)
            if stands is None:
                return
            tries = stands.progress["tries"] + 1
            stands.progress["tries"] = tries
            await self._write(stands)
        if tries >= _MOST_TRIES:
            await end(self.store, row, "failed", self.clock, ARCHIVE["stopped"])

    async def _devices(self, user_id: str) -> dict[str, str]:
        """What devices were called in earlier imports; the oldest name stands."""
        known: dict[str, str] = {}
        for row in await self.store.health_backfills.newest(user_id, _EARLIER):
            known.update(row.progress.get("devices", {}))
        return known

    async def _remember(self, row: HealthBackfill, devices: Mapping[str, str]) -> None:
        row.progress["devices"] = {str(uuid): str(name) for uuid, name in devices.items()}
        await self._write(row)

    async def _write(self, row: HealthBackfill) -> None:
        await self.store.health_backfills.keep(
            row.user_id, row.id, progress=row.progress, counts=row.counts, reasons=row.reasons
        )


async def end(store: Repositories, row: HealthBackfill, status: str, clock: Clock, problem: str = "") -> bool:
    """An import is over; False where it was already."""
    ended = await store.health_backfills.end(row.user_id, row.id, status=status, problem=problem, at=clock.now())
    if ended:
        log.info("import over", extra={"event": "health.import_over", "import": row.id, "status": status})
        await drop(store, row)
    return ended


async def drop(store: Repositories, row: HealthBackfill) -> None:
    """An upload isn't needed any more once its import is over. A person's own file is left alone."""
    stands = await store.health_backfills.get(row.user_id, row.id)
    if row.progress["upload"] and (stands is None or stands.status not in OPEN):
        with contextlib.suppress(OSError):
            await asyncio.to_thread(Path(row.path).unlink, missing_ok=True)


def stamp(path: Path) -> tuple[int, int]:
    """How large a file is and when it was changed, in nanoseconds. Raises OSError where it can't be read."""
    with path.open("rb"):
        found = path.stat()
    return found.st_size, found.st_mtime_ns


def unreadable(problem: OSError) -> str:
    """Why a file can't be read, as a code of `problems.ARCHIVE`."""
    return {FileNotFoundError: "gone", IsADirectoryError: "folder"}.get(type(problem), "unreadable")


def _drafts(batch: Batch) -> Iterator[SampleDraft]:
    """Its measurements, as they are kept."""
    for group in batch.groups:
        about = (group.client_id, group.version, group.app)
        for start, to, number in group.values:
            yield SampleDraft(group.metric, group.device, start, to, group.zone_offset, number, group.detail, *about)

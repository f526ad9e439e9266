"""`health import FILE` and `health undo-import NUMBER`: an archive of Samsung Health, read here with a bar that shows how far it is.

It may be broken off at any time: what was read is kept, and the same command goes on from there. Where another process reads that archive
already, this only watches.
"""

import asyncio
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from app.conversation.holder import this_process
from app.conversation.leasing import take_lease
from app.health.backfill import Backfills
from app.health.importing import LEASE, OPEN
from app.health.models import BackfillReport
from app.models.reading.archives import archive_reader

_BAR = 30
_WATCH = 1.0
_PLAIN_EVERY = 10.0  # percent, where it goes to a file
_OFTEN = 0.2  # seconds between two drawings
_TOLD = 12
BROKEN_OFF = "Stopped. What was read is kept; run the same command again to go on."
UNDONE = "Import {id} ({file}) is undone. What another import or a phone sent too stays; “health erase” removes that as well."
_BESIDE = frozenset({"not_measured", "not_used", "not_known"})


async def run_import(services: Any, file: str, *, zone: str = "", as_json: bool = False) -> int:
    """Import it; 1 where it couldn't be read to its end."""
    backfills = _backfills(services)
    path = _place(file)
    begun = await backfills.start(services.owner.id, path.name, path, zone=zone)
    progress = Progress(sys.stderr.write, is_terminal=sys.stderr.isatty())
    try:
        report = await _through(services, backfills, begun.id, progress)
    except asyncio.CancelledError:
        sys.stderr.write(f"\n{BROKEN_OFF}\n")
        raise
    progress.end(report)
    sys.stdout.write(
        report.model_dump_json(indent=2) + "\n" if as_json else "".join(f"{line}\n" for line in told(report))
    )
    return 0 if report.status == "done" else 1


async def run_undo(services: Any, number: int, *, as_json: bool = False) -> int:
    """Take away again what an import brought; one that isn't over is stopped first."""
    backfills, user_id = _backfills(services), services.owner.id
    if (await backfills.report(user_id, number)).status in OPEN:
        await backfills.cancel(user_id, number)
    report = await backfills.undo(user_id, number)
    said = report.model_dump_json(indent=2) if as_json else UNDONE.format(id=report.id, file=report.file)
    sys.stdout.write(f"{said}\n")
    return 0


def _place(named: str) -> Path:
    return Path(named).expanduser().absolute()


def _backfills(services: Any) -> Backfills:
    return Backfills(services.store, services.database, services.clock, archive_reader, this_process())


async def _through(services: Any, backfills: Backfills, number: int, progress: "Progress") -> BackfillReport:
    """Read it, or watch it being read, until it is over."""
    user_id = services.owner.id
    while True:
        now = services.clock.now()
        await take_lease(services.store.leases, LEASE.format(id=number), this_process(), now)
        report = await backfills.run(user_id, number, progress.show)
        if report is None:
            await asyncio.sleep(_WATCH)
            report = await backfills.report(user_id, number)
            progress.show(report)
        if report.status not in OPEN:
            return report


class Progress:
    """A bar that is drawn over itself in a terminal; elsewhere a line now and then."""

    def __init__(self, write: Callable[[str], Any], *, is_terminal: bool) -> None:
        """Shows nothing yet."""
        self._write = write
        self._is_terminal = is_terminal
        self._began = time.monotonic()
        self._first: int | None = None
        self._drawn = 0.0
        self._shown = 0.0

    def show(self, report: BackfillReport) -> None:
        """How far it is now."""
        now = time.monotonic()
        self._first = report.read if self._first is None else self._first
        rate = int((report.read - self._first) / max(now - self._began, 1e-3))
        if self._is_terminal and now - self._drawn >= _OFTEN:
            self._drawn = now
            filled = int(report.percent / 100 * _BAR)
            bar = "█" * filled + "░" * (_BAR - filled)
            files = f"file {min(report.files_done + 1, report.files_total)} of {report.files_total}"
            self._write(f"\r{bar} {report.percent:5.1f} % · {report.read:,} values · {rate:,}/s · {files}\x1b[K")
            sys.stderr.flush()
        elif not self._is_terminal and report.percent - self._shown >= _PLAIN_EVERY:
            self._shown = report.percent
            self._write(f"{report.percent:.0f} % · {report.read:,} values\n")

    def end(self, report: BackfillReport) -> None:
        """The last of it."""
        self._drawn = 0.0
        if self._is_terminal and self._first is not None:
            self.show(report)
            self._write("\n")


def told(report: BackfillReport) -> Iterator[str]:
    """The report in words, line by line."""
    if report.problem:
        yield report.problem
    yield f"Import {report.id} ({report.file}): {report.status}."
    yield f"Read {report.read:,} values: {report.kept:,} kept, {report.doubled:,} there already, {report.refused:,} left out."
    reasons = sorted(report.reasons, key=lambda reason: (reason.code in _BESIDE, -reason.rows))
    for reason in reasons[:_TOLD]:
        yield f"  {reason.file}: {reason.rows:,} × {reason.reason}"
    if len(reasons) > _TOLD:
        yield f"  … and {len(reasons) - _TOLD} more reasons; --json shows all of them."
    if report.kept and report.status != "undone":
        yield f"To take it all away again: health undo-import {report.id}"

"""`embed-backfill`: makes everything that is stored findable by meaning, with a bar that shows how far it is.

Where a server runs, the work is its own, and this only asks for it and watches; else it is done here, as fast as an encoder on this machine goes, and
slowly with one elsewhere. It
may be broken off at any time: what is done is kept, and the next time it goes on from there.
"""

import argparse
import asyncio
import sys
import time
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from app.config import Settings
from app.learning.backfill import Backfill, BackfillStatus
from app.learning.embedding import ROWS_A_SECOND, Embedding
from app.models.embeddings import sent_to

LOOP_LEASE = "loop:embedding"  # whoever holds it embeds
_TTL = timedelta(seconds=60)
_AT_ONCE = 24
_FASTEST = 1_000_000.0
_WATCH = 1.0
_PATIENCE = 120  # looks without any progress
_BAR = 30
_PLAIN_EVERY = 0.1  # of the whole, where it goes to a file
OFF = "Search by meaning is off (EMBEDDER=none), so there is nothing to do. Search by words works."
STUCK = "The encoder isn't answering: {left:,} texts are left. What is done is kept; run this again later."
BROKEN_OFF = "Broken off. What is done is kept; run it again to go on."


async def run(settings: Settings, build_services: Any, options: argparse.Namespace) -> int:
    """Do it; 1 where texts are left."""
    services = await build_services(settings)
    try:
        if services.embedder is None:
            sys.stdout.write(f"{OFF}\n")
            return 0
        return await _backfill(services, Progress(sys.stdout.write, is_terminal=sys.stdout.isatty()))
    except asyncio.CancelledError:
        sys.stdout.write(f"\n{BROKEN_OFF}\n")
        raise
    finally:
        await services.close()


def pace(embedder: object) -> float:
    """Rows a second: a server elsewhere is not overrun."""
    return ROWS_A_SECOND if sent_to(embedder) else _FASTEST


async def _backfill(services: Any, progress: "Progress") -> int:
    backfill, holder = Backfill(services.study, services.embedder), uuid.uuid4().hex
    status, still = await backfill.ask(), 0
    embedding = Embedding(services.store, services.embedder, services.clock, rows_a_second=pace(services.embedder))
    try:
        while status.status == "running" and still < _PATIENCE:
            progress.show(status)
            before, mine = status, await _mine(services, holder)
            if mine:
                await embedding.catch_up(_AT_ONCE)
            else:
                await asyncio.sleep(_WATCH)
            status = await backfill.status()
            still = 0 if status.left < before.left else _PATIENCE if mine else still + 1
    finally:
        await services.store.leases.release(LOOP_LEASE, holder)
    progress.end(status)
    if status.status == "running":
        sys.stderr.write(STUCK.format(left=status.left) + "\n")
        return 1
    if status.left:
        sys.stdout.write(
            f"{status.embedded:,} texts are findable by meaning; {status.left:,} the encoder can't take.\n"
        )
    else:
        sys.stdout.write(f"All {status.embedded:,} texts are findable by meaning ({status.model}).\n")
    return 0


async def _mine(services: Any, holder: str) -> bool:
    """Whether the work is done here: nobody else holds the loop."""
    now = services.clock.now()
    return await services.store.leases.acquire(LOOP_LEASE, holder, now=now, ttl=_TTL, info={})


class Progress:
    """A bar that is drawn over itself in a terminal; elsewhere a line now and then."""

    def __init__(self, write: Callable[[str], Any], *, is_terminal: bool) -> None:
        """Shows nothing yet."""
        self._write = write
        self._is_terminal = is_terminal
        self._began = time.monotonic()
        self._first: int | None = None
        self._shown = -1.0

    def show(self, status: BackfillStatus) -> None:
        """How far it is now."""
        done = status.embedded / status.texts if status.texts else 1.0
        self._first = status.embedded if self._first is None else self._first
        if self._is_terminal:
            filled = int(done * _BAR)
            bar = "█" * filled + "░" * (_BAR - filled)
            self._write(f"\r{bar} {status.embedded:,} of {status.texts:,}{self._left(status)}\x1b[K")
        elif done - self._shown >= _PLAIN_EVERY:
            self._shown = done
            self._write(f"{status.embedded:,} of {status.texts:,}\n")
        sys.stdout.flush()

    def end(self, status: BackfillStatus) -> None:
        """The last of it."""
        if self._is_terminal and self._first is not None:
            self.show(status)
            self._write("\n")

    def _left(self, status: BackfillStatus) -> str:
        """About how long it takes yet, once that can be told."""
        done, seconds = status.embedded - (self._first or 0), time.monotonic() - self._began
        if done < _AT_ONCE or not status.left:
            return ""
        rest = int(status.left * seconds / done)
        return f" · {rest // 60}:{rest % 60:02d} left"

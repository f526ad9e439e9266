"""What every connection to Postgres is told before its first use, and Postgres' errors as ours. Knows no table."""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg
from asyncpg.transaction import Transaction
from pgvector.asyncpg import register_vector

from app.errors import StorageBusy, StorageError, StorageFull
from app.memory.adapters.values import json_text

log = logging.getLogger(__name__)

CONNECT_SECONDS = 10
ACQUIRE_SECONDS = 5.0
COMMAND_SECONDS = 60.0

# No statement may hang, no forgotten transaction may hold its locks; compiling short queries costs more than it saves; and
# a search in an index that all users share goes on until it has found enough of this user's.
_SESSION = """
    SET statement_timeout = '30s'; SET lock_timeout = '5s'; SET idle_in_transaction_session_timeout = '60s'; SET jit = off;
    SET hnsw.iterative_scan = 'strict_order'; SET hnsw.max_scan_tuples = 100000; SET hnsw.ef_search = 100"""
_REFUSED = "The database refused the login. Check the user, the password and the name of the database."
_SENTENCES = {
    "28": _REFUSED,
    "3D": _REFUSED,
    "25006": "The database only lets me read. Point the setting at one that can be written to.",
    "42501": "The database user may not do that. Give it more rights, or use its owner.",
}
_BUSY = ("08", "40", "53", "55P03", "57")  # lost, collided, short of something, locked, shutting down or cancelled
_FULL = "53100"


async def prepare(connection: asyncpg.Connection) -> None:
    """Make a new connection read and write our values."""
    await connection.execute(_SESSION)
    await connection.set_type_codec("json", schema="pg_catalog", encoder=json_text, decoder=json.loads)
    await register_vector(connection)


async def reset(connection: asyncpg.Connection) -> None:
    """Between two uses nothing has to be undone, which saves a round trip: no session state is ever changed."""
    if connection.is_in_transaction():
        await connection.reset()


async def hang_up(connection: asyncpg.Connection) -> None:
    """Close a connection of our own, lost or not."""
    try:
        await connection.close(timeout=CONNECT_SECONDS)
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
        connection.terminate()


async def roll_back(transaction: Transaction) -> None:
    """End a unit that failed. Where the connection is lost, the server has ended it already, and what failed is told instead."""
    try:
        await transaction.rollback()
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
        log.debug("rollback came too late", extra={"event": "storage.rollback_lost"}, exc_info=True)


@contextmanager
def translated() -> Iterator[None]:
    """Raise StorageBusy, StorageFull or StorageError where the driver would raise its own."""
    try:
        yield
    except asyncpg.PostgresError as error:
        raise _ours(error) from error
    except (asyncpg.DataError, OverflowError, UnicodeError) as error:
        raise StorageError("That holds something I can't store.") from error
    except (asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError) as error:
        raise StorageBusy from error


def _ours(error: asyncpg.PostgresError) -> StorageError:
    state: str = getattr(error, "sqlstate", None) or ""
    if state == _FULL:
        return StorageFull()
    if state.startswith(_BUSY):
        return StorageBusy()
    return StorageError(_SENTENCES.get(state) or _SENTENCES.get(state[:2]))

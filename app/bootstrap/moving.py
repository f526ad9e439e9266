"""Moving an installation's database: which two databases are meant, and the move between them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import SecretStr

from app.bootstrap.storage import DATABASE_FILE, build_database
from app.clock import Clock, SystemClock
from app.config import Settings
from app.conversation.holder import is_gone
from app.errors import ConfigurationError, MoveRefused
from app.integrations.keys import KeyRing
from app.integrations.vault import Vault, VaultState
from app.memory.adapters.postgres_moving import PostgresServer
from app.memory.adapters.sqlite_moving import SqliteFile, layout
from app.memory.moving import Engine, Progress, copy
from app.memory.repositories import repositories

SQLITE = "sqlite"
_COMPANIONS = ("", "-wal", "-shm")
_FILE = (
    "A SQLite database is a file called {name} in the data folder. Write sqlite, or sqlite:///path/to/folder/{name}."
)
_SAME = "{where} is where everything lies already. Name the other database, or where to move it from with --from."
_NOTHING = "There is no database at {where}, so there is nothing to move. Name the right one with --from."
_BOTH_FILES = "Both are SQLite files: stop Kwasi and copy {source} to {target}. Nothing else is needed."


@dataclass(frozen=True, slots=True)
class Moved:
    """What a move came to: from where to where, the settings under which it is found there, the rows of each table, whose texts lost what
    can't be kept, and how the saved logins are over there (None where nothing was kept)."""

    source: str
    target: str
    settings: Settings
    rows: dict[str, int]
    mended: Sequence[str]
    vault: VaultState | None


def settings_of(settings: Settings, address: str) -> Settings:
    """The settings under which an address is the database: "sqlite", "sqlite:///…/kwasi.db" or "postgresql://…"; "" is as it is set.

    Raises ConfigurationError."""
    if not address:
        return settings
    if not address.startswith(SQLITE):
        return settings.model_copy(update={"database_url": SecretStr(address)})
    path = Path("/", urlsplit(address).path.lstrip("/"))
    if address == SQLITE:
        path = settings.data_dir / DATABASE_FILE
    elif not address.startswith("sqlite:///") or path.name != DATABASE_FILE:
        raise ConfigurationError(_FILE.format(name=DATABASE_FILE))
    return settings.model_copy(update={"database_url": None, "data_dir": path.parent})


async def move(settings: Settings, target: str, source: str, *, keep: bool, progress: Progress) -> Moved:
    """Copy everything from `source` to `target`, compare it, and keep it there, or nothing of it where it isn't to be kept.

    Raises ConfigurationError, MoveRefused and StorageError; then the target is as it was."""
    clock = SystemClock()
    here, there = settings_of(settings, source), settings_of(settings, target)
    was, will_be = build_database(here).description, build_database(there).description
    _refuse(here, there, was, will_be)
    await _up_to_date(here)
    with _no_trace(there, was_kept := []):
        if there.database_url is None:
            await _up_to_date(there)
        rows, mended = await _copied(here, there, clock, keep=keep, progress=progress)
        was_kept += [will_be] if keep else []
    return Moved(was, will_be, there, rows, mended, await _opened(there, clock) if keep else None)


def _refuse(here: Settings, there: Settings, was: str, will_be: str) -> None:
    if was == will_be:
        raise MoveRefused(_SAME.format(where=was))
    if here.database_url is None and there.database_url is None:
        raise MoveRefused(_BOTH_FILES.format(source=was, target=will_be))
    if here.database_url is None and not Path(was).exists():
        raise MoveRefused(_NOTHING.format(where=was))


async def _up_to_date(settings: Settings) -> None:
    """Migrate it, as any start does."""
    database = build_database(settings)
    await database.open()
    await database.close()


async def _copied(
    here: Settings, there: Settings, clock: Clock, *, keep: bool, progress: Progress
) -> tuple[dict[str, int], Sequence[str]]:
    def engine(settings: Settings) -> Engine:
        url = settings.database_url
        return PostgresServer(url.get_secret_value()) if url else SqliteFile(settings.data_dir / DATABASE_FILE)

    def is_live(holder: str, until: datetime) -> bool:
        return until > clock.now() and not is_gone(holder)

    [url, *_] = [place.database_url for place in (here, there) if place.database_url]
    tables = layout(await PostgresServer(url.get_secret_value()).kinds())
    async with engine(here).source(tables) as source, engine(there).target(tables, keep=keep) as target:
        return await copy(source, target, tables, is_live, progress), source.mended


async def _opened(there: Settings, clock: Clock) -> VaultState:
    """Open it as a start would, and try the key to the saved logins."""
    database = build_database(there)
    await database.open()
    try:
        return await Vault(database, repositories(database), KeyRing(there), clock).state()
    finally:
        await database.close()


@contextmanager
def _no_trace(there: Settings, was_kept: list[str]) -> Iterator[None]:
    """Leave no file behind where there was none and nothing was kept in it."""
    path = there.data_dir / DATABASE_FILE
    is_new = there.database_url is None and not path.exists()
    try:
        yield
    finally:
        if is_new and not was_kept:
            for companion in _COMPANIONS:
                path.with_name(path.name + companion).unlink(missing_ok=True)

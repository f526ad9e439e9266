"""Which database: Postgres when a URL is set, else one SQLite file that only its owner can read."""

from urllib.parse import urlsplit

from app.config import Settings
from app.errors import ConfigurationError
from app.memory.ports import Database

DATABASE_FILE = "kwasi.db"


def build_database(settings: Settings) -> Database:
    """The database of these settings, not yet open."""
    if settings.database_url is None:
        from app.memory.adapters.sqlite import SqliteDatabase

        return SqliteDatabase(settings.data_dir / DATABASE_FILE)
    url = settings.database_url.get_secret_value()
    if not url.startswith(("postgres://", "postgresql://")):
        raise ConfigurationError("DATABASE_URL must start with postgresql://. Leave it empty to use SQLite.")
    if not _is_complete(url):
        raise ConfigurationError("DATABASE_URL isn't a whole address. Write postgresql://user:password@host:5432/name.")
    from app.memory.adapters.postgres import PostgresDatabase

    return PostgresDatabase(url, max_connections=settings.database_pool_size)


def is_begun(settings: Settings) -> bool:
    """Whether there is a database already. Postgres is made by whoever runs it, and counts as begun."""
    return settings.database_url is not None or (settings.data_dir / DATABASE_FILE).exists()


def _is_complete(url: str) -> bool:
    """Whether the driver could read it: brackets closed, the port a number."""
    try:
        return urlsplit(url).port != 0
    except ValueError:
        return False

"""Empty databases for proofs and measurements: SQLite in a folder, Postgres of the development environment or at a given address."""

import contextlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

ENGINES = ("sqlite", "postgres")


def engines_of(option: str) -> tuple[str, ...]:
    """The engines that an option "sqlite", "postgres" or "both" names."""
    return ENGINES if option == "both" else (option,)


@contextmanager
def storage_of(engine: str, url: str = "") -> Iterator[dict[str, Any]]:
    """Settings of an empty house in a folder of its own, in UTC and without an encoder. `url`: a Postgres server to use."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {"data_dir": folder, "time_zone": "UTC", "embedder": "none", "_env_file": None}
        if engine == "sqlite":
            yield settings
            return
        with contextlib.nullcontext(url) if url else own_postgres() as address:
            yield {**settings, "database_url": address}


@contextmanager
def own_postgres() -> Iterator[str]:
    """A database on the development environment's server."""
    from tests.postgres import TestRun, server_of  # only the development environment has the wheel

    run = TestRun()
    try:
        with server_of(run.folder).database() as url:
            yield url
    finally:
        run.close()

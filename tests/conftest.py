"""What every test shares: no live model, none of the developer's settings, and a real Postgres for who asks.

Invariant: a test's result depends on the repository alone, not on the shell or the machine it runs in.
"""

import asyncio
import gc
import os
from collections.abc import Generator, Iterator
from pathlib import Path

import hypothesis
import pydantic_ai.models
import pytest
from pydantic import SecretStr

from app import env_files
from app.bootstrap.storage import build_database
from app.config import Settings
from app.integrations.calls import RESTING
from tests import postgres

pydantic_ai.models.ALLOW_MODEL_REQUESTS = False
# The same examples everywhere and no stop-watch: two cores shared with a browser are slow without being wrong.
hypothesis.settings.register_profile("house", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("house")
RUN = pytest.StashKey[postgres.TestRun]()
RUN_FOLDER = pytest.StashKey[Path]()


def pytest_configure(config: pytest.Config) -> None:
    """The first process makes the folder that the run shares; a worker is told where it is."""
    told = getattr(config, "workerinput", None)
    if told is None:
        config.stash[RUN] = postgres.TestRun()
    config.stash[RUN_FOLDER] = Path(told["run_folder"]) if told else config.stash[RUN].folder
    forget_developer(config.stash[RUN_FOLDER])


def forget_developer(folder: Path) -> None:
    """Take away what a developer's shell, `.env` and home could change: every setting, and the home itself."""
    known = {name.upper() for name in Settings.model_fields}
    for name in [name for name in os.environ if name.upper() in known or name.startswith(("PG", "XDG_"))]:
        del os.environ[name]
    env_files.CHECKOUT = folder / "checkout"  # a developer's own .env lies beside the program
    # What is expensive to fetch stays where it is: uv's cache is read by the test that makes an environment.
    os.environ.setdefault("UV_CACHE_DIR", str(Path.home() / ".cache/uv"))
    os.environ["HOME"] = str(folder / "home")
    (folder / "home").mkdir(exist_ok=True)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """All that is loaded stays to the end: looking through it for garbage, again and again, is near half of what loading costs."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests first, each file whole: no worker ends alone on an hour of messages."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: object) -> None:
    """Tell a worker of pytest-xdist which run it belongs to."""
    node.workerinput["run_folder"] = str(node.config.stash[RUN_FOLDER])  # type: ignore[attr-defined]


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the server, if one was started."""
    if RUN in config.stash:
        config.stash[RUN].close()


@pytest.fixture(scope="session")
def postgres_server(request: pytest.FixtureRequest) -> postgres.PostgresServer:
    """The run's Postgres, started by whoever asks first."""
    return postgres.server_of(request.config.stash[RUN_FOLDER])


@pytest.fixture
def postgres_url(postgres_server: postgres.PostgresServer) -> Iterator[str]:
    """A fresh database without tables, pgvector installed; dropped afterwards."""
    with postgres_server.database() as url:
        yield url


@pytest.fixture
def bare_postgres_url(postgres_server: postgres.PostgresServer) -> Iterator[str]:
    """A fresh database as a new server gives it: not even the extensions."""
    with postgres_server.database(template="template1") as url:
        yield url


@pytest.fixture(scope="session")
def migrated_template(postgres_server: postgres.PostgresServer) -> str:
    """The name of a Postgres template with our tables, made once a run."""

    async def prepare(url: str) -> None:
        database = build_database(Settings(database_url=SecretStr(url)))
        await database.open()
        await database.close()

    return postgres_server.template("migrated", lambda url: asyncio.run(prepare(url)))


@pytest.fixture
def migrated_postgres_url(postgres_server: postgres.PostgresServer, migrated_template: str) -> Iterator[str]:
    """A fresh database with our tables and nothing in them; dropped afterwards."""
    with postgres_server.database(template=migrated_template) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Settings of a house, once on either engine."""
    from tests.house import settings_in  # the whole application, loaded only where a house is wanted

    if request.param == "sqlite":
        return settings_in(tmp_path)
    return settings_in(tmp_path, database_url=request.getfixturevalue("migrated_postgres_url"))


@pytest.fixture(autouse=True)
def nothing_rests() -> None:
    """No server that an earlier test met asks to be left alone."""
    RESTING.clear()

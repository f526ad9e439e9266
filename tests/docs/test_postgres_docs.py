"""The page about Postgres: its SQL makes a database that a plain user can start on and move to, and its commands are ones there are."""

import re
import secrets
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.e2e.commands import Machine
from tests.postgres import PostgresServer, environment

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/postgres.md").read_text("utf-8")
[SQL] = re.findall(r"^```sql\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
ADDRESS = "postgresql://kwasi:choose-one@127.0.0.1:5432/kwasi"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def documented(postgres_server: PostgresServer) -> Iterator[str]:
    """The address of a database made as the page says, under a name of its own."""
    name = f"docs_{secrets.token_hex(4)}"
    script = re.sub(r"\bkwasi\b", name, SQL)
    administrator = postgres_server.url("postgres")
    command = [f"{postgres_server.programs}/psql", "-Xq", "-v", "ON_ERROR_STOP=1", administrator]
    subprocess.run(command, input=script, text=True, check=True, env=environment())
    try:
        yield ADDRESS.replace("kwasi", name).replace("5432", str(postgres_server.port))
    finally:
        postgres_server.execute(f"DROP DATABASE {name} WITH (FORCE)")
        postgres_server.execute(f"DROP ROLE {name}")


def test_a_plain_user_moves_to_the_documented_database_and_goes_on_there(
    machine: Machine, documented: str, postgres_server: PostgresServer
) -> None:
    name = urlsplit(documented).username
    rights = f"SELECT rolsuper OR rolcreaterole OR rolcreatedb FROM pg_roles WHERE rolname = '{name}'"
    assert postgres_server.execute(rights) == "f"
    machine.ask("remind me tomorrow at 9 to call mum")
    said = machine.run("move", documented)
    assert (said.code, said.err) == (0, "")
    settings = {"DATABASE_URL": documented}
    assert "call mum" in machine.ask("what are my reminders?", **settings).out
    assert f"postgres: 127.0.0.1/{name}" in machine.run("doctor", **settings).out
    back = machine.run("move", f"sqlite://{machine.home}/new/kwasi.db", **settings)
    assert (back.code, back.err) == (0, "")


def test_a_copy_is_made_and_put_back_as_documented(
    machine: Machine, documented: str, postgres_server: PostgresServer
) -> None:
    machine.ask("remind me tomorrow at 9 to call mum", DATABASE_URL=documented)
    dump, restore = (
        line.removeprefix("$ ").partition("#")[0] for line in PAGE.splitlines() if line.startswith("$ pg_")
    )
    name = urlsplit(documented).path.lstrip("/")

    def typed(line: str) -> None:
        command = line.replace(ADDRESS, documented).split()
        command[0] = f"{postgres_server.programs}/{command[0]}"
        if not Path(command[0]).exists():
            pytest.skip(f"this Postgres comes without {Path(command[0]).name}")
        subprocess.run(command, cwd=machine.home, env=environment(), check=True)

    typed(dump)
    postgres_server.execute(f"DROP DATABASE {name} WITH (FORCE)")
    postgres_server.execute(f"CREATE DATABASE {name} OWNER {name} TEMPLATE template0")
    postgres_server.execute("CREATE EXTENSION vector", database=name)
    typed(restore)
    assert "call mum" in machine.ask("what are my reminders?", DATABASE_URL=documented).out


def test_without_the_extension_or_with_an_old_one_it_says_what_to_run(
    machine: Machine, documented: str, postgres_server: PostgresServer
) -> None:
    name = urlsplit(documented).path.lstrip("/")
    postgres_server.execute("UPDATE pg_extension SET extversion = '0.6.0' WHERE extname = 'vector'", database=name)
    old = machine.ask("hello", DATABASE_URL=documented)
    assert old.code != 0
    assert "is version 0.6.0, and 0.8 or newer is needed" in old.err
    assert "ALTER EXTENSION vector UPDATE" in old.err
    postgres_server.execute("DROP EXTENSION vector", database=name)
    none = machine.run("move", documented)
    assert none.code != 0
    machine.ask("hello")
    none = machine.run("move", documented)
    assert "let an administrator run in this database: CREATE EXTENSION vector" in none.err


def test_every_command_of_ours_on_the_page_is_one_there_is(machine: Machine) -> None:
    ours = re.findall(r"\./scripts/run (\w+)", PAGE)
    assert set(ours) == {"doctor", "move"}
    help_text = machine.run("move", "--help").out
    assert all(option in help_text for option in re.findall(r" (--from|--dry-run)\b", PAGE))

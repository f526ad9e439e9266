"""Which database: one private file, or Postgres where its address is set."""

import stat
from pathlib import Path

import pytest

from app.bootstrap.storage import DATABASE_FILE, build_database
from app.errors import ConfigurationError
from tests.house import settings_in


async def test_without_an_address_it_is_one_file_that_its_owner_alone_can_read(tmp_path: Path) -> None:
    folder = tmp_path / "not" / "there"
    database = build_database(settings_in(folder))
    await database.open()
    try:
        assert (database.engine, database.description) == ("sqlite", str(folder / DATABASE_FILE))
        assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    finally:
        await database.close()


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
def test_with_an_address_it_is_postgres_and_its_password_stays_out_of_sight(tmp_path: Path, scheme: str) -> None:
    database = build_database(settings_in(tmp_path, database_url=f"{scheme}://me:hidden@127.0.0.1:5433/kwasi"))
    assert database.engine == "postgres"
    assert "hidden" not in database.description
    assert "kwasi" in database.description


@pytest.mark.parametrize("url", ["mysql://localhost/kwasi", "kwasi.db", "sqlite:///x"])
def test_any_other_address_is_refused_with_what_to_write(tmp_path: Path, url: str) -> None:
    with pytest.raises(ConfigurationError, match="postgresql://"):
        build_database(settings_in(tmp_path, database_url=url))

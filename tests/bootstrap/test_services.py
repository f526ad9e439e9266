"""Everything is built once and put together; what a test or an evaluation brings takes the place of what is configured."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.bootstrap.services import build_services
from app.clock import ManualClock, SystemClock
from app.config import Settings
from app.errors import ConfigurationError, StorageError
from app.version import VERSION
from tests.house import open_house, settings_in, tell


async def test_a_bare_start_can_answer(home: Settings, tmp_path: Path) -> None:
    async with open_house(tmp_path, settings=home) as house:
        assert (await tell(house, "hello")).status == "done"
        assert house.version == VERSION
        assert isinstance(house.clock, SystemClock)


async def test_everybody_works_with_the_same_parts(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        resources = house.resources
        assert resources.database is house.database
        assert resources.hub is house.hub
        assert resources.clock is house.clock
        assert resources.store is house.store


async def test_what_is_brought_takes_the_place_of_what_is_configured(tmp_path: Path) -> None:
    clock = ManualClock(datetime(2027, 3, 10, tzinfo=UTC))
    async with open_house(
        tmp_path, settings=settings_in(tmp_path, embedder="auto"), clock=clock, embedder=None
    ) as house:
        assert house.clock is clock
        assert house.embedder is None


async def test_a_wrong_setting_stops_it_before_anything_is_open(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError):
        await build_services(settings_in(tmp_path, model_name="nonsense"))
    assert list(tmp_path.iterdir()) == []


async def test_once_closed_the_database_is_let_go(tmp_path: Path) -> None:
    house = await build_services(settings_in(tmp_path))
    await house.close()
    with pytest.raises(StorageError):
        await house.store.users.get(house.owner.id)
    async with open_house(tmp_path) as again:
        assert again.owner == house.owner

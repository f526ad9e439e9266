"""The one local owner, and the time zone we believe until somebody says better."""

from pathlib import Path

import pytest

from app.bootstrap.owner import OWNER, ensure_owner
from app.bootstrap.services import Services
from app.config import Settings
from app.errors import ConfigurationError
from app.memory.repositories import repositories
from app.schedule.zones import is_zone
from tests.house import open_house, settings_in, tell


async def _owner_with(house: Services, settings: Settings) -> tuple[str, str]:
    owner = await ensure_owner(house.store, settings, house.clock)
    stored = await house.store.users.get(OWNER)
    assert stored is not None
    assert (stored.time_zone, stored.zone_source) == (owner.time_zone, owner.zone_source)
    return owner.time_zone, owner.zone_source


async def test_there_is_one_owner_however_often_it_starts(home: Settings, tmp_path: Path) -> None:
    for _ in range(2):
        async with open_house(tmp_path, settings=home) as house:
            assert house.owner.id == OWNER
            rows = await house.database.fetch("SELECT id FROM users")
            assert [row["id"] for row in rows] == [OWNER]


async def test_a_zone_in_the_settings_stands_above_everything(home: Settings, tmp_path: Path) -> None:
    async with open_house(tmp_path, settings=home) as house:
        assert (house.owner.time_zone, house.owner.zone_source) == ("Europe/Paris", "setting")
        await house.store.users.set_zone(OWNER, "Asia/Tokyo", "user")
        assert await _owner_with(house, settings_in(tmp_path, time_zone="Africa/Accra")) == ("Africa/Accra", "setting")


async def test_what_repeats_follows_a_zone_that_the_settings_change(home: Settings, tmp_path: Path) -> None:
    async with open_house(tmp_path, settings=home) as house:
        await tell(house, "remind me every day at 8 to stretch")
        await _owner_with(house, settings_in(tmp_path, time_zone="Asia/Tokyo"))
        [reminder] = await house.store.reminders.list(OWNER)
        assert (reminder.time_zone, reminder.due_at.hour) == ("Asia/Tokyo", 23)


async def test_without_a_setting_what_was_said_stays(tmp_path: Path) -> None:
    async with open_house(tmp_path, settings=settings_in(tmp_path, time_zone="")) as house:
        assert house.owner.zone_source == "system"
        assert is_zone(house.owner.time_zone)
        await house.store.users.set_zone(OWNER, "Asia/Tokyo", "user")
        assert await _owner_with(house, settings_in(tmp_path, time_zone="")) == ("Asia/Tokyo", "user")


@pytest.mark.parametrize("zone", ["Mars/Olympus", "Paris", "../../etc/passwd", "GMT+25"])
async def test_a_zone_nobody_knows_stops_the_start(tmp_path: Path, zone: str) -> None:
    with pytest.raises(ConfigurationError, match="isn't a time zone I know"):
        async with open_house(tmp_path, settings=settings_in(tmp_path, time_zone=zone)):
            raise AssertionError("it started")


async def test_a_servers_environment_sets_the_zone_for_good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIME_ZONE", "Asia/Tokyo")
    settings = Settings(data_dir=tmp_path, embedder="none")
    async with open_house(tmp_path, settings=settings) as house:
        lent = await house.store.users.get(OWNER)
        assert (lent.time_zone if lent else "") == "Asia/Tokyo"
        [row] = await house.database.fetch("SELECT time_zone, zone_source FROM users")
        assert row["zone_source"] == "system"
        served = await ensure_owner(repositories(house.database), settings, house.clock, serves=True)
        assert served.time_zone == "Asia/Tokyo"
        [row] = await house.database.fetch("SELECT time_zone, zone_source FROM users")
        assert (row["time_zone"], row["zone_source"]) == ("Asia/Tokyo", "setting")


async def test_who_names_a_zone_stands_above_the_one_of_this_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIME_ZONE", "Asia/Tokyo")
    async with open_house(tmp_path, settings=Settings(data_dir=tmp_path, embedder="none")) as house:
        await tell(house, "set my time zone to Accra")
        user = await house.store.users.get(OWNER)
        assert (user.time_zone, user.zone_source) == ("Africa/Accra", "user") if user else False

"""Sessions that outlive a restart, end when somebody ends them, and are kept as digests."""

import hashlib
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from app.bootstrap.services import Services
from app.config import Settings
from app.interfaces.web.sessions import LIFETIME, Sessions, door_of, session_key
from tests.house import open_house
from tests.interfaces.web.house import START


@pytest.fixture
async def services(home: Settings) -> AsyncIterator[Services]:
    """A house on either database."""
    async with open_house(home.data_dir, settings=home) as services:
        yield services


@pytest.fixture
def sessions(services: Services) -> Sessions:
    return Sessions(services.store, services.owner.id, "a door")


async def test_a_session_is_there_until_it_runs_out(sessions: Sessions) -> None:
    token = await sessions.begin("Firefox on Linux", START)
    found = await sessions.find(token, START + LIFETIME - timedelta(seconds=1))
    assert found is not None
    assert (found.browser, found.created_at) == ("Firefox on Linux", START)
    assert await sessions.find(token, START + LIFETIME) is None
    assert await sessions.everything(START + LIFETIME) == []


async def test_the_database_holds_nothing_that_opens_the_page(services: Services, sessions: Sessions) -> None:
    token = await sessions.begin("Firefox", START)
    [row] = await services.database.fetch("SELECT * FROM page_sessions")
    assert row["digest"] == hashlib.sha256(token.encode()).hexdigest()
    assert token not in str(row)
    assert await sessions.find(row["digest"], START) is None


@pytest.mark.parametrize("value", ["", ".", "é.é.é", "A" * 43, "A" * 4000, "A" * 42 + "'"])
async def test_what_we_did_not_hand_out_opens_nothing(sessions: Sessions, value: str) -> None:
    await sessions.begin("Firefox", START)
    assert await sessions.find(value, START) is None


async def test_ending_one_leaves_the_others(sessions: Sessions) -> None:
    first, second, third = [await sessions.begin(name, START) for name in ("a", "b", "c")]
    ended = await sessions.find(second, START)
    assert ended is not None
    assert await sessions.end(ended.id)
    assert not await sessions.end(ended.id)
    assert await sessions.find(second, START) is None
    kept = await sessions.find(first, START)
    assert kept is not None
    assert await sessions.end_all(but=kept.id) == 1
    assert await sessions.find(third, START) is None
    assert await sessions.everything(START) == [kept]


async def test_when_a_browser_was_last_here_is_written_every_few_minutes(sessions: Sessions) -> None:
    token = await sessions.begin("a", START)
    for minutes, shown in ((4, 0), (5, 5), (9, 5), (30, 30)):
        at = START + timedelta(minutes=minutes)
        session = await sessions.find(token, at)
        assert session is not None
        await sessions.note(session, at)
        [row] = await sessions.everything(at)
        assert row.used_at == START + timedelta(minutes=shown), minutes


async def test_another_password_ends_all_sessions(services: Services, sessions: Sessions) -> None:
    token = await sessions.begin("a", START)
    locked = Sessions(services.store, services.owner.id, "another door")
    assert await locked.find(token, START) is None
    assert await locked.everything(START) == []
    await locked.begin("b", START)
    assert len(await services.database.fetch("SELECT id FROM page_sessions")) == 1


async def test_what_has_run_out_is_removed_when_the_next_one_signs_in(services: Services, sessions: Sessions) -> None:
    await sessions.begin("old", START)
    await sessions.begin("new", START + LIFETIME)
    assert [row["browser"] for row in await services.database.fetch("SELECT browser FROM page_sessions")] == ["new"]


def test_a_door_is_as_the_password_and_tells_nothing_without_the_key(tmp_path: Path) -> None:
    doors = {door_of("", tmp_path), door_of("open sesame", tmp_path), door_of("open sesame", tmp_path / "other")}
    assert len(doors) == 3
    assert door_of("open sesame", tmp_path) in doors


def test_the_key_is_kept_and_private(tmp_path: Path) -> None:
    first = session_key(tmp_path / "new folder")
    assert session_key(tmp_path / "new folder") == first
    assert (tmp_path / "new folder/session.key").stat().st_mode & 0o777 == 0o600


def test_half_a_key_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "session.key").write_bytes(b"half")
    assert len(session_key(tmp_path)) == 32
    assert session_key(tmp_path) == session_key(tmp_path)


def test_where_no_key_can_be_kept_there_is_one_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    assert len(session_key(tmp_path / "file")) == 32

"""When lists are synced, and what comes of an account that can't be reached; end to end it stands in tests/tools/test_todo.py."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from pydantic import SecretStr

from app.clock import ManualClock
from app.loops import todo
from app.memory.repositories import Repositories
from tests.house import open_house, settings_in

NOON = datetime(2027, 3, 10, 12, tzinfo=UTC)
NOWHERE = "http://127.0.0.1:1/"


async def test_an_account_that_is_away_is_left_alone_each_time_longer_also_when_ours_changes(tmp_path: Path) -> None:
    clock = ManualClock(NOON)
    async with open_house(tmp_path, settings=settings_in(tmp_path, time_zone="UTC"), clock=clock) as house:
        assert await todo.next_due(house.ground) is None
        assert await todo.sync_due(house.ground) == 0
        site = {"calendars": NOWHERE, "contacts": "", "outbox": "", "addresses": []}
        account = await house.accounts.keep(
            house.owner.id,
            "caldav",
            "ana@example.org",
            secrets={"password": SecretStr("swordfish")},
            settings={"site": site, "user": "ana"},
        )
        names = {"list_name": "shopping", "list_id": f"{NOWHERE}l/", "title": "Shopping", "key": "kwasi-1"}
        listed = await house.store.synced_lists.add(house.owner.id, account.id, **names, at=NOON)
        assert await todo.next_due(house.ground) == NOON
        waits: list[timedelta] = []
        for _ in range(8):
            assert await todo.sync_due(house.ground) == 1
            again = await todo.next_due(house.ground)
            assert again is not None
            waits.append(again - clock.now())
            await _changed(house.ground.store, house.owner.id, clock.now())
            assert await todo.next_due(house.ground) == again
            clock.advance(waits[-1])
        assert waits[:3] == [timedelta(minutes=10), timedelta(minutes=20), timedelta(minutes=40)]
        assert waits[-1] == timedelta(hours=6)
        [account] = await house.accounts.every(house.owner.id)
        assert account.state == "attention"
        await house.accounts.disconnect(house.owner.id, account)
        assert await house.store.synced_lists.tasks(house.owner.id, listed.id) == []
        assert await todo.next_due(house.ground) is None


async def _changed(store: Repositories, user_id: str, at: datetime) -> None:
    await store.tasks.add(
        user_id,
        list_name="shopping",
        title="milk",
        due_at=None,
        due_has_time=False,
        priority=0,
        turn_id=None,
        taint=[],
        at=at,
    )

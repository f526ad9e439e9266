"""A list brought to hold the same as one elsewhere, at a real CalDAV server and at the fake of Google's tasks, which lets nobody choose ids.

A process that ends is a call that raises what nothing catches, before or after each single thing that is written on either side, with the
transaction it was in rolled back.
"""

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.errors import AccountAway
from app.integrations.calendar.todo import Todo
from app.integrations.dav.tasks import opened_tasks
from app.integrations.google import opening
from app.integrations.ports import TaskList
from app.integrations.todo.syncing import Counts, Emptied, Syncing
from app.memory.adapters.sqlite import SqliteDatabase
from app.memory.ports import Database
from app.memory.records import SyncedList, Task
from app.memory.repositories import Repositories, repositories
from tests.fakes.vendors.google_api import google_api
from tests.integrations.google.account import account_at
from tests.servers.dav import ANA, access
from tests.servers.radicale import radicale

NOON = datetime(2027, 3, 10, 12, tzinfo=UTC)
PARIS = ZoneInfo("Europe/Paris")
Opener = Callable[[], AbstractAsyncContextManager[tuple[TaskList, str]]]


class Ended(Exception):
    """The process, that is."""


@dataclass
class Steps:
    """How many steps are left to this process."""

    left: int = 10_000

    def step(self) -> None:
        if self.left == 0:
            raise Ended
        self.left -= 1


class Ending:
    """Something whose named methods end the process before they do anything, or right after, where its steps are over."""

    def __init__(self, real: Any, steps: Steps, names: str) -> None:
        self._real, self._steps, self._names = real, steps, names.split()

    def __getattr__(self, name: str) -> Any:
        real = getattr(self._real, name)
        if name not in self._names:
            return real

        async def stepped(*given: Any, **named: Any) -> Any:
            self._steps.step()
            result = await real(*given, **named)
            self._steps.step()
            return result

        return stepped


@dataclass
class Both:
    """Ana's list here and the one elsewhere."""

    store: Repositories
    database: Database
    remote: TaskList
    list_id: str
    told: list[str]

    async def run(self, steps: Steps | None = None) -> Counts:
        steps = steps or Steps()
        store = replace(
            self.store,
            synced_lists=Ending(self.store.synced_lists, steps, "follow unfollow"),
            tasks=Ending(self.store.tasks, steps, "add update delete complete reopen"),
        )
        remote = Ending(self.remote, steps, "add change delete")
        listed = await self.listed()
        return await Syncing(store, self.database, remote, listed, "personal", PARIS, NOON, self._tell).run()

    async def listed(self) -> SyncedList:
        found = await self.store.synced_lists.named("ana", "shopping")
        assert found is not None
        return found

    async def add(
        self, title: str, due_at: datetime | None = None, *, has_time: bool = True, taint: Sequence[str] = ()
    ) -> int:
        made = await self.store.tasks.add(
            "ana",
            list_name="shopping",
            title=title,
            due_at=due_at,
            due_has_time=has_time and due_at is not None,
            priority=0,
            turn_id=None,
            taint=list(taint),
            at=NOON,
        )
        return made.id

    async def named(self, title: str) -> Task:
        return next(one for one in await self.store.tasks.find("ana", title) if one.title == title)

    async def rename(self, title: str, new: str) -> None:
        task = await self.named(title)
        await self.store.tasks.update(
            "ana",
            task.id,
            title=new,
            list_name=task.list_name,
            due_at=task.due_at,
            due_has_time=task.due_has_time,
            priority=0,
            taint=None,
            at=NOON,
        )

    async def here(self) -> list[str]:
        every = await self.store.tasks.list("ana", list_name="shopping", include_done=True)
        return sorted(f"{one.title}{' ✓' if one.done_at else ''}" for one in every)

    async def there(self) -> dict[str, Todo]:
        items = await self.remote.items(self.list_id, zone=PARIS)
        named = {f"{one.title}{' ✓' if one.done_at else ''}": one for one in items}
        assert len(named) == len(items)
        return named

    async def _tell(self, key: str, text: str) -> None:
        if key not in self.told:
            self.told.append(key)
        assert text


@pytest.fixture(scope="module", params=["caldav", "google"])
def service(request: pytest.FixtureRequest) -> Iterator[Opener]:
    """A service, each time it is opened with an empty list."""
    if request.param == "google":
        with google_api() as fake:

            @asynccontextmanager
            async def google() -> AsyncIterator[tuple[TaskList, str]]:
                fake.tasks.kept["main"].clear()
                async with opening.tasks(account_at(fake.url)) as tasks:
                    yield tasks, "main"

            yield google
        return
    with radicale() as server:

        @asynccontextmanager
        async def caldav() -> AsyncIterator[tuple[TaskList, str]]:
            server.fresh()
            server.add_calendar("shopping", "Shopping", holds="VTODO")
            async with opened_tasks(access({"site": server.site.as_json(), "user": ANA})) as tasks:
                yield tasks, (await tasks.lists())[0].id

        yield caldav


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with our tables and nothing in them, to be copied."""
    file = tmp_path_factory.mktemp("todo") / "kwasi.db"

    async def migrate() -> None:
        database = SqliteDatabase(file)
        await database.open()
        await database.close()

    asyncio.run(migrate())
    return file


@asynccontextmanager
async def _both(service: Opener, migrated: Path, file: Path) -> AsyncIterator[Both]:
    shutil.copy(migrated, file)
    database = SqliteDatabase(file)
    await database.open()
    try:
        store = repositories(database)
        await store.users.add("ana", name="ana", time_zone="UTC", zone_source="setting", locale="en", at=NOON)
        account = await store.accounts.put("ana", "caldav", ANA, label="personal", settings={}, scopes=(), at=NOON)
        async with service() as (remote, list_id):
            names = {"list_name": "shopping", "list_id": list_id, "title": "Shopping", "key": "kwasi-1"}
            await store.synced_lists.add("ana", account.id, **names, at=NOON)
            yield Both(store, database, remote, list_id, [])
    finally:
        await database.close()


@pytest.fixture
async def both(service: Opener, migrated: Path, tmp_path: Path) -> AsyncIterator[Both]:
    """A list here and one elsewhere, both empty, to be kept the same."""
    async with _both(service, migrated, tmp_path / "kwasi.db") as made:
        yield made


async def _changed(both: Both) -> None:
    """Both sides the same, then something of every kind on each."""
    for title in ("renamed here", "renamed there", "done here", "done there", "gone here", "gone there"):
        await both.add(title)
    await both.run()
    there = await both.there()
    await both.add("new here")
    await both.rename("renamed here", "renamed here 2")
    for title, change in (("done here", both.store.tasks.complete), ("gone here", both.store.tasks.delete)):
        task = await both.named(title)
        await change("ana", task.id, NOON)
    await both.remote.add(both.list_id, Todo("theirs-1", "new there"), at=NOON)
    for old, new in (
        ("renamed there", {"title": "renamed there 2"}),
        ("done there", {"done_at": NOON}),
    ):
        await both.remote.change(both.list_id, replace(there[old], **new), at=NOON)
    await both.remote.delete(both.list_id, there["gone there"])


ALL = ["done here ✓", "done there ✓", "new here", "new there", "renamed here 2", "renamed there 2"]


async def test_every_kind_of_change_reaches_the_other_side_once(both: Both) -> None:
    await _changed(both)
    counts = await both.run()
    assert (await both.here(), sorted(await both.there())) == (ALL, ALL)
    assert (counts.here, counts.there, counts.left) == (4, 4, 0)
    again = await both.run()
    assert (again.here, again.there, both.told) == (0, 0, [])


async def test_a_process_that_ends_at_any_step_leaves_nothing_twice_and_nothing_lost(
    service: Opener, migrated: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Each third step at the fake, each ninth at the server, which is slower."""
    stride = 3 if "google" in request.node.name else 9
    ended, at = True, 0
    while ended:
        async with _both(service, migrated, tmp_path / f"{at}.db") as both:
            await _changed(both)
            ended = await _ends(both.run(Steps(at)))
            await both.run()
            assert (await both.here(), sorted(await both.there())) == (ALL, ALL), at
            again = await both.run()
            assert (again.here, again.there, both.told) == (0, 0, []), at
        at += stride
    assert at > 30


async def _ends(running: Awaitable[Counts]) -> bool:
    try:
        await running
    except Ended:
        return True
    return False


async def test_the_first_time_what_means_the_same_is_one(both: Both) -> None:
    await both.add("Milk")
    await both.add("eggs", datetime(2027, 3, 12, 8, tzinfo=UTC), has_time=False)
    for title in ("milk", "Eggs", "bread"):
        await both.remote.add(both.list_id, Todo(f"theirs-{title}", title), at=NOON)
    await both.run()
    assert await both.here() == sorted(await both.there()) == ["Milk", "bread", "eggs"]
    assert (await both.there())["eggs"].due == date(2027, 3, 12)


async def test_an_hour_stays_where_only_one_side_keeps_it(both: Both) -> None:
    at_nine = datetime(2027, 3, 12, 8, tzinfo=UTC)
    await both.add("dentist", at_nine)
    await both.run()
    todo = (await both.there())["dentist"]
    await both.remote.change(both.list_id, replace(todo, title="dentist!"), at=NOON)
    await both.run()
    [task] = await both.store.tasks.find("ana", "dentist")
    assert (task.title, task.due_at, task.due_has_time) == ("dentist!", at_nine, True)
    todo = (await both.there())["dentist!"]
    await both.remote.change(both.list_id, replace(todo, due=date(2027, 3, 15)), at=NOON)
    await both.run()
    [task] = await both.store.tasks.find("ana", "dentist")
    assert (task.due_at, task.due_has_time) == (datetime(2027, 3, 15, 8, tzinfo=UTC), False)
    assert task.taint == ["to-do list Shopping at personal"]


async def test_changed_on_both_sides_ours_stays_and_theirs_is_told(both: Both) -> None:
    await both.add("milk")
    await both.run()
    await both.rename("milk", "soy milk")
    await both.remote.change(both.list_id, replace((await both.there())["milk"], title="oat milk"), at=NOON)
    await both.run()
    await both.run()
    assert (await both.here(), sorted(await both.there()), len(both.told)) == (["soy milk"], ["soy milk"], 1)


async def test_a_change_is_worth_more_than_a_deletion(both: Both) -> None:
    for title in ("milk", "eggs"):
        await both.add(title)
    await both.run()
    there = await both.there()
    await both.rename("milk", "soy milk")
    await both.remote.delete(both.list_id, there["milk"])
    [eggs] = await both.store.tasks.find("ana", "eggs")
    await both.store.tasks.delete("ana", eggs.id, NOON)
    await both.remote.change(both.list_id, replace(there["eggs"], title="six eggs"), at=NOON)
    await both.run()
    assert await both.here() == sorted(await both.there()) == ["six eggs", "soy milk"]


async def test_nothing_is_thrown_away_because_of_an_answer_that_fails_or_is_empty(both: Both) -> None:
    for number in range(12):
        await both.add(f"thing {number}")
    await both.run()

    class Away(Ending):
        async def items(self, *_: object, **__: object) -> list[Todo]:
            raise AccountAway

    class Empty(Ending):
        async def items(self, *_: object, **__: object) -> list[Todo]:
            return []

    kept, real = await both.here(), both.remote
    for broken, problem in ((Away, AccountAway), (Empty, Emptied)):
        both.remote = broken(real, Steps(), "")  # type: ignore[assignment]
        with pytest.raises(problem):
            await both.run()
        assert await both.here() == kept


async def test_what_others_words_had_a_part_in_stays_here(both: Both) -> None:
    await both.run()
    await both.add("alarm code 4711", taint=["mail from eve@evil.example: hello"])
    await both.add("bread")
    await both.run()
    there = [one.title for one in await both.remote.items(both.list_id, zone=PARIS)]
    assert "bread" in there
    assert "alarm code 4711" not in there

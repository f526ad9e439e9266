"""Google's lists of tasks, at the fake."""

from dataclasses import replace
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from app.errors import ChangedElsewhere, NotFound
from app.integrations.access import Access
from app.integrations.calendar.todo import Todo
from app.integrations.google import opening
from tests.fakes.vendors.google_api import GoogleApi

AT, ZONE = datetime(2026, 5, 4, 12, tzinfo=UTC), ZoneInfo("Europe/Paris")


async def test_the_lists_are_told_the_default_first(fake: GoogleApi, access: Access) -> None:
    fake.tasks.page = 1
    async with opening.tasks(access) as tasks:
        assert [(one.id, one.name, one.is_default) for one in await tasks.lists()] == [
            ("main", "My Tasks", True),
            ("other", "Other", False),
        ]


async def test_a_task_is_put_there_once_and_its_due_is_a_day(access: Access) -> None:
    due = datetime(2026, 5, 9, 0, 30, tzinfo=ZONE)  # still the 8th in Greenwich
    async with opening.tasks(access) as tasks:
        made = await tasks.add("main", Todo("u1", "Milk", due=due, notes="two"), at=AT)
        assert (made.title, made.due, made.notes, made.done_at) == ("Milk", date(2026, 5, 9), "two", None)
        assert await tasks.add("main", Todo("u1", "Milk", due=due, notes="two"), at=AT) == made
        assert await tasks.add("main", made, at=AT) == made
        other = await tasks.add("main", Todo("u2", "Milk"), at=AT)
        assert list(await tasks.items("main", zone=ZONE)) == [made, other]
        assert await tasks.items("other", zone=ZONE) == []


async def test_a_task_is_changed_done_opened_again_and_taken_away(fake: GoogleApi, access: Access) -> None:
    async with opening.tasks(access) as tasks:
        made = await tasks.add("main", Todo("u1", "Milk", due=date(2026, 5, 9), notes="two"), at=AT)
        fake.tasks.kept["main"][made.uid]["links"] = [{"type": "email", "link": "https://mail.example"}]
        done = await tasks.change("main", replace(made, title="Oat milk", notes="", due=None, done_at=AT), at=AT)
        assert (done.title, done.notes, done.due, done.done_at) == ("Oat milk", "", None, AT)
        assert "links" in fake.tasks.kept["main"][made.uid]  # what we don't know is kept
        assert list(await tasks.items("main", zone=ZONE)) == [done]
        again = await tasks.change("main", replace(done, done_at=None), at=AT)
        assert again.done_at is None
        with pytest.raises(ChangedElsewhere):
            await tasks.change("main", done, at=AT)
        await tasks.delete("main", again)
        await tasks.delete("main", again)
        assert await tasks.items("main", zone=ZONE) == []
        with pytest.raises(NotFound):
            await tasks.change("main", again, at=AT)
        with pytest.raises(NotFound):
            await tasks.items("gone", zone=ZONE)


async def test_one_that_is_done_does_not_keep_the_same_from_being_added(access: Access) -> None:
    async with opening.tasks(access) as tasks:
        made = await tasks.add("main", Todo("u1", "Milk"), at=AT)
        await tasks.change("main", replace(made, done_at=AT), at=AT)
        assert (await tasks.add("main", Todo("u2", "Milk"), at=AT)).uid != made.uid


async def test_a_long_list_is_read_to_its_end(fake: GoogleApi, access: Access) -> None:
    fake.tasks.page = 3
    async with opening.tasks(access) as tasks:
        for number in range(8):
            fake.tasks.kept["main"][f"t{number}"] = {"id": f"t{number}", "title": f"{number}", "status": "needsAction"}
        assert [one.title for one in await tasks.items("main", zone=ZONE)] == [f"{number}" for number in range(8)]


async def test_what_can_not_be_read_in_a_task_is_nothing(fake: GoogleApi, access: Access) -> None:
    odd = {"id": "t", "title": "Odd", "status": "completed", "due": "soon", "completed": "never", "etag": "1"}
    fake.tasks.kept["main"]["t"] = odd
    async with opening.tasks(access) as tasks:
        [one] = await tasks.items("main", zone=ZONE)
    assert (one.due, one.done_at) == (None, datetime(1970, 1, 1, tzinfo=UTC))

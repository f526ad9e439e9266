"""Lists by pages, and things asked side by side."""

import asyncio

import pytest

from app.errors import AccountAway, NotFound
from app.integrations.access import Access
from app.integrations.calls import Calls
from app.integrations.google.paging import Page, Params, pages, segment, side_by_side
from tests.fakes.vendors.google_api import GoogleApi


async def test_a_list_without_end_is_left_after_so_many_pages(fake: GoogleApi, access: Access) -> None:
    for number in range(9):
        fake.people.add(f"Kofi {number}")
    fake.people.page = 1
    async with Calls(access, f"{fake.url}/v1") as calls:
        params: Params = {"personFields": "names"}
        assert len([page async for page in pages(calls, "people/me/connections", params, Page, most=4)]) == 4
        assert len([page async for page in pages(calls, "people/me/connections", params, Page)]) == 9


async def test_a_few_things_are_asked_at_once_and_told_in_their_order() -> None:
    now, most = 0, 0

    async def ask(number: int) -> int:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        now -= 1
        return number * 2

    assert await side_by_side(range(30), ask) == [number * 2 for number in range(30)]
    assert 1 < most <= 8


async def test_the_first_problem_ends_the_others() -> None:
    ended: list[int] = []

    async def ask(number: int) -> None:
        if number == 1:
            raise AccountAway
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(number)

    with pytest.raises(AccountAway):
        await side_by_side(range(3), ask)
    assert sorted(ended) == [0, 2]


def test_a_name_is_one_segment_of_a_path() -> None:
    assert segment("a/b#c@d.e") == "a%2Fb%23c%40d.e"
    assert segment("../x") == "..%2Fx"
    assert segment("") == "-"
    for other in (".", ".."):
        with pytest.raises(NotFound):
            segment(other)

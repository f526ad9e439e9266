"""Which addresses are opened without asking."""

from dataclasses import replace

import pytest

from app.tools.addresses import is_shown, remember
from tests.tools.conftest import Desk

URL = "https://a.example/page?x=1"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (f"summarise {URL}", True),
        (f"what's in {URL}, please?", True),
        (f"<{URL}>", True),
        (f"summarise {URL}&code=4711", False),
        ("summarise https://a.example/", False),
        ("summarise that page", False),
    ],
)
async def test_what_its_user_typed_is_opened(desk: Desk, said: str, shown: bool) -> None:
    assert await is_shown(replace(desk.deps, said=said), URL) is shown


async def test_what_a_search_showed_is_opened_and_nothing_that_only_begins_so(desk: Desk) -> None:
    remember(desk.deps, URL)
    assert await is_shown(desk.deps, URL)
    assert not await is_shown(desk.deps, f"{URL}&code=4711")
    assert not await is_shown(desk.deps, "https://a.example/page")
    assert not await is_shown(desk.deps, "")

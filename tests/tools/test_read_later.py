"""Things to read later: links and titles, read and removed by number or words."""

import pytest

from app.errors import ToolProblem
from app.tools import read_later
from tests.tools.conftest import Desk


async def test_a_link_without_its_scheme_gets_one(desk: Desk) -> None:
    done = await read_later.save_to_read_later(desk.ctx, "www.example.org/news")
    assert done.text == "Kept for later, #1: https://www.example.org/news"


async def test_a_title_alone_is_enough(desk: Desk) -> None:
    await read_later.save_to_read_later(desk.ctx, title="The Shallows")
    assert await read_later.list_read_later(desk.ctx) == "To read later:\n- #1 The Shallows"


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "file:///etc/passwd", "http://", "https://[bad", "https://a b.org"]
)
async def test_what_no_reader_opens_is_refused(desk: Desk, url: str) -> None:
    with pytest.raises(ToolProblem, match="web address"):
        await read_later.save_to_read_later(desk.ctx, url)


async def test_nothing_to_keep_asks(desk: Desk) -> None:
    with pytest.raises(ToolProblem, match="What should I keep"):
        await read_later.save_to_read_later(desk.ctx)


async def test_a_read_item_leaves_the_list_but_is_kept(desk: Desk) -> None:
    await read_later.save_to_read_later(desk.ctx, "https://example.org/essay", title="An essay on rain")
    await read_later.mark_read(desk.ctx, "the essay")
    assert await read_later.list_read_later(desk.ctx) == "Your read-later list is empty."
    assert "✓" in await read_later.list_read_later(desk.ctx, include_read=True)


async def test_an_item_is_removed_by_number(desk: Desk) -> None:
    await read_later.save_to_read_later(desk.ctx, "https://example.org/essay")
    await read_later.delete_read_later(desk.ctx, "1")
    assert await read_later.list_read_later(desk.ctx, include_read=True) == "Your read-later list is empty."

"""The journal: entries on the user's own days."""

import pytest

from app.errors import ToolProblem
from app.tools import journal
from tests.tools.conftest import Desk


async def test_an_entry_stands_under_the_users_day(desk: Desk) -> None:
    late = desk.later(hours=12.5)  # half past midnight in Paris, still Saturday in UTC
    await journal.save_journal_entry(late.ctx, "could not sleep", mood="restless")
    assert await journal.read_journal(late.ctx) == "From your journal:\n- today, restless: could not sleep"


async def test_an_entry_for_another_day(desk: Desk) -> None:
    done = await journal.save_journal_entry(desk.ctx, "visited grandma", day="yesterday")
    assert "yesterday" in done.text
    assert "Friday 20 November" in await journal.read_journal(desk.ctx, since="yesterday", until="yesterday")


async def test_days_without_entries_are_said(desk: Desk) -> None:
    await journal.save_journal_entry(desk.ctx, "today")
    assert "nothing for that time" in await journal.read_journal(desk.ctx, since="yesterday", until="yesterday")


async def test_an_empty_entry_asks(desk: Desk) -> None:
    with pytest.raises(ToolProblem, match="What should I write"):
        await journal.save_journal_entry(desk.ctx, " ")

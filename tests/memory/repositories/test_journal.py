"""The journal, on both engines."""

from app.memory.repositories import Repositories
from tests.memory.databases import NOON
from tests.memory.rows_of_ana import journal_entry


async def test_the_journal_is_read_by_days(house: Repositories) -> None:
    for day in ("2026-02-27", "2026-02-28", "2026-03-01"):
        await journal_entry(house, day, f"wrote on {day}")
    days = await house.journal.list("ana", since="2026-02-28", until="2026-02-28")
    assert [one.entry_date for one in days] == ["2026-02-28"]
    assert [one.entry_date for one in await house.journal.list("ana", limit=2)] == ["2026-03-01", "2026-02-28"]
    assert [one.entry_date for one in await house.journal.find("ana", "2026-02-27 calm")] == ["2026-02-27"]
    one = days[0]
    assert one == await house.journal.get("ana", one.id)
    assert await house.journal.delete("ana", one.id, NOON)
    assert await house.journal.list("ana", since="2026-02-28", until="2026-02-28") == []
    assert await house.journal.restore("ana", one.id)
    assert await house.journal.delete("ana", one.id, NOON)
    assert await house.journal.purge("ana", NOON) == 1

"""The tabs with a long life in them: what a page weighs does not grow with what is kept."""

from datetime import timedelta
from pathlib import Path

import pytest

from tests.routers.test_tabs import page_of

LINE = "a line of some length, with a word like cabin in it, and more behind it; "


@pytest.mark.slow
async def test_memory_notes_and_search_stay_small(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        store, now = house.store, house.clock.now()
        made = {"turn_id": "t1", "taint": ["file a long name of a file that was read.pdf"], "at": now}
        async with house.database.transaction():
            for number in range(200):
                await store.facts.add(
                    "owner",
                    key=f"thing {number}",
                    statement=f"my thing {number} is {LINE}",
                    confidence=0.8,
                    source="said",
                    confirmed=True,
                    quote=LINE * 4,
                    **made,
                )
                source = "session" if number % 2 else "user"
                await store.notes.add(
                    "owner", title=f"note {number}", content=LINE * 100, tags=["a", "b"], source=source, **made
                )
                ends = now - timedelta(hours=number)
                await store.sessions.add(
                    "owner",
                    first_turn=number + 1,
                    last_turn=number + 1,
                    turns=1,
                    topic="",
                    note_id=number + 1,
                    started_at=ends,
                    ended_at=ends,
                )
                await store.journal.add("owner", entry_date="2026-03-01", content=LINE * 100, mood="calm", **made)
                await store.read_later.add("owner", url=f"https://example.org/{number}", title=LINE, tags=[], **made)
        assets = 0
        for name in ("base.css", "shell.css", "tabs.css", "htmx.min.js", "tabs.js", "wire.js", "icons.svg"):
            assets += len((await browser.get(f"/assets/{name}")).content)
        for path in ("/memory", "/memory?page=2", "/memory?q=cabin", "/notes", "/notes?q=cabin", "/search?q=cabin"):
            assert len((await browser.get(path)).content) + assets < 150_000, path
        assert "More</a>" in (await browser.get("/memory")).text
        assert "More</a>" not in (await browser.get("/memory?page=7")).text.partition("Earlier talks")[0]

"""Search over HTTP: everything that is kept, kind by kind, with the words marked and a way to where it stands."""

from dataclasses import replace
from pathlib import Path

from app.learning.recall import Recall
from app.learning.windows import Window
from app.memory.records import Found, Hit
from tests.house import tell
from tests.interfaces.web.house import START
from tests.routers.test_tabs import page_of


async def test_one_box_finds_every_kind_and_says_where_it_stands(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        for said in (
            "note that the key to the <b>cabin</b> is with Ama",
            "add paint the cabin to my list",
            "remind me tomorrow at 9 to ring the cabin's owner",
            "my favourite place is the cabin",
        ):
            await tell(house, said)
        page = (await browser.get("/search?q=Cabin")).text
        for link in (
            "/notes?note=1#note-1",
            "/lists?list=todo#task-1",
            "/schedules#reminder-1",
            "/memory?fact=1#fact-1",
        ):
            assert f'href="{link}"' in page, link
        assert "What we said" in page
        assert 'href="/activity/' in page
        assert page.count("<mark>cabin</mark>") >= 4
        assert "&lt;b&gt;<mark>cabin</mark>&lt;/b&gt;" in page
        assert "<b>cabin" not in page
        assert "Searched by words alone" in page


async def test_nothing_found_and_nothing_asked_are_said(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (_, browser):
        assert "One box over everything" in (await browser.get("/search")).text
        nothing = (await browser.get("/search", params={"q": '"><script>alert(1)</script>'})).text
        assert "I keep nothing that has to do with" in nothing
        assert "<script>alert" not in nothing


async def test_a_page_of_results_does_not_change_under_its_reader(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (_, browser):
        assert 'hx-trigger="changed from:body"' not in (await browser.get("/search?q=a")).text


async def test_what_only_comes_near_in_meaning_is_told_apart(tmp_path: Path) -> None:
    found = Found([Hit("note", "1", "the key is with Ama", START, 1.0)], by_words=False, by_meaning=True, compared=True)

    class Near(Recall):
        async def search(self, *_: object, **__: object) -> Found:
            return found

        async def windows(self, *_: object, **__: object) -> list[Window]:
            return []

    async with page_of(tmp_path) as (house, browser):
        await tell(house, "note that the key is with Ama")
        near = replace(house.resources, recall=Near(house.database, house.store, None))
        object.__setattr__(house, "resources", near)
        page = (await browser.get("/search?q=zebra")).text
        assert "Nothing I keep holds “zebra”. These may come near in meaning:" in page
        assert 'href="/notes?note=1#note-1"' in page
        assert "may come near" not in (await browser.get("/search?q=key")).text

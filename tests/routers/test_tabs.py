"""The tabs over HTTP: who may see them, what a form does, and that a page stays quick and small with a long life in it."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.interfaces.web.acts import ACTS
from app.interfaces.web.views.tabs import VIEWS
from app.main import create_app
from app.tools.catalogue import TOOLSETS
from tests.house import open_house, page_auth, tell
from tests.interfaces.web.house import START

HTMX = {"HX-Request": "true"}


@asynccontextmanager
async def page_of(
    folder: Path, *, signed_in: bool = True, **house_of: Any
) -> AsyncIterator[tuple[Services, httpx.AsyncClient]]:
    """A house, and a browser at its page."""
    async with open_house(folder, clock=ManualClock(START), **house_of) as house:
        auth = page_auth(house)
        app = create_app(house, auth=auth, closing=asyncio.Event())
        transport = httpx.ASGITransport(app, client=("127.0.0.1", 50_000), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8321") as browser:
            browser.headers["Sec-Fetch-Site"] = "same-origin"
            if signed_in:
                await browser.get(f"/?token={auth.local.issue()}")
            yield house, browser


async def test_every_tab_is_shown_to_who_is_signed_in_and_to_nobody_else(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (_, browser):
        for tab in VIEWS.values():
            answer = await browser.get(tab.path)
            assert answer.status_code == 200, tab.path
            assert f'<a href="{tab.path}" aria-current="page">' in answer.text
            assert not re.search(r"<script(?![^>]*src=)|\son\w+=|style=", answer.text), tab.path
        browser.cookies.clear()
        for tab in VIEWS.values():
            assert (await browser.get(tab.path)).status_code == 303, tab.path
        for path in ("/act/tick", "/act/undo", "/act/decide"):
            assert (await browser.post(path, data={"row": "1"})).status_code == 401, path
        assert (await browser.get("/today/around")).status_code == 401


async def test_a_row_is_ticked_and_taken_back_with_and_without_a_script(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        await tell(house, "add milk and eggs to my shopping list")
        done = await browser.post("/act/tick", data={"row": "1", "act_id": "x1"}, headers=HTMX)
        assert done.headers["hx-trigger"] == "changed"
        assert "Done: milk (#1)." in done.text
        assert [task.title for task in await house.store.tasks.list("owner")] == ["eggs"]
        turn = re.search(r'name="turn" value="([^"]+)"', done.text)
        assert turn
        plain = await browser.post(
            "/act/undo", data={"turn": turn[1]}, headers={"Referer": "http://127.0.0.1:8321/lists?list=shopping"}
        )
        assert "Milk is open again." in plain.text
        assert '<a href="/lists?list=shopping">Back</a>' in plain.text
        twice = await browser.post("/act/undo", data={"turn": turn[1]}, headers=HTMX)
        assert "wrong" in twice.text
        assert len(await house.store.tasks.list("owner")) == 2


async def test_the_same_press_sent_twice_is_done_once(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        for _ in range(2):
            await browser.post("/act/add-task", data={"titles": "honey", "act_id": "a"}, headers=HTMX)
        assert [task.title for task in await house.store.tasks.list("owner")] == ["honey"]


async def test_several_lines_are_several_items_and_others_words_stay_words(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (_, browser):
        await browser.post("/act/add-task", data={"titles": "<b>tea</b>\n\nsugar", "list_name": "shop & co"})
        shown = (await browser.get("/lists")).text
        assert "&lt;b&gt;tea&lt;/b&gt;" in shown
        assert "Shop &amp; co" in shown
        assert "<b>tea" not in shown


async def test_what_waits_is_decided_here(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        await tell(house, "my sister's name is Ama")
        await tell(house, "forget everything about Ama")
        [action] = await house.store.pending.waiting("owner", house.clock.now())
        today = (await browser.get("/today")).text
        assert "<b>1</b> waiting" in today
        assert ">Forget for good</button>" in today
        left = await browser.post("/act/decide", data={"action": action.id, "verb": "cancel"}, headers=HTMX)
        assert "Left as it is." in left.text
        again = await browser.post("/act/decide", data={"action": action.id, "verb": "confirm"}, headers=HTMX)
        assert "wrong" in again.text
        assert len(await house.store.facts.current("owner")) == 1


async def test_nothing_else_can_be_called_and_nobody_is_led_elsewhere(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (_, browser):
        assert (await browser.post("/act/send_mail", data={"to": "ama@example.org"})).status_code == 404
        for came in (
            "https://evil.example/",
            "http://127.0.0.1:8321//evil.example/lists",
            "javascript:alert(1)",
            "/export",
        ):
            answer = await browser.post("/act/tick", data={"row": "1"}, headers={"Referer": came})
            assert '<a href="/today">Back</a>' in answer.text, came
            assert "evil" not in answer.text
        foreign = {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"}
        assert (await browser.post("/act/tick", data={"row": "1"}, headers=foreign)).status_code == 403


def test_every_act_names_a_tool_of_the_house() -> None:
    tools = {row.name for rows in TOOLSETS.values() for row in rows}
    assert {row.tool for row in ACTS.values()} <= tools


@pytest.mark.slow
async def test_a_page_with_much_in_it_stays_small(tmp_path: Path) -> None:
    async with page_of(tmp_path) as (house, browser):
        for number in range(300):
            await house.store.tasks.add(
                "owner",
                list_name="todo" if number % 2 else f"list {number % 5}",
                title=f"thing {number} " + "of some length " * 3,
                due_at=house.clock.now() + timedelta(hours=number),
                due_has_time=True,
                priority=0,
                turn_id=None,
                taint=[],
                at=house.clock.now(),
            )
        for tab in VIEWS.values():
            assert len((await browser.get(tab.path)).content) < 150_000, tab.path

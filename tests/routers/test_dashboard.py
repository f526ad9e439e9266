"""The dashboard: off without its secret, three ways in, nothing for anybody else, and all users' rows."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import httpx
import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.interfaces.web.views.dashboard import VIEWS
from app.main import create_app
from app.memory.repositories.usage import UsageDraft
from tests.house import open_house, page_auth, settings_in, tell
from tests.interfaces.web.house import START

SECRET = "a-secret-of-the-house-7351"
SHOWN = {"X-Dashboard-Secret": SECRET}
PAGE = {**SHOWN, "Accept": "text/html"}


@asynccontextmanager
async def operator_of(
    folder: Path, *, secret: str | None = SECRET
) -> AsyncIterator[tuple[Services, httpx.AsyncClient]]:
    """A house with that secret, and a browser that shows nothing yet."""
    settings = settings_in(folder, dashboard_secret=secret)
    async with open_house(folder, clock=ManualClock(START), settings=settings) as house:
        app = create_app(house, auth=page_auth(house), closing=asyncio.Event())
        transport = httpx.ASGITransport(app, client=("127.0.0.1", 50_000), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8321") as browser:
            yield house, browser


async def test_it_is_off_until_its_secret_is_set(tmp_path: Path) -> None:
    async with operator_of(tmp_path, secret=None) as (_, browser):
        for path in ("/dashboard/", "/dashboard/audit", f"/dashboard/?token={SECRET}"):
            answer = await browser.get(path, headers=SHOWN)
            assert (answer.status_code, answer.json()["code"]) == (404, "dashboard_off"), path


async def test_the_header_opens_every_view(tmp_path: Path) -> None:
    async with operator_of(tmp_path) as (_, browser):
        for row in VIEWS:
            answer = await browser.get(f"/dashboard/{row.name}", headers=PAGE)
            assert answer.status_code == 200, row.name
            assert f"<h1>{row.title}</h1>" in answer.text
            assert "<script" not in answer.text
            sheets = (
                await browser.get(f"/dashboard/{row.name}", headers={**SHOWN, "Accept": "application/json"})
            ).json()
            assert all(len(line) == len(sheet["columns"]) for sheet in sheets for line in sheet["rows"]), row.name


async def test_a_token_in_the_address_becomes_a_cookie_and_leaves_it(tmp_path: Path) -> None:
    async with operator_of(tmp_path) as (house, browser):
        answer = await browser.get(f"/dashboard/audit?before=40&token={SECRET}")
        assert (answer.status_code, answer.headers["location"]) == (303, "/dashboard/audit?before=40")
        cookie = answer.headers["set-cookie"]
        assert SECRET not in cookie
        assert all(part in cookie for part in ("HttpOnly", "SameSite=strict", "Path=/dashboard"))
        assert (await browser.get("/dashboard/")).status_code == 200
        house.clock.advance(timedelta(hours=13))
        assert (await browser.get("/dashboard/")).status_code == 401


async def test_it_is_typed_and_left(tmp_path: Path) -> None:
    async with operator_of(tmp_path) as (_, browser):
        assert "DASHBOARD_SECRET" in (await browser.get("/dashboard/", headers={"Accept": "text/html"})).text
        own = {"Sec-Fetch-Site": "same-origin"}
        wrong = await browser.post("/dashboard/login", data={"secret": "not it"}, headers=own)
        assert (wrong.status_code, "not the secret" in wrong.text) == (401, True)
        assert (await browser.post("/dashboard/login", data={"secret": SECRET}, headers=own)).status_code == 303
        assert (await browser.get("/dashboard/")).status_code == 200
        foreign = {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"}
        assert (await browser.post("/dashboard/logout", headers=foreign)).status_code == 403
        await browser.post("/dashboard/logout", headers=own)
        assert (await browser.get("/dashboard/")).status_code == 401


async def test_guessing_is_slow_and_a_foreign_page_cannot_guess_for_us(tmp_path: Path) -> None:
    async with operator_of(tmp_path) as (_, browser):
        for _ in range(20):
            linked = await browser.get("/dashboard/?token=wrong", headers={"Sec-Fetch-Site": "cross-site"})
            assert linked.status_code == 200  # a page of ours that asks again, from here
        assert (await browser.get("/dashboard/", headers=SHOWN)).status_code == 200
        codes = [
            (await browser.get("/dashboard/", headers={"X-Dashboard-Secret": "wrong"})).status_code for _ in range(8)
        ]
        assert codes[0] == 401
        assert codes[-1] == 429
        assert (await browser.get("/dashboard/", headers=SHOWN)).status_code == 429


@pytest.mark.parametrize("cookie", ["", "x", "99999999999.", "99999999999.00", "²².x", "99999999999.é"])
async def test_no_other_cookie_opens_it(tmp_path: Path, cookie: str) -> None:
    async with operator_of(tmp_path) as (_, browser):
        raw = [(b"cookie", f"kwasi_dashboard_8321={cookie}".encode())]
        assert (await browser.get("/dashboard/", headers=raw)).status_code == 401


async def test_the_pages_session_does_not_open_it_nor_it_the_page(tmp_path: Path) -> None:
    async with operator_of(tmp_path) as (house, browser):
        auth = page_auth(house)
        browser.headers["Sec-Fetch-Site"] = "same-origin"
        await browser.get(f"/?token={auth.local.issue()}")
        assert (await browser.get("/dashboard/")).status_code == 401
        browser.cookies.clear()
        await browser.post("/dashboard/login", data={"secret": SECRET})
        assert (await browser.get("/chat/history")).status_code == 401


async def test_it_shows_all_users_and_the_tabs_show_one(tmp_path: Path) -> None:
    async with operator_of(tmp_path) as (house, browser):
        kofi = await house.store.users.add(
            "kofi", name="Kofi", time_zone="Africa/Accra", zone_source="system", locale="en-GB", at=START
        )
        await house.store.facts.add(
            kofi.id,
            key="home",
            statement="you live in Tema",
            confidence=1.0,
            source="said",
            turn_id=None,
            taint=[],
            confirmed=True,
            at=START,
        )
        await tell(house, "add <b>milk</b> to my list")
        await house.store.usage.add_many(
            "kofi",
            "t1",
            [UsageDraft(role="primary", model="m:1", input_tokens=10, output_tokens=5, cost=0.25, at=START)],
        )
        view = (await browser.get("/dashboard/", headers=SHOWN)).text
        assert "kofi" in view
        assert "$0.2500" in view
        turns = (await browser.get("/dashboard/interactions", headers=PAGE)).text
        assert "&lt;b&gt;milk" in turns
        assert "<b>milk" not in turns
        assert "add_tasks" in (await browser.get("/dashboard/audit", headers=SHOWN)).text


async def test_long_logs_come_in_pages(tmp_path: Path) -> None:
    async with operator_of(tmp_path) as (house, browser):
        for number in range(60):
            await house.conversation.act(
                "owner", "add_tasks", {"titles": [f"thing {number}"]}, channel="web", external_id=str(number)
            )
        first = (await browser.get("/dashboard/audit", headers={**SHOWN, "Accept": "application/json"})).json()[0]
        assert len(first["rows"]) == 50
        second = (
            await browser.get(f"/dashboard/audit{first['after']}", headers={**SHOWN, "Accept": "application/json"})
        ).json()[0]
        assert (len(second["rows"]), second["after"]) == (10, "")
        for odd in ("-1", "x", "9" * 40, "²"):
            assert (await browser.get(f"/dashboard/audit?before={odd}", headers=SHOWN)).status_code == 200


async def test_a_loop_is_paused_run_and_let_go_on_by_its_operator_alone(tmp_path: Path) -> None:
    async with operator_of(tmp_path) as (house, browser):
        own = {"Sec-Fetch-Site": "same-origin"}
        assert (await browser.post("/dashboard/loops/pause", data={"loop": "mail"}, headers=own)).status_code == 401
        shown = {**own, **SHOWN}
        paused = await browser.post("/dashboard/loops/pause", data={"loop": "mail"}, headers=shown)
        assert (paused.status_code, paused.headers["location"]) == (303, "/dashboard/loops")
        page = (await browser.get("/dashboard/loops", headers=PAGE)).text
        assert "paused since" in page
        assert 'aria-label="Resume: mail"' in page
        await browser.post("/dashboard/loops/run", data={"loop": "mail"}, headers=shown)
        switch = (await house.store.loop_switches.every())["mail"]
        assert (switch.paused_at, switch.run_at) == (START, START)
        await browser.post("/dashboard/loops/resume", data={"loop": "mail"}, headers=shown)
        assert "paused since" not in (await browser.get("/dashboard/loops", headers=PAGE)).text
        for act, loop, status in (("pause", "no such", 404), ("pause", "daily briefing", 404), ("burn", "mail", 422)):
            answer = await browser.post(f"/dashboard/loops/{act}", data={"loop": loop}, headers=shown)
            assert answer.status_code == status
        foreign = {**SHOWN, "Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"}
        assert (await browser.post("/dashboard/loops/pause", data={"loop": "mail"}, headers=foreign)).status_code == 403


async def test_a_page_of_another_site_can_guess_neither_for_us_nor_against_us(tmp_path: Path) -> None:
    async with operator_of(tmp_path) as (_, browser):
        for site in ("same-site", "cross-site"):
            for _ in range(9):
                linked = await browser.get("/dashboard/?token=wrong&x=1", headers={"Sec-Fetch-Site": site})
                assert "token" not in linked.text
        assert (await browser.get("/dashboard/", headers=SHOWN)).status_code == 200


async def test_leaving_ends_every_copy_and_nobody_else_can_end_it(tmp_path: Path) -> None:
    async with operator_of(tmp_path) as (_, browser):
        own = {"Sec-Fetch-Site": "same-origin"}
        await browser.post("/dashboard/login", data={"secret": SECRET}, headers=own)
        copied = dict(browser.cookies)
        browser.cookies.clear()
        await browser.post("/dashboard/logout", headers=own)
        browser.cookies.update(copied)
        assert (await browser.get("/dashboard/")).status_code == 200
        await browser.post("/dashboard/logout", headers=own)
        browser.cookies.update(copied)
        assert (await browser.get("/dashboard/")).status_code == 401


async def test_one_secret_has_one_count_of_guesses(tmp_path: Path) -> None:
    async with operator_of(tmp_path) as (_, browser):
        for path in ("/dashboard/", "/metrics") * 4:
            last = await browser.get(path, headers={"X-Dashboard-Secret": "wrong"})
        assert last.status_code == 429
        assert (await browser.get("/metrics", headers=SHOWN)).status_code == 429

"""Signing in from the page: who may begin, and what comes back from the vendor."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from app.bootstrap.services import Services
from app.interfaces.web.auth import PageAuth
from app.main import create_app
from tests.fakes.vendors.oauth import ANA, MicrosoftServer, microsoft
from tests.house import open_house, page_auth
from tests.integrations.oauth.houses import at_microsoft

CROSS = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}


@pytest.fixture
def server() -> Iterator[MicrosoftServer]:
    with microsoft() as made:
        yield made


@asynccontextmanager
async def _page(folder: Path, server: MicrosoftServer) -> AsyncIterator[tuple[Services, PageAuth, httpx.AsyncClient]]:
    """A house, and a browser that isn't signed in to its page."""
    async with open_house(folder, settings=at_microsoft(folder, server)) as house:
        auth = page_auth(house)
        app = create_app(house, auth=auth, closing=asyncio.Event())
        transport = httpx.ASGITransport(app, client=("127.0.0.1", 50_000))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8321") as browser:
            yield house, auth, browser


def _path(address: str) -> str:
    return f"{urlsplit(address).path}?{urlsplit(address).query}"


async def test_the_page_leads_to_the_vendor_and_back_to_an_account(server: MicrosoftServer, tmp_path: Path) -> None:
    async with _page(tmp_path, server) as (house, auth, browser):
        await browser.get(f"/?token={auth.local.issue()}")
        begun = await browser.get("/connect/microsoft?label=work")
        assert begun.status_code == 303
        back = server.agree(begun.headers["location"])
        assert back.startswith("http://127.0.0.1:8321/connect/microsoft/callback?code=")
        page = await browser.get(_path(back))
        assert page.status_code == 303
        page = await browser.get(page.headers["location"])
        assert (page.status_code, f"Connected {ANA} as “work”: mail, calendars" in page.text) == (200, True)
        assert [one.label for one in await house.accounts.every(house.owner.id)] == ["work"]
        again = await browser.get(_path(back))
        assert (again.status_code, "waiting any more" in again.text) == (400, True)


async def test_a_browser_that_shows_no_cookie_to_the_vendor_s_link_comes_again(
    server: MicrosoftServer, tmp_path: Path
) -> None:
    async with _page(tmp_path, server) as (house, auth, browser):
        await browser.get(f"/?token={auth.local.issue()}")
        back = _path(server.agree((await browser.get("/connect/microsoft")).headers["location"]))
        cookies = dict(browser.cookies)
        browser.cookies.clear()  # as SameSite=Strict does where another site sends it here
        page = await browser.get(back, headers=CROSS)
        assert (page.status_code, back.replace("&", "&amp;") in page.text) == (200, True)
        assert await house.accounts.every(house.owner.id) == []
        browser.cookies.update(cookies)
        assert (await browser.get(back)).headers["location"].startswith("/connections?new=")


async def test_nobody_begins_or_finishes_without_a_session(server: MicrosoftServer, tmp_path: Path) -> None:
    async with _page(tmp_path, server) as (house, _, browser):
        for path in ("/connect/microsoft", "/connect/microsoft/callback?code=a&state=b"):
            sent = await browser.get(path)
            assert (sent.status_code, sent.headers["location"]) == (303, "/")
        assert await house.vault.names(house.owner.id) == []
        hostile = await browser.get('/connect/microsoft/callback?code="><script>x</script>', headers=CROSS)
        assert "<script>" not in hostile.text
        away = await browser.get("/connect/microsoft", headers={"Host": "evil.example"})
        assert away.status_code == 421


async def test_what_goes_wrong_is_a_sentence(server: MicrosoftServer, tmp_path: Path) -> None:
    async with _page(tmp_path, server) as (_, auth, browser):
        await browser.get(f"/?token={auth.local.issue()}")
        steps = (await browser.get("/connect/google")).text
        assert "GOOGLE_CLIENT_ID" in steps
        assert "register http://127.0.0.1:8321/connect/google/callback there" in steps
        assert "sign in at “yahoo”" in (await browser.get("/connect/yahoo")).text
        no = server.agree((await browser.get("/connect/microsoft")).headers["location"], "access_denied")
        answer = await browser.get(_path(no))
        assert (answer.status_code, "allow it at Microsoft" in answer.text) == (400, True)

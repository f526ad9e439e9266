"""Connections on the page in a real browser: real Dovecot, Radicale and SMTP, Google by emulate, and the whole house."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
import uvicorn
from playwright.async_api import Browser, BrowserContext, Page, expect

from app.bootstrap.services import Services
from app.interfaces.web.auth import PageAuth
from app.main import create_app
from app.serve import listen
from tests.e2e.browser import DESK, PHONE, open_browser, open_page
from tests.house import open_house, page_auth
from tests.integrations.oauth.houses import at_google
from tests.servers import dav, emulate, post
from tests.servers.dav import DavServer
from tests.servers.dovecot import free_port
from tests.servers.emulate import Emulate
from tests.servers.post import Post
from tests.servers.radicale import radicale

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]
in_one_loop = pytest_asyncio.fixture(loop_scope="module")
PICTURES = os.environ.get("KWASI_PICTURES", "")  # a folder, where somebody wants to look at the pages

# Playwright waits for a navigation that was begun, so what is shown until then is written down in the page.
_WATCH = """new MutationObserver(([change]) => {
    sessionStorage.seen = `${change.target.textContent} ${document.querySelector("#mail .filled").disabled}`;
}).observe(document.querySelector("#mail .progress"), { childList: true })"""

# The head of the chat, as it is behind a password.
_BAR = """(() => {
    const bar = document.querySelector(".bar");
    document.getElementById("leave").hidden = false;
    return [bar.scrollWidth, bar.clientWidth];
})()"""


@dataclass
class Home:
    """A house that serves its page, and where."""

    house: Services
    auth: PageAuth
    url: str

    @property
    def way_in(self) -> str:
        """A link that works once."""
        return f"{self.url}/?token={self.auth.local.issue()}"


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[Post, DavServer]]:
    with post.post() as mail, radicale() as calendars:
        calendars.fresh()
        calendars.add_calendar("home", "Home")
        calendars.add_book("people", "People")
        yield mail, calendars


@pytest.fixture(scope="module")
def port() -> int:
    """Where the house is served, so that Google may be told."""
    return free_port()


@pytest.fixture(scope="module")
def google(port: int) -> Iterator[Emulate]:
    back = f"http://127.0.0.1:{port}/connect/google/callback"
    client = {"client_id": emulate.CLIENT_ID, "client_secret": emulate.CLIENT_SECRET, "name": "Kwasi"}
    with emulate.emulate(oauth_clients=[{**client, "redirect_uris": [back]}]) as server:
        yield server


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with open_browser() as browser:
        yield browser


@in_one_loop
async def home(tmp_path: Path, google: Emulate, port: int) -> AsyncIterator[Home]:
    settings = at_google(tmp_path, google, port=port)
    async with open_house(tmp_path, settings=settings) as house:
        auth, closing = page_auth(house), asyncio.Event()
        app = create_app(house, auth=auth, closing=closing)
        config = uvicorn.Config(app, log_config=None, access_log=False, lifespan="off", timeout_graceful_shutdown=2)
        server = uvicorn.Server(config)
        running = asyncio.create_task(server.serve(sockets=[listen(settings)]))
        try:
            yield Home(house, auth, f"http://127.0.0.1:{port}")
        finally:
            closing.set()
            server.should_exit = True
            await running


@asynccontextmanager
async def tab(browser: Browser, home: Home, **wishes: object) -> AsyncIterator[Page]:
    """A tab that is signed in and shows Connections; no error of it is let pass."""
    context: BrowserContext = await browser.new_context(**{"viewport": PHONE, "locale": "en-GB", **wishes})  # type: ignore[arg-type]
    context.set_default_timeout(20_000)
    try:
        page = await open_page(context, home.way_in)
        more = page.locator(".rail .more summary")
        if await more.is_visible():
            await more.click()
        await expect(page.locator(".rail").get_by_role("link", name="Connections")).to_be_visible()
        needs, has = await page.evaluate(_BAR)
        assert needs <= has
        if PICTURES:
            await page.screenshot(path=f"{PICTURES}/chat-{has}.png")
        await page.locator(".rail").get_by_role("link", name="Connections").click()
        await expect(page.get_by_role("heading", name="Connections")).to_be_visible()
        yield page
        assert page.problems == []  # type: ignore[attr-defined]
    finally:
        await context.close()


async def fits(page: Page, name: str) -> None:
    """Nothing reaches over the edge of the screen."""
    if PICTURES:
        await page.screenshot(path=f"{PICTURES}/{name}.png", full_page=True)
    width = (page.viewport_size or PHONE)["width"]
    assert await page.evaluate("document.documentElement.scrollWidth") <= width
    over = "[...document.querySelectorAll('main *')].filter(e => e.getBoundingClientRect().right > innerWidth + 0.5).map(e => e.outerHTML)"
    assert await page.evaluate(over) == []


async def fill_mailbox(page: Page, mail: Post, password: str) -> None:
    """The form, by keyboard and label."""
    if not await page.get_by_label("Mail address").is_visible():
        await page.locator("#mail > summary").press("Enter")
    await page.get_by_label("Mail address").fill(post.ANA)
    form = page.locator("#mail")
    await form.get_by_label("App password").fill(password)
    if not await form.get_by_label("Server for reading (IMAP)").is_visible():
        await form.get_by_text("More", exact=True).press("Enter")
    await form.get_by_label("Server for reading (IMAP)").fill(f"127.0.0.1:{mail.box.port}:none")
    await form.get_by_label("Server for sending (SMTP)").fill(f"127.0.0.1:{mail.smtp.port}:none")


async def test_a_mailbox_is_connected_named_checked_and_let_go(
    browser: Browser, home: Home, servers: tuple[Post, DavServer]
) -> None:
    mail, _ = servers
    async with tab(browser, home) as page:
        await fits(page, "empty-phone")
        await expect(page.get_by_text("No account is connected yet.")).to_be_visible()
        await fill_mailbox(page, mail, "wrong-password")
        await page.get_by_role("button", name="Connect mailbox").press("Enter")
        alert = page.locator("#mail").get_by_role("alert")
        await expect(alert).to_contain_text("password")
        await expect(page.locator("#mail-password")).to_be_focused()
        assert await page.locator("#mail-password").input_value() == ""
        assert await page.get_by_label("Mail address").input_value() == post.ANA
        assert "wrong-password" not in await page.content()
        await fits(page, "wrong-phone")
        await page.locator("#mail-password").fill(post.PASSWORD)
        await page.keyboard.press("Enter")
        status = page.locator(".notice")
        await expect(status).to_contain_text(f"Connected {post.ANA} as “personal”: mail.")
        assert post.PASSWORD not in await page.content() + page.url
        assert post.PASSWORD not in await page.evaluate("JSON.stringify([localStorage, sessionStorage])")
        await fits(page, "mail-phone")
        await page.get_by_label("Rename personal").press("Enter")
        await page.get_by_label("Name", exact=True).fill("Ana & sons <b>")
        await page.get_by_role("button", name="Save").press("Enter")
        await expect(page.get_by_role("heading", name="Ana & sons <b>")).to_be_visible()
        await page.get_by_role("button", name="Check now: Ana & sons <b>").press("Enter")
        await expect(status).to_have_text("“Ana & sons <b>” works.")
        await page.get_by_role("link", name="Disconnect Ana & sons <b>").press("Enter")
        await expect(page.get_by_role("heading", name="Disconnect “Ana & sons <b>”?")).to_be_visible()
        await expect(page.get_by_text("No mail of it waits to go out.")).to_be_visible()
        await fits(page, "leaving-phone")
        await page.get_by_role("link", name="Keep it").press("Enter")
        assert len(await home.house.accounts.every(home.house.owner.id)) == 1
        await page.get_by_role("link", name="Disconnect Ana & sons <b>").press("Enter")
        await page.get_by_role("button", name="Disconnect").press("Enter")
        await expect(status).to_contain_text("Disconnected. What opened it is gone from here.")
        assert await home.house.accounts.every(home.house.owner.id) == []
        assert await home.house.vault.names(home.house.owner.id) == []


async def test_calendars_and_contacts_are_connected_in_the_dark(
    browser: Browser, home: Home, servers: tuple[Post, DavServer]
) -> None:
    _, calendars = servers
    async with tab(browser, home, color_scheme="dark", viewport=DESK) as page:
        await page.locator("#dav > summary").click()
        form = page.locator("#dav")
        await form.get_by_label("Address", exact=True).fill(dav.ANA)
        await form.get_by_label("App password").fill(dav.PASSWORD)
        await form.get_by_text("More", exact=True).click()
        await form.get_by_label("Server's address").fill(calendars.url)
        await form.get_by_role("button", name="Connect calendars").click()
        await expect(page.locator(".notice")).to_contain_text("calendars, contacts")
        await fits(page, "dav-dark-desk")
        await page.set_viewport_size(PHONE)
        await fits(page, "dav-dark-phone")


async def test_an_address_shows_which_password_it_wants_and_where_it_is_made(browser: Browser, home: Home) -> None:
    async with tab(browser, home) as page:
        await page.locator("#mail > summary").click()
        await page.get_by_label("Mail address").fill("kofi@gmail.com")
        await page.keyboard.press("Tab")
        made = page.locator("#mail-hint").get_by_role("link")
        await expect(made).to_have_attribute("href", "https://myaccount.google.com/apppasswords")
        await fits(page, "hint-phone")
        await page.get_by_label("Mail address").fill("kofi@outlook.com")
        await page.keyboard.press("Tab")
        await expect(page.locator("#mail-hint").get_by_role("link")).to_have_attribute("href", "/connect/microsoft")
        await page.locator("#mail-password").fill("any")
        await page.get_by_role("button", name="Connect mailbox").click()
        await expect(page.locator("#mail").get_by_role("alert")).to_contain_text("no longer takes passwords")
        await page.locator("#mail").get_by_role("alert").get_by_role("link").click()
        await expect(page.get_by_text("MICROSOFT_CLIENT_ID")).to_be_visible()
        await fits(page, "steps-phone")
        await page.get_by_role("link", name="Back to Connections").click()


async def test_a_try_says_where_it_signs_in_while_it_lasts_and_why_it_ended(browser: Browser, home: Home) -> None:
    came, ends = asyncio.Event(), asyncio.Event()

    async def silent(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        came.set()
        await ends.wait()
        writer.close()

    async with await asyncio.start_server(silent, "127.0.0.1", 0) as server, tab(browser, home) as page:
        await page.locator("#mail > summary").click()
        await page.get_by_label("Mail address").fill(post.ANA)
        await page.locator("#mail-password").fill("any")
        await page.locator("#mail").get_by_text("More", exact=True).click()
        place = f"127.0.0.1:{server.sockets[0].getsockname()[1]}:none"
        await page.get_by_label("Server for reading (IMAP)").fill(place)
        await page.get_by_label("Server for sending (SMTP)").fill(place)
        await page.evaluate(_WATCH)
        await page.get_by_role("button", name="Connect mailbox").click(no_wait_after=True)
        async with asyncio.timeout(10):
            await came.wait()
        ends.set()
        await expect(page.locator("#mail").get_by_role("alert")).not_to_be_empty()
        assert await page.evaluate("sessionStorage.seen") == "Signing in at 127.0.0.1… true"
        await fits(page, "away-phone")


async def test_google_is_connected_at_its_own_page(browser: Browser, home: Home) -> None:
    async with tab(browser, home) as page:
        await page.get_by_role("link", name="Google").click()
        await page.wait_for_url("**/o/oauth2/**")
        await page.get_by_text(emulate.ANA).first.click()
        await expect(page.locator(".notice")).to_contain_text(f"Connected {emulate.ANA} as “personal”: mail, calendars")
        await fits(page, "google-phone")
        await page.get_by_role("link", name="Disconnect personal").click()
        await page.get_by_role("button", name="Disconnect").click()
        await expect(page.locator(".notice")).to_contain_text("https://myaccount.google.com/connections")


async def test_a_link_that_is_no_calendar_says_so_beside_its_form(browser: Browser, home: Home) -> None:
    async with tab(browser, home) as page:
        await page.locator("#link > summary").click()
        await page.get_by_label("Link", exact=True).fill("http://127.0.0.1:1/secret-token.ics")
        await page.get_by_role("button", name="Connect link").click()
        await expect(page.locator("#link").get_by_role("alert")).not_to_be_empty()
        assert "secret-token" not in await page.content() + page.url
        await fits(page, "link-phone")

"""A real Chromium for the page's tests; without one they fail and say what to install."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, BrowserContext, Page, async_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}


@asynccontextmanager
async def open_browser(*flags: str) -> AsyncIterator[Browser]:
    """A browser that talks to nobody but us."""
    if CHROMIUM is None:
        pytest.fail("The browser tests need Chromium, for example: sudo apt-get install chromium", pytrace=False)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET, *flags])
        yield browser
        await browser.close()


async def open_page(context: BrowserContext, url: str, *, live: bool = False) -> Page:
    """A tab whose errors fail the test that looks at `page.problems`; `live`: its line to the server is open."""
    page = await context.new_page()
    page.problems = []  # type: ignore[attr-defined]
    page.on("pageerror", lambda error: page.problems.append(str(error)))  # type: ignore[attr-defined]
    page.on("console", lambda said: page.problems.append(said.text) if "Content Security" in said.text else None)  # type: ignore[attr-defined]
    if live:
        async with page.expect_response(lambda response: "/chat/events" in response.url):
            await page.goto(url)
    else:
        await page.goto(url)
    return page

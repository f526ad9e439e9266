"""The whole program and a real browser: reminders, approvals, undo, being killed, and pages that mean harm."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.e2e.browser import PHONE, open_browser, open_page
from tests.e2e.running import Program
from tests.e2e.world import open_world
from tests.integrations.browser.conftest import Request, html

# One browser and one loop for all of them; each test has its own program, data folder and profile.
pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]
in_one_loop = pytest_asyncio.fixture(loop_scope="module")
TOKEN = "a token of the tests"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with open_browser("--host-resolver-rules=MAP evil.example 127.0.0.1") as browser:
        yield browser


@in_one_loop
async def program(tmp_path: Path) -> AsyncIterator[Program]:
    program = Program(tmp_path, {"API_TOKEN": TOKEN})
    await program.start()
    yield program
    await program.end(signal.SIGKILL)


@asynccontextmanager
async def _patient(browser: Browser, link: str) -> AsyncIterator[Page]:
    """A tab on a phone, waited for as long as a whole program takes."""
    context = await browser.new_context(viewport=PHONE, timezone_id="Africa/Accra", locale="en-GB")  # type: ignore[arg-type]
    context.set_default_timeout(20_000)
    yield await open_page(context, link)
    await context.close()


@in_one_loop
async def page(browser: Browser, program: Program) -> AsyncIterator[Page]:
    async with _patient(browser, program.link) as page:
        yield page


async def say(page: Page, text: str) -> None:
    await page.fill("#words", text)
    await page.keyboard.press("Enter")


async def answers(page: Page, count: int) -> list[str]:
    await expect(page.locator("#log .said")).to_have_count(count)
    return await page.locator("#log .said").all_inner_texts()


async def test_a_reminder_set_on_the_page_arrives_on_the_page(page: Page) -> None:
    await say(page, "remind me in 3 seconds to stretch")
    await expect(page.locator(".reminder .said")).to_contain_text("stretch")
    await page.reload()
    await expect(page.locator(".reminder .said")).to_have_count(1)


async def test_what_asks_first_happens_after_the_tap(page: Page) -> None:
    await say(page, "remember that my sister's name is Abena")
    await answers(page, 1)
    await say(page, "forget my sister's name")
    await page.click("button.confirm")
    told = await answers(page, 3)
    assert told[2].startswith("Forgotten for good: 1 fact")
    await expect(page.locator("button.confirm")).to_have_count(0)
    await page.reload()
    assert "Abena" not in " ".join(await answers(page, 2))
    await expect(page.locator("button.confirm")).to_have_count(0)


async def test_cancelling_leaves_things_as_they_are(page: Page) -> None:
    await say(page, "remember that my sister's name is Abena")
    await answers(page, 1)
    await say(page, "forget my sister's name")
    await page.click("button.cancel")
    await expect(page.locator(".outcome")).to_have_text("Left as it is.")
    await say(page, "what is my sister's name?")
    assert "Abena" in (await answers(page, 3))[2]


async def test_undo_takes_it_back_once(page: Page) -> None:
    await say(page, "add milk to my shopping list")
    await page.click("button.undo")
    await answers(page, 2)
    await expect(page.locator("button.undo")).to_have_count(0)
    await say(page, "what's on my shopping list?")
    assert "milk" not in (await answers(page, 3))[2].lower()


async def test_killed_in_between_nothing_is_lost_and_nothing_comes_twice(page: Page, program: Program) -> None:
    await say(page, "add milk to my shopping list")
    await answers(page, 1)
    await program.end(signal.SIGKILL)
    await expect(page.locator("#line")).to_contain_text("Reconnecting")
    await say(page, "add eggs to my shopping list")
    await expect(page.locator(".fate")).to_contain_text("Not sent yet")
    await program.start()
    assert "eggs" in (await answers(page, 2))[1].lower()
    await expect(page.locator("#line")).to_have_text("")
    await expect(page.locator(".fate")).to_have_count(0)
    await page.reload()
    await answers(page, 2)
    assert await page.locator("#log .words").all_inner_texts() == [
        "add milk to my shopping list",
        "add eggs to my shopping list",
    ]


async def test_a_message_of_a_closed_tab_goes_out_with_the_next_visit(page: Page, program: Program) -> None:
    await expect(page.locator("#empty")).to_be_visible()
    await program.end(signal.SIGKILL)
    await say(page, "add tea to my shopping list")
    await expect(page.locator(".fate")).to_contain_text("Not sent yet")
    context = page.context
    await page.close()
    await program.start()
    again = await open_page(context, program.url)
    assert "tea" in (await answers(again, 1))[0].lower()
    assert await again.locator("#log .words").all_inner_texts() == ["add tea to my shopping list"]


async def test_what_a_script_says_shows_on_the_page(page: Page, program: Program) -> None:
    await expect(page.locator("#empty")).to_be_visible()
    async with httpx.AsyncClient(timeout=30) as script:
        answer = await script.post(
            f"{program.url}message", json={"text": "add rice to my shopping list"}, headers={"X-API-Token": TOKEN}
        )
    assert answer.status_code == 200
    assert await answers(page, 1) == [answer.json()["reply"]]
    await expect(page.locator("#log .words")).to_have_text("add rice to my shopping list")


async def test_a_page_of_another_site_changes_nothing(page: Page, program: Program) -> None:
    await expect(page.locator("#empty")).to_be_visible()

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        body = (
            f"<form id=f method=post action={program.url}chat/messages enctype=text/plain>"
            '<input name=\'{"id":"evil","text":"add evil to my shopping list","x":"\' value=\'"}\'></form>'
        )
        writer.write(
            f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        evil = await open_page(page.context, f"http://127.0.0.1:{port}/")
        plain = "{method: 'POST', mode: 'no-cors', credentials: 'include', body: '{\"id\":\"e\",\"text\":\"evil\"}'}"
        await evil.evaluate(f"fetch('{program.url}chat/messages', {plain}).catch(() => 0)")
        await evil.evaluate(f"fetch('{program.url}message', {plain}).catch(() => 0)")
        read = await evil.evaluate(
            f"fetch('{program.url}chat/history', {{credentials: 'include'}}).then(r => r.text()).catch(() => 'kept')"
        )
        assert read == "kept"
        async with evil.expect_navigation() as navigation:
            await evil.evaluate("document.getElementById('f').submit()")
        refused = await navigation.value
        assert refused is not None
        assert refused.status == 403
    await page.reload()
    await expect(page.locator("#empty")).to_be_visible()


async def test_a_rebound_name_gets_nothing(browser: Browser, program: Program) -> None:
    page = await browser.new_page()
    for path in ("", "chat/history", f"?{program.link.partition('?')[2]}"):
        answer = await page.goto(f"http://evil.example:{program.port}/{path}")
        assert answer is not None
        assert answer.status == 421
    assert await page.context.cookies() == []


async def test_a_wrong_link_says_what_to_type_and_what_it_says_works(browser: Browser, program: Program) -> None:
    page = await browser.new_page()
    answer = await page.goto(f"{program.url}?token=wrong")
    assert answer is not None
    assert answer.status == 403
    await expect(page.locator("pre")).to_have_text("./scripts/run link")
    await page.goto(await program.run("link"))
    await expect(page.locator("#empty")).to_be_visible()


async def test_an_open_page_does_not_hold_the_shutdown(page: Page, program: Program) -> None:
    await expect(page.locator("#empty")).to_be_visible()
    async with asyncio.timeout(4):
        assert await program.end(signal.SIGTERM) in (0, -signal.SIGTERM)


def _table(request: Request) -> bytes:
    if request.method == "POST":
        return html("<title>Thanks</title><h1>Table booked</h1>")
    fields = "<label>Your name <input name=n required></label><label>Guests <select name=g><option>2<option>4</select></label>"
    return html(f"<title>Book</title><form action=/send method=post>{fields}<button>Book now</button></form>")


async def test_the_world_outside_is_shown_and_a_form_goes_out_after_its_tap(browser: Browser, tmp_path: Path) -> None:
    async with open_world(tmp_path) as world, _patient(browser, world.link) as page:
        site = await world.elsewhere.serve(_table, "mango.example")
        await say(page, "what's the weather in Accra this week?")
        await expect(page.locator(".chart img").first).to_be_visible()
        assert (await answers(page, 1))[0].startswith("Accra, ")
        await say(page, "search the web for cocoa prices")
        await expect(page.get_by_role("region", name="Sources").get_by_role("link").first).to_contain_text(
            "Cocoa prices fall"
        )
        await say(page, "fill in the form at http://mango.example/book with name: Ana, guests: 4")
        card = page.locator(".held")
        await expect(card).to_contain_text("1. Your name: Ana\n2. Guests: 4", use_inner_text=True)
        await expect(page.get_by_role("img", name="Picture of the form, filled in")).to_be_visible()
        assert {one.method for one in site.requests} == {"GET"}
        await card.get_by_role("button", name="Confirm").click()
        await expect(card).to_contain_text("Confirmed.")
        await expect(page.locator("#log .said").last).to_have_text(
            "Sent to mango.example. The page now says: Thanks\nTable booked", use_inner_text=True
        )
        assert [one.body for one in site.requests if one.method == "POST"] == [b"n=Ana&g=4"]
        assert page.problems == []  # type: ignore[attr-defined]

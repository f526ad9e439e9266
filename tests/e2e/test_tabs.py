"""The tabs in a real Chromium, with the real program behind them: rows act, change by themselves, and keep nobody out."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from fastapi import FastAPI
from playwright.async_api import Browser, BrowserContext, Page, expect

from app.bootstrap.services import Services
from app.config import Settings
from app.interfaces.web.views.dashboard import VIEWS
from app.interfaces.web.views.tabs import TABS
from app.main import create_app
from tests.e2e.barriers import barriers, with_axe
from tests.e2e.browser import DESK, PHONE, open_browser, open_page
from tests.house import open_house, page_auth, settings_in, tell
from tests.interfaces.web.serving import serving

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]
in_one_loop = pytest_asyncio.fixture(loop_scope="module")
SECRET = "a-secret-of-the-house-7351"
SAID = (
    "add milk and eggs to my shopping list",
    "add pay rent to my list for today",
    "remind me tomorrow at 9 to call mum",
    "every Friday at 4pm tell me what's on my list",
    "my sister's name is Ama",
    "note that the spare key is with Ama",
)


@dataclass
class Served:
    """A house, its address, and the link that opens its page."""

    house: Services
    url: str
    link: str


@dataclass
class _Application:
    settings: Settings
    app: FastAPI
    closing: asyncio.Event


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[Served]:
    """One that runs, with a few things kept."""
    async with AsyncExitStack() as stack:
        settings = settings_in(folder, time_zone="Africa/Accra", locale="en-GB", dashboard_secret=SECRET)
        house = await stack.enter_async_context(open_house(folder, settings=settings))
        for words in SAID:
            await tell(house, words)
        auth, closing = page_auth(house), asyncio.Event()
        app = create_app(house, auth=auth, closing=closing)
        url = await stack.enter_async_context(serving(_Application(settings, app, closing)))
        yield Served(house, url, f"{url}/?token={auth.local.issue()}")
        closing.set()


@in_one_loop
async def home(tmp_path: Path) -> AsyncIterator[Served]:
    async with served(tmp_path) as home:
        yield home


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with open_browser() as browser:
        yield browser


@asynccontextmanager
async def signed_in(browser: Browser, home: Served, **settings: object) -> AsyncIterator[BrowserContext]:
    """A browser's profile that is signed in."""
    context = await browser.new_context(**{"viewport": DESK, "timezone_id": "Africa/Accra", **settings})  # type: ignore[arg-type]
    context.set_default_timeout(20_000)
    await with_axe(context)
    page = await context.new_page()
    await page.goto(home.link)
    yield context
    await context.close()


@in_one_loop
async def context(browser: Browser, home: Served) -> AsyncIterator[BrowserContext]:
    async with signed_in(browser, home) as context:
        yield context


async def at(context: BrowserContext, home: Served, path: str) -> Page:
    """A tab there, whose line to the server is open."""
    return await open_page(context, f"{home.url}{path}", live=True)


def problems(page: Page) -> list[str]:
    return page.problems  # type: ignore[attr-defined]


async def test_a_row_is_ticked_and_taken_back_and_every_open_page_shows_it(
    context: BrowserContext, home: Served
) -> None:
    page, other = await at(context, home, "/lists"), await at(context, home, "/lists?list=shopping")
    await page.get_by_role("button", name="Tick off milk").click()
    await expect(page.locator("#toast")).to_contain_text("Done: milk (#1).")
    for tab in (page, other):
        await expect(tab.get_by_role("button", name="Tick off milk")).to_have_count(0)
        await expect(tab.get_by_text("1 ticked lately")).to_be_visible()
    await page.locator("#toast").get_by_role("button", name="Undo").click()
    for tab in (page, other):
        await expect(tab.get_by_role("button", name="Tick off milk")).to_be_visible()
    assert [task.title for task in await home.house.store.tasks.list("owner", list_name="shopping")] == ["milk", "eggs"]
    assert problems(page) == problems(other) == []


async def test_what_is_said_elsewhere_is_seen_here(context: BrowserContext, home: Served) -> None:
    page = await at(context, home, "/lists")
    await tell(home.house, "add honey to my shopping list")
    await expect(page.get_by_role("button", name="Tick off honey")).to_be_visible()


async def test_what_is_typed_is_not_overwritten_by_what_changes(context: BrowserContext, home: Served) -> None:
    page = await at(context, home, "/lists")
    await page.get_by_label("Edit eggs").click()
    field = page.locator("#task-2 input[name=title]")
    await field.fill("twelve eggs")
    await tell(home.house, "add honey to my shopping list")
    await page.wait_for_timeout(600)
    await expect(field).to_have_value("twelve eggs")
    await field.press("Enter")
    await expect(page.locator("#task-2 bdi")).to_have_text("twelve eggs")
    await expect(page.get_by_role("button", name="Tick off honey")).to_be_visible()


async def test_what_people_write_is_never_taken_for_a_script(context: BrowserContext, home: Served) -> None:
    page = await at(context, home, "/lists")
    for title in (
        'gift online = "cheap"',
        "<script>alert(1)</script>",
        '" onload=alert(1) x="',
        "javascript:alert(1) 'x'",
    ):
        await page.get_by_label("Add to Shopping").fill(title)
        await page.get_by_label("Add to Shopping").press("Enter")
        await expect(page.locator(".row bdi", has_text=title)).to_be_visible()
    assert problems(page) == []


async def test_what_a_bad_line_sends_twice_is_done_once(context: BrowserContext, home: Served) -> None:
    page = await at(context, home, "/lists")
    lost = True

    async def lose_the_answer(route) -> None:  # noqa: ANN001 - Playwright's
        nonlocal lost
        if lost:
            lost = False
            await route.fetch()  # it arrived, and its answer did not come back
            await route.abort("connectionreset")
        else:
            await route.continue_()

    await page.route("**/act/**", lose_the_answer)
    await page.get_by_label("Add to Shopping").fill("honey")
    await page.get_by_label("Add to Shopping").press("Enter")
    await expect(page.locator("#toast")).to_contain_text("it is done once")
    await expect(page.get_by_label("Add to Shopping")).to_have_value("honey")
    await page.get_by_label("Add to Shopping").press("Enter")
    await expect(page.locator("#toast")).to_contain_text("Added honey")
    shopping = await home.house.store.tasks.list("owner", list_name="shopping")
    assert [task.title for task in shopping] == ["milk", "eggs", "honey"]


async def test_what_cannot_be_taken_back_is_red_and_says_so(context: BrowserContext, home: Served) -> None:
    await tell(home.house, "forget everything about Ama")
    page = await at(context, home, "/today")
    await expect(page.locator("[data-waiting]").first).to_have_text("1 waiting")
    await expect(page.locator(".held.final h3")).to_contain_text("Forget")
    await page.get_by_role("button", name="Forget for good").click()
    await expect(page.locator("#toast")).to_contain_text("Forgotten for good")
    await expect(page.locator(".held")).to_have_count(0)
    await expect(page.locator("[data-waiting]").first).to_be_hidden()
    assert await home.house.store.notes.list("owner", limit=10) == []


async def test_keys_lead_from_tab_to_tab_and_the_first_one_skips_the_rail(
    context: BrowserContext, home: Served
) -> None:
    page = await at(context, home, "/lists")
    await page.keyboard.press("Tab")
    await expect(page.locator(".skip")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator("#main")).to_be_focused()
    await page.keyboard.press("g")
    await page.keyboard.press("t")
    await page.wait_for_url("**/today")


async def test_it_works_without_a_script(browser: Browser, home: Served) -> None:
    async with signed_in(browser, home, java_script_enabled=False) as context:
        page = await context.new_page()
        await page.goto(f"{home.url}/lists?list=shopping")
        await page.get_by_role("button", name="Tick off milk").click()
        await expect(page.get_by_text("Done: milk (#1).")).to_be_visible()
        await page.get_by_role("link", name="Back").click()
        assert page.url == f"{home.url}/lists?list=shopping"
        await expect(page.get_by_role("button", name="Tick off milk")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE, {"width": 820, "height": 1180}], ids=["desk", "phone", "tablet"])
async def test_nobody_is_kept_out_and_nothing_stands_out_of_the_window(
    browser: Browser, home: Served, scheme: str, size: dict[str, int]
) -> None:
    await tell(home.house, "forget everything about Ama")
    async with signed_in(browser, home, viewport=size, color_scheme=scheme) as context:
        page, found = await context.new_page(), list[str]()
        for tab in TABS:
            await page.goto(f"{home.url}{tab.path}")
            await page.wait_for_timeout(150)
            found += [f"{tab.path} {one}" for one in await barriers(page)]
        await page.goto(f"{home.url}/dashboard/?token={SECRET}")
        for row in VIEWS:
            await page.goto(f"{home.url}/dashboard/{row.name}")
            found += [f"{row.name} {one}" for one in await barriers(page)]
        assert not found, "\n".join(found)


async def test_a_planted_barrier_is_found(context: BrowserContext, home: Served) -> None:
    page = await at(context, home, "/lists")
    await page.evaluate("document.querySelector('.tick').removeAttribute('aria-label')")
    assert any(found.startswith("button-name") for found in await barriers(page))


async def test_a_list_is_put_in_order_by_drag_by_keys_and_without_a_script(
    context: BrowserContext, browser: Browser, home: Served
) -> None:
    async def order() -> list[str]:
        return [one.title for one in await home.house.store.tasks.list("owner", list_name="shopping")]

    page = await open_page(context, f"{home.url}/lists?list=shopping")
    rows = page.locator("[data-ordered] .row")
    await expect(rows.first.locator(".handle")).to_be_visible()
    assert await order() == ["milk", "eggs"]
    grip, target = await rows.nth(1).locator(".handle").bounding_box(), await rows.nth(0).bounding_box()
    assert grip is not None
    assert target is not None
    await page.mouse.move(grip["x"] + 8, grip["y"] + 8)
    await page.mouse.down()
    await page.mouse.move(grip["x"] + 8, target["y"] + 4, steps=6)
    await page.mouse.up()
    await expect(page.locator("#toast")).to_contain_text("“eggs” is first on your shopping list.")
    await expect(rows.first).to_contain_text("eggs")
    assert await order() == ["eggs", "milk"]
    last = page.get_by_text("“eggs” is last on your shopping list.")
    for _ in range(4):  # a key that falls into a redraw is pressed again; of what is last already it changes nothing
        await rows.filter(has_text="eggs").locator(".handle").press("ArrowDown")
        with suppress(AssertionError):
            await expect(last).to_be_visible(timeout=5_000)
            break
    await expect(last).to_be_visible()
    assert await order() == ["milk", "eggs"]
    await page.locator("#toast").get_by_role("button", name="Undo").click()
    await expect(rows.first).to_contain_text("eggs")
    assert await barriers(page) == []

    plain = await browser.new_context(java_script_enabled=False, storage_state=await context.storage_state())
    bare = await plain.new_page()
    await bare.goto(f"{home.url}/lists?list=shopping")
    assert not await bare.locator(".handle:visible").count()
    await bare.locator(".row").first.locator("summary").click()
    await bare.get_by_role("button", name="Move down: eggs").click()
    assert await order() == ["milk", "eggs"]
    await plain.close()


async def test_the_focus_stays_with_its_row_when_a_look_moves_it(context: BrowserContext, home: Served) -> None:
    page = await open_page(context, f"{home.url}/lists?list=shopping")
    rows = page.locator("[data-ordered] .row")
    milk = rows.filter(has_text="milk").locator(".handle")
    await expect(rows.first).to_contain_text("milk")
    await milk.focus()
    await page.evaluate(
        "() => { const list = document.querySelector('[data-ordered]'); list.prepend(list.lastElementChild); }"
    )
    await expect(rows.first).to_contain_text("eggs")
    await page.evaluate("() => document.body.dispatchEvent(new CustomEvent('changed'))")
    await expect(rows.first).to_contain_text("milk")
    await expect(milk).to_be_focused()


async def test_what_was_typed_wrong_stays_to_be_put_right_and_escape_leaves_it(
    context: BrowserContext, home: Served
) -> None:
    page = await open_page(context, f"{home.url}/lists?list=shopping")
    row = page.locator("[data-ordered] .row").first
    await row.locator("summary").click()
    await row.get_by_label("Due").fill("blurgsday")
    await row.get_by_role("button", name="Save").click()
    await expect(page.locator("#toast.wrong")).to_be_visible()
    await expect(row.get_by_label("Due")).to_have_value("blurgsday")
    await row.get_by_label("Due").press("Escape")
    await expect(row.get_by_label("Due")).to_be_hidden()
    await expect(row.locator("summary")).to_be_focused()
    await row.locator("summary").click()
    await expect(row.get_by_label("Due")).to_have_value("")

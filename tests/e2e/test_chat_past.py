"""Finding what was said, in a real Chromium with the real program: by words, by day, on from there, and back to now; and words sent again."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from app.clock import ManualClock
from app.main import create_app
from tests.e2e.barriers import barriers, with_axe
from tests.e2e.browser import PHONE, open_browser, open_page
from tests.e2e.test_tabs import Served, _Application  # pyright: ignore[reportPrivateUsage]
from tests.house import open_house, page_auth, settings_in, tell
from tests.interfaces.web.serving import serving

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]
in_one_loop = pytest_asyncio.fixture(loop_scope="module")
FIRST = datetime(2026, 11, 20, 8, 0, tzinfo=UTC)
DAYS, EACH = 4, 15


@dataclass
class Talk(Served):
    """A served house, and what makes a link into it."""

    issue: Callable[[], str] = str


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with open_browser() as browser:
        yield browser


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def home(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Talk]:
    """Four days of talk, for all of them: each comes with a browser of its own, and leaves the talk a little longer."""
    tmp_path = tmp_path_factory.mktemp("talk")
    clock = ManualClock(FIRST)
    settings = settings_in(tmp_path, time_zone="Africa/Accra", locale="en-GB")
    async with open_house(tmp_path, settings=settings, clock=clock) as house:
        await tell(house, "my name is Esi")
        for day in range(DAYS):
            for number in range(EACH):
                clock.set(FIRST + timedelta(days=day, minutes=1 + number))
                await tell(
                    house,
                    f"note that parcel {day}-{number} is at the gate"
                    if number == 7
                    else f"add thing {day}-{number} to my list",
                )
        auth, closing = page_auth(house), asyncio.Event()
        app = create_app(house, auth=auth, closing=closing)
        async with serving(_Application(settings, app, closing)) as url:
            yield Talk(house, url, "", auth.local.issue)
            closing.set()


@in_one_loop
async def page(browser: Browser, home: Talk) -> AsyncIterator[Page]:
    context = await browser.new_context(viewport=PHONE, timezone_id="Africa/Accra", locale="en-GB")
    context.set_default_timeout(20_000)
    await with_axe(context)
    page = await open_page(context, f"{home.url}/?token={home.issue()}", live=True)
    await expect(page.locator(".turn.user")).not_to_have_count(0)
    yield page
    assert page.problems == []  # type: ignore[attr-defined]
    await context.close()


async def test_words_lead_to_where_they_were_said_and_on_to_now(page: Page) -> None:
    await page.click("#find")
    await page.fill("#sought", "parcel 0-7")
    await page.locator("#found button", has_text="parcel 0-7").first.click()
    await expect(page.locator("#past")).to_be_visible()
    await expect(page.locator(".turn.sought")).to_contain_text("parcel 0-7")
    assert not await page.get_by_text("thing 3-14", exact=False).count()
    while await page.locator("#later").is_visible():
        count = await page.locator(".turn").count()
        await page.click("#later")
        await expect(page.locator(".turn")).not_to_have_count(count)
    await expect(page.locator("#past")).to_be_hidden()
    words = await page.locator(".turn.user .words").all_inner_texts()
    assert words[-1] == "add thing 3-14 to my list"
    assert len(words) == len(set(words))


async def test_a_day_is_gone_to_and_now_is_one_press_away(page: Page, home: Talk) -> None:
    await page.click("#find")
    await page.fill("#day", "2026-11-22")
    await page.locator("#day").dispatch_event("change")
    await expect(page.locator("#past")).to_be_visible()
    await expect(page.locator(".turn.sought")).to_contain_text("2-0")
    await tell(home.house, "add what came meanwhile to my list")
    await page.click("#now")
    await expect(page.locator("#past")).to_be_hidden()
    await expect(page.get_by_text("add what came meanwhile to my list")).to_have_count(1)


async def test_what_is_sent_from_the_past_is_seen_now(page: Page) -> None:
    await page.click("#find")
    await page.fill("#sought", "parcel 1-7")
    await page.locator("#found button", has_text="parcel 1-7").first.click()
    await expect(page.locator("#past")).to_be_visible()
    await page.fill("#words", "add an umbrella to my list")
    await page.keyboard.press("Enter")
    await expect(page.locator(".turn.user", has_text="add an umbrella to my list")).to_have_count(1)
    await expect(page.locator(".turn.assistant", has_text="umbrella")).to_have_count(1)
    await expect(page.locator("#past")).to_be_hidden()


async def test_nothing_found_and_escape_are_told_and_heard(page: Page) -> None:
    await page.click("#find")
    await expect(page.locator("#sought")).to_be_focused()
    await page.fill("#sought", "zeppelin xylophone")
    await expect(page.locator("#tally")).to_have_text("Nothing that was said holds that.")
    await page.keyboard.press("Escape")
    await expect(page.locator("#finder")).to_be_hidden()
    await expect(page.locator("#find")).to_be_focused()


async def test_ones_own_words_are_sent_again_or_changed_first(page: Page) -> None:
    await page.fill("#words", "add a kettle to my list")
    await page.keyboard.press("Enter")
    await expect(page.locator(".turn.assistant", has_text="kettle")).to_have_count(1)
    last = page.locator(".turn.user").last
    await last.hover()
    await last.get_by_role("button", name="Send again", exact=True).click()
    await expect(page.locator(".turn.user", has_text="add a kettle to my list")).to_have_count(2)
    await expect(page.locator(".turn.assistant", has_text="kettle")).to_have_count(2)
    await expect(page.locator("#stop")).to_be_hidden()
    await last.hover()
    await last.get_by_role("button", name="Edit and send again").click()
    await expect(page.locator("#words")).to_have_value("add a kettle to my list")
    await expect(page.locator("#notice")).to_contain_text("What the first one did stays done")
    await page.fill("#words", "add a toaster to my list")
    await page.keyboard.press("Enter")
    await expect(page.locator(".turn.assistant").last).to_contain_text("toaster")


async def test_it_says_that_no_model_is_connected_and_keeps_nobody_out(page: Page) -> None:
    assert await page.locator("#model").get_attribute("title") == "No model: answers come from this machine"
    await page.click("#find")
    await page.fill("#sought", "parcel")
    await expect(page.locator("#found button")).not_to_have_count(0)
    assert await barriers(page) == []
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def _until(page: Page, holds: str) -> None:
    """Until that is so. (Our content security policy lets no page evaluate strings by itself.)"""
    async with asyncio.timeout(20):
        while not await page.evaluate(holds):
            await asyncio.sleep(0.05)


async def test_an_answer_taller_than_the_end_is_seen_and_a_reader_who_went_up_is_left_alone(
    page: Page, home: Talk
) -> None:
    at_end = "(s => s.scrollHeight - s.scrollTop - s.clientHeight < 4)(document.getElementById('scroller'))"
    await page.fill("#words", "what's on my list?")
    await page.keyboard.press("Enter")
    await expect(page.locator(".turn.assistant").last).to_contain_text("thing 3-13")
    await _until(page, at_end)
    await page.mouse.move(200, 400)
    await page.mouse.wheel(0, -900)
    await _until(page, f"!{at_end}")
    await tell(home.house, "thanks")
    await expect(page.locator("#newer")).to_be_visible()
    assert not await page.evaluate(at_end)


async def test_what_moves_as_an_answer_takes_its_place_is_no_reader_who_went_up(page: Page) -> None:
    at_end = "(s => s.scrollHeight - s.scrollTop - s.clientHeight < 4)(document.getElementById('scroller'))"
    await page.fill("#words", "what's on my list?")
    await page.keyboard.press("Enter")
    await expect(page.locator(".turn.assistant").last).to_contain_text("thing 3-13")
    await _until(page, at_end)
    await page.evaluate(
        """(() => {
          const scroller = document.getElementById('scroller');
          const last = [...document.querySelectorAll('#log > li')].at(-1);
          last.replaceWith(last.cloneNode(true));  // as tall as before: nothing says that a size changed
          scroller.scrollTop -= 900;  // where a browser leaves it that has drawn what was shorter
        })()"""
    )
    await asyncio.sleep(0.2)
    await _until(page, at_end)


async def test_a_day_on_which_nothing_was_said_is_told(page: Page) -> None:
    await page.click("#find")
    await page.fill("#day", "2026-11-01")
    await page.locator("#day").dispatch_event("change")
    await expect(page.locator("#notice")).to_contain_text("Nothing was said that day.")
    await expect(page.locator(".turn.user").first).to_contain_text("my name is Esi")

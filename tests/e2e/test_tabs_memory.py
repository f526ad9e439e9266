"""Memory, notes, search and settings in a real Chromium: what is pressed is done in place, and what is typed is looked for."""

# ruff: noqa: F401, F811 - the fixtures of the other tabs

import pytest
from playwright.async_api import BrowserContext, expect

from tests.e2e.test_tabs import Served, at, browser, context, home, problems

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]


async def test_a_fact_is_corrected_in_place_and_forgotten_behind_its_red_card(
    context: BrowserContext,
    home: Served,
) -> None:
    page = await at(context, home, "/memory")
    row = page.locator(".row", has_text="Your sister's name is Ama")
    await row.locator("summary", has_text="Correct").click()
    await row.locator("input[name=statement]").fill("my sister's name is Abena, which one = best")
    await row.get_by_role("button", name="Save").click()
    await expect(page.locator("#toast")).to_contain_text("Before: your sister's name is Ama.")
    changed = page.locator(".row", has_text="Abena")
    await changed.get_by_text("Before", exact=True).click()
    await expect(changed.locator("s")).to_have_text("Your sister's name is Ama")
    await changed.get_by_role("button", name="Forget").click()
    await page.locator("#toast .held.final").get_by_role("button", name="Forget for good").click()
    await expect(page.locator("#toast")).to_contain_text("Forgotten for good")
    await expect(page.get_by_text("Abena")).to_have_count(0)
    assert await home.house.store.facts.everything("owner") == []
    assert problems(page) == []


async def test_search_finds_while_one_types_and_leads_to_where_it_stands(
    context: BrowserContext,
    home: Served,
) -> None:
    page = await at(context, home, "/search")
    await page.locator("#q").press_sequentially("spare")
    await expect(page.locator("#found mark").first).to_have_text("spare")
    await page.locator("#q").press("Enter")
    await expect(page).to_have_url(f"{home.url}/search?q=spare")
    await page.locator("#found a[href^='/notes']").click()
    await expect(page.locator("#note-1:target")).to_contain_text("the spare key is with Ama")
    assert problems(page) == []


async def test_a_note_is_written_while_the_page_changes_around_it(
    context: BrowserContext,
    home: Served,
) -> None:
    page = await at(context, home, "/notes")
    await page.get_by_text("Write a note").click()
    await page.get_by_role("textbox", name="Note", exact=True).fill("tea\nand honey")
    await home.house.conversation.act(
        "owner", "save_note", {"content": "from elsewhere"}, channel="web", external_id="x"
    )
    await expect(page.locator(".row .written", has_text="from elsewhere")).to_be_visible()
    await page.get_by_role("button", name="Keep it").first.click()
    await expect(page.locator(".row .written", has_text="and honey")).to_be_visible()
    assert problems(page) == []


async def test_a_pause_is_pressed_and_taken_back(
    context: BrowserContext,
    home: Served,
) -> None:
    page = await at(context, home, "/settings")
    await page.get_by_role("button", name="Pause").click()
    await expect(page.locator(".banner")).to_contain_text("Paused today")
    await page.locator("#toast").get_by_role("button", name="Resume").click()
    await expect(page.locator(".banner")).to_have_count(0)
    assert problems(page) == []

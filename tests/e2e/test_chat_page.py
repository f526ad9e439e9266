"""The page in a real browser, step by step: the house is ours, so that a turn can be held at any point."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, Route, expect

from app.conversation.buttons import choices
from app.conversation.cards import card_of
from app.messages import Button, Document, Link
from tests.charts.drawn import nights, week
from tests.e2e.browser import DESK, PHONE, open_browser, open_page
from tests.interfaces.web.house import House, open_house
from tests.interfaces.web.serving import serving

# One browser and one loop for all of them; each test has its own house and its own profile.
pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]
in_one_loop = pytest_asyncio.fixture(loop_scope="module")
PNG = Path(__file__).with_name("pixel.png")


@in_one_loop
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path) as house:
        yield house


@in_one_loop
async def url(house: House) -> AsyncIterator[str]:
    async with serving(house) as url:
        yield url


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with open_browser() as browser:
        yield browser


@in_one_loop
async def context(browser: Browser) -> AsyncIterator[BrowserContext]:
    context = await browser.new_context(viewport=PHONE, timezone_id="Africa/Accra", locale="en-GB")
    context.set_default_timeout(20_000)
    yield context
    await context.close()


@in_one_loop
async def page(context: BrowserContext, house: House, url: str) -> AsyncIterator[Page]:
    """A tab on a phone, signed in by the one-time link."""
    page = await open_page(context, f"{url}/?token={house.auth.local.issue()}", live=True)
    yield page
    assert page.problems == []  # type: ignore[attr-defined]


async def texts(page: Page) -> list[str]:
    """What the conversation shows, from top to bottom."""
    return await page.locator("#log .words:visible, #log .said").all_inner_texts()


async def say(page: Page, text: str) -> None:
    await page.fill("#words", text)
    await page.keyboard.press("Enter")


async def exchange(house: House, question: str, answer: str, *buttons: Button) -> None:
    await house.conversation.hear(question, channel="web")
    await house.conversation.begin()
    await house.conversation.settle(answer, *buttons)


async def received(house: House, count: int = 1) -> None:
    await house.conversation.has_received(count)


async def test_the_link_leaves_the_address_bar_and_the_page_says_what_it_can_do(page: Page, url: str) -> None:
    await expect(page.locator("#empty")).to_be_visible()
    assert page.url == f"{url}/"
    assert await page.locator(".examples button").count() == 8
    await expect(page.locator("#words")).to_be_focused()


async def test_a_message_is_streamed_and_its_answer_takes_the_drafts_place(page: Page, house: House) -> None:
    await say(page, "how long until Easter?")
    await received(house)
    await house.conversation.begin()
    await expect(page.locator("#stop")).to_be_visible()
    house.conversation.tell("activity", "looking at the calendar…")
    await expect(page.get_by_text("looking at the calendar…")).to_be_visible()
    house.conversation.tell("draft", "Easter is on **Sunday")
    await expect(page.locator("#draft")).to_contain_text("Easter is on **Sunday")
    house.conversation.tell("draft", "Easter is on **Sunday 5 April**, so")
    await expect(page.locator("#draft strong")).to_have_text("Sunday 5 April")
    await house.conversation.settle("Easter is on **Sunday 5 April**, so in 34 days.")
    await expect(page.locator("#log .said")).to_have_text("Easter is on Sunday 5 April, so in 34 days.")
    await expect(page.locator("#going")).to_be_hidden()
    await expect(page.locator("#stop")).to_be_hidden()
    assert await texts(page) == ["how long until Easter?", "Easter is on Sunday 5 April, so in 34 days."]


async def test_an_example_is_sent_by_a_tap(page: Page, house: House) -> None:
    await page.locator(".examples button").first.click()
    await received(house)
    assert house.conversation.received[0].text == "Remind me tomorrow at 9 to call mum"
    await expect(page.locator("#empty")).to_be_hidden()


async def test_a_reminder_arrives_and_counts_in_the_title_of_a_hidden_tab(page: Page, house: House) -> None:
    await page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    await house.conversation.say("Call mum", kind="reminder")
    house.conversation.tell("outbox")
    await expect(page.locator(".reminder .said")).to_contain_text("Call mum")
    await expect(page.locator(".reminder svg")).to_be_visible()
    await expect(page).to_have_title("(1) Kwasi")


async def test_confirming_takes_the_buttons_away_in_every_tab(
    page: Page, context: BrowserContext, house: House, url: str
) -> None:
    await house.hold("a1")
    await exchange(
        house, "send it", "Send it to Ama?", *(Button(v.title(), v, "a1") for v in ("confirm", "cancel", "edit"))
    )  # type: ignore[arg-type]
    other = await open_page(context, url, live=True)
    await expect(other.locator(".choices button")).to_have_count(3)
    await page.click("button.confirm")
    now = house.clock.now()
    await house.store.pending.decide("owner", "a1", from_status="pending", to_status="executing", now=now)
    await house.conversation.say("Sent to Ama.", kind="notice")
    house.conversation.tell("outbox")
    for tab in (page, other):
        await expect(tab.locator(".choices")).to_have_count(0)
        await expect(tab.get_by_text("Sent to Ama.")).to_have_count(1)
    assert house.conversation.decided == [("confirm", "a1", "")]
    await expect(page.locator("#words")).to_be_focused()


async def test_an_edit_is_typed_in_place(page: Page, house: House) -> None:
    await house.hold("a1")
    await exchange(house, "send it", "Send it to Ama?", Button("Edit", "edit", "a1"))
    await page.click("button.edit")
    await expect(page.get_by_label("What should it be instead?")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.get_by_label("What should it be instead?")).to_have_count(0)
    await page.click("button.edit")
    await page.keyboard.type("to Kofi instead")
    await page.keyboard.press("Enter")
    await expect(page.locator(".outcome")).to_have_text("edit it is")
    assert house.conversation.decided == [("edit", "a1", "to Kofi instead")]


async def test_a_button_that_came_too_late_says_so(page: Page, house: House) -> None:
    await house.hold("stale")
    await exchange(house, "send it", "Send it to Ama?", Button("Confirm", "confirm", "stale"))
    await page.click("button.confirm")
    await expect(page.locator(".outcome")).to_have_text("That was done already.")
    await expect(page.locator(".choices")).to_have_count(0)


async def test_reloading_shows_everything_once(page: Page, house: House) -> None:
    await exchange(house, "one?", "One.")
    await say(page, "two?")
    await received(house, 2)
    await house.conversation.begin()
    await page.reload()
    await expect(page.locator("#going")).to_be_visible()
    assert await texts(page) == ["one?", "One.", "two?"]
    await house.conversation.settle("Two.")
    await expect(page.locator("#log .said")).to_have_count(2)
    assert await texts(page) == ["one?", "One.", "two?", "Two."]


async def test_two_tabs_show_the_same_conversation(page: Page, context: BrowserContext, house: House, url: str) -> None:
    other = await open_page(context, url, live=True)
    await say(page, "from the first")
    await received(house)
    await house.conversation.begin()
    await house.conversation.settle("Heard.")
    for tab in (page, other):
        await expect(tab.locator("#log .turn")).to_have_count(2)
    await say(other, "from the second")
    await received(house, 2)
    await house.conversation.begin()
    await house.conversation.settle("Heard too.")
    for tab in (page, other):
        await expect(tab.locator("#log .turn")).to_have_count(4)
        assert await texts(tab) == ["from the first", "Heard.", "from the second", "Heard too."]


async def test_what_is_written_while_a_turn_runs_keeps_its_place(page: Page, house: House) -> None:
    await say(page, "one?")
    await received(house)
    await house.conversation.begin()
    await say(page, "and two?")
    await received(house, 2)
    house.conversation.tell("draft", "On")
    await expect(page.locator("#draft")).to_have_text("On")
    await house.conversation.settle("One.")
    await house.conversation.begin()
    await house.conversation.settle("Two.")
    await expect(page.locator("#log .said")).to_have_count(2)
    shown = await texts(page)
    assert sorted(shown) == ["One.", "Two.", "and two?", "one?"]
    await page.reload()
    await expect(page.locator("#log .turn")).to_have_count(4)
    assert await texts(page) == shown


async def test_escape_stops_the_turn(page: Page, house: House) -> None:
    await say(page, "think hard")
    await received(house)
    await house.conversation.begin()
    await expect(page.locator("#stop")).to_be_visible()
    async with page.expect_response("**/chat/stop") as stopped:
        await page.keyboard.press("Escape")
    assert await (await stopped.value).json() == {"stopped": True}
    await expect(page.get_by_text("stopping…")).to_be_visible()


async def test_shift_enter_makes_a_line_and_the_box_grows(page: Page, house: House) -> None:
    before = await page.locator("#words").bounding_box()
    await page.focus("#words")
    for line in ("one", "two", "three"):
        await page.keyboard.type(line)
        await page.keyboard.press("Shift+Enter")
    after = await page.locator("#words").bounding_box()
    assert before is not None
    assert after is not None
    assert after["height"] > before["height"] * 2
    await page.reload()
    assert await page.input_value("#words") == "one\ntwo\nthree\n"
    await page.keyboard.press("Enter")
    await received(house)
    assert house.conversation.received[0].text == "one\ntwo\nthree"


async def test_files_are_shown_and_sent(page: Page, house: House) -> None:
    await page.set_input_files("#picker", [str(PNG), str(Path(__file__))])
    await expect(page.locator("#files .file")).to_have_count(2)
    await page.get_by_label(f"Remove {Path(__file__).name}").click()
    await page.fill("#words", "look")
    await page.click("#send")
    await received(house)
    assert [file.name for file in house.conversation.received[0].attachments] == ["pixel.png"]
    await expect(page.locator(".sent-files img")).to_be_visible()
    await expect(page.locator("#files")).to_be_hidden()


async def test_more_than_the_server_takes_is_said_before_it_is_sent(page: Page, house: House) -> None:
    big = {"name": "big.bin", "mimeType": "application/octet-stream", "buffer": b"x" * 10_000_000}
    await page.set_input_files("#picker", big)  # type: ignore[arg-type]
    await expect(page.locator("#notice")).to_have_text("Together that is more than 10 MB. Send it in smaller parts.")
    await expect(page.locator("#files")).to_be_hidden()


async def test_what_is_refused_stays_and_can_be_changed(page: Page, house: House) -> None:
    await say(page, "refuse me")
    await expect(page.locator(".failed .fate")).to_contain_text("That's too much for one message.")
    await page.get_by_text("Change it").click()
    await expect(page.locator("#log .turn")).to_have_count(0)
    assert await page.input_value("#words") == "refuse me"
    await page.reload()
    await expect(page.locator("#empty")).to_be_visible()


async def test_what_was_refused_is_still_told_as_refused_after_a_reload(page: Page, house: House) -> None:
    await say(page, "refuse me")
    await expect(page.locator(".failed .fate")).to_contain_text("That's too much for one message.")
    await page.reload()
    await expect(page.locator(".failed .fate")).to_contain_text("That's too much for one message.")
    await expect(page.get_by_text("Not sent yet")).to_have_count(0)
    await page.get_by_text("Remove").click()
    await page.reload()
    await expect(page.locator("#empty")).to_be_visible()


async def test_a_paste_larger_than_the_server_takes_stays_in_the_box(page: Page, house: House) -> None:
    async def smaller(route: Route) -> None:
        answer = await route.fetch()
        await route.fulfill(
            response=answer, body=re.sub(r'data-most="\d+"', 'data-most="1070000"', await answer.text())
        )

    await page.route(page.url, smaller)
    await page.reload()
    await expect(page.locator("#empty")).to_be_visible()
    pasted = "so many words\n" * 80_000
    await page.evaluate("text => { document.getElementById('words').value = text; }", pasted)
    await page.evaluate("() => document.getElementById('composer').requestSubmit()")
    await expect(page.locator("#notice")).to_have_text("Together that is more than 1 MB. Send it in smaller parts.")
    assert await page.evaluate("() => document.getElementById('words').value") == pasted
    assert await page.locator("#log .turn").count() == 0
    assert house.conversation.received == []


async def test_a_reader_of_old_messages_is_left_alone(page: Page, house: House) -> None:
    for number in range(60):
        await exchange(
            house, f"question {number}", f"Answer {number}, with some words to make it longer than one line."
        )
    await page.reload()
    await expect(page.get_by_text("Answer 59")).to_be_in_viewport()
    await page.mouse.move(200, 400)
    await page.mouse.wheel(0, -1500)
    await expect(page.get_by_text("Answer 59")).not_to_be_in_viewport()
    place = await page.evaluate("document.getElementById('scroller').scrollTop")
    await house.conversation.say("Something new.")
    house.conversation.tell("outbox")
    await expect(page.locator("#newer")).to_be_visible()
    assert await page.evaluate("document.getElementById('scroller').scrollTop") == place
    await page.click("#newer")
    await expect(page.get_by_text("Something new.")).to_be_in_viewport()
    await expect(page.locator("#newer")).to_be_hidden()


async def test_earlier_messages_are_loaded_without_a_jump_or_a_double(page: Page, house: House) -> None:
    for number in range(60):
        await exchange(house, f"question {number}", f"Answer {number}.")
    await page.reload()
    await expect(page.locator("#log .turn")).to_have_count(80)
    await page.evaluate("document.getElementById('scroller').scrollTop = 0")
    await expect(page.locator("#log .turn")).to_have_count(120)
    await expect(page.get_by_text("question 20", exact=True)).to_be_in_viewport()
    await expect(page.locator("#earlier")).to_be_hidden()
    shown = await texts(page)
    assert len(shown) == len(set(shown)) == 120
    assert shown[:2] == ["question 0", "Answer 0."]


async def test_markdown_becomes_text_and_never_markup(page: Page, house: House) -> None:
    nasty = (
        "# Head\n<img src=x onerror=alert(1)> **bold** _it_ `<b>` [go](https://a.example/x_(y)) [no](javascript:alert(1))\n\n"
        "1. one\n2. two\n   - deep\n\n```\n<script>1</script>\n```\n> said\n\nsnake_case_name 2*3*4 https://b.example/a?b=c&d."
    )
    await house.conversation.say(nasty)
    house.conversation.tell("outbox")
    said = page.locator("#log .said")
    await expect(said.locator("h3")).to_have_text("Head")
    assert await said.locator("img, script, b").count() == 0
    assert await said.locator("a").evaluate_all("links => links.map((link) => [link.href, link.rel])") == [
        ["https://a.example/x_(y)", "noopener noreferrer"],
        ["https://b.example/a?b=c&d", "noopener noreferrer"],
    ]
    assert await said.locator("strong, em").all_inner_texts() == ["bold", "it"]
    assert await said.locator("ol > li").count() == 2
    assert await said.locator("ol ul li").inner_text() == "deep"
    assert await said.locator("pre code").inner_text() == "<script>1</script>"
    assert "snake_case_name 2*3*4" in await said.inner_text()


async def test_a_table_has_cells_and_what_only_looks_like_one_stays(page: Page, house: House) -> None:
    await house.conversation.say(
        "Rain:\n| day | mm |\n|:---|---:|\n| **Mon** | 3 |\n| a\\|b | <b>x</b> | more |\n| Tue |\nAfter.\n\na | b\nc | d\n\n---"
    )
    house.conversation.tell("outbox")
    said = page.locator("#log .said")
    await expect(said.locator("th")).to_have_text(["day", "mm"])
    assert await said.locator("td").all_inner_texts() == ["Mon", "3", "a|b", "<b>x</b>", "Tue", ""]
    assert await said.locator("td").nth(1).evaluate("cell => getComputedStyle(cell).textAlign") == "end"
    assert await said.locator("td strong").inner_text() == "Mon"
    assert await said.locator("table").count() == 1
    assert await said.locator("p").all_inner_texts() == ["Rain:", "After.", "a | b\nc | d"]


async def test_code_is_copied_by_its_button(page: Page, context: BrowserContext, house: House) -> None:
    await context.grant_permissions(["clipboard-read", "clipboard-write"])
    await house.conversation.say("Run:\n\n```sh\nls -l\n  cat <file>\n```")
    house.conversation.tell("outbox")
    await page.get_by_role("button", name="Copy").click()
    await expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert await page.evaluate("() => navigator.clipboard.readText()") == "ls -l\n  cat <file>"
    await page.evaluate("() => Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    await expect(page.get_by_role("button", name="Copy", exact=True)).to_be_visible()
    await page.get_by_role("button", name="Copy", exact=True).click()
    assert await page.evaluate("() => getSelection().toString()") == "ls -l\n  cat <file>"


async def test_right_to_left_words_run_right_to_left(page: Page, house: House) -> None:
    await say(page, "مرحبا كيف حالك")
    await received(house)
    direction = await page.locator("#log .words").evaluate("node => getComputedStyle(node).direction")
    assert direction == "rtl"


async def test_a_session_that_ended_is_told_and_nothing_written_is_lost(page: Page, house: House) -> None:
    await expect(page.locator("#empty")).to_be_visible()
    house.clock.advance(timedelta(days=31))
    await say(page, "keep this")
    await page.evaluate("dispatchEvent(new Event('online'))")
    await expect(page.locator("#line")).to_contain_text("signed out")
    await page.goto(f"{page.url}?token={house.auth.local.issue()}")
    await received(house)
    assert [message.text for message in house.conversation.received] == ["keep this"]


@pytest.mark.parametrize(("viewport", "scheme"), [(PHONE, "light"), (DESK, "light"), (PHONE, "dark"), (DESK, "dark")])
async def test_nothing_overflows_and_the_contrast_is_enough(
    page: Page, house: House, viewport: dict[str, int], scheme: str
) -> None:
    await page.set_viewport_size(viewport)  # type: ignore[arg-type]
    await page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    await house.hold("a1")
    await exchange(house, "x" * 300, "y" * 300, Button("Confirm", "confirm", "a1"), Button("Cancel", "cancel", "a1"))
    await house.conversation.say("Call mum", kind="reminder")
    house.conversation.tell("outbox")
    await expect(page.locator(".reminder")).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert await page.evaluate(
        "document.getElementById('scroller').scrollWidth <= document.getElementById('scroller').clientWidth"
    )
    for place in (
        ".words",
        ".said p",
        ".reminder .label",
        ".choices .confirm",
        ".choices .cancel",
        "time:visible",
        ".day:visible",
        "#notify",
    ):
        ratio = await page.locator(place).first.evaluate(CONTRAST)
        assert ratio >= 4.5, (place, scheme, ratio)


async def test_everything_has_a_name_and_tab_goes_through_in_order(page: Page, house: House) -> None:
    await house.hold("a1")
    await exchange(house, "send it", "Send it?", Button("Confirm", "confirm", "a1"), Button("Cancel", "cancel", "a1"))
    await expect(page.locator(".confirm")).to_be_visible()
    unnamed = await page.evaluate(
        "[...document.querySelectorAll('button, input:not([hidden]), textarea')]"
        ".filter(n => !(n.textContent.trim() || n.ariaLabel || n.labels?.length)).map(n => n.outerHTML)"
    )
    assert unnamed == []
    await page.fill("#words", "x")
    await page.focus("#notify")
    order = []
    for _ in range(8):
        order.append(await page.evaluate("document.activeElement.id || document.activeElement.className"))
        await page.keyboard.press("Tab")
    assert [name for name in order if name != "scroller"] == [
        *("notify", "edit-own", "again-own"),
        *("confirm", "cancel", "attach", "words", "send"),
    ]
    assert await page.locator("[role=log] > #log").count() == 1


async def test_sessions_are_listed_and_the_others_ended_by_keyboard(
    page: Page, browser: Browser, house: House, url: str
) -> None:
    elsewhere = await browser.new_context(viewport=DESK)  # type: ignore[arg-type]
    other = await open_page(elsewhere, f"{url}/?token={house.auth.local.issue()}", live=True)
    await page.focus("#sessions")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="Signed in")).to_be_visible()
    await expect(page.locator(".sessions li")).to_have_count(2)
    await expect(page.locator(".sessions li").first).to_contain_text("this browser")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for scheme in ("light", "dark"):
        await page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for place in (".when", ".badge", ".quiet", ".filled"):
            assert await page.locator(place).first.evaluate(CONTRAST) >= 4.5, (place, scheme)
    await page.get_by_role("button", name="Sign out everywhere else").focus()
    await page.keyboard.press("Enter")
    await expect(page.locator(".sessions li")).to_have_count(1)
    await expect(other.locator("#line")).to_contain_text("You're signed out.")
    await page.get_by_role("link", name="Chat", exact=True).click()
    await expect(page.locator("#words")).to_be_visible()
    assert other.problems == []  # type: ignore[attr-defined]
    await elsewhere.close()


async def test_signing_out_of_this_browser_leads_to_the_door(page: Page) -> None:
    await page.click("#sessions")
    await page.get_by_role("button", name="Sign out this browser").click()
    await expect(page.get_by_text("You're not signed in in this browser.")).to_be_visible()


# The WCAG contrast of an element's text against the nearest background behind it.
CONTRAST = """node => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  let behind = node;
  while (behind && (parse(getComputedStyle(behind).backgroundColor)[3] ?? 1) === 0) behind = behind.parentElement;
  const one = light(parse(getComputedStyle(node).color));
  const two = light(parse(getComputedStyle(behind || document.body).backgroundColor));
  return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
}"""


async def drawn(page: Page) -> None:
    """Until every picture has come, well or not. (The page's policy forbids what `wait_for_function` waits with.)"""
    for image in await page.locator(".chart img").all():
        await expect(image).to_have_js_property("complete", True)


async def seen(page: Page) -> list[tuple[str, bool]]:
    """The pictures that are shown: which frame, and whether it could be drawn."""
    script = (
        "[...document.querySelectorAll('.chart img')].map(i => [i.currentSrc.split('/').pop(), i.naturalWidth > 0])"
    )
    return [(name, shown) for name, shown in await page.evaluate(script)]


async def test_a_chart_stands_under_its_answer_also_after_a_reload_and_in_another_tab(
    page: Page, context: BrowserContext, house: House, url: str
) -> None:
    await say(page, "how did I sleep?")
    await received(house)
    await house.conversation.begin()
    await house.conversation.settle("Well.", charts=(nights(), week()))
    first = page.get_by_role("img", name=nights().title)
    await expect(first).to_be_visible()
    await expect(first).to_have_attribute("alt", f"{nights().title}. {nights().alt}")
    await expect(page.locator(".chart")).to_have_count(2)
    await drawn(page)
    assert await seen(page) == [("narrow.svg", True)] * 2
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    other = await open_page(context, url, live=True)
    for tab in (other, page):
        await tab.set_viewport_size(DESK)
        await tab.reload()
        await expect(tab.get_by_role("img", name=week().title)).to_be_visible()
        await drawn(tab)
        assert await seen(tab) == [("wide.svg", True)] * 2
    assert other.problems == []  # type: ignore[attr-defined]


async def test_a_file_stands_under_its_answer_and_is_saved_under_its_name(page: Page, house: House) -> None:
    await exchange(house, "export my calendar", "Well.")
    file = Document("kwasi-calendar.ics", "text/calendar", "BEGIN:VCALENDAR\r\nSUMMARY:Café\r\n")
    await house.conversation.say("Your calendar.", files=(file,))
    house.conversation.tell("outbox")
    async with page.expect_download() as saving:
        await page.get_by_role("link", name="kwasi-calendar.ics").click()
    saved = await saving.value
    assert saved.suggested_filename == file.name
    assert Path(await saved.path()).read_bytes().decode() == file.text


async def test_a_chart_opens_large_on_its_own_and_can_run_nothing_there(
    page: Page, context: BrowserContext, house: House
) -> None:
    await exchange(house, "how did I sleep?", "Well.")
    await house.conversation.say("Here.", charts=(week(title='<img src="x" onerror="alert(1)">'),))
    house.conversation.tell("outbox")
    async with context.expect_page() as opening:
        await page.locator(".chart a").click()
    picture = await opening.value
    await expect(picture.locator("svg[role=img]")).to_be_visible()
    assert await picture.locator("img").count() == 0
    assert await picture.evaluate("getComputedStyle(document.querySelector('.paper')).fill") == "rgb(255, 253, 249)"


async def test_a_message_that_changes_keeps_its_chart(page: Page, house: House) -> None:
    await house.hold("a1")
    entry = await house.conversation.say("Well.", charts=(nights(),), buttons=(Button("Confirm", "confirm", "a1"),))
    house.conversation.tell("outbox")
    picture = page.locator(".chart img")
    await expect(picture).to_be_visible()
    await picture.evaluate("node => { node.same = true }")
    await house.store.outbox.revise(
        "owner", entry.id, {**entry.body, "text": "Better."}, at=entry.created_at, again=False
    )
    house.conversation.tell("outbox")
    await expect(page.locator("#log .said")).to_have_text("Better.")
    assert await picture.evaluate("node => node.same")


async def test_bars_written_in_letters_are_not_spelled_and_give_way_to_a_picture(page: Page, house: House) -> None:
    text = "Steps:\n- Mon 16: █████████▏ 10,166\n- today: ▏ 12 so far\nDay by day: ██▄▁··▂▃ and no more."
    await exchange(house, "steps?", text)
    await expect(page.locator(".bar-of-text")).to_have_count(2)
    await expect(page.locator(".curve-of-text")).to_have_text("██▄▁··▂▃")
    assert await page.locator(".bar-of-text[aria-hidden=true], .curve-of-text[aria-hidden=true]").count() == 3
    await expect(page.locator(".bar-of-text").first).to_be_visible()
    await house.conversation.hear("and in colour?", channel="web")
    await house.conversation.begin()
    await house.conversation.settle(text, charts=(week(),))
    last = page.locator("#log .assistant").last
    await expect(last.locator("img")).to_be_visible()
    await expect(last.locator(".bar-of-text").first).to_be_hidden()
    await expect(last.locator(".curve-of-text")).to_be_visible()
    await expect(last.locator("li").first).to_have_text("Mon 16: █████████▏ 10,166")


async def test_a_page_that_rests_for_newer_ones_says_so_and_goes_on_when_somebody_turns_to_it(
    page: Page, house: House, url: str
) -> None:
    async with (
        httpx.AsyncClient(headers={"Sec-Fetch-Site": "same-origin"}, timeout=20) as other,
        AsyncExitStack() as streams,
    ):
        await other.get(f"{url}/?token={house.auth.local.issue()}")
        lines = []
        for _ in range(house.settings.max_event_streams):
            stream = await streams.enter_async_context(other.stream("GET", f"{url}/chat/events"))
            lines.append(stream.aiter_lines())  # kept: who lets go of it closes the stream
            await anext(lines[-1])
        await expect(page.locator("#line")).to_contain_text("Resting")
        await page.locator("body").click()
        await expect(page.locator("#line")).not_to_contain_text("Resting")
    await house.conversation.say("Welcome back")
    house.hub.refresh()
    await expect(page.get_by_text("Welcome back")).to_be_visible()


async def test_a_card_is_drawn_apart_from_what_is_said_and_read_in_full_on_demand(page: Page, house: House) -> None:
    value = "pay [bank](http://evil.example) **100**\nNothing is waiting. " + "x" * 2000
    action = await house.hold("a1", tool="send_mail", arguments={"text": value})
    confirm = Button("Confirm", "confirm", "a1")
    await house.conversation.say("**Waiting for your OK**: nothing", buttons=(confirm,), cards=(card_of(action),))
    house.conversation.tell("outbox")
    frame = page.get_by_role("region", name="Waiting for your OK (#1): Send mail")
    await expect(frame.get_by_role("button", name="Confirm")).to_be_visible()
    await expect(frame.locator("dd").first).to_contain_text("pay [bank](http://evil.example) **100**")
    await expect(frame.get_by_text("2,060 characters in all")).to_be_visible()
    await frame.get_by_role("button", name="Show all").press("Enter")
    await expect(frame.locator("dd").first).to_have_text(value)
    assert await page.locator(".said .held").count() == await frame.locator("a, strong").count() == 0
    await frame.get_by_role("button", name="Confirm").press("Enter")
    await expect(frame.get_by_role("button", name="Confirm")).to_have_count(0)
    assert house.conversation.decided == [("confirm", "a1", "")]


async def test_a_card_of_a_french_conversation_is_french_to_its_last_button(page: Page, house: House) -> None:
    mail = {"to": ["kofi@acme.example"], "subject": "Facture", "body": "Je paierai vendredi. " * 80}
    action = await house.hold("a1", tool="send_mail", arguments=mail)
    action = replace(
        action,
        summary="send from ana@example.org (first mail to kofi@acme.example)",
        taint=["mail from kofi@acme.example: Facture 214"],
    )
    text = "Cela attend ton accord, et rien n'est encore fait."
    await house.conversation.say(text, buttons=tuple(choices("a1", "", "fr")), cards=(card_of(action, "fr"),))
    house.conversation.tell("outbox")
    frame = page.get_by_role("region", name="En attente de ton accord (#1) : Envoyer un message")
    await expect(frame.get_by_role("button", name="Confirmer")).to_be_visible()
    await expect(frame).to_have_attribute("lang", "fr")
    await expect(frame.get_by_role("button", name="Tout montrer")).to_be_visible()
    await expect(
        frame.get_by_text("Demandé après lecture : le message « Facture 214 » de kofi@acme.example")
    ).to_be_visible()
    await frame.get_by_role("button", name="Modifier").press("Enter")
    await expect(frame.get_by_role("textbox", name="Que mettre à la place ?")).to_be_focused()
    await expect(frame.get_by_role("button", name="Redemander")).to_be_visible()


async def test_what_is_stored_is_shown_letter_by_letter(page: Page, house: House) -> None:
    note = "#3 **bold** [x](http://y.example)\n# heading\n- <b>b</b>"
    await house.conversation.say(note, plain=True)
    house.conversation.tell("outbox")
    await expect(page.locator("#log .said")).to_have_text(note, use_inner_text=True)
    assert await page.locator("#log .as-written").inner_text() == note


async def test_sources_stand_under_their_answer_as_links_and_a_strangers_words_are_text(
    page: Page, house: House
) -> None:
    host = f"{'long-' * 12}{'a' * 60}.evil.example"
    hostile = Link(f"https://{host}/x", host, '<img src=x onerror="alert(1)">' + "W" * 110)
    links = (hostile, *(Link(f"https://b.example/{n}", "b.example", f"Page {n}") for n in range(4)))
    shot = Document.of_bytes("form.png", "image/png", PNG.read_bytes(), alt="Picture of the form, filled in")
    await house.conversation.say(f"1. One\n{hostile.url}\n2. Two", plain=True, links=links, files=(shot,))
    house.conversation.tell("outbox")
    sources = page.get_by_role("region", name="Sources")
    await expect(sources.get_by_role("link")).to_have_count(3)  # the rest is folded
    await expect(page.get_by_role("img", name="Picture of the form, filled in")).to_have_js_property("complete", True)
    assert await page.locator(".shot img").evaluate("image => image.naturalWidth") > 0
    await expect(page.locator("#log .said")).to_have_text("1. One\n2. Two", use_inner_text=True)
    assert await sources.locator("img, script").count() == 0
    first = sources.get_by_role("link").first
    assert await first.inner_text() == f"{host}\n{hostile.title}"
    assert [await first.get_attribute(name) for name in ("href", "target", "rel")] == [
        hostile.url,
        "_blank",
        "noopener noreferrer nofollow",
    ]
    await sources.get_by_text("+2").click()
    await expect(sources.get_by_role("link")).to_have_count(5)
    for viewport, scheme in ((PHONE, "light"), (DESK, "dark")):
        await page.set_viewport_size(viewport)  # type: ignore[arg-type]
        await page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert await page.evaluate(
            "(node => node.scrollWidth <= node.clientWidth)(document.getElementById('scroller'))"
        )
        assert await sources.locator(".host").first.evaluate(CONTRAST) >= 4.5
        assert await sources.locator("bdi").nth(1).evaluate(CONTRAST) >= 4.5

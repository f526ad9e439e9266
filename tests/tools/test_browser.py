"""The browser's tools through the gate, in a real Chromium over a real server: a page told, a form held with its picture, and sent once."""

import base64
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai import Agent

from app.conversation.cards import card_of
from app.deps import AgentDeps, Books, Taint
from app.errors import ToolProblem
from app.gate.executor import run_call, run_stored
from app.gate.hook import gate_hooks
from app.integrations.web import Web
from app.memory.records import PendingAction
from app.messages import Document, OutboundMessage, files_in
from app.models.reading.reader import File, Reader, Reading
from app.models.speech.ports import Transcript
from app.tools import browser as tools
from app.tools.toolset import build_toolset
from tests.integrations.browser.conftest import Elsewhere, Request, html
from tests.integrations.browser.test_chromium import FORM, LONG
from tests.integrations.fetching.conftest import answer
from tests.tools.conftest import Desk

pytestmark = pytest.mark.slow
SHOP = "http://shop.example/"
AGENT = Agent[AgentDeps, str](
    deps_type=AgentDeps, toolsets=[build_toolset("browser", tools.TOOLS)], capabilities=[gate_hooks()]
)
GIVEN = ["name: Ana", "email: ana@x.org", "message = Hi"]


class Reads:
    """The reader of files, without anybody who sees or hears."""

    async def read(self, file: File, locale: str, *, sees: bool, now: datetime) -> Reading:
        return await Reader().read(file, language=locale, sees=sees, now=now)

    async def transcribe(self, recording: bytes, locale: str) -> Transcript:
        return Transcript("none")


def serve(request: Request) -> bytes:
    if request.method == "POST":
        return html("<title>Thanks</title><h1>We have it</h1>")
    if request.path == "/file":
        return answer(
            b"Some words of a file.", content_type="text/plain", content_disposition="attachment; filename=a.txt"
        )
    if request.path == "/form":
        return html(FORM)
    return html(f'<title>Our shop</title><main><h1>Hello</h1><p>{LONG}</p><a href="/form">Contact</a></main>')


@pytest.fixture
async def elsewhere(tmp_path: Path) -> AsyncIterator[Elsewhere]:
    """The browser's tests' own."""
    async with AsyncExitStack() as stack:
        yield Elsewhere(stack, tmp_path / "browser")


@pytest.fixture
async def deps(desk: Desk, elsewhere: Elsewhere) -> AgentDeps:
    """A turn with a browser."""
    await elsewhere.serve(serve, "shop.example")
    return replace(desk.deps, web=Web(browser=elsewhere.browser()), reader=Reads())


def turn(deps: AgentDeps, **changed: Any) -> AgentDeps:
    """Another turn of the same user."""
    return replace(deps, **{"turn_id": "turn-2", "taint": Taint(), "books": Books(), **changed})


async def call(deps: AgentDeps, tool: str, **arguments: Any) -> str:
    return await run_call(AGENT, tool, arguments, deps)


async def held(deps: AgentDeps) -> PendingAction:
    [action] = deps.books.held
    found = await deps.store.pending.get(deps.user.id, action)
    assert found is not None
    return found


async def test_a_page_is_told_with_what_can_be_followed_and_taints_the_turn(deps: AgentDeps) -> None:
    said = await call(deps, "browse_web", url=SHOP)
    assert said.split("\n") == [
        f"Our shop — {SHOP}",
        "# Hello",
        LONG.strip(),
        "Contact",
        "",
        "To follow:",
        f"[1] Contact → {SHOP}form",
    ]
    assert deps.taint.sources == ["site shop.example"]
    other = turn(deps)
    said = await call(other, "browser_follow", link=1)
    assert (
        "Form “Send it” to shop.example: Your name*; E-mail*; Colour (Red / Blue); Size (Small / Large); Send me news; Message"
        in said
    )
    assert other.taint.sources == ["site shop.example"]


async def test_a_file_is_read_as_files_are(deps: AgentDeps) -> None:
    assert (
        await call(deps, "browse_web", url=f"{SHOP}file") == "That address gives a file, a.txt:\nSome words of a file."
    )
    assert deps.taint.sources == ["site shop.example"]


async def test_a_form_is_held_with_all_its_fields_and_its_picture_and_sent_when_confirmed(
    deps: AgentDeps, elsewhere: Elsewhere
) -> None:
    said = await call(deps, "browser_fill", fields=GIVEN, url=f"{SHOP}form")
    assert said.startswith(
        f"Filled in at {SHOP}form (not sent; it would go to shop.example):\n- Your name: Ana\n- E-mail: ana@x.org\n"
    )
    assert said.endswith("Nothing is missing. browser_submit_form sends it, after the user's OK.")
    asking = turn(deps)
    assert "Queued, not done: send the form “Send it” at" in await call(asking, "browser_submit_form")
    action = await held(asking)
    fields = ["Your name: Ana", "E-mail: ana@x.org", "Colour: Red", "Message: Hi"]
    assert {**action.arguments, "form": ""} == {
        "url": f"{SHOP}form",
        "fields": fields,
        "sends_to": "shop.example",
        "form": "",
    }
    assert action.taint == ["site shop.example"]
    card = card_of(action)
    assert [(one.name, one.value) for one in card.fields] == [
        ("", f"send the form “Send it” at {SHOP}form to shop.example"),
        ("Fields", "1. Your name: Ana\n2. E-mail: ana@x.org\n3. Colour: Red\n4. Message: Hi"),
        ("Goes to", "shop.example"),
    ]
    [shot] = asking.books.files
    assert (shot.name, shot.media_type, shot.data[:4]) == ("form.png", "image/png", b"\x89PNG")
    kept = OutboundMessage("ama", "cli", "reply:1", "x", files=(shot,)).body()
    assert files_in(kept) == (shot,)
    assert base64.b64decode(kept["files"][0]["text"]) == shot.data
    browser = deps.web.browser
    assert browser is not None
    await browser.close()
    done = turn(deps, turn_id="turn-3", approved=action.digest)
    said = await run_stored(AGENT, action, done)
    assert said == "Sent to shop.example. The page now says: Thanks\nWe have it"
    assert [note.outcome for note in done.books.calls] == ["done"]


async def test_a_form_with_something_missing_is_not_put_before_anybody(deps: AgentDeps) -> None:
    async def refused(**arguments: Any) -> str:
        asking = turn(deps)
        said = await call(asking, "browser_submit_form", **arguments)
        assert (asking.books.held, asking.books.files) == ([], [])
        return said

    assert "Which form?" in await refused()
    assert "It still wants: E-mail." in await refused(url=f"{SHOP}form", fields=["name: Ana"])
    assert "It has no field for: shoe." in await refused(url=f"{SHOP}form", fields=[*GIVEN, "shoe: 9"])
    assert "doesn't say which field" in await refused(url=f"{SHOP}form", fields=["Ana"])


async def test_a_form_whose_fate_nobody_knows_ends_as_unknown_and_is_not_sent_again(
    deps: AgentDeps, elsewhere: Elsewhere
) -> None:
    site = await elsewhere.serve(lambda one: None if one.method == "POST" else html(FORM), "shop.example")
    asking = turn(deps)
    await call(asking, "browser_submit_form", url=f"{SHOP}form", fields=GIVEN)
    action = await held(asking)
    done = turn(deps, turn_id="turn-3", approved=action.digest)
    await run_stored(AGENT, action, done)
    posts = [one for one in site.asked if one.startswith("POST")]
    await run_stored(AGENT, action, turn(deps, turn_id="turn-3", approved=action.digest))
    assert [note.outcome for note in done.books.calls] == ["unknown"]
    assert [one for one in site.asked if one.startswith("POST")] == posts
    assert posts


async def test_after_a_page_was_read_nothing_more_is_asked_without_an_ok(deps: AgentDeps) -> None:
    await call(deps, "browse_web", url=SHOP)
    assert "Queued, not done" in await call(deps, "browse_web", url=f"{SHOP}?stolen=1")


async def test_without_a_browser_that_is_said(desk: Desk) -> None:
    with pytest.raises(ToolProblem, match="WEB_ACCESS"):
        await tools.browse_web(desk.ctx, SHOP)


def test_a_file_of_text_is_kept_as_before() -> None:
    file = Document("a.ics", "text/calendar", "é")
    assert file.as_dict() == {"name": "a.ics", "media_type": "text/calendar", "text": "é"}
    assert file.data == "é".encode()

"""Which addresses are opened without asking."""

import uuid
from dataclasses import replace

import pytest

from app.cards.wording import in_words
from app.gate.pending import held_text, hold
from app.tools.addresses import cite, is_shown, remember
from tests.tools.conftest import Desk

URL = "https://a.example/page?x=1"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (f"summarise {URL}", True),
        (f"what's in {URL}, please?", True),
        (f"<{URL}>", True),
        (f"summarise {URL}&code=4711", False),
        ("summarise https://a.example/", False),
        ("summarise that page", False),
    ],
)
async def test_what_its_user_typed_is_opened(desk: Desk, said: str, shown: bool) -> None:
    assert await is_shown(replace(desk.deps, said=said), URL) is shown


async def test_what_a_search_showed_is_opened_and_nothing_that_only_begins_so(desk: Desk) -> None:
    remember(desk.deps, URL)
    assert await is_shown(desk.deps, URL)
    assert not await is_shown(desk.deps, f"{URL}&code=4711")
    assert not await is_shown(desk.deps, "https://a.example/page")
    assert not await is_shown(desk.deps, "")


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "https://bank.example@evil.example/",
        "https://router.local/",
        "http://127.0.0.1/",
        "https://a.example/\u202egpj.exe",
        "https://a.example/" + "x" * 2_000,
        "",
    ],
)
async def test_what_would_not_be_opened_is_no_source(desk: Desk, url: str) -> None:
    cite(desk.deps, url, "A page")
    assert desk.deps.books.links == []


async def test_a_source_says_whose_it_is_as_dns_has_it_and_its_title_hides_nothing(desk: Desk) -> None:
    cite(desk.deps, "https://www.аpple.example/x", "Safe\n\u202egnp.exe" + "x" * 200)
    [link] = desk.deps.books.links
    assert (link.host, link.title[:19]) == ("xn--pple-43d.example", "Safe ‹U+202E›gnp.ex")
    assert len(link.title) <= 140


async def test_what_an_earlier_turn_was_shown_counts_and_what_its_model_asked_for_does_not(desk: Desk) -> None:
    action = await hold(desk.deps, "browse_web", {"url": URL}, summary=in_words("browse_web", {"url": URL}))
    asked = [
        ("browse_web", held_text(action)),
        ("summarize_url", held_text(action)),
        ("search_web", f"I find nothing about “{URL}” (SearXNG)."),
        ("get_news", f"I found no news about x {URL}."),
        ("get_news", f"Nothing new about x {URL} since yesterday."),
        ("recall", URL),
    ]
    for tool, answer in asked:
        assert not await is_shown((await _after(desk, tool, answer)).deps, URL), answer
    failed = await _after(desk, "browse_web", f"I can't find {URL}.", outcome="failed")
    assert not await is_shown(failed.deps, URL)
    for tool, answer in (("summarize_url", f"It is at {URL}."), ("search_web", f"Found by X:\n\n1. T\nx\n{URL}")):
        assert await is_shown((await _after(desk, tool, answer)).deps, URL)


async def _after(desk: Desk, tool: str, answer: str, outcome: str = "success") -> Desk:
    """A turn of another user, whose last one had that answer of a tool."""
    user = await desk.deps.store.users.add(
        uuid.uuid4().hex, name="Ama", time_zone="Europe/Paris", zone_source="user", locale="en", at=desk.deps.now
    )
    deps = replace(desk.deps, user=user)
    part = {"part_kind": "tool-return", "tool_name": tool, "content": answer, "outcome": outcome}
    await deps.store.turns.add(
        deps.user.id,
        id=uuid.uuid4().hex,
        channel="cli",
        text="x",
        reply="x",
        status="done",
        route={},
        taint=[],
        usage={},
        model="m",
        trace_id="",
        started_at=deps.now,
        finished_at=deps.now,
        messages=[{"kind": "request", "parts": [part]}],
    )
    return Desk(replace(deps, turn_id=uuid.uuid4().hex))

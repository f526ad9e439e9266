"""Which addresses are opened without asking."""

from dataclasses import replace

import pytest

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

"""What a page says about something, quoted."""

import pytest

from app.integrations.pages.port import Page
from app.tools.page_answers import told_about
from tests.tools.conftest import Desk

TEXT = (
    "The bakery on Ring Road opens again on Monday after two years.\n\n"
    "A loaf of sugar bread costs 15 cedis and butter bread 18 cedis.\n\n"
    "Parking is behind the house, where the old mill stood.\n\n"
    "The owner, Adjoa Mensah, learned her craft from her grandmother in Cape Coast."
)
PAGE = Page("https://bakery.example/news", "A bakery opens", TEXT, author="Kojo Addo", published="3 November 2026")


@pytest.mark.parametrize(
    ("about", "said"),
    [
        ("parking", "“Parking is behind the house, where the old mill stood.”"),
        ("how much is a loaf of sugar bread", "“A loaf of sugar bread costs 15 cedis and butter bread 18 cedis.”"),
        ("when does the bakery open", "“The bakery on Ring Road opens again on Monday after two years.”"),
        ("who wrote it", "Written by Kojo Addo."),
        ("when was it published?", "Published 3 November 2026."),
        ("dragons", "I find nothing about “dragons” on that page."),
    ],
)
async def test_what_a_page_says_about_something_is_quoted(desk: Desk, about: str, said: str) -> None:
    assert (await told_about(desk.deps, PAGE, about)).startswith(f"{said}")
    assert (await told_about(desk.deps, PAGE, about)).endswith("Source: https://bakery.example/news")


async def test_a_page_in_short_is_its_two_sentences_that_carry_it(desk: Desk) -> None:
    told = await told_about(desk.deps, PAGE, "shorter please")
    assert told.startswith("A bakery opens")
    assert told.count("“") == 2


async def test_what_the_page_does_not_tell_is_said(desk: Desk) -> None:
    page = Page("https://a.example/", "T", "")
    assert "doesn't say who wrote it" in await told_about(desk.deps, page, "who wrote it")
    assert "doesn't say when" in await told_about(desk.deps, page, "when was it published")
    assert "nothing about" in await told_about(desk.deps, page, "anything")

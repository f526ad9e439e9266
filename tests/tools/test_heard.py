"""Which calls anybody may hear: whatever isn't known to be everybody's is its user's own."""

from typing import Any

import pytest

from app.bootstrap.services import Services
from app.tools.catalogue import TOOLSETS
from app.tools.heard import FOR_ANYBODY, is_for_anybody
from tests.conversation.conftest import NOON, house

__all__ = ["house"]
NAMES = {row.name: row for rows in TOOLSETS.values() for row in rows}


def test_the_table_names_tools_that_change_nothing() -> None:
    assert set(FOR_ANYBODY) <= set(NAMES)
    assert not any(NAMES[name].risk.side_effect for name in FOR_ANYBODY)


@pytest.mark.parametrize("name", [*sorted(set(NAMES) - set(FOR_ANYBODY)), "a_new_one"])
async def test_any_other_tool_is_private(house: Services, name: str) -> None:
    assert not await is_for_anybody(house.store, house.owner.id, name, {"place": "Accra"})


@pytest.mark.parametrize(
    ("tool", "arguments", "heard"),
    [
        ("get_weather", {"place": "Accra"}, True),
        ("get_weather", {"place": " ?"}, False),
        ("get_weather", {}, False),
        ("get_weather", {"place": None}, False),
        ("get_weather", {"place": "home"}, False),
        ("get_weather", {"place": "my office"}, False),
        ("get_directions", {"origin": "Osu", "destination": "Tema"}, True),
        ("get_directions", {"destination": "Tema"}, False),
        ("get_directions", {"origin": "here", "destination": "Tema"}, False),
        ("get_directions", {"origin": "Osu", "destination": "home"}, False),
        ("get_directions", {"origin": "Osu", "destination": "Ama's place"}, False),
        ("get_directions", {"origin": "the nearest pharmacy", "destination": "Tema"}, False),
        ("get_news", {"topic": "cocoa"}, True),
        ("get_news", {"topic": "cocoa", "again": True}, False),
        ("get_news", {"topic": "intranet.example.com"}, False),
        ("search_web", {"query": "cocoa"}, True),
        ("summarize_url", {"url": "https://example.org/cocoa"}, True),
        ("summarize_url", {"url": "github.com/acme/site/pull/12"}, False),
        ("summarize_url", {"url": "<https://example.atlassian.net/browse/PAY-3>"}, False),
    ],
)
async def test_a_call_counts_by_what_it_asks(
    house: Services, tool: str, arguments: dict[str, Any], heard: bool
) -> None:
    assert await is_for_anybody(house.store, house.owner.id, tool, arguments) is heard


async def test_the_news_of_the_day_are_everybodys_until_something_is_followed(house: Services) -> None:
    assert await is_for_anybody(house.store, house.owner.id, "get_news", {})
    await house.store.news_topics.add(house.owner.id, "cocoa", NOON, taint=[])
    assert not await is_for_anybody(house.store, house.owner.id, "get_news", {})

"""Whose results anybody may hear: a tool shows its user's own things unless it stands here, so that a new one is private until it is looked at.

A call counts, not a tool: the weather of a named place is everybody's, the weather of wherever its user lives says where that is.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from app.language import ways
from app.memory.repositories import Repositories
from app.tools.account_pages import may_be_of_account
from app.tools.addresses import addressed

Heard = Callable[[Repositories, str, Mapping[str, Any]], Awaitable[bool]]
_EDGES = " .?!,"
_OF_AN_ADDRESS = ("/", ":", ".")


async def is_for_anybody(store: Repositories, user_id: str, tool: str, arguments: Mapping[str, Any]) -> bool:
    """Whether the result of this very call holds nothing of its user's own."""
    heard = FOR_ANYBODY.get(tool)
    return heard is not None and await heard(store, user_id, arguments)


async def _always(_: Repositories, __: str, ___: Mapping[str, Any]) -> bool:
    return True


async def _of_a_named_place(_: Repositories, __: str, arguments: Mapping[str, Any]) -> bool:
    return _is_named(arguments.get("place"))


async def _between_named_places(_: Repositories, __: str, arguments: Mapping[str, Any]) -> bool:
    """What is near is looked for around where its user lives, where it is where they set out from."""
    origin, destination = arguments.get("origin"), arguments.get("destination")
    return _is_named(origin) and _is_named(destination) and ways.sought(str(origin))[1] == "anywhere"


async def _of_no_account(_: Repositories, __: str, arguments: Mapping[str, Any]) -> bool:
    """A ticket's or a pull request's page is read with its user's account where one is connected."""
    return not may_be_of_account(addressed(str(arguments.get("url") or "")))


async def _of_the_day(store: Repositories, user_id: str, arguments: Mapping[str, Any]) -> bool:
    """What its user follows is theirs, and so is what they were told of it before."""
    topic = str(arguments.get("topic") or "").strip(_EDGES)
    if arguments.get("again") or any(mark in topic for mark in _OF_AN_ADDRESS):
        return False
    return bool(topic) or not await store.news_topics.list(user_id)


def _is_named(place: Any) -> bool:
    said = str(place or "").strip(_EDGES)
    return bool(said) and not ways.is_here(said) and not ways.own_keys(said)


FOR_ANYBODY: Mapping[str, Heard] = {
    "get_datetime": _always,
    "answer_date_question": _always,
    "calculate": _always,
    "get_weather": _of_a_named_place,
    "search_web": _always,
    "summarize_url": _of_no_account,
    "get_directions": _between_named_places,
    "get_news": _of_the_day,
}

"""Google's lists, page by page, and things asked for side by side. Invariant: a server that never ends its list is left after so many pages."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import TypeVar
from urllib.parse import quote

from pydantic import BaseModel, Field

from app.errors import NotFound
from app.integrations.calls import Calls

MOST_PAGES = 20
_AT_ONCE = 8
T = TypeVar("T")
R = TypeVar("R")

Params = dict[str, str | int | bool | list[str]]


class Page(BaseModel):
    """A part of a list, with the token of the next, "" at the end."""

    next_page: str = Field("", alias="nextPageToken")


P = TypeVar("P", bound=Page)


async def pages(calls: Calls, path: str, params: Params, shape: type[P], most: int = MOST_PAGES) -> AsyncIterator[P]:
    """The pages of a list, at most so many."""
    token = ""
    for _ in range(most):
        asked: Params = {**params, "pageToken": token} if token else params
        page = (await calls.call("GET", path, params=asked)).read(shape)
        yield page
        token = page.next_page
        if not token:
            return


async def side_by_side(things: Iterable[T], ask: Callable[[T], Awaitable[R]]) -> list[R]:
    """What is answered for each, in their order; a few at a time, as Google counts what is asked in a second."""
    room = asyncio.Semaphore(_AT_ONCE)

    async def one(thing: T) -> R:
        async with room:
            return await ask(thing)

    try:
        async with asyncio.TaskGroup() as group:
            asked = [group.create_task(one(thing)) for thing in things]
    except ExceptionGroup as problems:
        raise problems.exceptions[0] from None  # the others were ended for it
    return [task.result() for task in asked]


def segment(text: str) -> str:
    """A name as one segment of a path. Raises NotFound for what would be another path."""
    if text in (".", ".."):
        raise NotFound
    return quote(text, safe="") or "-"

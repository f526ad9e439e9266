"""How code hosts with an API like GitHub's are asked: a repository as a path, several questions at once, and whether an item of a list fits."""

import asyncio
from collections.abc import Awaitable, Mapping
from typing import Any
from urllib.parse import quote

from app.errors import NotFound
from app.integrations.code.port import Item, ItemQuery, State

_STATES: Mapping[State, tuple[State, ...]] = {
    "open": ("open", "draft"),
    "draft": ("draft",),
    "closed": ("closed", "merged"),
    "merged": ("merged",),
}
PEOPLE = ("author", "assignee", "reviewer", "reviewed_by", "mentions", "involves")


def path_of(repo: str) -> str:
    """ "owner/name" as a path. Raises NotFound for what names none."""
    owner, stroke, name = repo.partition("/")
    if not (owner and stroke and name) or "/" in name or owner in (".", "..") or name in (".", ".."):
        raise NotFound
    return f"{quote(owner, safe='')}/{quote(name, safe='')}"


async def together(*asked: Awaitable[Any]) -> list[Any]:
    """All answers. One that failed is raised once the others have ended, so that none is left asking when the connections close."""
    answers = await asyncio.gather(*asked, return_exceptions=True)
    for one in answers:
        if isinstance(one, BaseException):
            raise one
    return answers


def stands(one: Item, query: ItemQuery) -> bool:
    """Whether an item is in the state that is asked for, and was changed since then."""
    return (query.state is None or one.state in _STATES[query.state]) and (
        query.since is None or one.updated_at >= query.since
    )

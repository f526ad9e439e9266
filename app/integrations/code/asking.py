"""How code hosts with an API like GitHub's are asked: a repository as a path, and several questions at once."""

import asyncio
from collections.abc import Awaitable
from typing import Any
from urllib.parse import quote

from app.errors import NotFound


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

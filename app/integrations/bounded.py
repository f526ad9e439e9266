"""An answer of a service whose address is the operator's own setting, held to a size: what such a service can say is decided by whoever asks it."""

from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

import httpx

from app.errors import OutsideError


@dataclass(frozen=True, slots=True)
class Refusals:
    """What is said of a service that doesn't answer ("{why}"), that refuses what opens it, and whose answer is none."""

    away: str
    closed: str
    broken: str


async def bounded(
    asking: AbstractAsyncContextManager[httpx.Response], refusals: Refusals, *, most_bytes: int
) -> tuple[int, bytes]:
    """The status and the body. Raises OutsideError with reason "away", "closed" or "size"."""
    try:
        async with asking as response:
            body = bytearray()
            async for piece in response.aiter_raw():  # packed answers are none: they unpack to anything
                body += piece
                if len(body) > most_bytes:
                    raise OutsideError(refusals.broken, reason="size")
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as problem:
        raise OutsideError(refusals.away.format(why=type(problem).__name__), reason="away") from None
    if response.status_code in (401, 403):
        raise OutsideError(refusals.closed, reason="closed")
    return response.status_code, bytes(body)

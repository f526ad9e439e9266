"""Reading a request's body with a limit: what is too large is refused while it arrives, never after it filled the memory.

JSON may be small and still unfold to millions of values, so these are counted in its bytes before it is read, and it is read in a thread.
"""

import asyncio
import json
from typing import Any

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.requests import ClientDisconnect, Request
from starlette.types import Message

from app.health.wire import values_in
from app.interfaces.web.intake import Halted
from app.routers.errors import DoorError

MEGABYTE = 1_000_000
MAX_BODY = 10 * MEGABYTE
_MAX_PARTS = 40
_LARGE = 100_000  # bytes; to read fewer takes less than a change of threads
_MOST_VALUES = (
    150_000  # of a body that is no list of measurements; commas in the longest message that is taken count too
)

BAD_JSON = (400, "invalid_json", "That isn't valid JSON. Check the brackets, quotes and commas and send it again.")
TOO_MANY_VALUES = (413, "too_many_values", "That's more separate values than I read at once. Send it in smaller parts.")
BAD_FORM = (400, "invalid_form", "I couldn't read that form. Send it as multipart/form-data with a boundary.")


def limited(request: Request, limit: int) -> Request:
    """The same request, whose body stops with 413 after `limit` bytes."""
    received = 0

    async def receive() -> Message:
        nonlocal received
        message = await request.receive()
        received += len(message.get("body", b""))
        if received > limit:
            raise too_large(limit)
        return message

    claimed = request.headers.get("content-length", "")
    if claimed.isdigit() and int(claimed) > limit:
        raise too_large(limit)
    return Request(request.scope, receive)


async def read_bytes(request: Request, limit: int = MAX_BODY) -> bytes:
    """The body as it was sent."""
    try:
        return await limited(request, limit).body()
    except ClientDisconnect as error:
        raise DoorError(*BAD_JSON) from error


async def read_json(request: Request, limit: int = MAX_BODY) -> Any:
    """The body as JSON."""
    try:
        body = await limited(request, limit).body()
        if values_in(body) > _MOST_VALUES:
            raise DoorError(*TOO_MANY_VALUES)
        return await asyncio.to_thread(json.loads, body) if len(body) > _LARGE else json.loads(body)
    except (
        ValueError,
        RecursionError,
        ClientDisconnect,
    ) as error:  # also not UTF-8, a million digits, endlessly nested
        raise DoorError(*BAD_JSON) from error


async def read_form(request: Request, limit: int = MAX_BODY) -> FormData:
    """The body as a form. Close it when done: files may lie on disk."""
    try:
        return await limited(request, limit).form(max_files=_MAX_PARTS, max_fields=_MAX_PARTS, max_part_size=limit)
    except Halted:
        raise
    except (HTTPException, MultiPartException, ClientDisconnect, ValueError) as error:
        raise DoorError(*BAD_FORM) from error


def media_type(request: Request) -> str:
    """The content type without its parameters, lower-cased."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def too_large(limit: int) -> DoorError:
    """What says that a body is larger than `limit` bytes."""
    return DoorError(413, "too_large", f"That's more than {limit / MEGABYTE:.3g} MB. Send it in smaller parts.")

"""A vendor's call of ours over HTTP, as a channel sees it: its raw bytes, which are what is signed, and what to answer."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple, Protocol, runtime_checkable

from app.errors import AssistantError

_LARGE = 100_000  # bytes; to read fewer takes less than a change of threads
Take = Callable[[dict[str, Any]], Awaitable[None]]


class Call(NamedTuple):
    """One request. The names of `headers` are in lower case; `body` is what was sent, unread."""

    method: str
    headers: Mapping[str, str]
    query: Mapping[str, str]
    body: bytes


class Answer(NamedTuple):
    """What is answered with status 200."""

    text: str = ""
    media_type: str = "text/plain"


class CallRefused(AssistantError):
    """The signature is missing or wrong."""


class CallUnreadable(AssistantError):
    """That isn't valid JSON. Check the brackets, quotes and commas and send it again."""


class CallEarly(AssistantError):
    """I'm only just starting. Send that again in a moment."""


class CallsOff(AssistantError):
    """This endpoint is off. Its channel needs more settings; `doctor` names them."""


@runtime_checkable
class Callee(Protocol):
    """A driver that its vendor calls."""

    async def called(self, call: Call, take: Take) -> Answer:
        """See that the call is the vendor's, and have what it tells kept before it is answered. Raises CallRefused, CallUnreadable,
        CallsOff, CallEarly where it can't be understood yet, or StorageError where it couldn't be kept."""
        ...


async def read_object(body: bytes) -> dict[str, Any]:
    """A body as a JSON object; empty for JSON that is none. Raises CallUnreadable."""
    try:
        read = await asyncio.to_thread(json.loads, body) if len(body) > _LARGE else json.loads(body)
    except (ValueError, RecursionError) as error:
        raise CallUnreadable from error
    return read if isinstance(read, dict) else {}

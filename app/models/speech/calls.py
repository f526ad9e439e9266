"""One HTTP request to a speech service, and the one way in which it can go wrong.

Invariant: raises ServiceFailed and nothing else; no redirect is followed, no key stands in a URL or a log line, and an answer
larger than a long recording is not read to its end.
"""

from typing import Any

from app.errors import AssistantError
from app.tls import trusted

_MOST_BYTES = 64 * 1024 * 1024


class ServiceFailed(AssistantError):
    """The speech service isn't answering."""


async def post(url: str, *, headers: dict[str, str], seconds: float, **content: Any) -> bytes:
    """The body of a successful answer; `content` is httpx's json=, or data= and files=."""
    import httpx  # only remote engines need it

    try:
        async with (
            httpx.AsyncClient(timeout=seconds, follow_redirects=False, verify=trusted()) as client,
            client.stream("POST", url, headers=headers, **content) as response,
        ):
            if not response.is_success:
                raise ServiceFailed(f"status {response.status_code}")
            body = bytearray()
            async for piece in response.aiter_bytes():
                body += piece
                if len(body) > _MOST_BYTES:
                    raise ServiceFailed("endless answer")
            return bytes(body)
    except (httpx.HTTPError, httpx.InvalidURL, ValueError) as problem:
        raise ServiceFailed(type(problem).__name__) from problem

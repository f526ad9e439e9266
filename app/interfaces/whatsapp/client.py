"""The Graph API as we call it: few calls, failures as types, answers of a bounded size, and a token that goes to Meta alone.

The API knows no key that makes a repeated call one message: what breaks off after it began to be sent is MayBeDone, never sent again here.
"""

import asyncio
import json
import logging
import re
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx
from pydantic import SecretStr

from app.channel_settings import GRAPH
from app.config import Settings
from app.interfaces.whatsapp import bodies
from app.interfaces.whatsapp.failures import meaning_of
from app.interfaces.whatsapp.fields import Json, line, part, parts, text
from app.interfaces.whatsapp.graph_errors import (
    Busy,
    Gone,
    GraphProblem,
    MayBeDone,
    Refused,
    TokenRefused,
    TooBig,
    WasNeverSent,
)
from app.tls import trusted
from app.version import VERSION

log = logging.getLogger(__name__)
LARGEST = 20_000_000  # bytes of a file that is fetched
_MOST_ANSWER = 500_000
_SECONDS, _MEDIA_SECONDS = 30.0, 90.0
_TIMEOUTS = httpx.Timeout(15.0, connect=5.0)
_LONGEST_WAIT = 3600.0
_MEDIA_ID = re.compile(r"[A-Za-z0-9_-]{1,200}")
_MEDIA_HOSTS = (".fbsbx.com", ".fbcdn.net", ".facebook.com", ".whatsapp.net")
_TOKEN_CODES, _BUSY_CODES = {0, 3, 10, 190}, {4, 80007, 130429, 131048, 131056}
_EXPIRED = (401, 403, 404, 410)
# Nothing of the request had left when these were raised.
_NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError, httpx.UnsupportedProtocol)


class Number(NamedTuple):
    """The number that the assistant writes from, as Meta knows it."""

    shown: str
    name: str
    quality: str


class _RanOut(Exception):
    """The address of a file isn't good any more."""


class _Answer(NamedTuple):
    status: int
    headers: httpx.Headers
    body: bytes


class GraphApi:
    """Calls for one telephone number. Each raises a GraphProblem, and nothing else, when it fails."""

    def __init__(
        self, token: SecretStr, number_id: str, base: str = GRAPH, *, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        """Connects at the first call. `base` is Meta's address, or a gateway's."""
        self._token = token
        self._number_id = number_id
        self._base = base.rstrip("/")
        self._client = httpx.AsyncClient(
            transport=transport,
            verify=trusted(),
            timeout=_TIMEOUTS,
            trust_env=False,
            follow_redirects=False,
            headers={"user-agent": f"Kwasi/{VERSION}"},
        )

    async def send(self, body: Mapping[str, Any]) -> str:
        """Send one message, made by `bodies`; Meta's id of it."""
        answer = await self._call("POST", f"{self._number_id}/messages", json=dict(body))
        sent = next(iter(parts(answer, "messages")), {})
        if not (wamid := text(sent, "id")):
            raise MayBeDone("no id in the answer")
        return wamid

    async def mark_read(self, message_id: str, *, typing: bool = False) -> None:
        """Two blue ticks, and with `typing` that an answer is being written, for at most 25 seconds."""
        await self._call("POST", f"{self._number_id}/messages", json=bodies.read(message_id, typing=typing))

    async def upload(self, name: str, media_type: str, data: bytes) -> str:
        """Hand over a file; the id to send it by."""
        fields = {"messaging_product": (None, "whatsapp"), "type": (None, media_type), "file": (name, data, media_type)}
        answer = await self._call("POST", f"{self._number_id}/media", files=fields, seconds=_MEDIA_SECONDS)
        if not (media_id := text(answer, "id")):
            raise MayBeDone("no id in the answer")
        return media_id

    async def fetch(self, media_id: str, largest: int = LARGEST) -> bytes:
        """A file that somebody sent. Its address is good for five minutes: one that has run out is asked for again, once."""
        if not _MEDIA_ID.fullmatch(media_id):
            raise Gone("not an id")
        for attempt in range(2):
            try:
                return await self._download(await self._media_url(media_id, largest), largest)
            except _RanOut:
                if attempt:
                    break
                log.info("file's address ran out", extra={"event": "whatsapp.media_expired"})
        raise Gone("its address ran out twice")

    async def number(self) -> Number:
        """What Meta says of our number."""
        answer = await self._call(
            "GET", self._number_id, params={"fields": "display_phone_number,verified_name,quality_rating"}
        )
        return Number(
            line(answer, "display_phone_number", 40),
            line(answer, "verified_name", 120),
            line(answer, "quality_rating", 20),
        )

    async def template(self, name: str) -> dict[str, str]:
        """Meta's word on each language of the template of that name ("approved", "rejected"); none where there is no such template."""
        ours = await self._call("GET", self._number_id, params={"fields": "whatsapp_business_account"})
        account = text(part(ours, "whatsapp_business_account"), "id")
        if not account.isdecimal():
            raise Gone("no account is told")
        asked = {"name": name, "fields": "name,status,language", "limit": "100"}
        answer = await self._call("GET", f"{account}/message_templates", params=asked)
        named = (each for each in parts(answer, "data") if text(each, "name") == name)
        return {line(each, "language", 20): line(each, "status", 40).casefold() for each in named}

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.aclose()

    async def _media_url(self, media_id: str, largest: int) -> str:
        try:
            answer = await self._call("GET", media_id)
        except TokenRefused:
            raise
        except Refused as refused:
            raise refused if isinstance(refused, Busy) else Gone(str(refused)) from None
        size = text(answer, "file_size")
        if size.isdecimal() and len(size) < 19 and int(size) > largest:
            raise TooBig("too many bytes")
        return text(answer, "url")

    async def _download(self, url: str, largest: int) -> bytes:
        """The bytes at an address that Meta named. The token goes nowhere else."""
        if not self._is_ours(url):
            log.warning("a file's address isn't Meta's", extra={"event": "whatsapp.media_host"})
            raise Gone("its address isn't Meta's")
        answer = await self._asked("GET", url, most=largest, seconds=_MEDIA_SECONDS)
        if answer.status in _EXPIRED:
            raise _RanOut
        if answer.status != 200:
            raise _problem(answer)
        return answer.body

    def _is_ours(self, url: str) -> bool:
        try:
            asked, base = urlsplit(url), urlsplit(self._base)
            same = (asked.scheme, asked.hostname, asked.port) == (base.scheme, base.hostname, base.port)
        except ValueError:
            return False
        if "@" in asked.netloc or "\\" in url:
            return False
        meta = (
            asked.scheme == "https" and asked.port in (None, 443) and f".{asked.hostname or ''}".endswith(_MEDIA_HOSTS)
        )
        return same or meta

    async def _call(self, method: str, path: str, *, seconds: float = _SECONDS, **named: Any) -> Json:
        """One call of the API; its answer as an object."""
        answer = await self._asked(method, f"{self._base}/{path}", most=_MOST_ANSWER, seconds=seconds, **named)
        if answer.status != 200:
            raise _problem(answer)
        read = _json(answer.body)
        if not read:
            raise MayBeDone("an answer that can't be read")
        return read

    async def _asked(self, method: str, url: str, *, most: int, seconds: float, **named: Any) -> _Answer:
        """One request. What httpx raises holds the request, so it isn't passed on."""
        headers = {"authorization": f"Bearer {self._token.get_secret_value()}"}
        try:
            async with asyncio.timeout(seconds), self._client.stream(method, url, headers=headers, **named) as response:
                return _Answer(response.status_code, response.headers, await _body(response, most))
        except _NEVER_SENT as problem:
            raise WasNeverSent(type(problem).__name__) from None
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, TimeoutError, OSError) as problem:
            raise MayBeDone(type(problem).__name__) from None


def graph_api(settings: Settings) -> GraphApi:
    """Calls for the number of the settings; needs `settings.whatsapp_access_token`."""
    assert settings.whatsapp_access_token is not None
    return GraphApi(settings.whatsapp_access_token, settings.whatsapp_phone_number_id, settings.whatsapp_api_url)


async def _body(response: httpx.Response, most: int) -> bytes:
    body = bytearray()
    async for piece in response.aiter_bytes():
        body += piece
        if len(body) > most:
            raise TooBig("too many bytes") if response.request.method == "GET" else MayBeDone("an endless answer")
    return bytes(body)


def _problem(answer: _Answer) -> GraphProblem:
    """What an answer that isn't 200 means."""
    error = part(_json(answer.body), "error")
    written = text(error, "code")
    if not written.isdecimal() or len(written) > 9:
        return _unsaid(answer)
    code, seconds = int(written), _wait(answer.headers)
    log.info("call refused", extra={"event": "whatsapp.refused", "code": code, "status": answer.status})
    if code in _TOKEN_CODES or 200 <= code < 300 or answer.status == 401:
        return TokenRefused(code, status=answer.status)
    if code in _BUSY_CODES or answer.status == 429:
        return _busy(code, answer.status, seconds)
    return Refused(code, status=answer.status, seconds=seconds)


def _busy(code: int, status: int, seconds: float) -> Busy:
    return Busy(code, status=status, seconds=seconds or meaning_of(code).seconds)


def _unsaid(answer: _Answer) -> GraphProblem:
    """A failure without a code of Meta's: of a gateway or a proxy in between, or of a server that broke down."""
    log.info("call failed", extra={"event": "whatsapp.failed", "status": answer.status})
    if answer.status == 429:
        return Busy(0, status=429, seconds=_wait(answer.headers))
    if answer.status == 401:
        return TokenRefused(190, status=401)
    return (
        MayBeDone(f"status {answer.status}")
        if answer.status >= 500 or answer.status < 300
        else WasNeverSent(f"status {answer.status}")
    )


def _wait(headers: httpx.Headers) -> float:
    """Seconds that the server asks for."""
    written = headers.get("retry-after", "")
    return min(float(written), _LONGEST_WAIT) if written.isascii() and written.isdecimal() and len(written) < 9 else 0.0


def _json(body: bytes) -> Json:
    try:
        return part(json.loads(body))
    except (ValueError, RecursionError):
        return {}

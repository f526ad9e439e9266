"""Slack's Web API: each call bounded in time and size, and each way it can fail a SlackProblem that says whether it may have been done.

The token goes in a header, to the API and to Slack's hosts for files alone; redirects are not followed. Nothing that was sent or answered
is logged.
"""

import json
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx

from app.config import Settings
from app.interfaces.slack.failures import Away, Limited, Refused, SlackProblem, TokenRefused, Uncertain, problem_of
from app.interfaces.slack.origins import Origins
from app.tls import trusted
from app.version import VERSION

log = logging.getLogger(__name__)

_TIMEOUTS = httpx.Timeout(20.0, connect=8.0)
_MOST_ANSWERED = 4_000_000
_NOT_BEGUN = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.UnsupportedProtocol, httpx.InvalidURL)
_NO_FILE = frozenset({403, 404, 410})
_PAUSE = 30.0  # seconds, where Slack asks for a pause and doesn't say how long
JSON = "application/json; charset=utf-8"


class SlackClient:
    """The calls of one app. A bot token is for all of them but `open_socket`, which wants the app's."""

    def __init__(
        self, base: str, token: str, app_token: str = "", transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        """`base` is the URL that methods are put behind."""
        self.origins = Origins(base)
        self._base = base.rstrip("/")
        self._token = token
        self._app_token = app_token
        self._http = httpx.AsyncClient(
            transport=transport,
            verify=trusted(),
            timeout=_TIMEOUTS,
            trust_env=False,
            follow_redirects=False,
            headers={"user-agent": f"Kwasi/{VERSION}"},
        )

    async def close(self) -> None:
        """Let go of the connections."""
        await self._http.aclose()

    async def call(self, method: str, *, app: bool = False, **fields: Any) -> Mapping[str, Any]:
        """A method's answer, which is ok. Fields that are None are left out. Raises a SlackProblem."""
        given = {name: _field(value) for name, value in fields.items() if value is not None}
        headers = {"authorization": f"Bearer {self._app_token if app else self._token}"}
        status, answer_headers, body = await self._post(method, f"{self._base}/{method}", headers, data=given)
        answer = _read(method, status, answer_headers, body)
        if answer.get("ok") is not True:
            raise problem_of(method, answer.get("error"), _pause(answer_headers))
        return answer

    async def respond(self, url: str, message: Mapping[str, Any]) -> None:
        """Send an answer to where a tap said, if that is Slack's. Raises a SlackProblem."""
        if not self.origins.takes_answers(url):
            raise Refused("response_url", "foreign_address")
        content = json.dumps(message).encode()
        status, headers, _ = await self._post("response_url", url, {"content-type": JSON}, content=content)
        _check("response_url", status, headers)

    async def upload(self, url: str, data: bytes) -> None:
        """Send a file's bytes to where Slack wants them. Nobody sees it before it is completed, so it is never uncertain. Raises a SlackProblem."""
        if not self.origins.holds_files(url):
            raise Refused("upload", "foreign_address")
        try:
            status, headers, _ = await self._post(
                "upload", url, {"content-type": "application/octet-stream"}, content=data
            )
            _check("upload", status, headers)
        except Uncertain as problem:
            raise Away("upload", problem.error) from None

    async def download(self, url: str, most: int) -> tuple[bytes, str]:
        """A file's bytes and what it says it is; more than `most` bytes are a Refused("too_large"). Raises a SlackProblem."""
        if not self.origins.holds_files(url):
            raise Refused("download", "foreign_address")
        headers = {"authorization": f"Bearer {self._token}"}
        try:
            async with self._streamed("download", "GET", url, headers=headers) as answer:
                if answer.is_redirect or answer.status_code in _NO_FILE:  # a redirect goes to the page for signing in
                    raise Refused("download", f"http_{answer.status_code}")
                _check("download", answer.status_code, answer.headers)
                body = await _bounded(answer, most)
        except Uncertain as problem:
            raise Away("download", problem.error) from None
        if body is None:
            raise Refused("download", "too_large")
        return body, answer.headers.get("content-type", "").partition(";")[0].strip().casefold()

    async def open_socket(self) -> str:
        """Where events come from, once and soon. Raises a SlackProblem."""
        answer = await self.call("apps.connections.open", app=True)
        url = answer.get("url")
        if not isinstance(url, str) or not self.origins.opens_sockets(url):
            raise Away("apps.connections.open", "foreign_address")
        return url

    async def _post(
        self, method: str, url: str, headers: Mapping[str, str], **body: Any
    ) -> tuple[int, httpx.Headers, bytes]:
        async with self._streamed(method, "POST", url, headers=headers, **body) as answer:
            content = await _bounded(answer, _MOST_ANSWERED)
        if content is None:
            raise Uncertain(method, "too_large")
        return answer.status_code, answer.headers, content

    @asynccontextmanager
    async def _streamed(self, method: str, verb: str, url: str, **request: Any) -> AsyncIterator[httpx.Response]:
        """An answer as it comes. What httpx raises names what was asked, so it isn't passed on."""
        kind, found = "", SlackProblem
        try:
            async with self._http.stream(verb, url, **request) as answer:
                yield answer
        except _NOT_BEGUN as failure:
            kind, found = type(failure).__name__, Away
        except (httpx.HTTPError, httpx.StreamError) as failure:
            kind, found = type(failure).__name__, Uncertain
        if kind:
            raise found(method, kind)


def slack_client(settings: Settings) -> SlackClient:
    """The app of the settings; needs `settings.slack_bot_token`."""
    assert settings.slack_bot_token is not None
    app = settings.slack_app_token.get_secret_value() if settings.slack_app_token else ""
    return SlackClient(settings.slack_api_url, settings.slack_bot_token.get_secret_value().strip(), app.strip())


async def _bounded(answer: httpx.Response, most: int) -> bytes | None:
    """All of it, or None where it is more than `most`."""
    body = bytearray()
    async for piece in answer.aiter_bytes():
        body += piece
        if len(body) > most:
            return None
    return bytes(body)


def _read(method: str, status: int, headers: httpx.Headers, body: bytes) -> Mapping[str, Any]:
    """The JSON of an answer. What is none comes from something in between, or from a Slack that is ill: what was asked may have been done."""
    _check(method, status, headers)
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise Uncertain(method, "no_json")
    return answer


def _check(method: str, status: int, headers: httpx.Headers) -> None:
    if status == 429:
        raise Limited(method, _pause(headers))
    if status == 401:
        raise TokenRefused(method, "http_401")
    if status >= 500:
        raise Uncertain(method, f"http_{status}")
    if status >= 300:
        raise Away(method, f"http_{status}")  # something in between: Slack says no with a 200


def _pause(headers: httpx.Headers) -> float:
    asked = headers.get("retry-after", "")
    return float(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 8 else _PAUSE


def _field(value: Any) -> str:
    """A value as a form has it: every method takes those, not every one takes JSON."""
    return value if isinstance(value, str) else json.dumps(value)

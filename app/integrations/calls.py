"""Requests to the server of one account: signed, bounded in time and size, and every way they can fail made one of ours.

A reading request is asked once more after a busy or broken answer; a writing one never, unless the server says that it did nothing (429, 503).
A server that asks to be left alone for longer than we wait is left alone.
Invariant: what may have been carried out ends as OutcomeUnknown; no login goes to another origin (redirects are not followed), and none comes back
with an answer; no log holds more of an address than its host and its path without what is asked for. Knows no vendor.
"""

import asyncio
import base64
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from email.utils import parsedate_to_datetime
from time import monotonic
from typing import Any, Literal, TypeVar
from urllib.parse import quote, urljoin, urlsplit

import httpx
from pydantic import BaseModel, ValidationError

from app.errors import (
    AccountAway,
    AccountClosed,
    AccountError,
    ChangedElsewhere,
    FetchFailed,
    NotFound,
    OutcomeUnknown,
    ToolProblem,
)
from app.integrations.access import Access
from app.integrations.fetching.bodies import ACCEPTED_ENCODINGS, read_body
from app.tls import trusted
from app.version import VERSION

log = logging.getLogger(__name__)
M = TypeVar("M", bound=BaseModel)

MOST_BYTES = 30_000_000
_MOST_PARTS = 1_500_000  # of an answer in JSON
SECONDS = 60.0  # one request with all its waiting
_TIMEOUTS = httpx.Timeout(20.0, connect=8.0)
_PATIENCE = 5.0  # seconds that are waited by ourselves when a server asks for them
_LONGEST_WAIT = 24 * 3600.0  # what a server can ask for, as far as it is told
_READING = frozenset(("GET", "HEAD", "PROPFIND", "REPORT", "OPTIONS"))
_CLOSED = "{host} no longer lets {identity} in. Connect that account again."
_AWAY = "{host} doesn't answer just now ({why}). Try again in a moment."
_BUSY = "{host} asks for fewer requests. Try again in {seconds}."
_FORBIDDEN = "{host} doesn't allow that for {identity}."
_REFUSED = "{host} didn't take that ({why})."
_TOO_LARGE = "What {host} answered is larger than I read."
_BROKEN = "a broken answer"
_HIDDEN = b"[hidden]"
_SHORTEST = 8  # characters: a shorter password would hide words of everybody
_UNASKED = "a question that can't be asked"

Sign = Literal["bearer", "basic"]


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer with a good status, or one that the caller said it takes (`may`). `is_safe`: what was asked changes nothing, or may be asked
    again."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    url: str
    is_safe: bool = True

    def json(self) -> Any:
        """What it holds; {} for nothing. Raises AccountAway where it is no JSON: a server that lies may be well again later; OutcomeUnknown
        where that was its answer to a change."""
        if not self.body.strip():
            return {}
        self._held()
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError) as problem:
            raise self._unread() from problem

    def read(self, shape: type[M]) -> M:
        """What it holds, in the shape that is awaited; of nothing, the shape's own defaults. Raises as `json` does where it isn't of it."""
        self._held()
        try:
            return shape.model_validate_json(self.body.strip() or b"{}")
        except ValidationError as problem:
            # A validation's own words quote what was answered: other people's mail.
            log.info("an answer has another shape", extra={"event": "account.shape", "problem": problem.error_count()})
            raise self._unread() from None

    def _held(self) -> None:
        """Raises as for a broken answer where it is split into more than memory should hold: "[[],[],…" takes thirty times its length."""
        if sum(self.body.count(mark) for mark in (b",", b"[", b"{")) > _MOST_PARTS:
            log.info("an answer has too many parts", extra={"event": "account.parts"})
            raise self._unread()

    def _unread(self) -> AccountError:
        if not self.is_safe and self.status < 300:
            return OutcomeUnknown()
        return AccountAway(_AWAY.format(host=urlsplit(self.url).hostname, why=_BROKEN))


# Until when a server asked to be left alone, by account and server, on this process's own clock: nothing is asked of it before.
RESTING: dict[tuple[int, str, str, int], float] = {}


class Calls:
    """The requests to one account's server; a context manager, whose connections live as long as it."""

    def __init__(
        self,
        access: Access,
        base: str,
        *,
        sign: Sign = "bearer",
        user: str = "",
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """`base` is the URL that paths are put behind; `user` is for "basic", the account's identity where it is ""."""
        self._access = access
        self._base = base if base.endswith("/") else f"{base}/"
        self._sign: Sign = sign
        self._user = user or access.account.identity
        self._origin = origin(self._base)
        self._who = (access.account.id, *self._origin)
        self._client = httpx.AsyncClient(
            transport=transport,
            verify=trusted(),
            timeout=_TIMEOUTS,
            trust_env=False,
            follow_redirects=False,
            headers={"user-agent": f"Kwasi/{VERSION}", "accept-encoding": ACCEPTED_ENCODINGS},
        )

    async def __aenter__(self) -> "Calls":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._client.aclose()

    async def call(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, str | int | bool | list[str]] | None = None,
        headers: Mapping[str, str] | None = None,
        content: bytes | None = None,
        body: object = None,
        may: tuple[int, ...] = (),
        repeatable: bool = False,
        most_bytes: int = MOST_BYTES,
    ) -> Reply:
        """One request. `path` is relative to the base, or a whole URL of the same origin; `body` is sent as JSON; `may` are statuses that
        are given back; `repeatable`: made twice it does no more than once, so that it is asked again like a reading one.

        Raises AccountClosed (401), AccountAway (can't be reached, busy, broken), NotFound (404, 410), ChangedElsewhere (409, 412),
        ToolProblem (what it refuses), OutcomeUnknown (a change that may have been carried out)."""
        sent = dict(headers or {})
        if body is not None:
            content, sent = json.dumps(body).encode(), {"content-type": "application/json", **sent}
        request = self._built(method, self.url(path), dict(params or {}) or None, sent, content)
        is_safe = repeatable or method in _READING
        if (left := RESTING.get(self._who, 0.0) - monotonic()) > 0:
            raise AccountAway(_BUSY.format(host=urlsplit(self._base).hostname, seconds=_said(left)))
        try:
            async with asyncio.timeout(SECONDS):
                reply = await self._answered(request, is_safe=is_safe, most_bytes=most_bytes)
        except TimeoutError:
            raise self._broken("timeout", is_safe=is_safe, was_sent=True) from None
        if reply.status < 300 or reply.status in may:
            return reply
        raise self._problem(reply, is_safe=is_safe)

    def url(self, path: str) -> str:
        """The whole URL of a path. Raises ToolProblem for one of another origin, or that is none: servers name addresses too."""
        try:
            # What holds a colon and no stroke before it would be taken for a scheme.
            url = urljoin(self._base, path if "//" in path or path.startswith("/") else f"./{path}")
            if origin(url) == self._origin and httpx.URL(url).host:
                return url
        except (ValueError, httpx.InvalidURL):
            log.info("no address", extra={"event": "account.address"})
        raise ToolProblem(_REFUSED.format(host=urlsplit(self._base).hostname, why="an address that isn't its own"))

    def _built(
        self, method: str, url: str, params: Any, headers: Mapping[str, str], content: bytes | None
    ) -> httpx.Request:
        """Raises ToolProblem for what no request can hold: servers name versions too, in whatever letters, and words may be long."""
        try:
            return self._client.build_request(method, url, params=params, headers=headers, content=content)
        except (UnicodeError, httpx.InvalidURL):
            raise ToolProblem(_REFUSED.format(host=urlsplit(self._base).hostname, why=_UNASKED)) from None

    async def _answered(self, request: httpx.Request, *, is_safe: bool, most_bytes: int) -> Reply:
        """Asked, with what opens the account renewed once, and asked once more after a short wait that the server wants, or after a broken
        answer where that is safe."""
        refused, asked_again, renewed = "", False, False
        while True:
            secret = (await self._access.secret(refused)).get_secret_value()
            request.headers["authorization"] = signed = self._authorization(secret)
            try:
                reply = await self._once(request, most_bytes, is_safe=is_safe)
                reply = replace(reply, body=_without(reply, secret, signed.partition(" ")[2]))
            except (httpx.RequestError, OSError) as problem:
                never_sent = isinstance(problem, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout)
                if asked_again or not is_safe:
                    raise self._broken(_reason(problem), is_safe=is_safe, was_sent=not never_sent) from None
                asked_again = True
                continue
            if reply.status == 401 and self._sign == "bearer" and not renewed:
                refused, renewed = secret, True
                continue
            if asked_again or not _is_worth_another(reply, is_safe=is_safe):
                return reply
            asked_again = True
            await asyncio.sleep(_wait(reply) if _is_busy(reply) else 0)

    async def _once(self, request: httpx.Request, most_bytes: int, *, is_safe: bool) -> Reply:
        response = await self._client.send(request, stream=True)
        packed, host = response.headers.get("content-encoding", ""), request.url.host
        try:
            body = await read_body(response.aiter_raw(), packed, most_bytes=most_bytes, host=host)
            return Reply(response.status_code, response.headers, body, str(request.url), is_safe)
        except FetchFailed as problem:
            if problem.reason != "too_large":
                raise httpx.DecodingError(problem.reason, request=request) from None
            if not is_safe and response.is_success:
                raise OutcomeUnknown from None
            raise ToolProblem(_TOO_LARGE.format(host=host)) from None
        finally:
            await response.aclose()

    def _authorization(self, secret: str) -> str:
        if self._sign == "bearer":
            return f"Bearer {secret}"
        return "Basic " + base64.b64encode(f"{self._user}:{secret}".encode()).decode()

    def _problem(self, reply: Reply, *, is_safe: bool) -> Exception:
        """What a status means."""
        host, status, identity = urlsplit(reply.url).hostname, reply.status, self._access.account.identity
        log.info("an account's server refused", extra={"event": "account.refused", "host": host, "status": status})
        if status == 401:
            return AccountClosed(_CLOSED.format(host=host, identity=identity))
        if status == 429 or _is_pace(reply):
            RESTING[self._who] = monotonic() + _wait(reply)
            return AccountAway(_BUSY.format(host=host, seconds=_said(_wait(reply))))
        if status in (404, 410):
            return NotFound()
        if status in (409, 412):
            return ChangedElsewhere()
        if status == 503 or (status >= 500 and is_safe):
            return AccountAway(_AWAY.format(host=host, why=f"status {status}"))
        if status >= 500:
            return OutcomeUnknown()
        if status == 403:
            return ToolProblem(_FORBIDDEN.format(host=host, identity=identity))
        return ToolProblem(_REFUSED.format(host=host, why=f"status {status}"))

    def _broken(self, why: str, *, is_safe: bool, was_sent: bool) -> AccountError:
        host = urlsplit(self._base).hostname
        log.info("an account's server was not reached", extra={"event": "account.away", "host": host, "problem": why})
        if was_sent and not is_safe:
            return OutcomeUnknown()
        return AccountAway(_AWAY.format(host=host, why=why))


def _without(reply: Reply, *secrets: str) -> bytes:
    """What was answered, without what it was asked with: some servers quote that where they refuse. Files stay as they are."""
    body, kind = reply.body, reply.headers.get("content-type", "")
    if reply.status < 300 and not any(mark in kind for mark in ("json", "xml")):
        return body
    for secret in secrets:
        body = body.replace(secret.encode(), _HIDDEN) if len(secret) >= _SHORTEST else body
    return body


def segment(text: str) -> str:
    """A name or an id as one part of a path. Raises NotFound for what would be another path: servers name ids too."""
    if text in ("", ".", ".."):
        raise NotFound
    return quote(text, safe="")


def origin(url: str) -> tuple[str, str, int]:
    """Scheme, host and port of a URL: what makes two of them the same server's."""
    parts = urlsplit(url)
    return parts.scheme, (parts.hostname or "").casefold(), parts.port or (443 if parts.scheme == "https" else 80)


def _wait(reply: Reply) -> float:
    """How long a server asks to be left alone, in seconds; 1 where it doesn't say."""
    asked = reply.headers.get("retry-after", "")
    if not asked and reply.headers.get("x-ratelimit-remaining") == "0":
        asked = str(_until_reset(reply.headers))
    try:
        return max(0.0, min(float(asked or "1"), _LONGEST_WAIT))
    except ValueError:  # a date: long enough not to wait here
        return 60.0


def _until_reset(headers: Mapping[str, str]) -> float:
    """How long until a limit is counted anew, by the server's own clock; a minute where it doesn't say."""
    try:
        reset = float(headers.get("x-ratelimit-reset", ""))
        return reset - parsedate_to_datetime(headers.get("date", "")).timestamp()
    except (ValueError, TypeError, OverflowError):
        return 60.0


def _is_busy(reply: Reply) -> bool:
    """Whether it says that it did nothing, for having too much to do."""
    return reply.status in (429, 503) or _is_pace(reply)


def _is_worth_another(reply: Reply, *, is_safe: bool) -> bool:
    if _is_busy(reply):
        return _wait(reply) <= _PATIENCE
    return is_safe and reply.status >= 500


def _is_pace(reply: Reply) -> bool:
    """Whether a 403 means "too fast" (as Google says it, and GitHub) and not "never"."""
    if reply.status != 403:
        return False
    told = b"ateLimitExceeded" in reply.body[:4_000] or b"rate limit" in reply.body[:4_000]
    return told or "retry-after" in reply.headers or reply.headers.get("x-ratelimit-remaining") == "0"


def _said(seconds: float) -> str:
    return "a moment" if seconds <= 60 else f"{round(seconds / 60)} minutes"


def _reason(problem: Exception) -> str:
    names = {"ConnectTimeout": "timeout", "ReadTimeout": "timeout", "ConnectError": "no connection"}
    return names.get(
        type(problem).__name__, _BROKEN if isinstance(problem, httpx.DecodingError) else "a broken connection"
    )

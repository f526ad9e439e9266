"""The guard before every request: known host, own origin, signed in, as the table says; and strict headers after it.

One pure-ASGI middleware, so that streams pass through unbuffered. It decides by path prefix alone; a path that is not in the
table still needs a known host and, to change anything, our own origin. The host is asked before any secret: a page whose name was
pointed at us sends what headers it likes. A session is asked for before a request and again when its body is here, which may take its
sender hours. It does not know what the routes do.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.errors import StorageError
from app.interfaces.web.auth import PageAuth
from app.interfaces.web.hosts import host_name, is_known_host, is_same_origin, public_names
from app.interfaces.web.intake import Halted
from app.interfaces.web.pages import Assets
from app.interfaces.web.proxies import hosts_of

_log = logging.getLogger(__name__)
_READING = frozenset({"GET", "HEAD", "OPTIONS"})
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
        "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request stops here."""

    status: int
    code: str
    sentence: str


NO_TARGET = Refusal(400, "bad_request", "That isn't a request for a page of mine. Ask for a path that begins with “/”.")
BAD_HOST = Refusal(400, "bad_host", "The name in that request isn't one. Check the address and try again.")
WRONG_HOST = Refusal(
    421,
    "unknown_host",
    "I don't answer under this name. Open me under my own address, or add the name to PUBLIC_HOSTS.",
)
WRONG_ORIGIN = Refusal(403, "foreign_origin", "That came from another site, so nothing was done.")
NOT_HERE = Refusal(403, "only_on_this_machine", "Without a password I only open on the machine I run on.")
SIGNED_OUT = Refusal(401, "signed_out", "You're signed out. Open the page again to sign in.")


@dataclass(frozen=True, slots=True)
class Gatehouse:
    """What the checks look things up in."""

    auth: PageAuth
    hosts: frozenset[str]


Check = Callable[[HTTPConnection, Gatehouse], Awaitable[Refusal | None]]


async def no_target(visit: HTTPConnection, house: Gatehouse) -> Refusal | None:
    """No path of ours."""
    return NO_TARGET


async def known_host(visit: HTTPConnection, house: Gatehouse) -> Refusal | None:
    """A name that merely resolves to us (DNS rebinding) is not ours."""
    for host in hosts_of(visit):
        if host and not host_name(host):
            return BAD_HOST
        if not is_known_host(host, house.hosts):
            return WRONG_HOST
    return None


async def own_origin(visit: HTTPConnection, house: Gatehouse) -> Refusal | None:
    """Nothing is changed for a page that is not ours, and a browser must say which page it is."""
    return None if visit.scope["method"] in _READING else _origin(visit, required=True)


async def own_origin_throughout(visit: HTTPConnection, house: Gatehouse) -> Refusal | None:
    """Nothing is read for a page that is not ours either."""
    return _origin(visit, required=visit.scope["method"] not in _READING)


async def no_foreign_page(visit: HTTPConnection, house: Gatehouse) -> Refusal | None:
    """Programs send no origin and may pass; a browser on another site may not."""
    return _origin(visit, required=False)


async def allowed_place(visit: HTTPConnection, house: Gatehouse) -> Refusal | None:
    """Without a password, this machine alone."""
    return None if house.auth.may_come(visit) else NOT_HERE


async def signed_in(visit: HTTPConnection, house: Gatehouse) -> Refusal | None:
    """A session of ours."""
    return None if await house.auth.is_signed_in(visit) else SIGNED_OUT


_PROGRAM = (known_host, no_foreign_page)  # it brings a secret, which its route asks for
_SIGNED_IN = (known_host, own_origin_throughout, allowed_place, signed_in)
# First match wins; an entry ending in "/" covers what is below it, any other exactly itself and what is below it.
RULES: tuple[tuple[str, tuple[Check, ...]], ...] = (
    ("/health/", _PROGRAM),
    ("/health", ()),  # whoever watches the process calls it by any name, and nothing in it is private
    *(
        (path, ()) for path in ("/webhooks/whatsapp", "/webhooks/slack")
    ),  # signed: called by any name, and no page can sign
    ("/webhooks", _PROGRAM),
    ("/message", _PROGRAM),
    ("/actions", _PROGRAM),
    ("/reflect", _PROGRAM),
    ("/dashboard", (known_host, own_origin)),
    ("/metrics", _PROGRAM),
    ("/embed-backfill", _PROGRAM),
    ("/chat", _SIGNED_IN),
    ("/export", _SIGNED_IN),
    ("/sessions", _SIGNED_IN),
    ("/connections/", _SIGNED_IN),
    ("/act/", _SIGNED_IN),
    ("/today/", _SIGNED_IN),
    ("/activity/", _SIGNED_IN),
    ("/measurements/", _SIGNED_IN),
    ("/", (known_host, own_origin, allowed_place)),
)


class Guard:
    """The middleware."""

    def __init__(self, app: ASGIApp, *, auth: PageAuth, public_hosts: str = "") -> None:
        """`public_hosts` is the setting: names besides loopback, comma-separated."""
        self._app = app
        self._house = Gatehouse(auth, public_names(public_hosts))
        self._assets = Assets()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        checks = _checks(scope["path"])
        refusal = await self._refusal(HTTPConnection(scope), checks)
        if refusal is None:
            taken = self._asked_again(scope, receive) if signed_in in checks else receive
            return await self._app(scope, taken, _with_headers(send))
        _log.warning("request refused", extra={"event": "page.refused", "code": refusal.code, "path": scope["path"]})
        answer = self._answer(HTTPConnection(scope), refusal)
        return await answer(scope, receive, _with_headers(send))

    def _answer(self, visit: HTTPConnection, refusal: Refusal) -> Response:
        """A page for a person who came by a browser, JSON for everything else."""
        if "text/html" in visit.headers.get("accept", ""):
            return HTMLResponse(self._assets.page("refused", sentence=refusal.sentence), refusal.status)
        return JSONResponse({"error": refusal.sentence, "code": refusal.code}, refusal.status)

    async def _refusal(self, visit: HTTPConnection, checks: Sequence[Check]) -> Refusal | None:
        try:
            for check in checks:
                if refusal := await check(visit, self._house):
                    return refusal
        except StorageError as problem:
            _log.warning("session not looked up", extra={"event": "page.session_unknown"}, exc_info=problem)
            return Refusal(503, "storage_unavailable", problem.sentence)
        return None

    def _asked_again(self, scope: Scope, receive: Receive) -> Receive:
        """The same `receive`, which raises Halted at a body's end where its sender was signed out meanwhile."""
        has_body = False

        async def receiver() -> Message:
            nonlocal has_body
            message = await receive()
            has_body = has_body or bool(message.get("body"))
            if has_body and message["type"] == "http.request" and not message.get("more_body", False):
                has_body = False
                if refusal := await self._refusal(HTTPConnection(scope), (signed_in,)):
                    _log.warning("body refused", extra={"event": "page.refused", "code": refusal.code})
                    raise Halted(refusal.status, refusal.code, refusal.sentence)
            return message

        return receiver


def _checks(path: str) -> Sequence[Check]:
    """What a path asks for, by the table."""
    if not path.startswith("/"):  # a whole address, as proxies are asked; or “*”
        return (no_target,)
    return next(checks for prefix, checks in RULES if _covers(prefix, path))


def _covers(prefix: str, path: str) -> bool:
    return path == prefix or path.startswith(prefix if prefix.endswith("/") else f"{prefix}/")


def _origin(visit: HTTPConnection, *, required: bool) -> Refusal | None:
    own = is_same_origin(
        host=hosts_of(visit)[-1],
        origin=visit.headers.get("origin"),
        fetch_site=visit.headers.get("sec-fetch-site"),
        required=required,
    )
    return None if own else WRONG_ORIGIN


def _with_headers(send: Send) -> Send:
    async def sender(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sender

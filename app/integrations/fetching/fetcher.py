"""The guarded request: one address asked, its redirects followed by hand, an answer of bounded size given back.

Each hop is parsed, its name looked up once, every address that comes back judged, and the connection made to one of those: a name that
changes its mind changes nothing. SNI, certificate check and Host header are the name's. Through a proxy the proxy looks names up; what is
inside by our own lookup is refused all the same. Invariant: no cookie is ever sent, and no key but to the one address it is given for
(`ask`); the environment says nothing but whose certificates to believe (SSL_CERT_FILE, SSL_CERT_DIR), no connection serves two hops, and
no log holds more of an address than its host. Knows nothing of what a body means.
"""

import asyncio
import logging
import ssl
from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import urljoin, urlsplit

import httpx

from app.clock import Clock
from app.config import Settings
from app.errors import ConfigurationError, FetchFailed, OutsideRefused
from app.integrations.fetching.addresses import MOST_CHARACTERS, Pairs, Target, checked, may_be_asked
from app.integrations.fetching.pace import Pace
from app.integrations.fetching.refusals import failed, refused
from app.integrations.fetching.resolving import Resolver, SystemResolver
from app.integrations.fetching.responses import Fetched, Redirect, Wanted, read_response
from app.tls import trusted

log = logging.getLogger(__name__)

MOST_BYTES = 5_000_000
MOST_REDIRECTS = 5
SECONDS = 20.0  # all hops together, without waiting for others' turns
_LOOKUP_SECONDS = 5.0
_TIMEOUTS = {"connect": 5.0, "read": 15.0, "write": 5.0, "pool": 5.0}
_MOST_ADDRESSES = 4  # tried, of those a name has
# What to connect with: the proxy's URL, or "" for none, to a transport that is used once.
Connect = Callable[[str], httpx.AsyncBaseTransport]


class Fetcher:
    """One for a process."""

    def __init__(
        self,
        pace: Pace,
        resolver: Resolver,
        *,
        proxy: str = "",
        connect: Connect | None = None,
        seconds: float = SECONDS,
    ) -> None:
        """`proxy` is a URL, "" for none; `connect` makes the transports; `seconds` is for one `get` with all its redirects."""
        self._pace = pace
        self._resolver = resolver
        self._proxy = proxy
        self._connect = connect or open_transport
        self._seconds = seconds

    async def get(
        self,
        url: str,
        *,
        accept: tuple[str, ...] = (),
        most_bytes: int = MOST_BYTES,
        etag: str = "",
        last_modified: str = "",
        allowed: Pairs = frozenset(),
    ) -> Fetched:
        """What that URL serves now, or word that it is as it was when it gave `etag` or `last_modified`.

        `accept` are media types, such as text/calendar or image/*; `most_bytes` counts what is unpacked; `allowed` are (host, port) pairs
        the owner entered, which may lie inside: they hold for this URL and for redirects from one of them to another, never for where
        others lead. Raises OutsideRefused where nothing may be asked, FetchFailed where it was in vain; both with a sentence, a reason
        and the host."""
        wanted = Wanted(accept, most_bytes, etag, last_modified)
        return await self._told(lambda: self._followed(checked(url, allowed), wanted, allowed))

    async def ask(
        self,
        url: str,
        *,
        headers: Mapping[str, str],
        content: bytes | None = None,
        most_bytes: int = MOST_BYTES,
        seconds: float = SECONDS,
        allowed: Pairs = frozenset(),
    ) -> Fetched:
        """What a service that its owner chose answers: a POST of `content` where that is given, a GET otherwise. `headers` go to that one
        address: a redirect is a failure. `seconds` count from its turn on. Raises as `get` does."""
        wanted = Wanted(
            (),
            most_bytes,
            method="GET" if content is None else "POST",
            content=content or b"",
            extra=tuple(headers.items()),
        )

        async def once() -> Fetched:
            target = checked(url, allowed)
            async with self._pace.turn(target.host):
                answer = await self._hop(target, wanted, seconds)
            if isinstance(answer, Fetched):
                return answer
            raise failed("redirect", target.host)

        return await self._told(once)

    async def _told(self, work: Callable[[], Awaitable[Fetched]]) -> Fetched:
        """What `work` brings, with a line in the log of how it ended."""
        try:
            fetched = await work()
        except OutsideRefused as problem:
            about = {"event": "fetch.refused", "reason": problem.reason, "host": problem.host}
            log.warning("an address was not asked", extra=about)
            raise
        except FetchFailed as problem:
            about = {"event": "fetch.failed", "reason": problem.reason, "host": problem.host, "status": problem.status}
            log.info("an address was asked in vain", extra=about)
            raise
        about = {"host": urlsplit(fetched.url).hostname, "status": fetched.status, "bytes": len(fetched.body)}
        log.debug("fetched", extra={"event": "fetch.done", **about})
        return fetched

    async def _followed(self, target: Target, wanted: Wanted, allowed: Pairs) -> Fetched:
        loop, left = asyncio.get_running_loop(), self._seconds
        for _ in range(MOST_REDIRECTS + 1):
            async with self._pace.turn(target.host):
                began = loop.time()
                answer = await self._hop(target, wanted, left)
                left -= loop.time() - began
            if isinstance(answer, Fetched):
                return answer
            target = _next(target, answer.location, allowed)
        raise failed("redirect", target.host)

    async def _hop(self, target: Target, wanted: Wanted, seconds: float) -> Fetched | Redirect:
        try:
            async with asyncio.timeout(seconds):
                return await self._asked(target, wanted)
        except TimeoutError:
            raise failed("timeout", target.host) from None

    async def _asked(self, target: Target, wanted: Wanted) -> Fetched | Redirect:
        """One hop: the first of the target's addresses that takes a connection. Raises OutsideRefused and FetchFailed."""
        proxy = "" if target.entered else self._proxy
        addresses = await self._addresses(target, is_needed=not proxy)
        problem = failed("unreachable", target.host)
        for address in (target.host,) if proxy else addresses[:_MOST_ADDRESSES]:
            try:
                async with self._connect(proxy) as transport:
                    return await _exchanged(transport, target, address, wanted)
            except (httpx.TransportError, httpx.InvalidURL, OSError) as error:
                problem = failed(_reason(error), target.host)
                if not isinstance(error, httpx.ConnectError | httpx.ConnectTimeout) or problem.reason == "tls":
                    break
        raise problem from None

    async def _addresses(self, target: Target, *, is_needed: bool) -> tuple[str, ...]:
        """What a target's name resolves to, asked once. Raises OutsideRefused where one of them isn't outside, FetchFailed where there
        is none and one is needed."""
        if target.is_literal:
            return (target.host,)
        try:
            async with asyncio.timeout(_LOOKUP_SECONDS):
                found = await self._resolver.addresses(target.host)
        except (OSError, UnicodeError):  # no answer, or too late; or the system's codec won't have the name
            found = ()
        if not found and is_needed:
            raise failed("dns", target.host)
        if not all(may_be_asked(address, target) for address in found):
            raise refused("inside", target.host)
        return found


def fetcher_of(settings: Settings, clock: Clock) -> Fetcher:
    """The fetcher of a process with these settings. Raises ConfigurationError where OUTSIDE_PROXY is no URL of a proxy."""
    proxy = settings.outside_proxy.get_secret_value() if settings.outside_proxy else ""
    if proxy and not _is_proxy(proxy):
        raise ConfigurationError(
            "OUTSIDE_PROXY must be http://host:port or https://host:port. Leave it empty for none."
        )
    return Fetcher(Pace(clock), SystemResolver(), proxy=proxy)


def open_transport(proxy: str = "", *, verify: ssl.SSLContext | None = None) -> httpx.AsyncHTTPTransport:
    """A transport for one hop: HTTP/1.1, no environment, no retries."""
    return httpx.AsyncHTTPTransport(verify=verify or trusted(), trust_env=False, proxy=proxy or None)


async def _exchanged(
    transport: httpx.AsyncBaseTransport, target: Target, address: str, wanted: Wanted
) -> Fetched | Redirect:
    """The answer to one request. It goes to `address` and names the target's host: for a name, in TLS too."""
    url = httpx.URL(scheme=target.scheme, host=address, port=target.port, raw_path=target.path.encode("ascii"))
    named = {} if target.is_literal else {"sni_hostname": target.host}
    extensions = {"timeout": _TIMEOUTS, **named}
    response = await transport.handle_async_request(
        httpx.Request(
            wanted.method, url, headers=wanted.headers(target), content=wanted.content or None, extensions=extensions
        )
    )
    try:
        return await read_response(response, target, wanted)
    finally:
        await response.aclose()


def _next(target: Target, location: str, allowed: Pairs) -> Target:
    """Where a redirect leads. Raises OutsideRefused where nobody should follow, FetchFailed where it leads nowhere."""
    if not location:
        raise failed("redirect", target.host)
    if len(location) > MOST_CHARACTERS or not location.isprintable() or "\\" in location:
        raise refused("malformed", target.host)  # joining would drop what is refused
    try:
        url = urljoin(target.url, location)
    except ValueError:
        raise refused("malformed", target.host) from None
    # What the owner entered may lead to what they entered; a page of somebody else's may not.
    following = checked(url, allowed if target.entered else frozenset())
    if target.scheme == "https" and following.scheme != "https":
        raise refused("downgrade", following.host)
    return following


def _reason(error: Exception) -> str:
    """The reason of a failure that the HTTP library or the system raised."""
    if any(isinstance(one, ssl.SSLError) for one in _causes(error)):
        return "tls"
    return next((reason for kind, reason in _REASONS if isinstance(error, kind)), "protocol")


_REASONS = (
    (httpx.TimeoutException, "timeout"),
    (httpx.ProxyError, "proxy"),
    (httpx.ConnectError, "unreachable"),
)


def _causes(error: BaseException) -> list[BaseException]:
    """An error and what led to it."""
    found: list[BaseException] = []
    while error not in found:
        found.append(error)
        error = error.__cause__ or error.__context__ or error
    return found


def _is_proxy(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False

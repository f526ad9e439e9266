"""The one way out of the browser: a forwarding proxy on this machine's loopback that judges each connection.

A host is looked up once, every address it has is judged, and the connection goes to one of those: redirects, frames, scripts and web
sockets come through here as much as pages, and a name that changes its mind changes nothing. One request a connection, so that none rides
on another's judgement. Knows no page; what TLS hides it doesn't see.
"""

import asyncio
import base64
import contextlib
import logging
import ssl
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from urllib.parse import unquote, urlsplit

from app.errors import FetchFailed, OutsideError
from app.integrations.fetching.addresses import Pairs, Target, checked, may_be_asked
from app.integrations.fetching.refusals import failed, refused
from app.integrations.fetching.resolving import Resolver
from app.tls import trusted

log = logging.getLogger(__name__)

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Dial = Callable[[str, int], Awaitable[Streams]]

_MOST_HEAD = 64 * 1024
_MOST_BYTES = 60_000_000  # of one connection, towards the browser
_MOST_CONNECTIONS = 128
_MOST_KEPT = 200  # hosts whose refusal is remembered
_MOST_ADDRESSES = 4
_PIECE = 64 * 1024
_HEAD_SECONDS, _LOOKUP_SECONDS, _CONNECT_SECONDS, _IDLE_SECONDS = 60.0, 5.0, 5.0, 120.0
_ESTABLISHED = b"HTTP/1.1 200 Connection established\r\n\r\n"
_FORBIDDEN = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
# What Chromium asks for by itself, whatever its flags say: no page's business, and none of ours.
_OWN_ERRANDS = frozenset(
    "update.googleapis.com optimizationguide-pa.googleapis.com content-autofill.googleapis.com safebrowsing.googleapis.com"
    " clientservices.googleapis.com passwordsleakcheck-pa.googleapis.com edgedl.me.gvt1.com redirector.gvt1.com".split()
)
_DROPPED = frozenset((b"connection", b"keep-alive", b"proxy-connection", b"proxy-authorization", b"te", b"upgrade"))


class ForwardingProxy:
    """Listens from `start` to `close`."""

    def __init__(
        self,
        resolver: Resolver,
        *,
        allowed: Pairs = frozenset(),
        domains: tuple[str, ...] = (),
        through: str = "",
        dial: Dial | None = None,
    ) -> None:
        """`allowed` are (host, port) pairs that the owner entered; `domains` the only ones asked, with their subdomains, none for all;
        `through` a proxy's URL for all that isn't `allowed`, "" for none; `dial` makes the connections."""
        self._resolver = resolver
        self._allowed = allowed
        self._domains = domains
        self._through = through
        self._dial = dial or _dialled
        self._server: asyncio.Server | None = None
        self._open: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        self.is_held = False
        self._refusals: OrderedDict[str, OutsideError] = OrderedDict()

    async def start(self) -> str:
        """Its address, as a browser takes it."""
        if self._server is None:
            self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=_MOST_HEAD)
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        """End every connection."""
        server, self._server = self._server, None
        if server is None:
            return
        server.close()
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)
        await server.wait_closed()

    def hold(self, *, held: bool) -> None:
        """While it is held nothing gets through, and what was open is ended: a page's own requests may outlive what a browser does about them."""
        self.is_held = held
        for writer in self._open.values() if held else ():
            writer.transport.abort()

    def forget(self) -> None:
        """Forget what was refused so far."""
        self._refusals.clear()

    def refusal(self, host: str) -> OutsideError | None:
        """Why a host wasn't reached, since the last `forget`; None where it was, or nobody asked."""
        return self._refusals.get(host)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open[task] = writer
        try:
            if len(self._open) <= _MOST_CONNECTIONS and not self.is_held:
                await self._answer(reader, writer)
        except (OSError, TimeoutError, EOFError, asyncio.LimitOverrunError, ValueError):
            writer.transport.abort()
        except asyncio.CancelledError:
            writer.transport.abort()
            if self._server is not None:
                raise
        finally:
            self._open.pop(task, None)
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with asyncio.timeout(_HEAD_SECONDS):
            head = await reader.readuntil(b"\r\n\r\n")
        line, *lines = head[:-4].split(b"\r\n")
        method, asked, _ = line.decode("ascii").split(" ")
        is_tunnel = method == "CONNECT"
        try:
            target = self._judged(f"https://{asked}/" if is_tunnel else asked)
            there, away = await self._connected(target)
        except OutsideError as problem:
            self._remember(problem)
            if is_tunnel:  # an answer to a plain request would pass for the server's
                writer.write(_FORBIDDEN)
                await writer.drain()
            return
        try:
            if is_tunnel:
                writer.write(_ESTABLISHED)
                await _relayed((reader, writer), (there, away), most_up=_MOST_BYTES)
            else:
                away.write(_request(method, target, lines))
                await _relayed((reader, writer), (there, away), most_up=_body_length(lines), is_single=True)
        finally:
            away.transport.abort()

    def _judged(self, url: str) -> Target:
        target = checked(url, self._allowed)
        check_domain(target.host, self._domains)
        if target.host in _OWN_ERRANDS:
            raise refused("not_allowed", target.host)
        return target

    def _remember(self, problem: OutsideError) -> None:
        about = {"event": "browser.refused", "reason": problem.reason, "host": problem.host}
        log.info("the browser didn't get through", extra=about)
        self._refusals[problem.host] = problem
        if len(self._refusals) > _MOST_KEPT:
            self._refusals.popitem(last=False)

    async def _connected(self, target: Target) -> Streams:
        """A connection to one of the target's addresses, judged. Raises OutsideRefused, FetchFailed."""
        through = "" if target.entered else self._through
        addresses = await self._addresses(target, is_needed=not through)
        if through:
            return await _tunnel(through, target)
        for address in addresses[:_MOST_ADDRESSES]:
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(_CONNECT_SECONDS):
                    return await self._dial(address, target.port)
        raise failed("unreachable", target.host)

    async def _addresses(self, target: Target, *, is_needed: bool) -> tuple[str, ...]:
        if target.is_literal:
            return (target.host,)
        try:
            async with asyncio.timeout(_LOOKUP_SECONDS):
                found = await self._resolver.addresses(target.host)
        except (OSError, UnicodeError):
            found = ()
        if not found and is_needed:
            raise failed("dns", target.host)
        if not all(may_be_asked(address, target) for address in found):
            raise refused("inside", target.host)
        return found


def check_domain(host: str, domains: tuple[str, ...]) -> None:
    """Raises OutsideRefused for a host that is neither one of the domains nor below one; none of them: every host is fine."""
    if domains and not any(host == one or host.endswith(f".{one}") for one in domains):
        raise refused("not_allowed", host)


async def _dialled(address: str, port: int) -> Streams:
    return await asyncio.open_connection(address, port)


async def _tunnel(proxy: str, target: Target) -> Streams:
    """A connection to the target through another proxy. Raises FetchFailed."""
    parts = urlsplit(proxy)
    is_tls = parts.scheme == "https"
    context: ssl.SSLContext | None = trusted() if is_tls else None
    port = parts.port or (443 if is_tls else 80)
    name = f"[{target.host}]" if ":" in target.host else target.host
    login = f"{unquote(parts.username or '')}:{unquote(parts.password or '')}"
    shown = f"Proxy-Authorization: Basic {base64.b64encode(login.encode()).decode()}\r\n" if parts.username else ""
    try:
        async with asyncio.timeout(_CONNECT_SECONDS):
            reader, writer = await asyncio.open_connection(parts.hostname, port, ssl=context, limit=_MOST_HEAD)
    except (OSError, TimeoutError):
        raise failed("proxy", target.host) from None
    try:
        writer.write(f"CONNECT {name}:{target.port} HTTP/1.1\r\nHost: {name}:{target.port}\r\n{shown}\r\n".encode())
        async with asyncio.timeout(_HEAD_SECONDS):
            head = await reader.readuntil(b"\r\n\r\n")
        if head.split(b" ", 2)[1:2] != [b"200"]:
            raise failed("proxy", target.host)
    except (OSError, TimeoutError, EOFError, asyncio.LimitOverrunError):
        writer.transport.abort()
        raise failed("proxy", target.host) from None
    except FetchFailed:
        writer.transport.abort()
        raise
    return reader, writer


def _request(method: str, target: Target, lines: list[bytes]) -> bytes:
    """The head as the server gets it: for the judged path, under the judged name, and the only one of its connection."""
    named = ((line.partition(b":")[0].strip().lower(), line) for line in lines)
    kept = [line for name, line in named if name not in _DROPPED and name != b"host"]
    first = f"{method} {target.path} HTTP/1.1\r\nHost: {target.authority}\r\nConnection: close".encode("ascii")
    return b"\r\n".join((first, *kept)) + b"\r\n\r\n"


def _body_length(lines: list[bytes]) -> int:
    """How many bytes follow the head. Raises ValueError for a body without a length that is said once."""
    said = {name.strip().lower(): value.strip() for name, _, value in (line.partition(b":") for line in lines)}
    lengths = sum(line.lower().startswith(b"content-length") for line in lines)
    if b"transfer-encoding" in said or lengths > 1:
        raise ValueError("a body without a length")
    return int(said.get(b"content-length", b"0"))


async def _relayed(near: Streams, far: Streams, *, most_up: int, is_single: bool = False) -> None:
    """Carry bytes both ways until one side is done; `is_single`: what comes back is one answer, after which the near side is closed."""
    up = asyncio.create_task(_sent(near[0], far[1], most_up))
    down = asyncio.create_task(_answered(far[0], near[1]) if is_single else _carried(far[0], near[1], _MOST_BYTES))
    try:
        await asyncio.wait((up, down), return_when=asyncio.FIRST_COMPLETED)
    finally:
        up.cancel()
        down.cancel()
        await asyncio.gather(up, down, return_exceptions=True)


async def _sent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, most: int) -> None:
    """Carry at most that many bytes; what follows them goes nowhere. Ends when the browser hangs up."""
    await _carried(reader, writer, most)
    while await reader.read(_PIECE):
        pass


async def _answered(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """One answer, whose head tells the browser not to use the connection again."""
    while True:
        async with asyncio.timeout(_IDLE_SECONDS):
            head = await reader.readuntil(b"\r\n\r\n")
        first, *lines = head[:-4].split(b"\r\n")
        kept = [line for line in lines if line.partition(b":")[0].strip().lower() not in _DROPPED]
        if first.split(b" ", 2)[1:2] != [b"100"]:
            break
    writer.write(b"\r\n".join((first, *kept, b"Connection: close")) + b"\r\n\r\n")
    await _carried(reader, writer, _MOST_BYTES)


async def _carried(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, most: int) -> None:
    """Carry at most that many bytes."""
    while most > 0:
        async with asyncio.timeout(_IDLE_SECONDS):
            piece = await reader.read(min(_PIECE, most))
        if not piece:
            return
        writer.write(piece)
        await writer.drain()
        most -= len(piece)

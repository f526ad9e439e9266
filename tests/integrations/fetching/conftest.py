"""A small internet on this machine: real servers on loopback ports that have addresses outside, and names that lead to them.

What is put in the fetcher's place is the wire alone: `Wire` connects an address outside to the server that has it here. Parsing, lookups,
TLS and HTTP are the product's.
"""

import asyncio
import re
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from app.clock import ManualClock
from app.integrations.fetching.fetcher import Fetcher, open_transport
from app.integrations.fetching.pace import Pace

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
OUTSIDE, ELSEWHERE = "93.184.216.34", "2606:2800:220:1::1"
Pieces = Iterable[bytes | float | None]
Answer = Callable[[str], bytes | Pieces]
_LENGTH = re.compile(r"^content-length: (\d+)\r$", re.IGNORECASE | re.MULTILINE)


def answer(body: bytes = b"a page", status: str = "200 OK", **headers: str) -> bytes:
    """A whole response; `content_type` is written Content-Type."""
    said = {"Content-Length": str(len(body)), **{name.replace("_", "-"): value for name, value in headers.items()}}
    lines = "".join(f"{name}: {value}\r\n" for name, value in said.items())
    return f"HTTP/1.1 {status}\r\n{lines}\r\n".encode() + body


class Server:
    """Answers each request with bytes, or with pieces one after the other; a number among them is a pause in seconds, None one for ever.
    `greeting` is sent before anything was asked."""

    def __init__(self, respond: Answer, greeting: bytes = b"") -> None:
        self.requests: list[str] = []
        self.port = 0
        self._respond = respond
        self._greeting = greeting
        self._open: dict[asyncio.Task[None], asyncio.StreamWriter] = {}

    async def start(self, context: ssl.SSLContext | None = None) -> asyncio.Server:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=context)
        self.port = server.sockets[0].getsockname()[1]
        return server

    async def stop(self) -> None:
        for task, writer in self._open.items():
            writer.transport.abort()
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)
        await asyncio.sleep(0)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open[task] = writer
        try:
            writer.write(self._greeting)
            request = (await reader.readuntil(b"\r\n\r\n")).decode()
            if length := _LENGTH.search(request):
                request += (await reader.readexactly(int(length[1]))).decode()
            self.requests.append(request)
            await self._send(writer, request)
            writer.close()
            await writer.wait_closed()
        except (OSError, asyncio.IncompleteReadError):
            writer.transport.abort()

    async def _send(self, writer: asyncio.StreamWriter, request: str) -> None:
        said = self._respond(request)
        for piece in [said] if isinstance(said, bytes) else said:
            if isinstance(piece, bytes):
                writer.write(piece)
                await writer.drain()
            else:
                await (asyncio.sleep(piece) if piece else asyncio.Event().wait())


class Names:
    """A resolver with answers of its own: of each name one after the other, the last one again and again."""

    def __init__(self, **names: "list[tuple[str, ...]]") -> None:
        self.answers: dict[str, list[tuple[str, ...]]] = dict(names)
        self.asked: list[str] = []

    async def addresses(self, host: str) -> tuple[str, ...]:
        self.asked.append(host)
        if host not in self.answers:
            raise OSError("no such name")
        waiting = self.answers[host]
        return waiting.pop(0) if len(waiting) > 1 else waiting[0]


class Wire(httpx.AsyncBaseTransport):
    """Connects what has an address outside to the server that stands for it here; an address nobody has takes no connection."""

    def __init__(self, servers: dict[str, int], asked: list[str], verify: ssl.SSLContext | None) -> None:
        self._servers, self._asked = servers, asked
        self._transport = open_transport(verify=verify)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self._asked.append(request.url.host)
        port = self._servers.get(request.url.host)
        if port is None:
            raise httpx.ConnectError("nobody there")
        request.url = request.url.copy_with(host="127.0.0.1", port=port)
        return await self._transport.handle_async_request(request)

    async def aclose(self) -> None:
        await self._transport.aclose()


class Internet:
    """Names, servers, and a fetcher that knows no others. `asked` are the addresses connected to, in order."""

    def __init__(self, stack: AsyncExitStack) -> None:
        self.names = Names()
        self.asked: list[str] = []
        self.verify: ssl.SSLContext | None = None
        self._servers: dict[str, int] = {}
        self._stack = stack

    async def serve(
        self,
        respond: Answer | bytes,
        *names: str,
        address: str = OUTSIDE,
        context: ssl.SSLContext | None = None,
        greeting: bytes = b"",
    ) -> Server:
        """A server with an address, and with names where some are given."""
        server = Server(respond if callable(respond) else lambda _request: respond, greeting)
        running = await self._stack.enter_async_context(await server.start(context))
        self._stack.push_async_callback(server.stop)
        self._stack.callback(running.close)
        self._servers[address] = server.port
        for name in names:
            self.names.answers[name] = [(address,)]
        return server

    def lead(self, name: str, port: int, *, address: str) -> str:
        """A name and an address for a server that runs here already; its URL."""
        self._servers[address], self.names.answers[name] = port, [(address,)]
        return f"http://{name}"

    def fetcher(self, **options: float) -> Fetcher:
        clock = ManualClock(NOON)
        pace = Pace(clock, sleep=_sleeping(clock))
        return Fetcher(pace, self.names, connect=lambda _proxy: Wire(self._servers, self.asked, self.verify), **options)


def _sleeping(clock: ManualClock) -> Callable[[float], Awaitable[None]]:
    async def sleep(seconds: float) -> None:
        clock.advance(timedelta(seconds=seconds))

    return sleep


@pytest.fixture
async def internet() -> AsyncIterator[Internet]:
    """One with nobody in it."""
    async with AsyncExitStack() as stack:
        yield Internet(stack)


def certificate_for(name: str, folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """(server's, client's) contexts of a certificate that is its own authority and holds for that name or address."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    held = x509.IPAddress(ip_address(name)) if name.replace(".", "").isdigit() else x509.DNSName(name)
    made = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime.now(UTC) - timedelta(days=1))
        .not_valid_after(datetime.now(UTC) + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([held]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = made.public_bytes(serialization.Encoding.PEM)
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path = folder / "certificate.pem"
    path.write_bytes(pem + secret)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(path)
    return server, ssl.create_default_context(cadata=pem.decode())

"""What a guarded request costs beside a bare one: the same page of the same server, asked one after the other in turn.

    python scripts/bench/fetch.py [--requests 200] [--size 50000]

Prints the medians in milliseconds. Bare is an httpx client that connects anew for each request, as the fetcher does; nothing is paced, as each host
would be asked once. The server is on this machine: what is left is what asking costs by itself.
"""

import argparse
import asyncio
import statistics
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import httpx  # noqa: E402 - the path comes first

from app.clock import SystemClock  # noqa: E402 - the same
from app.integrations.fetching.addresses import entered_pair  # noqa: E402 - the same
from app.integrations.fetching.fetcher import Fetcher  # noqa: E402 - the same
from app.integrations.fetching.pace import Pace  # noqa: E402 - the same
from app.integrations.fetching.resolving import SystemResolver  # noqa: E402 - the same
from app.integrations.fetching.robots import Robots  # noqa: E402 - the same
from app.integrations.pages.reading import PageReader  # noqa: E402 - the same
from app.tls import trusted  # noqa: E402 - the same


def server_of(size: int) -> ThreadingHTTPServer:
    """A server with one page of about that many bytes."""
    page = f"<html><head><title>t</title></head><body><article>{'<p>Some words of a page.</p>' * (size // 28)}</article></body></html>"
    body = page.encode()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as http.server calls it
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


async def _no_wait(seconds: float) -> None:
    del seconds


async def measure(url: str, requests: int) -> dict[str, float]:
    """Medians in milliseconds: a bare request, a guarded one, and a guarded one read as a page."""
    fetcher = Fetcher(Pace(SystemClock(), sleep=_no_wait), SystemResolver())
    allowed = frozenset((entered_pair(url),))

    class Entered:
        async def get(self, address: str, **options: object) -> object:
            return await fetcher.get(address, allowed=allowed, **options)  # type: ignore[arg-type]

    async def no_pdf(data: bytes, name: str) -> tuple[str, str]:
        return "", f"{name}: {len(data)}"

    pages = PageReader(Entered(), no_pdf, Robots(fetcher, SystemClock()))  # type: ignore[arg-type]

    async def bare() -> None:
        async with httpx.AsyncClient(trust_env=False, verify=trusted()) as client:
            (await client.get(url)).raise_for_status()

    ways = {
        "bare": bare,
        "guarded": lambda: fetcher.get(url, allowed=allowed),
        "read as a page": lambda: pages.read(url),
    }
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for turn in range(requests + 5):
        for name, way in ways.items():
            began = time.perf_counter()
            await way()
            if turn >= 5:
                taken[name].append(1000 * (time.perf_counter() - began))
    return {name: statistics.median(values) for name, values in taken.items()}


def main() -> int:
    """Two hundred requests of each kind."""
    parser = argparse.ArgumentParser(description="What a guarded request costs beside a bare one.")
    parser.add_argument("--requests", type=int, default=200, help="of each kind")
    parser.add_argument("--size", type=int, default=50_000, help="bytes of the page")
    options = parser.parse_args()
    server = server_of(options.size)
    try:
        found = asyncio.run(measure(f"http://127.0.0.1:{server.server_address[1]}/", options.requests))
    finally:
        server.shutdown()
    for name, value in found.items():
        print(f"{name:<16} {value:6.2f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())

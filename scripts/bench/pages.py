"""What each tab of the page costs over HTTP after a long life: milliseconds at the median and the 95th of a hundred, and bytes. Prints a Markdown table.

    python -m scripts.bench.pages [--turns 100000] [--rounds 40] [--folder DIR]

Fills an SQLite house with so many turns over three years, each with its calls, effects and model calls, as many moments of the clock, rows
that were acted on, and a year of measurements; then asks for every tab, and for what lies below them, on loopback over a connection that is
kept. Bytes are the page with all of the files it asks for, nothing kept by the browser. Ends with 1 where a page is over 150 kB or a median
over 100 ms.
"""

import argparse
import asyncio
import contextlib
import http.client
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import uvicorn

from app.bootstrap.services import build_services
from app.bootstrap.storage import DATABASE_FILE
from app.config import Settings
from app.interfaces.web.auth import PageAuth
from app.interfaces.web.views.tabs import VIEWS
from app.main import create_app
from scripts.bench.long_life import House, fill, fill_kept

MOST_BYTES, MOST_MS = 150_000, 100.0
_FILES = re.compile(r"(?:href|src)=\"(/assets/[\w.-]+)[#\"]|from '\./([\w.-]+)'")


@dataclass(frozen=True, slots=True)
class Measured:
    """One address: its answer times, and bytes without and with the files it asks for."""

    path: str
    median: float
    late: float
    page: int
    whole: int

    @property
    def is_over(self) -> bool:
        """Whether it is more than a page may be."""
        return self.whole > MOST_BYTES or self.median > MOST_MS


def addresses(turns: int, now: datetime) -> list[str]:
    """Every tab, and what lies below those that have much in them."""
    middle = turns // 2
    day = (now - timedelta(days=500)).date()
    return [
        *VIEWS,
        f"/activity?before={middle}.{middle * 2}.{middle}.{middle}",
        f"/activity?day={day}",
        "/activity?only=failed",
        "/activity?show=talks",
        f"/activity?session={middle // 8}",
        "/activity?show=costs",
        "/activity/costs.svg",
        "/activity?show=loops",
        "/activity?show=outside",
        f"/activity/turn-{middle}",
        "/measurements?metric=heart_rate&days=365",
        "/measurements?metric=sleep_session&days=365",
        "/measurements/chart.svg?metric=heart_rate&days=365",
    ]


def measure(port: int, token: str, paths: Sequence[str], rounds: int) -> list[Measured]:
    """Ask for each, `rounds` times after one that is not counted."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as line:
        headers = {"Host": f"127.0.0.1:{port}", "Sec-Fetch-Site": "same-origin"}
        line.request("GET", f"/?token={token}", headers=headers)
        signed_in = line.getresponse()
        signed_in.read()
        headers["Cookie"] = str(signed_in.getheader("set-cookie")).partition(";")[0]
        return [_measured(line, headers, path, rounds) for path in paths]


def _measured(line: http.client.HTTPConnection, headers: dict[str, str], path: str, rounds: int) -> Measured:
    body, times = _get(line, headers, path), list[float]()
    for _ in range(rounds):
        began = time.perf_counter()
        body = _get(line, headers, path)
        times.append((time.perf_counter() - began) * 1000)
    late = statistics.quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
    files = _files(line, headers, body) if body.startswith(b"<!doctype") else {}
    return Measured(path, statistics.median(times), late, len(body), len(body) + sum(files.values()))


def _files(line: http.client.HTTPConnection, headers: dict[str, str], body: bytes) -> dict[str, int]:
    """What a page loads, and what that loads, with the size of each. An icon's sheet counts once."""
    found: dict[str, int] = {}
    wanted = [body.decode()]
    while wanted:
        for path, module in _FILES.findall(wanted.pop()):
            name = path or f"/assets/{module}"
            if name not in found:
                file = _get(line, headers, name)
                found[name] = len(file)
                wanted.append(file.decode() if name.endswith(".js") else "")
    return found


def _get(line: http.client.HTTPConnection, headers: dict[str, str], path: str) -> bytes:
    line.request("GET", path, headers=headers)
    answer = line.getresponse()
    body = answer.read()
    if answer.status != 200:
        raise SystemExit(f"{path}: HTTP {answer.status}: {body[:300]!r}")
    return body


async def run(folder: Path, turns: int, rounds: int) -> list[Measured]:
    """The whole measurement, in an empty folder."""
    now = datetime.now(UTC)
    settings = Settings(data_dir=folder, time_zone="UTC", embedder="none", web_access=False, max_monthly_cost=50.0)
    services = await build_services(settings)
    try:
        await asyncio.to_thread(fill, folder / DATABASE_FILE, House(turns, now))
        await fill_kept(services, now)
        auth = PageAuth(
            password=None,
            data_dir=folder,
            clock=services.clock,
            store=services.store,
            user_id=services.owner.id,
            ended=partial(services.resources.mailroom.announce, services.owner.id),
        )
        app = create_app(services, auth=auth, closing=asyncio.Event())
        # Without its lifespan: what learns from a hundred thousand turns behind a start is measured elsewhere.
        server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, access_log=False, lifespan="off"))
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        measured = await asyncio.to_thread(measure, port, auth.local.issue(), addresses(turns, now), rounds)
        server.should_exit = True
        await serving
        return measured
    finally:
        await services.close()


def main() -> int:
    """Measure, print, and say by the exit code whether every page is within its bounds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--folder", type=Path, help="an empty folder to fill and keep")
    options = parser.parse_args()
    with contextlib.ExitStack() as kept:
        folder = options.folder or Path(kept.enter_context(tempfile.TemporaryDirectory()))
        measured = asyncio.run(run(folder, options.turns, options.rounds))
    lines = ["| address | median ms | p95 ms | page kB | with its files kB |", "|---|---|---|---|---|"]
    lines += [
        f"| `{one.path}` | {one.median:.1f} | {one.late:.1f} | {one.page / 1000:.1f} | {one.whole / 1000:.1f}{' **over**' if one.is_over else ''} |"
        for one in measured
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return int(any(one.is_over for one in measured))


if __name__ == "__main__":
    raise SystemExit(main())

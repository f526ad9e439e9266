#!/usr/bin/env python3
"""A simulated month of the phone bridge against the real server, both killed at random: is any measurement lost or doubled?

    bridge_month.py [--days 30] [--seed 0] [--kills 200] [--engine sqlite|postgres] [--postgres URL] [--keep FOLDER]

The bridge is its real core on the JVM, over real HTTP, with a simulated Health Connect (bridge-android/core/src/sim): records come,
grow, change, are deleted and come back; permissions are taken and given, tokens expire, the network fails in many ways, the clock is
wrong for a while. The server is `python -m app serve`. Both are killed with SIGKILL and started again. In the end the server's rows
must be what Health Connect has: exit code 1 where any is missing, too many or different.
"""

import argparse
import asyncio
import contextlib
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.bootstrap.storage import build_database
from app.config import Settings
from scripts.prove.crash_storm import postgres_for
from tests.e2e.running import Program, free_port

ROOT = Path(__file__).resolve().parents[2]
DAY_MS = 86_400_000
STEPS_A_DAY = 96
PATIENCE = 1800.0  # seconds for one life of the bridge
CLOSE = 1e-9  # of a number that was converted
SAMPLES = """SELECT r.metric, r.device, s.start_ms, s.end_ms, s.zone_offset, s.number, s.detail
    FROM health_samples s JOIN health_series r ON r.id = s.series_id"""
Key = tuple[str, str, int]
Row = tuple[int, int, float, Any]


@dataclass
class Verdict:
    """What the server has, held against what it should have."""

    expected: int = 0
    stored: int = 0
    lost: list[Key] = field(default_factory=list)
    doubled: list[Key] = field(default_factory=list)
    different: list[tuple[Key, Row, Row]] = field(default_factory=list)
    kills: int = 0
    server_kills: int = 0
    seconds: float = 0.0
    syncs: Counter[str] = field(default_factory=Counter)
    met: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    refused: int = 0

    @property
    def is_good(self) -> bool:
        """Nothing is lost, doubled, different or refused, and there was something to lose."""
        return self.expected > 0 and not (self.lost or self.doubled or self.different or self.refused)


@dataclass
class Month:
    """One simulated time: where it lives, how long it is, how often something is killed."""

    folder: Path
    classpath: str
    days: int = 30
    seed: int = 0
    kills: int = 200
    database_url: str = ""
    verdict: Verdict = field(default_factory=Verdict)

    def __post_init__(self) -> None:
        """The same seed kills alike, as far as clocks allow."""
        self.rng = random.Random(f"bridge:{self.seed}")
        self.moments = sorted(self.rng.randrange(self.days * STEPS_A_DAY) for _ in range(self.kills))
        url = {"DATABASE_URL": self.database_url} if self.database_url else {}
        (self.folder / "server").mkdir(parents=True, exist_ok=True)
        (self.folder / "phone").mkdir(exist_ok=True)
        self.server = Program(self.folder / "server", url, port=free_port())
        self.start_ms = (int(time.time() * 1000) // DAY_MS - self.days - 8) * DAY_MS

    async def live(self) -> Verdict:
        """All of it; what it came to."""
        began = time.monotonic()
        await self._start_server()
        try:
            code = await self._pair()
            killer = asyncio.create_task(self._kill_server())
            try:
                await self._phone(code)
            finally:
                killer.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await killer
        finally:
            await self.server.end(signal.SIGKILL)
        self.verdict.seconds = time.monotonic() - began
        await self._judge()
        return self.verdict

    async def _pair(self) -> str:
        said = await self.server.run("health", "pair", "--json", "--url", self.server.url)
        return json.loads(said)["uri"]

    async def _phone(self, code: str) -> None:
        """Start the bridge again and again until a life of it comes to the end of the month."""
        words = [str(self.folder / "phone"), code, str(self.seed), str(self.days), str(self.start_ms)]
        command = ["java", "-Xmx384m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", self.classpath]
        log, stay = self.folder / "phone.log", self.folder / "phone/stay"
        while True:
            if self.verdict.kills < self.kills:
                stay.touch()  # a life that comes to the end before its kill waits for it
            else:
                stay.unlink(missing_ok=True)
            with log.open("ab") as out:
                process = await asyncio.create_subprocess_exec(
                    *command, "dev.kwasi.bridge.sim.MainKt", *words, stdout=out, stderr=out
                )
                killed = await self._one_life(process)
            if process.returncode == 0:
                return
            self.verdict.kills += 1
            assert killed or process.returncode == 137, log.read_text("utf-8")[-3_000:]

    async def _one_life(self, process: asyncio.subprocess.Process) -> bool:
        """Let it live until the simulated time of the next kill, and a little longer; whether it was killed."""
        target = self.moments[self.verdict.kills] if self.verdict.kills < self.kills else None
        try:
            async with asyncio.timeout(PATIENCE):
                while process.returncode is None and (target is None or self._step() < target):
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(process.wait(), 0.05)
                if process.returncode is None:
                    await asyncio.sleep(self.rng.uniform(0.0, 0.8))
        finally:
            alive = process.returncode is None
            if alive:
                process.kill()
            await process.wait()
        return alive

    def _step(self) -> int:
        """How far the simulated time has come."""
        with contextlib.suppress(OSError, ValueError):
            return int((self.folder / "phone/step").read_text("utf-8"))
        return -1

    async def _kill_server(self) -> None:
        """About a tenth as often as the bridge."""
        while self.verdict.server_kills < self.kills // 10:
            await asyncio.sleep(2 + self.rng.expovariate(1 / 15.0))
            await self.server.end(signal.SIGKILL)
            self.verdict.server_kills += 1
            await asyncio.sleep(self.rng.uniform(0.0, 1.0))
            await self._start_server()

    async def _start_server(self) -> None:
        """A busy machine may take long for it; then once more."""
        try:
            await self.server.start()
        except TimeoutError:
            await self.server.end(signal.SIGKILL)
            await self.server.start()

    async def _judge(self) -> None:
        expected = Counter[Key]()
        truth: dict[Key, Row] = {}
        for line in (self.folder / "phone/truth.jsonl").read_text("utf-8").splitlines():
            key, row = _row(json.loads(line))
            expected[key] += 1
            truth[key] = row
        assert max(expected.values(), default=0) <= 1, "the simulation measured the same thing twice"
        stored = [_row(row) for row in await self._stored()]
        found = dict(stored)
        verdict = self.verdict
        verdict.expected, verdict.stored = len(truth), len(stored)
        verdict.lost = sorted(truth.keys() - found.keys())
        verdict.doubled = sorted(found.keys() - truth.keys())
        both = truth.keys() & found.keys()
        verdict.different = [(key, truth[key], found[key]) for key in sorted(both) if not _same(truth[key], found[key])]
        self._read_log()

    async def _stored(self) -> list[dict[str, Any]]:
        settings = Settings(data_dir=self.server.folder, database_url=self.database_url or None)  # type: ignore[arg-type]
        database = build_database(settings)
        await database.open()
        try:
            return [dict(row) for row in await database.fetch(SAMPLES)]
        finally:
            await database.close()

    def _read_log(self) -> None:
        """Figures from what the bridge printed; a line may be cut off by a kill."""
        for line in (self.folder / "phone.log").read_text("utf-8", "replace").splitlines():
            words = line.split()
            if len(words) < 3 or not words[0].startswith("step="):
                continue
            self.verdict.syncs[words[1]] += 1
            for into, name in ((self.verdict.met, "met={"), (self.verdict.verdicts, "verdicts={")):
                inside = line.partition(name)[2].partition("}")[0]
                pairs = (one.rpartition("=") for one in inside.split(", ") if "=" in one)
                into.update({what: int(count) for what, _, count in pairs})
            self.verdict.refused = max(self.verdict.refused, int(line.partition("refused=")[2].split()[0] or 0))


def _row(row: dict[str, Any]) -> tuple[Key, Row]:
    detail = json.loads(row["detail"]) if isinstance(row["detail"], str) else row["detail"]
    return (row["metric"], row["device"], row["start_ms"]), (row["end_ms"], row["zone_offset"], row["number"], detail)


def _same(one: Row, other: Row) -> bool:
    close = abs(one[2] - other[2]) <= CLOSE * max(1.0, abs(one[2]))
    return close and (one[0], one[1], one[3]) == (other[0], other[1], other[3])


def classpath() -> str:
    """Of the core and its simulator, built now if need be. Raises CalledProcessError where the toolchain can't be had."""
    built = subprocess.run([str(ROOT / "scripts/bridge"), "classpath"], stdout=subprocess.PIPE, text=True, check=True)
    return built.stdout.strip()


@contextmanager
def _folder(keep: Path | None) -> Iterator[Path]:
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        yield keep.resolve()
        return
    with tempfile.TemporaryDirectory(prefix="bridge-month-") as folder:
        yield Path(folder)


def _told(verdict: Verdict) -> Iterator[str]:
    yield f"{verdict.expected} samples in Health Connect, {verdict.stored} at the server, in {verdict.seconds:.0f} s"
    yield f"lost {len(verdict.lost)}, doubled {len(verdict.doubled)}, different {len(verdict.different)}, refused {verdict.refused}"
    yield f"kills: {verdict.kills} of the bridge, {verdict.server_kills} of the server"
    yield f"syncs: {dict(verdict.syncs.most_common())}"
    yield f"on the way: {dict(verdict.met.most_common())}"
    yield f"the server said: {dict(verdict.verdicts.most_common())}"
    for name, some in (("lost", verdict.lost), ("doubled", verdict.doubled), ("different", verdict.different)):
        yield from (f"  {name}: {one}" for one in some[:10])


def main() -> int:
    """0 when the server has exactly what Health Connect has."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kills", type=int, default=200, help="of the bridge; a tenth of it of the server")
    parser.add_argument("--keep", type=Path, help="keep database, logs and the phone's files here")
    parser.add_argument("--engine", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--postgres", default="", metavar="URL")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that no process is left behind
    with (
        postgres_for((options.engine,), options.postgres) as postgres,
        _folder(options.keep) as folder,
        postgres.database() if postgres else contextlib.nullcontext("") as url,
    ):
        month = Month(folder, classpath(), options.days, options.seed, options.kills, url)
        verdict = asyncio.run(month.live())
    print("\n".join(_told(verdict)))
    return 0 if verdict.is_good else 1


if __name__ == "__main__":
    sys.exit(main())

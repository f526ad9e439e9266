"""Hours: set up, lived through with or without kills, judged."""

import asyncio
import json
import random
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from app.bootstrap.storage import build_database
from app.config import Settings
from app.memory.ports import Database
from scripts.prove.hour.kills import LATENCY, Kills
from scripts.prove.hour.model_server import model_server
from scripts.prove.hour.product import Forked, Installation, Typed
from scripts.prove.hour.scenes import scenes_of
from scripts.prove.hour.sides import SIDES
from scripts.prove.hour.sides.side import Side, quiet, until
from scripts.prove.hour.talk import Lost, Talk
from scripts.prove.hour.transcript import transcript
from scripts.prove.hour.verdict import Verdict, as_dict, judge, open_ends

REMINDER_SECONDS = 5
MOST_AN_HOUR = 25  # kills: on a busy machine more of them leave the program no time for anything, and answers come later than anybody waits
_SETTLING = 40.0  # seconds for what is still on its way when the person has seen everything


class Server(Protocol):
    """Where databases come from."""

    def database(self) -> AbstractContextManager[str]:
        """The URL of an empty database, gone at the end; empty for SQLite."""
        ...


@dataclass
class Hour:
    """How one hour went."""

    verdict: Verdict = field(default_factory=Verdict)
    kills: int = 0
    seconds: float = 0.0
    sent: int = 0
    pressed_again: int = 0
    transcript: str = ""
    trouble: list[str] = field(default_factory=list)  # lines of the program's log that tell of anything but success


def settings(side: Side, model_url: str, database_url: str = "") -> dict[str, str]:
    """The program's settings."""
    return {
        **side.settings,
        "MESSAGES_PER_MINUTE": "1000",
        "MODEL_NAME": "local:scripted",
        "OPENAI_BASE_URL": model_url,
        "SPEECH_TO_TEXT": "openai",
        "TEXT_TO_SPEECH": "openai",
        "SPEECH_BASE_URL": model_url,
        "EMBEDDER": "none",
        "TIME_ZONE": "Africa/Accra",
        "DATABASE_URL": database_url,
    }


async def live(
    folder: Path, channel: str, *, rng: random.Random | None = None, most: int = 0, database_url: str = ""
) -> Hour:
    """One hour in `folder`; with `rng`, its process is killed at most `most` times, at moments of its choice. `database_url` empty: SQLite."""
    hour, began = Hour(), time.monotonic()
    moods = random.Random(rng.random() if rng else 0)
    async with SIDES[channel](moods) as side, model_server(delay=REMINDER_SECONDS) as model_url:
        talk = Talk(side)
        place = Installation(folder, settings(side, model_url, database_url))
        product = Forked(place) if rng else Typed(place)
        await product.start()
        try:
            await until(side.is_listening, 60)
            async with _killed(Kills(product, side, rng, most) if rng else None, hour):
                await _scenes(talk, hour)
            async with _database(place, database_url) as database:
                await _settle(talk, database)
                await product.end()
                found = await judge(talk, database)
            hour.verdict = replace(found, lost=[*hour.verdict.lost, *found.lost])
        finally:
            await product.end(signal.SIGKILL)
        hour.transcript = await transcript(side)
        _write(folder, hour, await side.calls())
    hour.seconds, hour.sent, hour.pressed_again = time.monotonic() - began, talk.sent, talk.pressed_again
    return hour


@asynccontextmanager
async def _killed(kills: Kills | None, hour: Hour) -> AsyncIterator[None]:
    """Beside what happens inside, kill; the program runs again at the end."""
    if kills is None:
        yield
        return
    await kills.side.slow(LATENCY)
    killing = asyncio.create_task(kills.go_on())
    try:
        yield
    finally:
        killing.cancel()
        [ended] = await asyncio.gather(killing, return_exceptions=True)
        await kills.over()
        if isinstance(ended, BaseException) and not isinstance(ended, asyncio.CancelledError):
            hour.verdict.lost.append(f"the program didn't come back: {ended!r}")
        hour.kills = len(kills.moments)


async def _scenes(talk: Talk, hour: Hour) -> None:
    """All scenes in order that the channel can have; after something lost the next one begins."""
    for scene in scenes_of(talk.can):
        try:
            await scene(talk)
        except Lost as lost:
            hour.verdict.lost.append(f"{scene.__name__}: {lost}")


async def _settle(talk: Talk, database: Database) -> None:
    """Wait until nothing is on its way any more."""
    ends = time.monotonic() + _SETTLING
    while await open_ends(database) and time.monotonic() < ends:
        await asyncio.sleep(0.1)
    await quiet(talk.side)


@asynccontextmanager
async def _database(place: Installation, database_url: str) -> AsyncIterator[Database]:
    """The program's database, for looking at."""
    database = build_database(Settings(data_dir=place.data, database_url=database_url or None))  # type: ignore[arg-type]
    await database.open()
    try:
        yield database
    finally:
        await database.close()


def _write(folder: Path, hour: Hour, calls: list[dict[str, Any]]) -> None:
    """Leave what is needed to see why."""
    (folder / "transcript.txt").write_text(hour.transcript, "utf-8")
    (folder / "calls.jsonl").write_text("\n".join(json.dumps(call) for call in calls), "utf-8")
    hour.trouble = _trouble(folder / "log.jsonl")
    (folder / "verdict.json").write_text(json.dumps(vars(hour.verdict), indent=1), "utf-8")


def _trouble(log: Path) -> list[str]:
    """Warnings and errors, and what a tool said no with."""
    lines = log.read_text("utf-8").splitlines() if log.exists() else []
    return [line for line in lines if '"level": "info"' not in line or '"event": "tool.' in line]


@contextmanager
def _folder(keep: Path | None, name: str) -> Iterator[Path]:
    if keep is not None:
        (keep / name).mkdir(parents=True)
        yield keep / name
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


class Sqlite:
    """Stands where a Postgres server would: each hour has a file of its own."""

    @contextmanager
    def database(self) -> Iterator[str]:
        """No URL."""
        yield ""


async def calm_hour(channel: str, keep: Path | None, server: Server) -> int:
    """One undisturbed hour, printed; the exit code."""
    with _folder(keep, "calm") as folder, server.database() as database_url:
        hour = await live(folder, channel, database_url=database_url)
    print(hour.transcript)
    print(f"\n{hour.seconds:.1f} s: {as_dict(hour.verdict)}")
    _explain("calm", hour)
    return 0 if hour.verdict.is_good else 1


async def storm(channel: str, wanted: int, server: Server, *, seed: int, parallel: int, keep: Path | None) -> int:
    """Hours with kills until there were so many, `parallel` at a time; the exit code."""
    hours: list[Hour] = []
    numbers = iter(range(1, 10_000))
    print(
        f"{'hour':>5} {'kills':>6} {'messages':>9} {'seconds':>8} {'lost':>5} {'doubled':>8} {'said openly':>12} {'left standing':>14}"
    )

    async def worker() -> None:
        while (left := wanted - sum(hour.kills for hour in hours)) > 0:
            number = next(numbers)
            with _folder(keep, f"hour-{number}") as folder, server.database() as database_url:
                rng = random.Random(f"{seed}:{number}")
                hour = await live(folder, channel, rng=rng, most=min(left, MOST_AN_HOUR), database_url=database_url)
            hours.append(hour)
            _row(str(number), [hour])
            _explain(f"hour {number}", hour)

    await asyncio.gather(*(worker() for _ in range(parallel)))
    _row("sum", hours)
    return 0 if all(hour.verdict.is_good for hour in hours) else 1


def _row(name: str, hours: list[Hour]) -> None:
    counts = [as_dict(hour.verdict) for hour in hours]
    lost, doubled, openly, left = (sum(count[key] for count in counts) for key in ("lost", "doubled", "openly", "left"))
    kills, seconds = sum(hour.kills for hour in hours), sum(hour.seconds for hour in hours)
    sent = sum(hour.sent for hour in hours)
    print(f"{name:>5} {kills:6} {sent:9} {seconds:8.1f} {lost:5} {doubled:8} {openly:12} {left:14}", flush=True)


def _explain(name: str, hour: Hour) -> None:
    verdict = hour.verdict
    for kind, words in (("lost", verdict.lost), ("doubled", verdict.doubled), ("left standing", verdict.left)):
        for word in words:
            print(f"      {name}, {kind}: {word[:150]!r}")
    if not verdict.is_good:
        print(hour.transcript)
        print("\n".join(line[:400] for line in hour.trouble))

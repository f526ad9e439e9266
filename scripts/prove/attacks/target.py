"""What is attacked: the real program in a process of its own, on loopback, with a folder and a home of its own and every door open.

An attacker has a connection, and sometimes an address of their own: every 127.x.y.z is this machine, and the server tells them apart.
"""

import asyncio
import io
import json
import os
import random
import re
import signal
import tempfile
import zipfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from scripts.prove.attacks.model import ObeyingModel, obeying
from tests.e2e.running import Program

PASSWORD = "the password of the proof"  # noqa: S105 - of a server that lives for a minute
TOKEN = "the api token of the proof"  # noqa: S105 - the same
HEALTH = "the health secret of the proof"
REFLECTION = "the reflection secret of the proof"
SECRETS = (PASSWORD, TOKEN, HEALTH, REFLECTION)
PUBLIC = "kwasi.example.org"
OWN = {"Sec-Fetch-Site": "same-origin"}
PATIENCE = 60.0
# Tables of what a person has; the rest is talk and books.
BELONGINGS = "facts notes tasks reminders journal_entries read_later scheduled_tasks alert_rules workers".split()
_VENDORS = ("GOOGLE_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "TELEGRAM_BOT_TOKEN", "DATABASE_URL", "SECRET_KEY")


@dataclass
class Tally:
    """How often something was tried, and what went wrong."""

    tries: int = 0
    wrong: list[str] = field(default_factory=list)

    def note(self, what: str, *, fine: bool, seen: object = "") -> None:
        """One try; `seen` is said where it went wrong."""
        self.tries += 1
        if not fine:
            self.wrong.append(f"{what}: {str(seen)[:300]}" if seen != "" else what)


@dataclass
class Target:
    """The server and whoever has business with it. `script` is the owner's, with the token; `count` scales each attack."""

    program: Program
    model: ObeyingModel
    script: httpx.AsyncClient
    lots: random.Random
    count: int
    opened: list[httpx.AsyncClient] = field(default_factory=list)
    signed: httpx.AsyncClient | None = None

    @property
    def url(self) -> str:
        """Where it listens, without a slash at the end."""
        return self.program.url.rstrip("/")

    @property
    def place(self) -> str:
        """Host and port."""
        return f"127.0.0.1:{self.program.port}"

    @property
    def folder(self) -> Path:
        """Its data."""
        return self.program.folder

    @property
    def log(self) -> str:
        """What it has logged."""
        return self.program.log.read_text("utf-8", "replace")

    def at(self, address: str = "127.0.0.1", headers: Mapping[str, str] | None = None) -> httpx.AsyncClient:
        """Somebody at an address of theirs."""
        client = httpx.AsyncClient(
            base_url=self.url,
            headers=dict(headers or {}),
            timeout=PATIENCE,
            transport=httpx.AsyncHTTPTransport(local_address=address),
        )
        self.opened.append(client)
        return client

    async def browser(self, address: str = "127.0.0.1") -> httpx.AsyncClient:
        """The owner's, signed in."""
        browser = self.at(address, OWN)
        answer = await browser.post("/login", data={"password": PASSWORD})
        assert answer.status_code == 303, answer.text
        return browser

    async def say(self, text: str, file: tuple[str, bytes, str] | None = None) -> dict[str, Any]:
        """A message of the owner's and its answer; with a file, as a form."""
        if file is None:
            answer = await self.script.post("/message", json={"text": text})
        else:
            answer = await self.script.post("/message", data={"text": text}, files={"file": file})
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def tap(self, verb: str, action: str) -> str:
        """A button on the page; what came of it."""
        if self.signed is None:
            self.signed = await self.browser()
        answer = await self.signed.post("/chat/actions", json={"verb": verb, "target": action})
        return str(answer.json().get("text", answer.text))

    async def belongings(self) -> dict[str, Any]:
        """What the owner has, as the export says it."""
        tables = await self.tables()
        found: dict[str, Any] = {name: [_kept(row) for row in tables[name]] for name in BELONGINGS}
        return {**found, "user": tables["user"], "trusted": [row for row in tables["sources"] if row.get("trusted_at")]}

    async def untainted(self) -> dict[str, Any]:
        """The same without what says of itself that it is made of somebody else's words."""
        found = await self.belongings()
        return {name: [row for row in rows if not row.get("taint")] for name, rows in found.items()}

    async def tables(self) -> dict[str, list[dict[str, Any]]]:
        """All of an export."""
        if self.signed is None:
            self.signed = await self.browser()
        answer = await self.signed.get("/export")
        with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
            everything = json.loads(packed.read("kwasi/everything.json"))
        return {**everything["tables"], "user": [everything["user"]]}

    async def raw(self, data: bytes, *, address: str = "127.0.0.1", wait: float = 10.0) -> bytes:
        """What is answered to these very bytes, until the other end closes or falls silent."""
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.program.port, local_addr=(address, 0) if address != "127.0.0.1" else None
        )
        try:
            writer.write(data)
            with suppress(OSError):
                await writer.drain()
            return await _answered(reader, wait)
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def is_well(self) -> bool:
        """Whether it answers."""
        try:
            answer = await self.script.get("/health")
        except httpx.TransportError:
            return False
        return answer.status_code == 200 and answer.json()["status"] == "ok"

    def memory(self) -> int:
        """The most memory it has held, in bytes; 0 where the system does not say."""
        process = self.program.process
        with suppress(OSError):
            status = Path(f"/proc/{process.pid if process else 0}/status").read_text()
            return 1024 * int(re.search(r"VmHWM:\s+(\d+)", status)[1])  # type: ignore[index]
        return 0


def folders(place: str, *names: str) -> list[Path]:
    """New ones in a temporary place."""
    made = [Path(place, name) for name in names]
    for one in made:
        one.mkdir()
    return made


def status_of(answer: bytes) -> int:
    """The status in a raw answer; 0 where nothing was said."""
    parts = answer.split(b" ", 2)
    return int(parts[1]) if answer.startswith(b"HTTP/") and parts[1].isdigit() else 0


@asynccontextmanager
async def attacked(count: int, seed: int, **settings: str) -> AsyncIterator[Target]:
    """A server of its own, which is ended afterwards. `settings` go above its own."""
    with tempfile.TemporaryDirectory() as place, obeying() as model:
        home, data = folders(place, "home", "data")
        program = Program(data, {**_settings(home, model), **settings})
        await program.start()
        try:
            async with httpx.AsyncClient(
                base_url=program.url, headers={"X-API-Token": TOKEN}, timeout=PATIENCE
            ) as script:
                target = Target(program, model, script, random.Random(seed), count)
                await _until_ready(script)
                yield target
                for client in target.opened:
                    await client.aclose()
        finally:
            await _end(program)


def _settings(home: Path, model: ObeyingModel) -> dict[str, str]:
    return {
        **{name: "" for name in _VENDORS if name in os.environ},
        "HOME": str(home),
        "HOST": "127.0.0.1",
        "EMBEDDER": "none",
        "MODEL_NAME": "local:obeying",
        "OPENAI_BASE_URL": model.url,
        "PAGE_PASSWORD": PASSWORD,
        "API_TOKEN": TOKEN,
        "HEALTH_SECRET": HEALTH,
        "REFLECTION_SECRET": REFLECTION,
        "PUBLIC_HOSTS": PUBLIC,
        "MAX_MODEL_REQUESTS": "60",  # the obeying model does all it was ever told
        "MAX_TURN_TOKENS": "5000000",
        "LEARNING_DELAY": "3600",
        "BRIEFING_TIME": "",
        "REFLECTION_TIME": "",
    }


async def _end(program: Program) -> None:
    """By its leave, or without where an attack has left it deaf."""
    try:
        await asyncio.wait_for(program.end(signal.SIGTERM), 15)
    except TimeoutError:
        await program.end(signal.SIGKILL)


async def _until_ready(script: httpx.AsyncClient) -> None:
    while (await script.get("/health")).json()["status"] != "ok":
        await asyncio.sleep(0.05)


async def _answered(reader: asyncio.StreamReader, wait: float) -> bytes:
    said = b""
    with suppress(TimeoutError, OSError):
        async with asyncio.timeout(wait):
            while part := await reader.read(65536):
                said += part
                if _is_whole(said):
                    break
    return said


def _is_whole(said: bytes) -> bool:
    head, end, body = said.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    return bool(end and length and len(body) >= int(length[1]))


def _kept(row: dict[str, Any]) -> dict[str, Any]:
    """A row without what using it changes."""
    return {name: value for name, value in row.items() if not name.endswith(("used_at", "seen_at", "updated_at"))}

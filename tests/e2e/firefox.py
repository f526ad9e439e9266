"""A real Firefox, driven by WebDriver BiDi as it stands (Playwright drives only builds of its own); without one the tests fail and say what to install."""

import asyncio
import base64
import contextlib
import itertools
import json
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.servers.dovecot import free_port

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
_FLAGS = ["--headless", "--no-remote"]


class Firefox:
    """One window."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._numbers = itertools.count(1)
        self._window = ""

    async def begin(self) -> None:
        """A session, and its window."""
        await self.call("session.new", capabilities={})
        tree = await self.call("browsingContext.getTree")
        self._window = tree["contexts"][0]["context"]

    async def call(self, method: str, **params: Any) -> dict[str, Any]:
        """One command; what it came to. Raises RuntimeError with Firefox's own words."""
        number = next(self._numbers)
        await self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            said = json.loads(await asyncio.wait_for(self._line.recv(), 40))
            if said.get("id") != number:
                continue
            if said["type"] == "error":
                raise RuntimeError(f"{method}: {said['message']}")
            return said["result"]

    async def size(self, width: int, height: int) -> None:
        """The window's, in CSS pixels."""
        await self.call(
            "browsingContext.setViewport", context=self._window, viewport={"width": width, "height": height}
        )

    async def before_each_page(self, script: str) -> None:
        """Run this before a page's own."""
        await self.call("script.addPreloadScript", functionDeclaration=f"() => {{ {script} }}")

    async def go(self, url: str) -> None:
        """To an address, until it is loaded."""
        await self.call("browsingContext.navigate", context=self._window, url=url, wait="complete")

    async def value(self, expression: str) -> Any:
        """What an expression (or its promise) gives, of JSON's kinds."""
        wrapped = f"Promise.resolve({expression}).then((value) => JSON.stringify(value) ?? 'null')"
        found = await self.call(
            "script.evaluate", expression=wrapped, target={"context": self._window}, awaitPromise=True
        )
        if found["type"] == "exception":
            raise RuntimeError(found["exceptionDetails"]["text"])
        return json.loads(found["result"]["value"])

    async def until(self, expression: str, seconds: float = 15) -> None:
        """Wait for it to be true."""
        async with asyncio.timeout(seconds):
            while not await self.value(expression):
                await asyncio.sleep(0.1)

    async def picture(self, path: Path) -> None:
        """What the window shows."""
        shot = await self.call("browsingContext.captureScreenshot", context=self._window)
        path.write_bytes(base64.b64decode(shot["data"]))


@asynccontextmanager
async def open_firefox(folder: Path) -> AsyncIterator[Firefox]:
    """One that starts with an empty profile, and ends."""
    if FIREFOX is None:
        pytest.fail("These tests need Firefox, for example: sudo apt-get install firefox-esr", pytrace=False)
    port, profile = free_port(), folder / "firefox"
    profile.mkdir()
    with (folder / "firefox.log").open("wb") as log:
        process = subprocess.Popen(
            [FIREFOX, *_FLAGS, "--profile", profile, "--remote-debugging-port", str(port)],
            stdout=log,
            stderr=log,
            env={"HOME": str(folder), "PATH": "/usr/bin:/bin", "MOZ_CRASHREPORTER_DISABLE": "1"},
        )
    try:
        async with asyncio.timeout(60):
            line = await _line(f"ws://127.0.0.1:{port}/session", process)
        async with line:
            firefox = Firefox(line)
            await firefox.begin()
            yield firefox
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(20)


async def _line(url: str, process: "subprocess.Popen[bytes]") -> ClientConnection:
    while True:
        if process.poll() is not None:
            raise RuntimeError("Firefox ended at once")
        with contextlib.suppress(OSError, WebSocketException):
            return await connect(url, max_size=None, proxy=None)
        await asyncio.sleep(0.2)

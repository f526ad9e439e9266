"""The server as a process: the port, the first answer, the one line that says where it is, and a prompt end."""

import asyncio
import json
import signal
import socket
import time
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from app.errors import ConfigurationError
from app.serve import listen, serve
from tests.e2e.running import Program
from tests.house import settings_in


@pytest.fixture
async def program(tmp_path: Path) -> AsyncIterator[Program]:
    program = Program(tmp_path, {"EMBEDDER": "none"})
    yield program
    if program.process is not None:
        await program.end(signal.SIGKILL)


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "::", "example.org"])  # noqa: S104 - what is refused
def test_the_network_gets_in_with_a_password_only(tmp_path: Path, host: str) -> None:
    with pytest.raises(ConfigurationError, match="PAGE_PASSWORD must be set first") as caught:
        serve(settings_in(tmp_path, host=host))
    assert f"HOST={host}" in caught.value.sentence


def test_a_port_that_is_taken_is_named_with_another_one_to_take(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(ConfigurationError, match=f"Port {port} on 127.0.0.1 is taken") as caught:
            serve(settings_in(tmp_path, port=port))
    assert f"PORT={port + 1}" in caught.value.sentence


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
async def test_an_answer_on_a_kept_connection_is_sent_at_once(tmp_path: Path, host: str) -> None:
    """Not when the other side has acknowledged the one before: that takes it some 40 ms."""
    accepted: asyncio.Queue[int] = asyncio.Queue()

    class Look(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            found = transport.get_extra_info("socket")
            accepted.put_nowait(found.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            transport.close()

    listener = listen(settings_in(tmp_path, host=host, port=0))
    async with await asyncio.get_running_loop().create_server(Look, sock=listener):
        _, writer = await asyncio.open_connection(*listener.getsockname()[:2])
        writer.close()
        assert await asyncio.wait_for(accepted.get(), 10)


@pytest.mark.slow
async def test_health_answers_while_the_rest_is_loading_and_sigterm_ends_it_with_a_stream_open(
    program: Program,
) -> None:
    statuses: list[str] = []
    async with httpx.AsyncClient(base_url=program.url, timeout=30) as browser:
        starting = asyncio.create_task(program.start())
        while not starting.done():
            try:
                statuses.append((await browser.get("health")).json()["status"])
            except httpx.TransportError:
                await asyncio.sleep(0.01)
        await starting
        assert statuses[0] == "starting"
        assert (await browser.get("health")).json()["status"] == "ok"
        assert program.link.startswith(f"{program.url}?token=")

        assert (await browser.get(program.link)).status_code == 303
        opened = asyncio.Event()

        async def listen() -> None:
            async with browser.stream("GET", "chat/events", headers={"Sec-Fetch-Site": "same-origin"}) as stream:
                assert stream.status_code == 200
                async for _ in stream.aiter_bytes():
                    opened.set()

        listening = asyncio.create_task(listen())
        await opened.wait()
        began = time.monotonic()
        code = await program.end(signal.SIGTERM)
        assert time.monotonic() - began < 3
        assert code in (0, -signal.SIGTERM)
        await listening
    events = [json.loads(line)["event"] for line in program.log.read_text("utf-8").splitlines()]
    assert "serve.ready" in events

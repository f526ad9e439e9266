"""Socket Mode against an end of ours that Slack's own client is served by too."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.socket_mode import SocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.socket_mode.response import SocketModeResponse

from app.errors import StorageBusy
from app.interfaces.slack import socket_mode
from app.interfaces.slack.client import SlackClient
from app.interfaces.slack.socket_mode import SocketMode
from tests.interfaces.slack.payload import direct, slashed, tap
from tests.servers.scripted import reply, scripted
from tests.servers.slack_socket import SlackSocket, slack_socket, until


@dataclass
class Listening:
    """Our end, and what it kept."""

    mode: SocketMode
    begun: list[dict[str, Any]] = field(default_factory=list)
    kept: list[dict[str, Any]] = field(default_factory=list)
    pauses: list[float] = field(default_factory=list)
    failures: list[Exception] = field(default_factory=list)
    stuck: asyncio.Event | None = None
    waits: asyncio.Event | None = None


@asynccontextmanager
async def listening(server: SlackSocket) -> AsyncIterator[Listening]:
    client = SlackClient(server.api, "xoxb-test", "xapp-test")

    async def keep(payload: dict[str, Any]) -> None:
        made.begun.append(payload)
        if made.failures:
            raise made.failures.pop(0)
        if made.stuck is not None:
            await made.stuck.wait()
        made.kept.append(payload)

    async def pause(seconds: float) -> None:
        made.pauses.append(seconds)
        await (made.waits.wait() if made.waits is not None else asyncio.sleep(0))

    made = Listening(SocketMode(client.open_socket, keep, pause=pause))
    running = asyncio.create_task(made.mode.run())
    try:
        yield made
    finally:
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running
        await client.close()


async def test_the_server_serves_slacks_own_client() -> None:
    async with slack_socket() as server:
        heard: list[Any] = []

        def listen(client: Any, request: SocketModeRequest) -> None:
            heard.append((request.type, request.payload))
            client.send_socket_mode_response(SocketModeResponse(envelope_id=request.envelope_id))

        def connect() -> SocketModeClient:
            client = SocketModeClient("xapp-test", web_client=WebClient("xoxb-test", base_url=f"{server.api}/"))
            client.socket_mode_request_listeners.append(listen)
            client.connect()
            return client

        client = await asyncio.to_thread(connect)
        await until(lambda: server.connections)
        mark = await server.send(direct())
        await until(lambda: server.acknowledged == [mark])
        assert heard == [("events_api", direct())]
        await asyncio.to_thread(client.close)


async def test_what_is_kept_is_acknowledged() -> None:
    async with slack_socket() as server, listening(server) as ours:
        await until(lambda: ours.mode.is_connected)
        marks = [
            await server.send(direct()),
            await server.send(tap(), "interactive"),
            await server.send(slashed("x"), "slash_commands"),
        ]
        await until(lambda: server.acknowledged == marks)
        assert ours.kept == [direct(), tap(), slashed("x")]
    assert not ours.mode.is_connected


async def test_what_could_not_be_kept_is_not_acknowledged_and_comes_again() -> None:
    async with slack_socket() as server, listening(server) as ours:
        await until(lambda: server.connections)
        ours.failures.append(StorageBusy())
        lost = await server.send(direct("first"))
        after = await server.send(direct("second"))
        await until(lambda: server.acknowledged == [after])
        assert ours.kept == [direct("second")]
        await server.send(direct("first"), mark=lost)
        await until(lambda: server.acknowledged == [after, lost])


async def test_what_takes_too_long_is_not_acknowledged_and_holds_up_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_mode, "KEEP_WITHIN", 0.05)
    async with slack_socket() as server, listening(server) as ours:
        await until(lambda: server.connections)
        ours.stuck = asyncio.Event()
        await server.send(direct("slow"))
        await until(lambda: len(ours.begun) == 1)
        quick, ours.stuck = ours.stuck, None
        second = await server.send(direct("quick"))
        await until(lambda: server.acknowledged == [second])
        assert ours.kept == [direct("quick")]
        quick.set()
        await until(lambda: ours.kept == [direct("quick"), direct("slow")])
        assert server.acknowledged == [second]


@pytest.mark.parametrize("reason", ["warning", "refresh_requested"])
async def test_the_next_connection_stands_before_the_old_one_goes(reason: str) -> None:
    async with slack_socket() as server, listening(server) as ours:
        await until(lambda: server.connections)
        await server.says_goodbye(reason)
        await until(lambda: len(server.connections) == 2)
        await until(lambda: len(server.events) == 3)
        assert server.events == ["open 0", "open 1", "closed 0"]
        mark = await server.send(direct())
        await until(lambda: server.acknowledged == [mark])
        assert ours.mode.is_connected


async def test_the_old_connection_is_heard_while_the_next_one_fails() -> None:
    async with slack_socket() as server, listening(server) as ours:
        await until(lambda: server.connections)
        server.refusals.append(reply(500))
        ours.waits = asyncio.Event()
        await server.says_goodbye()
        await until(lambda: ours.pauses)
        assert ours.mode.is_connected
        mark = await server.send(direct(), at=0)
        await until(lambda: server.acknowledged == [mark])
        ours.waits.set()
        await until(lambda: len(server.connections) == 2)


async def test_a_lost_connection_is_replaced_at_once_and_then_ever_more_slowly() -> None:
    async with slack_socket() as server, listening(server) as ours:
        await until(lambda: len(server.connections) == 1)
        await server.connections[0].close()
        await until(lambda: len(server.connections) == 2)
        assert ours.pauses == []
        for number in range(2, 9):
            await server.connections[-1].close()
            await until(lambda number=number: len(server.connections) == number + 1)
        assert len(ours.pauses) == 7
        assert all(1 <= pause * 2 ** -(at + 1) * 2 <= 2.01 or pause >= 15 for at, pause in enumerate(ours.pauses))
        assert max(ours.pauses) <= 30


@pytest.mark.parametrize(
    ("answer", "least"),
    [
        (reply(429, "", retry_after="77"), 77),
        (reply(200, json.dumps({"ok": False, "error": "invalid_auth"})), 60),
        (reply(200, json.dumps({"ok": True, "url": "wss://evil.example/"})), 0.5),
        (reply(200, json.dumps({"ok": True, "url": "ws://127.0.0.1:9/"})), 0.5),
        (reply(200, json.dumps({"ok": True, "url": "ws://127.0.0.1:x/"})), 0.5),
    ],
)
async def test_where_no_connection_is_given_we_wait(answer: bytes, least: float) -> None:
    async with slack_socket() as server:
        server.refusals.append(answer)
        async with listening(server) as ours:
            await until(lambda: server.connections)
            assert len(ours.pauses) == 1
            assert ours.pauses[0] >= least


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "x",
        "[]",
        "7",
        "null",
        b"\xff\x00",
        "[" * 100_000,
        "{}",
        '{"type": 7}',
        '{"type": "hello"}',
        '{"envelope_id": 7, "payload": {}}',
        '{"envelope_id": "", "payload": {}}',
        json.dumps({"envelope_id": "x" * 999, "payload": {}}),
        "x" * 5_000_000,
    ],
)
async def test_no_frame_ends_it(frame: str | bytes) -> None:
    async with slack_socket() as server, listening(server) as ours:
        await until(lambda: server.connections)
        await server.connections[0].send(frame)
        if len(frame) > 4_000_000:
            await until(lambda: len(server.connections) == 2)
        mark = await server.send(direct())
        await until(lambda: server.acknowledged == [mark])
        assert ours.kept == [direct()]


async def test_an_envelope_without_an_object_is_acknowledged_and_kept_by_nobody() -> None:
    async with slack_socket() as server, listening(server) as ours:
        await until(lambda: server.connections)
        mark = await server.send("hello")
        await until(lambda: server.acknowledged == [mark])
        assert ours.kept == []


async def test_no_redirect_is_followed() -> None:
    async with slack_socket() as server, scripted(lambda _: None) as elsewhere:
        target = elsewhere.url.replace("http:", "ws:")
        async with scripted(lambda _: reply(302, "", location=f"{target}/link")) as door:
            url = door.url.replace("http:", "ws:")
            server.refusals.append(reply(200, json.dumps({"ok": True, "url": f"{url}/link"})))
            async with listening(server) as ours:
                await until(lambda: ours.mode.is_connected)
                assert len(ours.pauses) == 1
        assert elsewhere.asked == []


async def test_a_server_that_does_not_greet_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_mode, "_HELLO_WITHIN", 0.3)
    async with slack_socket() as server:
        server.greets = False
        async with listening(server) as ours:
            await until(lambda: len(ours.pauses) == 1)
            server.greets = True
            await until(lambda: ours.mode.is_connected)


async def test_a_connection_that_is_dead_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_mode, "_PING", 0.05)
    async with slack_socket() as server, listening(server) as ours:
        await until(lambda: ours.mode.is_connected)
        server.connections[0].transport.pause_reading()
        await until(lambda: len(server.connections) == 2)
        assert ours.mode.is_connected

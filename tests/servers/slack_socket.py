"""Slack's end of Socket Mode, by us: `apps.connections.open`, and a websocket that says hello, sends envelopes and reads what is acknowledged.

Held to slack_sdk: its own Socket Mode client is served by it too. It checks that each address is used once and that an acknowledgement names
an envelope that was sent. It sends nothing again by itself; `slack_events.py` does, or a test.
"""

import asyncio
import json
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from tests.servers.scripted import Asked, reply, scripted


@dataclass
class SlackSocket:
    """Where it listens, who connected (the newest last) and when each went, what was acknowledged, and how the next openings end."""

    api: str = ""
    greets: bool = True
    opened: int = 0
    refusals: list[bytes] = field(default_factory=list)
    connections: list[ServerConnection] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    sent: list[str] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)
    tickets: set[str] = field(default_factory=set)

    async def send(self, payload: Any, kind: str = "events_api", *, mark: str = "", at: int = -1, **more: Any) -> str:
        """An envelope; its id. `more` stands in it too."""
        mark = mark or str(uuid.uuid4())
        self.sent.append(mark)
        envelope = {"envelope_id": mark, "type": kind, "payload": payload, "accepts_response_payload": False, **more}
        await self.connections[at].send(json.dumps(envelope))
        return mark

    async def says_goodbye(self, reason: str = "refresh_requested", at: int = -1) -> None:
        """What Slack says before it closes a connection."""
        await self.connections[at].send(
            json.dumps({"type": "disconnect", "reason": reason, "debug_info": {"host": "x"}})
        )


@asynccontextmanager
async def slack_socket() -> AsyncIterator[SlackSocket]:
    """One that runs."""
    made = SlackSocket()

    async def door(connection: ServerConnection) -> None:
        assert connection.request is not None
        ticket = connection.request.path.rpartition("=")[2]
        assert ticket in made.tickets
        made.tickets.discard(ticket)
        if made.greets:
            await connection.send(
                json.dumps({"type": "hello", "num_connections": 1, "connection_info": {"app_id": "A1"}})
            )
        number = len(made.connections)
        made.connections.append(connection)
        made.events.append(f"open {number}")
        try:
            async for frame in connection:
                mark = json.loads(frame)["envelope_id"]
                assert mark in made.sent
                made.acknowledged.append(mark)
        except ConnectionClosed:
            return
        finally:
            made.events.append(f"closed {number}")

    async with serve(door, "127.0.0.1", 0, close_timeout=0.1) as server:
        port = next(iter(server.sockets)).getsockname()[1]

        def opens(asked: Asked) -> bytes:
            assert asked.path == "/api/apps.connections.open"
            assert asked.headers["authorization"] == "Bearer xapp-test"
            made.opened += 1
            if made.refusals:
                return made.refusals.pop(0)
            ticket = uuid.uuid4().hex
            made.tickets.add(ticket)
            return reply(200, json.dumps({"ok": True, "url": f"ws://127.0.0.1:{port}/link?ticket={ticket}"}))

        async with scripted(opens) as api:
            made.api = f"{api.url}/api"
            yield made


async def until(holds: Any) -> None:
    """Wait until that is so; a test that waits for what never comes ends by a minute's patience."""
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.01)

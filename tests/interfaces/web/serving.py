"""A real server on loopback for a house."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn

from app.interfaces.web.connections import Connections
from app.interfaces.web.server import PromptServer
from tests.interfaces.web.house import House


@asynccontextmanager
async def serving(house: House, *, port: int = 0) -> AsyncIterator[str]:
    """The address while the block runs."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    connections = Connections(house.settings.max_connections, house.settings.sender_patience)
    config = uvicorn.Config(
        house.app,
        http=connections.protocol,
        ws="none",
        log_config=None,
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=5,
    )
    server = PromptServer(config, closing=house.closing)
    running = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await running

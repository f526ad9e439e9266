"""A real server on loopback for a house."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Protocol

import uvicorn
from fastapi import FastAPI

from app.config import Settings
from app.interfaces.web.connections import Connections
from app.interfaces.web.server import PromptServer
from app.serve import listen


class Served(Protocol):
    """What there is to serve: an application, its settings, and the moment from which it takes no more."""

    settings: Settings
    app: FastAPI
    closing: asyncio.Event


@asynccontextmanager
async def serving(house: Served, *, host: str = "127.0.0.1", port: int = 0) -> AsyncIterator[str]:
    """The address while the block runs."""
    listener = listen(house.settings.model_copy(update={"host": host, "port": port}))
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
        yield f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await running

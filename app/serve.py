"""The server: takes the port, answers /health at once, loads the rest behind it, and says where the page is."""

import asyncio
import gc
import importlib
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import uvicorn

from app.config import Settings
from app.errors import ConfigurationError
from app.interfaces.web.connections import Connections
from app.interfaces.web.door import App, Door
from app.interfaces.web.server import PromptServer
from app.models.embeddings import sent_to

log = logging.getLogger(__name__)
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_GRACE = 5
_OTHER_NOW = " (DASHBOARD_SECRET was the page's password once; now it opens /dashboard/ alone.)"


def serve(settings: Settings) -> int:
    """Serve until told to stop; the exit code. Raises an AssistantError when it can't start."""
    if settings.host not in _LOOPBACK and settings.page_password is None:
        raise ConfigurationError(
            f"HOST={settings.host} opens Kwasi to your network, so PAGE_PASSWORD must be set first. "
            f"Or leave HOST empty to stay on this machine.{_OTHER_NOW if settings.dashboard_secret else ''}"
        )
    listener = listen(settings)
    settings = settings.model_copy(update={"port": listener.getsockname()[1]})
    return asyncio.run(_run(settings, listener))


def listen(settings: Settings) -> socket.socket:
    """The bound port, before anything slow happens. Raises ConfigurationError where it can't be had."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # Without the protocol's number asyncio doesn't take its connections for TCP and leaves TCP_NODELAY unset: on a connection that is
    # kept, every answer would wait some 40 ms for the other side's delayed acknowledgement.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as problem:
        listener.close()
        raise ConfigurationError(
            f"Port {settings.port} on {settings.host} is taken or not allowed. "
            f"Is Kwasi running already? Otherwise choose another one: PORT={settings.port + 1} ./scripts/run"
        ) from problem
    return listener


async def _run(settings: Settings, listener: socket.socket) -> int:
    closing = asyncio.Event()
    problems: list[BaseException] = []

    def failed(problem: BaseException) -> None:
        problems.append(problem)
        server.should_exit = True

    door = Door(lambda: _house(settings, closing), failed=failed)
    connections = Connections(settings.max_connections, settings.sender_patience)
    config = uvicorn.Config(
        door,
        http=connections.protocol,
        ws="none",  # nothing here speaks WebSocket, and the guard asks HTTP requests only
        log_config=None,
        access_log=False,
        lifespan="on",
        timeout_graceful_shutdown=_GRACE,
        server_header=False,
        proxy_headers=False,  # its own way believes whoever connects from this machine; ours is interfaces/web/proxies
    )
    server = PromptServer(config, closing=closing)
    await server.serve(sockets=[listener])
    for problem in problems:
        raise problem
    return 0


@asynccontextmanager
async def _house(settings: Settings, closing: asyncio.Event) -> AsyncIterator[App]:
    """The real application, loaded in a thread so that the port keeps answering."""
    main: Any = await asyncio.to_thread(importlib.import_module, "app.main")
    services_module: Any = importlib.import_module("app.bootstrap.services")
    auth_module: Any = importlib.import_module("app.interfaces.web.auth")
    services = await services_module.build_services(settings, serves=True)
    auth = auth_module.PageAuth(
        password=settings.page_password,
        data_dir=settings.data_dir,
        clock=services.clock,
        store=services.store,
        user_id=services.owner.id,
        ended=partial(services.resources.mailroom.announce, services.owner.id),
    )
    app = main.create_app(services, auth=auth, closing=closing)
    _rest_garbage_collector()
    async with app.router.lifespan_context(app):
        _announce(settings, auth, services)
        yield app


def _rest_garbage_collector() -> None:
    """What was loaded stays loaded: the collector need not walk it again and again while messages are answered."""
    gc.collect()
    gc.freeze()


def _announce(settings: Settings, auth: Any, services: Any) -> None:
    """The one URL, and where things lie."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    query = f"?token={auth.local.issue()}" if auth.door == "link" else ""
    print(f"\n  Kwasi is here:  http://{host}:{settings.port}/{query}\n", flush=True)  # noqa: T201 - what the user opens
    if settings.dashboard_secret and not settings.page_password:
        print(f"  Without a password, by this link alone.{_OTHER_NOW}\n", flush=True)  # noqa: T201 - the same
    print(f"  Data: {services.database.description}    Stop: Ctrl-C", flush=True)  # noqa: T201 - the same
    if notice := sent_to(services.embedder):
        print(f"  Search by meaning: {services.embedder.name}; {notice}", flush=True)  # noqa: T201 - what leaves the machine
    log.info("serving", extra={"event": "serve.ready", "port": settings.port})

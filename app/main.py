"""create_app() and the lifespan. Wiring only."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from app.bootstrap.channels import build_channels
from app.bootstrap.services import Services
from app.errors import AssistantError
from app.health.backfill import Backfills
from app.health.ingest import Ingest
from app.interfaces.web.auth import PageAuth
from app.interfaces.web.guard import Guard
from app.interfaces.web.intake import Intake, allowances
from app.interfaces.web.proxies import Proxies, TrustedProxies
from app.routers import (
    accounts,
    activity,
    chat,
    connect,
    dashboard,
    errors,
    export,
    health,
    maintenance,
    measurements,
    message,
    metrics,
    page,
    sessions,
    system,
    tabs,
    webhooks,
)
from app.version import VERSION

log = logging.getLogger(__name__)


async def _take_up_known(ingest: Ingest) -> None:
    """Measurements that this version may know and the one before did not; what fails now is done at the next start."""
    try:
        await ingest.take_up_all_known()
    except AssistantError:
        log.exception("measurements not taken up", extra={"event": "health.not_taken_up"})


def create_app(services: Services, *, auth: PageAuth, closing: asyncio.Event) -> FastAPI:
    """The HTTP application over built services; its lifespan starts and stops the channels and the loops. `closing` ends open
    streams. What was left open is taken up by the loops: it can neither keep the door shut nor end the start."""
    settings, channels = services.settings, build_channels(services, services.resources.media.speak)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        runner = services.runner(url=f"http://{settings.host}:{settings.port}")
        runner.start()
        warming = asyncio.create_task(asyncio.to_thread(services.warm))
        knowing = asyncio.create_task(_take_up_known(ingest))
        for channel in channels.values():
            channel.start()
        try:
            yield
        finally:
            closing.set()
            knowing.cancel()
            await asyncio.gather(warming, knowing, return_exceptions=True)
            await asyncio.gather(*(channel.stop() for channel in channels.values()))
            await runner.stop()
            await services.close()

    app = FastAPI(title="Kwasi", version=VERSION, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.include_router(system.build_router(services))
    app.include_router(page.build_router(services, auth, max_body=settings.max_upload_bytes))
    app.include_router(tabs.build_router(services, auth))
    operator = dashboard.secret_header(services)
    app.include_router(dashboard.build_router(services, operator))
    app.include_router(metrics.build_router(services, operator))
    app.include_router(activity.build_router(services, auth))
    app.include_router(measurements.build_router(services))
    app.include_router(sessions.build_router(services, auth))
    app.include_router(accounts.build_router(services, services.accounts, auth))
    app.include_router(connect.build_router(services, services.signing_in, auth))
    app.include_router(chat.build_router(services, auth, closing=closing, max_body=settings.max_upload_bytes))
    app.include_router(export.build_router(services, auth))
    app.include_router(message.build_router(services, max_body=settings.max_upload_bytes))
    ingest = Ingest(services.store, services.database, services.clock)
    backfills = Backfills(services.store, services.database, services.clock)
    app.include_router(health.build_router(services, ingest, backfills))
    app.include_router(webhooks.build_router(settings, channels, services.clock))
    app.include_router(maintenance.build_router(services))
    errors.install(app)
    table = allowances(upload=settings.max_upload_bytes, archive=settings.health_max_archive_bytes)
    app.add_middleware(Intake, table=table, patience=settings.sender_patience)
    app.add_middleware(Guard, auth=auth, public_hosts=f"{settings.public_hosts},{settings.telegram_webhook_url}")
    app.add_middleware(Proxies, trusted=TrustedProxies.of(settings.trusted_proxies))
    return app

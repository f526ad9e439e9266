"""GET /export: everything of the page's owner as a zip, sent while it is read. The guard has checked who asks; while it is sent, each
piece asks again, so that signing out ends it.
"""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Protocol

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from app.clock import Clock
from app.errors import NotAllowed, StorageError
from app.interfaces.web.auth import PageAuth
from app.learning.export.archive import as_zip
from app.learning.export.pieces import Source
from app.memory.ports import Database
from app.memory.records import User
from app.memory.repositories import Repositories

log = logging.getLogger(__name__)


class ExportServices(Protocol):
    """What it is made from."""

    @property
    def clock(self) -> Clock:
        """Where "now" comes from."""
        ...

    @property
    def database(self) -> Database:
        """Where it is all kept."""
        ...

    @property
    def store(self) -> Repositories:
        """What is kept."""
        ...

    @property
    def owner(self) -> User:
        """Whose page this is."""
        ...


def build_router(services: ExportServices, auth: PageAuth) -> APIRouter:
    """The router."""

    async def export(request: Request) -> StreamingResponse:
        """One zip, to be saved."""
        now = services.clock.now()
        source = Source(services.database, services.store, services.owner, now)
        name = f"kwasi-export-{source.local(now):%Y-%m-%d}.zip"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        parts = _logged(source, partial(auth.is_signed_in, request))
        return StreamingResponse(parts, media_type="application/zip", headers=headers)

    router = APIRouter(tags=["export"])
    router.add_api_route("/export", export, methods=["GET"], response_model=None)
    return router


async def _logged(source: Source, allowed: Callable[[], Awaitable[bool]]) -> AsyncIterator[bytes]:
    """An answer that has begun can't become an error: it breaks off, so that half a zip passes for no whole one, and the log says why."""
    try:
        async for part in as_zip(source):
            if not await allowed():
                log.warning("export ended", extra={"event": "export.signed_out"})
                raise NotAllowed
            yield part
    except StorageError:
        log.exception("export broke off", extra={"event": "export.failed"})
        raise

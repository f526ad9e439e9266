"""`/health/*`: where a phone brings measurements and archives, and asks how fresh they are. A secret in place of a sign-in.

Whoever has no right secret is stopped before anything of the body is read. A paired phone's secret is never slowed: nobody guesses
256 bits, and nobody who shares its address can lock it out. `GET /health` alone, which says that the process runs, is in `system`.
"""

import asyncio
import logging
from typing import Annotated, cast

from fastapi import APIRouter, Depends, Path, Request, Security
from fastapi.responses import Response
from fastapi.security import APIKeyHeader

from app.errors import NotAllowed
from app.health.access import Access
from app.health.backfill import Backfills
from app.health.importing import UPLOADS
from app.health.ingest import BatchRefused, Ingest
from app.health.models import BackfillReport, Receipt, Status
from app.health.status import status_of
from app.memory.records import HealthSender
from app.routers.body import media_type
from app.routers.errors import DoorError
from app.routers.health_api import BACKFILL_BODY, ERRORS, INGEST_BODY
from app.routers.packed import read_packed
from app.routers.secret import SecretHeader
from app.routers.services import RouterServices
from app.routers.upload import receive_zip

log = logging.getLogger(__name__)
HEADER = "X-Health-Secret"
WRONG_SECRET = (
    401,
    "wrong_secret",
    "The X-Health-Secret header is missing or wrong. ./scripts/run health pair makes one.",
)
NOT_JSON = (415, "unsupported_type", "Send measurements as application/json.")
_SCHEME = APIKeyHeader(name=HEADER, auto_error=False, description="A paired phone's secret, or HEALTH_SECRET.")
_Id = Annotated[int, Path(ge=1, le=2**53)]


class HealthDoor:
    """What the routes do. Their docstrings are what OpenAPI says of them."""

    def __init__(self, services: RouterServices, ingest: Ingest, backfills: Backfills) -> None:
        """`ingest` takes batches, `backfills` reads archives."""
        self._services = services
        self._ingest = ingest
        self._backfills = backfills
        self._secret = SecretHeader(HEADER, services.clock, wrong=WRONG_SECRET)
        self._access = Access(services.store, services.settings.health_secret, services.owner.id)

    async def check(self, request: Request, shown: Annotated[str | None, Security(_SCHEME)]) -> None:
        """Stop whoever brings no right secret, before anything of the body is read; the routes find whose it is."""
        raw = (shown or "").encode("latin-1", "replace")
        sender = await self._access.paired(raw) or await self._by_setting(request, raw)
        if sender is None:
            log.warning("health secret refused", extra={"event": "health.secret_refused", "path": request.url.path})
            raise DoorError(*WRONG_SECRET, headers={"WWW-Authenticate": HEADER})
        request.state.sender = sender

    async def ingest(self, request: Request) -> Response:
        """Take a batch of measurements. Each item has its own verdict; sending it again changes nothing."""
        if media_type(request) != "application/json":
            raise DoorError(*NOT_JSON)
        sender = _sender(request)
        user = await self._services.store.users.get(sender.user_id)
        if user is None:
            raise NotAllowed
        body = await read_packed(request, self._services.settings.max_upload_bytes)
        try:
            receipt = await self._ingest.take(user, body)
        except BatchRefused as refused:
            raise DoorError(422, refused.code, refused.sentence) from refused
        await self._access.note(sender, self._services.clock.now(), receipt.clock_skew_seconds)
        return Response(receipt.model_dump_json(), media_type="application/json")

    async def status(self, request: Request) -> Status:
        """Every known metric: how much there is of it, and how long ago anything came."""
        return await status_of(self._services.store, _sender(request).user_id, self._services.clock.now())

    async def backfill(self, request: Request) -> Response:
        """Take an archive, as Samsung Health's "Download personal data" makes it, and read it in the background."""
        settings, now, user_id = self._services.settings, self._services.clock.now(), _sender(request).user_id
        upload = await receive_zip(request, settings.data_dir / UPLOADS, settings.health_max_archive_bytes, now)
        try:
            report = await self._backfills.start(user_id, upload.name, upload.path, upload=True)
        except BaseException:
            await asyncio.to_thread(upload.path.unlink, missing_ok=True)
            raise
        place = {"Location": f"/health/backfill/{report.id}"}
        return Response(report.model_dump_json(), 202, place, "application/json")

    async def report(self, request: Request, number: _Id) -> BackfillReport:
        """How far an archive is read, and what came of its rows."""
        return await self._backfills.report(_sender(request).user_id, number)

    async def cancel(self, request: Request, number: _Id) -> BackfillReport:
        """Stop reading an archive. What was kept so far stays."""
        return await self._backfills.cancel(_sender(request).user_id, number)

    async def undo(self, request: Request, number: _Id) -> BackfillReport:
        """Take away again what an archive brought and no phone sent since."""
        return await self._backfills.undo(_sender(request).user_id, number)

    async def _by_setting(self, request: Request, shown: bytes) -> HealthSender | None:
        """The owner by HEALTH_SECRET; a person chose it, so who tries others too often waits and learns nothing meanwhile."""
        if not shown or self._services.settings.health_secret is None:
            return None
        self._secret.slow(request)
        sender = await self._access.of_setting(shown, self._services.clock.now())
        self._secret.count(request, right=sender is not None)
        return sender


def build_router(services: RouterServices, ingest: Ingest, backfills: Backfills) -> APIRouter:
    """The router."""
    door = HealthDoor(services, ingest, backfills)
    router = APIRouter(prefix="/health", tags=["health"], dependencies=[Depends(door.check)], responses=ERRORS)
    router.add_api_route("/ingest", door.ingest, methods=["POST"], response_model=Receipt, openapi_extra=INGEST_BODY)
    router.add_api_route("/status", door.status, methods=["GET"], response_model=Status)
    router.add_api_route(
        "/backfill",
        door.backfill,
        methods=["POST"],
        status_code=202,
        response_model=BackfillReport,
        openapi_extra=BACKFILL_BODY,
    )
    router.add_api_route("/backfill/{number}", door.report, methods=["GET"], response_model=BackfillReport)
    router.add_api_route("/backfill/{number}/cancel", door.cancel, methods=["POST"], response_model=BackfillReport)
    router.add_api_route("/backfill/{number}/undo", door.undo, methods=["POST"], response_model=BackfillReport)
    return router


def _sender(request: Request) -> HealthSender:
    """Whose secret it was, as `check` found."""
    return cast(HealthSender, request.state.sender)

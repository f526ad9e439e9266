"""Doors for whoever looks after the house: `POST /reflect` and `POST /embed-backfill`, off without REFLECTION_SECRET.

Both may be called again at any time: a reflection reads only what it has not read, and a backfill that is under way is the same one.
"""

from typing import Any, Protocol

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse

from app.clock import Clock
from app.config import Settings
from app.learning.backfill import Backfill
from app.learning.reflection import reflect_now
from app.learning.study import Study
from app.models.embeddings import Embedder
from app.routers.errors import DoorError
from app.routers.secret import SecretHeader

OFF = (404, "endpoint_off", "This endpoint is off. Set REFLECTION_SECRET and restart to use it.")
WRONG_SECRET = (401, "wrong_secret", "The X-Reflection-Secret header is missing or wrong.")


class MaintainedServices(Protocol):
    """As much of the house as these doors need."""

    @property
    def settings(self) -> Settings:
        """What is configured."""
        ...

    @property
    def clock(self) -> Clock:
        """Where "now" comes from."""
        ...

    @property
    def study(self) -> Study:
        """What learners work with."""
        ...

    @property
    def embedder(self) -> Embedder | None:
        """Who makes texts findable by meaning."""
        ...


def build_router(services: MaintainedServices) -> APIRouter:
    """The router."""
    header = SecretHeader("X-Reflection-Secret", services.clock, wrong=WRONG_SECRET)

    async def check(request: Request) -> None:
        """Stop whoever does not bring the secret."""
        secret = services.settings.reflection_secret
        if secret is None:
            raise DoorError(*OFF)
        header.check(request, secret)

    router = APIRouter(tags=["maintenance"], dependencies=[Depends(check)])
    backfill = Backfill(services.study, services.embedder)

    @router.post("/reflect")
    async def reflect() -> dict[str, Any]:
        """Reflect now; what changed for each user who said something new."""
        found = await reflect_now(services.study)
        return {"model": services.study.asker.has_model("reflection"), "users": [one.as_dict() for one in found]}

    @router.post("/embed-backfill")
    async def embed_backfill() -> JSONResponse:
        """Ask for everything to be embedded; how far it is."""
        status = await backfill.ask()
        return JSONResponse(status.as_dict(), 202 if status.status == "running" else 200)

    @router.get("/embed-backfill")
    async def embed_backfill_status() -> dict[str, Any]:
        """How far it is."""
        return (await backfill.status()).as_dict()

    return router

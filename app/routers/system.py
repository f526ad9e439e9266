"""Whether the house stands: `GET /health`, for whoever watches the process. No sign-in, and nothing private in it."""

from fastapi import APIRouter

from app.routers.services import RouterServices


def build_router(services: RouterServices) -> APIRouter:
    """The router."""
    router = APIRouter(tags=["system"])

    @router.get("/health")
    async def health() -> dict[str, str]:
        """That it runs, which version, on which kind of database."""
        return {"status": "ok", "version": services.version, "database": services.database.engine}

    return router

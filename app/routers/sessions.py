"""`/sessions`: which browsers are signed in to the page, and ending one of them or all others. The guard has checked who asks.

Plain HTML with forms, so that it works where a script does not.
"""

from datetime import datetime
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.interfaces.web.auth import PageAuth
from app.interfaces.web.pages import Assets, Html
from app.interfaces.web.views.shell import shell
from app.memory.records import PageSession
from app.routers.page import FORM_HEADERS
from app.routers.services import RouterServices

_LARGEST = 2**53
_ALONE = "Only this browser is signed in to your page."
_SEVERAL = "{count} browsers are signed in to your page. One you don't know? Sign it out here{more}."
_MORE = {"password": ", and change PAGE_PASSWORD", "link": ""}


class SessionsPage:
    """What the routes do."""

    def __init__(self, services: RouterServices, auth: PageAuth, assets: Assets) -> None:
        """`auth` is the one the guard uses."""
        self._services = services
        self._auth = auth
        self._assets = assets

    async def show(self, request: Request) -> Response:
        """The list, this browser first."""
        own = await self._auth.session(request)
        found = await self._auth.sessions.everything(self._services.clock.now())
        ordered = sorted(found, key=lambda one: (own is None or one.id != own.id, -one.id))
        zone = await self._zone()
        rows = Html("".join(self._row(one, is_own=own is not None and one.id == own.id, zone=zone) for one in ordered))
        others = len(found) > 1
        page = self._assets.page(
            "sessions",
            **await shell(self._services, self._auth, "settings"),
            summary=_SEVERAL.format(count=len(found), more=_MORE[self._auth.door]) if others else _ALONE,
            rows=rows,
            others=Html(self._assets.page("sessions-others") if others else ""),
        )
        return HTMLResponse(page, headers=FORM_HEADERS)

    async def end(self, request: Request, number: Annotated[int, Form(alias="id", ge=1, le=_LARGEST)]) -> Response:
        """End one; where it is this browser's own, this is signing out."""
        own = await self._auth.session(request)
        if own is None or own.id == number:
            response = RedirectResponse("/", 303)
            await self._auth.sign_out(request, response)
            return response
        await self._auth.end(number)
        return RedirectResponse("/sessions", 303)

    async def end_others(self, request: Request) -> Response:
        """End all but this browser's."""
        if own := await self._auth.session(request):
            await self._auth.end_others(own)
        return RedirectResponse("/sessions", 303)

    def _row(self, session: PageSession, *, is_own: bool, zone: ZoneInfo) -> str:
        return self._assets.page(
            "sessions-row",
            id=str(session.id),
            browser=session.browser,
            badge="this browser" if is_own else "",
            began=_moment(session.created_at, zone),
            used=_moment(session.used_at, zone),
            action="Sign out",
            label=f"Sign out {'this browser' if is_own else session.browser}",
        )

    async def _zone(self) -> ZoneInfo:
        owner = await self._services.store.users.get(self._services.owner.id) or self._services.owner
        return ZoneInfo(owner.time_zone)


def build_router(services: RouterServices, auth: PageAuth) -> APIRouter:
    """The router."""
    page = SessionsPage(services, auth, Assets())
    router = APIRouter(prefix="/sessions", include_in_schema=False, default_response_class=HTMLResponse)
    router.add_api_route("", page.show, methods=["GET"], response_model=None)
    router.add_api_route("/end", page.end, methods=["POST"], response_model=None)
    router.add_api_route("/end-others", page.end_others, methods=["POST"], response_model=None)
    return router


def _moment(moment: datetime, zone: ZoneInfo) -> str:
    local = moment.astimezone(zone)
    return f"{local.day} {local:%B %Y, %H:%M}"

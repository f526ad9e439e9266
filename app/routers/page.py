"""The chat page itself: `/`, its files, and signing in and out. What the page shows comes from the routes in `chat`."""

import math
from datetime import timedelta
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.interfaces.web.auth import PageAuth
from app.interfaces.web.pages import Assets
from app.interfaces.web.views.chat import ChatHouse, chat_values
from app.interfaces.web.views.shell import shell
from app.routers.body import MAX_BODY
from app.routers.errors import DoorError

# A form sent by a page with "no-referrer" says its origin is "null"; the sign-in form must be able to say where it comes from.
FORM_HEADERS = {"Referrer-Policy": "same-origin"}
_MOST_QUERY = 4_000  # characters of an address that another site sends people to
_TRY_AGAIN = "That's not the password. Try again."


class Page:
    """What the routes do."""

    def __init__(self, house: ChatHouse, auth: PageAuth, assets: Assets, *, max_body: int) -> None:
        """`auth` is the one the guard uses; `max_body` tells the page how much it can send at once."""
        self._house = house
        self._max_body = max_body
        self._auth = auth
        self._assets = assets

    async def home(self, request: Request, token: str = "") -> Response:
        """The chat, or the way in. A one-time link opens it and leaves the address bar."""
        if await self._auth.is_signed_in(request):
            return RedirectResponse("/", 303) if token else await self._chat()
        if token and self._auth.door == "link" and (wait := self._auth.wait(request)):
            return self._html("closed", 429, reason=_slower(wait), headers=_retry(wait))
        if token and self._auth.redeem(request, token):
            return await self._welcome(request)
        if request.headers.get("sec-fetch-site") == "cross-site":
            # A strict cookie is not sent along when another site links here; coming again from our own page, it is.
            return self._html("again", to="/")
        return self._way_in(token)

    async def _chat(self) -> HTMLResponse:
        values = await shell(self._house, self._auth, "chat")
        return self._html("chat", **values, **await chat_values(self._house), most=self._max_body)

    async def sign_in(self, request: Request, password: Annotated[str, Form(max_length=1000)] = "") -> Response:
        """Check the password."""
        if self._auth.door != "password":
            return self._way_in("")
        if wait := self._auth.wait(request):
            return self._html("login", 429, notice=_slower(wait), headers={**FORM_HEADERS, **_retry(wait)})
        if not self._auth.knows_password(request, password):
            return self._html("login", 401, notice=_TRY_AGAIN, headers=FORM_HEADERS)
        return await self._welcome(request)

    async def sign_out(self, request: Request) -> Response:
        """Leave: the session ends, also where its cookie was copied to."""
        response = RedirectResponse("/", 303)
        await self._auth.sign_out(request, response)
        return response

    async def asset(self, request: Request, name: str) -> Response:
        """A file of the page."""
        asset = self._assets.get(name)
        if asset is None:
            raise DoorError(404, "not_found", "There's no such file.")
        headers = {"ETag": asset.tag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == asset.tag:
            return Response(status_code=304, headers=headers)
        return Response(asset.data, media_type=asset.media_type, headers=headers)

    async def _welcome(self, request: Request) -> Response:
        response = RedirectResponse("/", 303)
        await self._auth.sign_in(request, response)
        return response

    def _way_in(self, token: str) -> Response:
        if self._auth.door == "password":
            return self._html("login", 401 if token else 200, notice="", headers=FORM_HEADERS)
        reason = (
            "This link was used before or isn't the newest one." if token else "You're not signed in in this browser."
        )
        return self._html("closed", 403 if token else 401, reason=reason)

    def _html(
        self, name: str, status: int = 200, *, headers: dict[str, str] | None = None, **values: Any
    ) -> HTMLResponse:
        return HTMLResponse(self._assets.page(name, **values), status, headers)


def again_or_out(request: Request, assets: Assets) -> Response:
    """For a browser that shows no session: the same address once more, from a page of ours, where another site led here; else the way in."""
    query = request.url.query
    if request.headers.get("sec-fetch-site") == "cross-site" and len(query) < _MOST_QUERY:
        return HTMLResponse(assets.page("again", to=f"{request.url.path}?{query}" if query else request.url.path))
    return RedirectResponse("/", 303)


def _retry(wait: timedelta) -> dict[str, str]:
    return {"Retry-After": str(_seconds(wait))}


def _slower(wait: timedelta) -> str:
    return f"Too many tries. Wait {_seconds(wait)} seconds, then try again."


def _seconds(wait: timedelta) -> int:
    """Rounded up: who comes back then isn't told to wait again."""
    return max(1, math.ceil(wait.total_seconds()))


def build_router(house: ChatHouse, auth: PageAuth, *, max_body: int = MAX_BODY) -> APIRouter:
    """The router."""
    page = Page(house, auth, Assets(), max_body=max_body)
    router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
    router.add_api_route("/", page.home, methods=["GET"], response_model=None)
    router.add_api_route("/login", page.sign_in, methods=["POST"], response_model=None)
    router.add_api_route("/logout", page.sign_out, methods=["POST"], response_model=None)
    router.add_api_route("/assets/{name}", page.asset, methods=["GET"], response_model=None)
    return router

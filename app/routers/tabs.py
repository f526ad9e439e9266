"""The page's tabs and what is done on them. One route a row of `views/tabs.TABS`; `/act/…` for the rows of `interfaces/web/acts.ACTS`.

HTML from the server, with forms that work without a script; htmx puts what came of one where it was pressed. The guard has checked who
asks, but for the tabs themselves, to which a link elsewhere may lead.
"""

import re
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Annotated, Any
from urllib.parse import urlsplit, urlunsplit

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, Response

from app.errors import ActionRefused
from app.interfaces.web.acts import ACTS, ORDERS, Order
from app.interfaces.web.auth import PageAuth
from app.interfaces.web.pages import Assets
from app.interfaces.web.views import today
from app.interfaces.web.views.shell import shell
from app.interfaces.web.views.tabs import TABS, VIEWS, Tab
from app.interfaces.web.views.viewer import PageHouse, shown_request, viewer
from app.routers.errors import DoorError
from app.routers.page import FORM_HEADERS, again_or_out

CHANNEL = "web"
_LONGEST_ID = 100
_NOT_AN_ACT = (404, "not_found", "There's nothing of that name to do here.")
Fields = dict[str, str]


class Tabs:
    """What the routes do."""

    def __init__(self, house: PageHouse, auth: PageAuth, assets: Assets) -> None:
        """`auth` is the one the guard uses."""
        self._house = house
        self._auth = auth
        self._assets = assets

    def show(self, tab: Tab) -> Callable[[Request], Awaitable[Response]]:
        """The route of one tab."""
        view = tab.view
        assert view is not None

        async def shown(request: Request) -> Response:
            if not await self._auth.is_signed_in(request):
                return again_or_out(request, self._assets)
            seen = await viewer(self._house)
            values = await view(seen, request.query_params)
            return await self._page(tab, values, here_url=_address(request))

        return shown

    async def around(self) -> HTMLResponse:
        """What Today has from elsewhere, for itself: it may take its time."""
        seen = await viewer(self._house)
        return HTMLResponse(self._assets.page("around", **await today.around(seen)))

    async def act(self, request: Request, name: Annotated[str, Path(max_length=60)]) -> Response:
        """Do something with a row."""
        if name in ORDERS:
            return await self._order(request, ORDERS[name])
        row = ACTS.get(name)
        if row is None:
            raise DoorError(*_NOT_AN_ACT)
        fields = await _fields(request)
        acted = await self._house.conversation.act(
            self._house.owner.id,
            row.tool,
            row.arguments(fields),
            channel=CHANNEL,
            external_id=fields.get("act_id", "")[:_LONGEST_ID] or uuid.uuid4().hex,
            decides=row.decides,
        )
        action = await self._house.store.pending.get(self._house.owner.id, acted.waiting) if acted.waiting else None
        card = shown_request(action) if action is not None else None
        return self._told(request, {"acted": acted, "request_card": card})

    async def _order(self, request: Request, row: Order) -> Response:
        fields = await _fields(request)
        acted = await self._house.conversation.order(
            self._house.owner.id,
            row.command,
            row.words(fields),
            channel=CHANNEL,
            external_id=fields.get("act_id", "")[:_LONGEST_ID] or uuid.uuid4().hex,
        )
        said = replace(acted, text=row.said) if acted.ok and row.said else acted
        back, label = row.back if acted.ok else ("", "")
        return self._told(request, {"acted": said, "back_act": back, "back_label": label, "fields": fields})

    async def undo(self, request: Request) -> Response:
        """Take back what was done on a tab."""
        return await self._decided(request, "undo", (await _fields(request)).get("turn", ""))

    async def decide(self, request: Request) -> Response:
        """Confirm what waits, or leave it."""
        fields = await _fields(request)
        verb = "confirm" if fields.get("verb") == "confirm" else "cancel"
        return await self._decided(request, verb, fields.get("action", ""))

    async def _decided(self, request: Request, verb: str, target: str) -> Response:
        try:
            text, ok = await self._house.conversation.decide(self._house.owner.id, verb, target[:_LONGEST_ID]), True
        except ActionRefused as refused:
            text, ok = refused.sentence, False
        return self._told(request, {"acted": {"text": text, "ok": ok}})

    def _told(self, request: Request, values: dict[str, Any]) -> Response:
        """Where htmx asks, what goes into the corner of the page, and a word to the page that its rows are other now; else back to the page."""
        if "hx-request" in request.headers:
            return HTMLResponse(self._assets.page("toast", **values), headers={"HX-Trigger": "changed"})
        back = _back(request.headers.get("referer", ""))
        return HTMLResponse(self._assets.page("acted", back=back, tabs=TABS, here="", **values), headers=FORM_HEADERS)

    async def _page(self, tab: Tab, values: dict[str, Any], *, here_url: str) -> HTMLResponse:
        around = await shell(self._house, self._auth, tab.name)
        shown = {"title": tab.title, "here_url": here_url, **around, **values}
        return HTMLResponse(self._assets.page(tab.name, **shown), headers=FORM_HEADERS)


_ONE = re.compile(r"/activity/[\w:%.-]{1,300}")  # one turn's own page


def _address(request: Request) -> str:
    return f"{request.url.path}?{request.url.query}" if request.url.query else request.url.path


def _back(referer: str) -> str:
    """Where a form was pressed, where that is a tab of ours; else the first of them. The guard has checked that the page was ours."""
    came = urlsplit(referer)
    is_ours = came.path in VIEWS or _ONE.fullmatch(came.path) is not None
    return urlunsplit(("", "", came.path, came.query, "")) if is_ours else "/today"


async def _fields(request: Request) -> Fields:
    return {name: value for name, value in (await request.form()).items() if isinstance(value, str)}


def build_router(house: PageHouse, auth: PageAuth) -> APIRouter:
    """The router."""
    tabs = Tabs(house, auth, Assets())
    router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
    for tab in VIEWS.values():
        router.add_api_route(tab.path, tabs.show(tab), methods=["GET"], response_model=None, name=tab.name)
    router.add_api_route("/today/around", tabs.around, methods=["GET"], response_model=None)
    router.add_api_route("/act/undo", tabs.undo, methods=["POST"], response_model=None)
    router.add_api_route("/act/decide", tabs.decide, methods=["POST"], response_model=None)
    router.add_api_route("/act/{name}", tabs.act, methods=["POST"], response_model=None)
    return router

"""`/dashboard/`: what happens in the whole house, for whoever looks after it. Off (404) without DASHBOARD_SECRET, which opens it in
`X-Dashboard-Secret`, as `?token=` (a cookie from then on, and gone from the address), or typed into its form.
"""

import json
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Annotated, Literal
from urllib.parse import parse_qsl, urlencode
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from pydantic import SecretStr

from app.interfaces.web.auth import OWN_PAGES
from app.interfaces.web.operator import PATH, OperatorPass
from app.interfaces.web.pages import Assets
from app.interfaces.web.views.dashboard import VIEWS, DashboardView, Desk
from app.interfaces.web.views.viewer import PageHouse
from app.loops.table import LOOPS
from app.routers.errors import DoorError
from app.routers.page import FORM_HEADERS
from app.routers.secret import SecretHeader

HEADER = "X-Dashboard-Secret"
OFF = (404, "dashboard_off", "The dashboard is off. Set DASHBOARD_SECRET and restart to use it.")
WRONG_SECRET = (401, "wrong_secret", f"The {HEADER} header is missing or wrong.")
NO_LOOP = (404, "no_loop", "There is no such background work.")
SwitchAct = Literal["pause", "resume", "run"]
_LOOPS = frozenset(loop.name for loop in LOOPS if not loop.routine)
_LONGEST = 1_000


class Dashboard:
    """What the routes do."""

    def __init__(self, house: PageHouse, assets: Assets, header: SecretHeader) -> None:
        """Off where the house has no secret for it. `header` counts the guesses, wherever that secret opens something."""
        self._house = house
        self._assets = assets
        self._header = header
        secret = house.settings.dashboard_secret
        self._secret = secret
        self._pass = OperatorPass(secret, house.settings.data_dir) if secret else None

    def show(self, row: DashboardView) -> Callable[[Request], Awaitable[Response]]:
        """The route of one view; as JSON to programs, which bring the header."""

        async def shown(request: Request, token: str = "") -> Response:
            if request.headers.get("sec-fetch-site") not in OWN_PAGES and not self._is_in(request):
                # From our own page the cookie comes along. A token that another page brings is no guess of this visitor's: it goes.
                to = f"{request.url.path}{_without_token(request)}"
                return HTMLResponse(self._assets.page("again", to=to), headers=FORM_HEADERS)
            if token:
                return self._enter(request, token, f"{request.url.path}{_without_token(request)}")
            if not self._is_in(request):
                return self._way_in()
            house = self._house
            owner = await house.store.users.get(house.owner.id) or house.owner
            desk = Desk(house, ZoneInfo(owner.time_zone), house.clock.now(), request.query_params)
            sheets = await row.view(desk)
            if "text/html" not in request.headers.get("accept", "text/html"):
                return JSONResponse(json.loads(json.dumps([asdict(sheet) for sheet in sheets], default=sorted)))
            page = self._assets.page("dashboard", title=row.title, here=row.name, views=VIEWS, sheets=sheets, path=PATH)
            return HTMLResponse(page, headers=FORM_HEADERS)

        return shown

    async def switch(
        self, request: Request, act: SwitchAct, loop: Annotated[str, Form(max_length=100)] = ""
    ) -> Response:
        """Pause a loop, let it go on, or have it look at once whether there is something to do."""
        if not self._is_in(request):
            return self._way_in()
        if loop not in _LOOPS:
            raise DoorError(*NO_LOOP)
        switches, now = self._house.store.loop_switches, self._house.clock.now()
        if act == "resume":
            await switches.resume(loop)
        else:
            await (switches.pause if act == "pause" else switches.run_now)(loop, now)
        await self._house.database.nudge("loops")
        return RedirectResponse(f"{PATH}/loops", 303)

    async def sign_in(self, request: Request, secret: Annotated[str, Form(max_length=_LONGEST)] = "") -> Response:
        """Check what was typed."""
        return self._enter(request, secret, f"{PATH}/")

    async def sign_out(self, request: Request) -> Response:
        """Leave."""
        response = RedirectResponse(f"{PATH}/", 303)
        if self._pass is not None and self._pass.is_shown(request, self._house.clock.now()):
            self._pass.take(request, response)
        return response

    def _enter(self, request: Request, shown: str, to: str) -> Response:
        secret, operator = self._open()
        try:
            self._header.compare(request, shown.encode(), secret)
        except DoorError as wrong:
            return self._way_in(
                "That's not the secret." if wrong.status == WRONG_SECRET[0] else wrong.sentence, wrong.status
            )
        response = RedirectResponse(to, 303)
        operator.give(request, response, self._house.clock.now())
        return response

    def _is_in(self, request: Request) -> bool:
        """Raises DoorError for a wrong header, and where the dashboard is off."""
        secret, operator = self._open()
        if HEADER in request.headers:
            self._header.check(request, secret)
            return True
        return operator.is_shown(request, self._house.clock.now())

    def _open(self) -> tuple[SecretStr, OperatorPass]:
        if self._secret is None or self._pass is None:
            raise DoorError(*OFF)
        return self._secret, self._pass

    def _way_in(self, notice: str = "", status: int = 401) -> HTMLResponse:
        return HTMLResponse(self._assets.page("dashboard-door", notice=notice), status, headers=FORM_HEADERS)


def _without_token(request: Request) -> str:
    left = [(name, value) for name, value in parse_qsl(request.url.query) if name != "token"]
    return f"?{urlencode(left)}" if left else ""


def secret_header(house: PageHouse) -> SecretHeader:
    """What counts wrong guesses at DASHBOARD_SECRET."""
    return SecretHeader(HEADER, house.clock, wrong=WRONG_SECRET)


def build_router(house: PageHouse, header: SecretHeader | None = None) -> APIRouter:
    """The router. `header` is shared with whatever else that secret opens."""
    dashboard = Dashboard(house, Assets(), header or secret_header(house))
    router = APIRouter(prefix=PATH, include_in_schema=False, default_response_class=HTMLResponse)
    for row in VIEWS:
        router.add_api_route(f"/{row.name}", dashboard.show(row), methods=["GET"], response_model=None)
    router.add_api_route("/loops/{act}", dashboard.switch, methods=["POST"], response_model=None)
    router.add_api_route("/login", dashboard.sign_in, methods=["POST"], response_model=None)
    router.add_api_route("/logout", dashboard.sign_out, methods=["POST"], response_model=None)
    return router

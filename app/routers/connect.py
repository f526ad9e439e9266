"""`/connect/{vendor}`: signing in to an account from the page, at the house's own address. Who asks must be signed in to the page.

A vendor sends people back from another site, and a browser shows no strict cookie then: the answer is a page of ours that comes again with
the same address. What was begun is kept for its person and for one use, so that an address of somebody else's making finishes nothing.
"""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.errors import AssistantError
from app.integrations.oauth.signing_in import SigningIn, Wish
from app.integrations.oauth.vendors import VENDORS
from app.interfaces.web.accounts import AccountsPage
from app.interfaces.web.auth import PageAuth
from app.interfaces.web.pages import Assets
from app.interfaces.web.views.shell import shell
from app.routers.accounts import HOME
from app.routers.page import again_or_out
from app.routers.services import RouterServices

FROM_HERE = "\n\nTo sign in from this page, register {back} there as a redirect address too. Then start me again and come back here."


class ConnectPage:
    """What the routes do."""

    def __init__(self, services: RouterServices, signing_in: SigningIn, auth: PageAuth) -> None:
        """Accounts become its owner's; `auth` is the one the guard uses."""
        self._services = services
        self._signing_in = signing_in
        self._user_id = services.owner.id
        self._auth = auth
        self._assets = Assets()
        self._page = AccountsPage(services.settings, self._assets)

    async def begin(self, request: Request, vendor: str, label: str = "") -> Response:
        """Send the person to the vendor's page."""
        if not await self._auth.is_signed_in(request):
            return again_or_out(request, self._assets)
        back = str(request.url_for("connect_callback", vendor=vendor))
        try:
            return RedirectResponse(
                await self._signing_in.begin(self._user_id, Wish(vendor, label=label[:60]), back), 303
            )
        except AssistantError as problem:
            is_unknown = vendor in VENDORS and problem.sentence == VENDORS[vendor].steps
            says = problem.sentence + FROM_HERE.format(back=back) if is_unknown else problem.sentence
            return await self._problem(says)

    async def callback(self, request: Request, vendor: str) -> Response:
        """Where the vendor sends them back to."""
        if not await self._auth.is_signed_in(request):
            return again_or_out(request, self._assets)
        params = dict(request.query_params)
        try:
            account = await self._signing_in.finish(self._user_id, params.get("state", ""), params)
        except AssistantError as problem:
            return await self._problem(problem.sentence)
        return RedirectResponse(f"{HOME}?new={account.id}", 303)

    async def _problem(self, sentence: str) -> Response:
        return HTMLResponse(self._page.problem(sentence, await shell(self._services, self._auth, "connections")), 400)


def build_router(services: RouterServices, signing_in: SigningIn, auth: PageAuth) -> APIRouter:
    """The router."""
    page = ConnectPage(services, signing_in, auth)
    router = APIRouter(prefix="/connect", include_in_schema=False, default_response_class=HTMLResponse)
    router.add_api_route("/{vendor}", page.begin, methods=["GET"], response_model=None)
    router.add_api_route(
        "/{vendor}/callback", page.callback, methods=["GET"], response_model=None, name="connect_callback"
    )
    return router

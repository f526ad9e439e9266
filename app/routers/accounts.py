"""`/connections`: a person's accounts elsewhere on the page: seen, checked, named, let go, and connected by a password or a link.

Plain HTML with forms, so that it works where a script does not. Invariant: a password is read from a form and goes to the connector; it is
in no page, no address and no log. The guard has checked who asks, but for the list itself, to which a link elsewhere may lead.
"""

from collections.abc import Awaitable
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Form, Path, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from pydantic import SecretStr

from app.errors import AccountAway, AssistantError, NotFound, ToolProblem
from app.integrations.accounts import Accounts
from app.integrations.calendar_links import connect_link
from app.integrations.dav.connecting import DavLogin, connect_dav
from app.integrations.dav.discovery import provider_of
from app.integrations.mail import discovery
from app.integrations.mail.connecting import MailLogin, connect_mail
from app.integrations.mail.server import Server
from app.integrations.providers import PROVIDERS
from app.integrations.tokens import TOKEN_VENDORS, TokenLogin, connect_token
from app.interfaces.web import accounts as pages
from app.interfaces.web.accounts import AccountsPage, Said
from app.interfaces.web.auth import PageAuth
from app.interfaces.web.pages import Assets
from app.interfaces.web.views.shell import shell
from app.memory.records import Account
from app.routers.page import FORM_HEADERS, again_or_out
from app.routers.services import RouterServices

HOME = "/connections"
_LARGEST = 2**53
_GONE_ALREADY = "That account isn't connected any more."
_NO_SERVER = "“{said}” is no server. Write it as HOST, HOST:PORT or HOST:PORT:tls (tls, starttls or none)."
_NO_PASSWORD = "The password is missing."  # noqa: S105 - a sentence
_NO_VENDOR = "Choose what the token is for."
_NO_LINK = "The link is missing."
_NO_FETCHER = "Links can't be read from here."
_NAME_IT = " If your provider's servers have other names, give them under “More”."
_WANTS = "{domain} wants {password}."
Number = Annotated[int, Path(ge=1, le=_LARGEST)]
Short = Annotated[str, Form(max_length=300)]
Password = Annotated[SecretStr, Form(max_length=1_000)]


class Connections:
    """What the routes do."""

    def __init__(self, services: RouterServices, accounts: Accounts, auth: PageAuth, assets: Assets) -> None:
        """`auth` is the one the guard uses."""
        self._services = services
        self._accounts = accounts
        self._auth = auth
        self._assets = assets
        self._page = AccountsPage(services.settings, assets)

    async def show(self, request: Request, new: int = 0, works: int = 0, named: int = 0, gone: str = "") -> Response:
        """The list; the numbers say which account was just connected, checked or named, `gone` of which provider one was let go."""
        if not await self._auth.is_signed_in(request):
            return again_or_out(request, self._assets)
        for number, says in ((new, None), (works, pages.WORKS), (named, pages.RENAMED)):
            if 0 < number <= _LARGEST and (account := await self._accounts.get(self._owner, number)):
                said = says.format(label=account.label) if says else pages.connected(account)
                return await self._listed(Said(notice=said))
        return await self._listed(Said(notice=pages.gone(gone) if gone in PROVIDERS else ""))

    async def check(self, number: Number) -> Response:
        """Try all that it offers."""
        account = await self._account(number)
        try:
            problem = await self._accounts.check(account)
        except AssistantError as failed:
            problem = failed.sentence
        if problem:
            return await self._listed(Said(problem=problem, place=str(number)))
        return RedirectResponse(f"{HOME}?works={number}", 303)

    async def rename(self, number: Number, label: Short = "") -> Response:
        """Call it something else."""
        try:
            await self._accounts.rename(self._owner, await self._account(number), label)
        except ToolProblem as problem:
            return await self._listed(Said(problem=problem.sentence, place=str(number), given={"label": label}), 400)
        return RedirectResponse(f"{HOME}?named={number}", 303)

    async def ask_disconnect(self, number: Number) -> Response:
        """What goes and what stays."""
        account = await self._account(number)
        holdings = await self._accounts.holdings(self._owner, account)
        page = self._page.leaving(account, holdings, await self._shell())
        return HTMLResponse(page, headers=FORM_HEADERS)

    async def disconnect(self, number: Number) -> Response:
        """Let it go."""
        account = await self._account(number)
        await self._accounts.disconnect(self._owner, account)
        return RedirectResponse(f"{HOME}?gone={account.provider}", 303)

    async def mail(
        self,
        *,
        address: Short = "",
        password: Password = SecretStr(""),  # noqa: B008 - an empty one, never changed
        user: Short = "",
        label: Short = "",
        imap: Short = "",
        smtp: Short = "",
    ) -> Response:
        """Connect a mailbox."""
        given = {"address": address, "user": user, "label": label, "imap": imap, "smtp": smtp}

        async def connect() -> Account:
            wanted = MailLogin(
                address, _some(password), user=user, label=label, imap=_server(imap, 993), smtp=_server(smtp, 465)
            )
            return await connect_mail(self._accounts, self._owner, wanted)

        return await self._tried("mail", given, connect())

    async def dav(
        self,
        *,
        address: Short = "",
        password: Password = SecretStr(""),  # noqa: B008 - an empty one, never changed
        user: Short = "",
        label: Short = "",
        url: Annotated[str, Form(max_length=2_000)] = "",
    ) -> Response:
        """Connect calendars, lists of tasks and contacts."""
        given = {"address": address, "user": user, "label": label, "url": url}

        async def connect() -> Account:
            wanted = DavLogin(address, _some(password), user=user, label=label, url=url.strip())
            return await connect_dav(self._accounts, self._owner, wanted)

        return await self._tried("dav", given, connect())

    async def link(
        self,
        link: Annotated[SecretStr, Form(max_length=4_000)] = SecretStr(""),  # noqa: B008 - an empty one, never changed
        label: Short = "",
    ) -> Response:
        """Connect a calendar by its link, which may be all that protects it."""

        async def connect() -> Account:
            fetcher, address = self._accounts.fetcher, link.get_secret_value().strip()
            if fetcher is None or not address:
                raise ToolProblem(_NO_LINK if fetcher else _NO_FETCHER)
            zone = await self._zone()
            return await connect_link(self._accounts, fetcher, self._owner, address, zone=zone, label=label)

        return await self._tried("link", {"label": label}, connect())

    async def token(
        self,
        *,
        provider: Annotated[str, Form(max_length=20)] = "",
        password: Password = SecretStr(""),  # noqa: B008 - an empty one, never changed
        url: Annotated[str, Form(max_length=2_000)] = "",
        user: Short = "",
        label: Short = "",
    ) -> Response:
        """Connect what a token opens."""

        async def connect() -> Account:
            if provider not in TOKEN_VENDORS:
                raise ToolProblem(_NO_VENDOR)
            wanted = TokenLogin(provider, password, url=url, user=user, label=label)
            return await connect_token(self._accounts, self._owner, wanted)

        given = {"provider": provider, "url": url, "user": user, "label": label}
        return await self._tried("token", given, connect())

    async def hint(self, address: Short = "", kind: Annotated[str, Form(max_length=10)] = "") -> Response:
        """For the page's script: which password an address's provider wants, as HTML-free words, and the host that will be tried first."""
        domain = address.strip().casefold().rpartition("@")[2][:100]
        places = discovery.places(address)
        known = provider_of(address) if kind == "dav" else next(iter(places), None)
        wanted = _WANTS.format(domain=domain, password=known.password) if known and known.password else ""
        host = places[0].imap.host if places and kind == "mail" else domain
        return JSONResponse({"words": known.only if known and known.only else wanted, "host": host})

    async def _tried(self, form: str, given: dict[str, str], connecting: Awaitable[Account]) -> Response:
        """The account's list once it is kept, else the form again with the reason beside it."""
        try:
            account = await connecting
        except AssistantError as problem:
            more = _NAME_IT if form == "mail" and isinstance(problem, AccountAway) and not given["imap"] else ""
            said = Said(problem=problem.sentence + more, place=form, given=given)
            return await self._listed(said, 400)
        return RedirectResponse(f"{HOME}?new={account.id}", 303)

    async def _listed(self, said: Said, status: int = 200) -> Response:
        found = await self._accounts.every(self._owner)
        page = self._page.listed(found, await self._zone(), said, await self._shell())
        return HTMLResponse(page, status, headers=FORM_HEADERS)

    async def _shell(self) -> dict[str, Any]:
        return await shell(self._services, self._auth, "connections")

    async def _account(self, number: int) -> Account:
        """Raises NotFound."""
        account = await self._accounts.get(self._owner, number)
        if account is None:
            raise NotFound(_GONE_ALREADY)
        return account

    async def _zone(self) -> ZoneInfo:
        owner = await self._services.store.users.get(self._owner) or self._services.owner
        return ZoneInfo(owner.time_zone)

    @property
    def _owner(self) -> str:
        return self._services.owner.id


def build_router(services: RouterServices, accounts: Accounts, auth: PageAuth) -> APIRouter:
    """The router."""
    page = Connections(services, accounts, auth, Assets())
    router = APIRouter(prefix=HOME, include_in_schema=False, default_response_class=HTMLResponse)
    router.add_api_route("", page.show, methods=["GET"], response_model=None)
    ways = {"mail": page.mail, "dav": page.dav, "link": page.link, "token": page.token, "hint": page.hint}
    for name, connect in ways.items():
        router.add_api_route(f"/{name}", connect, methods=["POST"], response_model=None)
    router.add_api_route("/{number}/check", page.check, methods=["POST"], response_model=None)
    router.add_api_route("/{number}/rename", page.rename, methods=["POST"], response_model=None)
    router.add_api_route("/{number}/disconnect", page.ask_disconnect, methods=["GET"], response_model=None)
    router.add_api_route("/{number}/disconnect", page.disconnect, methods=["POST"], response_model=None)
    return router


def _some(password: SecretStr) -> SecretStr:
    """Raises ToolProblem for none."""
    if not password.get_secret_value():
        raise ToolProblem(_NO_PASSWORD)
    return password


def _server(said: str, port: int) -> Server | None:
    """None for nothing. Raises ToolProblem."""
    try:
        return discovery.server(said, port=port) if said.strip() else None
    except ValueError:
        raise ToolProblem(_NO_SERVER.format(said=said.strip())) from None

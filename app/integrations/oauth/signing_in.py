"""Signing in to an account: begun in one process, finished in any, by a code that comes back or one that is entered elsewhere.

What begins is kept in the vault under a random state, of the person who began it, for ten minutes and for one use. Invariant: an account is
kept only where the vendor has said whose it is; what it offers is what the person really allowed.
"""

import logging
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import parse_qsl, urlsplit

from pydantic import Secret

from app.clock import Clock
from app.config import Settings
from app.errors import ToolProblem
from app.integrations.accounts import Accounts
from app.integrations.oauth.client import DeviceCode, Grant, SignInServer, StillWaiting, TooFast
from app.integrations.oauth.tokens import TOKEN, KeptToken, StoredTokens
from app.integrations.oauth.vendors import VENDORS, Client, Vendor, client_of, offered, place_of, scopes_of
from app.integrations.providers import Port
from app.integrations.vault import Vault
from app.memory.records import Account

log = logging.getLogger(__name__)

SECONDS = 600.0  # that what was begun can be finished
BEGUN = "sign-in that was begun"  # what it is kept under
_STATE = re.compile(r"[A-Za-z0-9_-]{20,100}")
_SLOWER = 5.0  # seconds more between two questions after "slow_down" (RFC 8628, 3.5)
_NO_VENDOR = "I can't sign in at “{name}”. I know {known}."
_NOT_BEGUN = "That sign-in isn't waiting any more: each is for ten minutes and for one use. Begin again."
_DENIED = "You didn't allow it at {title}, so nothing is connected."
_REFUSED = "{title} turned that down ({code}), so nothing is connected."
_NO_CODE = "That isn't the address your browser ended at, nor the code in it. Copy the whole address line."
_NO_PORT = (
    "You allowed none of what I asked for at {title}, so nothing is connected. Begin again and leave the boxes ticked."
)
_NO_REFRESH = (
    "{title} gave no permission that lasts, so nothing is connected. Take it back at {take_back}, then begin again."
)
_TOO_LATE = "Nobody entered the code in time. Begin again."


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants connected: `ports` empty for all; `client` where it isn't the one of the settings."""

    vendor: str
    ports: tuple[Port, ...] = ()
    label: str = ""
    client: Client | None = field(default=None, repr=False)


class SigningIn:
    """For all people of a house."""

    def __init__(
        self, settings: Settings, vault: Vault, clock: Clock, *, accounts: Accounts, tokens: StoredTokens
    ) -> None:
        """`accounts` keeps what comes of it, `tokens` renews it."""
        self._settings = settings
        self._vault = vault
        self._clock = clock
        self._accounts = accounts
        self._tokens = tokens

    async def close(self) -> None:
        """Wait until what is being renewed is kept."""
        await self._tokens.close()

    async def begin(self, user_id: str, wish: Wish, redirect_uri: str) -> str:
        """The link to the vendor's page, which sends people on to `redirect_uri`. Raises ToolProblem, AccountAway, VaultLocked."""
        vendor, client = self._known(wish)
        state, verifier = secrets.token_urlsafe(24), secrets.token_urlsafe(48)
        await self._sweep(user_id)
        begun = {
            "vendor": vendor.name,
            "ports": list(wish.ports),
            "label": wish.label,
            "client": [wish.client.id, wish.client.secret] if wish.client else None,
            "redirect_uri": redirect_uri,
            "verifier": verifier,
            "at": self._now(),
        }
        await self._vault.put(user_id, BEGUN, state, Secret[dict[str, Any]](begun))
        scopes = scopes_of(vendor, wish.ports or vendor.scopes)
        server = SignInServer(vendor, place_of(vendor, self._settings), client)
        return await server.link(redirect_uri=redirect_uri, scopes=scopes, state=state, verifier=verifier)

    async def finish(self, user_id: str, state: str, params: Mapping[str, str]) -> Account:
        """Keep the account that a vendor sent somebody back from; `params` are those of the address.

        Raises ToolProblem where nothing was begun or allowed, AccountClosed, AccountAway, TooMany, VaultLocked."""
        begun = await self._taken(user_id, state)
        wish = Wish(
            begun["vendor"],
            tuple(begun["ports"]),
            begun["label"],
            Client(*begun["client"]) if begun["client"] else None,
        )
        vendor, client = self._known(wish)
        if said := params.get("error", ""):
            code = "".join(sign for sign in said[:40] if sign.isascii() and (sign.isalnum() or sign == "_"))
            raise ToolProblem((_DENIED if code == "access_denied" else _REFUSED).format(title=vendor.title, code=code))
        if not params.get("code"):
            raise ToolProblem(_NO_CODE)
        server = SignInServer(vendor, place_of(vendor, self._settings), client)
        asked_at = self._now()
        redirect_uri, verifier = begun["redirect_uri"], begun["verifier"]
        grant = await server.exchange(params["code"], verifier=verifier, redirect_uri=redirect_uri)
        return await self._keep(user_id, wish, grant, asked_at)

    async def device(self, wish: Wish) -> DeviceCode:
        """A code that the person enters at an address, on any machine. Raises ToolProblem, AccountClosed, AccountAway."""
        vendor, client = self._known(wish)
        server = SignInServer(vendor, place_of(vendor, self._settings), client)
        return await server.device(scopes_of(vendor, wish.ports or vendor.scopes))

    async def entered(
        self, user_id: str, wish: Wish, device: DeviceCode, pause: Callable[[float], Awaitable[None]]
    ) -> Account:
        """Wait until somebody has entered that code, asking as often as the vendor allows; keep the account.

        Raises ToolProblem where nobody did, AccountClosed where it was denied, AccountAway, TooMany, VaultLocked."""
        vendor, client = self._known(wish)
        server, interval, waited = SignInServer(vendor, place_of(vendor, self._settings), client), device.interval, 0.0
        while waited < device.seconds:
            await pause(interval)
            waited += max(interval, 1.0)
            asked_at = self._now()
            try:
                grant = await server.poll(device)
            except StillWaiting as still:
                interval += _SLOWER if isinstance(still, TooFast) else 0.0
                continue
            return await self._keep(user_id, wish, grant, asked_at)
        raise ToolProblem(_TOO_LATE)

    async def adopt(self, user_id: str, wish: Wish, refresh: str) -> Account:
        """Keep the account that a refresh token from elsewhere opens, whatever it offers; one that is connected already stays as it is.

        Raises as `finish`."""
        vendor, client = self._known(wish)
        asked_at = self._now()
        grant = await SignInServer(vendor, place_of(vendor, self._settings), client).refresh(refresh)
        whole = Grant(grant.access, grant.refresh or refresh, grant.seconds, grant.scopes)
        return await self._keep(user_id, wish, whole, asked_at, is_adopted=True)

    async def _keep(
        self, user_id: str, wish: Wish, grant: Grant, asked_at: float, *, is_adopted: bool = False
    ) -> Account:
        vendor, client = self._known(wish)
        place = place_of(vendor, self._settings)
        granted = grant.scopes or scopes_of(vendor, wish.ports or vendor.scopes)  # none said: as asked (RFC 6749, 5.1)
        ports = offered(vendor, granted)
        if not ports and not is_adopted:
            raise ToolProblem(_NO_PORT.format(title=vendor.title))
        if not grant.refresh:
            raise ToolProblem(_NO_REFRESH.format(title=vendor.title, take_back=vendor.take_back))
        identity = await SignInServer(vendor, place, client).identity(grant.access)
        known = [one for one in await self._accounts.every(user_id) if one.vault_name == _vault_name(vendor, identity)]
        if known and is_adopted:
            return known[0]
        kept = KeptToken.of(grant, asked_at, client, is_of_settings=wish.client is None)
        async with self._tokens.held(user_id, _vault_name(vendor, identity), identity):
            return await self._accounts.keep(
                user_id,
                vendor.name,
                identity,
                secrets={TOKEN: kept.sealed()},
                settings={"api": place.kept_api, "offers": list(ports)},
                label=wish.label,
                scopes=sorted(granted),
            )

    def _known(self, wish: Wish) -> tuple[Vendor, Client]:
        """Whom that means and who we are there. Raises ToolProblem, with the steps where we are nobody yet."""
        vendor = VENDORS.get(wish.vendor)
        if vendor is None:
            raise ToolProblem(_NO_VENDOR.format(name=wish.vendor[:40], known=" and ".join(VENDORS)))
        client = wish.client or client_of(vendor, self._settings)
        if client is None:
            raise ToolProblem(vendor.steps)
        return vendor, client

    async def _taken(self, user_id: str, state: str) -> dict[str, Any]:
        """What was begun under a state, for one use. Raises ToolProblem."""
        if not _STATE.fullmatch(state):
            raise ToolProblem(_NOT_BEGUN)
        begun = await self._vault.get(user_id, BEGUN, state)
        if not isinstance(begun, Secret) or not await self._vault.delete(user_id, BEGUN, state):
            raise ToolProblem(_NOT_BEGUN)
        said = begun.get_secret_value()
        if abs(self._now() - said["at"]) > SECONDS:
            raise ToolProblem(_NOT_BEGUN)
        return said

    async def _sweep(self, user_id: str) -> None:
        """Take away what nobody finished."""
        for one in await self._vault.names(user_id):
            if one.account == BEGUN and self._now() - one.updated_at.timestamp() > SECONDS:
                await self._vault.delete(user_id, BEGUN, one.name)

    def _now(self) -> float:
        return self._clock.now().timestamp()


def _vault_name(vendor: Vendor, identity: str) -> str:
    """As `records.Account` has it."""
    return f"{vendor.name}:{identity.strip().casefold()}"


def pasted(text: str, state: str) -> dict[str, str]:
    """The parameters in the address that a browser ended at, or of the bare code. Raises ToolProblem for anything else, and for another
    sign-in's address."""
    bare = text.strip()
    if re.fullmatch(r"[\w./~%-]{8,2000}", bare) and not bare.startswith("http"):
        return {"code": bare}
    try:
        params = dict(parse_qsl(urlsplit(bare).query, max_num_fields=30))
    except ValueError:
        raise ToolProblem(_NO_CODE) from None
    if "code" not in params and "error" not in params:
        raise ToolProblem(_NO_CODE)
    if params.get("state") != state:
        raise ToolProblem(_NOT_BEGUN)
    return params


def state_of(link: str) -> str:
    """The state in a link of `begin`."""
    return dict(parse_qsl(urlsplit(link).query))["state"]


def missing(account: Account, asked: Sequence[Port]) -> list[Port]:
    """What was asked for and the person did not allow."""
    given = cast("list[str]", account.settings.get("offers") or [])
    return [port for port in asked if port not in given]

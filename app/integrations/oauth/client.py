"""One vendor's sign-in server, as one client of ours speaks with it: every answer read into a Grant, every failure one of our errors.

Invariant: bounded in time, no redirect followed, no token in a log or an error. Keeps nothing.
"""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import httpx2
from authlib.common.errors import AuthlibBaseError

from app.errors import AccountAway, AccountClosed, AccountError
from app.integrations.oauth.vendors import Client, Endpoints, Place, Vendor
from app.tls import trusted
from app.version import VERSION

log = logging.getLogger(__name__)
T = TypeVar("T")

SECONDS = 20.0  # one exchange with all its waiting
MOST_SECONDS = 86_400.0  # that an access token is believed to hold
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
_MOST_BYTES = 1_000_000
_AWAY = "{title}'s sign-in doesn't answer just now ({why}). Try again in a moment."
_ENDED = "{title} no longer lets me into that account: the permission was taken back, or it ended. {mend}"
_UNKNOWN_CLIENT = "{title} doesn't know the client that I come with. Check {settings}, then connect the account again."
_REFUSED = "{title} turned that sign-in down ({why}). {mend}"
_MEND = "Connect it again with ./scripts/run connect {name}."
_NO_IDENTITY = "{title} doesn't say whose account that is."
# What a vendor says (RFC 6749, 5.2) and what it means for the account; all else is a trouble of the moment.
_ENDS: Mapping[str, str] = {
    "invalid_grant": _ENDED,
    "interaction_required": _ENDED,
    "consent_required": _ENDED,
    "invalid_client": _UNKNOWN_CLIENT,
    "unauthorized_client": _UNKNOWN_CLIENT,
    "invalid_scope": _REFUSED,
    "invalid_request": _REFUSED,
    "unsupported_grant_type": _REFUSED,
    "access_denied": _REFUSED,
    "expired_token": _REFUSED,
}


class StillWaiting(AccountAway):
    """The person hasn't entered the code yet."""


class TooFast(StillWaiting):
    """The person hasn't entered the code yet, and we are to ask less often."""


_WAITS: Mapping[str, type[StillWaiting]] = {"authorization_pending": StillWaiting, "slow_down": TooFast}


@dataclass(frozen=True, slots=True)
class Grant:
    """What a vendor gave: `seconds` is how long the access token holds; `refresh` is "" and `scopes` empty where the answer has none."""

    access: str = field(repr=False)
    refresh: str = field(repr=False)
    seconds: float
    scopes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeviceCode:
    """What somebody enters on another machine, at which address; asked about every `interval` seconds until `seconds` have passed."""

    code: str = field(repr=False)
    user_code: str
    address: str
    interval: float
    seconds: float


class SignInServer:
    """One vendor's, for one client of ours."""

    def __init__(self, vendor: Vendor, place: Place, client: Client) -> None:
        """`client` is who we are there."""
        self._vendor = vendor
        self._place = place
        self._client = client

    async def link(self, *, redirect_uri: str, scopes: Sequence[str], state: str, verifier: str) -> str:
        """The address of the vendor's page that asks the person. Raises AccountAway."""
        endpoints = await self._endpoints()
        async with self._connected() as opened:
            url, _ = opened.create_authorization_url(
                endpoints.authorization,
                state=state,
                code_verifier=verifier,
                redirect_uri=redirect_uri,
                scope=" ".join(scopes),
                **self._vendor.extra,
            )
        return url

    async def exchange(self, code: str, *, verifier: str, redirect_uri: str) -> Grant:
        """What a code is worth. Raises AccountClosed where it is worth nothing, AccountAway."""
        asked = {"grant_type": "authorization_code", "code": code, "code_verifier": verifier}
        return await self._granted({**asked, "redirect_uri": redirect_uri})

    async def refresh(self, token: str) -> Grant:
        """A new access token, and the refresh token that stands in the old one's place, if any. Raises AccountClosed or AccountAway."""
        endpoints = await self._endpoints()
        async with self._connected() as opened:
            answer = await self._asked(opened.refresh_token(endpoints.token, refresh_token=token))
        grant = self._read(answer)
        return replace(grant, refresh="") if grant.refresh == token else grant

    async def revoke(self, token: str) -> bool:
        """End a token there; False where the vendor has no way to. Raises AccountAway or AccountClosed."""
        endpoints = await self._endpoints()
        if not endpoints.revocation:
            return False
        async with self._connected() as opened:
            answer = await self._asked(opened.revoke_token(endpoints.revocation, token=token))
        if answer.status_code >= 500 or answer.status_code == 429:
            raise self._away(f"status {answer.status_code}")
        return True  # 400 is the answer about a token that ended before

    async def device(self, scopes: Sequence[str]) -> DeviceCode:
        """A code to enter elsewhere. Raises AccountClosed where the vendor has no such way, AccountAway."""
        endpoints = await self._endpoints()
        if not endpoints.device:
            raise AccountClosed(_REFUSED.format(title=self._vendor.title, why="it gives no codes for devices", mend=""))
        async with self._connected() as opened:
            asked = {"client_id": self._client.id, "scope": " ".join(scopes)}
            answer = await self._asked(opened.request("POST", endpoints.device, data=asked, withhold_token=True))
        said = self._object(answer)
        try:
            return DeviceCode(
                code=str(said["device_code"]),
                user_code=str(said["user_code"])[:40],
                address=str(said.get("verification_uri") or said["verification_url"])[:300],
                interval=min(max(float(said.get("interval", 5)), 0.0), 60.0),
                seconds=min(max(float(said.get("expires_in", 900)), 0.0), 3600.0),
            )
        except (KeyError, TypeError, ValueError):
            raise self._away("a broken answer") from None

    async def poll(self, device: DeviceCode) -> Grant:
        """What a device's code is worth by now. Raises StillWaiting, TooFast, AccountClosed (denied, expired), AccountAway."""
        return await self._granted({"grant_type": DEVICE_GRANT, "device_code": device.code})

    async def identity(self, access: str) -> str:
        """Whose account a token opens, as a mail address. Raises AccountAway or AccountClosed."""
        for path, names in self._vendor.identity:
            if found := await self._named(f"{self._place.api}{path}", names, access):
                return found
        raise AccountClosed(_NO_IDENTITY.format(title=self._vendor.title))

    async def _named(self, url: str, names: Sequence[str], access: str) -> str:
        async with self._connected() as opened:
            headers = {"Authorization": f"Bearer {access}"}
            answer = await self._asked(opened.request("GET", url, headers=headers, withhold_token=True))
        if answer.status_code >= 500 or answer.status_code == 429:
            raise self._away(f"status {answer.status_code}")
        said: Any = _json(answer) if answer.status_code == 200 else None
        for name in names:
            said = said.get(name) if isinstance(said, dict) else None
        return said[:254] if isinstance(said, str) and "@" in said and said.isprintable() else ""

    async def _granted(self, asked: Mapping[str, str]) -> Grant:
        endpoints = await self._endpoints()
        async with self._connected() as opened:
            return self._read(await self._asked(opened.fetch_token(endpoints.token, **asked)))

    async def _endpoints(self) -> Endpoints:
        """The addresses; those of a server of one's own are read from it."""
        known = self._place.endpoints
        if not known.discovery:
            return known
        async with self._connected() as opened:
            said = self._object(await self._asked(opened.request("GET", known.discovery, withhold_token=True)))
        return Endpoints(
            authorization=str(said.get("authorization_endpoint", "")),
            token=str(said.get("token_endpoint", "")),
            revocation=str(said.get("revocation_endpoint", "")),
            device=str(said.get("device_authorization_endpoint", "")),
        )

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[Any]:
        """An AsyncOAuth2Client, which has no types of its own."""
        # A quarter of a second and many modules, which only who signs in or renews shall wait for.
        from authlib.integrations.httpx_client import AsyncOAuth2Client

        how = "client_secret_post" if self._client.secret else "none"
        client: Any = AsyncOAuth2Client(
            self._client.id,
            self._client.secret or None,
            token_endpoint_auth_method=how,
            revocation_endpoint_auth_method=how,
            code_challenge_method="S256",
            timeout=SECONDS,
            trust_env=False,
            verify=trusted(),
            follow_redirects=False,
            headers={"user-agent": f"Kwasi/{VERSION}"},
        )
        async with client:
            yield client

    async def _asked(self, asked: Awaitable[T]) -> T:
        """What came back, every failure as one of ours."""
        try:
            async with asyncio.timeout(SECONDS):
                return await asked
        except TimeoutError:
            raise self._away("it took too long") from None
        except AuthlibBaseError as said:
            raise self._problem(str(said.error or "")) from None
        except httpx2.HTTPStatusError as said:
            raise self._away(f"status {said.response.status_code}") from None
        except (httpx2.HTTPError, httpx2.InvalidURL) as problem:
            raise self._away(type(problem).__name__) from None
        except (
            ValueError,
            TypeError,
            KeyError,
            AttributeError,
        ):  # of an answer that is no JSON, or another shape of it
            raise self._away("a broken answer") from None

    def _problem(self, code: str) -> AccountError:
        """What a vendor's own code means."""
        if code in _WAITS:
            return _WAITS[code]()
        vendor = self._vendor
        log.warning(
            "a sign-in was turned down", extra={"event": "oauth.refused", "vendor": vendor.name, "code": _safe(code)}
        )
        if code not in _ENDS:
            return self._away(_safe(code))
        settings = f"{vendor.name.upper()}_CLIENT_ID and {vendor.name.upper()}_CLIENT_SECRET"
        mend = _MEND.format(name=vendor.name)
        return AccountClosed(_ENDS[code].format(title=vendor.title, why=_safe(code), settings=settings, mend=mend))

    def _away(self, why: str) -> AccountAway:
        log.warning(
            "a sign-in server was not reached", extra={"event": "oauth.away", "vendor": self._vendor.name, "why": why}
        )
        return AccountAway(_AWAY.format(title=self._vendor.title, why=why))

    def _object(self, answer: httpx2.Response) -> dict[str, Any]:
        """The JSON object of a good answer."""
        said = _json(answer)
        if isinstance(said, dict) and isinstance(said.get("error"), str):
            raise self._problem(said["error"])
        if answer.status_code != 200 or not isinstance(said, dict):
            raise self._away(f"status {answer.status_code}" if answer.status_code != 200 else "a broken answer")
        return said

    def _read(self, answer: Mapping[str, Any]) -> Grant:
        access, refresh, scope = (answer.get(name) or "" for name in ("access_token", "refresh_token", "scope"))
        if not access or not all(isinstance(text, str) for text in (access, refresh, scope)):
            raise self._away("a broken answer")
        return Grant(access, refresh, _seconds(answer.get("expires_in")), tuple(scope.split()))


def _seconds(said: object) -> float:
    """How long a token holds, as said; five minutes where that is no number."""
    try:
        return min(max(float(str(said)), 0.0), MOST_SECONDS)
    except ValueError:
        return 300.0


def _json(answer: httpx2.Response) -> Any:
    """What an answer holds; None for what is no JSON."""
    try:
        return json.loads(answer.content[:_MOST_BYTES])
    except (ValueError, RecursionError):
        return None


def _safe(code: str) -> str:
    """A vendor's code, as it may be shown."""
    return (
        "".join(sign for sign in code[:40] if sign.isascii() and (sign.isalnum() or sign == "_")) or "no reason given"
    )

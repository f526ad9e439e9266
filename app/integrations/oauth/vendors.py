"""THE table of vendors that are signed in to by their own page: where, for which permissions, and how to become known there.

Data only, and who we are there by the settings. Addresses and scopes are those that the vendors publish: Google's
https://developers.google.com/identity/protocols/oauth2/web-server, Microsoft's https://learn.microsoft.com/entra/identity-platform/.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from app.config import Settings
from app.integrations.providers import Port
from app.vendor_settings import GOOGLE_API, MICROSOFT_GRAPH

_GOOGLE = "https://www.googleapis.com/auth/"


@dataclass(frozen=True, slots=True)
class Endpoints:
    """The addresses of a sign-in; "" for what a vendor doesn't have. Where `discovery` is set, the others are read there first."""

    authorization: str = ""
    token: str = ""
    revocation: str = ""
    device: str = ""
    discovery: str = ""


@dataclass(frozen=True, slots=True)
class Vendor:
    """`always` is asked for besides the `scopes` of the ports; `prefix` may stand before a scope in an answer; `loopback` is where people are
    sent back to on their own machine, `pasted` where nothing needs to listen. `identity`: addresses behind the API's base that say whose
    account it is, each with the fields to look into. `take_back`: where somebody ends a permission themselves, which `revokes` says we can; `steps`: how to get a
    client."""

    name: str
    title: str
    always: tuple[str, ...]
    scopes: Mapping[Port, tuple[str, ...]]
    extra: Mapping[str, str]
    loopback: str
    pasted: str
    identity: tuple[tuple[str, tuple[str, ...]], ...]
    take_back: str
    steps: str
    prefix: str = ""
    revokes: bool = False


@dataclass(frozen=True, slots=True)
class Client:
    """Who we are at a vendor."""

    id: str
    secret: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a vendor is by the settings: its sign-in, its API (`api`), and the same as an account keeps it ("" for the usual one)."""

    endpoints: Endpoints
    api: str
    kept_api: str


_GOOGLE_SCOPES: dict[Port, tuple[str, ...]] = {
    "mail": (f"{_GOOGLE}gmail.modify",),
    "mail watch": (f"{_GOOGLE}gmail.modify",),
    "calendar": (f"{_GOOGLE}calendar",),
    "tasks": (f"{_GOOGLE}tasks",),
    "contacts": (f"{_GOOGLE}contacts.readonly",),
    "files": (f"{_GOOGLE}drive",),
}
_MICROSOFT_SCOPES: dict[Port, tuple[str, ...]] = {
    "mail": ("Mail.ReadWrite", "Mail.Send"),
    "mail watch": ("Mail.ReadWrite",),
    "calendar": ("Calendars.ReadWrite",),
    "tasks": ("Tasks.ReadWrite",),
    "contacts": ("Contacts.Read",),
    "files": ("Files.ReadWrite",),
}
_GOOGLE_STEPS = """Google lets programs in by a client of your own. Once:
1. Open https://console.cloud.google.com/apis/credentials and make a project.
2. Under “Library”, switch on Gmail API, Google Calendar API, Google Tasks API, People API and Google Drive API.
3. Under “OAuth consent screen”, choose External, add your own address as a test user (or publish it: as a test it ends after 7 days).
4. Under “Credentials”, create an OAuth client ID of the type Desktop app.
5. Put both texts it shows into .env: GOOGLE_CLIENT_ID=… and GOOGLE_CLIENT_SECRET=…
Then run this again."""
_MICROSOFT_STEPS = """Microsoft lets programs in by an application of your own. Once:
1. Open https://entra.microsoft.com, then App registrations, then New registration.
2. Choose “Accounts in any organizational directory and personal Microsoft accounts”.
3. Under “Authentication”, add the platform “Mobile and desktop applications” with http://localhost, and allow public client flows.
4. Put the Application (client) ID into .env: MICROSOFT_CLIENT_ID=…
Then run this again."""

VENDORS: dict[str, Vendor] = {
    row.name: row
    for row in (
        Vendor(
            name="google",
            title="Google",
            always=("openid", "email"),
            scopes=_GOOGLE_SCOPES,
            extra={"access_type": "offline", "prompt": "consent"},
            loopback="http://127.0.0.1:{port}/",
            pasted="http://127.0.0.1/",
            identity=(
                ("/oauth2/v2/userinfo", ("email",)),
                ("/gmail/v1/users/me/profile", ("emailAddress",)),
                ("/drive/v3/about?fields=user", ("user", "emailAddress")),
            ),
            take_back="https://myaccount.google.com/connections",
            steps=_GOOGLE_STEPS,
            revokes=True,
        ),
        Vendor(
            name="microsoft",
            title="Microsoft",
            always=("offline_access", "User.Read"),
            scopes=_MICROSOFT_SCOPES,
            extra={"prompt": "select_account"},
            loopback="http://localhost:{port}/",
            pasted="http://localhost/",
            identity=(("/v1.0/me", ("mail",)), ("/v1.0/me", ("userPrincipalName",))),
            take_back="https://account.live.com/consent/Manage, or https://myapps.microsoft.com at work",
            steps=_MICROSOFT_STEPS,
            prefix="https://graph.microsoft.com/",
        ),
    )
}


def place_of(vendor: Vendor, settings: Settings) -> Place:
    """Where that vendor is."""
    if vendor.name == "google":
        api = settings.google_api_url.rstrip("/")
        return Place(_google(settings.google_accounts_url.rstrip("/")), api, "" if api == GOOGLE_API else api)
    api = settings.microsoft_graph_url.rstrip("/")
    base = f"{settings.microsoft_login_url.rstrip('/')}/{settings.microsoft_tenant}/oauth2/v2.0"
    endpoints = Endpoints(f"{base}/authorize", f"{base}/token", "", f"{base}/devicecode")
    return Place(endpoints, api, "" if api == MICROSOFT_GRAPH else api)


def client_of(vendor: Vendor, settings: Settings) -> Client | None:
    """Who we are there by the settings; None where they don't say."""
    given = {
        "google": (settings.google_client_id, settings.google_client_secret),
        "microsoft": (settings.microsoft_client_id, settings.microsoft_client_secret),
    }
    client_id, secret = given[vendor.name]
    return Client(client_id, secret.get_secret_value() if secret else "") if client_id else None


def scopes_of(vendor: Vendor, ports: Iterable[Port]) -> tuple[str, ...]:
    """What to ask for, each once."""
    wanted = (*vendor.always, *(scope for port in ports for scope in vendor.scopes[port]))
    return tuple(dict.fromkeys(wanted))


def offered(vendor: Vendor, granted: Iterable[str]) -> list[Port]:
    """The ports whose every scope was granted, as the vendor writes them."""
    found = {_bare(vendor, scope) for scope in granted}
    return [port for port, scopes in vendor.scopes.items() if {_bare(vendor, one) for one in scopes} <= found]


def _bare(vendor: Vendor, scope: str) -> str:
    return scope.removeprefix(vendor.prefix).casefold()


def _google(base: str) -> Endpoints:
    if base:
        return Endpoints(discovery=f"{base}/.well-known/openid-configuration")
    return Endpoints(
        authorization="https://accounts.google.com/o/oauth2/v2/auth",
        token="https://oauth2.googleapis.com/token",  # noqa: S106 - an address
        revocation="https://oauth2.googleapis.com/revoke",
        device="",  # it gives no mail, calendars or contacts that way
    )

"""Connecting calendars, tasks and contacts by an address and a password: found and looked into first, kept then."""

from dataclasses import dataclass

from pydantic import SecretStr

from app.clock import SystemClock
from app.errors import AccountClosed, ToolProblem
from app.integrations.access import Access, not_kept_yet
from app.integrations.accounts import PASSWORD, Accounts
from app.integrations.dav.client import reached
from app.integrations.dav.discovery import Discovery, password_of
from app.integrations.dav.site import Kind, Site, collections
from app.integrations.providers import Port
from app.memory.records import Account

_NOT_LET_IN = "The server doesn't let {user} in. Check the name and the password ({wanted})."
_EMPTY = "{address} has no calendar, no list of tasks and no address book at that server yet. Make one there, then connect again."


@dataclass(frozen=True, slots=True)
class DavLogin:
    """What somebody gives to connect them. `user` is the name to sign in with where it isn't the address; without a `url` their server is
    looked for by the address."""

    address: str
    password: SecretStr
    user: str = ""
    label: str = ""
    url: str = ""


async def connect_dav(accounts: Accounts, user_id: str, given: DavLogin) -> Account:
    """Connect what is found there, or mend an account that is there.

    Raises AccountAway or AccountClosed where no server lets us in, ToolProblem for what can't be one or has nothing, TooMany."""
    user = given.user or given.address.strip()
    identity = given.address.strip().casefold()
    access = not_kept_yet(user_id, "caldav", given.password, SystemClock(), identity=identity, label=given.label)
    try:
        site = await Discovery(access, user).site(given.address, given.url)
    except AccountClosed as problem:
        wanted = password_of(given.address) or "many providers want an app password"
        raise AccountClosed(_NOT_LET_IN.format(user=user, wanted=wanted)) from problem
    offers = await _offers(access, user, site)
    if not offers:
        raise ToolProblem(_EMPTY.format(address=given.address.strip()[:80]))
    settings = {"site": site.as_json(), "user": user, "offers": offers}
    secrets = {PASSWORD: given.password}
    return await accounts.keep(user_id, "caldav", given.address, secrets=secrets, settings=settings, label=given.label)


async def _offers(access: Access, user: str, site: Site) -> list[Port]:
    """What there is one of at least."""
    looked: tuple[tuple[Port, str, Kind], ...] = (
        ("calendar", site.calendars, "VEVENT"),
        ("tasks", site.calendars, "VTODO"),
        ("contacts", site.contacts, "VCARD"),
    )
    found: list[Port] = []
    for port, home, kind in looked:
        if home:
            async with reached(access, home, user) as dav:
                if await collections(dav, home, kind):
                    found.append(port)
    return found

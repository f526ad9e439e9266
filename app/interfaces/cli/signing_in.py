"""`connect google|microsoft`: the vendor's own page in a browser, here, elsewhere with an address pasted back, or by a code (`--device`)."""

import argparse
import asyncio
import getpass
import sys
import webbrowser
from typing import Any, cast, get_args

from app.env_files import environment_names
from app.errors import ToolProblem
from app.integrations.oauth.signing_in import SECONDS, SigningIn, Wish, missing, pasted, state_of
from app.integrations.oauth.vendors import VENDORS, Client
from app.integrations.providers import Port
from app.interfaces.cli.loopback import loopback
from app.memory.records import Account

OPEN = "Open this in a browser on this machine, and say yes there (I wait ten minutes):\n\n{link}\n\n"
PASTE = (
    "Open this in any browser, and say yes there:\n\n{link}\n\n"
    "It ends at a page that can't be shown. Copy its whole address from the address line and paste it here: "
)
DEVICE = "Open {address} in any browser and enter {code}. I wait.\n"
CONNECTED = "Connected {identity} as “{label}”: {offers}.\n"
FEWER = "You didn't allow {ports}. Connect it again to allow more.\n"
TAKE_BACK = "{title} lets nobody but you take the permission back: {take_back}\n"
GIVEN_BACK = "The permission was given back to {title}; whether it is gone there too: {take_back}\n"
_NO_PORTS = "--only takes a few of {known}, with commas between."
_SECRET = "The secret of that client (empty where it has none): "  # noqa: S105 - a question
_TOO_LATE = "Nobody came back from {title} in ten minutes. Run this again, or with --paste."


async def sign_in(services: Any, options: argparse.Namespace) -> int:
    """Connect one; 0 once it is kept. Raises AssistantError."""
    signing_in: SigningIn = services.signing_in
    wish = Wish(options.provider, _ports(options.only), options.label, _client(options.client_id))
    way = _device if options.device else _paste if options.paste else _browser
    account = await way(signing_in, services.owner.id, wish)
    offers = cast("list[str]", account.settings["offers"])
    said = ", ".join(one for one in offers if one != "mail watch")
    sys.stdout.write(CONNECTED.format(identity=account.identity, label=account.label, offers=said))
    if fewer := missing(account, wish.ports or tuple(VENDORS[wish.vendor].scopes)):
        sys.stdout.write(FEWER.format(ports=", ".join(one for one in fewer if one != "mail watch")))
    return 0


async def _browser(signing_in: SigningIn, user_id: str, wish: Wish) -> Account:
    """The page is opened here, and sends the browser back to a listener of ours."""
    vendor = VENDORS[wish.vendor]
    async with loopback() as listener:
        link = await signing_in.begin(user_id, wish, vendor.loopback.format(port=listener.port))
        listener.state = state_of(link)
        sys.stdout.write(OPEN.format(link=link))
        sys.stdout.flush()
        if _has_display():
            await asyncio.to_thread(webbrowser.open, link)
        try:
            params = await listener.found(SECONDS)
        except TimeoutError:
            raise ToolProblem(_TOO_LATE.format(title=vendor.title)) from None
        return await signing_in.finish(user_id, listener.state, params)


async def _paste(signing_in: SigningIn, user_id: str, wish: Wish) -> Account:
    """The page is opened anywhere; what its browser ends at is pasted here."""
    link = await signing_in.begin(user_id, wish, VENDORS[wish.vendor].pasted)
    sys.stdout.write(PASTE.format(link=link))
    sys.stdout.flush()
    line = await asyncio.to_thread(sys.stdin.readline)
    return await signing_in.finish(user_id, state_of(link), pasted(line, state_of(link)))


async def _device(signing_in: SigningIn, user_id: str, wish: Wish) -> Account:
    """A code is entered at a page, anywhere."""
    device = await signing_in.device(wish)
    sys.stdout.write(DEVICE.format(address=device.address, code=device.user_code))
    sys.stdout.flush()
    return await signing_in.entered(user_id, wish, device, asyncio.sleep)


def revocation(account: Account) -> str:
    """What somebody has left to do themselves, or to look at, after `disconnect`."""
    vendor = VENDORS[account.provider]
    says = GIVEN_BACK if vendor.revokes else TAKE_BACK
    return says.format(title=vendor.title, take_back=vendor.take_back)


def _ports(only: str) -> tuple[Port, ...]:
    """The ports somebody named. Raises ToolProblem."""
    names = [name.strip().casefold() for name in only.split(",") if name.strip()]
    known = [port for port in get_args(Port) if port != "mail watch"]
    if not set(names) <= set(known):
        raise ToolProblem(_NO_PORTS.format(known=", ".join(known)))
    return tuple(cast("list[Port]", [*names, *(["mail watch"] if "mail" in names else [])]))


def _client(client_id: str) -> Client | None:
    """One named in the command, its secret asked for; None for that of the settings."""
    if not client_id:
        return None
    secret = getpass.getpass(_SECRET) if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
    return Client(client_id, secret)


def _has_display() -> bool:
    """Whether a browser can show itself here; without a screen it would take this terminal."""
    return sys.platform in ("darwin", "win32") or bool({"display", "wayland_display"} & environment_names())

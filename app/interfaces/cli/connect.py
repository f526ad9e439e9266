"""`connect`, `accounts`, `disconnect`: accounts elsewhere, connected in this terminal, shown and let go. A password is asked
for and never echoed; who signs in at a vendor's page does that in `signing_in`."""

import argparse
import getpass
import json
import sys
from typing import Any
from zoneinfo import ZoneInfo

from pydantic import SecretStr

from app.config import Settings
from app.errors import AssistantError
from app.integrations.accounts import lacking, offers
from app.integrations.calendar_links import connect_link
from app.integrations.dav.connecting import DavLogin, connect_dav
from app.integrations.dav.discovery import password_of
from app.integrations.mail import discovery
from app.integrations.mail.connecting import MailLogin, connect_mail
from app.integrations.mail.server import Server
from app.integrations.providers import PROVIDERS
from app.integrations.tokens import TOKEN_VENDORS, TokenLogin, connect_token
from app.interfaces.cli.signing_in import revocation, sign_in
from app.memory.records import Account

ASKS_FOR = "The password of {address}{which}: "
CONNECTED = 'Connected {identity} as “{label}”. Try: ./scripts/run ask "what\'s new in my mail?"\n'
CONNECTED_DAV = 'Connected {identity} as “{label}” ({found}). Try: ./scripts/run ask "{example}"\n'
FOUND = {"calendar": "calendars", "tasks": "tasks", "contacts": "contacts"}
EXAMPLES = {
    "calendar": "what's on my calendar this week?",
    "tasks": "what's on my to-do list?",
    "contacts": "what's Ama's address?",
}
NO_ADDRESS = "Which address? ./scripts/run connect {provider} {example}\n"
ADDRESSES = {
    "imap": "you@example.org",
    "caldav": "you@example.org",
    "ics": "https://calendar.example.org/holidays.ics",
}
ASKS_URL = "Where {title} is ({example}): "
ASKS_USER = "Your {user} there: "
ASKS_TOKEN = "The token for {title}: "  # noqa: S105 - a prompt
CONNECTED_TOKEN = 'Connected {title} ({identity}) as “{label}”. Try: ./scripts/run ask "{example}"\n'  # noqa: S105 - a sentence
CONNECTED_LINK = 'Connected the calendar “{label}”. Try: ./scripts/run ask "what\'s on my calendar this week?"\n'
NONE = "No account is connected. ./scripts/run connect imap you@example.org connects a mailbox.\n"
NO_SUCH = "No account is called “{name}”. ./scripts/run accounts lists them.\n"
SEVERAL = "Several accounts are called “{name}”. Which one? {ways}\n"
GONE = "Disconnected {identity}. What opened it is gone from here. "
TAKE_BACK = "At the provider, take back the app password or token too.\n"
NO_SERVER = "“{said}” is no server. Write it as HOST, HOST:PORT or HOST:PORT:tls (tls, starttls or none).\n"


async def run(settings: Settings, build_services: Any, options: argparse.Namespace) -> int:
    """Do one of them; 0 well, 1 where it came to nothing."""
    services = await build_services(settings)
    try:
        return await ACTIONS[options.command](services, options)
    except AssistantError as problem:
        sys.stderr.write(f"{problem.sentence}\n")
        return 1
    finally:
        await services.close()


async def _connect(services: Any, options: argparse.Namespace) -> int:
    if not options.address and PROVIDERS[options.provider].signs_in == "password":
        sys.stderr.write(NO_ADDRESS.format(provider=options.provider, example=ADDRESSES[options.provider]))
        return 1
    return await CONNECTS[options.provider](services, options)


async def _connect_dav(services: Any, options: argparse.Namespace) -> int:
    wanted = password_of(options.address)
    password = _password(ASKS_FOR.format(address=options.address, which=f" ({wanted})" if wanted else ""))
    given = DavLogin(options.address, password, user=options.user, label=options.label, url=options.url)
    account: Account = await connect_dav(services.accounts, services.owner.id, given)
    ports = offers(account)
    found = ", ".join(FOUND[port] for port in ports)
    said = CONNECTED_DAV.format(identity=account.identity, label=account.label, found=found, example=EXAMPLES[ports[0]])
    sys.stdout.write(said)
    return 0


async def _connect_link(services: Any, options: argparse.Namespace) -> int:
    zone, accounts = ZoneInfo(services.owner.time_zone), services.accounts
    account = await connect_link(
        accounts, accounts.fetcher, services.owner.id, options.address, zone=zone, label=options.label
    )
    sys.stdout.write(CONNECTED_LINK.format(label=account.label))
    return 0


async def _connect_token(services: Any, options: argparse.Namespace) -> int:
    vendor = TOKEN_VENDORS[options.provider]
    if sys.stdin.isatty():
        sys.stdout.write(f"{vendor.steps}\n")
    url = options.url or ("" if vendor.base else _line(ASKS_URL.format(title=vendor.title, example=vendor.example)))
    user = options.user or options.address
    if vendor.wants_user(url) and not user:
        user = _line(ASKS_USER.format(user=vendor.user))
    token = _password(ASKS_TOKEN.format(title=vendor.title))
    given = TokenLogin(vendor.name, token, url=url, user=user, label=options.label)
    account: Account = await connect_token(services.accounts, services.owner.id, given)
    sys.stdout.write(
        CONNECTED_TOKEN.format(title=vendor.title, identity=account.identity, label=account.label, example=vendor.asks)
    )
    return 0


async def _connect_imap(services: Any, options: argparse.Namespace) -> int:
    try:
        imap, smtp = _server(options.imap, 993), _server(options.smtp, 465)
    except ValueError as problem:
        sys.stderr.write(NO_SERVER.format(said=problem))
        return 1
    places = discovery.places(options.address)
    which = f" ({places[0].password})" if places and places[0].password else ""
    password = _password(ASKS_FOR.format(address=options.address, which=which))
    given = MailLogin(options.address, password, user=options.user, label=options.label, imap=imap, smtp=smtp)
    account: Account = await connect_mail(services.accounts, services.owner.id, given)
    sys.stdout.write(CONNECTED.format(identity=account.identity, label=account.label))
    return 0


async def _accounts(services: Any, options: argparse.Namespace) -> int:
    accounts: list[Account] = await services.accounts.every(services.owner.id)
    problems = {one.id: await services.accounts.check(one) for one in accounts}
    tried: list[Account] = await services.accounts.every(services.owner.id)
    if options.json:
        rows = [
            {"provider": one.provider, "label": one.label, "identity": one.identity, "problem": problems[one.id]}
            for one in accounts
        ]
        sys.stdout.write(json.dumps({"accounts": rows}, ensure_ascii=False) + "\n")
    else:
        lines = [f"{one.label}: {one.identity} ({one.provider}), {problems[one.id] or _works(one)}\n" for one in tried]
        sys.stdout.write("".join(lines) or NONE)
    return 1 if any(problems.values()) else 0


def _works(account: Account) -> str:
    missing = lacking(account)
    return f"works; its server has no {missing}" if missing else "works"


async def _disconnect(services: Any, options: argparse.Namespace) -> int:
    accounts: list[Account] = await services.accounts.every(services.owner.id)
    wanted = " ".join(options.account).strip().casefold()
    named = [one for one in accounts if wanted in _names(one)]
    if len(named) != 1:
        ways = " or ".join(f"./scripts/run disconnect {one.label} {one.provider}" for one in named)
        sys.stderr.write((SEVERAL if named else NO_SUCH).format(name=" ".join(options.account), ways=ways))
        return 1
    (found,) = named
    await services.accounts.disconnect(services.owner.id, found)
    left = revocation(found) if PROVIDERS[found.provider].signs_in == "oauth" else TAKE_BACK
    sys.stdout.write(GONE.format(identity=found.identity) + left)
    return 0


def _names(account: Account) -> set[str]:
    """What an account may be called: by its label or address, and its kind behind it where two have the same."""
    own = {account.label.casefold(), account.identity.casefold()}
    return own | {f"{name} {account.provider}" for name in own}


def _server(said: str, port: int) -> Server | None:
    """Raises ValueError with what was said."""
    return discovery.server(said, port=port) if said else None


def _password(prompt: str) -> SecretStr:
    """Typed unseen in a terminal; a line of standard input elsewhere."""
    return SecretStr(getpass.getpass(prompt) if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n"))


def _line(prompt: str) -> str:
    """Typed in a terminal; nothing elsewhere, where standard input holds what opens the account alone."""
    return input(prompt).strip() if sys.stdin.isatty() else ""


CONNECTS = {
    "imap": _connect_imap,
    "caldav": _connect_dav,
    "ics": _connect_link,
    "google": sign_in,
    "microsoft": sign_in,
    **dict.fromkeys(TOKEN_VENDORS, _connect_token),
}
ACTIONS = {"connect": _connect, "accounts": _accounts, "disconnect": _disconnect}

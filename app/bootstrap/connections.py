"""What is connected elsewhere and how to connect the rest: one row a service.

A row names what somebody has to have. It names a setting only once that setting does something. The way it shows is one that opens where
it is read: the page for whoever is on it, an address for a phone only where the house has one, a terminal's command otherwise.
"""

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.config import Settings
from app.integrations.accounts import offers
from app.integrations.oauth.vendors import VENDORS, client_of
from app.integrations.providers import PROVIDERS, Port
from app.interfaces.web.hosts import published
from app.memory.records import Account

PAGE = "/connections"
# What is set up in another way than by an account, and says so itself.
_OFF = "I ask nobody outside: WEB_ACCESS is off."
_SAID = {
    "weather": (
        "The weather comes from Open-Meteo, without a key; WEATHERAPI_KEY asks WeatherAPI first. Ask me “what's the weather tomorrow?” "
        "or “do I need an umbrella at 5?”."
    ),
    "search": (
        "I search the web with Exa, Brave, Linkup or Tavily, whichever has its key set, or your own SearXNG (SEARXNG_URL); without any of "
        "them I ask Wikipedia and DuckDuckGo's instant answers. Ask me “search the web for …” or “summarise https://…”."
    ),
    "maps": (
        "Ways come from OpenStreetMap, without a key; GOOGLE_MAPS_API_KEY adds traffic, buses and trains. Ask me “how do I get to …?”."
    ),
    "browser": (
        "Pages that need a browser, and forms, go through a Chromium on the machine I run on. Ask me “fill in the form at https://… with …”; "
        "it waits for your OK before it is sent."
    ),
    "telegram": "On Telegram we can talk: docs/telegram.md has every step, then ./scripts/run link telegram links your account.",
    "whatsapp": "On WhatsApp we can talk: docs/whatsapp.md has every step, then ./scripts/run link whatsapp links your account.",
    "meetings": (
        "What was said in meetings comes from transcripts: those that Google Meet writes into a connected Drive, captions (VTT, SRT) and texts in "
        "your files, and any of these or a recording that you send me here. Ask me “what was decided in the last meeting?”, “what did I promise?”."
    ),
    "news": "The news needs nothing that is connected. Ask me “what's in the news about cocoa?”, or say “follow news about cocoa”.",
    "diagnostics": (
        "I keep books of my own, and nothing needs to be connected: ask me “what went wrong today?”, “what did you do yesterday evening?”, “why was "
        "that slow?” or “is the briefing all right?”. LOGFIRE_READ_TOKEN lets me read my traces in Logfire as well."
    ),
    "health": (
        "Health data comes from your phone: `./scripts/run health pair` pairs one, `./scripts/run health import` brings in a Samsung "
        "Health archive, and `./scripts/run health` shows what has come."
    ),
}
_OUTSIDE = frozenset(("weather", "search", "maps", "browser", "news"))
_ALIASES = {
    "directions": "maps",
    "ways": "maps",
    "watch": "health",
    "wearable": "health",
    "web": "search",
    "email": "mail",
    "gmail": "mail",
    "outlook": "microsoft",
    "files": "drive",
    "webdav": "drive",
    "nextcloud": "drive",
    "forgejo": "gitea",
    "codeberg": "gitea",
    "to-do": "tasks",
    "todo": "tasks",
    "everything": "accounts",
    "all": "accounts",
    "": "accounts",
}


@dataclass(frozen=True, slots=True)
class _Connectable:
    """A service that is connected by an account: what one is called (`one`, as “No … is connected”, and `title` of those there are), which
    accounts are of it, what somebody has to have at hand, how it is connected in a terminal, and what to ask for then. `said` asks for it."""

    title: str
    one: str
    said: str
    is_one: Callable[[Account], bool]
    needs: str
    commands: tuple[str, ...]
    then: str


def _offering(port: Port) -> Callable[[Account], bool]:
    return lambda account: port in offers(account)


def _of(provider: str) -> Callable[[Account], bool]:
    return lambda account: account.provider == provider


_APP_PASSWORD = "your address and an app password, which your provider's account page makes"  # noqa: S105 - a sentence
_MAIL_THEN = "“what's new in my mail?”, “find the invoice from Kofi”, “reply that I'll pay on Friday”"
_CALENDAR_THEN = (
    "“what's on my calendar tomorrow?”, “put the dentist in my calendar on Tuesday at 3”, “when am I free on Friday?”"
)
_DAV_COMMANDS = ("caldav you@example.org", "google", "microsoft")
_CONNECTABLE: dict[str, _Connectable] = {
    "accounts": _Connectable(
        "Accounts",
        "account",
        "connect an account",
        lambda _: True,
        f"for Google and Microsoft their own sign-in, for others {_APP_PASSWORD}",
        ("imap you@example.org", *_DAV_COMMANDS),
        "“what's new in my mail?” or “what's on my calendar tomorrow?”",
    ),
    "mail": _Connectable(
        "Mail",
        "mail",
        "connect my mail",
        _offering("mail"),
        f"{_APP_PASSWORD}; or Google's or Microsoft's own sign-in",
        ("imap you@example.org", "google", "microsoft"),
        _MAIL_THEN,
    ),
    "calendar": _Connectable(
        "Calendar",
        "calendar",
        "connect my calendar",
        _offering("calendar"),
        f"{_APP_PASSWORD} (iCloud, Fastmail, Nextcloud …); or Google's or Microsoft's own sign-in; or a calendar's link (.ics)",
        (*_DAV_COMMANDS, "ics https://calendar.example.org/team.ics"),
        _CALENDAR_THEN,
    ),
    "tasks": _Connectable(
        "To-do elsewhere",
        "to-do service",
        "connect my to-do list",
        _offering("tasks"),
        f"{_APP_PASSWORD} (Nextcloud, Fastmail …); or Google's or Microsoft's own sign-in",
        _DAV_COMMANDS,
        "“what's on my to-do list?” (lists of your own I keep without any account)",
    ),
    "contacts": _Connectable(
        "Contacts",
        "address book",
        "connect my contacts",
        _offering("contacts"),
        f"{_APP_PASSWORD} (iCloud, Fastmail, Nextcloud …); or Google's or Microsoft's own sign-in",
        _DAV_COMMANDS,
        "“what's Ama's address?”",
    ),
    "google": _Connectable(
        "Google",
        "Google account",
        "connect Google",
        lambda account: account.provider == "google" or account.identity.endswith(("@gmail.com", "@googlemail.com")),
        "Google's own sign-in: mail, calendars, to-do, contacts and files at once",
        ("google",),
        _MAIL_THEN,
    ),
    "microsoft": _Connectable(
        "Microsoft",
        "Microsoft account",
        "connect Microsoft",
        _of("microsoft"),
        "Microsoft's own sign-in (Outlook, Hotmail, Microsoft 365): mail, calendars, to-do, contacts and files at once",
        ("microsoft",),
        _MAIL_THEN,
    ),
    "caldav": _Connectable(
        "Calendars, to-do and contacts by CalDAV",
        "CalDAV account",
        "connect CalDAV",
        _of("caldav"),
        f"{_APP_PASSWORD} (iCloud, Fastmail, Nextcloud, mailbox.org …)",
        ("caldav you@example.org",),
        _CALENDAR_THEN,
    ),
    "github": _Connectable(
        "GitHub",
        "GitHub account",
        "connect GitHub",
        _of("github"),
        "a token of yours at GitHub, made once; the steps are shown there",
        ("github",),
        "“what's waiting for my review?”, “what's new on GitHub?”, “open an issue in my site: the footer overlaps”",
    ),
    "gitea": _Connectable(
        "Gitea, Forgejo, Codeberg",
        "Gitea or Forgejo account",
        "connect Gitea",
        _of("gitea"),
        "a token of yours at Codeberg, or a Gitea or Forgejo of your own, made once, with the site's address; the steps are shown there",
        ("gitea --url https://codeberg.org",),
        "“what's waiting for my review?”, “what's new on Codeberg?”, “open an issue in my site: the footer overlaps”",
    ),
    "slack": _Connectable(
        "Slack",
        "Slack account",
        "connect Slack",
        _of("slack"),
        "a token of yours at Slack, made once; the steps are shown there. (To talk with me on Slack: docs/slack.md)",
        ("slack",),
        "“what was written in #general today?”, “search Slack for the launch date”, “tell #team that I'm late”",
    ),
    "jira": _Connectable(
        "Jira",
        "Jira account",
        "connect Jira",
        _of("jira"),
        "a token of yours at Jira, made once, with your site's address and the mail address you sign in with; the steps are shown there",
        ("jira you@example.org --url https://example.atlassian.net",),
        "“which tickets are assigned to me?”, “what's left in the current sprint?”, “move PROJ-12 to Done”",
    ),
    "drive": _Connectable(
        "Files",
        "place for files",
        "connect my Drive",
        _offering("files"),
        "Google's or Microsoft's own sign-in for Google Drive or OneDrive; a name and an app password for Nextcloud or another WebDAV server; or FILES_FOLDER, "
        "which names a folder on the machine I run on",
        ("google", "microsoft", "webdav --url https://cloud.example.org/remote.php/dav/files/you you"),
        "“find the contract in my Drive”, “what did I change in my files last?”, “save this as notes.txt”",
    ),
    "ics": _Connectable(
        "A calendar's link",
        "calendar link",
        "add a calendar link",
        _of("ics"),
        "the link of a calendar that somebody publishes (.ics); I read it and change nothing",
        ("ics https://calendar.example.org/team.ics",),
        "“what's on my calendar this week?”",
    ),
}
_NONE = "No {one} is connected yet."
_SAY = "Say “{said}” and I'll show you how."
_THERE = "{title}: connected: {accounts}."
_ONE = "{label} ({identity}), {state}"
_NEEDS = "What it takes: {needs}."
_NEEDS_CLIENT = "First it needs a client of your own at {title}, made once; the steps are shown there."
_ON_PAGE = "Connect it under [Connections]({page}), at the top of this page."
_ON_PAGE_AGAIN = "[Connections]({page}), at the top of this page, connects another, checks one or lets one go."
_AT = "Connect it at {address}."
_AT_AGAIN = "{address} connects another, checks one or lets one go."
_IN_TERMINAL = "On the machine I run on, {commands} connects it."
_IN_TERMINAL_AGAIN = "On the machine I run on, {commands} connects another, `./scripts/run accounts` checks them, `./scripts/run disconnect {label}` lets one go."
_OR_PAGE = "While I run, {address} does the same in a browser."
_THEN = "Then ask me {then}."


class SettingsConnections:
    """Connections as the settings and a person's accounts say."""

    def __init__(self, settings: Settings) -> None:
        """`settings` decide where the page is and at which vendors we are known."""
        self._settings = settings

    def status(self, service: str, accounts: Sequence[Account] = (), channel: str = "") -> str:
        """A few sentences a user may read. `channel` is where; "" for one line within something else."""
        named = service.strip().lower()
        key = _ALIASES.get(named, named)
        if key in _SAID:
            return _OFF if key in _OUTSIDE and not self._settings.web_access else _SAID[key]
        if key in _CONNECTABLE:
            return self._of_accounts(key, accounts, channel)
        return f"I don't know a service called {service}."

    def _of_accounts(self, key: str, accounts: Sequence[Account], channel: str) -> str:
        row = _CONNECTABLE[key]
        found = [one for one in accounts if row.is_one(one)]
        if found:
            listed = "; ".join(_shown(one, of_all=key == "accounts") for one in found)
            there = _THERE.format(title=row.title, accounts=listed.removesuffix("."))
            return f"{there}\n\n{self._way(row, channel, label=found[0].label)}" if channel else there
        none = _NONE.format(one=row.one)
        if not channel:
            return f"{none} {_SAY.format(said=row.said)}"
        vendor = VENDORS.get(key)
        is_unknown = vendor is not None and client_of(vendor, self._settings) is None
        client = _NEEDS_CLIENT.format(title=vendor.title) if vendor and is_unknown else ""
        needs = _NEEDS.format(needs=row.needs)
        takes = " ".join(filter(None, (needs, client)))
        return f"{none} {self._way(row, channel)}\n\n{takes}\n\n{_THEN.format(then=row.then)}"

    def _way(self, row: _Connectable, channel: str, label: str = "") -> str:
        """How it is connected from that channel; with the label of one that is there, how another is, and how that one is let go."""
        if channel == "web":
            return (_ON_PAGE_AGAIN if label else _ON_PAGE).format(page=PAGE)
        if address := published(self._settings.public_hosts, self._settings.telegram_webhook_url):
            return (_AT_AGAIN if label else _AT).format(address=address + PAGE)
        commands = " or ".join(f"`./scripts/run connect {command}`" for command in row.commands)
        said = (_IN_TERMINAL_AGAIN if label else _IN_TERMINAL).format(commands=commands, label=shlex.quote(label))
        if channel != "cli" or not self._settings.port:
            return said
        return f"{said} {_OR_PAGE.format(address=self._here() + PAGE)}"

    def _here(self) -> str:
        """Where the page is for somebody at the machine itself."""
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(self._settings.host, self._settings.host)  # noqa: S104 - compared
        host = f"[{host}]" if ":" in host and not host.startswith("[") else host
        return f"http://{host}:{self._settings.port}"


def _shown(account: Account, *, of_all: bool = False) -> str:
    """ "personal (ana@example.org), works"; of a link no more than its host. `of_all`: with whose account it is."""
    identity = account.identity.partition("/")[0] if account.provider == "ics" else account.identity
    state = "works" if account.state == "ok" else f"doesn't work: {account.problem}"
    title = f"{PROVIDERS[account.provider].title} " if of_all else ""
    return title + _ONE.format(label=account.label, identity=identity, state=state)

"""Who can be connected: one row a provider, with what it offers and who reaches it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Port = Literal["mail", "mail watch", "calendar", "tasks", "contacts", "code", "team chat", "issues", "files"]


@dataclass(frozen=True, slots=True)
class Provider:
    """`offers`: for each port the function that opens it, as "module:function", imported when it is first needed; it takes an Access and
    gives an async context manager of the port. `signs_in`: with a password, with a token that its user made there (`tokens.py`), by the
    vendor's own page (OAuth), or not at all: a setting says what it is. `products` are what people call its accounts by, beside its name."""

    name: str
    title: str
    offers: Mapping[Port, str]
    signs_in: Literal["password", "token", "oauth", "setting"] = "password"
    products: tuple[str, ...] = ()


def _ports(module: str) -> dict[Port, str]:
    """All six, each opened by the function of its name there."""
    ports: tuple[Port, ...] = ("mail", "mail watch", "calendar", "tasks", "contacts", "files")
    return {port: f"{module}:{port.replace(' ', '_')}" for port in ports}


_MAIL: Mapping[Port, str] = {
    "mail": "app.integrations.mail.imap:opened",
    "mail watch": "app.integrations.mail.watching:opened_watch",
}
_DAV = "app.integrations.dav"
PROVIDERS: dict[str, Provider] = {
    row.name: row
    for row in (
        Provider("imap", "Mail (IMAP and SMTP)", _MAIL),
        Provider(
            "caldav",
            "Calendars, tasks and contacts (CalDAV, CardDAV)",
            {
                "calendar": f"{_DAV}.calendars:opened_calendar",
                "tasks": f"{_DAV}.tasks:opened_tasks",
                "contacts": f"{_DAV}.contacts:opened_contacts",
            },
        ),
        Provider("ics", "A calendar's link", {"calendar": "app.integrations.calendar_links:opened"}),
        Provider("github", "GitHub", {"code": "app.integrations.code.github:opened"}, "token"),
        Provider("gitea", "Gitea or Forgejo", {"code": "app.integrations.code.gitea:opened"}, "token"),
        Provider("slack", "Slack", {"team chat": "app.integrations.team.slack:opened"}, "token"),
        Provider("jira", "Jira", {"issues": "app.integrations.tracker.jira:opened"}, "token"),
        Provider(
            "webdav",
            "Files (WebDAV)",
            {"files": "app.integrations.dav.files:opened"},
            "token",
            ("nextcloud", "owncloud", "nas"),
        ),
        Provider(
            "folder",
            "A folder on this machine",
            {"files": "app.integrations.files.folder:opened"},
            "setting",
            ("this machine", "this computer"),
        ),
        Provider(
            "google", "Google", _ports("app.integrations.google.opening"), "oauth", ("google drive", "gdrive", "gmail")
        ),
        Provider(
            "microsoft",
            "Microsoft",
            _ports("app.integrations.microsoft.opening"),
            "oauth",
            ("onedrive", "one drive", "outlook"),
        ),
    )
}

"""The page "Connections" in HTML: a person's accounts, each in words, and a form for each way to connect one.

Everything that comes from elsewhere is escaped; a password is never written into a page. It reaches nothing.
"""

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from app.config import Settings
from app.integrations.accounts import offers
from app.integrations.oauth.vendors import VENDORS, client_of
from app.integrations.providers import Port
from app.integrations.tokens import TOKEN_VENDORS, TokenVendor
from app.interfaces.web.pages import Assets, Html
from app.memory.records import Account, AccountHoldings

Shell = Mapping[str, Any]
NONE = "No account is connected yet."
CONNECTED = "Connected {identity} as “{label}”: {offers}. Ask me about it in the conversation."
WORKS = "“{label}” works."
RENAMED = "It is called “{label}” now."
GONE = "Disconnected. What opened it is gone from here. "
TAKE_BACK = "If you made an app password for me, take it back at the provider too."
_GIVEN_BACK = "I gave the permission back to {title}; whether it is gone there too: {take_back}"
_TAKE_PERMISSION_BACK = "{title} lets nobody but you take the permission back: {take_back}"
_READY = "Opens {title}'s own page, where you sign in and choose what I may do."
_NO_CLIENT = "Needs a client of your own at {title} first, made once: I show the steps."
_USED, _NOT_USED = "Last used {moment}.", "Not used yet."
_WORKS, _BROKEN = "Works.", "Doesn't work."
_OFFERS: dict[Port, str] = {
    "mail": "mail",
    "calendar": "calendars",
    "tasks": "to-do lists",
    "contacts": "contacts",
    "code": "repositories, issues and pull requests",
    "team chat": "channels and messages",
    "issues": "tickets, boards and sprints",
    "files": "files",
}
_BY = {
    "imap": "IMAP",
    "caldav": "CalDAV",
    "ics": "a link",
    "folder": "a setting",
    **{name: row.title for name, row in VENDORS.items()},
    **dict.fromkeys(TOKEN_VENDORS, "a token"),
}
_SEEN = "The list of what I saw there: {seen}. {they} at the provider."
_NOTHING_SEEN = "I saw no mails and no events there, so there is no list of them to delete."
_WAITING = "{mails} to go out will not be sent."
_NOTHING_WAITING = "No mail of it waits to go out."
# An address, or the command that the page has a button for.
_SHOWN = re.compile(r"(?P<url>https://[^\s<>“”()]*[^\s<>“”().,;:])|\./scripts/run connect (?P<vendor>google|microsoft)")


@dataclass(frozen=True, slots=True)
class Said:
    """What the page says besides: `notice` at its top, or `problem` at the account or the form of that name (`place`); `given` is what was
    typed into that form, without its password."""

    notice: str = ""
    problem: str = ""
    place: str = ""
    given: Mapping[str, str] = field(default_factory=dict[str, str])


class AccountsPage:
    """Makes it of what it is given."""

    def __init__(self, settings: Settings, assets: Assets) -> None:
        """`settings` say at which vendors we are known."""
        self._settings = settings
        self._assets = assets

    def listed(self, accounts: Sequence[Account], zone: ZoneInfo, said: Said, shell: Shell | None = None) -> str:
        """All of it. `zone` is the reader's; `shell` what the page stands in, nothing for the page by itself."""
        rows = "".join(self._row(one, zone, said) for one in accounts)
        return self._assets.page(
            "connections",
            **(shell or {}),
            notice=linked(said.notice),
            accounts=Html(f'<ul class="accounts">{rows}</ul>') if rows else NONE,
            vendors=Html("".join(self._vendor(name) for name in VENDORS)),
            forms=Html("".join(self._form(name, said) for name in FORMS)),
        )

    def leaving(self, account: Account, holdings: AccountHoldings, shell: Shell | None = None) -> str:
        """The question before an account is let go, with what goes and what stays."""
        return self._assets.page(
            "connections-disconnect",
            **(shell or {}),
            id=str(account.id),
            label=account.label,
            identity=shown_identity(account),
            seen=_seen(holdings),
            waiting=_WAITING.format(mails=_waiting(holdings.waiting)) if holdings.waiting else _NOTHING_WAITING,
        )

    def problem(self, sentence: str, shell: Shell | None = None) -> str:
        """A page of its own for what went wrong on the way to a vendor and back."""
        return self._assets.page("connections-problem", **(shell or {}), sentence=linked(sentence))

    def _row(self, account: Account, zone: ZoneInfo, said: Said) -> str:
        is_meant = said.place == str(account.id)
        works = account.state == "ok"
        return self._assets.page(
            "connections-account",
            id=str(account.id),
            label=account.label,
            identity=shown_identity(account),
            provider=_BY[account.provider],
            offers=offered(account),
            state="" if works else "broken",
            words=_WORKS if works else _BROKEN,
            why=linked("" if works or (is_meant and said.problem) else account.problem),
            used=_USED.format(moment=_moment(account.used_at, zone)) if account.used_at else _NOT_USED,
            problem=linked(said.problem if is_meant else ""),
            open=Html("open" if is_meant and "label" in said.given else ""),
        )

    def _vendor(self, name: str) -> str:
        vendor = VENDORS[name]
        is_known = client_of(vendor, self._settings) is not None
        says = (_READY if is_known else _NO_CLIENT).format(title=vendor.title)
        return self._assets.page("connections-vendor", vendor=name, title=vendor.title, says=says)

    def _form(self, name: str, said: Said) -> str:
        is_meant = said.place == name
        given = {key: said.given.get(key, "") if is_meant else "" for key in FORMS[name]}
        return self._assets.page(
            f"connections-{name}",
            problem=linked(said.problem if is_meant else ""),
            open=Html("open" if is_meant else ""),
            more=Html("open" if is_meant and any(given[key] for key in FORMS[name] if key != "address") else ""),
            focus=Html('autofocus aria-invalid="true"' if is_meant else ""),
            **given,
            **({"choices": _choices(given["provider"]), **_TOKEN_WORDS} if name == "token" else {}),
        )


FORMS: dict[str, tuple[str, ...]] = {
    "mail": ("address", "user", "label", "imap", "smtp"),
    "dav": ("address", "user", "label", "url"),
    "token": ("provider", "url", "user", "label"),
    "link": ("label",),
}
"""The forms, and which of their fields are shown again after a problem: no password, and no link that may be a secret."""


def linked(text: str) -> Html:
    """Plain words as HTML: addresses become links, and a command of the terminal for a vendor becomes the way there from the page."""
    made, end = "", 0
    for found in _SHOWN.finditer(text):
        made += html.escape(text[end : found.start()])
        if found["url"]:
            address = html.escape(found["url"])
            made += f'<a href="{address}" rel="noreferrer">{address}</a>'
        else:
            vendor = VENDORS[found["vendor"]]
            made += f'<a href="/connect/{vendor.name}">Connect {vendor.title}</a>'
        end = found.end()
    return Html(made + html.escape(text[end:]))


def _titles(rows: Iterable[TokenVendor]) -> str:
    return ", ".join(row.title for row in rows)


_VENDORS = tuple(TOKEN_VENDORS.values())
_TOKEN_WORDS = {
    "titles": _titles(_VENDORS),
    "steps": Html("<br>".join(f"{html.escape(row.title)}: {linked(row.steps)}" for row in _VENDORS)),
    "placed": _titles(row for row in _VENDORS if not row.base),
    "unplaced": _titles(row for row in _VENDORS if row.base),
    "owned": _titles(row for row in _VENDORS if row.user),
    "example": next(row.example for row in _VENDORS if not row.base),
}


def _choices(chosen: str) -> Html:
    """The services that take a token, each with how one is made."""
    rows = (
        f'<option value="{row.name}"{" selected" if row.name == chosen else ""}>{html.escape(row.title)}</option>'
        for row in TOKEN_VENDORS.values()
    )
    return Html("".join(rows))


def connected(account: Account) -> str:
    """What is said of one that was just connected."""
    return CONNECTED.format(identity=shown_identity(account), label=account.label, offers=offered(account))


def gone(provider: str) -> str:
    """What is said of one that was just let go, with what is left to do elsewhere."""
    if provider == "ics":
        return GONE.strip()
    vendor = VENDORS.get(provider)
    if vendor is None:
        return GONE + TAKE_BACK
    says = _GIVEN_BACK if vendor.revokes else _TAKE_PERMISSION_BACK
    return GONE + says.format(title=vendor.title, take_back=vendor.take_back)


def offered(account: Account) -> str:
    """What there is of it, in words."""
    return ", ".join(_OFFERS[port] for port in offers(account) if port in _OFFERS)


def shown_identity(account: Account) -> str:
    """Its address; of a calendar's link no more than its host, since the rest of it says nothing to anybody."""
    return account.identity.partition("/")[0] if account.provider == "ics" else account.identity


def _seen(holdings: AccountHoldings) -> str:
    counted = ((holdings.mails, "mail", "mails"), (holdings.events, "event", "events"))
    parts = [f"{count:,} {one if count == 1 else many}" for count, one, many in counted if count]
    if not parts:
        return _NOTHING_SEEN
    is_one = holdings.mails + holdings.events == 1
    return _SEEN.format(seen=" and ".join(parts), they="It stays" if is_one else "They stay")


def _waiting(count: int) -> str:
    return "1 mail that waits" if count == 1 else f"{count:,} mails that wait"


def _moment(moment: datetime, zone: ZoneInfo) -> str:
    local = moment.astimezone(zone)
    return f"{local.day} {local:%B %Y, %H:%M}"

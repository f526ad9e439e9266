"""A person's accounts elsewhere: keeping one, finding the one that is meant, reaching it, and letting it go.

Invariant: an account is kept only once it was reached with what opens it; that lies in the vault and nowhere else. What fails is written
at the account, and its owner is told once. Knows channels, models and vendors as little as the ports do.
"""

import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from importlib import import_module
from typing import Any, Protocol

from pydantic import SecretStr

from app.clock import Clock
from app.errors import AccountAway, AccountClosed, AssistantError, NotFound, SecretUnreadable, ToolProblem
from app.integrations.access import Access
from app.integrations.code.port import CodeHost
from app.integrations.fetching.fetcher import Fetcher
from app.integrations.files.port import FileDrive
from app.integrations.ports import AddressBook, Calendar, KnowsMe, Mailbox, MailQuery, MailWatch, TaskList
from app.integrations.providers import PROVIDERS, Port
from app.integrations.team.port import TeamChat
from app.integrations.tracker.port import IssueTracker
from app.integrations.vault import Value, Vault
from app.memory.records import Account, AccountHoldings, Json
from app.memory.repositories import Repositories

log = logging.getLogger(__name__)
_WORD = re.compile(r"\w+")

NAMES = "names:"  # before an account's number: the text in which the names of what is there are kept
ELSEWHERE = "elsewhere"  # in the place of a number: of what several accounts tell of
PASSWORD = "password"  # noqa: S105 - the name it is kept under
MOST_LABEL = 60  # characters
_NO_LABEL = f"Give it a name of at most {MOST_LABEL} characters."
_TAKEN = "Another account of yours is called “{label}” already. Choose another name."
_TOLD: dict[Port, tuple[str, str]] = {
    "mail": ("mail account", "mail"),
    "mail watch": ("mail account", "mail"),
    "calendar": ("calendar", "calendar"),
    "tasks": ("to-do service", "to-do list"),
    "contacts": ("address book", "contacts"),
    "code": ("code host", "GitHub"),
    "team chat": ("team's chat", "Slack"),
    "issues": ("issue tracker", "Jira"),
    "files": ("place for files", "Drive"),
}
_NONE = "No {what} is connected yet. Say “connect my {thing}” and I'll show you how."
_NOT_LET_IN = "{label} is connected, and I'm not let into its {what} yet. Connect it again and leave that box ticked: say “connect my {thing}”."
_WHICH = "You have {labels}. Which one?"
_NOTHING_THERE = "There is nothing there that I know to use. Connect that account again."
_PIN = re.compile(r"(?P<label>.*) #(?P<number>[0-9]{1,15})", re.DOTALL)  # as `Account.pinned` writes it
_LEFT = "The account “{label}” that this was meant for is no longer connected, so nothing was done."
_UNKNOWN = "No account of yours is called “{name}”. You have {labels}."


class Tokens(Protocol):
    """Who keeps the access tokens of accounts that are signed in to by their vendor's page."""

    async def token(self, account: Account, refused: str) -> SecretStr:
        """One that holds now, and is not `refused`. Raises AccountClosed, AccountAway or VaultLocked."""
        ...

    async def revoke(self, account: Account) -> None:
        """Tell the vendor that they end; where it can't be reached that is written in the log. Never raises AccountError."""
        ...


class Accounts:
    """All accounts of all people of a house."""

    def __init__(
        self,
        store: Repositories,
        vault: Vault,
        clock: Clock,
        tokens: Tokens | None = None,
        fetcher: Fetcher | None = None,
    ) -> None:
        """`vault` keeps what opens them, `tokens` renews it where it ends, `fetcher` reads what is published."""
        self.fetcher = fetcher
        self._store = store
        self._vault = vault
        self._clock = clock
        self._tokens = tokens

    async def keep(
        self,
        user_id: str,
        provider: str,
        identity: str,
        *,
        secrets: Mapping[str, Value],
        settings: Json,
        label: str = "",
        scopes: Sequence[str] = (),
    ) -> Account:
        """Keep an account that was just reached, or mend one that is there. Raises TooMany, VaultLocked."""
        who = identity.strip().casefold()
        for name, value in secrets.items():
            await self._vault.put(user_id, f"{provider}:{who}", name, value)
        chosen = label.strip() or await self._free_label(user_id, provider, who)
        account = await self._store.accounts.put(
            user_id, provider, who, label=chosen, settings=settings, scopes=scopes, at=self._clock.now()
        )
        log.info("account connected", extra={"event": "account.connected", "provider": provider, "account": account.id})
        return account

    async def every(self, user_id: str, port: Port | None = None) -> list[Account]:
        """Those of a person, or those of them that offer `port`, in the order they were connected."""
        found = await self._store.accounts.every(user_id)
        return [one for one in found if port is None or port in offers(one)]

    async def chosen(self, user_id: str, name: str, port: Port) -> list[Account]:
        """The accounts meant by a label, an address or a part of one, or by words that hold a label or a product's name ("my work drive"); all of them
        for "", and just the one of a pin (`Account.pinned`), whatever others are called. Raises ToolProblem where there is none."""
        found = await self.every(user_id, port)
        if not found:
            raise ToolProblem(await self._why_none(user_id, port))
        if pin := _PIN.fullmatch(name.strip()):
            if just := [one for one in found if one.id == int(pin["number"])]:
                return just
            raise NotFound(_LEFT.format(label=pin["label"][:MOST_LABEL]))
        wanted = name.strip().casefold()
        exact = [one for one in found if wanted in (one.label.casefold(), one.identity, one.provider)]
        meant = exact or [one for one in found if wanted in one.label.casefold() or wanted in one.identity]
        meant = meant or _named_in(found, wanted)
        if not meant:
            raise NotFound(_UNKNOWN.format(name=name.strip()[:60], labels=labels(found)))
        return meant

    async def one(self, user_id: str, name: str, port: Port) -> Account:
        """The one account meant; the only one for "". Raises ToolProblem where there are several."""
        found = await self.chosen(user_id, name, port)
        if len(found) > 1:
            raise ToolProblem(_WHICH.format(labels=labels(found)))
        return found[0]

    async def addresses(self, user_id: str) -> tuple[str, ...]:
        """All by which a person is known at their accounts, in small letters."""
        every = await self._store.accounts.every(user_id)
        at_servers = (address for one in every for address in one.settings.get("site", {}).get("addresses", ()))
        return tuple(dict.fromkeys((*(one.identity for one in every), *at_servers)))

    async def get(self, user_id: str, number: int) -> Account | None:
        """The one of that number."""
        return await self._store.accounts.get(user_id, number)

    def mailbox(self, account: Account) -> AbstractAsyncContextManager[Mailbox]:
        """An account's mail; how that went is written at the account. Raises AccountAway, AccountClosed or VaultLocked, as the following do."""
        return self._reached(account, "mail")

    def mail_watch(self, account: Account) -> AbstractAsyncContextManager[MailWatch]:
        """What comes into its inbox."""
        return self._reached(account, "mail watch")

    def calendar(self, account: Account) -> AbstractAsyncContextManager[Calendar]:
        """Its calendars."""
        return self._reached(account, "calendar")

    def tasks(self, account: Account) -> AbstractAsyncContextManager[TaskList]:
        """Its lists of tasks."""
        return self._reached(account, "tasks")

    def contacts(self, account: Account) -> AbstractAsyncContextManager[AddressBook]:
        """Its contacts."""
        return self._reached(account, "contacts")

    def code_host(self, account: Account) -> AbstractAsyncContextManager[CodeHost]:
        """Its repositories, issues and pull requests."""
        return self._reached(account, "code")

    def team_chat(self, account: Account) -> AbstractAsyncContextManager[TeamChat]:
        """Its channels and what is written there."""
        return self._reached(account, "team chat")

    def issue_tracker(self, account: Account) -> AbstractAsyncContextManager[IssueTracker]:
        """Its tickets, boards and sprints."""
        return self._reached(account, "issues")

    def drive(self, account: Account) -> AbstractAsyncContextManager[FileDrive]:
        """Its files."""
        return self._reached(account, "files")

    async def disconnect(self, user_id: str, account: Account) -> None:
        """Let it go: what opened it, what was seen of it, and what of it waited to go out."""
        if self._tokens is not None and PROVIDERS[account.provider].signs_in == "oauth":
            await self._tokens.revoke(account)
        await self._vault.delete(user_id, account.vault_name)
        await self._store.accounts.delete(user_id, account.id)
        for number in (account.id, ELSEWHERE):
            await self._store.contexts.delete(user_id, f"{NAMES}{number}")
        log.info("account disconnected", extra={"event": "account.disconnected", "account": account.id})

    async def rename(self, user_id: str, account: Account, label: str) -> None:
        """Call it something else. Raises ToolProblem for no name, and for that of an account with another address."""
        wanted = " ".join(label.split())
        if not 0 < len(wanted) <= MOST_LABEL:
            raise ToolProblem(_NO_LABEL)
        others = [one for one in await self.every(user_id) if one.identity != account.identity]
        if any(one.label.casefold() == wanted.casefold() for one in others):
            raise ToolProblem(_TAKEN.format(label=wanted))
        await self._store.accounts.rename(user_id, account.id, wanted, self._clock.now())

    async def let_into(self, account: Account, ports: Sequence[Port]) -> None:
        """Its owner lets us into these."""
        settings = {**account.settings, "offers": list(ports)}
        await self._store.accounts.set_up(account.user_id, account.id, settings, self._clock.now())

    async def is_opened_by(self, account: Account, secret: str) -> bool:
        """Whether that is what opens it. Raises VaultLocked."""
        kept = await self._vault.get(account.user_id, account.vault_name, PASSWORD)
        return isinstance(kept, SecretStr) and kept.get_secret_value() == secret

    async def holdings(self, user_id: str, account: Account) -> AccountHoldings:
        """How much of it is kept here."""
        return await self._store.accounts.holdings(user_id, account.id)

    async def check(self, account: Account) -> str:
        """Try all that it was let into: "" where it works, else the sentence that says what to do. What its server doesn't have is written
        at the account, and is asked for no more until a later trial finds it there."""
        absent: list[Port] = []
        for port in _let_into(account):
            try:
                async with self._reached(account, port) as reached:
                    await _TRIED[port](reached)
            except NotFound:
                absent.append(port)
            except (AccountAway, AccountClosed, SecretUnreadable, ToolProblem) as problem:
                return problem.sentence
        if absent == list(_let_into(account)):
            return _NOTHING_THERE
        if absent != account.settings.get("absent", []):
            settings = {**account.settings, "absent": absent}
            await self._store.accounts.set_up(account.user_id, account.id, settings, self._clock.now())
        return ""

    @asynccontextmanager
    async def _reached(self, account: Account, port: Port) -> AsyncIterator[Any]:
        module, _, function = PROVIDERS[account.provider].offers[port].partition(":")
        opened = getattr(import_module(module), function)
        try:
            own = await self.addresses(account.user_id)
            access = Access(account, partial(self._secret, account), self._clock, self.fetcher, own)
            async with opened(access) as reached:
                yield reached
        except AccountClosed as problem:
            await self._broke(account, "revoked", problem)
            raise
        except AccountAway as problem:
            await self._broke(account, "attention", problem)
            raise
        await self._store.accounts.used(account.user_id, account.id, self._clock.now())

    async def _why_none(self, user_id: str, port: Port) -> str:
        """What to do where no account offers that: one that could was connected without it, or none could."""
        what, thing = _TOLD[port]
        able = [one for one in await self.every(user_id) if port in PROVIDERS[one.provider].offers]
        refused = [one for one in able if port not in _let_into(one)]
        if refused:
            return _NOT_LET_IN.format(label=labels(refused[:1]), what=port, thing=thing)
        return _NONE.format(what=what, thing=thing)

    async def _broke(self, account: Account, state: str, problem: AssistantError) -> None:
        at, said = self._clock.now(), problem.sentence
        await self._store.accounts.broke(account.user_id, account.id, state=state, problem=said, at=at)

    async def _secret(self, account: Account, refused: str) -> SecretStr:
        """As Access says."""
        if PROVIDERS[account.provider].signs_in == "oauth":
            if self._tokens is None:
                raise AccountClosed(f"What opens {account.label} can't be renewed from here.")
            return await self._tokens.token(account, refused)
        secret = await self._vault.get(account.user_id, account.vault_name, PASSWORD)
        if not isinstance(secret, SecretStr):
            raise AccountClosed(f"What opens {account.label} is gone. Connect that account again.")
        return secret

    async def _free_label(self, user_id: str, provider: str, identity: str) -> str:
        """The one it has; else "personal" for the first address, the domain for the next; one address keeps its label over providers."""
        known = await self.every(user_id)
        same = [one for one in known if one.identity == identity]
        mine = next((one.label for one in same if one.provider == provider), "")
        if mine or same:
            return mine or same[0].label
        taken = {one.label for one in known}
        return next(one for one in ("personal", identity.rpartition("@")[2], identity) if one not in taken)


def offers(account: Account) -> tuple[Port, ...]:
    """What of its provider's ports this account has: all, unless connecting found fewer (`settings["offers"]`) or its server turned out not
    to have some (`settings["absent"]`)."""
    absent = account.settings.get("absent", ())
    return tuple(port for port in _let_into(account) if port not in absent)


def lacking(account: Account) -> str:
    """What its server doesn't have, in words: "tasks and contacts"; "" where it has all."""
    return " and ".join(port for port in account.settings.get("absent", ()) if port != "mail watch")


def _let_into(account: Account) -> tuple[Port, ...]:
    found = account.settings.get("offers")
    every = PROVIDERS[account.provider].offers if account.provider in PROVIDERS else {}
    return tuple(port for port in every if found is None or port in found)


async def _try_mail(box: Mailbox) -> None:
    await box.search(_NEWEST, 1)


async def _try_watch(_: MailWatch) -> None:
    """It is the mailbox again."""


async def _try_calendar(calendar: Calendar) -> None:
    await calendar.calendars()


async def _try_tasks(tasks: TaskList) -> None:
    await tasks.lists()


async def _try_contacts(book: AddressBook) -> None:
    await book.all(1)


async def _try_files(drive: FileDrive) -> None:
    await drive.recent(1)


async def _try_known(port: KnowsMe) -> None:
    await port.me()


_NEWEST = MailQuery()
_TRIED: dict[Port, Callable[[Any], Awaitable[None]]] = {
    "mail": _try_mail,
    "mail watch": _try_watch,
    "calendar": _try_calendar,
    "tasks": _try_tasks,
    "contacts": _try_contacts,
    "code": _try_known,
    "team chat": _try_known,
    "issues": _try_known,
    "files": _try_files,
}


def labels(accounts: Sequence[Account]) -> str:
    """ "personal (ana@example.org) and work (ana@acme.example)"."""
    named = [f"{one.label} ({one.identity})" for one in accounts]
    return " and ".join((", ".join(named[:-1]), named[-1])) if len(named) > 1 else "".join(named)


def _named_in(accounts: Sequence[Account], said: str) -> list[Account]:
    """Those of which what was said holds the most: the label, and the name of the provider or of one of its products."""
    words = f" {' '.join(_WORD.findall(said))} "

    def holds(name: str) -> bool:
        return f" {' '.join(_WORD.findall(name.casefold()))} " in words

    def fits(one: Account) -> int:
        row = PROVIDERS.get(one.provider)
        return holds(one.label) + any(map(holds, (one.provider, *(row.products if row else ()))))

    best = max(map(fits, accounts), default=0)
    return [one for one in accounts if best and fits(one) == best]

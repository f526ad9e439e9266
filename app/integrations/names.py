"""What is called how in somebody's accounts at work: listed once when an account is there, again a day later where its user is about, and learned from
what tools show.

Kept as a text of its user's for each account (`names:12`), bounded, gone with the account. A call that fails is an event in the log: what the
others gave is kept, and that account is left alone until the next day.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from app.clock import Clock
from app.errors import AssistantError, StorageError
from app.integrations.accounts import ELSEWHERE, NAMES, Accounts, offers
from app.integrations.code.port import ME, CodeHost, ItemQuery
from app.integrations.providers import Port
from app.integrations.team.port import TeamChat
from app.integrations.tracker.port import IssueTracker, TicketQuery
from app.language.meetings import is_transcript, is_unnamed, meeting_title
from app.language.orders.names import KINDS, MOST, MOST_LETTERS, Known, Name
from app.memory.records import Account
from app.memory.repositories import Repositories

log = logging.getLogger(__name__)
KEY = NAMES
HERE = f"{KEY}{ELSEWHERE}"
_EACH = timedelta(days=1)
_PATIENCE = 2.0  # seconds that a message waits for the first list of an account
_LONGEST = 30.0
_REPOS, _OPEN, _PROJECTS, _CHANNELS, _PEOPLE, _SENT, _NOTES = 100, 50, 100, 500, 500, 20, 500
Lister = Callable[[Any], Awaitable[list[Name]]]


async def _repos(host: CodeHost) -> list[Name]:
    return [Name("repo", one.name) for one in await host.repositories("", _REPOS)]


async def _items(host: CodeHost) -> list[Name]:
    found = await host.items(ItemQuery(involves=ME, state="open"), _OPEN)
    people = dict.fromkeys(who for one in found for who in (one.author, *one.assignees))
    return [*(Name("item", one.name, (one.title,)) for one in found), *(Name("person", who) for who in people)]


async def _projects(tracker: IssueTracker) -> list[Name]:
    return [Name("project", one.key, (one.name,)) for one in await tracker.projects("", _PROJECTS)]


async def _tickets(tracker: IssueTracker) -> list[Name]:
    found = await tracker.tickets(TicketQuery(status="open"), _OPEN)
    people = dict.fromkeys(who for one in found for who in (one.assignee, one.reporter))
    return [*(Name("ticket", one.key, (one.title,)) for one in found), *(Name("person", who) for who in people)]


async def _channels(team: TeamChat) -> list[Name]:
    return [Name("channel", one.name) for one in await team.channels("", _CHANNELS) if not one.is_talk]


async def _people(team: TeamChat) -> list[Name]:
    return [Name("person", one.name, (one.handle,)) for one in await team.people("", _PEOPLE)]


_LISTED: Mapping[Port, tuple[Callable[[Accounts, Account], AbstractAsyncContextManager[Any]], tuple[Lister, ...]]] = {
    "code": (Accounts.code_host, (_repos, _items)),
    "issues": (Accounts.issue_tracker, (_projects, _tickets)),
    "team chat": (Accounts.team_chat, (_channels, _people)),
}
PORT_OF: Mapping[str, Port] = {
    "repo": "code",
    "item": "code",
    "project": "issues",
    "ticket": "issues",
    "channel": "team chat",
}


@dataclass(slots=True)
class Names:
    """The names of everybody's accounts."""

    accounts: Accounts
    store: Repositories
    clock: Clock
    _listing: dict[int, asyncio.Task[None]] = field(default_factory=dict[int, asyncio.Task[None]])

    async def known(self, user_id: str) -> Known:
        """All that are kept of one person, beside the names of their own lists and notes. An account whose names were never listed is listed first, as far as that
        takes no longer than a moment; a list that is older than a day is made anew behind the message. None where they can't be read."""
        try:
            return await self._known(user_id)
        except StorageError as problem:
            log.warning("names not read", extra={"event": "names.unread", "problem": type(problem).__name__})
            return Known()

    async def _known(self, user_id: str) -> Known:
        work = [one for one in await self.accounts.every(user_id) if set(offers(one)) & _LISTED.keys()]
        kept = await self._kept(user_id)
        due = [one for one in work if self._is_due(kept.get(f"{KEY}{one.id}"))]
        tasks = [self._begin(one) for one in due]
        if first := [task for one, task in zip(due, tasks, strict=True) if f"{KEY}{one.id}" not in kept]:
            await asyncio.wait(first, timeout=_PATIENCE)
            kept = await self._kept(user_id)
        here = {HERE, *(f"{KEY}{one.id}" for one in work)}
        sent = await self.store.inbox.sent_names(user_id, _SENT)
        found = _known(tuple(text for key, text in kept.items() if key in here), tuple(sent))
        return found.with_own(await self._own(user_id)) if found else found

    async def learn(self, user_id: str, names: Sequence[Name]) -> None:
        """Keep names that a tool showed, each at the one account that can have it; where several could, the daily list has them. What can't be written
        is left."""
        try:
            if names:
                await self._learn(user_id, names)
        except StorageError as problem:
            log.warning("names not kept", extra={"event": "names.unkept", "problem": type(problem).__name__})

    async def _learn(self, user_id: str, names: Sequence[Name]) -> None:
        work = await self.accounts.every(user_id)
        by_key: dict[str, list[Name]] = {}
        for one in names:
            able = [account for account in work if PORT_OF.get(one.kind) in offers(account)]
            key = HERE if one.kind == "meeting" else f"{KEY}{able[0].id}" if len(able) == 1 else ""
            by_key.setdefault(key, []).append(one)
        by_key.pop("", None)
        for key, found in by_key.items():
            await self._add(user_id, key, found)

    async def settled(self) -> None:
        """Wait for the lists that are being made."""
        await asyncio.gather(*self._listing.values(), return_exceptions=True)

    async def close(self) -> None:
        """Lists that are being made are left."""
        tasks = list(self._listing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _kept(self, user_id: str) -> dict[str, str]:
        entries = await self.store.contexts.all(user_id)
        return {one.key: one.content for one in entries if one.key.startswith(KEY)}

    async def _own(self, user_id: str) -> list[str]:
        lists = await self.store.tasks.lists(user_id)
        return [*(name for name, *_ in lists), *await self.store.notes.titles(user_id, _NOTES)]

    def _is_due(self, content: str | None) -> bool:
        listed = _read(content)[0] if content else None
        return listed is None or self.clock.now() - listed >= _EACH

    def _begin(self, account: Account) -> asyncio.Task[None]:
        """The one task that lists an account."""
        if (task := self._listing.get(account.id)) is None:
            task = asyncio.create_task(self._list(account), name=f"names:{account.id}")
            self._listing[account.id] = task
            task.add_done_callback(lambda _: self._listing.pop(account.id, None))
        return task

    async def _list(self, account: Account) -> None:
        """Make an account's list anew; what was shown of it stays. However it went, the account is left alone until the next day."""
        found = list[Name]()
        try:
            async with asyncio.timeout(_LONGEST):
                for port in _listed_ports(account):
                    await self._of_port(account, port, found)
        except (AssistantError, TimeoutError) as problem:
            _failed(account, problem)
        try:
            await self._add(account.user_id, f"{KEY}{account.id}", found, listed=self.clock.now())
        except AssistantError as problem:
            _failed(account, problem)

    async def _of_port(self, account: Account, port: Port, found: list[Name]) -> None:
        """Add to `found` what the account's service gives there."""
        opened, listers = _LISTED[port]
        try:
            async with opened(self.accounts, account) as reached:
                for lister in listers:
                    try:
                        found += await lister(reached)
                    except AssistantError as problem:
                        _failed(account, problem)
        except AssistantError as problem:
            _failed(account, problem)

    async def _add(self, user_id: str, key: str, names: Sequence[Name], *, listed: datetime | None = None) -> None:
        entry = await self.store.contexts.get(user_id, key)
        before, kept = _read(entry.content) if entry else (None, ())
        today = self.clock.now().toordinal()
        merged = _merged(kept, [replace(one, seen=today) for one in names])
        if listed is None and merged == tuple(kept):
            return
        number = key.removeprefix(KEY)
        if key != HERE and await self.accounts.get(user_id, int(number)) is None:
            return  # disconnected meanwhile
        await self.store.contexts.put(user_id, key, _written(listed or before, merged), self.clock.now())


def _merged(kept: Iterable[Name], new: Iterable[Name]) -> tuple[Name, ...]:
    """What is new first, each thing once, as many as are kept."""
    found: dict[tuple[str, str], Name] = {}
    for one in (*new, *kept):
        if one.name and len(one.name) <= MOST_LETTERS:
            found.setdefault((one.kind, one.name), one)
    return tuple(sorted(found.values(), key=lambda one: -one.seen)[: MOST // 2])


def _written(listed: datetime | None, names: Sequence[Name]) -> str:
    rows = [[one.kind, one.name, list(one.called), one.seen] for one in names]
    return json.dumps({"listed": listed.isoformat() if listed else "", "names": rows}, ensure_ascii=False)


@lru_cache(maxsize=32)
def _read(content: str) -> tuple[datetime | None, tuple[Name, ...]]:
    """When it was listed, and the names; nothing for what is no such text."""
    try:
        data = json.loads(content)
        listed = datetime.fromisoformat(data["listed"]) if data["listed"] else None
        names = tuple(
            Name(kind, name, tuple(called), seen) for kind, name, called, seen in data["names"] if kind in KINDS
        )
    except (ValueError, KeyError, TypeError):
        return None, ()
    return listed, names


@lru_cache(maxsize=16)
def _known(contents: tuple[str, ...], sent: tuple[str, ...]) -> Known:
    """The names of these texts, and of the meetings whose transcripts were sent here, with what finds them."""
    names = [name for content in contents for name in _read(content)[1]]
    titles = {meeting_title(one) for one in sent if is_transcript(one)}
    return Known.of((*names, *(Name("meeting", title) for title in titles if not is_unnamed(title))))


def _listed_ports(account: Account) -> list[Port]:
    return [port for port in offers(account) if port in _LISTED]


def _failed(account: Account, problem: Exception) -> None:
    log.info(
        "names not listed",
        extra={"event": "names.failed", "account": account.id, "problem": type(problem).__name__},
    )

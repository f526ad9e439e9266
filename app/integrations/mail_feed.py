"""What came by mail and matters, for briefings: the unread mails of a person's accounts, read and judged.

One account that doesn't answer leaves the others. Invariant: nothing is marked as read by it.
"""

import logging
from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from app.errors import AccountError, AssistantError
from app.integrations.accounts import Accounts, offers
from app.integrations.mail.mattering import why
from app.integrations.mail.mime import read_letter
from app.integrations.ports import ListedMail, MailQuery
from app.memory.records import Account, User
from app.memory.repositories import Repositories
from app.timetable.feeds import Letter

log = logging.getLogger(__name__)

_LOOKED_AT = 25  # mails of an account
_LARGEST = 1_000_000  # bytes of one that is read for it
_TOLD = 7


class MailFeed:
    """The mailboxes that people of this house have connected."""

    name = "mail"

    def __init__(self, accounts: Accounts, store: Repositories) -> None:
        """`accounts` reaches them."""
        self._accounts = accounts
        self._store = store

    async def users(self) -> Sequence[str]:
        """As the port says."""
        return list(
            dict.fromkeys([one.user_id for one in await self._store.accounts.everyones() if "mail" in offers(one)])
        )

    async def matters(self, user_id: str, since: datetime) -> Sequence[Letter]:
        """As the port says. Raises AccountError where no account answers."""
        user, accounts = await self._store.users.get(user_id), await self._accounts.every(user_id, "mail")
        found, problems = list[Letter](), list[AssistantError]()
        for account in accounts:
            try:
                found += await self._of(account, user, since)
            except AccountError as problem:
                problems.append(problem)
        if problems and len(problems) == len(accounts):
            raise problems[0]
        return sorted(found, key=lambda one: (not one.why.startswith("asks"), -one.received_at.timestamp()))[:_TOLD]

    async def between_us(self, user_id: str, address: str, limit: int) -> Sequence[Letter]:
        """As the port says. Raises AccountError where no account answers."""
        accounts = await self._accounts.every(user_id, "mail")
        found, problems = list[Letter](), list[AssistantError]()
        for account in accounts:
            try:
                async with self._accounts.mailbox(account) as mailbox:
                    listed = await mailbox.search(MailQuery(sender=address, folder="*"), limit)
            except AccountError as problem:
                problems.append(problem)
                continue
            found += [_told(one, "") for one in listed]
        if problems and len(problems) == len(accounts):
            raise problems[0]
        return sorted(found, key=lambda one: one.received_at, reverse=True)[:limit]

    async def _of(self, account: Account, user: User | None, since: datetime) -> list[Letter]:
        zone = ZoneInfo(user.time_zone if user else "UTC")
        local, found = since.astimezone(zone), list[Letter]()
        async with self._accounts.mailbox(account) as mailbox:
            listed = await mailbox.search(MailQuery(since=local.date(), unread=True, zone=zone.key), _LOOKED_AT)
            for one in listed:
                data = await mailbox.fetch(one.key) if one.received_at >= since and one.size <= _LARGEST else None
                reason = why(read_letter(data), {account.identity}, local) if data else ""
                found += [_told(one, reason)] if reason else []
        return found


def _told(mail: ListedMail, reason: str) -> Letter:
    return Letter(mail.sender_name or mail.sender, mail.subject or "(no subject)", reason, mail.received_at)

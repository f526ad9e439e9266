"""What comes into a Gmail inbox, by the mailbox's history. The watermark is Gmail's number of a state of the mailbox.

Gmail keeps its history for about a week; for a state it has forgotten, the watermark of now is given, and that something was missed.
Its push needs a topic of Google's own cloud, so that it is asked, no oftener than once a minute.
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from pydantic import BaseModel, Field

from app.clock import Clock
from app.integrations.calls import Calls
from app.integrations.google.mail_listing import MessageShape, listed
from app.integrations.google.paging import Page, Params
from app.integrations.ports import NewMail

_GONE = (404,)
_EVERY = timedelta(seconds=60)
_MOST_PAGES = 20


class _Profile(BaseModel):
    history: str = Field(alias="historyId")


class _Added(BaseModel):
    message: MessageShape


class _Record(BaseModel):
    id: str
    added: list[_Added] = Field([], alias="messagesAdded")


class _History(Page):
    records: list[_Record] = Field([], alias="history")
    now: str = Field("", alias="historyId")


class GmailWatch:
    """One account's inbox."""

    def __init__(self, calls: Calls, clock: Clock, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep) -> None:
        """`calls` reach the user's mailbox."""
        self._calls = calls
        self._clock = clock
        self._sleep = sleep
        self._asked_at: datetime | None = None

    async def news(self, watermark: str, limit: int) -> NewMail:
        """As the port says."""
        self._asked_at = self._clock.now()
        if not watermark:
            return NewMail((), await self._now())
        ids, after = list[str](), watermark
        params: Params = {"startHistoryId": watermark, "historyTypes": ["messageAdded"], "labelId": "INBOX"}
        for _ in range(_MOST_PAGES):
            page = await self._page(params) if watermark.isdecimal() else None
            if page is None:
                return NewMail((), await self._now(), missed=True)
            for record in page.records:
                added = [one.message.id for one in record.added if one.message.id not in ids]
                if ids and len(ids) + len(added) > limit:
                    return await self._told(ids, after, limit)
                ids, after = [*ids, *added], record.id
            if not page.next_page:
                after = page.now or after
                break
            params = {**params, "pageToken": page.next_page}
        return await self._told(ids, after, limit)

    async def wait(self, seconds: float) -> bool:
        """As the port says: the whole time; True once it may be asked again."""
        await self._sleep(seconds)
        return self._asked_at is None or self._clock.now() - self._asked_at >= _EVERY

    async def _told(self, ids: list[str], after: str, limit: int) -> NewMail:
        """These mails, as far as they still lie in the inbox. One state of more mails than are wanted can't be parted."""
        found = await listed(self._calls, ids[:limit])
        mails = sorted((one.mail for one in found if "INBOX" in one.labels), key=lambda mail: mail.received_at)
        return NewMail(tuple(mails), after, missed=len(ids) > limit)

    async def _page(self, params: Params) -> _History | None:
        reply = await self._calls.call("GET", "history", params=params, may=_GONE)
        return reply.read(_History) if reply.status not in _GONE else None

    async def _now(self) -> str:
        return (await self._calls.call("GET", "profile")).read(_Profile).history

"""What comes into an inbox at Microsoft, by Graph's delta query: it gives what changed since a link it made, which is the watermark.

Invariant: mails are told once a watermark. The first watermark starts at its own moment, so that a mailbox of any size costs one request.
"""

import asyncio
from dataclasses import dataclass

from app.clock import Clock
from app.integrations.calls import Calls
from app.integrations.microsoft.graph import IMMUTABLE, Item, stamp, text, thing, things
from app.integrations.microsoft.mail import as_listed
from app.integrations.ports import NewMail

LEAST_SECONDS = 60.0
"""How long is waited at least between two questions."""
_FIELDS = "id,internetMessageId,subject,from,receivedDateTime,isRead,isDraft,parentFolderId"
_DELTA = "me/mailFolders/inbox/messages/delta"
_MOST_PAGES = 100
_LOST = (400, 404, 410)
"""How Graph says that a watermark is none (any more)."""


@dataclass(frozen=True, slots=True)
class GraphMailWatch:
    """One account's inbox."""

    calls: Calls
    clock: Clock

    async def news(self, watermark: str, limit: int) -> NewMail:
        """As the port says; a page that Graph makes longer than was asked is told whole, since nothing is told twice."""
        if not watermark:
            return NewMail((), await self._from_now())
        headers = {"Prefer": f"{IMMUTABLE['Prefer']}, odata.maxpagesize={max(1, limit)}"}
        for _ in range(_MOST_PAGES):
            reply = await self.calls.call("GET", watermark, headers=headers, may=_LOST)
            if reply.status in _LOST:
                return NewMail((), await self._from_now(), missed=True)
            page = thing(reply)
            mails = sorted(
                (as_listed(one) for one in things(page.get("value")) if _is_mail(one)), key=lambda one: one.received_at
            )
            following = text(page, "@odata.nextLink")
            watermark = following or text(page, "@odata.deltaLink") or watermark
            if mails or not following:
                return NewMail(tuple(mails), watermark)
        return NewMail((), watermark)

    async def wait(self, seconds: float) -> bool:
        """As the port says: Graph tells nothing by itself to a program without a public address, so it is asked again after a while."""
        await asyncio.sleep(max(seconds, LEAST_SECONDS))
        return True

    async def _from_now(self) -> str:
        """A watermark of this moment."""
        url, params = (
            _DELTA,
            {
                "$filter": f"receivedDateTime ge {stamp(self.clock.now())}",
                "$select": _FIELDS,
                "changeType": "created",
            },
        )
        page = thing(await self.calls.call("GET", url, params=params, headers=IMMUTABLE))
        for _ in range(_MOST_PAGES):
            following = text(page, "@odata.nextLink")
            if not following:
                break
            page = thing(await self.calls.call("GET", following, headers=IMMUTABLE))
        return text(page, "@odata.deltaLink")


def _is_mail(item: Item) -> bool:
    """Not one that only left."""
    return "@removed" not in item and bool(text(item, "id")) and item.get("isDraft") is not True

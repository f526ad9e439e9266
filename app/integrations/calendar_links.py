"""A calendar that somebody publishes at an address (an .ics link): read through the guarded fetcher, never written.

The address may be all that protects it (a "secret address"), so it is kept as a password is, and no log and no sentence has more of it than
its host. It is asked for again when what was read is older than `_FRESH`, and says by its ETag whether anything changed.
"""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pydantic import SecretStr

from app.errors import AccountAway, AccountClosed, FetchFailed, NotFound, OutsideRefused, ToolProblem
from app.integrations.access import Access
from app.integrations.accounts import PASSWORD, Accounts
from app.integrations.calendar import ics
from app.integrations.calendar.changing import Answer, Change, Scope
from app.integrations.calendar.event import Event
from app.integrations.calendar.former import Former
from app.integrations.calendar.free import Interval
from app.integrations.calendar.parsed import Parsed
from app.integrations.fetching.addresses import entered_pair
from app.integrations.fetching.fetcher import Fetcher
from app.integrations.fetching.responses import Fetched
from app.integrations.ports import CalendarInfo
from app.memory.records import Account

_FRESH = timedelta(minutes=15)
_MOST_BYTES = 10_000_000
_MOST_KEPT = 20_000_000  # bytes of texts that are kept in memory, those of the links read last
_TYPES = ("text/calendar", "text/plain", "application/octet-stream", "application/ics")
_READ_ONLY = "“{name}” is a calendar that can only be read."
_NOT_THERE = "No calendar is called “{name}”. There is {own}."
_NO_CALENDAR = "What {host} gives there is no calendar."
_GONE = "{host} has no calendar there any more, or no longer shows it. Connect its link again."
_NO_FETCHER = "Links can't be read from here."


@dataclass(frozen=True, slots=True)
class _Read:
    """What was last read of a link."""

    fetched: Fetched
    at: datetime


_read: OrderedDict[str, _Read] = OrderedDict()
_parsed = Parsed()


async def connect_link(
    accounts: Accounts, fetcher: Fetcher, user_id: str, url: str, *, zone: ZoneInfo, label: str = ""
) -> Account:
    """Keep a calendar's link, once it was read. Raises OutsideError for an address that may not be asked or gives nothing, ToolProblem for
    what is no calendar, TooMany."""
    link = _https(url.strip())
    fetched = await fetcher.get(link, accept=_TYPES, most_bytes=_MOST_BYTES, allowed=frozenset((entered_pair(link),)))
    host = urlsplit(link).hostname or ""
    calendar = await asyncio.to_thread(_parsed.read, fetched.body, zone)
    if not fetched.body.lstrip(b"\xef\xbb\xbf \r\n")[:15].upper() == b"BEGIN:VCALENDAR":
        raise ToolProblem(_NO_CALENDAR.format(host=host))
    name = calendar.name.strip()[:60] or host
    identity = f"{host}/{hashlib.sha256(link.encode()).hexdigest()[:10]}"
    return await accounts.keep(
        user_id, "ics", identity, secrets={PASSWORD: SecretStr(link)}, settings={"name": name}, label=label or name
    )


@asynccontextmanager
async def opened(access: Access) -> AsyncIterator["LinkedCalendar"]:
    """The calendar behind an account's link."""
    yield LinkedCalendar(access)


class LinkedCalendar:
    """One published calendar; as the port says, with nothing to be written."""

    def __init__(self, access: Access) -> None:
        """Asks nothing yet."""
        self._access = access
        self._name = str(access.account.settings.get("name") or access.account.label)

    async def calendars(self) -> Sequence[CalendarInfo]:
        """As the port says: the one there is, once its link was read."""
        await self._text()
        return (CalendarInfo("link", self._name, is_writable=False, is_default=True),)

    async def between(self, start: datetime, end: datetime, *, zone: ZoneInfo, calendar: str = "") -> Sequence[Event]:
        """As the port says."""
        if calendar and calendar.casefold() not in ("link", self._name.casefold()):
            raise NotFound(_NOT_THERE.format(name=calendar[:60], own=self._name))
        read = await self._text()
        found = await asyncio.to_thread(_events, read.body, start, end, zone, self._name)
        return tuple(replace(one, href="link") for one in found)

    async def create(self, event: Event | Former, *, zone: ZoneInfo, at: datetime) -> Event:
        """As the port says: it can't be."""
        raise ToolProblem(_READ_ONLY.format(name=self._name))

    async def change(self, event: Event, wanted: Change | Answer, *, zone: ZoneInfo, at: datetime) -> None:
        """As the port says: it can't be."""
        raise ToolProblem(_READ_ONLY.format(name=self._name))

    async def delete(self, event: Event, scope: Scope, *, zone: ZoneInfo, at: datetime) -> None:
        """As the port says: it can't be."""
        raise ToolProblem(_READ_ONLY.format(name=self._name))

    async def busy(
        self, addresses: Sequence[str], start: datetime, end: datetime
    ) -> dict[str, Sequence[Interval] | None]:
        """As the port says: it tells of nobody."""
        return dict.fromkeys(addresses)

    async def _text(self) -> Fetched:
        """What the link gives, at most `_FRESH` old."""
        link, now = (await self._access.secret("")).get_secret_value(), self._access.clock.now()
        known = _read.get(link)
        if known is not None and now - known.at < _FRESH:
            return known.fetched
        if self._access.fetcher is None:
            raise AccountAway(_NO_FETCHER)
        before = known.fetched if known else None
        try:
            fetched = await self._access.fetcher.get(
                link,
                accept=_TYPES,
                most_bytes=_MOST_BYTES,
                etag=before.etag if before else "",
                last_modified=before.last_modified if before else "",
                allowed=frozenset((entered_pair(link),)),  # whose server is asked its owner has said
            )
        except (OutsideRefused, FetchFailed) as problem:
            if getattr(problem, "status", 0) in (401, 403, 404, 410):
                raise AccountClosed(_GONE.format(host=urlsplit(link).hostname)) from problem
            raise AccountAway(problem.sentence) from problem
        kept = before if fetched.not_modified and before else fetched
        _read[link] = _Read(kept, now)
        _read.move_to_end(link)
        while sum(len(one.fetched.body) for one in _read.values()) > _MOST_KEPT:
            _read.popitem(last=False)
        return kept


def _events(data: bytes, start: datetime, end: datetime, zone: ZoneInfo, name: str) -> Sequence[Event]:
    return ics.between(replace(_parsed.read(data, zone), name=name), start, end)


def _https(url: str) -> str:
    """A link as calendars write it ("webcal://…") as one that can be asked for."""
    scheme, colon, rest = url.partition(":")
    return f"https:{rest}" if colon and scheme.casefold() in ("webcal", "webcals") else url

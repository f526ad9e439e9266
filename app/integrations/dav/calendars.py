"""Calendars by CalDAV. Whatever the server can do, series are worked out here and times are read here, so that all servers mean the same.

What it asks, beside one question for the list of calendars as long as an account is open: one for each calendar to read a stretch of time;
two to create, change or take away (four where a series is parted). Invariant: of a series that is parted the new half is put first, so that
nothing is lost in between, and taken back where the old one can't be ended.
"""

import logging
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256
from urllib.parse import quote
from zoneinfo import ZoneInfo

from app.errors import AccountAway, AccountError, InputRefused, NotFound, OutcomeUnknown, ToolProblem
from app.integrations.access import Access
from app.integrations.calendar import ics, itip
from app.integrations.calendar.changing import Answer, Change, Scope, answered, resources, with_change, without
from app.integrations.calendar.entries import shown
from app.integrations.calendar.event import Event, Guest
from app.integrations.calendar.former import Former
from app.integrations.calendar.free import Interval, busy
from app.integrations.calendar.itip import Notice
from app.integrations.calendar.received import hosts, taken_in
from app.integrations.calendar.values import time_text
from app.integrations.calendar.writing import event_ics
from app.integrations.dav import free_busy
from app.integrations.dav.client import ETAG, Dav, Resource, at_once, having_uid, prop, reached, worked_out
from app.integrations.dav.multistatus import CALDAV, Member
from app.integrations.dav.site import Collection, Site, collections
from app.integrations.ports import CalendarInfo, Changed

log = logging.getLogger(__name__)

KIND = "text/calendar; charset=utf-8"
DATA = f"{CALDAV}calendar-data"
_MOST_SHOWN = 10_000
_PLAIN = re.compile(r"[A-Za-z0-9@._+-]{1,150}")
_DAY = timedelta(days=1)  # servers take days and floating times for some zone of theirs
_NO_CALENDAR = "No calendar is called “{name}”. There are {names}."
_NO_PLACE = "There is no calendar here that I may write in."
_READ_ONLY = "I may only read “{name}”. Take another calendar."
_GONE = "That event isn't in the calendar any more."
_OLDER = "Your calendar has a newer version of that event than this invitation."
_ANOTHERS = "Your calendar has another event under that invitation's UID, which somebody else organizes, so I left both as they are."
_NOT_INVITED = "You aren't among the guests of that event."


class DavCalendar:
    """One account's calendars."""

    def __init__(self, dav: Dav, site: Site, addresses: Sequence[str]) -> None:
        """`addresses` are the account's own, in lower case, the usual one first."""
        self._dav = dav
        self._site = site
        self._own = tuple(dict.fromkeys((*addresses, *site.addresses)))
        self._known: list[Collection] | None = None

    async def calendars(self) -> Sequence[CalendarInfo]:
        """As the port says."""
        tells = self._site.schedules
        return [
            CalendarInfo(
                one.url,
                one.name,
                one.is_writable,
                one.is_default,
                one.zone,
                is_shared=one.is_shared,
                tells_guests=tells,
            )
            for one in await self._every()
        ]

    async def between(self, start: datetime, end: datetime, *, zone: ZoneInfo, calendar: str = "") -> Sequence[Event]:
        """As the port says."""
        chosen = await self._every() if not calendar else [await self._one(calendar)]
        found = await at_once([self._in_one(one, start, end, zone) for one in chosen])
        return sorted((event for part in found for event in part), key=lambda event: _begins(event, zone))

    async def create(self, event: Event | Former, *, zone: ZoneInfo, at: datetime, invited: bytes = b"") -> Event:
        """As the port says."""
        if isinstance(event, Former):
            there = await self._restored(event)
            return await worked_out(partial(_as_it_lies, there, (event.uid, event.uid), event.calendar, zone))
        place = await self._one(event.calendar)
        if not place.is_writable:
            raise ToolProblem(_READ_ONLY.format(name=place.name))
        if event.guests and event.organizer is None and self._own:
            event = replace(event, organizer=Guest("", self._own[0], "accepted", is_organizer=True))
        data = invited or await worked_out(partial(event_ics, event, at=at))
        same = having_uid("VEVENT", event.uid)
        made = await self._dav.create(file_in(place.url, event.uid, "ics"), data, KIND, same=same)
        if invited and made.was_there and await worked_out(partial(_is_anothers, made.data, invited)):
            raise InputRefused(_ANOTHERS)
        if invited and not await worked_out(partial(_is_known, made.data, event, zone)):
            newer = await worked_out(partial(taken_in, made.data, invited))
            stored = await self._dav.replace(replace(made, data=newer), KIND)
            made = replace(stored, was_there=made.was_there)
        return await worked_out(partial(_as_it_lies, made, (event.uid, event.key), place.name, zone))

    async def change(self, event: Event, wanted: Change | Answer, *, zone: ZoneInfo, at: datetime) -> Changed:
        """As the port says; half of a series that was parted can't be put back."""
        found = await self._read(event)
        if not isinstance(wanted, Change):
            address = self._invited(event)
            data = await worked_out(partial(answered, found.data, address, wanted))
            told = await self._told(partial(itip.reply, found.data, Guest("", address, wanted), zone=zone, at=at))
            return Changed(await self._put(event, found, data), told)
        data = await worked_out(partial(with_change, found.data, wanted, zone=zone, at=at))
        told = await self._told(partial(itip.changes, found.data, data, zone=zone, at=at))
        parts = await worked_out(partial(resources, data)) if wanted.scope == "following" else {}
        if len(parts) < 2:
            return Changed(await self._put(event, found, data), told)
        await self._part(replace(found, data=parts.pop(next(iter(parts)))), parts)
        return Changed(notices=told)

    async def delete(self, event: Event, scope: Scope, *, zone: ZoneInfo, at: datetime) -> Changed:
        """As the port says."""
        found = await self._read(event)
        left = await worked_out(partial(without, found.data, event.key, scope, zone=zone, at=at))
        told = await self._told(partial(itip.taken_away, found.data, left, event.key, scope, zone=zone, at=at))
        if left is not None:
            return Changed(await self._put(event, found, left), told)
        await self._dav.remove(found.url, found.etag)
        return Changed(Former.of(event, found.data), told)

    async def busy(
        self, addresses: Sequence[str], start: datetime, end: datetime
    ) -> dict[str, Sequence[Interval] | None]:
        """As the port says: ourselves by our own events, others as far as the server asks them for us."""
        wanted = {address: address.strip().casefold() for address in addresses}
        told: dict[str, Sequence[Interval]] = {}
        others = sorted(set(wanted.values()) - set(self._own))
        if others and self._site.outbox and self._own:
            told |= await free_busy.asked(self._dav, self._site.outbox, self._own[0], others, (start, end))
        if set(wanted.values()) & set(self._own):
            name = next((one.zone for one in await self._every() if one.zone), "UTC")
            events = await self.between(start, end, zone=ZoneInfo(name))
            told |= dict.fromkeys(self._own, busy(events, start, end, zone=ZoneInfo(name)))
        return {address: told.get(plain) for address, plain in wanted.items()}

    async def _every(self) -> list[Collection]:
        if self._known is None:
            self._known = await collections(self._dav, self._site.calendars, "VEVENT")
        return self._known

    async def _one(self, name: str) -> Collection:
        """The one of that name or id; the default for "". Raises NotFound with the names, ToolProblem where there is no default."""
        every, wanted = await self._every(), name.strip().casefold()
        if not wanted:
            default = next((one for one in every if one.is_default), None)
            if default is None:
                raise ToolProblem(_NO_PLACE)
            return default
        found = next((one for one in every if wanted in (one.name.casefold(), one.url.casefold())), None)
        if found is None:
            names = ", ".join(one.name for one in every) or "none"
            raise NotFound(_NO_CALENDAR.format(name=name.strip()[:60], names=names))
        return found

    async def _in_one(self, place: Collection, start: datetime, end: datetime, zone: ZoneInfo) -> Sequence[Event]:
        members = await self._dav.report(place.url, _query(start - _DAY, end + _DAY))
        return await worked_out(partial(_events, members, place.name, (start, end), zone))

    async def _told(self, work: Callable[[], Sequence[Notice]]) -> Sequence[Notice]:
        """What guests are to be told, by anybody but the server."""
        return () if self._site.schedules else await worked_out(work)

    async def _read(self, event: Event) -> Resource:
        """The file of an event, as the version that the caller saw."""
        if not event.href:
            raise NotFound(_GONE)
        found = await self._dav.read(event.href)
        return replace(found, etag=event.etag or found.etag)

    async def _put(self, event: Event, found: Resource, data: bytes) -> Former | None:
        """Another version of an event's file; the former one, where the server says which version the new one is."""
        stored = await self._dav.replace(replace(found, data=data), KIND)
        version = stored.etag or (await self._dav.read_back(stored)).etag
        return Former.of(event, found.data, etag=version) if version else None

    async def _restored(self, former: Former) -> Resource:
        """The file as it was, in its own place; where the server keeps that place shut for what was there, in another one beside it."""
        if not former.was_taken_away:
            return await self._dav.replace(Resource(former.href, former.etag, former.data), KIND)
        same = having_uid("VEVENT", former.uid)
        try:
            return await self._dav.create(former.href, former.data, KIND, same=same)
        except ToolProblem:
            log.info("an event is put back in another place", extra={"event": "dav.other_place"})
            place = former.href.rpartition("/")[0]
            return await self._dav.create(file_in(place, f"again-{former.uid}", "ics"), former.data, KIND, same=same)

    def _invited(self, event: Event) -> str:
        """By which of our addresses we are. Raises ToolProblem where we aren't."""
        guests = {guest.address.casefold() for guest in event.guests}
        found = next((address for address in self._own if address in guests), None)
        if found is None:
            raise ToolProblem(_NOT_INVITED)
        return found

    async def _part(self, old: Resource, new: dict[str, bytes]) -> None:
        """Put what a series becomes: the new ones, then the old one that ends there. Nobody else gives a new one its name: what lies there is
        of a time when this was begun and not ended."""
        made: list[Resource] = []
        try:
            for uid, data in new.items():
                url = file_in(old.url.rpartition("/")[0] + "/", uid, "ics")
                made.append(await self._dav.replace(Resource(url, "", data), KIND))
            await self._dav.replace(old, KIND)
        except (ToolProblem, AccountAway):
            await self._take_back(made)
            raise

    async def _take_back(self, made: Sequence[Resource]) -> None:
        """Raises OutcomeUnknown where that can't be done either."""
        try:
            for one in made:
                await self._dav.remove(one.url, one.etag)
        except (AccountError, ToolProblem) as problem:
            log.warning("a parted series was left in two", extra={"event": "dav.parted"})
            raise OutcomeUnknown() from problem


@asynccontextmanager
async def opened_calendar(access: Access) -> AsyncIterator[DavCalendar]:
    """An account's calendars, where they were found when it was connected."""
    settings = access.account.settings
    site = Site.from_json(settings["site"])
    async with reached(access, site.calendars, settings["user"]) as dav:
        yield DavCalendar(dav, site, (access.account.identity, *access.own))


def file_in(place: str, uid: str, ending: str) -> str:
    """Where a thing with that UID is put in a collection: always the same place for the same UID."""
    name = uid if _PLAIN.fullmatch(uid) and not uid.startswith(".") else sha256(uid.encode()).hexdigest()
    return f"{place.rstrip('/')}/{quote(name)}.{ending}"


def _begins(event: Event, zone: ZoneInfo) -> tuple[datetime, datetime, str]:
    return ics.moment_of(event.start, zone), ics.moment_of(event.end, zone), event.title


def _query(start: datetime, end: datetime) -> str:
    first, last = (f"{time_text(when.astimezone(UTC))}Z" for when in (start, end))
    return (
        f'<c:calendar-query xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:">{prop((ETAG, DATA))}<c:filter>'
        f'<c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range start="{first}" end="{last}"/>'
        "</c:comp-filter></c:comp-filter></c:filter></c:calendar-query>"
    )


def _events(members: Sequence[Member], name: str, window: tuple[datetime, datetime], zone: ZoneInfo) -> Sequence[Event]:
    """What of a calendar's files is in a window; one effort is spent on all of them together."""
    series: list[ics.Series] = []
    lies: dict[str, Member] = {}
    for member in members:
        for one in ics.read(member.text(DATA), zone=zone).events:
            uid = ics.uid_of(one)
            if uid in lies:
                log.info("two files have one UID: the second is left out", extra={"event": "dav.same_uid"})
                continue
            lies[uid] = member
            series.append(one)
    calendar = ics.Calendar(name, zone, tuple(series))
    found = ics.between(calendar, *window, most=_MOST_SHOWN)
    return [replace(one, href=lies[one.uid].href, etag=lies[one.uid].text(ETAG)) for one in found]


def _as_it_lies(made: Resource, named: tuple[str, str], calendar: str, zone: ZoneInfo) -> Event:
    """The event of that UID and key, of a file that was just put or found. Raises NotFound where the file holds another."""
    found = _in_file(made.data, *named, zone)
    if found is None:
        raise NotFound(_GONE)
    return replace(found, calendar=calendar, etag=made.etag, href=made.url, was_there=made.was_there)


def _in_file(data: bytes, uid: str, key: str, zone: ZoneInfo) -> Event | None:
    series = ics.series_of(ics.read(data, zone=zone), uid)
    instance = ics.instance_of(series, key, zone) if series else None
    return shown(instance, zone) if instance else None


def _is_anothers(there: bytes, invited: bytes) -> bool:
    """Whether somebody else organizes what is there than who invites, or nobody does: a UID is no secret, and says nothing of who may change it."""
    return hosts(there) != hosts(invited) or not hosts(there)


def _is_known(data: bytes, event: Event, zone: ZoneInfo) -> bool:
    """Whether a file has an invitation in that version, and with the same answers. Raises InputRefused where it has a newer one."""
    found = _in_file(data, event.uid, event.key, zone)
    if found is None or found.sequence < event.sequence:
        return False
    if found.sequence > event.sequence:
        raise InputRefused(_OLDER)
    said = ({(one.address.casefold(), one.status) for one in each.guests} for each in (found, event))
    return next(said) == next(said) and (found.start, found.end) == (event.start, event.end)

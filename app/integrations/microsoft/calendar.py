"""Calendars at Microsoft, by Graph.

Invariant: a new event carries our own id (as an extended property, and as its transaction's), so that it is never made twice. A change is
made only to the version that was read. "Following" makes a second series first and then ends the first one before it, so that what fails
between the two leaves a time twice, never none; asked again, the second series is found.
"""

import asyncio
import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from app.errors import ChangedElsewhere, InputRefused, NotFound, OutcomeUnknown, ToolProblem
from app.integrations.calendar.changing import Answer, Change, Scope
from app.integrations.calendar.event import Event, moment_of, span
from app.integrations.calendar.former import Former
from app.integrations.calendar.free import Interval
from app.integrations.calls import Calls, Reply
from app.integrations.mail.characters import one_line
from app.integrations.microsoft.events import FIELDS, as_event, body_of, changed, writable
from app.integrations.microsoft.graph import IMMUTABLE, Item, at, listed, literal, part, stamp, text, thing, things
from app.integrations.microsoft.mail_query import Params
from app.integrations.microsoft.recurrence import ended_before
from app.integrations.microsoft.schedules import schedules
from app.integrations.microsoft.series import Found, body_for_all, body_for_one, parted
from app.integrations.microsoft.zones import zone_named
from app.integrations.ports import CalendarInfo

log = logging.getLogger(__name__)

_READING = {"Prefer": f'{IMMUTABLE["Prefer"]}, outlook.timezone="UTC", outlook.body-content-type="text"'}
_OUR_ID = "String {6b1b1c3a-52d1-4b44-9f0c-5d2f6a2f8e11} Name KwasiEvent"
_PAGE = 100
_AT_ONCE = 4  # more requests at a time for one mailbox Graph refuses
_MOST_EVENTS = 2_000
_ANSWERS: dict[Answer, str] = {"accepted": "accept", "declined": "decline", "tentative": "tentativelyAccept"}
_WRITING = frozenset(
    ("write", "delegateWithoutPrivateEventAccess", "delegateWithPrivateEventAccess", "custom")
)  # roles
_GONE = "That event isn't in the calendar any more."
_NO_CALENDAR = "There is no calendar called “{name}” in that account. There are: {shown}."
_READ_ONLY = "The calendar “{name}” can only be read."
_OWN = "You organise that event yourself, so there is no invitation to answer."
_PLAIN_ZONE = re.compile(r"[\w .+/-]{1,80}", re.ASCII)  # what stands in a header
_NOT_GIVEN_BACK = {
    "hasAttachments": "Its files could not be put back.",
    "isOnlineMeeting": "Its online meeting could not be put back.",
}
_RULE_OF_ONE = "One time of a series can't repeat by itself."
_WHICH_TIME = "That is a whole series. Say which time of it you mean."


@dataclass(frozen=True, slots=True)
class GraphCalendar:
    """One account's calendars."""

    calls: Calls

    async def calendars(self) -> Sequence[CalendarInfo]:
        """As the port says. A name that several have is told with its owner's address, or a number."""
        infos = await self._infos()
        return [replace(one, is_shared=await self._is_shared(one)) if one.is_default else one for one in infos]

    async def _infos(self) -> list[CalendarInfo]:
        """Without who else writes into them."""
        params: Params = {"$select": "id,name,canEdit,isDefaultCalendar,owner", "$top": _PAGE}
        found = [one async for one in listed(self.calls, "me/calendars", params, IMMUTABLE)]
        infos: list[CalendarInfo] = []
        for one in sorted(found, key=lambda one: one.get("isDefaultCalendar") is not True):
            name = _unique(one, {info.name for info in infos})
            infos.append(
                CalendarInfo(
                    text(one, "id"), name, one.get("canEdit") is not False, one.get("isDefaultCalendar") is True
                )
            )
        return infos

    async def between(self, start: datetime, end: datetime, *, zone: ZoneInfo, calendar: str = "") -> Sequence[Event]:
        """As the port says; at most 2,000 of a calendar."""
        every = await self._infos()
        chosen = [_chosen(every, calendar)] if calendar else every
        found: list[Event] = []
        masters: dict[str, Item | None] = {}
        for one in chosen:
            items = await self._viewed(one, start, end)
            await self._learn(masters, {text(item, "seriesMasterId") for item in items} - {""})
            read = (as_event(item, masters.get(text(item, "seriesMasterId")), zone, one.name) for item in items)
            found += [event for event in read if event is not None and _overlaps(event, start, end, zone)]
        return sorted(found, key=lambda event: span(event, zone))

    async def create(self, event: Event | Former, *, zone: ZoneInfo, at: datetime) -> Event:
        """As the port says. Graph gives nothing back that was deleted: it is made anew, of all that may be written."""
        if isinstance(event, Former) and not event.was_taken_away:
            return await self._as_it_was(event, zone)
        target = _chosen(await self._infos(), event.calendar)
        if not target.is_writable:
            raise ToolProblem(_READ_ONLY.format(name=target.name))
        is_former = isinstance(event, Former)
        uid = f"again/{event.href}" if is_former else event.uid
        known = await self._known(target, uid)
        body = writable(event.data) if is_former else body_of(event, zone)
        read = as_event(known or await self._made(target, uid, body), None, zone, target.name)
        if read is None:
            raise OutcomeUnknown()
        return replace(read, was_there=known is not None)

    async def change(self, event: Event, wanted: Change | Answer, *, zone: ZoneInfo, at: datetime) -> Former | None:
        """As the port says. An answer is given for the whole series; a series can't be put back."""
        found = await self._now(event, zone)
        if not isinstance(wanted, Change):
            await self._answer(found, wanted)
            return None
        if wanted.status == "cancelled" or _is_of_series(found):
            await self._change_series(found, wanted, zone)
            return None
        raw = await self._raw(found)
        version = text(await self._write("PATCH", found.item, body_for_all(found, wanted, zone)), "@odata.etag")
        return Former.of(event, raw.body, etag=version) if version else None

    async def _change_series(self, found: Found, wanted: Change, zone: ZoneInfo) -> None:
        scope = _scope(found, wanted.scope)
        if wanted.status == "cancelled":
            return await self._cancel(found, scope)
        if scope == "following":
            return await self._part(found, wanted, zone)
        if scope == "one" and wanted.rule:
            raise InputRefused(_RULE_OF_ONE)
        target = found.item if scope == "one" else found.master or found.item
        body = (body_for_one if scope == "one" else body_for_all)(found, wanted, zone)
        await self._write("PATCH", target, body)
        return None

    async def delete(self, event: Event, scope: Scope, *, zone: ZoneInfo, at: datetime) -> Former | None:
        """As the port says; a series can't be put back. The guests of an event of the user's own are told by Outlook."""
        found = await self._now(event, zone)
        wanted = _scope(found, scope)
        if wanted == "following":
            await self._end_before(found)
            return None
        if _is_of_series(found):
            await self._write("DELETE", found.master if wanted == "all" and found.master else found.item, None)
            return None
        raw = await self._raw(found)
        await self._write("DELETE", found.item, None)
        was = thing(raw)
        lost = " ".join(told for name, told in _NOT_GIVEN_BACK.items() if was.get(name) is True)
        return Former.of(event, raw.body, lost=lost)

    async def busy(
        self, addresses: Sequence[str], start: datetime, end: datetime
    ) -> dict[str, Sequence[Interval] | None]:
        """As the port says; a private account is told nothing."""
        return await schedules(self.calls, addresses, start, end)

    async def _is_shared(self, calendar: CalendarInfo) -> bool:
        """Whether others may write into it; also where Graph doesn't tell."""
        path = _path("calendars", calendar.id, "calendarPermissions")
        try:
            return any(
                [text(one, "role") in _WRITING async for one in listed(self.calls, path, {"$top": _PAGE}, IMMUTABLE)]
            )
        except ToolProblem:
            log.info("who writes into a calendar is not told", extra={"event": "calendar.sharing_untold"})
            return True

    async def _viewed(self, calendar: CalendarInfo, start: datetime, end: datetime) -> list[Item]:
        """What lies there then, and half a day more on both sides: days are those of the reader, which Graph doesn't know."""
        params: Params = {
            "startDateTime": stamp(start - timedelta(hours=14)),
            "endDateTime": stamp(end + timedelta(hours=14)),
            "$select": FIELDS,
            "$top": _PAGE,
        }
        items: list[Item] = []
        async for one in listed(self.calls, _path("calendars", calendar.id, "calendarView"), params, _READING):
            items.append(one)
            if len(items) >= _MOST_EVENTS:
                log.warning("a calendar was not read to its end", extra={"event": "calendar.cut", "events": len(items)})
                break
        return items

    async def _learn(self, masters: dict[str, Item | None], ids: set[str]) -> None:
        """Read the series that aren't known yet."""
        turn = asyncio.Semaphore(_AT_ONCE)

        async def read(id_: str) -> None:
            async with turn:
                masters[id_] = await self._get(id_)

        await asyncio.gather(*(read(id_) for id_ in sorted(ids - masters.keys())))

    async def _get(self, id_: str) -> Item | None:
        try:
            return thing(
                await self.calls.call("GET", _path("events", id_), params={"$select": FIELDS}, headers=_READING)
            )
        except NotFound:
            return None

    async def _known(self, calendar: CalendarInfo, uid: str) -> Item | None:
        """The event there that carries this id of ours."""
        same = f"ep/id eq {literal(_OUR_ID)} and ep/value eq {literal(uid)}"
        params: Params = {"$filter": f"singleValueExtendedProperties/any(ep: {same})", "$select": FIELDS}
        async for one in listed(self.calls, _path("calendars", calendar.id, "events"), params, _READING):
            return one
        return None

    async def _made(self, calendar: CalendarInfo, uid: str, body: Mapping[str, Any]) -> Item:
        """An event made under an id of ours."""
        marks = {"transactionId": uid, "singleValueExtendedProperties": [{"id": _OUR_ID, "value": uid}]}
        body, path = {**body, **marks}, _path("calendars", calendar.id, "events")
        try:
            return thing(await self.calls.call("POST", path, body=body, headers=_READING))
        except (OutcomeUnknown, ChangedElsewhere):
            known = await self._known(calendar, uid)
            if known is None:
                raise
            return known

    async def _as_it_was(self, former: Former, zone: ZoneInfo) -> Event:
        """An event that was changed, put back where that change was the last one."""
        target = {"id": former.href, "@odata.etag": former.etag}
        read = as_event(await self._write("PATCH", target, writable(former.data)), None, zone, former.calendar)
        if read is None:
            raise OutcomeUnknown()
        return read

    async def _raw(self, found: Found) -> Reply:
        """All of a single event as Graph writes it, in the zone it was made in. Raises AccountAway where that isn't what was read."""
        named = text(found.item, "originalStartTimeZone")
        of = named if _PLAIN_ZONE.fullmatch(named) else "UTC"
        headers = {"Prefer": f'{IMMUTABLE["Prefer"]}, outlook.timezone="{of}"'}
        reply = await self.calls.call("GET", _path("events", text(found.item, "id")), headers=headers)
        thing(reply)
        return reply

    async def _now(self, event: Event, zone: ZoneInfo) -> Found:
        """The event as it is now. Raises NotFound, and ChangedElsewhere where that isn't what was read."""
        item = await self._get(event.href)
        if item is None:
            raise NotFound(_GONE)
        version = text(item, "@odata.etag")
        if event.etag and version and version != event.etag:
            raise ChangedElsewhere()
        series = text(item, "seriesMasterId")
        master = await self._get(series) if series else None
        now = as_event(item, master, zone, event.calendar)
        if now is None:
            raise NotFound(_GONE)
        of = zone_named(text(master or item, "originalStartTimeZone"), zone)
        return Found(item, master, now, as_event(master, None, zone, event.calendar) if master else None, of)

    async def _write(self, method: str, target: Item, body: Mapping[str, Any] | None) -> Item:
        """Change or delete one version; as it is then."""
        version = text(target, "@odata.etag")
        headers = {**_READING, **({"If-Match": version} if version else {})}
        try:
            return thing(await self.calls.call(method, _path("events", text(target, "id")), body=body, headers=headers))
        except NotFound:
            raise NotFound(_GONE) from None

    async def _answer(self, found: Found, answer: Answer) -> None:
        target = found.master or found.item
        if target.get("isOrganizer") is True:
            raise ToolProblem(_OWN)
        await self._act(target, _ANSWERS[answer], {"SendResponse": True})

    async def _cancel(self, found: Found, scope: Scope) -> None:
        """Guests are told; an event without any is only taken away."""
        if scope == "following":
            return await self._end_before(found)
        target = found.master if scope == "all" and found.master else found.item
        if things(target.get("attendees")):
            return await self._act(target, "cancel", {})
        await self._write("DELETE", target, None)
        return None

    async def _act(self, target: Item, action: str, body: Mapping[str, Any]) -> None:
        try:
            await self.calls.call("POST", _path("events", text(target, "id"), action), body=body, headers=IMMUTABLE)
        except NotFound:
            raise NotFound(_GONE) from None

    async def _part(self, found: Found, change: Change, zone: ZoneInfo) -> None:
        """A second series from this time on, with the change, and the end of the first before it."""
        changed(change, found.item)  # what can't be said is refused before anything is made
        target = _chosen(await self._infos(), found.event.calendar)
        second = parted(found, change, zone)
        if await self._known(target, second.uid) is None:
            await self._made(target, second.uid, body_of(second, zone))
        await self._end_before(found)

    async def _end_before(self, found: Found) -> None:
        """End the series before this time."""
        master = found.master or found.item
        day = found.regular
        await self._write(
            "PATCH",
            master,
            {"recurrence": ended_before(part(master, "recurrence"), day.date() if isinstance(day, datetime) else day)},
        )


def _path(*parts: str) -> str:
    return at("me", *parts)


def _unique(item: Item, taken: set[str]) -> str:
    name = one_line(text(item, "name"), 200) or "Calendar"
    owner = one_line(text(item, "owner", "address"), 200)
    ways = (name, *([f"{name} ({owner})"] if owner else []), *(f"{name} ({number})" for number in range(2, 1_000)))
    return next(one for one in ways if one not in taken)


def _chosen(every: Sequence[CalendarInfo], name: str) -> CalendarInfo:
    """The calendar of that name or id; the default for "". Raises NotFound with the names."""
    wanted = name.strip().casefold()
    found = next((one for one in every if one.id == name or one.name.casefold() == wanted), None)
    if not wanted:
        found = next(iter(every), None)
    if found is None:
        raise NotFound(_NO_CALENDAR.format(name=one_line(name, 60), shown=", ".join(one.name for one in every[:20])))
    return found


def _overlaps(event: Event, start: datetime, end: datetime, zone: ZoneInfo) -> bool:
    begins, ends = span(event, zone)
    return begins < end and (ends > start or begins == ends >= start)


def _is_of_series(found: Found) -> bool:
    return found.master is not None or text(found.item, "type") == "seriesMaster"


def _scope(found: Found, wanted: Scope) -> Scope:
    """What a wish comes to: one event alone has no others, and what follows the first is all."""
    if text(found.item, "type") == "seriesMaster" and wanted != "all":
        raise ToolProblem(_WHICH_TIME)
    if found.master is None or found.series is None:
        return "all"
    is_first = wanted == "following" and moment_of(found.regular, found.zone) <= moment_of(
        found.series.start, found.zone
    )
    return "all" if is_first else wanted

"""An account's calendars at Google.

Invariant: an event is changed only as the version it was read in (its ETag). Guests are told by Google of everything that concerns them. What
was deleted isn't read, so that an event an organizer took away is gone, not cancelled. Google gives events a UID of its own, made of the id that
we make of ours.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, Field

from app.errors import AccountAway, ChangedElsewhere, InputRefused, NotFound, OutcomeUnknown, ToolProblem
from app.integrations.calendar.changing import Answer, Change, Scope
from app.integrations.calendar.event import Event, moment_of
from app.integrations.calendar.former import Former
from app.integrations.calendar.free import Interval
from app.integrations.calendar.writing import check_rule
from app.integrations.calls import Calls, Reply
from app.integrations.google.calendar_reading import Book, EventShape, EventsPage, ReminderShape, as_event, href_of
from app.integrations.google.calendar_series import Series
from app.integrations.google.calendar_writing import (
    Body,
    as_read,
    id_of,
    new,
    new_event,
    of_change,
    times,
    writable,
    zone_name,
)
from app.integrations.google.paging import Page, Params, pages, segment, side_by_side
from app.integrations.ports import CalendarInfo

log = logging.getLogger(__name__)

_MOST_ASKED_ABOUT = 50  # calendars in one question for free times
_PAGE = 2_500
_AN_HOUR, _A_DAY = timedelta(hours=1), timedelta(days=1)
_NO_CALENDAR = "There is no calendar called “{name}” in that account. There are: {names}."
_NOT_INVITED = "You aren't among the guests of that event."
_RULE_OF_ONE = "One time of a series can't repeat by itself."
_WITH_FILES = {"supportsAttachments": True}  # else Google leaves out the files of an event that is written whole
_UNREADABLE = "Google gave an event in a form I can't read. Try again in a moment."


class _CalendarShape(BaseModel):
    id: str
    summary: str = ""
    own_name: str = Field("", alias="summaryOverride")
    zone: str = Field("", alias="timeZone")
    role: str = Field("reader", alias="accessRole")
    primary: bool = False
    reminders: list[ReminderShape] = Field([], alias="defaultReminders")


class _CalendarsPage(Page):
    items: list[_CalendarShape] = Field(default_factory=list[_CalendarShape])


class _BusyShape(BaseModel):
    start: datetime
    end: datetime


class _FreeShape(BaseModel):
    busy: list[_BusyShape] = Field(default_factory=list[_BusyShape])
    errors: list[dict[str, str]] = []


class _FreeBusyShape(BaseModel):
    calendars: dict[str, _FreeShape] = {}


class _Kept(BaseModel):
    """What the second half of a series takes over from the first, as Google wrote it."""

    summary: Any = None
    location: Any = None
    description: Any = None
    attendees: Any = None
    transparency: Any = None
    visibility: Any = None
    reminders: Any = None
    source: Any = None
    colorId: Any = None  # noqa: N815 - Google's names
    guestsCanModify: Any = None  # noqa: N815
    guestsCanInviteOthers: Any = None  # noqa: N815
    guestsCanSeeOtherGuests: Any = None  # noqa: N815


class GoogleCalendar:
    """One account's calendars."""

    def __init__(self, calls: Calls) -> None:
        """`calls` reach the calendar interface."""
        self._calls = calls

    async def calendars(self) -> Sequence[CalendarInfo]:
        """As the port says."""
        return [
            CalendarInfo(book.id, book.name, found.role in ("owner", "writer"), found.primary, book.zone)
            for found, book in await self._books()
        ]

    async def between(self, start: datetime, end: datetime, *, zone: ZoneInfo, calendar: str = "") -> Sequence[Event]:
        """As the port says. Among all, one that Google lists and doesn't show leaves the others."""
        books = [book for _, book in await self._books()]
        chosen = [_chosen(books, calendar)] if calendar.strip() else books

        async def of(book: Book) -> list[Event]:
            try:
                return await self._events(book, start, end, zone)
            except ToolProblem:
                if calendar.strip():
                    raise
                log.warning("a calendar can't be read", extra={"event": "calendar.unread"})
                return []

        found = [event for events in await side_by_side(chosen, of) for event in events]
        return sorted(found, key=lambda event: (moment_of(event.start, zone), moment_of(event.end, zone)))

    async def create(self, event: Event | Former, *, zone: ZoneInfo, at: datetime) -> Event:
        """As the port says; where nobody knows whether it was made, it is looked for."""
        found = await self._books()
        books = [book for _, book in found]
        if isinstance(event, Former):
            book = _chosen(books, event.calendar)
            return _event(await self._restored(event, book), book, zone)
        primary = next((book for one, book in found if one.primary), books[0] if books else None)
        book = primary if not event.calendar.strip() and primary else _chosen(books, event.calendar)
        body = new_event(event, zone)
        reply, was_there = await self._made(book, body, has_guests=bool(event.guests))
        return replace(_event(reply.read(EventShape), book, zone), was_there=was_there)

    async def change(self, event: Event, wanted: Change | Answer, *, zone: ZoneInfo, at: datetime) -> Former | None:
        """As the port says; an answer to one of a series is one to all of it, and a series can't be put back."""
        reply, there = await self._there(event)
        if not isinstance(wanted, Change):
            await self._answer(event, there, wanted)
            return None
        if _is_of_series(there):
            await self._change(event, there, wanted, zone=zone, at=at)
            return None
        changed = await self._change_one(event, there, wanted, zone)
        return Former.of(event, reply.body, etag=changed.etag) if changed.etag else None

    async def delete(self, event: Event, scope: Scope, *, zone: ZoneInfo, at: datetime) -> Former | None:
        """As the port says; a series can't be put back."""
        reply, there = await self._there(event)
        updates = _updates(has_guests=bool(there.attendees))
        if not _is_of_series(there) or (scope == "one" and there.series):
            await self._calls.call("DELETE", event.href, params=updates, headers={"if-match": there.etag})
            return None if there.series else Former.of(event, reply.body)
        href, master = await self._master(event, there)
        left = None if scope == "all" else self._series(event, master, zone=zone, at=at).left(scope)
        if left is None:
            await self._calls.call("DELETE", href, params=updates, headers={"if-match": master.etag})
        else:
            await self._patch(href, left, master)
        return None

    async def busy(
        self, addresses: Sequence[str], start: datetime, end: datetime
    ) -> dict[str, Sequence[Interval] | None]:
        """As the port says."""
        found: dict[str, Sequence[Interval] | None] = dict.fromkeys(addresses)
        for first in range(0, len(addresses), _MOST_ASKED_ABOUT):
            part = addresses[first : first + _MOST_ASKED_ABOUT]
            body = {"timeMin": _stamp(start), "timeMax": _stamp(end), "items": [{"id": one} for one in part]}
            reply = await self._calls.call("POST", "freeBusy", body=body, repeatable=True)
            told = {name.casefold(): one for name, one in reply.read(_FreeBusyShape).calendars.items()}
            found |= {one: _intervals(told.get(one.casefold())) for one in part}
        return found

    # ------------------------------------------------------------------------------------------- reading

    async def _books(self) -> list[tuple[_CalendarShape, Book]]:
        """All calendars, the default first, each with a name of its own."""
        found = [
            one
            async for page in pages(self._calls, "users/me/calendarList", {"maxResults": 250}, _CalendarsPage)
            for one in page.items
        ]
        taken, books = set[str](), list[tuple[_CalendarShape, Book]]()
        for one in sorted(found, key=lambda one: not one.primary):
            name = " ".join((one.own_name or one.summary or one.id).split())[:200]
            name = name if name.casefold() not in taken else f"{name} ({one.id})"
            taken.add(name.casefold())
            books.append((one, Book(id=one.id, name=name, zone=one.zone, reminders=one.reminders)))
        return books

    async def _events(self, book: Book, start: datetime, end: datetime, zone: ZoneInfo) -> list[Event]:
        path = f"calendars/{segment(book.id)}/events"
        window: Params = {"timeMin": _stamp(start), "timeMax": _stamp(end), "maxResults": _PAGE}
        single: Params = {**window, "singleEvents": True, "orderBy": "startTime"}
        found = [one async for page in pages(self._calls, path, single, EventsPage) for one in page.items]
        rules: dict[str, list[str]] = {}
        if any(one.series for one in found):  # the rules stand at the series alone
            series: Params = {**window, "singleEvents": False}
            async for page in pages(self._calls, path, series, EventsPage):
                rules |= {one.id: one.recurrence for one in page.items if one.recurrence}
        events = (as_event(one, book, zone, rules.get(one.series, ())) for one in found)
        return [event for event in events if event is not None]

    async def _there(self, event: Event) -> tuple[Reply, EventShape]:
        """An event as it is now. Raises NotFound, or ChangedElsewhere where it isn't the version that was read."""
        reply = await self._calls.call("GET", event.href)
        there = reply.read(EventShape)
        if there.status == "cancelled":
            raise NotFound
        if event.etag and there.etag != event.etag:
            raise ChangedElsewhere
        return reply, there

    async def _master(self, event: Event, there: EventShape) -> tuple[str, EventShape]:
        """The series that an event is of, and where it lies."""
        if not there.series:
            return event.href, there
        href = f"{event.href.rpartition('/')[0]}/{segment(there.series)}"
        return href, (await self._calls.call("GET", href)).read(EventShape)

    # ------------------------------------------------------------------------------------------- writing

    async def _made(self, book: Book, body: Body, *, has_guests: bool) -> tuple[Reply, bool]:
        """An event made under the id that it brings, or found under it; and whether it was there before."""
        path, params = f"calendars/{segment(book.id)}/events", {**_updates(has_guests=has_guests), **_WITH_FILES}
        href = href_of(book.id, body["id"])
        try:
            reply = await self._calls.call("POST", path, params=params, body=body, may=(409,))
        except OutcomeUnknown:
            found = await self._calls.call("GET", href, may=(404,))
            if found.status == 404:
                raise
            return found, False
        return (await self._calls.call("GET", href), True) if reply.status == 409 else (reply, False)

    async def _patch(self, href: str, body: Body, there: EventShape) -> EventShape:
        """Change one version; as it is then."""
        is_told = bool(there.attendees or body.get("attendees"))
        headers, params = {"if-match": there.etag}, _updates(has_guests=is_told)
        return (await self._calls.call("PATCH", href, params=params, headers=headers, body=body)).read(EventShape)

    async def _restored(self, former: Former, book: Book) -> EventShape:
        """An event as Google had it: one that was taken away is there still, as cancelled, until Google forgets it, and is made anew then."""
        was = Reply(200, {}, former.data, former.href).read(EventShape)
        reply = await self._calls.call("GET", former.href, may=(404, 410))
        there = reply.read(EventShape) if reply.status == 200 else None
        if former.was_taken_away:
            if there is None:
                return await self._made_anew(former, was, book)
            is_back = there.status != "cancelled"
            return there if is_back else await self._patch(former.href, {"status": was.status}, there)
        if there is None or there.status == "cancelled":
            raise NotFound
        if there.etag != former.etag:
            raise ChangedElsewhere
        params = {**_updates(has_guests=bool(there.attendees)), **_WITH_FILES}
        headers = {"if-match": there.etag}
        body = writable(former.data)
        return (await self._calls.call("PUT", former.href, params=params, headers=headers, body=body)).read(EventShape)

    async def _made_anew(self, former: Former, was: EventShape, book: Book) -> EventShape:
        body = {**writable(former.data), "id": id_of(f"{was.id}/{was.etag}")}
        reply, _ = await self._made(book, body, has_guests=bool(was.attendees))
        return reply.read(EventShape)

    async def _answer(self, event: Event, there: EventShape, answer: Answer) -> None:
        href, master = await self._master(event, there)
        if not any(one.is_self for one in master.attendees):
            raise InputRefused(_NOT_INVITED)
        answered = [{**as_read(one), **({"responseStatus": answer} if one.is_self else {})} for one in master.attendees]
        body: Body = {"attendees": answered}
        if master.attendees_left_out:  # of a large event only one's own answer is told, and taken
            body["attendeesOmitted"] = True
        await self._patch(href, body, master)

    async def _change(self, event: Event, there: EventShape, change: Change, *, zone: ZoneInfo, at: datetime) -> None:
        if change.scope == "one" and there.series:
            await self._change_one(event, there, change, zone)
            return
        href, master = await self._master(event, there)
        rest = of_change(change, master.attendees)
        moved, second = self._moved(event, master, change, zone=zone, at=at)
        if second is None:
            await self._patch(href, {**moved, **rest}, master)
        else:
            await self._part(event, (href, master), moved, {**second, **rest})

    def _moved(
        self, event: Event, master: EventShape, change: Change, *, zone: ZoneInfo, at: datetime
    ) -> tuple[Body, Body | None]:
        is_about_times = change.start is not None or change.end is not None or change.rule is not None
        if not is_about_times and change.scope == "all":
            return {}, None
        return self._series(event, master, zone=zone, at=at).changed(change)

    async def _change_one(self, event: Event, there: EventShape, change: Change, zone: ZoneInfo) -> EventShape:
        if change.rule and there.series:
            raise InputRefused(_RULE_OF_ONE)
        body = of_change(change, there.attendees)
        if change.start is not None or change.end is not None:
            body |= _moved_one(event, change, zone)
        if change.rule:
            check_rule(change.rule, change.start or event.start)
            body |= {"recurrence": [f"RRULE:{change.rule}"], **(_moved_one(event, change, zone))}
        return await self._patch(event.href, body, there)

    async def _part(self, event: Event, first: tuple[str, EventShape], left: Body, second: Body) -> None:
        """The second half of a series made, then its first ended: cut short between them, the same is done again and made once."""
        href, master = first
        kept = (await self._calls.call("GET", href)).read(_Kept).model_dump(exclude_unset=True)
        body = {**kept, **new(second), "id": id_of(f"{master.id}/{event.key}/{master.etag}")}
        calendar = href.split("/")[1]
        params = _updates(has_guests=bool(body.get("attendees")))
        await self._calls.call("POST", f"calendars/{calendar}/events", params=params, body=body, may=(409,))
        try:
            await self._patch(href, left, master)
        except ChangedElsewhere:
            await self._calls.call("DELETE", f"calendars/{calendar}/events/{body['id']}", params=params)
            raise

    def _series(self, event: Event, master: EventShape, *, zone: ZoneInfo, at: datetime) -> Series:
        book = Book(id="", name=event.calendar)
        return Series(_event(master, book, zone), master.recurrence, event.key, zone, at)


def _is_of_series(there: EventShape) -> bool:
    return bool(there.series or there.recurrence)


def _moved_one(event: Event, change: Change, zone: ZoneInfo) -> Body:
    """Start and end of one event: it lasts as long as it did where only its start is given; a day or an hour where its kind is another."""
    start = change.start if change.start is not None else event.start
    if change.end is not None:
        end = change.end
    elif isinstance(start, datetime) == isinstance(event.start, datetime):
        end = _shifted(event, start, zone)
    else:
        end = start + (_AN_HOUR if isinstance(start, datetime) else _A_DAY)
    return times(start, end, zone_name(replace(event, start=start, floating=False), zone))


def _shifted(event: Event, start: datetime | date, zone: ZoneInfo) -> datetime | date:
    lasts = moment_of(event.end, zone) - moment_of(event.start, zone)
    return moment_of(start, zone) + lasts if isinstance(start, datetime) else start + lasts


def _chosen(books: Sequence[Book], name: str) -> Book:
    """The calendar of that name or id. Raises NotFound with the names."""
    wanted = name.strip().casefold()
    found = next((book for book in books if wanted in (book.name.casefold(), book.id.casefold())), None)
    if found is None:
        raise NotFound(_NO_CALENDAR.format(name=name.strip()[:60], names=", ".join(book.name for book in books[:20])))
    return found


def _event(found: EventShape, book: Book, zone: ZoneInfo) -> Event:
    event = as_event(found, book, zone)
    if event is None:
        raise AccountAway(_UNREADABLE)
    return event


def _updates(*, has_guests: bool) -> dict[str, Literal["all", "none"]]:
    return {"sendUpdates": "all" if has_guests else "none"}


def _stamp(when: datetime) -> str:
    return when.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _intervals(found: _FreeShape | None) -> Sequence[Interval] | None:
    if found is None or found.errors:
        return None
    return [Interval(one.start.astimezone(UTC), one.end.astimezone(UTC)) for one in found.busy if one.start.tzinfo]

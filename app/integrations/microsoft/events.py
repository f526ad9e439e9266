"""An appointment as Graph writes it, to ours, and what is written of ours. Invariant: times are asked for in UTC and shown in the zone the
event was made in; an all-day event is its days, whatever zone they were written in.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from app.errors import InputRefused
from app.integrations.calendar.changing import Change
from app.integrations.calendar.event import Event, Guest, Status, moment_of
from app.integrations.calendar.values import Wall, day_text, in_zone, later
from app.integrations.mail.characters import one_line
from app.integrations.microsoft.bodies import text_of
from app.integrations.microsoft.graph import Item, moment, number, part, text, things
from app.integrations.microsoft.recurrence import recurrence_of, rule_of
from app.integrations.microsoft.zones import wall_in, written, zone_named

FIELDS = (
    "id,iCalUId,subject,start,end,isAllDay,originalStart,originalStartTimeZone,location,body,attendees,organizer,isOrganizer,isCancelled,"
    "showAs,type,seriesMasterId,recurrence,responseStatus,onlineMeeting,onlineMeetingUrl,isReminderOn,reminderMinutesBeforeStart"
)
_WRITABLE = (
    "subject",
    "body",
    "start",
    "end",
    "isAllDay",
    "location",
    "locations",
    "categories",
    "sensitivity",
    "importance",
    "showAs",
    "isReminderOn",
    "reminderMinutesBeforeStart",
    "responseRequested",
    "allowNewTimeProposals",
    "hideAttendees",
    "attendees",
)
_MOST_TITLE, _MOST_GUESTS, _LONGEST_ADDRESS = 500, 500, 320
_MOST_REMINDER = 40_000  # minutes: four weeks
_FREE = frozenset(("free", "workingElsewhere"))
_ANSWERS = {"accepted": "accepted", "declined": "declined", "tentativelyAccepted": "tentative", "organizer": "accepted"}
_SHOWN: dict[str, Status] = {"tentative": "tentative"}
_MIXED = "An event can't end before it begins, and begins and ends either on days or at times."
_ONE_REMINDER = "Microsoft's calendars keep one reminder for an event. Say which one."
_NO_URL = "Microsoft's calendars have no place for a link of an event's own. I can put it into its notes."


def as_event(item: Item, master: Item | None, zone: ZoneInfo, calendar: str) -> Event | None:
    """One appointment, or one of a series, whose `master` says how it repeats; None for what has no time that can be read. `zone` is the
    reader's."""
    of = zone_named(text(item, "originalStartTimeZone"), zone)
    start, end = _when(part(item, "start")), _when(part(item, "end"))
    if start is None or end is None:
        return None
    series = master or (item if text(item, "type") == "seriesMaster" else None)
    uid = text(series or item, "iCalUId") or text(series or item, "id")
    all_day, is_cancelled = item.get("isAllDay") is True, item.get("isCancelled") is True
    organizer = _organizer(item)
    shown = _days(start, end) if all_day else (in_zone(start, of), in_zone(max(start, end), of))
    return Event(
        uid=uid,
        key=f"{uid}/{regular_id(item, of)}" if text(item, "seriesMasterId") else uid,
        title=one_line(text(item, "subject"), _MOST_TITLE),
        start=shown[0],
        end=shown[1],
        all_day=all_day,
        zone="" if all_day else of.key,
        place=one_line(text(item, "location", "displayName"), _MOST_TITLE),
        notes=text_of(part(item, "body")),
        guests=_guests(item, organizer),
        organizer=organizer,
        repeats=series is not None or bool(text(item, "seriesMasterId")),
        rule=rule_of(part(series or item, "recurrence")),
        status="cancelled" if is_cancelled else _SHOWN.get(text(item, "showAs"), "confirmed"),
        busy=not is_cancelled and text(item, "showAs") not in _FREE,
        url=_link(item),
        calendar=calendar,
        etag=text(item, "@odata.etag"),
        href=text(item, "id"),
        reminders=_reminders(item),
    )


def _days(start: datetime, end: datetime) -> tuple[date, date]:
    """The days of an all-day event, one at least."""
    return start.date(), max(end, later(start, timedelta(days=1))).date()


def regular(item: Item, zone: ZoneInfo) -> datetime:
    """When one of a series would be if it had not been moved alone; what it starts at, else. In the zone the series is in."""
    found = moment(text(item, "originalStart")) or _when(part(item, "start")) or datetime(1970, 1, 1, tzinfo=UTC)
    return in_zone(found, zone)


def regular_id(item: Item, zone: ZoneInfo) -> str:
    """What names it among the times of its series."""
    local = regular(item, zone)
    if item.get("isAllDay") is True:
        return day_text(local) if text(item, "originalStart") else day_text(_when(part(item, "start")) or local)
    return Wall(local.replace(tzinfo=None), zone).id


def _when(value: Item) -> datetime | None:
    """A dateTimeTimeZone."""
    return moment(text(value, "dateTime"), zone_named(text(value, "timeZone"), ZoneInfo("UTC")))


def _organizer(item: Item) -> Guest | None:
    """None where nobody is invited to it and it is the account's own: an account has more addresses than the one it is signed in to by."""
    found = part(item, "organizer")
    is_ones_own = item.get("isOrganizer") is True and not things(item.get("attendees"))
    return _guest(found, "") if found and not is_ones_own else None


def _guests(item: Item, organizer: Guest | None) -> tuple[Guest, ...]:
    host = organizer.address if organizer else ""
    return tuple(_guest(one, host) for one in things(item.get("attendees"))[:_MOST_GUESTS])


def _guest(item: Item, organizer: str) -> Guest:
    address = one_line(text(item, "emailAddress", "address"), _LONGEST_ADDRESS)
    return Guest(
        name=one_line(text(item, "emailAddress", "name"), _MOST_TITLE),
        address=address,
        status=_ANSWERS.get(text(part(item, "status"), "response"), "needs-action"),
        is_organizer=bool(address) and address.casefold() == organizer.casefold(),
    )


def _link(item: Item) -> str:
    found = (text(item, "onlineMeeting", "joinUrl"), text(item, "onlineMeetingUrl"))
    return next((one for one in found if one.startswith(("https://", "http://"))), "")


def _reminders(item: Item) -> tuple[timedelta, ...]:
    is_on = item.get("isReminderOn") is True
    return (timedelta(minutes=min(number(item, "reminderMinutesBeforeStart"), _MOST_REMINDER)),) if is_on else ()


def body_of(event: Event, zone: ZoneInfo) -> dict[str, Any]:
    """A new event. Raises InputRefused for what Graph can't keep; a link of its own goes into the notes."""
    notes = event.notes if not event.url or event.url in event.notes else f"{event.notes}\n\n{event.url}".strip()
    found: dict[str, Any] = {
        "subject": event.title,
        **times(event.start, event.end, event.zone, zone),
        "body": {"contentType": "text", "content": notes},
        "location": {"displayName": event.place},
        "showAs": "free" if not event.busy else "tentative" if event.status == "tentative" else "busy",
        "attendees": [_attendee(one) for one in event.guests if not one.is_organizer],
        **_reminder(event.reminders),
    }
    return found | ({"recurrence": repeating(event.rule, event.start, event.zone, zone)} if event.rule else {})


def writable(raw: bytes) -> dict[str, Any]:
    """All of an event as Graph wrote it that may be written; {} for what is none."""
    try:
        found = json.loads(raw)
    except ValueError:
        return {}
    return {name: found[name] for name in _WRITABLE if found.get(name) not in (None, [], {})}


def times(start: datetime | date, end: datetime | date, name: str, zone: ZoneInfo) -> dict[str, Any]:
    """Start, end and whether they are days. `name` is the IANA name of the event's own zone, `zone` the reader's, in which days are."""
    if isinstance(start, datetime) != isinstance(end, datetime) or moment_of(end, zone) < moment_of(start, zone):
        raise InputRefused(_MIXED)
    if isinstance(start, datetime) and isinstance(end, datetime):
        begins, ends = _aware(start, zone), _aware(end, zone)
        return {"start": wall_in(begins, name), "end": wall_in(ends, name), "isAllDay": False}
    last = max(end, start + timedelta(days=1))
    return {"start": _midnight(start, zone), "end": _midnight(last, zone), "isAllDay": True}


def repeating(rule: str, start: datetime | date, name: str, zone: ZoneInfo) -> dict[str, Any]:
    """The recurrence of a series that starts then; `name` and `zone` as above."""
    if not isinstance(start, datetime):
        return recurrence_of(rule, start, written(zone.key))
    own = wall_in(_aware(start, zone), name)
    local = in_zone(_aware(start, zone), zone_named(own["timeZone"], zone))
    return recurrence_of(rule, local, own["timeZone"])


def changed(change: Change, now: Item) -> dict[str, Any]:
    """What a change writes beside times and rule; guests who were there keep their answer. Raises InputRefused."""
    found: dict[str, Any] = {}
    if change.url:
        raise InputRefused(_NO_URL)
    if change.title is not None:
        found["subject"] = change.title
    if change.place is not None:
        found["location"] = {"displayName": change.place}
    if change.notes is not None:
        found["body"] = {"contentType": "text", "content": change.notes}
    if change.guests is not None:
        there = {text(one, "emailAddress", "address").casefold(): dict(one) for one in things(now.get("attendees"))}
        found["attendees"] = [
            there.get(one.address.casefold()) or _attendee(one) for one in change.guests if not one.is_organizer
        ]
    return found | _shown(change, now) | ({} if change.reminders is None else _reminder(change.reminders))


def with_change(event: Event, change: Change) -> Event:
    """The event that a change makes of one, but for its times."""
    wanted = {
        name: getattr(change, name) for name in ("title", "place", "notes", "status", "busy", "guests", "reminders")
    }
    given = {
        name: tuple(value) if name in ("guests", "reminders") else value
        for name, value in wanted.items()
        if value is not None
    }
    return replace(event, **given)


def _shown(change: Change, now: Item) -> dict[str, Any]:
    if change.busy is False:
        return {"showAs": "free"}
    if change.status == "tentative":
        return {"showAs": "tentative"}
    is_firm = change.busy or (change.status == "confirmed" and text(now, "showAs") == "tentative")
    return {"showAs": "busy"} if is_firm else {}


def _reminder(reminders: Sequence[timedelta]) -> dict[str, Any]:
    if len(reminders) > 1:
        raise InputRefused(_ONE_REMINDER)
    if not reminders:
        return {"isReminderOn": False}
    minutes = max(0, min(round(reminders[0] / timedelta(minutes=1)), _MOST_REMINDER))
    return {"isReminderOn": True, "reminderMinutesBeforeStart": minutes}


def _attendee(guest: Guest) -> dict[str, Any]:
    return {"emailAddress": {"address": guest.address, "name": guest.name or guest.address}, "type": "required"}


def _midnight(day: date, zone: ZoneInfo) -> dict[str, str]:
    return {"dateTime": datetime.combine(day, time()).isoformat(), "timeZone": written(zone.key)}


def _aware(when: datetime, zone: ZoneInfo) -> datetime:
    return when if when.tzinfo else when.replace(tzinfo=zone)

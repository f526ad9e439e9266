"""Our events and changes as Google takes them. Pure.

Invariant: only what a change is about is written; an event's own id comes from its UID, so that it can't be made twice.
"""

import base64
import json
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from hashlib import sha256
from typing import Any
from zoneinfo import ZoneInfo

from app.errors import InputRefused
from app.integrations.calendar.changing import Change
from app.integrations.calendar.event import Event, Guest, moment_of
from app.integrations.calendar.lines import bare
from app.integrations.calendar.writing import check_rule, zone_of
from app.integrations.google.calendar_reading import GuestShape

Body = dict[str, Any]
_NO_END = "An event can't end before it begins, and begins and ends either on days or at times."
_REMINDERS = "Google reminds at most five times, and at most four weeks before the start."
_MOST_REMINDERS, _LONGEST = 5, timedelta(weeks=4)
_MADE_BY_GOOGLE = frozenset(
    "kind etag id htmlLink created updated creator organizer iCalUID sequence hangoutLink attendeesOmitted locked privateCopy "
    "recurringEventId originalStartTime endTimeUnspecified".split()
)
_TEXTS = {"title": "summary", "place": "location", "notes": "description"}


def id_of(uid: str) -> str:
    """The id of an event that we make: of the letters that Google takes, and the same for the same UID."""
    return base64.b32hexencode(sha256(uid.encode()).digest()).decode().rstrip("=").lower()


def new_event(event: Event, zone: ZoneInfo) -> Body:
    """A new event. InputRefused for times or a rule that can't be."""
    change = Change(
        event.key,
        title=event.title,
        place=event.place,
        notes=event.notes,
        status=event.status,
        busy=event.busy,
        url=event.url,
        guests=event.guests,
        reminders=event.reminders or None,
    )
    body = {"id": id_of(event.uid), **times(event.start, event.end, zone_name(event, zone)), **of_change(change, ())}
    return {**new(body), **_rule(event)}


def new(body: Body) -> Body:
    """Without what takes something away: a new event has nothing yet."""
    made = {name: new(value) if isinstance(value, dict) else value for name, value in body.items()}
    return {name: value for name, value in made.items() if value not in ("", [], None)}


def writable(raw: bytes) -> Body:
    """All of an event as Google wrote it that may be written: what Google makes itself is left out. {} for what is none."""
    try:
        found = json.loads(raw)
    except ValueError:
        return {}
    return (
        {name: value for name, value in found.items() if name not in _MADE_BY_GOOGLE} if isinstance(found, dict) else {}
    )


def of_change(change: Change, there: Sequence[GuestShape]) -> Body:
    """All of a change but times and rules; `there` are those invited so far, who keep their answers."""
    said = {name: getattr(change, field) for field, name in _TEXTS.items()}
    body: Body = {name: text for name, text in said.items() if text is not None}
    if change.status is not None:
        body["status"] = change.status
    if change.busy is not None:
        body["transparency"] = "opaque" if change.busy else "transparent"
    if change.url is not None:
        body["source"] = {"url": bare(change.url), "title": bare(change.url)} if change.url.strip() else None
    if change.guests is not None:
        body["attendees"] = _guests(change.guests, there)
    if change.reminders is not None:
        body["reminders"] = _reminders(change.reminders)
    return body


def times(start: datetime | date, end: datetime | date, zone: str) -> Body:
    """Start and end; `zone` is the IANA name of times. InputRefused where they can't be."""
    if isinstance(start, datetime) != isinstance(end, datetime):
        raise InputRefused(_NO_END)
    inside = ZoneInfo(zone or "UTC")
    if moment_of(end, inside) < moment_of(start, inside):
        raise InputRefused(_NO_END)
    return {"start": _when(start, inside), "end": _when(end, inside)}


def zone_name(event: Event, zone: ZoneInfo) -> str:
    """The zone an event is written in: its own, else the reader's, as Google has no times without one."""
    named = None if event.floating else zone_of(event.start, event.zone)
    plain = isinstance(event.start, datetime) and not event.floating and event.start.tzinfo is not None
    return named.key if named else "UTC" if plain else zone.key


def _when(when: datetime | date, zone: ZoneInfo) -> Body:
    if not isinstance(when, datetime):
        return {"date": when.isoformat(), "dateTime": None, "timeZone": None}
    aware = when if when.tzinfo else when.replace(tzinfo=zone)
    return {"dateTime": aware.astimezone(zone).isoformat(), "timeZone": zone.key, "date": None}


def _rule(event: Event) -> Body:
    if not event.rule:
        return {}
    check_rule(event.rule, event.start)
    return {"recurrence": [f"RRULE:{bare(event.rule)}"]}


def as_read(guest: GuestShape) -> Body:
    """Somebody invited, as Google gave them."""
    return guest.model_dump(by_alias=True, exclude_unset=True)


def _guests(guests: Sequence[Guest], there: Sequence[GuestShape]) -> list[Body]:
    known = {one.email.casefold(): as_read(one) for one in there}
    return [known.get(one.address.casefold()) or _guest(one) for one in guests]


def _guest(one: Guest) -> Body:
    return {"email": one.address, **({"displayName": one.name} if one.name.strip() else {})}


def _reminders(reminders: Sequence[timedelta]) -> Body:
    if len(reminders) > _MOST_REMINDERS or any(not timedelta(0) <= one <= _LONGEST for one in reminders):
        raise InputRefused(_REMINDERS)
    own = [{"method": "popup", "minutes": int(one.total_seconds() // 60)} for one in reminders]
    return {"useDefault": False, "overrides": own}

"""From what somebody says of an event to the event, or the change of one, and to what takes that back. Judges words; reaches nothing."""

import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from app.errors import ToolProblem
from app.integrations.calendar.changing import Change, Scope
from app.integrations.calendar.event import Event, Guest, span
from app.integrations.calendar.importing import kept_origin
from app.language.time import phrases, recurrence
from app.language.time.half_days import in_its_half
from app.language.time.meaning import Grain
from app.tools import when as times

_HOUR = timedelta(hours=1)
_MOST_TITLE, _MOST_NOTES = 300, 5_000
_MOST_GUESTS = 50
_LONGEST = timedelta(days=366)
_UIDS = uuid.UUID("0f1c4d54-3a55-4f7c-9d5e-6a0b3e0a7c11")
_WHAT = "What is the event called?"
_WHEN = "When is “{title}”?"
_WHICH = "“{title}” repeats. Only this time (one), this and the following (following), or all of them (all)?"
_NOTHING = "What should change about “{title}”?"
_BEFORE = "“{said}” is before it begins."
_UNTIL = re.compile(r"(?:until|till?|jusqu'à) (?P<when>.+)", re.IGNORECASE)
_LENGTH = 'I can\'t read a length in "{said}". "45 minutes" or "two hours" works.'


@dataclass(frozen=True, slots=True)
class Wanted:
    """A new event as it was said."""

    title: str
    when: str
    length: str = ""
    repeat: str = ""
    place: str = ""
    notes: str = ""
    remind: str = ""
    calendar: str = ""


def draft(wanted: Wanted, guests: Sequence[str], *, organizer: str, now: datetime, key: str) -> Event:
    """The event. `now` is on the user's clock; `key` names the call that makes it: the same call always makes the same UID. Raises ToolProblem."""
    title = wanted.title.strip()[:_MOST_TITLE]
    if not title:
        raise ToolProblem(_WHAT)
    if not (wanted.when.strip() or wanted.repeat.strip()):
        raise ToolProblem(_WHEN.format(title=title))
    zone = _zone(now)
    start, end, rule = _times(wanted, now)
    if len(guests) > _MOST_GUESTS:
        raise ToolProblem(f"More than {_MOST_GUESTS} guests are more than I invite.")
    invited = tuple(Guest("", one) for one in guests if one.casefold() != organizer)
    uid = str(uuid.uuid5(_UIDS, f"{key}\n{title}\n{start.isoformat()}"))
    return Event(
        uid=uid,
        key=uid,
        title=title,
        start=start,
        end=end,
        all_day=not isinstance(start, datetime),
        zone=zone.key if isinstance(start, datetime) else "",
        place=wanted.place.strip()[:_MOST_TITLE],
        notes=wanted.notes.strip()[:_MOST_NOTES],
        guests=invited,
        organizer=Guest("", organizer, "accepted", is_organizer=True) if invited else None,
        repeats=bool(rule),
        rule=rule,
        calendar=wanted.calendar.strip(),
        reminders=(length(wanted.remind, now),) if wanted.remind.strip() else (),
    )


def change(event: Event, said: Mapping[str, str], guests: Sequence[str], *, organizer: str, now: datetime) -> Change:
    """What is to be different; `said` holds when, length, title, place, notes and scope, each "" where nothing was said. Raises ToolProblem."""
    if not (guests or any(said[name].strip() for name in ("when", "length", "title", "place", "notes"))):
        raise ToolProblem(_NOTHING.format(title=event.title))
    start, end = _moved(event, said["when"], said["length"], now)
    invited = None
    if guests:
        known = {one.address.casefold() for one in event.guests}
        added = [Guest("", one) for one in guests if one.casefold() not in (known | {organizer})]
        invited = (*event.guests, *added)
    host = (
        Guest("", organizer, "accepted", is_organizer=True)
        if (invited or event.guests) and not event.organizer
        else None
    )
    notes = said["notes"].strip()[:_MOST_NOTES]
    return Change(
        key=event.key,
        scope=scope(event, said["scope"]),
        title=said["title"].strip()[:_MOST_TITLE] or None,
        start=start,
        end=end,
        place=said["place"].strip()[:_MOST_TITLE] or None,
        notes=kept_origin(event.notes, notes) if notes else None,
        guests=invited,
        organizer=host,
    )


def scope(event: Event, said: str) -> Scope:
    """Which times of a series are meant. Raises ToolProblem where that must be said."""
    if not event.repeats:
        return "all"
    if said not in ("one", "following", "all"):
        raise ToolProblem(_WHICH.format(title=event.title))
    return said


def changed(event: Event, change: Change) -> Event:
    """The event as it is after a change, as it is told."""
    given = {
        name: value
        for name in ("title", "start", "end", "place", "notes")
        if (value := getattr(change, name)) is not None
    }
    guests = {"guests": tuple(change.guests)} if change.guests is not None else {}
    days = {"all_day": not isinstance(change.start, datetime)} if change.start is not None else {}
    return replace(event, **given, **guests, **days)


def back(event: Event, change: Change) -> dict[str, Any]:
    """What puts the event as it was, as JSON: the fields that a change touched."""
    touched = ("title", "start", "end", "place", "notes")
    old = {name: getattr(event, name) for name in touched if getattr(change, name) is not None}
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in old.items()}


def as_json(event: Event) -> dict[str, Any]:
    """A single event of one's own as it can be put in again, under a new UID: a server may remember the old one as gone."""
    moments = {name: getattr(event, name).isoformat() for name in ("start", "end")}
    rest = {
        name: getattr(event, name) for name in ("title", "place", "notes", "zone", "calendar", "url", "busy", "all_day")
    }
    return {
        **moments,
        **rest,
        "reminders": [one.total_seconds() for one in event.reminders],
        "uid": f"again-{event.uid}",
    }


def from_json(was: Mapping[str, Any]) -> Event:
    """What `as_json` gave."""
    start, end = (datetime.fromisoformat(was[name]) for name in ("start", "end"))
    zone = ZoneInfo(was["zone"] or "UTC")
    return Event(
        uid=was["uid"],
        key=was["uid"],
        title=was["title"],
        start=start.date() if was["all_day"] else start.astimezone(zone),
        end=end.date() if was["all_day"] else end.astimezone(zone),
        all_day=was["all_day"],
        zone=was["zone"],
        place=was["place"],
        notes=was["notes"],
        calendar=was["calendar"],
        url=was["url"],
        busy=was["busy"],
        reminders=tuple(timedelta(seconds=one) for one in was["reminders"]),
    )


def length(said: str, now: datetime) -> timedelta:
    """ "45 minutes", "an hour before". Raises ToolProblem."""
    whole = now.replace(microsecond=0)
    words = said.strip().removesuffix("before").removesuffix("earlier").removesuffix("avant").strip()
    found = phrases.find_time(f"in {words}", whole) if words else None
    lasts = timedelta()
    if found is not None:  # days end at no hour
        lasts = found.when - whole if found.has_time else timedelta(days=(found.when.date() - whole.date()).days)
    if not timedelta() < lasts <= _LONGEST:
        raise ToolProblem(_LENGTH.format(said=said.strip()[:60]))
    return lasts


def pinned(start: datetime | date, end: datetime | date) -> dict[str, str]:
    """`when` and `length` that name just this, whenever and on whose clock they are read."""
    if isinstance(start, datetime) and isinstance(end, datetime):
        lasts = (end.astimezone(UTC) - start.astimezone(UTC)) // timedelta(minutes=1)
        return {"when": start.isoformat(timespec="minutes"), "length": f"{lasts} minutes"}
    days = end.toordinal() - start.toordinal()
    return {"when": start.isoformat(), "length": f"{days} days"}


def _times(wanted: Wanted, now: datetime) -> tuple[datetime | date, datetime | date, str]:
    """First time and rule."""
    said = f"{wanted.when} {wanted.length and f'for {wanted.length}'}".strip()
    plan = times.plan(wanted.when, wanted.repeat, now) if wanted.repeat.strip() or _repeats(wanted.when, now) else None
    rule = (plan.rule or "") if plan else ""
    if plan and rule.startswith("cron"):
        raise ToolProblem("That repetition is none that calendars know. “Every Monday at 9” works.")
    found = phrases.find_time(said, now)
    if plan is not None:
        lasts = length(wanted.length, now) if wanted.length.strip() else _lasting(found)
        if not plan.has_time:
            return plan.due.date(), plan.due.date() + timedelta(days=max(1, lasts.days)), rule
        return plan.due, plan.due + lasts, rule
    moment = times.read_moment(wanted.when, now)
    if not moment.has_time:
        first, end = found.window() if found else (moment.local, moment.local + timedelta(days=1))
        days = max(1, (end.date() - first.date()).days)
        if wanted.length.strip():
            return moment.local.date(), moment.local.date() + max(length(wanted.length, now), timedelta(days=1)), ""
        is_range = found is not None and found.grain is not Grain.DAY and found.until is None
        return moment.local.date(), moment.local.date() + timedelta(days=1 if is_range else days), ""
    lasts = length(wanted.length, now) if wanted.length.strip() else _lasting(found)
    return moment.local, _later(moment.local, lasts), ""


def _repeats(said: str, now: datetime) -> bool:

    return recurrence.find_rule(said, now) is not None


def _lasting(found: phrases.TimeMatch | None) -> timedelta:
    """How long what was said lasts: to the end that was said, else an hour."""
    if found is None or found.until is None or not found.has_time:
        return _HOUR
    return found.until - found.when


def _moved(
    event: Event, when: str, said_length: str, now: datetime
) -> tuple[datetime | date | None, datetime | date | None]:
    """New start and end: an hour alone keeps the day, a day alone keeps the hour, and the length stays unless one is said."""
    zone = _zone(now)
    starts, ends = (one.astimezone(zone) for one in span(event, zone))
    lasts = length(said_length, now) if said_length.strip() else ends - starts
    if not when.strip():
        return None, (_later(starts, lasts) if said_length.strip() else None)
    if (until := _UNTIL.fullmatch(when.strip())) and not event.all_day:
        return None, _ending(until["when"], starts, now)
    when = when if event.all_day else in_its_half(when.strip(), starts)
    found = phrases.find_time(when, now)
    if event.all_day and (found is None or not found.has_time):
        first = times.read_moment(when, now).local.date()
        return first, first + timedelta(days=max(1, (ends.date() - starts.date()).days))
    if event.all_day and not said_length.strip():
        lasts = _HOUR
    moment = times.read_moment(times.moved(when, starts, now), now)
    if found is not None and found.until is not None and found.has_time and not said_length.strip():
        lasts = found.until - found.when
    return moment.local, _later(moment.local, lasts)


def _ending(said: str, starts: datetime, now: datetime) -> datetime:
    """When it ends, on the day and in the half of the day in which it begins where only an hour is said."""
    end = times.read_moment(times.moved(in_its_half(said, starts), starts, now), now).local
    if end <= starts:
        raise ToolProblem(_BEFORE.format(said=said))
    return end


def _later(start: datetime, lasts: timedelta) -> datetime:
    """Real time later, on the same clock."""
    zone = start.tzinfo
    return (start.astimezone(ZoneInfo("UTC")) + lasts).astimezone(zone)


def _zone(now: datetime) -> ZoneInfo:
    zone = now.tzinfo
    return zone if isinstance(zone, ZoneInfo) else ZoneInfo("UTC")

"""Google's events as ours. Pure.

A time of a series is named as in our calendar files: the UID, a stroke, and when it would be by the series' rule. Invariant: other people's
texts are cut to lengths; an event without a time that can be read is None.
"""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field

from app.integrations.calendar.event import STATUSES, Event, Guest, Status
from app.integrations.calendar.values import day_text, in_zone, time_text
from app.integrations.google.paging import Page, segment
from app.integrations.mail.html_text import read_html
from app.schedule.zones import is_zone

_MOST_TITLE, _MOST_NOTES, _MOST_GUESTS, _MOST_REMINDERS, _LONGEST_ADDRESS = 500, 20_000, 500, 20, 320
_MARKUP = re.compile(r"</?[a-z][a-z0-9]{0,9}(?:\s[^<>]{0,2000})?/?>", re.IGNORECASE)
_WEB = re.compile(r"https?://\S{1,2000}", re.IGNORECASE)
_ANSWERS = {"needsAction": "needs-action"}
_STATUSES: dict[str, Status] = {status: status for status in STATUSES}


class TimeShape(BaseModel):
    """A day, or a time and its zone."""

    day: str = Field("", alias="date")
    time: str = Field("", alias="dateTime")
    zone: str = Field("", alias="timeZone")


class GuestShape(BaseModel):
    """Somebody invited, or who invites; `is_self` is the account that asks. Keeps what it doesn't know, for writing it back."""

    model_config = ConfigDict(extra="allow")

    email: str = ""
    name: str = Field("", alias="displayName")
    answer: str = Field("needsAction", alias="responseStatus")
    is_self: bool = Field(False, alias="self")
    organizer: bool = False


class ReminderShape(BaseModel):
    """So many minutes before."""

    minutes: int = 0


class RemindersShape(BaseModel):
    """An event's own reminders, or those of its calendar."""

    use_default: bool = Field(False, alias="useDefault")
    own: list[ReminderShape] = Field([], alias="overrides")


class SourceShape(BaseModel):
    """Where an event comes from."""

    url: str = ""


class EventShape(BaseModel):
    """An event as Google gives it."""

    id: str
    uid: str = Field("", alias="iCalUID")
    etag: str = ""
    status: str = "confirmed"
    summary: str = ""
    location: str = ""
    description: str = ""
    start: TimeShape = TimeShape.model_validate({})
    end: TimeShape = TimeShape.model_validate({})
    regular: TimeShape = Field(TimeShape.model_validate({}), alias="originalStartTime")
    series: str = Field("", alias="recurringEventId")
    recurrence: list[str] = Field(default_factory=list[str])
    attendees: list[GuestShape] = Field(default_factory=list[GuestShape])
    attendees_left_out: bool = Field(False, alias="attendeesOmitted")
    organizer: GuestShape = GuestShape.model_validate({})
    creator: GuestShape = GuestShape.model_validate({})
    kind: str = Field("default", alias="eventType")
    transparency: str = "opaque"
    sequence: int = 0
    reminders: RemindersShape = RemindersShape.model_validate({})
    meeting: str = Field("", alias="hangoutLink")
    source: SourceShape = SourceShape()


class EventsPage(Page):
    """A part of a calendar's events, with what holds for all of them."""

    items: list[EventShape] = Field(default_factory=list[EventShape])
    zone: str = Field("", alias="timeZone")
    reminders: list[ReminderShape] = Field([], alias="defaultReminders")


class Book(BaseModel):
    """The calendar that events are read from: its id, its shown name, its zone ("" for none), its own reminders."""

    id: str
    name: str
    zone: str = ""
    reminders: list[ReminderShape] = Field(default_factory=list[ReminderShape])


def as_event(found: EventShape, book: Book, default: ZoneInfo, rule: Sequence[str] = ()) -> Event | None:
    """The event; `rule` are the lines of its series where it is one of it. None without times."""
    zone = next((name for name in (found.start.zone, book.zone) if is_zone(name)), default.key)
    start, end = moment(found.start, ZoneInfo(zone)), moment(found.end, ZoneInfo(zone))
    if start is None or end is None or isinstance(start, datetime) != isinstance(end, datetime):
        return None
    all_day = not isinstance(start, datetime)
    uid, guests = found.uid[:_MOST_TITLE] or found.id, tuple(_guest(one) for one in found.attendees[:_MOST_GUESTS])
    return Event(
        uid=uid,
        key=_key(uid, found),
        title=_plain(found.summary, _MOST_TITLE),
        start=start,
        end=end,
        all_day=all_day,
        zone="" if all_day else zone,
        place=_plain(found.location, _MOST_TITLE),
        notes=_plain(_without_markup(found.description), _MOST_NOTES),
        guests=guests,
        organizer=_organizer(found, has_guests=bool(guests)),
        repeats=bool(found.series or found.recurrence),
        rule=rule_of(rule or found.recurrence),
        status=_STATUSES.get(found.status, "confirmed"),
        busy=found.transparency != "transparent",
        url=next((link for link in (found.meeting, found.source.url) if _WEB.fullmatch(link)), ""),
        calendar=book.name,
        etag=found.etag,
        href=href_of(book.id, found.id),
        sequence=max(0, found.sequence),
        reminders=_reminders(book.reminders if found.reminders.use_default else found.reminders.own),
        creator=_creator(found),
    )


def href_of(calendar: str, event: str) -> str:
    """Where an event lies, as a path below the interface's own."""
    return f"calendars/{segment(calendar)}/events/{segment(event)}"


def moment(when: TimeShape, zone: tzinfo) -> datetime | date | None:
    """A day, or an aware time shown in `zone`; None for what can't be read."""
    try:
        if when.time:
            read = datetime.fromisoformat(when.time)
            return in_zone(read if read.tzinfo else read.replace(tzinfo=zone), zone)
        return date.fromisoformat(when.day)
    except ValueError:
        return None


def rule_of(lines: Sequence[str]) -> str:
    """The value of the rule among the lines of a series."""
    return next((line[6:] for line in lines if line[:6].upper() == "RRULE:"), "")


def _key(uid: str, found: EventShape) -> str:
    regular = moment(found.regular, UTC) if found.series else None
    if regular is None:
        return uid
    return f"{uid}/{time_text(regular)}Z" if isinstance(regular, datetime) else f"{uid}/{day_text(regular)}"


def _guest(one: GuestShape) -> Guest:
    status = _ANSWERS.get(one.answer, one.answer)[:40]
    return Guest(_plain(one.name, _MOST_TITLE), one.email[:_LONGEST_ADDRESS], status, is_organizer=one.organizer)


def _organizer(found: EventShape, *, has_guests: bool) -> Guest | None:
    """Who invites; nobody where there is nobody to invite."""
    if not found.organizer.email or (found.organizer.is_self and not has_guests):
        return None
    name = _plain(found.organizer.name, _MOST_TITLE)
    return Guest(name, found.organizer.email[:_LONGEST_ADDRESS], "accepted", is_organizer=True)


def _creator(found: EventShape) -> str:
    """Who put it there beside the account itself. What Gmail makes of a mail is in the name of the account, and in the mail's words."""
    if found.kind == "fromGmail":
        return "Gmail, from a mail"
    return "" if found.creator.is_self else found.creator.email[:_LONGEST_ADDRESS]


def _reminders(found: Sequence[ReminderShape]) -> tuple[timedelta, ...]:
    minutes = dict.fromkeys(min(max(one.minutes, 0), 40_320) for one in found[:_MOST_REMINDERS])
    return tuple(timedelta(minutes=one) for one in minutes)


def _without_markup(text: str) -> str:
    """Google's page writes notes as HTML; its own interface takes them as they come."""
    return read_html(text).text if _MARKUP.search(text) else text


def _plain(text: str, most: int) -> str:
    return "".join(sign for sign in text[:most] if sign.isprintable() or sign in "\n\t").strip()

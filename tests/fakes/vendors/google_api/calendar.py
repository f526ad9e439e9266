"""Calendar's half of the fake: events and series (worked out by dateutil), single times of them, versions, and who is told of what."""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

from tests.fakes.vendors.google_api.refusal import Refused

if TYPE_CHECKING:
    from tests.fakes.vendors.google_api.server import Asked

Json = dict[str, Any]
_ID = re.compile(r"[a-v0-9]{5,1024}")
_INSTANCE = re.compile(r"([^_]+)_(\d{8}(?:T\d{6}Z)?)")
_OF_SERIES = ("recurrence",)


class Calendars:
    """One account's calendars. `told` are the changes of which guests were told, as method and summary."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.books: dict[str, Json] = {}
        self.events: dict[str, dict[str, Json]] = {}
        self.told: list[tuple[str, str]] = []
        self.busy: dict[str, list[Json]] = {}
        self.page = 2500
        self.unread: set[str] = set()  # that are listed, but not shown
        self.most_attendees = 100
        self._version = 0
        self.has(address, "Ana", "owner", primary=True)

    def has(self, id_: str, name: str, role: str, zone: str = "Europe/Paris", **rest: Any) -> None:
        """One more calendar."""
        reminders = [{"method": "popup", "minutes": 10}]
        kind = "calendar#calendarListEntry"
        self.books[id_] = {
            "kind": kind, "id": id_, "summary": name, "accessRole": role, "timeZone": zone, "defaultReminders": reminders, **rest
        }  # fmt: skip
        self.events[id_] = {}

    def holds(self, book: str, event: Json) -> Json:
        """An event as somebody else put it there."""
        self._version += 1
        whole = {
            "kind": "calendar#event",
            "iCalUID": f"{event['id']}@google.com",
            "status": "confirmed",
            "organizer": {"email": book, "self": book == self.address},
            "sequence": 0,
            "reminders": {"useDefault": True},
            **event,
            "etag": f'"{self._version}"',
        }
        self.events[book][whole["id"]] = whole
        return whole

    def calendar_calendar_list_list(self, asked: "Asked") -> Json:
        return self._page("calendar#calendarList", [*self.books.values()], asked, "100")

    def calendar_events_list(self, asked: "Asked") -> Json:
        book, window = self._book(asked), (asked.one("timeMin"), asked.one("timeMax"))
        is_single = asked.one("singleEvents") == "true"
        if asked.one("orderBy") == "startTime" and not is_single:
            raise Refused(400, "invalid")
        first, last = (datetime.fromisoformat(text) for text in window)
        found = [
            one
            for event in self.events[book].values()
            for one in self._shown(book, event, is_single=is_single, last=last)
            if one["status"] != "cancelled" and self._overlaps(book, event, one, first, last, is_single=is_single)
        ]
        found.sort(key=lambda one: _moment(one["start"], self._zone(book)))
        page = self._page("calendar#events", found, asked, "250")
        return {
            **page,
            "timeZone": self.books[book]["timeZone"],
            "defaultReminders": self.books[book]["defaultReminders"],
        }

    def calendar_events_get(self, asked: "Asked") -> Json:
        event = self._event(asked)
        if len(event.get("attendees", [])) > self.most_attendees:
            own = [one for one in event["attendees"] if one.get("self")]
            return {**event, "attendees": own, "attendeesOmitted": True}
        return event

    def calendar_events_insert(self, asked: "Asked") -> Json:
        book = self._book(asked)
        id_ = asked.body.get("id", f"made{self._version}")
        if not _ID.fullmatch(id_):
            raise Refused(400, "invalid")
        if id_ in self.events[book]:
            raise Refused(409, "duplicate")
        self._check(asked.body)
        self._tell(asked, asked.body)
        made = self.holds(book, {**asked.body, "id": id_})
        made["attendees"] = [{"responseStatus": "needsAction", **one} for one in made.get("attendees", [])]
        return made

    def calendar_events_patch(self, asked: "Asked") -> Json:
        book, event = self._book(asked), self._event(asked)
        self._check_version(asked, event)
        body = dict(asked.body)
        if body.pop("attendeesOmitted", False):
            mine = {one["email"]: one for one in body["attendees"]}
            body["attendees"] = [mine.get(one["email"], one) for one in self.events[book][event["id"]]["attendees"]]
        changed = {**event, **{name: value for name, value in body.items() if value is not None}}
        for name in ("start", "end"):
            changed[name] = {
                key: value for key, value in {**event[name], **body.get(name, {})}.items() if value is not None
            }
        for name, value in body.items():
            if value is None:
                changed.pop(name, None)
        if changed.get("recurrence") == []:
            del changed["recurrence"]
        self._check(changed)
        self._tell(asked, changed)
        return self.holds(book, {**changed, "sequence": event["sequence"] + 1})

    def calendar_events_update(self, asked: "Asked") -> Json:
        """All of it, in the place of what was there: what isn't said is gone."""
        book, event = self._book(asked), self._event(asked)
        self._check_version(asked, event)
        self._check(asked.body)
        self._tell(asked, asked.body)
        own = {name: event[name] for name in ("id", "iCalUID", "organizer", "creator") if name in event}
        return self.holds(book, {**asked.body, **own, "sequence": event["sequence"] + 1})

    def calendar_events_delete(self, asked: "Asked") -> None:
        book, event = self._book(asked), self._event(asked)
        if event["status"] == "cancelled":
            raise Refused(410, "deleted")
        self._check_version(asked, event)
        self._tell(asked, event)
        self.holds(book, {**event, "status": "cancelled"})
        for one in [one for one in self.events[book].values() if one.get("recurringEventId") == event["id"]]:
            self.holds(book, {**one, "status": "cancelled"})

    def calendar_freebusy_query(self, asked: "Asked") -> Json:
        errors = [{"domain": "global", "reason": "notFound"}]
        told: Json = {one["id"]: {"busy": self.busy[one["id"]]} if one["id"] in self.busy else {"errors": errors, "busy": []}
                      for one in asked.body["items"]}  # fmt: skip
        return {
            "kind": "calendar#freeBusy",
            "timeMin": asked.body["timeMin"],
            "timeMax": asked.body["timeMax"],
            "calendars": told,
        }

    def _page(self, kind: str, found: list[Json], asked: "Asked", most: str) -> Json:
        size, first = min(int(asked.one("maxResults", most)), self.page), int(asked.one("pageToken", "0"))
        more = {"nextPageToken": str(first + size)} if len(found) > first + size else {}
        return {"kind": kind, "etag": '"x"', "items": found[first : first + size], **more}

    def _book(self, asked: "Asked") -> str:
        book = self.address if asked.path["calendarId"] == "primary" else asked.path["calendarId"]
        if book not in self.books or book in self.unread:
            raise Refused(404, "notFound")
        return book

    def _zone(self, book: str) -> ZoneInfo:
        return ZoneInfo(self.books[book]["timeZone"])

    def _event(self, asked: "Asked") -> Json:
        """One that is kept, or a time of a series that has nothing of its own."""
        book, id_ = self._book(asked), asked.path["eventId"]
        kept, of_series = self.events[book].get(id_), _INSTANCE.fullmatch(id_)
        if kept is None and of_series and of_series[1] in self.events[book]:
            master = self.events[book][of_series[1]]
            kept = next(
                (one for one in self._instances(book, master, datetime(2100, 1, 1, tzinfo=UTC)) if one["id"] == id_),
                None,
            )
        if kept is None:
            raise Refused(404, "notFound")
        return kept

    def _shown(self, book: str, event: Json, *, is_single: bool, last: datetime) -> Iterator[Json]:
        if not is_single or not event.get("recurrence"):
            yield event
            return
        yield from (one for one in self._instances(book, event, last) if one["id"] not in self.events[book])

    def _overlaps(self, book: str, event: Json, one: Json, first: datetime, last: datetime, *, is_single: bool) -> bool:
        if not is_single and event.get("recurrence"):
            return any(True for _ in self._instances(book, event, last))
        zone = self._zone(book)
        return _moment(one["start"], zone) < last and _moment(one["end"], zone) > first

    def _instances(self, book: str, master: Json, last: datetime) -> Iterator[Json]:
        zone = ZoneInfo(master["start"].get("timeZone", self.books[book]["timeZone"]))
        start, is_day = _local(master["start"], zone), "date" in master["start"]
        lasts = _moment(master["end"], zone) - _moment(master["start"], zone)
        for local in rrulestr(
            "\n".join(_naive(line, zone) for line in master["recurrence"]), dtstart=start, forceset=True
        ):
            moment = local.replace(tzinfo=zone).astimezone(UTC)
            if moment >= last or master["status"] == "cancelled":
                return
            yield _instance(master, local, moment, lasts, zone, is_day=is_day)

    def _check(self, body: Json) -> None:
        start, end = body.get("start", {}), body.get("end", {})
        times = ("date", "dateTime")
        if [name for name in times if start.get(name)] != [name for name in times if end.get(name)] or not (
            start.keys() & set(times)
        ):
            raise Refused(400, "required")
        if _moment(end, ZoneInfo("UTC")) < _moment(start, ZoneInfo("UTC")):
            raise Refused(400, "timeRangeEmpty")
        if body.get("recurrence") and "dateTime" in start and not start.get("timeZone"):
            raise Refused(400, "required")
        zone = ZoneInfo(start.get("timeZone", "UTC"))
        if body.get("recurrence"):
            rrulestr(
                "\n".join(_naive(line, zone) for line in body["recurrence"]), dtstart=_local(start, zone), forceset=True
            )
        if len(body.get("reminders", {}).get("overrides", [])) > 5:
            raise Refused(400, "cannotUseMoreThan5Overrides")

    def _check_version(self, asked: "Asked", event: Json) -> None:
        if asked.headers.get("if-match", event["etag"]) != event["etag"]:
            raise Refused(412, "conditionNotMet")

    def _tell(self, asked: "Asked", event: Json) -> None:
        if asked.one("sendUpdates", "none") == "all" and event.get("attendees"):
            self.told.append((asked.id.rpartition(".")[2], event.get("summary", "")))


def _instance(
    master: Json, local: datetime, moment: datetime, lasts: timedelta, zone: ZoneInfo, *, is_day: bool
) -> Json:
    def when(at: datetime) -> Json:
        return (
            {"date": at.date().isoformat()}
            if is_day
            else {"dateTime": at.replace(tzinfo=zone).isoformat(), "timeZone": zone.key}
        )

    named = f"{local:%Y%m%d}" if is_day else f"{moment:%Y%m%dT%H%M%SZ}"
    ends = (moment + lasts).astimezone(zone).replace(tzinfo=None)
    return {
        **{name: value for name, value in master.items() if name not in _OF_SERIES},
        "id": f"{master['id']}_{named}",
        "recurringEventId": master["id"],
        "originalStartTime": when(local),
        "start": when(local),
        "end": when(local + lasts if is_day else ends),
    }


def _naive(line: str, zone: ZoneInfo) -> str:
    """A line as dateutil reads it beside a start without a zone: all times on the series' clock."""

    def local(found: "re.Match[str]") -> str:
        moment = datetime.strptime(found[0], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
        return f"{moment.astimezone(zone):%Y%m%dT%H%M%S}"

    plain = re.sub(r";TZID=[^:]+", "", line).replace(";VALUE=DATE", "")
    return re.sub(r"\d{8}T\d{6}Z", local, plain)


def _local(when: Json, zone: ZoneInfo) -> datetime:
    return _moment(when, zone).astimezone(zone).replace(tzinfo=None)


def _moment(when: Json, zone: ZoneInfo) -> datetime:
    if when.get("dateTime"):
        return datetime.fromisoformat(when["dateTime"]).astimezone(UTC)
    day = date.fromisoformat(when["date"])
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)

"""The calendars of the Graph server: events, series spread out by Microsoft's own patterns day by day, exceptions, answers, schedules.

A series is spread out here from its pattern alone, not by our rules, so that the two check each other. A second event with a transaction's id
that was used is refused (409).
"""

from calendar import monthrange
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from icalendar.timezone.windows_to_olson import WINDOWS_TO_OLSON

from tests.fakes.vendors.graph.answers import Answer, Asked, World, held, unchanged
from tests.fakes.vendors.graph.odata import Item, Refused, page, select

NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
PLACES = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1}
_DAY = timedelta(days=1)


def calendar(world: World, name: str, *, is_default: bool = False, can_edit: bool = True, owner: str = "") -> str:
    """A calendar; its id."""
    id_ = world.id("calendar")
    world.calendars[id_] = {
        "id": id_,
        "name": name,
        "isDefaultCalendar": is_default,
        "canEdit": can_edit,
        "owner": {"name": "Somebody", "address": owner or world.owner},
    }
    return id_


def event(world: World, calendar_id: str, **fields: Any) -> str:
    """An event as a client would write it; its id."""
    id_ = world.id("event")
    item: Item = {
        "@odata.etag": world.version(),
        "id": id_,
        "iCalUId": f"040000008200E00074C5B7101A82E008{world.number():08d}",
        "isCancelled": False,
        "isOrganizer": True,
        "showAs": "busy",
        "isReminderOn": False,
        "reminderMinutesBeforeStart": 15,
        "attendees": [],
        "organizer": {"emailAddress": {"name": "Ana", "address": world.owner}},
        "responseStatus": {"response": "organizer", "time": "0001-01-01T00:00:00Z"},
        "location": {"displayName": ""},
        "body": {"contentType": "text", "content": ""},
        "isAllDay": False,
        "_calendar": calendar_id,
        "_own": {},
        "_gone": set(),
    }
    _set(item, fields)
    world.events[id_] = item
    return id_


def _set(item: Item, fields: dict[str, Any]) -> None:
    """Write what a client says."""
    for name, value in fields.items():
        if name == "attendees":
            answer = {"status": {"response": "none", "time": "0001-01-01T00:00:00Z"}}
            item[name] = [{**answer, **one} for one in value]
        elif name in ("start", "end"):
            zone = _zone(value["timeZone"])
            item[f"_{name}"] = datetime.fromisoformat(value["dateTime"]).replace(tzinfo=zone)
            item["originalStartTimeZone" if name == "start" else "originalEndTimeZone"] = value["timeZone"]
        else:
            item[name] = value
    if item["_end"] < item["_start"]:
        raise Refused(400, "ErrorInvalidRequest", "The end is before the start.")
    if item["isAllDay"] and any(item[name].time() != time() for name in ("_start", "_end")):
        raise Refused(400, "ErrorInvalidRequest", "An all-day event begins and ends at midnight.")
    if item.get("recurrence"):
        _check(item)


def _check(item: Item) -> None:
    """What Microsoft says of a recurrence in prose."""
    pattern, bounds = item["recurrence"]["pattern"], item["recurrence"]["range"]
    needed = {
        "daily": {"interval"},
        "weekly": {"interval", "daysOfWeek", "firstDayOfWeek"},
        "absoluteMonthly": {"interval", "dayOfMonth"},
        "relativeMonthly": {"interval", "daysOfWeek", "index"},
        "absoluteYearly": {"interval", "dayOfMonth", "month"},
        "relativeYearly": {"interval", "daysOfWeek", "index", "month"},
    }[pattern["type"]]
    ends = {"noEnd": set[str](), "endDate": {"endDate"}, "numbered": {"numberOfOccurrences"}}[bounds["type"]]
    if needed - pattern.keys() or ({"startDate"} | ends) - bounds.keys():
        raise Refused(400, "ErrorInvalidRequest", "The recurrence lacks something.")
    if date.fromisoformat(bounds["startDate"]) != item["_start"].date():
        raise Refused(400, "ErrorPropertyValidationFailure", "The range doesn't begin on the day of the event.")


def _zone(name: str) -> ZoneInfo:
    if name.startswith("tzone://"):
        return ZoneInfo("UTC")
    try:
        return ZoneInfo(WINDOWS_TO_OLSON.get(name, name))
    except (KeyError, ValueError) as problem:
        raise Refused(400, "TimeZoneNotSupportedException", name) from problem


def days_of(item: Item, last: date) -> Iterator[date]:
    """The days on which a series has a time, up to that one, those that were taken out of it too."""
    pattern, bounds = item["recurrence"]["pattern"], item["recurrence"]["range"]
    first = date.fromisoformat(bounds["startDate"])
    if bounds["type"] == "endDate":
        last = min(last, date.fromisoformat(bounds["endDate"]))
    left = bounds["numberOfOccurrences"] if bounds["type"] == "numbered" else 10_000
    day = first
    while day <= last and left:
        if _is_on(pattern, first, day):
            left -= 1
            yield day
        day += _DAY


def _is_on(pattern: Item, first: date, day: date) -> bool:
    kind, every = pattern["type"], pattern["interval"]
    if kind == "daily":
        return (day - first).days % every == 0
    if kind == "weekly":
        begins = NAMES.index(pattern["firstDayOfWeek"])
        weeks = (_week(day, begins) - _week(first, begins)).days // 7
        return weeks % every == 0 and NAMES[day.weekday()] in pattern["daysOfWeek"]
    months = (day.year - first.year) * 12 + day.month - first.month
    if kind.endswith("Yearly"):
        if day.month != pattern["month"] or (day.year - first.year) % every:
            return False
    elif months % every:
        return False
    last = monthrange(day.year, day.month)[1]
    if kind.startswith("absolute"):
        return day.day == min(pattern["dayOfMonth"], last)
    days = [date(day.year, day.month, number) for number in range(1, last + 1)]
    meant = [one for one in days if NAMES[one.weekday()] in pattern["daysOfWeek"]]
    return meant[PLACES[pattern["index"]]] == day


def _week(day: date, begins: int) -> date:
    return day - timedelta(days=(day.weekday() - begins) % 7)


def _time_of(item: Item, day: date) -> Item:
    """The one time of a series on a day."""
    start, own = item["_start"], item["_own"].get(day, {})
    begins = datetime.combine(day, start.time(), start.tzinfo)
    length = item["_end"].replace(tzinfo=None) - start.replace(tzinfo=None)
    found = {
        name: value
        for name, value in item.items()
        if name not in ("recurrence", "transactionId", "singleValueExtendedProperties")
    }
    return {
        **found,
        "id": f"{item['id']}.{day:%Y%m%d}",
        "iCalUId": f"{item['iCalUId']}{day:%Y%m%d}",
        "type": "exception" if own else "occurrence",
        "seriesMasterId": item["id"],
        "originalStart": begins.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "_start": begins,
        "_end": begins + length,
        **own,
    }


def _shown(item: Item, query: dict[str, str]) -> Item:
    found = dict(item)
    for name in ("start", "end"):
        # A day stays the day it is, whatever zone it is asked for in.
        utc = item[f"_{name}"] if item["isAllDay"] else item[f"_{name}"].astimezone(UTC)
        found[name] = {"dateTime": utc.strftime("%Y-%m-%dT%H:%M:%S.0000000"), "timeZone": "UTC"}
    found.setdefault("type", "seriesMaster" if item.get("recurrence") else "singleInstance")
    return select(found, query)


def _one(world: World, id_: str) -> tuple[Item, date | None]:
    """A single event or series, and the day of the time that is meant."""
    master, _, day = id_.rpartition(".")
    if master not in world.events:
        return held(world.events, id_), None
    item, when = world.events[master], datetime.strptime(day, "%Y%m%d").date()  # noqa: DTZ007 - a day
    if when in item["_gone"] or when not in days_of(item, when):
        raise Refused(404, "ErrorItemNotFound", "The specified object was not found in the store.")
    return item, when


def _view(world: World, asked: Asked) -> Answer:
    if not {"startDateTime", "endDateTime"} <= asked.query.keys():
        raise Refused(
            400, "ErrorInvalidParameter", "This request requires a time window specified by two of its parameters."
        )
    start, end = (datetime.fromisoformat(asked.query[name]) for name in ("startDateTime", "endDateTime"))
    held(world.calendars, asked.ids[0])
    found: list[Item] = []
    for item in [one for one in world.events.values() if one["_calendar"] == asked.ids[0]]:
        days = days_of(item, end.date() + _DAY) if item.get("recurrence") else ()
        times = [_time_of(item, day) for day in days if day not in item["_gone"]] if item.get("recurrence") else [item]
        found += [one for one in times if one["_start"] < end and one["_end"] > start]
    return _paged([_shown(one, {}) for one in found], asked)


def _paged(items: list[Item], asked: Asked) -> Answer:
    part = page(items, asked.query)
    return Answer(
        200, {"value": part.items, **({"@odata.nextLink": {"$skip": part.following}} if part.following else {})}
    )


def _calendars(world: World, asked: Asked) -> Answer:
    return _paged(list(world.calendars.values()), asked)


def _permissions(world: World, asked: Asked) -> Answer:
    found = held(world.calendars, asked.ids[0])
    return Answer(
        200, {"value": [{"id": f"p{number}", "role": role} for number, role in enumerate(found.get("_roles", []))]}
    )


def _events(world: World, asked: Asked) -> Answer:
    held(world.calendars, asked.ids[0])
    return _paged([_shown_whole(one) for one in world.events.values() if one["_calendar"] == asked.ids[0]], asked)


def _shown_whole(item: Item) -> Item:
    """With what it can be filtered by."""
    return {**_shown(item, {}), "singleValueExtendedProperties": item.get("singleValueExtendedProperties", [])}


def _create(world: World, asked: Asked) -> Answer:
    if not held(world.calendars, asked.ids[0])["canEdit"]:
        raise Refused(403, "ErrorAccessDenied", "Access is denied. Check credentials and try again.")
    used = {one.get("transactionId") for one in world.events.values()}
    if asked.body.get("transactionId") in used - {None}:
        raise Refused(409, "ErrorDuplicateTransactionId", "Your request can't be completed.")
    return Answer(201, _shown(world.events[event(world, asked.ids[0], **asked.body)], {}))


def _get(world: World, asked: Asked) -> Answer:
    item, day = _one(world, asked.ids[0])
    return Answer(200, _shown(_time_of(item, day) if day else item, asked.query))


def _patch(world: World, asked: Asked) -> Answer:
    item, day = _one(world, asked.ids[0])
    unchanged(item, asked)
    if day is None:
        changed = dict(item)
        _set(changed, asked.body)
        item |= changed
        found = item
    else:
        if "recurrence" in asked.body:
            raise Refused(400, "ErrorInvalidRequest", "One time of a series has no recurrence.")
        now = _time_of(item, day)
        _set(now, asked.body)
        fields = ("_start", "_end", "isAllDay", *(name for name in asked.body if name not in ("start", "end")))
        item["_own"][day] = {name: now[name] for name in fields}
        found = _time_of(item, day)
    item["@odata.etag"] = world.version()
    return Answer(200, _shown({**found, "@odata.etag": item["@odata.etag"]}, {}))


def _delete(world: World, asked: Asked) -> Answer:
    item, day = _one(world, asked.ids[0])
    unchanged(item, asked)
    if day is None:
        del world.events[item["id"]]
    else:
        item["_gone"].add(day)
        item["@odata.etag"] = world.version()
    return Answer(204)


def _answered(world: World, asked: Asked) -> Answer:
    """An invitation is answered, or an event of one's own called off."""
    item, day = _one(world, asked.ids[0])
    action = asked.path.rpartition("/")[2]
    if item["isOrganizer"] != (action == "cancel"):
        raise Refused(400, "ErrorInvalidRequest", "That isn't for the organizer, or only for them.")
    world.told.append((action, asked.ids[0]))
    if action == "cancel":
        (item["_gone"].add(day) if day else world.events.pop(item["id"]))
    else:
        response = {"accept": "accepted", "decline": "declined"}.get(action, "tentativelyAccepted")
        item["responseStatus"] = {"response": response, "time": world.tick()}
        for one in item["attendees"]:
            if one["emailAddress"]["address"] == world.owner:
                one["status"] = item["responseStatus"]
    item["@odata.etag"] = world.version()
    return Answer(202)


def _schedule(world: World, asked: Asked) -> Answer:
    if len(asked.body["Schedules"]) > 20:
        raise Refused(400, "ErrorInvalidRequest", "Too many schedules.")
    ends = [datetime.fromisoformat(asked.body[name]["dateTime"]) for name in ("StartTime", "EndTime")]
    if ends[1] - ends[0] > timedelta(days=62):
        raise Refused(400, "ErrorTimeIntervalTooBig", "The requested time duration is too long.")
    found: list[Item] = []
    for one in asked.body["Schedules"]:
        if one not in world.schedules:
            error = {
                "responseCode": "ErrorMailRecipientNotFound",
                "message": "Unable to resolve e-mail address to an AD object.",
            }
            found.append({"scheduleId": one, "availabilityView": "", "error": error})
            continue
        items = [
            item
            for item in world.schedules[one]
            if datetime.fromisoformat(item["start"]["dateTime"]) < ends[1]
            and datetime.fromisoformat(item["end"]["dateTime"]) > ends[0]
        ]
        found.append({"scheduleId": one, "availabilityView": "0", "scheduleItems": items})
    return Answer(200, {"value": found})


HANDLERS: dict[tuple[str, str], Callable[[World, Asked], Answer]] = {
    ("get", "/me/calendars"): _calendars,
    ("get", "/me/calendars/{calendar-id}/calendarView"): _view,
    ("get", "/me/calendars/{calendar-id}/calendarPermissions"): _permissions,
    ("get", "/me/calendars/{calendar-id}/events"): _events,
    ("post", "/me/calendars/{calendar-id}/events"): _create,
    ("get", "/me/events/{event-id}"): _get,
    ("patch", "/me/events/{event-id}"): _patch,
    ("delete", "/me/events/{event-id}"): _delete,
    ("post", "/me/calendar/getSchedule"): _schedule,
    **{
        ("post", f"/me/events/{{event-id}}/{one}"): _answered
        for one in ("accept", "decline", "tentativelyAccept", "cancel")
    },
}

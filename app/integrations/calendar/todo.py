"""Tasks as VTODO: read, written and changed.

Invariant: as with events, what isn't known is kept when a task is changed. Repeating tasks are read as they stand, not expanded.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime

from app.errors import NotFound
from app.integrations.calendar.event import Event
from app.integrations.calendar.lines import Component, Property, escaped, parse, unescaped, written
from app.integrations.calendar.values import read_number, read_wall
from app.integrations.calendar.vtimezone import vtimezone
from app.integrations.calendar.writing import calendar_of, raised, stamp_line, text_lines, when_line, zone_of
from app.integrations.calendar.zones import Zones

_MOST_TITLE, _MOST_NOTES = 500, 20_000
_OWN = ("SUMMARY", "DESCRIPTION", "DUE", "DURATION", "PRIORITY", "STATUS", "COMPLETED", "PERCENT-COMPLETE")
_GONE = "That task isn't in the file any more."


@dataclass(frozen=True, slots=True)
class Todo:
    """A task. `due` is a day or an aware time; `done_at` is None while it is open; `priority` 1 (highest) to 9, 0 for none."""

    uid: str
    title: str
    due: datetime | date | None = None
    done_at: datetime | None = None
    priority: int = 0
    notes: str = ""
    etag: str = ""
    href: str = ""


def read_todo(component: Component, zones: Zones) -> Todo:
    """The task that a VTODO is. One that is said to be done without a time was done when it was last changed."""
    return Todo(
        uid=unescaped(component.text("UID"), _MOST_TITLE),
        title=unescaped(component.text("SUMMARY"), _MOST_TITLE),
        due=_when(component.first("DUE"), zones),
        done_at=_done_at(component, zones),
        priority=min(9, read_number(component.text("PRIORITY"))),
        notes=unescaped(component.text("DESCRIPTION"), _MOST_NOTES),
    )


def todo_ics(todo: Todo, *, at: datetime) -> bytes:
    """A file with one new task, stamped `at` (aware)."""
    component = Component("VTODO", [f"UID:{escaped(todo.uid)}", stamp_line("DTSTAMP", at), *_lines(todo)])
    return written([_with_zone(calendar_of(component), todo)])


def with_todo(data: bytes, todo: Todo, *, at: datetime) -> bytes:
    """The file with its task of that UID as it is given here, everything else kept; NotFound without such a task."""
    roots, _ = parse(data)
    found = [
        child
        for root in roots
        for child in root.named("VTODO")
        if unescaped(child.text("UID"), _MOST_TITLE) == todo.uid
    ]
    if not found:
        raise NotFound(_GONE)
    component = found[0]
    component.drop(*_OWN)
    component.lines += _lines(todo)
    raised(component, at)
    return written(_with_zone(root, todo) if component in root.children else root for root in roots)


def _lines(todo: Todo) -> list[str]:
    return [
        *text_lines({"SUMMARY": todo.title, "DESCRIPTION": todo.notes}),
        *([when_line("DUE", todo.due, _as_event(todo))] if todo.due else []),
        *([f"PRIORITY:{todo.priority}"] if todo.priority else []),
        *(
            ["STATUS:COMPLETED", "PERCENT-COMPLETE:100", stamp_line("COMPLETED", todo.done_at)]
            if todo.done_at
            else ["STATUS:NEEDS-ACTION"]
        ),
    ]


def _as_event(todo: Todo) -> Event:
    due = todo.due or date.min
    return Event(uid=todo.uid, key=todo.uid, title="", start=due, end=due)


def _with_zone(root: Component, todo: Todo) -> Component:
    """The calendar with the VTIMEZONE of the due time, if that is new."""
    zone = zone_of(todo.due, "") if todo.due else None
    if zone and zone.key not in {child.text("TZID") for child in root.named("VTIMEZONE")}:
        root.children.insert(0, vtimezone(zone, (todo.due or date.min).year))
    return root


def _when(line: Property | None, zones: Zones) -> datetime | date | None:
    tzid = line.params.get("TZID") if line else None
    wall = read_wall(line.value, zones.find(tzid)[0] if tzid else None) if line else None
    if wall is None:
        return None
    return wall.local.date() if wall.all_day else wall.shown(zones.default)


def _done_at(component: Component, zones: Zones) -> datetime | None:
    lines = [component.first(name) for name in ("COMPLETED", "LAST-MODIFIED", "DTSTAMP")]
    is_done = component.text("STATUS").strip().upper() == "COMPLETED" or lines[0] is not None
    walls = (read_wall(line.value, UTC) for line in lines if line) if is_done else ()
    known = next((wall.moment(zones.default) for wall in walls if wall), None)
    return known or (datetime(1970, 1, 1, tzinfo=UTC) if is_done else None)

"""Lists of tasks by CalDAV: the collections that hold VTODO.

What it asks: one question for the lists, one for the tasks of a list, two to add or change one. Invariant: of a task that other programs
made, what isn't known here is kept.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

from app.errors import NotFound
from app.integrations.access import Access
from app.integrations.calendar import ics
from app.integrations.calendar.todo import Todo, todo_ics, with_todo
from app.integrations.dav.calendars import DATA, KIND, file_in
from app.integrations.dav.client import ETAG, Dav, Resource, having_uid, prop, reached, worked_out
from app.integrations.dav.multistatus import Member
from app.integrations.dav.site import Site, collections
from app.integrations.ports import TaskListInfo

_QUERY = (
    f'<c:calendar-query xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:">{prop((ETAG, DATA))}<c:filter>'
    '<c:comp-filter name="VCALENDAR"><c:comp-filter name="VTODO"/></c:comp-filter></c:filter></c:calendar-query>'
)
_UTC = ZoneInfo("UTC")
_GONE = "That task isn't in the list any more."


class DavTasks:
    """One account's lists of tasks."""

    def __init__(self, dav: Dav, site: Site) -> None:
        self._dav = dav
        self._site = site

    async def lists(self) -> Sequence[TaskListInfo]:
        """As the port says."""
        found = await collections(self._dav, self._site.calendars, "VTODO")
        return [TaskListInfo(one.url, one.name, one.is_default) for one in found]

    async def items(self, list_id: str, *, zone: ZoneInfo) -> Sequence[Todo]:
        """As the port says."""
        members = await self._dav.report(list_id, _QUERY)
        return await worked_out(partial(_tasks, members, zone))

    async def add(self, list_id: str, todo: Todo, *, at: datetime) -> Todo:
        """As the port says."""
        data = await worked_out(partial(todo_ics, todo, at=at))
        same = having_uid("VTODO", todo.uid)
        made = await self._dav.create(file_in(list_id, todo.uid, "ics"), data, KIND, same=same)
        return await worked_out(partial(_as_it_lies, made, todo))

    async def change(self, list_id: str, todo: Todo, *, at: datetime) -> Todo:
        """As the port says."""
        found = await self._dav.read(todo.href or file_in(list_id, todo.uid, "ics"))
        data = await worked_out(partial(with_todo, found.data, todo, at=at))
        put = await self._dav.replace(replace(found, data=data, etag=todo.etag or found.etag), KIND)
        lies = put if put.etag else await self._dav.read(put.url)
        return await worked_out(partial(_as_it_lies, lies, todo))

    async def delete(self, list_id: str, todo: Todo) -> None:
        """As the port says."""
        try:
            await self._dav.remove(todo.href or file_in(list_id, todo.uid, "ics"), todo.etag)
        except NotFound:
            return


@asynccontextmanager
async def opened_tasks(access: Access) -> AsyncIterator[DavTasks]:
    """An account's lists of tasks, where they were found when it was connected."""
    settings = access.account.settings
    site = Site.from_json(settings["site"])
    async with reached(access, site.calendars, settings["user"]) as dav:
        yield DavTasks(dav, site)


def _tasks(members: Sequence[Member], zone: ZoneInfo) -> Sequence[Todo]:
    return [
        todo
        for member in members
        for todo in ics.read(member.text(DATA), zone=zone, etag=member.text(ETAG), href=member.href).todos
    ]


def _as_it_lies(made: Resource, wanted: Todo) -> Todo:
    """The task of a file that was just put or found; a time that is the one that was given stays in its zone."""
    read = ics.read(made.data, zone=_UTC, etag=made.etag, href=made.url).todos
    found = next((one for one in read if one.uid == wanted.uid), None)
    if found is None:
        raise NotFound(_GONE)
    return replace(found, due=wanted.due) if found.due == wanted.due else found

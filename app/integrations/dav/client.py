"""Requests of WebDAV to one account's server: properties, reports, and files that are put only where they are what they were.

Invariant: nothing is overwritten that isn't the version the caller knows, and nothing that is there already is made a second time. Places are
whole URLs of the server asked; what it names of another is left out. Knows neither calendars nor contacts.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from html import escape
from typing import TypeVar
from urllib.parse import urljoin, urlsplit

import httpx

from app.errors import AccountAway, AccountError, InputRefused, NotFound, OutcomeUnknown, ToolProblem
from app.integrations.access import Access
from app.integrations.calls import Calls, Reply, origin
from app.integrations.dav.multistatus import CALDAV, CARDDAV, DAV, Member, Node, members, tree

log = logging.getLogger(__name__)
T = TypeVar("T")

ETAG = f"{DAV}getetag"
_MOST_LISTED = 20_000_000  # bytes of one answer
_MOST_FILE = 4_000_000
_AT_ONCE = 3
_XML = "application/xml; charset=utf-8"
# Nextcloud and its kin list calendars that are only subscribed to where this is asked.
_SUBSCRIBED_TOO = {"x-nc-caldav-webcal-caching": "On"}
_AS_IT_IS = {"accept-encoding": "identity"}  # what is packed on the way often gets another etag
_BROKEN = "{host} doesn't answer just now (a broken answer). Try again in a moment."
_REFUSED = "{host} didn't take that (status {status})."
_TOO_MUCH = "{host} doesn't give that much at once. Ask for a shorter time."
_MOVED = (301, 302, 303, 307, 308)
_SAME_UID = (f"{CALDAV}no-uid-conflict", f"{CARDDAV}no-uid-conflict")


@dataclass(frozen=True, slots=True)
class Resource:
    """A file: where it lies, which version ("" where the server doesn't say), and what is in it. `was_there`: asked to make it, the server
    had one already."""

    url: str
    etag: str
    data: bytes
    was_there: bool = False


class Dav:
    """One account's server."""

    def __init__(self, calls: Calls, base: str) -> None:
        """`base` is a URL of the server that `calls` asks."""
        self._calls = calls
        self._base = base

    async def properties(self, url: str, names: Sequence[str], *, depth: int = 0) -> tuple[Member, ...]:
        """These properties of a place (depth 0), and of what lies right in it (depth 1). Raises as Calls.call does."""
        return await self._listed("PROPFIND", url, _propfind(names), depth)

    async def asked(self, url: str, names: Sequence[str]) -> Member | str:
        """These properties of a place, or where its server says that they are. Raises as Calls.call does, NotFound where it says neither."""
        reply = await self._ask("PROPFIND", url, _propfind(names), 0, may=_MOVED)
        if reply.status in _MOVED:
            return joined(reply.url, reply.headers.get("location", ""))
        found = await self._understood(reply, members)
        if not found or found[0].status >= 300:
            raise NotFound
        return replace(found[0], href=reply.url)

    async def report(self, url: str, body: str) -> tuple[Member, ...]:
        """What a report finds in a place; raises ToolProblem where that is more than the server gives at once, and as Calls.call does."""
        return await self._listed("REPORT", url, body, 1)

    async def read(self, url: str) -> Resource:
        """A file. Raises NotFound where there is none."""
        reply = await self._calls.call("GET", url, headers=_AS_IT_IS, most_bytes=_MOST_FILE)
        return Resource(url, reply.headers.get("etag", ""), reply.body)

    async def create(self, url: str, data: bytes, kind: str, *, same: str) -> Resource:
        """Put a new file there; as it lies there. Where one is there already, or one with its UID beside it, that one is given. `kind` is its
        media type, `same` the report that finds its UID."""
        headers = {"content-type": kind, "if-none-match": "*"}
        try:
            reply = await self._calls.call("PUT", url, headers=headers, content=data, may=(403, 409, 412))
        except OutcomeUnknown:
            return await self._as_found(url)
        if reply.status < 300:
            return await self.read_back(Resource(url, reply.headers.get("etag", ""), data))
        same_uid = _is_same_uid(reply)
        if reply.status == 412 and not same_uid:
            return replace(await self.read(url), was_there=True)
        refusal = ToolProblem(_REFUSED.format(host=self._host, status=reply.status))
        beside = await self.report(f"{url.rpartition('/')[0]}/", same) if same_uid else ()
        if not beside:
            raise refusal
        return replace(await self.read(beside[0].href), was_there=True)

    async def replace(self, resource: Resource, kind: str) -> Resource:
        """Put another version in the place of the one whose etag it has; as it lies there. Raises ChangedElsewhere, NotFound, OutcomeUnknown."""
        headers = {"content-type": kind, **_if_match(resource.etag)}
        reply = await self._calls.call("PUT", resource.url, headers=headers, content=resource.data)
        return Resource(resource.url, reply.headers.get("etag", ""), resource.data)

    async def remove(self, url: str, etag: str) -> None:
        """Take a file away. Raises NotFound where there is none, ChangedElsewhere where it is another version."""
        await self._calls.call("DELETE", url, headers=_if_match(etag))

    async def post(self, url: str, data: bytes, kind: str) -> Node:
        """What is answered to something handed in, where that only asks. Raises as Calls.call does."""
        headers = {"content-type": kind}
        reply = await self._calls.call("POST", url, headers=headers, content=data, repeatable=True)
        return await self._understood(reply, tree)

    async def read_back(self, sent: Resource) -> Resource:
        """What became of what was taken: as it was sent, where it can't be read just now."""
        try:
            return await self.read(sent.url)
        except (AccountAway, ToolProblem):
            log.info("what was put was not read back", extra={"event": "dav.not_read_back", "host": self._host})
            return sent

    @property
    def _host(self) -> str:
        return urlsplit(self._base).hostname or ""

    async def _listed(self, method: str, url: str, body: str, depth: int) -> tuple[Member, ...]:
        reply = await self._ask(method, url, body, depth)
        found = await self._understood(reply, members)
        if any(one.status == 507 for one in found):
            raise ToolProblem(_TOO_MUCH.format(host=self._host))
        own = origin(self._base)
        placed = (Member(joined(reply.url, one.href), one.status, one.properties) for one in found)
        return tuple(one for one in placed if one.href and origin(one.href) == own and one.status < 300)

    async def _ask(self, method: str, url: str, body: str, depth: int, *, may: tuple[int, ...] = ()) -> Reply:
        return await self._calls.call(
            method,
            url,
            headers={"content-type": _XML, "depth": str(depth), **_SUBSCRIBED_TOO},
            content=f'<?xml version="1.0" encoding="utf-8"?>{body}'.encode(),
            may=may,
            most_bytes=_MOST_LISTED,
        )

    async def _understood(self, reply: Reply, read: Callable[[bytes], T]) -> T:
        try:
            return await asyncio.to_thread(read, reply.body)
        except ValueError as problem:
            log.info("an answer was no WebDAV", extra={"event": "dav.broken_answer", "host": self._host})
            raise AccountAway(_BROKEN.format(host=self._host)) from problem

    async def _as_found(self, url: str) -> Resource:
        """What is there after nobody knew. Raises OutcomeUnknown where that can't be told, or nothing is there (yet)."""
        try:
            return await self.read(url)
        except (AccountError, ToolProblem) as problem:
            raise OutcomeUnknown() from problem


@asynccontextmanager
async def reached(access: Access, url: str, user: str) -> AsyncIterator[Dav]:
    """The server of a URL, with what opens the account."""
    async with Calls(access, url, sign="basic", user=user) as calls:
        yield Dav(calls, url)


async def at_once(jobs: Sequence[Awaitable[T]]) -> list[T]:
    """The results, in order, of a few requests at a time; the first that fails ends the others."""
    few = asyncio.Semaphore(_AT_ONCE)

    async def one(job: Awaitable[T]) -> T:
        async with few:
            return await job

    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one(job)) for job in jobs]
    except ExceptionGroup as problems:
        raise problems.exceptions[0] from None
    return [task.result() for task in tasks]


async def worked_out(work: Callable[[], T]) -> T:
    """What a reader or writer of files returns, in a thread. What it can't take is a ToolProblem with its sentence."""
    try:
        return await asyncio.to_thread(work)
    except InputRefused as problem:
        raise ToolProblem(problem.sentence) from problem


def joined(url: str, href: str) -> str:
    """What a href means that was read at a URL; "" for what can't be one."""
    try:
        found = str(httpx.URL(urljoin(url, href)))
        return found if origin(found)[0] in ("http", "https") else ""
    except (ValueError, httpx.InvalidURL):
        return ""


def prop(names: Sequence[str]) -> str:
    """Properties as a request asks for them."""
    asked = (name.split("|", 1) for name in names)
    return "<d:prop>" + "".join(f'<{local} xmlns="{escape(space)}"/>' for space, local in asked) + "</d:prop>"


def _propfind(names: Sequence[str]) -> str:
    return f'<d:propfind xmlns:d="DAV:">{prop(names)}</d:propfind>'


def having_uid(component: str, uid: str) -> str:
    """The report that finds the files with such a component of that UID."""
    return (
        f'<c:calendar-query xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:">{prop((ETAG,))}<c:filter>'
        f'<c:comp-filter name="VCALENDAR"><c:comp-filter name="{component}"><c:prop-filter name="UID">'
        f'<c:text-match collation="i;octet">{escape(uid)}</c:text-match></c:prop-filter></c:comp-filter></c:comp-filter>'
        "</c:filter></c:calendar-query>"
    )


def _if_match(etag: str) -> dict[str, str]:
    """Nothing is said where the version isn't known. A weak one is the strong one after a proxy packed it, and would never match."""
    return {"if-match": etag.removeprefix("W/")} if etag else {}


def _is_same_uid(reply: Reply) -> bool:
    """Whether what is in the way is a file with the same UID. Only some servers say which."""
    try:
        said = tree(reply.body)
    except ValueError:
        return False
    return any(True for name in _SAME_UID for _ in said.every(name))

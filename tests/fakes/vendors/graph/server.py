"""A loopback HTTP server of ours that speaks Microsoft Graph v1.0, with a person's mail, calendars, to-do lists, contacts and files in memory.

What it checks, writing down in `faults` what doesn't hold (a test that leaves one fails): every path, query parameter, selected field and
JSON body is one that Microsoft's own OpenAPI description has, and so is every answer it gives itself; the token is the one that is good; ids
are asked for as immutable ones; times of events are asked for in UTC; $search stands neither with $filter nor with $orderby; what a list is
sorted by comes first in its filter; no more than four requests at once. It knows no permissions, no directory, no delivery between people.
Any request can be made to fail by `fail`: refused, broken off in the middle of the answer, or carried out with the answer lost.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import parse_qsl, quote, urlencode

from tests.fakes.vendors.graph import calendars, drives, mails, people, todos
from tests.fakes.vendors.graph.answers import Answer, Asked, World
from tests.fakes.vendors.graph.description import decoded, graph
from tests.fakes.vendors.graph.odata import Refused

PREFIX = "/v1.0"
HANDLERS = {**mails.HANDLERS, **calendars.HANDLERS, **todos.HANDLERS, **people.HANDLERS, **drives.HANDLERS}
_MOST_AT_ONCE = 4
_CODES = {
    401: "InvalidAuthenticationToken",
    403: "ErrorAccessDenied",
    404: "ErrorItemNotFound",
    409: "ErrorIrresolvableConflict",
    410: "SyncStateNotFound",
    412: "ErrorIrresolvableConflict",
    429: "ApplicationThrottled",
    503: "ServiceUnavailable",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """What becomes of a request whose method and path have that in them: a status; or the answer is lost after it was carried out
    ("lost"); or the connection ends in the middle of the answer ("cut")."""

    on: str = ""
    status: int = 503
    how: Literal["refused", "lost", "cut"] = "refused"
    retry_after: str = ""
    body: bytes = b""


@dataclass
class GraphServer:
    """Where it listens, what it holds, what it was asked and what was wrong with that."""

    world: World
    url: str = ""
    token: str = "token-of-the-tests"
    lets_in: Callable[[str], bool] | None = None  # whom a sign-in server lets in, in place of that token
    asked: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    _failing: list[Fault] = field(default_factory=list)
    _at_once: int = 0

    @property
    def place(self) -> str:
        """Its address without a version, as settings have it."""
        return self.url.removesuffix(PREFIX)

    def fail(self, *faults: Fault) -> None:
        """Each of the next requests that one is meant for meets it, once."""
        self._failing += faults

    def count(self, said: str) -> int:
        """How many requests had that in method and path."""
        return sum(said in one for one in self.asked)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, one request."""
        self._at_once += 1
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            first, *lines = head.decode("latin-1").rstrip().split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
            content = await reader.readexactly(int(headers.get("content-length", 0)))
            method, target, _ = first.split(" ")
            if self._at_once > _MOST_AT_ONCE:
                self.faults.append("more than four requests at once")
            await self._answer(writer, method, target, headers, content)
        except (ConnectionError, asyncio.IncompleteReadError) as gone:
            self.faults += [] if isinstance(gone, ConnectionError) or not gone.partial else ["half a request"]
        except Exception as bug:
            self.faults.append(f"{self.asked[-1:]} broke this server: {bug!r}")
            raise
        finally:
            self._at_once -= 1
            writer.close()

    async def _answer(
        self, writer: asyncio.StreamWriter, method: str, target: str, headers: dict[str, str], content: bytes
    ) -> None:
        path, _, query = target.partition("?")
        if path.startswith(drives.GIVEN_OUT):
            self.faults += ["a login goes where none belongs"] if "authorization" in headers else []
            return await _send(writer, Answer(200, self.world.contents[path.removeprefix(drives.GIVEN_OUT)]))
        if not path.startswith(f"{PREFIX}/"):
            self.faults.append(f"{path} is of no version")
        path = decoded(path.removeprefix(PREFIX))
        named = f"{method} {path}"
        self.asked.append(named)
        fault = next((one for one in self._failing if one.on in named), None)
        if fault is not None:
            self._failing.remove(fault)
            if fault.how == "refused":
                answer = _refusal(Refused(fault.status, _CODES.get(fault.status, "Failed"), "as the test wants it"))
                return await _send(writer, answer, fault.retry_after, body=fault.body)
        answer = self._carried_out(
            method.lower(), path, dict(parse_qsl(query, keep_blank_values=True)), headers, content
        )
        if fault is None:
            return await _send(writer, answer)
        if fault.how == "cut":
            await _send(writer, answer, half=True)
        return None

    def _carried_out(
        self, method: str, path: str, query: dict[str, str], headers: dict[str, str], content: bytes
    ) -> Answer:
        found = graph().find(method, path)
        if not (self.lets_in or self.token.__eq__)(headers.get("authorization", "").removeprefix("Bearer ")):
            return _refusal(Refused(401, _CODES[401], "Access token has expired or is not yet valid."))
        if found is None:
            self.faults.append(f"{method} {path} isn't described")
            return _refusal(Refused(404, "ResourceNotFound", path))
        template, operation = found
        kind = headers.get("content-type", "").partition(";")[0]
        body = json.loads(content) if kind == "application/json" and content else None
        named = f"{method} {template}"
        self.faults += [f"{named}: {one}" for one in graph().request_faults(operation, query, body, kind)]
        self.faults += [f"{named}: {one}" for one in _unlike(template, query, headers)]
        ids = [mine for own, mine in zip(template.split("/"), path.split("/"), strict=True) if own.startswith("{")]
        handler = HANDLERS.get((method, template.replace("microsoft.graph.", "")))
        try:
            if handler is None:
                raise Refused(501, "NotImplemented", f"{named} isn't known here")  # noqa: TRY301
            asked = Asked(path, query, headers, body, content, tuple(one.replace("%2F", "/") for one in ids))
            answer = handler(self.world, asked)
        except Refused as refusal:
            answer = _refusal(refusal)
        if isinstance(answer.body, dict):
            self._link(answer.body, path, query)
        if answer.location:
            return Answer(answer.status, location=self.place + answer.location)
        said = answer.body if isinstance(answer.body, dict) else None
        self.faults += [f"answer to {named}: {one}" for one in graph().response_faults(operation, answer.status, said)]
        return answer

    def _link(self, body: dict[str, Any], path: str, query: dict[str, str]) -> None:
        """The links that a page has, made whole."""
        for name in ("@odata.nextLink", "@odata.deltaLink"):
            if name in body:
                kept = {
                    key: value for key, value in query.items() if not key.startswith("$skip") and key != "$deltatoken"
                }
                body[name] = f"{self.url}{quote(path)}?{urlencode({**kept, **body[name]})}"


def _unlike(template: str, query: dict[str, str], headers: dict[str, str]) -> list[str]:
    """What a request lacks that no description says."""
    prefer, room = headers.get("prefer", ""), template.split("/")[2]
    found = (
        ["ids aren't asked for as immutable ones"]
        if room not in ("todo", "drive", "{drive-id}") and 'IdType="ImmutableId"' not in prefer
        else []
    )
    if "calendarView" in template and 'outlook.timezone="UTC"' not in prefer:
        found.append("times aren't asked for in UTC")
    if "$search" in query and query.keys() & {"$filter", "$orderby"}:
        found.append("$search with $filter or $orderby")
    return found


def _refusal(refusal: Refused) -> Answer:
    return Answer(refusal.status, {"error": {"code": refusal.code, "message": str(refusal)}})


async def _send(
    writer: asyncio.StreamWriter, answer: Answer, retry_after: str = "", *, half: bool = False, body: bytes = b""
) -> None:
    data = body or (json.dumps(answer.body).encode() if isinstance(answer.body, dict) else answer.body or b"")
    kind = "application/json" if isinstance(answer.body, dict) else "text/plain"
    head = f"HTTP/1.1 {answer.status} X\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}\r\nConnection: close\r\n"
    head += f"Retry-After: {retry_after}\r\n" if retry_after else ""
    head += f"Location: {answer.location}\r\n" if answer.location else ""
    writer.write(head.encode() + b"\r\n" + (data[: len(data) // 2] if half else data))
    await writer.drain()


@asynccontextmanager
async def graph_server(world: World | None = None) -> AsyncIterator[GraphServer]:
    """A server with that in it. Fails at the end when it was asked what Microsoft doesn't describe, or answered so itself."""
    made = GraphServer(world or World())
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0)
    made.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}{PREFIX}"
    try:
        yield made
    finally:
        server.close()
    assert made.faults == [], "\n".join(dict.fromkeys(made.faults))

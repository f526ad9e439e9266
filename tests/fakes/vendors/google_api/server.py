"""The fake's HTTP: each request held to the discovery documents, done by the part it is for, its answer held to them as well."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from tests.fakes.vendors.google_api.calendar import Calendars
from tests.fakes.vendors.google_api.discovery import method_of
from tests.fakes.vendors.google_api.drive import Drive, upload_of
from tests.fakes.vendors.google_api.mail import Mails
from tests.fakes.vendors.google_api.people import People
from tests.fakes.vendors.google_api.refusal import Refused
from tests.fakes.vendors.google_api.tasks import Tasks

TOKEN = "token-of-the-tests"
ANA = "ana@example.org"


@dataclass(frozen=True, slots=True)
class Asked:
    """One request: the method's id in Google's documents, what its path and its question name, and its body."""

    id: str
    path: dict[str, str]
    query: dict[str, list[str]]
    body: dict[str, Any]
    headers: dict[str, str]
    media: bytes = b""  # of an upload

    def one(self, name: str, default: str = "") -> str:
        """A parameter."""
        return self.query.get(name, [default])[0]


@dataclass(frozen=True, slots=True)
class Trouble:
    """What goes wrong with the next request of that method: done or not, then a status, or (0) no answer at all."""

    method: str
    status: int = 0
    is_done: bool = True


@dataclass
class GoogleApi:
    """Where it listens, what it holds, what it was asked, and what was wrong with that."""

    url: str = ""
    mails: Mails = field(default_factory=lambda: Mails(ANA))
    calendars: Calendars = field(default_factory=lambda: Calendars(ANA))
    tasks: Tasks = field(default_factory=Tasks)
    people: People = field(default_factory=People)
    drive: Drive = field(default_factory=lambda: Drive(ANA))
    asked: list[Asked] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    lets_in: Callable[[str], bool] = TOKEN.__eq__  # whose token opens it
    lock: threading.Lock = field(default_factory=threading.Lock)

    def ids(self) -> list[str]:
        """The methods that were asked for."""
        return [one.id for one in self.asked]

    def answer(self, verb: str, target: str, headers: dict[str, str], data: bytes) -> tuple[int, Any]:
        """Status and body."""
        parts = urlsplit(target)
        found = method_of(verb, parts.path)
        if found is None:
            self.faults.append(f"no method {verb} {parts.path}")
            return 404, Refused(404, "notFound").body()
        method, path = found
        query = parse_qs(parts.query, keep_blank_values=True)
        body, media = upload_of(headers.get("content-type", ""), data)
        wrong = [*method.query_faults(query), *method.request_faults(body)]
        self.faults += wrong
        asked = Asked(method.id, {name: unquote(one) for name, one in path.items()}, query, body or {}, headers, media)
        self.asked.append(asked)
        trouble = next((one for one in self.troubles if re.fullmatch(one.method, method.id)), None)
        if trouble:
            self.troubles.remove(trouble)
        try:
            self._check(asked, wrong)
            said = None if trouble and not trouble.is_done else self._part(method.name)(asked)
        except Refused as refused:
            return refused.status, refused.body()
        if trouble:
            return trouble.status, Refused(trouble.status, "backendError").body()
        self.faults += [] if isinstance(said, bytes) else method.response_faults(said)
        return (204, None) if said is None else (200, said)

    def _check(self, asked: Asked, wrong: list[str]) -> None:
        if wrong:
            raise Refused(400, "invalid")
        if not self.lets_in(asked.headers.get("authorization", "").removeprefix("Bearer ")):
            raise Refused(401, "authError")

    def _part(self, name: str) -> Callable[[Asked], Any]:
        parts: tuple[object, ...] = (self.mails, self.calendars, self.tasks, self.people, self.drive)
        found = next((getattr(part, name) for part in parts if hasattr(part, name)), None)
        if found is None:
            self.faults.append(f"{name} isn't faked")
            raise Refused(501, "notImplemented")
        return found


@contextmanager
def google_api() -> Iterator[GoogleApi]:
    """One that is empty but for what every account has. Fails at the end where it was asked what Google's documents don't have."""
    fake = GoogleApi()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = 65_536

        def _serve(self) -> None:
            data = self.rfile.read(int(self.headers.get("content-length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            with fake.lock:
                status, body = fake.answer(self.command, self.path, headers, data)
            self.close_connection = status == 0
            if status:
                said = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
                self.send_response(status)
                self.send_header("content-type", "application/json; charset=UTF-8")
                self.send_header("content-length", str(len(said)))
                if status in (429, 503):
                    self.send_header("retry-after", "0")
                self.end_headers()
                self.wfile.write(said)

        do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = _serve  # noqa: N815 - as http.server calls them

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as http.server calls it
            """Told in `asked`."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    fake.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield fake
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)
    assert not fake.faults, fake.faults

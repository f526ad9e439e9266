"""A server of our own on loopback that answers questions in JSON as a test says; it runs in a thread, so that real programs can ask it too.

It checks nothing by itself but that a question is one; each vendor's fake says what it checks. Faults are set from outside: a status, silence,
or another body than the vendor's.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True, slots=True)
class Question:
    """One request. Header names are in lower case; `body` is its JSON, None where there is none."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: object = None


@dataclass(frozen=True, slots=True)
class Status:
    """An answer with another status than 200, or bytes that are no JSON."""

    code: int
    body: object = None
    headers: Mapping[str, str] = field(default_factory=dict)
    kind: str = "application/json"


Answer = Callable[[Question], object]


@dataclass
class JsonServer:
    """Where it listens and what it was asked. `fault` answers in place of the vendor; `silent` seconds pass before any answer."""

    url: str = ""
    asked: list[Question] = field(default_factory=list)
    fault: Status | None = None
    silent: float = 0.0

    @property
    def count(self) -> int:
        """How often it was asked."""
        return len(self.asked)


@contextmanager
def json_server(answers: Mapping[str, Answer]) -> Iterator[JsonServer]:
    """One that runs. `answers`: by path, whole or up to a "*" at its end."""
    state = JsonServer()

    class Handler(BaseHTTPRequestHandler):
        def _serve(self) -> None:
            parts, data = urlsplit(self.path), self.rfile.read(int(self.headers.get("content-length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            body = json.loads(data) if data else None
            asked = Question(self.command, parts.path, dict(parse_qsl(parts.query)), headers, body)
            state.asked.append(asked)
            if state.silent:
                time.sleep(state.silent)
            said = state.fault or _answer(answers, asked)
            said = said if isinstance(said, Status) else Status(200, said)
            sent = said.body if isinstance(said.body, bytes) else json.dumps(said.body).encode()
            try:
                self.send_response(said.code)
                self.send_header("content-type", said.kind)
                self.send_header("content-length", str(len(sent)))
                for name, value in said.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(sent)
            except OSError:  # whoever asked has gone
                return

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _serve  # noqa: N815 - as http.server calls them

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as http.server calls it
            """Nothing: a test's output is its own."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)


def _answer(answers: Mapping[str, Answer], asked: Question) -> object:
    for path, answer in answers.items():
        if path == asked.path or (path.endswith("*") and asked.path.startswith(path[:-1])):
            return answer(asked)
    return Status(404, {"error": "nothing here"})

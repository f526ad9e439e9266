"""What stands between us and Slack's Web API and lets calls fail as a test says: cut before they are heard or after, limited, answered by a proxy.

A gateway of ours before `emulate`, and what takes the answers to taps, which `emulate` has no place for. It checks that the token is in no address, and writes down which methods were called with which fields; what isn't of the API is "file".
"""

import contextlib
import json
import threading
import time
from collections import defaultdict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl

import httpx

TAPS = "/actions/"
_SAYS = ("chat.postMessage", "chat.update")
_KEPT = ("authorization", "content-type")


@dataclass(frozen=True, slots=True)
class Fault:
    """How one call ends. `heard`: it is carried out behind. With a status it is answered so, else the line is cut."""

    heard: bool = False
    status: int = 0
    body: str = ""
    headers: tuple[tuple[str, str], ...] = ()


LOST = Fault(heard=True)
CUT = Fault()


def says_no(error: str) -> Fault:
    """As Slack refuses."""
    return Fault(status=200, body=json.dumps({"ok": False, "error": error}))


@dataclass
class SlackFront:
    """Where it listens, what each method's next calls come to, and what was asked: also the answers to each tap by its path, and all that each
    message ever said, by its name. `sockets` is the base URL of who opens sockets; while it `is_away`, every call is cut. `slow`: seconds from
    what a call does to its answer."""

    url: str = ""
    sockets: str = ""
    is_away: bool = False
    faults: dict[str, deque[Fault]] = field(default_factory=lambda: defaultdict(deque))
    asked: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    answers: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    said: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    done: int = 0
    slow: float = 0.0

    @property
    def api(self) -> str:
        """The base URL of the Web API."""
        return f"{self.url}/api"

    def fails(self, method: str, *faults: Fault) -> None:
        """The next calls of a method end so, one after the other."""
        self.faults[method].extend(faults)

    def heard(self, method: str, fields: dict[str, Any], answer: bytes) -> None:
        """A call was carried out: what its message says now is written down."""
        if method in _SAYS and (found := json.loads(answer)).get("ok"):
            self.said[found["ts"]].append(fields.get("text", ""))
        self.done += 1

    def server_of(self, method: str, behind: str) -> str:
        """Who carries a method out."""
        opens = self.sockets and method == "apps.connections.open"
        return self.sockets.removesuffix("/api") if opens else behind

    def of(self, method: str) -> list[dict[str, Any]]:
        """The fields of each call of a method."""
        return [fields for name, fields in self.asked if name == method]


@contextmanager
def slack_front(behind: str) -> Iterator[SlackFront]:
    """One that runs before the server at that URL."""
    made = SlackFront()
    with httpx.Client(trust_env=False, timeout=30) as client:

        class Handler(BaseHTTPRequestHandler):
            def _serve(self) -> None:
                data = self.rfile.read(int(self.headers.get("content-length") or 0))
                assert "xox" not in self.path
                if self.path.startswith(TAPS):
                    made.answers[self.path].append(json.loads(data))
                    return self._answer(200, b"ok", [])
                method = self.path.removeprefix("/api/") if self.path.startswith("/api/") else "file"
                fields = dict(parse_qsl(data.decode("latin-1")))
                made.asked.append((method, fields))
                waiting = made.faults[method]
                fault = CUT if made.is_away else waiting.popleft() if waiting else None
                if fault is not None and not fault.heard:
                    return self._end(fault)
                kept = {name: value for name, value in self.headers.items() if name.lower() in _KEPT}
                reply = client.request(
                    self.command, made.server_of(method, behind) + self.path, content=data, headers=kept
                )
                made.heard(method, fields, reply.content)
                time.sleep(made.slow)
                if fault is not None:
                    return self._end(fault)
                body = reply.content.replace(behind.encode(), made.url.encode())
                return self._answer(
                    reply.status_code, body, [("content-type", reply.headers.get("content-type", "application/json"))]
                )

            def _end(self, fault: Fault) -> None:
                if fault.status:
                    return self._answer(fault.status, fault.body.encode(), [*fault.headers])
                self.close_connection = True
                return None

            def _answer(self, status: int, body: bytes, headers: list[tuple[str, str]]) -> None:
                with contextlib.suppress(ConnectionError):  # whoever asked was killed
                    self.send_response(status)
                    for name, value in [*headers, ("content-length", str(len(body)))]:
                        self.send_header(name, value)
                    self.end_headers()
                    self.wfile.write(body)

            do_GET = do_POST = _serve  # noqa: N815 - as http.server calls them

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as http.server calls it
                """Nothing: a test's output is its own."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        made.url = f"http://127.0.0.1:{server.server_address[1]}"
        try:
            yield made
        finally:
            server.shutdown()
            server.server_close()
            thread.join(10)

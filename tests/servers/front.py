"""One address for several servers, as a gateway has it: a request goes on, as it came, to whose its path is."""

import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx

_NOT_PASSED_ON = ("connection", "content-length", "host", "keep-alive", "transfer-encoding")


@contextmanager
def front(servers: Mapping[str, str]) -> Iterator[str]:
    """Its URL. `servers`: patterns of paths, each with the URL of who answers those; the first that fits."""
    with httpx.Client(trust_env=False, timeout=30) as client:

        class Handler(BaseHTTPRequestHandler):
            def _serve(self) -> None:
                data = self.rfile.read(int(self.headers.get("content-length") or 0))
                place = next((url for path, url in servers.items() if re.match(path, self.path)), "")
                assert place, f"nobody answers {self.path}"
                kept = [(name, value) for name, value in self.headers.items() if name.lower() not in _NOT_PASSED_ON]
                reply = client.request(self.command, place + self.path, content=data, headers=kept)
                self.send_response(reply.status_code)
                for name, value in reply.headers.items():
                    if name not in (*_NOT_PASSED_ON, "content-encoding"):
                        self.send_header(name, value)
                self.send_header("content-length", str(len(reply.content)))
                self.end_headers()
                self.wfile.write(reply.content)

            do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = _serve  # noqa: N815 - as http.server calls them

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as http.server calls it
                """Nothing: a test's output is its own."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            server.server_close()
            thread.join(10)

"""`emulate` (npm, others' work): a stand-in for Google's and Slack's servers on a free loopback port; ended with its test session.

Pinned and hashed in `emulate_pins/`, fetched as `npm.py` says. What it doesn't do: it never rotates a refresh token, takes
bearer tokens it never gave out, and signs in whoever is posted.
"""

import contextlib
import html
import json
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from tests.servers.dovecot import free_port
from tests.servers.npm import NODE, fetched

CLIENT_ID, CLIENT_SECRET = "kwasi-test.apps.googleusercontent.com", "GOCSPX-test-secret"
ANA = "ana@example.org"
_PINS = Path(__file__).with_name("emulate_pins")
REDIRECTS = ("http://127.0.0.1/", "https://house.example.org/connect/google/callback")
_USERS = [{"email": ANA, "name": "Ana Mensah", "email_verified": True}]
_CLIENT = {"client_id": CLIENT_ID, "client_secret": CLIENT_SECRET, "name": "Kwasi"}


@dataclass(frozen=True, slots=True)
class Emulate:
    """Where it listens: all of Google's hosts at one address. `loopback` is a port of this machine to which it sends people back (Google
    itself takes any)."""

    url: str
    loopback: int

    def agree(self, link: str, email: str = ANA) -> str:
        """What a person does at the page behind `link`, as a browser does it: where they are sent afterwards, with code and state."""
        page = httpx.get(link).raise_for_status().text
        hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page))
        action = re.findall(r'<form[^>]+action="([^"]+)"', page)[0]
        answer = httpx.post(f"{self.url}{action}", data={**_unescaped(hidden), "email": email})
        return answer.headers["location"]


@contextmanager
def emulate(**seed: Any) -> Iterator[Emulate]:
    """One that runs with Ana, our OAuth client, and what is seeded besides (`messages`, `calendars` … of its configuration).

    Raises RuntimeError with the registry's own words where it can't be fetched."""
    loopback = free_port()
    client = {**_CLIENT, "redirect_uris": [*REDIRECTS, f"http://127.0.0.1:{loopback}/"]}
    with running("google", {"users": _USERS, "oauth_clients": [client], **seed}) as url:
        yield Emulate(url, loopback)


@contextmanager
def running(service: str, seeded: Mapping[str, Any], *, tokens: Mapping[str, Any] | None = None) -> Iterator[str]:
    """The URL of one service of its own with what it holds at first; `tokens` says whose each is, where the service itself doesn't. Raises as
    `emulate` does."""
    program, port = fetched(_PINS) / "emulate/dist/index.js", free_port()
    with tempfile.TemporaryDirectory(prefix="kwasi-emulate-") as folder:
        seed = {service: seeded, **({"tokens": tokens} if tokens else {})}
        (Path(folder) / "seed.yaml").write_text(json.dumps(seed), encoding="utf-8")
        command = [NODE, program, "start", "--service", service, "--port", str(port), "--seed", "seed.yaml"]
        with (Path(folder) / "log").open("wb") as log:
            process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
        try:
            _wait(port, process, Path(folder) / "log")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)


def _wait(port: int, process: "subprocess.Popen[bytes]", log: Path) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"emulate ended at once:\n{log.read_text(encoding='utf-8')}")
        with contextlib.suppress(httpx.TransportError):
            httpx.get(f"http://127.0.0.1:{port}/.well-known/openid-configuration")
            return
        time.sleep(0.05)
    raise TimeoutError("emulate did not listen")


def _unescaped(fields: Mapping[str, str]) -> dict[str, str]:
    return {name: html.unescape(value) for name, value in fields.items()}

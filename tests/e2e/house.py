"""A server in a process of its own, and two who talk to it over loopback HTTP."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from tests.e2e.commands import Machine, Running

TOKEN = "a token of the tests"


@dataclass
class House:
    """A server, and two who talk to it: a script with the token and a browser that is signed in."""

    machine: Machine
    server: Running
    script: httpx.Client
    browser: httpx.Client

    def say(self, text: str) -> str:
        """The answer to a message."""
        answer = self.script.post("message", json={"text": text})
        assert answer.status_code == 200, answer.text
        assert answer.json()["status"] == "done"
        return answer.json()["reply"]

    def history(self) -> list[dict[str, Any]]:
        """What the page shows."""
        return self.browser.get("chat/history?limit=200").json()["messages"]


@contextmanager
def open_house(machine: Machine) -> Iterator[House]:
    """A server in its own process."""
    server = machine.start("serve", API_TOKEN=TOKEN, PORT="0")
    same = {"Sec-Fetch-Site": "same-origin"}
    try:
        with (
            httpx.Client(base_url=server.url, headers={"X-API-Token": TOKEN}, timeout=60) as script,
            httpx.Client(base_url=server.url, headers=same, timeout=60) as browser,
        ):
            assert browser.get(server.link, follow_redirects=True).status_code == 200
            yield House(machine, server, script, browser)
    finally:
        server.end()

"""`backlot` (PyPI, others' work): a Gmail and a Jira Cloud that can be read, whose answers its makers measured at the real ones, on a free loopback
port.

Installed once into an environment of its own that all workers share (it needs other versions than we do), pinned and hashed in
`backlot_pins/`. Where it can't be had the tests fail: a search that met no server proves nothing. What it doesn't do: it changes nothing,
sends nothing, has no history and is never busy (no 429); of a list's parameters it knows `q` and the page alone, of search words neither `is:`
nor `rfc822msgid:`, of labels Gmail's own; words in quotes it takes together for one phrase. It serves none of the calendars, contacts and tasks
that we have ports for. Of Jira's search language it knows `project =` and one `~`, and it doesn't say whose a token is.
"""

import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.servers.dav import running
from tests.servers.pypi import PYTHON, done, environment

ANA = "ana@example.org"
_PINS = Path(__file__).with_name("backlot_pins")


@dataclass(frozen=True, slots=True)
class Backlot:
    """Where it listens, and the token of each person whom it knows."""

    url: str
    tokens: Mapping[str, str]


@contextmanager
def backlot(records: Sequence[Mapping[str, object]]) -> Iterator[Backlot]:
    """One that runs with these records, each as its schema of a `source_type` has them: a thread of mails, a ticket.

    Raises RuntimeError with the words of whoever refused where it can't be installed, or doesn't take them."""
    python = environment(_PINS) / PYTHON
    with tempfile.TemporaryDirectory(prefix="kwasi-backlot-") as name:
        folder = Path(name)
        corpus = folder / "corpus.jsonl"
        corpus.write_text("".join(f"{json.dumps(one)}\n" for one in records), encoding="utf-8")
        settings = {"BACKLOT_TELEMETRY": "0", "BACKLOT_DATA_DIR": str(folder / "data")}
        command = ["env", *(f"{key}={value}" for key, value in settings.items()), str(python), "-P", "-m", "backlot"]
        done("backlot", [*command, "import", str(corpus)], dict(os.environ), "take what it is to serve")

        def serving(port: int) -> list[str]:
            return [*command, "serve", "--host", "127.0.0.1", "--port", str(port), "--log-level", "warning"]

        with running(serving, folder) as url:
            people = httpx.get(f"{url}/_meta/users").raise_for_status().json()["users"]
            yield Backlot(url, {one["email"]: one["token"] for one in people})

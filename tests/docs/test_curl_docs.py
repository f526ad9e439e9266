"""Every `curl` in the README and in docs/ is run as it is written, against a running server, and answered as it is documented.

What is put in: the server's address for the documented one, a value for each `$VARIABLE` and `<placeholder>`, and the files that are
sent. A command that is new or changed needs a row in `COMMANDS`: none is left out in silence.
"""

import json
import re
import shutil
import subprocess
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.e2e.commands import Machine

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
ADDRESS = "http://127.0.0.1:8321"
SECRET = "a secret of the tests"
_FENCE = re.compile(r"^```[a-z]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_NIGHT = {"metric": "sleep_session", "unit": "min", "device": "watch", "client_id": "n"}


@dataclass(frozen=True, slots=True)
class Documented:
    """A command with what the page says comes back; empty where it says nothing."""

    page: str
    command: str
    answer: str


@dataclass(frozen=True, slots=True)
class Expected:
    """What must come of a command: the status, and whether the words of the documented answer are to be those of the real one."""

    status: int
    exact: bool = False


# By what each begins with, the address left out.
COMMANDS = {
    'curl -s /message -H "X-API-Token': Expected(200, exact=True),
    "curl -s /message/<inbox_id>/charts/0.png": Expected(200),
    "curl -s -X POST /actions/<number>/confirm": Expected(200),
    "curl -s -X POST /reflect": Expected(200),
    "curl -s -X POST /embed-backfill": Expected(200),
    "curl -s /health/ingest": Expected(200, exact=True),
    'curl -s /health/backfill -H "X-Health-Secret: $SECRET" -H': Expected(202),
    'curl -s /health/backfill -H "X-Health-Secret: $SECRET" -F': Expected(202),
}


def documented(page: Path) -> Iterator[Documented]:
    """The commands on a page, each to its end: a line that goes on, or a quote that is not closed."""
    for block in _FENCE.findall(page.read_text("utf-8")):
        lines = block.splitlines()
        while lines:
            line = lines.pop(0)
            if not re.match(r"\$ (?:\w+=\S+ )*curl\b", line):
                continue
            command = line.removeprefix("$ ")
            while command.endswith("\\") or command.count("'") % 2:
                command += "\n" + lines.pop(0)
            answer = []
            while lines and not lines[0].startswith("$ "):
                answer.append(lines.pop(0))
            yield Documented(page.name, command, "".join(answer))


FOUND = [one for page in PAGES for one in documented(page)]


def expected(command: str) -> Expected:
    short = command.replace(ADDRESS, "")
    return next(row for start, row in COMMANDS.items() if short.startswith(start))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of one with all its doors open, and with a night of sleep in it."""
    if shutil.which("curl") is None:
        pytest.fail("These tests need curl, for example: sudo apt-get install curl", pytrace=False)
    doors = ("API_TOKEN", "REFLECTION_SECRET", "HEALTH_SECRET")
    running = Machine(tmp_path_factory.mktemp("docs")).start("serve", PORT="0", **dict.fromkeys(doors, SECRET))
    try:
        yield running.url.rstrip("/")
    finally:
        running.end()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the commands are typed, with the files they send."""
    with zipfile.ZipFile(tmp_path / "samsunghealth.zip", "w") as archive:
        archive.writestr("samsunghealth/com.samsung.health.nothing.csv", "x")
    return tmp_path


def test_every_command_is_on_the_list_and_none_is_there_in_vain() -> None:
    starts = [start for start in COMMANDS for one in FOUND if one.command.replace(ADDRESS, "").startswith(start)]
    assert sorted(starts) == sorted(COMMANDS)
    assert len(FOUND) == len(COMMANDS)
    mentioned = sum(len(re.findall(r"\bcurl -", page.read_text("utf-8"))) for page in PAGES)
    assert mentioned == len(FOUND)  # one in running text would be run by nobody


@pytest.mark.slow
@pytest.mark.parametrize("one", FOUND, ids=[f"{one.page}: {one.command.splitlines()[0][:60]}" for one in FOUND])
def test_a_documented_command_does_what_the_page_says(one: Documented, server: str, folder: Path) -> None:
    wanted = expected(one.command)
    command = one.command.replace(ADDRESS, server)
    if "<inbox_id>" in command:
        command = command.replace("<inbox_id>", answered_with_a_chart(server))
    if "<number>" in command:
        command = command.replace("<number>", held(server))
    told = dict.fromkeys(("API_TOKEN", "REFLECTION_SECRET", "SECRET"), SECRET)
    command = command.replace("curl -s", 'curl -s -o "$BODY" -w "%{http_code}"', 1).replace("-o sleep.png", "")
    done = subprocess.run(
        ["bash", "-euc", command],
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", "BODY": str(folder / "body"), **told},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    body = (folder / "body").read_bytes()
    assert done.stdout == str(wanted.status), body
    if "png" in command:
        assert body.startswith(b"\x89PNG")
    if one.answer:
        assert_documented(one.answer, json.loads(body), exact=wanted.exact)


def answered_with_a_chart(server: str) -> str:
    """The id of a message whose answer has a picture: steps of two days gone by were sent, and asked for."""
    shown = {"X-Health-Secret": SECRET, "X-API-Token": SECRET}
    days = [time.strftime("%Y-%m-%d", time.gmtime(time.time() - 86_400 * ago)) for ago in (2, 1)]
    steps = [
        {"metric": "steps", "start": f"{day}T00:0{n}:00+00:00", "end": f"{day}T00:0{n + 1}:00+00:00"}
        | {"value": 100 + n, "unit": "count", "device": "watch", "client_id": f"{day}-{n}"}
        for day in days
        for n in range(3)
    ]
    with httpx.Client(base_url=server, headers=shown, timeout=60) as script:
        assert script.post("/health/ingest", json={"samples": steps}).json()["counts"]["refused"] == 0
        said = script.post("/message", json={"text": "how many steps did I take in the last 7 days?"}).json()
    assert said["charts"], said
    return str(said["inbox_id"])


def held(server: str) -> str:
    """The number of a request that waits: to forget a note."""
    with httpx.Client(base_url=server, headers={"X-API-Token": SECRET}, timeout=60) as script:
        script.post("/message", json={"text": "note: the ginger is in the cellar"})
        [card] = script.post("/message", json={"text": "forget ginger"}).json()["cards"]
    return str(card["number"])


def assert_documented(written: str, real: Any, *, exact: bool) -> None:
    """Hold what came to what the page shows; “…” there stands for anything."""
    shown = json.loads(re.sub(r",…(?=[}\]])", "", written).replace("[…]", '["…"]'))
    _assert_like(shown, real, exact=exact)


def _assert_like(shown: Any, real: Any, *, exact: bool) -> None:
    if shown in ("…", ["…"]):
        return
    if isinstance(shown, dict):
        assert set(shown) <= set(real), (shown, real)
        for name, value in shown.items():
            _assert_like(value, real[name], exact=exact)
    elif isinstance(shown, list) and exact:
        assert len(shown) == len(real), (shown, real)
        for one, other in zip(shown, real, strict=True):
            _assert_like(one, other, exact=exact)
    elif exact:
        assert shown == real
    else:
        assert type(shown) is type(real), (shown, real)

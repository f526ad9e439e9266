"""The known-vulnerabilities check: every pinned version is asked about, and without an answer it says that nothing is known."""

import contextlib
import http.server
import json
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scripts import audit_locks

ROOT = Path(__file__).parents[2]
LOCK = """\
# a comment
good==1.0 ; sys_platform == 'linux' \\
    --hash=sha256:aa
bad[extra]==2.0rc1 \\
    --hash=sha256:bb
    # via good
"""
Answer = Callable[[list[dict[str, Any]]], Any]


@contextlib.contextmanager
def service(answer: Answer, status: int = 200) -> Iterator[str]:
    """A stand-in for OSV on the loopback interface, which answers what the test says."""

    class Batches(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
            said = answer(asked)
            self.send_response(status if self.path == "/v1/querybatch" else 404)
            self.end_headers()
            self.wfile.write(said if isinstance(said, bytes) else json.dumps(said).encode())

        def log_message(self, *_: object) -> None:
            """Stay quiet."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Batches)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def lock(tmp_path: Path) -> str:
    (tmp_path / "some.lock").write_text(LOCK)
    return str(tmp_path / "some.lock")


def bad_is_known(asked: list[dict[str, Any]]) -> Any:
    """`bad` has one on each of two pages."""
    results: list[dict[str, Any]] = []
    for query in asked:
        if query["package"]["name"] != "bad":
            results.append({})
        elif "page_token" in query:
            results.append({"vulns": [{"id": "PYSEC-2"}]})
        else:
            results.append({"vulns": [{"id": "GHSA-1"}], "next_page_token": "more"})
    return {"results": results}


def test_what_is_known_is_listed_with_where_it_is_pinned(lock: str, capsys: pytest.CaptureFixture[str]) -> None:
    with service(bad_is_known) as url:
        assert audit_locks.main(["--service", url, lock]) == 1
        said = capsys.readouterr().out
        assert "bad 2.0rc1 (some.lock)" in said
        assert ("GHSA-1" in said, "PYSEC-2" in said, "good" in said) == (True, True, False)
        assert audit_locks.main(["--json", "--service", url, lock]) == 1
    assert json.loads(capsys.readouterr().out) == {
        "checked": 2,
        "known": [{"name": "bad", "version": "2.0rc1", "ids": ["GHSA-1", "PYSEC-2"]}],
    }


def test_nothing_known_is_said_and_is_well(lock: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[dict[str, Any]] = []

    def nothing(queries: list[dict[str, Any]]) -> Any:
        asked.extend(queries)
        return {"results": [{} for _ in queries]}

    with service(nothing) as url:
        assert audit_locks.main(["--service", url, lock]) == 0
    assert "None known in 2 packages" in capsys.readouterr().out
    assert asked == [
        {"package": {"name": name, "ecosystem": "PyPI"}, "version": version}
        for name, version in (("bad", "2.0rc1"), ("good", "1.0"))
    ]


@pytest.mark.parametrize(
    ("said", "status"), [(b"<html>", 200), ([], 200), ({"results": []}, 200), ({"results": [1, 2]}, 200), ({}, 500)]
)
def test_what_is_no_answer_is_never_taken_for_none_known(
    lock: str, said: Any, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with service(lambda _: said, status) as url:
        assert audit_locks.main(["--service", url, lock]) == 3
    assert "nothing is known about the locks" in capsys.readouterr().err


def test_a_service_without_an_end_is_left(lock: str) -> None:
    with service(lambda asked: {"results": [{"next_page_token": "more"} for _ in asked]}) as url:
        assert audit_locks.main(["--service", url, lock]) == 3


@pytest.mark.parametrize("content", [None, "", "no lock at all\n"])
def test_a_file_that_pins_nothing_is_refused(tmp_path: Path, content: str | None) -> None:
    if content is not None:
        (tmp_path / "x.lock").write_text(content)
    assert audit_locks.main(["--service", "http://127.0.0.1:1", str(tmp_path / "x.lock")]) == 2


def test_every_package_of_the_locks_is_asked_about() -> None:
    for name, packages in audit_locks.read([ROOT / name for name in audit_locks.LOCKS]).items():
        pins = [line for line in (ROOT / name).read_text().splitlines() if line[:1].strip() and line[0] != "#"]
        assert len(packages) == len(pins), name


def test_the_command_says_plainly_that_it_could_not_ask() -> None:
    done = subprocess.run(
        [ROOT / "scripts/audit", "--service", "http://127.0.0.1:1"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, "127.0.0.1 could not be reached" in done.stderr) == (3, True)

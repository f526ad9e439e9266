"""The log: an event and its fields on every line, private to its owner, and nothing that anybody said."""

import json
import logging
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai.exceptions import ModelHTTPError

from app.observability import LOG_FILE, EventFormatter, start_logging
from tests.house import open_house, settings_in, tell

SAID = "meet Ama under the baobab at dusk"


@pytest.fixture(autouse=True)
def _the_root_logger_as_it_was() -> Iterator[None]:
    """pytest listens at the root logger too; it gets it back."""
    root = logging.getLogger()
    handlers, level, raises = root.handlers[:], root.level, logging.raiseExceptions
    yield
    logging.raiseExceptions = raises
    for handler in root.handlers:
        if handler not in handlers:
            handler.close()
    root.handlers[:] = handlers
    root.setLevel(level)


def _lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / LOG_FILE).read_text("utf-8").splitlines()]


def _line(**fields: Any) -> dict[str, Any]:
    record = logging.makeLogRecord(
        {"name": "app.x", "levelno": 30, "levelname": "WARNING", "msg": "it broke", **fields}
    )
    return json.loads(EventFormatter().format(record))


def test_a_line_has_its_moment_level_event_words_and_fields() -> None:
    line = _line(event="tool.failed", tool="send", count=3, created=0.5)
    assert line == {
        "at": "1970-01-01T00:00:00.500+00:00",
        "level": "warning",
        "event": "tool.failed",
        "said": "it broke",
        "tool": "send",
        "count": 3,
    }


def test_a_line_of_somebody_elses_code_is_named_after_it() -> None:
    assert _line()["event"] == "app.x"


def test_a_field_that_json_does_not_know_is_written_as_its_text() -> None:
    assert _line(event="e", where=Path("/tmp/x"))["where"] == "/tmp/x"


def test_an_exception_is_one_field_of_one_line() -> None:
    try:
        int("many\nlines")
    except ValueError:
        line = _line(event="e", exc_info=sys.exc_info())
    assert line["trace"].startswith("Traceback")
    assert "ValueError" in line["trace"].splitlines()[-1]


def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    start_logging("info", "file", folder)
    logging.getLogger("app.test").info("hello", extra={"event": "test.hello"})
    assert stat.S_IMODE((folder / LOG_FILE).stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert [line["event"] for line in _lines(folder)] == ["test.hello"]


def test_the_file_stays_its_owners_alone_when_it_is_rotated(tmp_path: Path) -> None:
    start_logging("info", "file", tmp_path)
    for _ in range(5):
        logging.getLogger("app.test").info("x" * 600_000, extra={"event": "test.long"})
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == [LOG_FILE, f"{LOG_FILE}.1"]
    assert {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in files} == {0o600}


def test_a_folder_that_cannot_be_written_costs_the_log_and_not_the_command(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    start_logging("info", "file", tmp_path / "file" / "folder")
    logging.getLogger("app.test").warning("hello")


def test_below_its_level_nothing_is_written(tmp_path: Path) -> None:
    start_logging("warning", "file", tmp_path)
    logging.getLogger("app.test").info("hello")
    assert _lines(tmp_path) == []


@pytest.mark.parametrize("text", [f"note that {SAID}", f"remind me tomorrow at 9 to {SAID}", SAID])
async def test_a_turn_leaves_its_events_and_none_of_its_words(tmp_path: Path, text: str) -> None:
    start_logging("info", "file", tmp_path)
    async with open_house(tmp_path) as house:
        reply = await tell(house, text)
    lines = _lines(tmp_path)
    [settled] = [line for line in lines if line["event"] == "turn.settled"]
    assert (settled["turn"], settled["status"]) == (reply.turn_id, "done")
    assert "baobab" not in json.dumps(lines)


async def test_keys_and_passwords_do_not_reach_the_log(tmp_path: Path) -> None:
    start_logging("debug", "file", tmp_path)
    settings = settings_in(tmp_path, page_password="hunter2-hunter2", api_token="t0ken-t0ken-t0ken")
    async with open_house(tmp_path, settings=settings) as house:
        await tell(house, "hello")
    written = (tmp_path / LOG_FILE).read_text("utf-8")
    assert "hunter2" not in written
    assert "t0ken" not in written


def _refused() -> None:
    raise ModelHTTPError(401, "m", {"error": SAID})


def _answer() -> None:
    try:
        _refused()
    except ModelHTTPError as refused:
        raise RuntimeError(f"no turn: {SAID}") from refused


def _trace(crashed: BaseException) -> str:
    return _line(exc_info=(type(crashed), crashed, crashed.__traceback__))["trace"]


def test_a_trace_through_a_vendors_library_keeps_its_places_and_none_of_its_words() -> None:
    with pytest.raises(RuntimeError) as crashed:
        _answer()
    trace = _trace(crashed.value)
    assert SAID not in trace
    assert all(kept in trace for kept in ("ModelHTTPError", "RuntimeError", "in _answer", "in _refused"))


def test_a_trace_of_our_own_keeps_its_words() -> None:
    assert "no such table: turns" in _trace(LookupError("no such table: turns"))

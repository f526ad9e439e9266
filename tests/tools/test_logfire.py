"""The tools over traces in Logfire: for the owner alone, where a read token is set; and what can go wrong with them."""

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from app.bootstrap.tracing import build_tracing
from app.integrations.logfire import REGIONS, LogfireReader
from tests.fakes.vendors.logfire_query import TOKEN, logfire_query
from tests.house import calls, done_calls, open_house, says, scripted, settings_in, tell
from tests.servers.json_server import JsonServer, Status

ROWS: list[dict[str, Any]] = [
    {"span_name": "chat x", "exception_type": "TimeoutError", "note": None, "attributes": {"a": [1]}}
]


async def result_of(folder: Path, tool: str, server: JsonServer, **arguments: Any) -> tuple[str, list[str]]:
    """What a tool says to the model that calls it, and what the turn has read then."""
    seen: list[str] = []

    def model(messages: list[Any]) -> Any:
        if tool in done_calls(messages):
            parts = [part for message in messages for part in message.parts]
            seen.extend(
                str(part.content)
                for part in parts
                if getattr(part, "tool_name", "") == tool and part.part_kind != "tool-call"
            )
            return says("Done.")
        return calls(tool, **arguments)

    settings = settings_in(folder, logfire_read_token=TOKEN, logfire_base_url=server.url)
    async with open_house(folder, model=scripted(model), settings=settings) as house:
        await tell(house, "show me the stack traces in logfire")
        [turn] = await house.store.turns.recent(house.owner.id, 5)
        return "\n".join(seen), turn.taint


@pytest.mark.parametrize(
    ("tool", "arguments", "asks"),
    [
        ("logfire_exceptions", {}, "is_exception"),
        ("logfire_slowest", {"hours": 3}, "avg(duration)"),
        ("logfire_query", {"sql": "SELECT 1"}, "SELECT 1"),
    ],
)
async def test_each_asks_its_question_and_taints(
    tmp_path: Path, tool: str, arguments: dict[str, Any], asks: str
) -> None:
    with logfire_query(ROWS) as server:
        told, taint = await result_of(tmp_path, tool, server, **arguments)
        [asked] = server.asked
        assert asks in json.dumps(asked.body)
    assert "span_name: chat x, exception_type: TimeoutError" in told
    assert "note" not in told
    assert taint == ["logfire"]


async def test_only_a_question_is_asked(tmp_path: Path) -> None:
    with logfire_query(ROWS) as server:
        told, _ = await result_of(tmp_path, "logfire_query", server, sql="DROP TABLE records")
        assert "one SELECT" in told
        assert server.count == 0


@pytest.mark.parametrize(
    ("fault", "says_"),
    [
        (Status(401), "refuses LOGFIRE_READ_TOKEN"),
        (Status(429), "fewer questions"),
        (Status(422, {"detail": "no column x"}), "no column x"),
        (Status(500, b"oops"), "status 500"),
        (Status(200, b"<html>"), "none that I know"),
        (Status(200, {"data": "x" * 2_100_000}), "none that I know"),
    ],
)
async def test_what_goes_wrong_there_is_one_sentence(tmp_path: Path, fault: Status, says_: str) -> None:
    with logfire_query(ROWS) as server:
        server.fault = fault
        told, taint = await result_of(tmp_path, "logfire_exceptions", server)
    assert says_ in told
    assert taint == ["logfire"]  # what it says of a question may quote rows
    assert TOKEN not in told


def test_nobody_but_the_owner_reads_them(tmp_path: Path) -> None:
    tracing = build_tracing(settings_in(tmp_path, logfire_read_token=TOKEN), (), "owner")
    assert tracing.reader_for("owner") is not None
    assert tracing.reader_for("guest") is None
    assert build_tracing(settings_in(tmp_path), (), "owner").reader_for("owner") is None


def test_the_token_names_its_region() -> None:
    for region, address in REGIONS.items():
        assert LogfireReader(SecretStr(f"pylf_v1_{region}_abc"))._base == address  # pyright: ignore[reportPrivateUsage]

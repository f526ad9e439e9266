"""What a vendor writes when it fails may repeat a key or a prompt: it reaches neither the database, nor an export, nor the log."""

import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pydantic_ai.models
import pytest

from app.bootstrap.services import Services
from app.clock import ManualClock
from app.config import Settings
from app.learning.export.archive import into_folder
from app.learning.export.pieces import Source
from app.observability import EventFormatter
from tests.conversation.conftest import NOON
from tests.house import open_house, tell
from tests.models.openai_server import Answer, Script, model_server, refused, streamed
from tests.models.paying import reported

KEY = "sk-LEAKMEplease1234567890"
PROMPT = "a poem about the violet harbour"


def _repeats(body: dict[str, Any]) -> str:
    return f"denied for Bearer {KEY} prompt {json.dumps(body)[-400:]}"


async def _refuses_first(body: dict[str, Any]) -> Answer:
    if body["model"] == "first":
        return refused(401, _repeats(body))
    return reported(10, 5, "Violet ", "waves.")


async def _refuses(body: dict[str, Any]) -> Answer:
    return refused(401, _repeats(body))


async def _breaks_off(body: dict[str, Any]) -> Answer:
    status, kind, begun = streamed("Violet ")
    error = json.dumps({"error": {"message": _repeats(body), "code": 500}})
    return status, kind, begun.partition(b"\n\n")[0] + f"\n\ndata: {error}\n\n".encode()


async def _sends_no_json(_: dict[str, Any]) -> Answer:
    return 200, "text/event-stream", f'data: {{"junk Bearer {KEY}\n\n'.encode()


async def _names_a_tool(_: dict[str, Any]) -> Answer:
    call = {"index": 0, "id": "c", "type": "function", "function": {"name": f"no_such_{KEY}", "arguments": "{}"}}
    lines = []
    for delta, reason in (({"role": "assistant", "tool_calls": [call]}, None), ({}, "tool_calls")):
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        chunk = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
        lines.append(f"data: {json.dumps(chunk)}\n\n")
    return 200, "text/event-stream", ("".join(lines) + "data: [DONE]\n\n").encode()


@asynccontextmanager
async def _house(home: Settings, folder: Path, script: Script) -> AsyncIterator[Services]:
    with pydantic_ai.models.override_allow_model_requests(True):
        async with model_server(script) as server:
            names = {"model_name": "openai-chat:first", "fallback_model_names": "openai-chat:second"}
            served = {**names, "openai_api_key": KEY, "openai_base_url": server.url}
            settings = Settings(**{**home.model_dump(exclude_unset=True), **served})
            async with open_house(folder, settings=settings, clock=ManualClock(NOON)) as house:
                yield house
                chain: Any = house.models.chain("primary")
                await chain.models[0].client.close()


async def _stored(house: Services) -> str:
    tables = ("turns", "turn_messages", "model_states", "audit_log", "outbox")
    return str([dict(row) for table in tables for row in await house.database.fetch(f"SELECT * FROM {table}")])


async def _exported(house: Services, folder: Path) -> str:
    await into_folder(Source(house.database, house.store, house.owner, NOON), folder / "export", lambda _: None)
    return "".join(path.read_text("utf-8") for path in sorted((folder / "export").rglob("*")) if path.is_file())


async def test_a_refusal_that_repeats_the_key_is_neither_stored_nor_exported(home: Settings, tmp_path: Path) -> None:
    async with _house(home, tmp_path, _refuses_first) as house:
        reply = await tell(house, f"write me {PROMPT}")
        assert "Violet waves." in reply.text
        assert KEY not in await _stored(house)
        assert "denied for" not in await _stored(house)
        made = await _exported(house, tmp_path)
        assert PROMPT in made
        assert "denied for" not in made
        assert KEY not in made


async def test_what_was_stored_before_is_clean_when_it_is_read_and_exported(home: Settings, tmp_path: Path) -> None:
    async with _house(home, tmp_path, _refuses_first) as house:
        await tell(house, f"write me {PROMPT}")
        [row] = await house.database.fetch(
            "SELECT turn_id, position, message FROM turn_messages ORDER BY position DESC LIMIT 1"
        )
        message = json.loads(row["message"]) if isinstance(row["message"], str) else row["message"]
        old = {**message, "failed_attempts": [{"model_name": "m", "outcome": "error", "error": f"Bearer {KEY}"}]}
        await house.database.execute(
            "UPDATE turn_messages SET message = $1 WHERE turn_id = $2 AND position = $3",
            old,
            row["turn_id"],
            row["position"],
        )
        assert KEY in await _stored(house)
        found = await house.store.turns.messages(house.owner.id, [row["turn_id"]])
        assert "Violet waves." in str(found)
        assert KEY not in str(found)
        assert KEY not in await _exported(house, tmp_path)


@pytest.mark.parametrize("script", [_refuses, _breaks_off, _sends_no_json, _names_a_tool, _refuses_first])
async def test_the_log_says_what_went_wrong_and_nothing_that_the_vendor_wrote(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, script: Script
) -> None:
    with caplog.at_level(logging.INFO):
        async with _house(Settings(data_dir=tmp_path, embedder="none"), tmp_path, script) as house:
            await tell(house, f"write me {PROMPT}")
    lines = [EventFormatter().format(record) for record in caplog.records]
    assert not [line for line in lines if KEY in line or PROMPT in line or "denied for" in line]
    assert KEY not in caplog.text
    failed = [json.loads(line) for line in lines if json.loads(line)["event"] == "turn.model_failed"]
    assert bool(failed) == (script in (_breaks_off, _names_a_tool))
    assert all(one["problem"] and "conversation/answering.py:" in one["where"] for one in failed)

"""Langfuse's prompts as they are asked for: the production version, a new one, and every way that can fail."""

import json

import pytest

from app.errors import OutsideError
from app.integrations.langfuse import LangfusePrompts, Server
from app.prompts.named import Version
from tests.fakes.vendors.langfuse_prompts import KEYS, Project, langfuse_prompts
from tests.servers.json_server import Status


def client_of(project: Project, secret: str = KEYS[1]) -> LangfusePrompts:
    return LangfusePrompts(Server(f"{project.url}/", KEYS[0], secret))


async def test_what_is_pushed_is_the_production_version() -> None:
    with langfuse_prompts() as project:
        async with client_of(project) as prompts:
            assert await prompts.production("persona") is None
            assert await prompts.push("persona", "Speak plainly.") == 1
            assert await prompts.push("persona", "Speak very plainly.") == 2
            assert await prompts.production("persona") == Version("Speak very plainly.", 2)
            project.put("kwasi/persona", "a draft", labels=())
            assert await prompts.production("persona") == Version("Speak very plainly.", 2)
        assert set(project.prompts) == {"kwasi/persona"}


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (Status(401, {"message": "no"}), "closed"),
        (Status(500, b"oops"), "status"),
        (Status(302, b"", {"location": "http://127.0.0.1:1/"}), "status"),
        (Status(200, b"<html>", kind="text/html"), "shape"),
        (Status(200, {"name": "kwasi/persona", "version": 1, "type": "chat", "prompt": []}), "shape"),
        (Status(200, {"name": "kwasi/other", "version": 1, "type": "text", "prompt": "x"}), "another prompt"),
        (Status(200, json.dumps({"prompt": "x" * 300_000}).encode()), "size"),
    ],
)
async def test_what_is_no_prompt_is_refused_with_a_reason(fault: Status, reason: str) -> None:
    with langfuse_prompts() as project:
        project.server.fault = fault
        async with client_of(project) as prompts:
            with pytest.raises(OutsideError) as refused:
                await prompts.production("persona")
    assert refused.value.reason == reason


async def test_one_that_is_not_there_is_away_and_wrong_keys_are_said() -> None:
    async with LangfusePrompts(Server("http://127.0.0.1:1", *KEYS)) as prompts:
        with pytest.raises(OutsideError, match="doesn't answer"):
            await prompts.production("persona")
    with langfuse_prompts() as project:
        async with client_of(project, "wrong") as prompts:
            with pytest.raises(OutsideError, match="refuses these keys"):
                await prompts.push("persona", "x")

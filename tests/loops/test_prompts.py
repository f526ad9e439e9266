"""Prompts that are tuned in Langfuse are used within one look, and Langfuse being away changes nothing."""

import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse

from app.bootstrap.services import Services
from app.errors import OutsideError
from app.loops.prompts import refresh
from app.loops.table import LOOPS
from app.prompts.named import file_text, get_prompt, texts, use
from tests.fakes.vendors.langfuse_prompts import KEYS, Project, langfuse_prompts
from tests.house import open_house, says, scripted, settings_in, tell
from tests.servers.json_server import Status

PIRATE = "You are Kwasi, a personal assistant who speaks like a pirate."


@pytest.fixture(autouse=True)
def _files_alone() -> Iterator[None]:
    yield
    for key in texts():
        use(key, None)


@asynccontextmanager
async def house_of(folder: Path, project: Project, read: list[str]) -> AsyncIterator[Services]:
    """A house whose prompts lie there; `read` gets the instructions of each request."""

    def answer(messages: list[ModelMessage]) -> ModelResponse:
        read.extend(one.instructions or "" for one in messages[-1:] if isinstance(one, ModelRequest))
        return says("Aye.")

    settings = settings_in(folder, langfuse_public_key=KEYS[0], langfuse_secret_key=KEYS[1], langfuse_host=project.url)
    async with open_house(folder, model=scripted(answer), settings=settings) as house:
        yield house


async def test_a_tuned_prompt_is_in_the_next_request(tmp_path: Path) -> None:
    read: list[str] = []
    with langfuse_prompts() as project:
        async with house_of(tmp_path, project, read) as house:
            await tell(house, "what do you think of the sea?")
            project.put("kwasi/persona", PIRATE)
            assert await refresh(house.ground) == 1
            await tell(house, "and of ships?")
            assert await refresh(house.ground) == 0
            del project.prompts["kwasi/persona"]
            assert await refresh(house.ground) == 1
            await tell(house, "and of storms?")
    assert [text.startswith(PIRATE) for text in read] == [False, True, False]
    assert read[0].startswith(file_text("persona"))
    assert read[0] == read[2]


async def test_while_it_is_away_what_is_known_stays(tmp_path: Path) -> None:
    with langfuse_prompts() as project:
        project.put("kwasi/persona", PIRATE)
        async with house_of(tmp_path, project, []) as house:
            await refresh(house.ground)
            project.server.fault = Status(503, b"")
            with pytest.raises(OutsideError):
                await refresh(house.ground)
            assert get_prompt("persona") == PIRATE


async def test_a_version_that_would_break_the_code_is_left_and_the_log_says_why(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with langfuse_prompts() as project:
        project.put("kwasi/planner", "Split requests into steps, as you like.")
        async with house_of(tmp_path, project, []) as house:
            with caplog.at_level(logging.WARNING):
                assert await refresh(house.ground) == 0
    assert get_prompt("planner") == file_text("planner")
    [record] = [one for one in caplog.records if getattr(one, "event", "") == "prompts.refused"]
    assert "steps" in getattr(record, "because", "")


def test_it_runs_in_every_process_and_only_where_langfuse_is_set(tmp_path: Path) -> None:
    [row] = [loop for loop in LOOPS if loop.name == "prompts"]
    assert row.shared
    assert not row.condition(settings_in(tmp_path))
    assert row.condition(settings_in(tmp_path, langfuse_public_key="pk", langfuse_secret_key="sk"))


async def test_without_langfuse_nobody_is_asked(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        assert await refresh(house.ground) == 0

"""A process beside the server: what it survives, and what it never gets."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator

import pytest

from app.models.child import Child, ChildFailed

PARROT = "tests.models.parrot"


@pytest.fixture
async def child() -> AsyncIterator[Child]:
    made = Child(PARROT, idle_seconds=60)
    yield made
    await made.close()


def repeat(child: Child, words: str = "hello") -> asyncio.Future[tuple[dict[str, object], bytes]]:
    return asyncio.ensure_future(child.ask({"way": "repeat", "words": words}, words.encode() * 10_000, seconds=30))


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def test_it_answers_with_words_and_bytes(child: Child) -> None:
    said, body = await repeat(child, "Grüße")
    assert said["said"] == "Grüße"
    assert body == "Grüße".encode() * 10_000


async def test_it_is_kept_for_the_next_question(child: Child) -> None:
    assert (await repeat(child))[0]["process"] == (await repeat(child))[0]["process"]


async def test_questions_asked_at_once_queue(child: Child) -> None:
    answers = await asyncio.gather(*(repeat(child, f"number {index}") for index in range(8)))
    assert [answer["said"] for answer, _ in answers] == [f"number {index}" for index in range(8)]


async def test_a_problem_inside_is_told_by_name_only(child: Child) -> None:
    first = (await repeat(child))[0]["process"]
    with pytest.raises(ChildFailed, match=r"^ValueError$"):
        await child.ask({"way": "fail", "words": "the user's secret words"}, seconds=30)
    assert (await repeat(child))[0]["process"] == first


@pytest.mark.parametrize(("way", "seconds"), [("die", 30.0), ("dawdle", 0.3)])
async def test_one_that_dies_or_is_late_is_replaced(child: Child, way: str, seconds: float) -> None:
    first = int(str((await repeat(child))[0]["process"]))
    with pytest.raises(ChildFailed):
        await child.ask({"way": way}, seconds=seconds)
    assert not is_alive(first)
    assert (await repeat(child))[0]["process"] != first


async def test_one_that_nobody_waits_for_any_more_is_ended(child: Child) -> None:
    first = int(str((await repeat(child))[0]["process"]))
    asking = asyncio.create_task(child.ask({"way": "dawdle"}, seconds=60))
    await asyncio.sleep(0.1)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert not is_alive(first)
    assert (await repeat(child))[0]["said"] == "hello"


async def test_a_library_that_prints_disturbs_nothing(child: Child) -> None:
    said, body = await child.ask({"way": "chatter"}, b"kept", seconds=30)
    assert (said["said"], body) == ("nothing of that", b"kept")


async def test_it_is_given_no_environment(child: Child, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_API_KEY", "secret")
    said, _ = await child.ask({"way": "undress"}, seconds=30)
    assert "GOOGLE_API_KEY" not in said["environment"]
    assert "PATH" not in said["environment"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux holds a process to this limit")
async def test_the_system_holds_it_to_its_memory(child: Child) -> None:
    with pytest.raises(ChildFailed, match="MemoryError"):
        await child.ask({"way": "eat"}, seconds=30)


async def test_idle_it_gives_its_memory_back_and_comes_again_when_asked() -> None:
    child = Child(PARROT, idle_seconds=0.1)
    first = int(str((await repeat(child))[0]["process"]))
    async with asyncio.timeout(30):
        while is_alive(first):
            await asyncio.sleep(0.05)
    assert (await repeat(child))[0]["process"] != first
    await child.close()


async def test_closed_it_is_gone() -> None:
    child = Child(PARROT, idle_seconds=60)
    process = int(str((await repeat(child))[0]["process"]))
    await child.close()
    assert not is_alive(process)

"""A dead encoder delays one message for a moment and no other; it is asked again behind the messages."""

import asyncio

import pytest

from app.errors import EmbedderBusy, EmbedderUnavailable
from app.models.circuit import CircuitBreaker


class Server:
    """Answers, refuses or hangs; counts what it was asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.works = False
        self.answer = asyncio.Event()
        self.answer.set()

    async def ask(self) -> str:
        self.asked += 1
        await self.answer.wait()
        if not self.works:
            raise EmbedderBusy
        return "vector"


async def test_a_server_that_works_is_asked_each_time() -> None:
    server, circuit = Server(), CircuitBreaker()
    server.works = True
    assert [await circuit.call(server.ask) for _ in range(3)] == ["vector"] * 3
    assert (server.asked, circuit.is_open) == (3, False)


async def test_after_a_failure_nobody_asks_until_it_has_rested() -> None:
    server, circuit = Server(), CircuitBreaker(rest=1_000)
    for _ in range(5):
        with pytest.raises(EmbedderUnavailable):
            await circuit.call(server.ask)
    assert server.asked == 1


async def test_one_that_hangs_is_given_up_for_the_message_and_heard_when_it_answers_after_all() -> None:
    server, circuit = Server(), CircuitBreaker(wait=0.01, rest=1_000)
    server.works = True
    server.answer.clear()
    for _ in range(3):
        with pytest.raises(EmbedderUnavailable):
            await circuit.call(server.ask)
    assert (server.asked, circuit.is_open) == (1, True)
    server.answer.set()
    await asyncio.sleep(0.01)
    assert not circuit.is_open
    assert await circuit.call(server.ask) == "vector"


async def test_it_is_tried_again_behind_a_message_that_does_not_wait_for_it() -> None:
    server, circuit = Server(), CircuitBreaker(rest=0)
    with pytest.raises(EmbedderUnavailable):
        await circuit.call(server.ask)
    server.works = True
    server.answer.clear()
    for _ in range(3):
        with pytest.raises(EmbedderUnavailable):
            await circuit.call(server.ask)
    await asyncio.sleep(0)
    assert server.asked == 2
    server.answer.set()
    await asyncio.sleep(0.01)
    assert await circuit.call(server.ask) == "vector"


async def test_what_others_learn_of_the_server_counts() -> None:
    server, circuit = Server(), CircuitBreaker(rest=1_000)
    circuit.failed()
    with pytest.raises(EmbedderUnavailable):
        await circuit.call(server.ask)
    circuit.answered()
    server.works = True
    assert await circuit.call(server.ask) == "vector"
    assert server.asked == 1

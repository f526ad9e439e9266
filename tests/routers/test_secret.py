"""Secrets at doors are guessed slowly, and who has the right one comes in."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import httpx
import pytest
from fastapi import FastAPI, Request
from pydantic import SecretStr

from app.clock import ManualClock
from app.interfaces.web.attempts import ALLOWANCE, REFILL
from app.routers import errors
from app.routers.secret import SecretHeader
from tests.interfaces.web.house import START

RIGHT = SecretStr("the right secret, ö")
WRONG = (401, "wrong", "That's wrong.")


class Door:
    """One address behind a secret."""

    def __init__(self) -> None:
        self.clock, self.app = ManualClock(START), FastAPI(openapi_url=None)
        header = SecretHeader("X-Secret", self.clock, wrong=WRONG)

        @self.app.get("/")
        async def _(request: Request) -> str:
            header.check(request, RIGHT)
            return "in"

        errors.install(self.app)

    @asynccontextmanager
    async def visitor(self, peer: str = "203.0.113.9") -> AsyncIterator[httpx.AsyncClient]:
        transport = httpx.ASGITransport(app=self.app, client=(peer, 5))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            yield client

    async def answer(self, secret: str, peer: str = "203.0.113.9") -> httpx.Response:
        async with self.visitor(peer) as visitor:
            return await visitor.get("/", headers={"X-Secret": secret.encode()})


@pytest.fixture
def door() -> Door:
    return Door()


async def test_the_right_one_opens_and_a_wrong_one_does_not(door: Door) -> None:
    assert (await door.answer(RIGHT.get_secret_value())).status_code == 200
    refused = await door.answer("wrong")
    assert (refused.status_code, refused.json()["code"], refused.headers["www-authenticate"]) == (
        401,
        "wrong",
        "X-Secret",
    )


async def test_guesses_get_slower_and_the_right_one_waits_too(door: Door) -> None:
    assert [(await door.answer(f"guess {n}")).status_code for n in range(7)] == [401] * 5 + [429] * 2
    waiting = await door.answer(RIGHT.get_secret_value())
    assert (waiting.status_code, waiting.headers["retry-after"]) == (429, "2")
    assert waiting.json()["error"] == "Too many wrong secrets came. Wait 2 seconds, then try again."
    assert (await door.answer(RIGHT.get_secret_value(), "203.0.113.10")).status_code == 200
    door.clock.advance(timedelta(seconds=2))
    assert (await door.answer(RIGHT.get_secret_value())).status_code == 200


async def test_who_sends_no_secret_guesses_nothing(door: Door) -> None:
    async with door.visitor() as visitor:
        assert {(await visitor.get("/")).status_code for _ in range(20)} == {401}
    assert (await door.answer(RIGHT.get_secret_value())).status_code == 200


async def test_changing_addresses_does_not_help_and_does_not_shut_out_a_known_phone(door: Door) -> None:
    await door.answer(RIGHT.get_secret_value(), "192.168.1.4")
    storm = [(await door.answer("guess", f"198.51.{n // 250}.{n % 250}")).status_code for n in range(ALLOWANCE + 50)]
    assert [storm.count(401), storm.count(429)] == [ALLOWANCE, 50]
    assert (await door.answer(RIGHT.get_secret_value(), "192.168.1.4")).status_code == 200
    door.clock.advance(REFILL)
    assert (await door.answer(RIGHT.get_secret_value(), "203.0.113.77")).status_code == 200

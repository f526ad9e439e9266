"""Doors that channels call by themselves."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from pydantic import SecretStr

from app.clock import ManualClock
from app.config import Settings
from app.errors import StorageBusy
from app.interfaces.pushed.calls import Answer, Call, CallEarly, CallRefused, CallsOff, CallUnreadable
from app.routers import errors, webhooks

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
SECRET = "agreed-with-telegram"
SHOWN = {"X-Telegram-Bot-Api-Secret-Token": SECRET}
PATH = "/webhooks/telegram"


@dataclass
class Bot:
    """Ours: keeps what it is given, or fails as it is told."""

    is_ready: bool = True
    failure: Exception | None = None
    taken: list[dict[str, Any]] = field(default_factory=list)

    async def take(self, raw: dict[str, Any]) -> None:
        if self.failure:
            raise self.failure
        self.taken.append(raw)


@asynccontextmanager
async def door(
    bot: Bot | None, *, clock: ManualClock | None = None, **changes: Any
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of an application with nothing but this door."""
    given = {
        "telegram_webhook_url": f"https://me.example{PATH}",
        "telegram_webhook_secret": SecretStr(SECRET),
        **changes,
    }
    app = FastAPI(openapi_url=None)
    channels = {"telegram": bot} if bot else {}
    app.include_router(webhooks.build_router(Settings(**given), channels, clock or ManualClock(NOON)))
    errors.install(app)
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://me.example") as client:
        yield client


async def test_an_update_is_kept_and_then_acknowledged() -> None:
    bot = Bot()
    async with door(bot) as telegram:
        answer = await telegram.post(PATH, json={"update_id": 1}, headers=SHOWN)
    assert (answer.status_code, bot.taken) == (200, [{"update_id": 1}])


@pytest.mark.parametrize(
    "headers", [{}, {"X-Telegram-Bot-Api-Secret-Token": "wrong"}, {"X-Telegram-Bot-Api-Secret-Token": b"\xe9"}]
)
async def test_without_the_secret_nothing_is_read(headers: dict[str, Any]) -> None:
    bot = Bot()
    async with door(bot) as telegram:
        answer = await telegram.post(PATH, content=b"{", headers=headers)
    assert (answer.status_code, answer.json()["code"], bot.taken) == (401, "wrong_secret", [])


@pytest.mark.parametrize(
    "changes",
    [
        {"telegram_webhook_url": ""},
        {"telegram_webhook_secret": None},
        {"telegram_webhook_secret": None, "telegram_webhook_url": ""},
    ],
)
async def test_what_is_not_set_up_is_off(changes: dict[str, Any]) -> None:
    async with door(Bot(), **changes) as telegram:
        answer = await telegram.post(PATH, json={}, headers=SHOWN)
    assert (answer.status_code, answer.json()["code"]) == (404, "endpoint_off")


async def test_without_a_bot_it_is_off() -> None:
    async with door(None) as telegram:
        assert (await telegram.post(PATH, json={}, headers=SHOWN)).status_code == 404


async def test_what_cannot_be_kept_now_comes_again() -> None:
    for bot in (Bot(is_ready=False), Bot(failure=StorageBusy())):
        async with door(bot) as telegram:
            assert (await telegram.post(PATH, json={"update_id": 1}, headers=SHOWN)).status_code == 503


async def test_what_nobody_can_read_is_acknowledged_or_it_would_come_for_ever() -> None:
    async with door(Bot(failure=RuntimeError("novel"))) as telegram:
        assert (await telegram.post(PATH, json={"update_id": 1}, headers=SHOWN)).status_code == 200
        assert (await telegram.post(PATH, json=[1], headers=SHOWN)).status_code == 200


async def test_too_much_and_no_json_are_refused() -> None:
    async with door(Bot()) as telegram:
        assert (await telegram.post(PATH, content=b"x" * 1_000_001, headers=SHOWN)).status_code == 413
        assert (await telegram.post(PATH, content=b"{", headers=SHOWN)).status_code == 400


async def test_only_posting_is_understood() -> None:
    async with door(Bot()) as telegram:
        assert (await telegram.get(PATH, headers=SHOWN)).status_code == 405


@dataclass
class Signed:
    """Ours: a channel that looks at signatures itself, and answers or fails as it is told."""

    answer: Answer | Exception
    calls: list[Call] = field(default_factory=list)

    is_ready: bool = True

    async def take(self, raw: dict[str, Any]) -> None:
        raise AssertionError("a signed call is not an update")

    async def called(self, call: Call) -> Answer:
        self.calls.append(call)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(
    ("answer", "status", "code"),
    [
        (Answer("1158201444"), 200, ""),
        (CallRefused(), 403, "wrong_signature"),
        (CallUnreadable(), 400, "invalid_json"),
        (CallsOff(), 404, "endpoint_off"),
        (CallEarly(), 503, "not_ready"),
        (StorageBusy(), 503, "storage_busy"),
        (RuntimeError("a bug"), 200, ""),
    ],
)
async def test_a_signed_call_is_answered_as_its_channel_says(answer: Any, status: int, code: str) -> None:
    channel = Signed(answer)
    app = FastAPI(openapi_url=None)
    app.include_router(webhooks.build_router(Settings(), {"whatsapp": channel}, ManualClock(NOON)))
    errors.install(app)
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://me.example") as meta:
        given = await meta.post("/webhooks/whatsapp?a=b", content=b"\xff{", headers={"X-Hub-Signature-256": "x"})
        assert given.status_code == status
        assert not code or given.json()["code"] == code
        [call] = channel.calls
        assert (call.method, call.body, call.query) == ("POST", b"\xff{", {"a": "b"})
        assert call.headers["x-hub-signature-256"] == "x"
        assert (await meta.post("/webhooks/slack")).json()["code"] == "endpoint_off"
        assert (await meta.post("/webhooks/whatsapp", content=b"x" * 1_000_001)).status_code == 413
    assert len(channel.calls) == 1

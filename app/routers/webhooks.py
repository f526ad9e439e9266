"""Doors that channels call by themselves: `POST /webhooks/telegram`. An update is kept before it is acknowledged.

The secret that was agreed with the channel takes the place of a sign-in. What can't be kept now is answered with 503, and comes
again; what nobody can read is acknowledged, or it would come for ever.
"""

import logging
from collections.abc import Mapping
from typing import Any, Protocol

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import SecretStr

from app.clock import Clock
from app.config import Settings
from app.errors import StorageError
from app.routers.body import read_json
from app.routers.errors import DoorError
from app.routers.secret import SecretHeader

log = logging.getLogger(__name__)
LARGEST = 1_000_000  # an update is words and names of files, never a file
OFF = (404, "endpoint_off", "This endpoint is off. Set TELEGRAM_WEBHOOK_URL and TELEGRAM_WEBHOOK_SECRET to use it.")
HEADER = "X-Telegram-Bot-Api-Secret-Token"
WRONG_SECRET = (401, "wrong_secret", "The X-Telegram-Bot-Api-Secret-Token header is missing or wrong.")
LATER = (503, "not_ready", "I'm only just starting. Send that again in a moment.")
_BODY_SCHEMA: dict[str, Any] = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}
}


class ChannelDoor(Protocol):
    """A channel, as far as a webhook knows it."""

    @property
    def is_ready(self) -> bool:
        """Whether it can take updates yet."""
        ...

    async def take(self, raw: dict[str, Any]) -> None:
        """Keep one update, once however often it comes. Raises StorageError where it couldn't."""
        ...


def build_router(settings: Settings, channels: Mapping[str, ChannelDoor], clock: Clock) -> APIRouter:
    """The router; `channels` are those that run, by name."""
    router = APIRouter(prefix="/webhooks", tags=["webhooks"])
    header = SecretHeader(HEADER, clock, wrong=WRONG_SECRET)

    @router.post("/telegram", openapi_extra=_BODY_SCHEMA)
    async def take_update(request: Request) -> JSONResponse:
        """One update from Telegram."""
        bot, secret = _open(settings, channels.get("telegram"))
        header.check(request, secret)  # nothing of the body has been read
        update = await read_json(request, LARGEST)
        if not bot.is_ready:
            raise DoorError(*LATER)
        if isinstance(update, dict):
            await _keep(bot, update)
        return JSONResponse({})

    return router


def _open(settings: Settings, telegram: ChannelDoor | None) -> tuple[ChannelDoor, SecretStr]:
    """The bot and its secret. Raises DoorError where this isn't set up."""
    secret = settings.telegram_webhook_secret
    if telegram is None or secret is None or not settings.telegram_webhook_url:
        raise DoorError(*OFF)
    return telegram, secret


async def _keep(bot: ChannelDoor, update: dict[str, Any]) -> None:
    try:
        await bot.take(update)
    except StorageError:
        raise
    except Exception:
        log.exception("update skipped", extra={"event": "telegram.update_skipped", "update": update.get("update_id")})

"""Doors that channels call by themselves: `/webhooks/telegram`, `/webhooks/whatsapp`, `/webhooks/slack`. What is told is kept before it is acknowledged.

The secret that was agreed with the channel, or its signature, takes the place of a sign-in. A signature can't be found by trying, so wrong ones
are not counted: whoever sends them would shut out the channel. What can't be kept now is answered with 503, and comes
again; what nobody can read is acknowledged, or it would come for ever.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, Protocol

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from pydantic import SecretStr

from app.clock import Clock
from app.config import Settings
from app.errors import AssistantError, StorageError
from app.interfaces.pushed.calls import Answer, Call, CallEarly, CallRefused, CallsOff, CallUnreadable
from app.routers.body import read_bytes, read_json
from app.routers.errors import DoorError
from app.routers.secret import SecretHeader

log = logging.getLogger(__name__)
_SIGNED: Mapping[str, tuple[str, ...]] = {
    "whatsapp": ("GET", "POST"),
    "slack": ("POST",),
}  # whatsapp: GET checks the address
LARGEST = 1_000_000  # an update is words and names of files, never a file
NO_CHANNEL = (404, "endpoint_off", "This endpoint is off. Its channel isn't set up here.")
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

    async def called(self, call: Call) -> Answer:
        """Take a call whose signature the channel looks at itself. Raises CallRefused, CallUnreadable, CallsOff or StorageError."""
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

    for name, methods in _SIGNED.items():
        take = partial(_call, name, channels.get(name))
        for method in methods:
            extra = _BODY_SCHEMA if method == "POST" else None
            router.add_api_route(
                f"/{name}", _taking(take), methods=[method], openapi_extra=extra, name=f"{name}_{method}"
            )

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


def _taking(take: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    async def take_call(request: Request) -> Response:
        """One call that the channel's vendor signed."""
        return await take(request)

    return take_call


async def _call(name: str, channel: ChannelDoor | None, request: Request) -> Response:
    """Have the channel take a call. Raises DoorError where it isn't its vendor's, and where the channel isn't set up."""
    if channel is None:
        raise DoorError(*NO_CHANNEL)
    body = await read_bytes(request, LARGEST)
    headers = {key.lower(): value for key, value in request.headers.items()}
    try:
        answer = await channel.called(Call(request.method, headers, dict(request.query_params), body))
    except CallRefused as refused:
        log.warning("call refused", extra={"event": f"{name}.call_refused"})
        raise _refusal(refused) from refused
    except (CallUnreadable, CallsOff, CallEarly) as problem:
        raise _refusal(problem) from problem
    except StorageError:
        raise
    except Exception:  # what nobody can read would come for ever
        log.exception("call skipped", extra={"event": f"{name}.call_skipped"})
        return Response()
    return Response(answer.text, media_type=answer.media_type)


_REFUSALS: Mapping[type[AssistantError], tuple[int, str]] = {
    CallRefused: (403, "wrong_signature"),
    CallUnreadable: (400, "invalid_json"),
    CallsOff: (404, "endpoint_off"),
    CallEarly: (503, "not_ready"),
}


def _refusal(problem: AssistantError) -> DoorError:
    return DoorError(*_REFUSALS[type(problem)], problem.sentence)

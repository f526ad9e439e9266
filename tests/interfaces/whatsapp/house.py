"""Everything with WhatsApp, against the Graph API server of the tests: signed webhooks by real HTTP, a scripted model."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from pydantic import SecretStr
from pydantic_ai.models import Model

from app.bootstrap.services import Services
from app.config import Settings
from app.conversation.holder import this_process
from app.interfaces.pushed.service import ChannelService
from app.interfaces.whatsapp.service import whatsapp_service
from app.routers import errors, webhooks
from tests.fakes.graph_api import GraphApiServer, Person
from tests.house import open_house, settings_in
from tests.interfaces.telegram.house import until
from tests.interfaces.web.serving import serving

ADA, BEN, EVE = "33612345678", "33699999999", "33600000000"


@dataclass
class WhatsAppHouse:
    """A house that Meta calls: Ada is its owner, Ben is on its list, Eve is nobody."""

    services: Services
    whatsapp: ChannelService
    api: GraphApiServer
    ada: Person
    ben: Person
    eve: Person

    async def hears(self, *messages: dict[str, Any]) -> None:
        """Meta delivers these in one call."""
        assert await self.api.webhooks.deliver(*messages) == 200


@dataclass
class _Door:
    """What is served: the webhook alone."""

    settings: Settings
    app: FastAPI
    closing: asyncio.Event


def whatsapp_settings(folder: Path, api: GraphApiServer, **changes: Any) -> Settings:
    """Settings with WhatsApp, Ada as its owner and Ben on its list."""
    world = api.world
    given = {
        "whatsapp_access_token": SecretStr(world.token),
        "whatsapp_phone_number_id": world.number_id,
        "whatsapp_app_secret": SecretStr(world.app_secret),
        "whatsapp_verify_token": SecretStr(world.verify_token),
        "whatsapp_api_url": api.url,
        "owner_whatsapp_number": f"+{ADA}",
        "allowed_whatsapp_numbers": f"+{BEN}",
        "whatsapp_joining_window": 0.0,
        **changes,
    }
    return settings_in(folder, **given)


@asynccontextmanager
async def whatsapp_house(
    folder: Path,
    api: GraphApiServer,
    *,
    model: Model | None = None,
    speak: Any = None,
    clock: Any = None,
    **changes: Any,
) -> AsyncIterator[WhatsAppHouse]:
    """A house whose webhook Meta knows."""
    settings = whatsapp_settings(folder, api, **changes)
    people = (api.person("Ada", ADA, "FR.1001"), api.person("Ben", BEN, "FR.2002"), api.person("Eve", EVE, "FR.6666"))
    async with open_house(folder, model=model, settings=settings, **({"clock": clock} if clock else {})) as services:
        whatsapp = whatsapp_service(services, holder=this_process(), speak=speak)
        app = FastAPI(openapi_url=None)
        app.include_router(webhooks.build_router(settings, {"whatsapp": whatsapp}, services.clock))
        errors.install(app)
        whatsapp.start()
        try:
            await services.conversation.sweep()
            await until(lambda: whatsapp.state.name == "webhook")
            async with serving(_Door(settings, app, asyncio.Event())) as url:
                api.webhooks.url = f"{url}/webhooks/whatsapp"
                yield WhatsAppHouse(services, whatsapp, api, *people)
        finally:
            await services.conversation.close()
            await whatsapp.stop()

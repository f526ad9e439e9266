"""The whole program around a scripted model: its pages and doors served on loopback, its loops and those of its channels that a test wants.

It can be closed in the middle of something and opened again in the same folder; its clock goes on by itself and can be moved ahead.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Protocol

from fastapi import FastAPI
from pydantic import SecretStr
from pydantic_ai.models import Model

from app.bootstrap.services import Services
from app.config import Settings
from app.main import create_app
from tests.house import open_house, page_auth, settings_in
from tests.interfaces.web.serving import serving

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)
TOKEN = "a token of the tests"


class RunningClock:
    """Runs on from noon, and can be moved ahead."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self.ahead = timedelta()

    def now(self) -> datetime:
        return NOON + timedelta(seconds=time.monotonic() - self._begun) + self.ahead


@dataclass
class House:
    """A house that is open."""

    services: Services
    url: str
    link: str

    @property
    def owner(self) -> str:
        return self.services.owner.id


class Guest(Protocol):
    """Who is there while a house is open."""

    async def joins(self, house: House) -> None:
        """It is open."""

    async def leaves(self) -> None:
        """It is about to close."""


@dataclass
class _Application:
    """What is served."""

    settings: Settings
    app: FastAPI
    closing: asyncio.Event


@asynccontextmanager
async def open_place(
    folder: Path, guests: Sequence[Guest], *, model: Model, clock: RunningClock, given: dict[str, Any], **overrides: Any
) -> AsyncIterator[House]:
    """A house with its guests; `given` are settings."""
    settings = settings_in(folder, **{"api_token": SecretStr(TOKEN), **given})
    async with open_house(folder, model=model, settings=settings, clock=clock, **overrides) as services:
        auth, closing = page_auth(services), asyncio.Event()
        app = create_app(services, auth=auth, closing=closing)
        async with app.router.lifespan_context(app), serving(_Application(settings, app, closing)) as url:
            house = House(services, url, f"{url}/?token={auth.local.issue()}")
            for guest in guests:
                await guest.joins(house)
            try:
                yield house
            finally:
                for guest in guests:
                    await guest.leaves()
                closing.set()

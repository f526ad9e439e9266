"""Houses with places for files: their model makes the call that a test wants; Ana's Google account at the fake."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic_ai.messages import ModelMessage, ModelResponse, ToolReturnPart

from app.bootstrap.services import Services
from app.cards.drawing import as_one_text
from app.clock import ManualClock
from app.integrations.oauth.tokens import TOKEN, KeptToken
from app.messages import Attachment
from app.models.media import Media
from tests.fakes.vendors import google_api as google
from tests.fakes.vendors.google_api import GoogleApi
from tests.house import calls, done_calls, open_house, says, scripted, settings_in, tell

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)  # where the fake's clock begins


@dataclass
class House:
    """A house whose model makes the call that a test wants, and says what came of it."""

    services: Services
    wanted: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    async def does(self, tool: str, files: tuple[Attachment, ...] = (), **arguments: Any) -> str:
        """What that call comes to, with what waits for an OK below it."""
        self.wanted[:] = [(tool, arguments)]
        reply = await tell(self.services, "Please do it.", files=files)
        return as_one_text(reply.text, reply.cards)

    async def says(self, text: str) -> str:
        """The answer to plain words."""
        return (await tell(self.services, text)).text

    async def agrees(self) -> str:
        """What the one call that waits comes to once its user has said yes."""
        [waiting] = await self.services.store.pending.waiting(self.services.owner.id, self.services.clock.now())
        return await self.says(f"confirm {waiting.number}")

    def script(self, messages: list[ModelMessage]) -> ModelResponse:
        """The call, then its result."""
        if self.wanted and not done_calls(messages):
            tool, arguments = self.wanted[0]
            return calls(tool, **arguments)
        results = [str(part.content) for part in messages[-1].parts if isinstance(part, ToolReturnPart)]
        return says("\n".join(results) or "Nothing.")


@asynccontextmanager
async def house_in(folder: Path, *, media: Media | None = None, **settings: Any) -> AsyncIterator[House]:
    """One in a folder, with these settings; its ears are `media`'s."""
    made: list[House] = []
    heard = {"media": media} if media else {}
    model = scripted(lambda messages: made[0].script(messages))
    async with open_house(
        folder,
        settings=settings_in(folder, time_zone="UTC", **settings),
        model=model,
        serves=True,
        clock=ManualClock(NOON),
        **heard,
    ) as services:
        made.append(House(services))
        yield made[0]


async def with_google(house: House, fake: GoogleApi, *, offers: list[str]) -> None:
    """Ana's Google account, let into these."""
    kept = KeptToken(google.TOKEN, "refresh", house.services.clock.now().timestamp() + 3_000, "client")
    settings = {"api": fake.url, "offers": offers}
    await house.services.accounts.keep(
        house.services.owner.id,
        "google",
        "ana@example.org",
        secrets={TOKEN: kept.sealed()},
        settings=settings,
        label="work",
    )

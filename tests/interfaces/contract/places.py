"""Where a case is played: a folder, a clock, and the people at one channel or several, who stay while houses come and go."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai.models import Model

from app.conversation.outbox import CHANNELS, EVERYWHERE, LOCAL, Channel
from tests.fakes.bot_api import bot_api
from tests.fakes.graph_api import graph_api
from tests.interfaces.contract.house import House, RunningClock, open_place
from tests.interfaces.contract.own import Page, Program, Terminal
from tests.interfaces.contract.pushed import Slack, Telegram, WhatsApp
from tests.interfaces.contract.side import Side
from tests.interfaces.slack.house import slack_world
from tests.interfaces.telegram.house import KOFI
from tests.interfaces.whatsapp.house import BEN

NAMES = tuple(name for name in CHANNELS if name not in (LOCAL, EVERYWHERE))
SQLITE, POSTGRES = "sqlite", "postgres"


class Place:
    """One. `side` is where most happens, `other` somebody else there, if there can be anybody."""

    side: Side
    other: Side | None

    def __init__(self, request: pytest.FixtureRequest, folder: Path, stack: AsyncExitStack) -> None:
        self.folder = folder
        self.clock = RunningClock()
        self.given: dict[str, Any] = {}
        self.overrides: dict[str, Any] = {}
        self._request = request
        self._stack = stack
        self._guests: list[Side] = []

    async def enter(self, channel: str) -> tuple[Side, Side | None]:
        """The owner at a channel, and somebody else where others can be there."""
        sides = await _ENTRANCES[channel](self)
        self._guests += sides
        self.given |= getattr(sides[0], "settings", {})
        return sides[0], sides[1] if len(sides) > 1 else None

    @asynccontextmanager
    async def open(self, model: Model, **given: Any) -> AsyncIterator[House]:
        """A house with everybody who is here."""
        whole = {**self.given, **given}
        async with open_place(
            self.folder, self._guests, model=model, clock=self.clock, given=whole, **self.overrides
        ) as house:
            yield house

    async def later(self, house: House, by: timedelta) -> None:
        """The time goes on by so much, and whoever waits for it looks."""
        self.clock.ahead += by
        await house.services.database.nudge("loops")
        await house.services.database.nudge("outbox")

    async def _telegram(self) -> Sequence[Side]:
        api = await self._stack.enter_async_context(bot_api())
        return Telegram(api), Telegram(api, KOFI)

    async def _whatsapp(self) -> Sequence[Side]:
        server = await self._stack.enter_async_context(graph_api())
        return WhatsApp(server), WhatsApp(server, number=BEN)

    async def _slack(self) -> Sequence[Side]:
        slack, front = self._request.getfixturevalue("slack"), self._request.getfixturevalue("front")
        world = await self._stack.enter_async_context(slack_world(slack, front))
        return Slack(world, world.ana), Slack(world, world.ben)

    async def _page(self) -> Sequence[Side]:
        return [Page()]

    async def _terminal(self) -> Sequence[Side]:
        return [Terminal()]

    async def _program(self) -> Sequence[Side]:
        return [Program()]


_ENTRANCES = {
    "web": Place._page,
    "cli": Place._terminal,
    "http": Place._program,
    "telegram": Place._telegram,
    "whatsapp": Place._whatsapp,
    "slack": Place._slack,
}


def anything(_: Channel) -> bool:
    """Every channel."""
    return True


def on(can: Callable[[Channel], object], *engines: str) -> Any:
    """A case for each channel that can, on each of the databases; on SQLite alone where none is named."""
    rows = [(name, engine) for engine in engines or (SQLITE,) for name in NAMES if can(CHANNELS[name])]
    return pytest.mark.parametrize("place", rows, indirect=True, ids=["-".join(row) for row in rows])

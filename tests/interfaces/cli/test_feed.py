"""What an open terminal shows unasked: reminders, notices and cards, each once, and no reply that was asked for."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from app.bootstrap.services import Services
from app.cards.card import Card
from app.interfaces.cli.feed import watch_feed
from app.messages import Button, OutboundMessage
from tests.house import tell


class Screen:
    def __init__(self) -> None:
        self.shown: list[tuple[str, tuple[Button, ...], tuple[Card, ...]]] = []
        self._news = asyncio.Event()

    def show(self, text: str, buttons: tuple[Button, ...], cards: tuple[Card, ...]) -> None:
        self.shown.append((text, buttons, cards))
        self._news.set()

    async def has(self, count: int) -> list[str]:
        async with asyncio.timeout(3):
            while len(self.shown) < count:
                self._news.clear()
                await self._news.wait()
        return [text for text, *_ in self.shown]


@asynccontextmanager
async def _open_terminal(house: Services) -> AsyncIterator[Screen]:
    screen = Screen()
    watching = asyncio.create_task(watch_feed(house, screen.show))
    await asyncio.sleep(0.05)
    try:
        yield screen
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)


async def _say(house: Services, text: str, kind: str, *buttons: Button) -> None:
    message = OutboundMessage(house.owner.id, "local", text, text, kind=kind, buttons=buttons)  # type: ignore[arg-type]
    await house.conversation.mailroom.say(message, house.clock.now())


async def test_what_is_said_unasked_is_shown_in_order(house: Services) -> None:
    undo = Button("Undo", "undo", "t1")
    async with _open_terminal(house) as screen:
        await _say(house, "stretch", "reminder")
        await _say(house, "Done.", "notice")
        await _say(house, "Changed.", "card", undo)
        assert await screen.has(3) == ["⏰ stretch", "Done.", "Changed."]
        assert screen.shown[2][1] == (undo,)


async def test_what_was_said_before_it_opened_is_not_said_again(house: Services) -> None:
    await _say(house, "old", "reminder")
    async with _open_terminal(house) as screen:
        await _say(house, "new", "reminder")
        assert await screen.has(1) == ["⏰ new"]


async def test_replies_are_shown_by_whoever_asked(house: Services) -> None:
    async with _open_terminal(house) as screen:
        await tell(house, "hello", channel="web")
        await _say(house, "stretch", "reminder")
        assert await screen.has(1) == ["⏰ stretch"]


async def test_two_terminals_both_show_it(house: Services) -> None:
    async with _open_terminal(house) as one, _open_terminal(house) as other:
        await _say(house, "stretch", "reminder")
        assert await one.has(1) == await other.has(1) == ["⏰ stretch"]

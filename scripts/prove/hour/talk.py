"""The person of the hour: writes, waits for the answer as a person does, presses buttons, and remembers what was expected.

Patient: a program that is killed meanwhile is simply slow. Whatever doesn't come within `PATIENCE` is lost.
"""

import asyncio
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from app.conversation.outbox import CHANNELS, Channel
from scripts.prove.hour.sides.side import Shown, Side, until

PATIENCE = 90.0  # seconds without the expected thing; it is far longer than any restart
_TOAST = 6.0  # seconds until a person presses once more where a press showed nothing
_AGAIN = 0.3  # seconds until they press once more where the vendor shows that a press wasn't taken


class Lost(Exception):
    """Something expected never came."""


@dataclass
class Talk:
    """One private chat. `said` are words that must stand in exactly one of the bot's messages at the end; `forgotten` those of messages
    that the program no longer knows, because it was told to forget them."""

    side: Side
    said: list[str] = field(default_factory=list)
    forgotten: list[str] = field(default_factory=list)
    sent: int = 0
    pressed_again: int = 0

    @property
    def can(self) -> Channel:
        """What the channel can do."""
        return CHANNELS[self.side.channel]

    async def says(self, text: str, *, forwarded: bool = False) -> int:
        """Write; the message's place."""
        self.sent += 1
        return await self.side.says(text, forwarded=forwarded)

    async def sends(self, kind: str, data: bytes, *, caption: str = "", name: str = "") -> int:
        """Send a file; the message's place."""
        self.sent += 1
        return await self.side.sends(kind, data, caption=caption, name=name)

    async def hears(self, words: str, *, after: int, buttons: bool = False, once: bool = True) -> Shown:
        """The bot's message with these words below place `after`; with `buttons`, once it has some. `once`: and at the end
        of the hour they must stand in one message alone."""
        if once:
            self.said.append(words)
        return await self.until(
            lambda shown: words in shown.text and (not buttons or bool(shown.buttons)), after, words
        )

    async def card(self, title: str, *, after: int) -> Shown:
        """The card of a call that waits, with its buttons, below place `after`."""
        named = re.compile(rf"Waiting for your OK \(#\d+\): {re.escape(title)}")
        return await self.until(
            lambda shown: bool(named.search(shown.text) and shown.buttons), after, f"a card: {title}"
        )

    async def until(self, fits: Callable[[Shown], bool], after: int, about: str, patience: float = PATIENCE) -> Shown:
        """The newest of the bot's messages that fits. Raises Lost."""

        async def found() -> Shown | None:
            return next((shown for shown in reversed(await self._below(after)) if fits(shown)), None)

        shown = await until(found, patience)
        if shown is None:
            raise Lost(f"never came: {about}")
        return shown

    async def _below(self, after: int) -> list[Shown]:
        return [shown for shown in await self.heard() if shown.place > after]

    async def heard(self) -> list[Shown]:
        """The bot's messages that stand there."""
        return [shown for shown in await self.side.chat() if shown.by_bot and not shown.deleted]

    async def asks(self, text: str, words: str, **how: Any) -> Shown:
        """Write and wait for the answer."""
        return await self.hears(words, after=await self.says(text), **how)

    def forgets(self, *words: str) -> None:
        """These were said in talk that is forgotten now."""
        self.forgotten += words
        self.said = [said for said in self.said if said not in words]

    async def all_taken(self) -> None:
        """Wait until the program has everything that was written. Raises Lost."""
        if not await until(self.side.all_taken, PATIENCE):
            raise Lost("what was written was never taken")

    async def presses(self, shown: Shown, button: str, outcome: str = "") -> None:
        """Press a button; it has worked when the message has lost its buttons. Where it keeps them, once more. Where messages can't be
        changed `outcome` are the words that say what came of it."""
        if not self.can.edit:
            before = (await self.side.chat())[-1].place
            await self._tap(shown, button)
            if outcome:
                await self.hears(outcome, after=before, once=False)
            return
        for patience in (PATIENCE / 3, PATIENCE):
            if not await self._tap(shown, button):
                return
            try:
                await self._bare(shown, button, patience)
            except Lost:
                if patience == PATIENCE:
                    raise
                self.pressed_again += 1
            else:
                return

    async def _bare(self, shown: Shown, button: str, patience: float = PATIENCE) -> None:
        about = f"{button} under “{shown.text[:50]}”"
        await self.until(lambda now: now.id == shown.id and not now.buttons, 0, about, patience)

    async def presses_for_words(self, shown: Shown, button: str, words: str) -> None:
        """Press a button that is answered with words: passing ones, for which it is pressed once more where none come; where messages can't
        be changed they are a message."""
        if not self.can.edit:
            return await self.presses(shown, button, words)
        for _ in range(int(PATIENCE / _TOAST)):
            if words in await self._toast(await self._tap(shown, button)):
                return None
            self.pressed_again += 1
        raise Lost(f"{button} under “{shown.text[:50]}” showed nothing")

    async def _tap(self, shown: Shown, button: str) -> str:
        """Press until the vendor takes it; "" where the button has gone meanwhile. Raises Lost."""
        ends = time.monotonic() + PATIENCE
        while not (tap := await self.side.taps(shown, button)):
            if not any(now.id == shown.id and button in now.buttons for now in await self.side.chat()):
                return ""
            if time.monotonic() > ends:
                raise Lost(f"{button} under “{shown.text[:50]}” was never taken")
            self.pressed_again += 1
            await asyncio.sleep(_AGAIN)
        return tap

    async def _toast(self, tap: str) -> str:
        async def found() -> str:
            return await self.side.told(tap) if tap else ""

        return await until(found, _TOAST) or ""

"""The person of the hour: writes, waits for the answer as a person does, presses buttons, and remembers what was expected.

Patient: a program that is killed meanwhile is simply slow. Whatever doesn't come within `PATIENCE` is lost.
"""

import asyncio
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.fakes.bot_api import Person, Shown, Tester

PATIENCE = 90.0  # seconds without the expected thing; it is far longer than any restart
_TOAST = 6.0  # seconds until a person presses once more where a press showed nothing
_LOOK = 0.05
FRIEND = {"type": "user", "sender_user": {"id": 55, "is_bot": False, "first_name": "Kofi"}}


class Lost(Exception):
    """Something expected never came."""


@dataclass
class Talk:
    """One private chat. `said` are words that must stand in exactly one of the bot's messages at the end; `forgotten` those of messages
    that the program no longer knows, because it was told to forget them."""

    api: Tester
    person: Person
    said: list[str] = field(default_factory=list)
    forgotten: list[str] = field(default_factory=list)
    sent: int = 0
    pressed_again: int = 0

    async def says(self, text: str, **where: Any) -> int:
        """Write; the message's id."""
        return self._id(await self.person.says(text, **where))

    async def sends(self, kind: str, data: bytes, *, caption: str = "", **about: Any) -> int:
        """Send a file; the message's id."""
        return self._id(await self.person.sends(kind, data, caption=caption, **about))

    def _id(self, update: dict[str, Any]) -> int:
        self.sent += 1
        return update["message"]["message_id"]

    async def hears(self, words: str, *, after: int, buttons: bool = False, once: bool = True) -> Shown:
        """The bot's message with these words below message `after`; with `buttons`, once it has some. `once`: and at the end
        of the hour they must stand in one message alone."""
        if once:
            self.said.append(words)
        return await self.until(
            lambda shown: words in shown.text and (not buttons or bool(shown.buttons)), after, words
        )

    async def card(self, title: str, *, after: int) -> Shown:
        """The card of a call that waits, with its buttons, below message `after`."""
        named = re.compile(rf"Waiting for your OK \(#\d+\): {re.escape(title)}")
        return await self.until(
            lambda shown: bool(named.search(shown.text) and shown.buttons), after, f"a card: {title}"
        )

    async def until(self, fits: Callable[[Shown], bool], after: int, about: str, patience: float = PATIENCE) -> Shown:
        """The newest of the bot's messages that fits. Raises Lost."""

        async def found() -> Shown | None:
            return next((shown for shown in reversed(await self._below(after)) if fits(shown)), None)

        try:
            return await self.api.until(found, seconds=patience)
        except AssertionError as problem:
            raise Lost(f"never came: {about}") from problem

    async def _below(self, after: int) -> list[Shown]:
        return [shown for shown in await self.api.said(self.person.id) if shown.id > after]

    async def asks(self, text: str, words: str, **how: Any) -> Shown:
        """Write and wait for the answer."""
        return await self.hears(words, after=await self.says(text), **how)

    def forgets(self, *words: str) -> None:
        """These were said in talk that is forgotten now."""
        self.forgotten += words
        self.said = [said for said in self.said if said not in words]

    async def presses(self, shown: Shown, button: str) -> None:
        """Press a button; it has worked when the message has lost its buttons. Where it keeps them, once more."""
        for patience in (PATIENCE / 3, PATIENCE):
            await self.person.taps(shown.id, button)
            try:
                await self.until(
                    lambda now: now.id == shown.id and not now.buttons,
                    0,
                    f"{button} under “{shown.text[:50]}”",
                    patience,
                )
            except Lost:
                if patience == PATIENCE:
                    raise
                self.pressed_again += 1
            else:
                return

    async def presses_for_words(self, shown: Shown, button: str, toast: str) -> None:
        """Press a button that answers with a passing word alone; where none comes, once more."""
        for _ in range(int(PATIENCE / _TOAST)):
            update = await self.person.taps(shown.id, button)
            if toast in await self._toast(update["callback_query"]["id"]):
                return
            self.pressed_again += 1
        raise Lost(f"{button} under “{shown.text[:50]}” showed nothing")

    async def _toast(self, query: str) -> str:
        ends = time.monotonic() + _TOAST
        while time.monotonic() < ends:
            answered = (await self.api.answers())[query]
            if answered is not None:
                return answered.get("text", "")
            await asyncio.sleep(_LOOK)
        return ""

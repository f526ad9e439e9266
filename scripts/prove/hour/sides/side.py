"""What the hour needs of a vendor, whichever it is."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

_LOOK = 0.05


@dataclass(frozen=True, slots=True)
class Shown:
    """One message of the chat. `id` is how the program's books call it, `place` where it stands; `texts` is all it ever said, oldest first;
    `file` is its kind where it is one."""

    id: str
    place: int
    texts: tuple[str, ...]
    buttons: tuple[str, ...] = ()
    by_bot: bool = True
    deleted: bool = False
    file: str = ""

    @property
    def text(self) -> str:
        """What it says now."""
        return self.texts[-1]


class Side(Protocol):
    """A private chat of one person with the program, at the vendor's."""

    @property
    def channel(self) -> str:
        """Its name in CHANNELS."""
        ...

    @property
    def settings(self) -> dict[str, str]:
        """What the program is told so that it finds the vendor and knows the person."""
        ...

    async def says(self, text: str, *, forwarded: bool = False) -> int:
        """Write; where the message stands. `forwarded`: somebody else's words are passed on."""
        ...

    async def sends(self, kind: str, data: bytes, *, caption: str = "", name: str = "") -> int:
        """Send a photo, a voice note or a document; where the message stands."""
        ...

    async def taps(self, shown: Shown, button: str) -> str:
        """Press a button; the tap's name, "" where the vendor shows that it wasn't taken."""
        ...

    async def told(self, tap: str) -> str:
        """The passing words that a tap was answered with, so far."""
        ...

    async def all_taken(self) -> bool:
        """Whether the program has taken everything that was written and pressed."""
        ...

    async def chat(self) -> list[Shown]:
        """All messages, oldest first, with those that are gone where the vendor keeps them."""
        ...

    async def is_listening(self) -> bool:
        """Whether the program is there for what is told."""
        ...

    async def asked(self) -> int:
        """How many calls the program made, but for those that only wait for news."""
        ...

    async def slow(self, seconds: float) -> None:
        """From now on every call that does something is answered so much later than it is done."""
        ...

    async def calls(self) -> list[dict[str, Any]]:
        """What the program called."""
        ...


Opened = Callable[[Random], AbstractAsyncContextManager[Side]]


async def until(found: Callable[[], Awaitable[Any]], seconds: float) -> Any:
    """What `found` returns once it is true; None where it isn't within that time."""
    ends = time.monotonic() + seconds
    while not (result := await found()):
        if time.monotonic() >= ends:
            return None
        await asyncio.sleep(_LOOK)
    return result


async def quiet(side: Side, seconds: float = 0.4) -> None:
    """Wait until the program called for nothing in so long."""
    seen = -1
    while (count := await side.asked()) != seen:
        seen = count
        await asyncio.sleep(seconds)

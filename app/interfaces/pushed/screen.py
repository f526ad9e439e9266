"""What the live view needs of a channel: a message that stands for an answer, changed and taken away, and a sign that somebody is at it."""

from dataclasses import dataclass
from typing import Protocol

from app.clock import Clock
from app.interfaces.pushed.chats import Chats
from app.memory.ports import Database
from app.memory.repositories import Repositories

PLACEHOLDER = "…"


class Screen(Protocol):
    """One channel's chats. Each call raises a DeliveryError, and nothing else, when it fails: Later where nothing was done, Unknown where
    nobody knows whether it was."""

    @property
    def channel(self) -> str:
        """Its name in CHANNELS."""
        ...

    def pause(self, address: str) -> float:
        """Seconds between two changes that a chat there takes well."""
        ...

    def number(self, message: str) -> int:
        """Where a message stands among those of its chat, of its name there or of the name it is kept under; 0 for neither."""
        ...

    def activity(self, words: str) -> str:
        """What is being done, in the channel's marks, told apart from what is being said."""
        ...

    def draft(self, markdown: str) -> str:
        """The beginning of an answer that is still being written, in the channel's marks, as much as one message takes."""
        ...

    async def put(self, user_id: str, address: str, *, after: int) -> str:
        """A new placeholder; its name. `after` is the newest message heard there, 0 where that isn't known."""
        ...

    async def change(self, address: str, message: str, text: str) -> None:
        """Let a message show this; no error where it does already."""
        ...

    async def take_away(self, address: str, message: str) -> None:
        """Delete it."""
        ...

    async def typing(self, address: str) -> None:
        """Show for some seconds that an answer is being written."""
        ...


@dataclass(frozen=True, slots=True)
class Stage:
    """What the live view works with."""

    screen: Screen
    database: Database
    store: Repositories
    clock: Clock
    chats: Chats

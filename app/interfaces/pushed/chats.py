"""One lock a chat, and which of its messages the live view may still write: what makes a final text final.

Whoever writes into a chat's message holds its lock. Once the courier has written a message, the live view has lost it for good.
"""

import asyncio
from dataclasses import dataclass, field

_MOST_IDLE = 1000


@dataclass(slots=True)
class Chat:
    """One chat. `live` are the messages that the live view may write; `doubtful` those a change of which may yet arrive."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    live: set[str] = field(default_factory=set)
    doubtful: set[str] = field(default_factory=set)
    next_edit: float = 0.0  # on the event loop's clock

    @property
    def is_idle(self) -> bool:
        """Nobody would miss it."""
        return not (self.lock.locked() or self.live or self.doubtful)

    def claim(self, external_id: str) -> bool:
        """Take a message from the live view for good; whether an earlier change of it may yet arrive."""
        self.live.discard(external_id)
        late = external_id in self.doubtful
        self.doubtful.discard(external_id)
        return late


class Chats:
    """The chats that are written to."""

    def __init__(self) -> None:
        """None yet."""
        self._chats: dict[str, Chat] = {}

    def of(self, address: str) -> Chat:
        """The chat at an address, the same for everyone."""
        if len(self._chats) > _MOST_IDLE:
            self._chats = {name: chat for name, chat in self._chats.items() if not chat.is_idle}
        return self._chats.setdefault(address, Chat())

"""Which buttons under a message still do something: a card that was answered must not ask again after a reload.

Looks only; pressing is the conversation's business, and it checks again.
"""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

from app.clock import Clock
from app.memory.repositories import Repositories


class LiveButtons:
    """Reads the pending actions and the ledger of one user."""

    def __init__(self, store: Repositories, user_id: str, clock: Clock) -> None:
        """`clock` decides what has expired."""
        self._store = store
        self._user_id = user_id
        self._clock = clock
        self._rules: dict[str, Callable[[str], Awaitable[bool]]] = {
            "confirm": self._waits,
            "cancel": self._waits,
            "edit": self._waits,
            "undo": self._can_be_undone,
        }

    def now(self) -> datetime:
        """The moment that decides."""
        return self._clock.now()

    async def of(self, body: dict[str, Any]) -> list[dict[str, Any]]:
        """The buttons in a message's `body` that still work, in their order."""
        return [button for button in body.get("buttons", []) if await self._works(button)]

    async def _works(self, button: dict[str, Any]) -> bool:
        rule = self._rules.get(button.get("verb", ""))
        return rule is not None and await rule(str(button.get("target", "")))

    async def _waits(self, action_id: str) -> bool:
        action = await self._store.pending.get(self._user_id, action_id)
        return action is not None and action.status == "pending" and action.expires_at > self._clock.now()

    async def _can_be_undone(self, turn_id: str) -> bool:
        entries = await self._store.ledger.of_turn(self._user_id, turn_id)
        return any(entry.undo and entry.undone_at is None for entry in entries)

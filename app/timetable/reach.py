"""Whom anything can be said to unasked. Knows channels by name alone."""

from collections.abc import Callable, Sequence

from app.memory.records import User
from app.memory.repositories import Repositories
from app.timetable.allowed import Allowlist

Reachable = Callable[[User], bool]


async def whom_we_reach(
    store: Repositories, owner_id: str, channels: Sequence[str], allowed: Allowlist | None = None
) -> Reachable:
    """The owner, who has the page and the terminal, and whoever one of the switched-on pushed `channels` knows and `allowed` (all, where
    it is None) lets in: few queries for all."""
    others = await store.users.everyone_on(channels)
    known = others - (await allowed.barred(others) if allowed else frozenset()) | {owner_id}
    return lambda user: user.id in known

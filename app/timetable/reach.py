"""Whom anything can be said to unasked. Knows channels by name alone."""

from collections.abc import Callable, Sequence

from app.memory.records import User
from app.memory.repositories import Repositories

Reachable = Callable[[User], bool]


async def whom_we_reach(store: Repositories, owner_id: str, channels: Sequence[str]) -> Reachable:
    """The owner, who has the page and the terminal, and whoever one of the switched-on pushed `channels` knows: one query for all."""
    known = await store.users.everyone_on(channels) | {owner_id}
    return lambda user: user.id in known

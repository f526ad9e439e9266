"""What every signed-in page stands in needs to know: the tabs, which of them is open, and how much waits. For pages with routes of their own."""

from typing import Any, Protocol

from app.clock import Clock
from app.interfaces.web.auth import PageAuth
from app.interfaces.web.feed import FEEDS
from app.interfaces.web.views.tabs import TABS
from app.memory.records import User
from app.memory.repositories import Repositories


class ShellHouse(Protocol):
    """What it is made from."""

    @property
    def clock(self) -> Clock:
        """Where "now" comes from."""
        ...

    @property
    def store(self) -> Repositories:
        """What is kept."""
        ...

    @property
    def owner(self) -> User:
        """Whose page this is."""
        ...


async def shell(house: ShellHouse, auth: PageAuth, here: str) -> dict[str, Any]:
    """The values of the shell's template; `here` names the tab that is open."""
    user_id = house.owner.id
    return {
        "tabs": TABS,
        "here": here,
        "door": auth.door,
        "cursor": await house.store.outbox.last_id(user_id, FEEDS),
        "waiting_count": len(await house.store.pending.waiting(user_id, house.clock.now())),
    }

"""Who looks at a page and when, with what a page looks things up in."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol
from zoneinfo import ZoneInfo

from app.clock import Clock
from app.config import Settings
from app.conversation.cards import card_of
from app.deps import Searcher
from app.integrations.web import Web
from app.interfaces.web.rows import shown_card
from app.language.time.wording import say_date, say_time
from app.memory.ports import Database
from app.memory.records import PendingAction, User
from app.memory.repositories import Repositories
from app.models.embeddings import Embedder
from app.models.roles import Models
from app.timetable.feeds import Feeds

if TYPE_CHECKING:  # the conversation brings the agents with it, which take a second to load
    from app.conversation.conversation import Conversation
    from app.learning.study import Study

PAGE = 60  # rows of one page
_LAST_PAGE = 10_000


def page_number(query: Mapping[str, str]) -> int:
    """Which page of a long list is asked for, from 0."""
    said = query.get("page", "")
    return min(int(said), _LAST_PAGE) if said.isascii() and said.isdecimal() and len(said) < 6 else 0


def turned(here: str, at: int, *, more: bool, name: str = "page") -> dict[str, str]:
    """The addresses before and after page `at` of a long list that stands at `here` ("/memory?q=tea"), "" for none."""
    joint = "&" if "?" in here else "?"
    return {
        "before": f"{here}{joint}{name}={at - 1}" if at else "",
        "after": f"{here}{joint}{name}={at + 1}" if more else "",
    }


def number_in(query: Mapping[str, str], name: str) -> int:
    """The number that an address brings under a name; 0 for none."""
    said = query.get(name, "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 16 else 0


class PageHouse(Protocol):
    """What pages need of the house."""

    @property
    def settings(self) -> Settings:
        """What is configured."""
        ...

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

    @property
    def database(self) -> Database:
        """Where it is all kept."""
        ...

    @property
    def feeds(self) -> Feeds:
        """The calendars and mailboxes that are connected."""
        ...

    @property
    def web(self) -> Web:
        """What is asked of the world outside."""
        ...

    @property
    def recall(self) -> Searcher:
        """What finds what is kept."""
        ...

    @property
    def embedder(self) -> Embedder | None:
        """What compares meanings."""
        ...

    @property
    def models(self) -> Models:
        """The language models."""
        ...

    @property
    def version(self) -> str:
        """Ours."""
        ...

    @property
    def study(self) -> "Study":
        """What is read of the talk."""
        ...

    @property
    def conversation(self) -> "Conversation":
        """The way into a turn."""
        ...


@dataclass(frozen=True, slots=True)
class Viewer:
    """One look at a page: `user` as they are now, `now` in UTC."""

    house: PageHouse
    user: User
    now: datetime

    @property
    def store(self) -> Repositories:
        """What is kept."""
        return self.house.store

    @property
    def settings(self) -> Settings:
        """What is configured."""
        return self.house.settings

    @property
    def zone(self) -> ZoneInfo:
        """The user's time zone."""
        return ZoneInfo(self.user.time_zone)

    @property
    def local_now(self) -> datetime:
        """Now, on the user's wall clock."""
        return self.now.astimezone(self.zone)

    def local(self, moment: datetime) -> datetime:
        """A moment on the user's wall clock."""
        return moment.astimezone(self.zone)

    def said(self, moment: datetime) -> str:
        """ "today at 18:00"."""
        return say_time(self.local(moment), self.local_now)

    def day(self, moment: datetime) -> str:
        """ "tomorrow (Tuesday 1 December)"."""
        return say_date(self.local(moment).date(), self.local_now)


async def viewer(house: PageHouse) -> Viewer:
    """Who looks now."""
    user = await house.store.users.get(house.owner.id) or house.owner
    return Viewer(house, user, house.clock.now())


async def requests_shown(seen: Viewer) -> list[dict[str, Any]]:
    """The requests that wait for a yes, oldest first, as cards."""
    return [shown_request(action) for action in await seen.store.pending.waiting(seen.user.id, seen.now)]


def shown_request(action: PendingAction) -> dict[str, Any]:
    """A request as its card: what the conversation draws of it."""
    return dict(shown_card(card_of(action)))
